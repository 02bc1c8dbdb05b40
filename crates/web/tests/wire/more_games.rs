//! Games that come out of games: playing on from a moment, pairs with the colours swapped. And hints.

use crate::common::{Table, folder};
use serde_json::{Value, json};

/// Both seats of the new game know what the seats of the old one knew at that moment, and nothing else.
#[tokio::test]
async fn a_finished_game_goes_on_from_any_moment() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let (game, mut black, mut white) = table.friends(json!({"size": 5})).await;
    let play_on = format!("/api/games/{game}/play-on");
    let ask = |scene: u32, seat: &str| json!({"scene": scene, "seat": seat, "level": "passer"});
    black.try_point("C3").await;
    white.news("moved").await;
    // The game still runs: nobody may look into it in this way.
    assert_eq!(table.post(&play_on, &ask(2, "black")).await.code(), "not-over");
    white.try_point("C3").await;
    black.news("tried").await;
    white.try_point("D4").await;
    black.news("moved").await;
    black.done(json!({"type": "resign"})).await;

    // Frames: the beginning, C3, the refused try, D4, the resignation. After the third it is White's turn.
    let made = table.post(&play_on, &ask(3, "white")).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let made = made.json();
    let mut again = table.sit(&made["token"]).await;
    let seated = again.first();
    assert_eq!(seated["view"]["tried"], json!(["C3"]));
    assert_eq!(seated["view"]["theirs"][0]["point"], "C3");
    assert_eq!(seated["view"]["moves"], 1);
    assert_eq!(seated["game"]["kind"], "bot");
    assert_eq!(seated["game"]["black"]["bot"], "passer");
    again.try_point("B2").await;
    assert_eq!(again.news("moved").await["news"]["passed"], json!(true));

    // From the other seat the bot is to move, and a resigned game can go on.
    let made = table.post(&play_on, &ask(5, "white")).await.json();
    let mut last = table.sit(&made["token"]).await;
    let mut seated = last.first();
    if seated["view"]["turn"] == "black" {
        seated = last.news("moved").await;
    }
    assert_eq!(seated["view"]["moves"], 3);
    assert_eq!(table.post(&play_on, &ask(99, "white")).await.code(), "bad-move");
    assert_eq!(
        table.post(&play_on, &json!({"scene": 1, "seat": "red", "level": "passer"})).await.status,
        400
    );
    table.close().await;
}

#[tokio::test]
async fn a_game_that_was_counted_does_not_go_on() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let (game, mut black, mut white) = table.friends(json!({"size": 5})).await;
    black.done(json!({"type": "pass"})).await;
    white.news("moved").await;
    white.done(json!({"type": "pass"})).await;
    black.news("over").await;
    let asked = json!({"scene": 3, "seat": "black", "level": "passer"});
    assert_eq!(table.post(&format!("/api/games/{game}/play-on"), &asked).await.code(), "over");
    table.close().await;
}

/// The second game of a pair follows by itself, with the colours swapped; a third one does not.
#[tokio::test]
async fn a_pair_is_two_games_with_the_colours_swapped() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let made =
        table.game(&json!({"against": {"bot": "passer"}, "pair": true, "name": "Ann"})).await;
    let mut ann = table.sit(&made["token"]).await;
    assert_eq!(ann.first()["game"]["pair"], json!({"first": null}));
    ann.done(json!({"type": "resign"})).await;
    let second = ann.news("rematch").await["news"].clone();
    assert_eq!(second["seat"], "white");
    let mut ann = table.sit(&second["token"]).await;
    let seated = ann.first();
    assert_eq!(seated["game"]["pair"], json!({"first": made["game"]}));
    assert_eq!(seated["game"]["white"]["name"], "Ann");
    ann.done(json!({"type": "resign"})).await;
    let card = table.get(&format!("/api/games/{}", second["game"].as_str().unwrap())).await.json();
    assert_eq!((&card["state"], &card["next"]), (&json!("over"), &Value::Null));
    table.close().await;
}

/// Hints are thought of from what the seat has heard, are counted, and are only for games against bots.
#[tokio::test]
async fn hints_are_given_and_counted() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let made = table.game(&json!({"against": {"bot": "passer"}, "size": 5})).await;
    let mut ann = table.sit(&made["token"]).await;
    let news = ann.done(json!({"type": "hint"})).await;
    assert_eq!(news[0]["news"]["kind"], "hint", "{news:?}");
    assert!(news[0]["news"]["choice"].is_string());
    assert!(news[0]["news"]["chance"].as_u64().is_some_and(|percent| percent <= 100));
    let card = table.get(&format!("/api/games/{}", made["game"].as_str().unwrap())).await.json();
    assert_eq!((&card["black"]["hints"], &card["white"]["hints"]), (&json!(1), &Value::Null));
    ann.done(json!({"type": "resign"})).await;
    assert_eq!(ann.refused(json!({"type": "hint"})).await, "not-playing");
    let (_, mut black, _) = table.friends(json!({"size": 5})).await;
    assert_eq!(black.refused(json!({"type": "hint"})).await, "no-hints");
    // The count comes from the disk as well.
    table.close().await;
    let table = Table::open(data.path()).await;
    let card = table.get(&format!("/api/games/{}", made["game"].as_str().unwrap())).await.json();
    assert_eq!(card["black"]["hints"], 1);
    table.close().await;
}
