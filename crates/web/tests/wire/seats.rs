//! Games through the server: seats, bots, spectators, desks, the lobby and replays.

use crate::common::{Client, Table, folder, options};
use kage_web::Options;
use serde_json::{Value, json};

#[tokio::test]
async fn a_whole_game_against_a_bot() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let made = table.game(&json!({"against": {"bot": "dicer"}, "size": 5, "name": " Ann\n"})).await;
    assert_eq!(made["seat"], "black");
    let mut black = table.connect().await;
    black.say(json!({"type": "sit", "token": made["token"]})).await;
    let seated = black.hear("seated").await;
    assert_eq!(seated["game"]["black"]["name"], "Ann");
    assert_eq!(seated["game"]["white"]["bot"], "dicer");
    assert_eq!(seated["view"]["board"].as_str().unwrap().len(), 25);
    let over = play_out(&mut black, 5).await;
    assert_eq!(over["state"], "over");
    assert_eq!(over["opened"]["how"], "count");
    let path = format!("/api/games/{}", made["game"].as_str().unwrap());
    let card = table.get(&path).await.json();
    assert_eq!((&card["state"], &card["result"]), (&json!("over"), &over["opened"]["result"]));
    let replay = table.get(&format!("{path}/replay")).await.json();
    let scenes = replay["scenes"].as_array().unwrap();
    assert_eq!(scenes[0]["kind"], "began");
    assert_eq!(scenes.last().unwrap()["result"], card["result"]);
    assert_eq!(scenes.last().unwrap()["boards"]["truth"], over["opened"]["board"]);
    // The bot gives itself a quarter, and its level says that this is a chance.
    assert!(scenes.iter().any(|scene| scene["mover"] == "white" && scene["chance"] == 0.25));
    assert_eq!(replay["chance"], json!({"black": false, "white": true}));
    let sgf = table.get(&format!("{path}/sgf")).await;
    assert!(sgf.body.starts_with("(;") && sgf.body.contains("PB[Ann]"), "{}", sgf.body);
    let text = table.get(&format!("{path}/text")).await;
    let game = kage_record::from_text(&text.body).unwrap();
    let record = kage_record::replay(&game, |_| {}).unwrap();
    assert_eq!(Some(record.outcome().to_string().as_str()), card["result"].as_str());
    let last = scenes.len();
    let belief = table.get(&format!("{path}/belief?seat=white&scene={last}")).await.json();
    assert_eq!(belief["hidden"].as_array().unwrap().len(), 25);
    for (query, code) in [("seat=white&scene=9999", "bad-move"), ("seat=green&scene=1", "bad-seat")]
    {
        assert_eq!(table.get(&format!("{path}/belief?{query}")).await.code(), code);
    }
    table.close().await;
}

/// Black tries every point in order, and passes when the other side does or nothing is left.
async fn play_out(black: &mut Client, lines: u8) -> Value {
    let mut points: Vec<String> = (0..lines * lines)
        .map(|place| format!("{}{}", char::from(b'A' + place % lines), place / lines + 1))
        .collect();
    loop {
        let message = match points.pop() {
            Some(point) => json!({"type": "try", "point": point}),
            None => json!({"type": "pass"}),
        };
        let mut frames = black.done(message).await;
        // Frames of the bot's moves may come later.
        while frames.last().is_none_or(|frame| frame["view"]["turn"] != "black") {
            if let Some(over) = frames.iter().find(|frame| frame["state"] == "over") {
                return over.clone();
            }
            frames.push(black.hear("news").await);
        }
    }
}

#[tokio::test]
#[allow(clippy::too_many_lines, reason = "one story in order")]
async fn two_people_and_a_spectator() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let asked = json!({"name": "Ann", "size": 9, "rules": "hamburg", "delay": 2});
    let (game, mut black, mut white) = table.friends(asked).await;
    let mut watcher = table.connect().await;
    watcher.say(json!({"type": "watch", "game": game})).await;
    let stage = watcher.hear("stage").await;
    assert_eq!(stage["scenes"], json!([]), "two moves must be made first");
    black.try_point("E5").await;
    let heard = white.news("moved").await;
    assert!(!heard.to_string().contains("E5"), "{heard}");
    assert_eq!(heard["view"]["theirStones"], 1);
    let before = white.try_point("E5").await;
    assert_eq!(before[0]["news"]["reason"], "opponent stone");
    assert_eq!(before[0]["view"]["theirs"], json!([{"point": "E5", "how": "refused", "move": 1}]));
    assert_eq!(black.news("tried").await["news"]["words"], "your opponent's try is illegal");
    white.try_point("D4").await;
    // White's move is the second one, so the frame before the first move may be shown.
    let scene = watcher.hear("scene").await;
    assert_eq!((&scene["scene"]["kind"], &scene["scene"]["seq"]), (&json!("began"), &json!(1)));
    black.try_point("C3").await;
    let scene = watcher.hear("scene").await;
    assert_eq!(
        (&scene["scene"]["kind"], &scene["scene"]["point"]),
        (&json!("played"), &json!("E5"))
    );
    let scene = watcher.hear("scene").await;
    assert_eq!(
        (&scene["scene"]["kind"], &scene["scene"]["reason"]),
        (&json!("refused"), &json!("opponent stone"))
    );
    assert_eq!(watcher.refused(json!({"type": "pass"})).await, "not-here");
    // It is White's turn; Black may resign all the same.
    assert_eq!(black.refused(json!({"type": "try", "point": "A1"})).await, "not-your-turn");
    black.done(json!({"type": "resign"})).await;
    assert_eq!(white.news("over").await["opened"]["result"], "W+R");
    let kinds: Vec<Value> =
        [watcher.hear("scene").await, watcher.hear("scene").await, watcher.hear("scene").await]
            .iter()
            .map(|frame| frame["scene"]["kind"].clone())
            .collect();
    assert_eq!(kinds, ["played", "played", "resigned"]);
    table.close().await;
}

#[tokio::test]
async fn without_a_delay_nothing_is_seen_before_the_end() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let (game, mut black, mut white) = table.friends(json!({})).await;
    let mut watcher = table.connect().await;
    watcher.say(json!({"type": "watch", "game": game})).await;
    assert_eq!(watcher.hear("stage").await["scenes"], json!([]));
    for (point, reply) in [("A1", "B2"), ("C3", "D4"), ("E5", "F6")] {
        black.try_point(point).await;
        white.news("moved").await;
        white.try_point(reply).await;
        black.news("moved").await;
    }
    watcher.settle().await;
    let before: Vec<Value> = std::iter::from_fn(|| watcher.pending()).collect();
    assert_eq!(before.len(), 6, "one for each move: {before:?}");
    assert!(before.iter().all(|frame| frame["type"] == "card"), "{before:?}");
    // Spectators get no frame for a refused try: the number of frames is information too.
    for point in ["B2", "D4"] {
        black.say(json!({"type": "try", "id": point, "point": point})).await;
        black.news("refused").await;
    }
    watcher.settle().await;
    assert_eq!(watcher.pending(), None);
    for path in ["replay", "sgf", "text", "belief?seat=black&scene=1"] {
        let reply = table.get(&format!("/api/games/{game}/{path}")).await;
        assert_eq!((reply.status, reply.code().as_str()), (409, "not-over"), "{path}");
    }
    white.done(json!({"type": "resign"})).await;
    assert_eq!(watcher.hear("scene").await["scene"]["kind"], "began");
    table.close().await;
}

#[tokio::test]
async fn a_second_socket_of_a_seat_gets_the_missing_news() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let made = table.game(&json!({"against": {"bot": "passer"}})).await;
    let mut first = table.sit(&made["token"]).await;
    first.try_point("D4").await;
    first.news("moved").await;
    first.done(json!({"type": "guess", "stones": ["C3", "D5"]})).await;
    // A second tab gets only the missing news, and then the same frames as the first.
    let mut second = table.connect().await;
    second.say(json!({"type": "sit", "token": made["token"], "after": 2})).await;
    let seated = second.hear("seated").await;
    assert_eq!(seated["seq"], 3);
    assert_eq!(seated["log"].as_array().unwrap().len(), 1);
    assert_eq!(seated["guess"], json!(["C3", "D5"]));
    second.try_point("E5").await;
    let (one, two) = (first.news("accepted").await, second.frames.clone());
    assert!(two.iter().any(|frame| serde_json::from_str::<Value>(frame).unwrap() == one));
    second.done(json!({"type": "guess", "stones": []})).await;
    assert_eq!(first.hear("guessed").await["stones"], json!([]));
    table.close().await;
}

#[tokio::test]
async fn a_message_that_comes_twice_has_no_second_effect() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let (_, mut black, mut white) = table.friends(json!({})).await;
    let message = json!({"type": "try", "id": "once", "point": "D4"});
    black.done(message.clone()).await;
    assert_eq!(black.done(message.clone()).await, Vec::<Value>::new());
    white.news("moved").await;
    // The other seat may use the same id.
    let before = white.done(message).await;
    assert_eq!(before[0]["news"]["kind"], "refused");
    table.close().await;
}

#[tokio::test]
async fn taking_a_move_back_keeps_what_was_heard() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let (_, mut black, mut white) = table.friends(json!({"undo": true})).await;
    assert_eq!(black.refused(json!({"type": "undo"})).await, "nothing-to-undo");
    black.try_point("D4").await;
    white.news("moved").await;
    white.try_point("D4").await;
    white.try_point("E5").await;
    black.news("moved").await;
    black.done(json!({"type": "undo"})).await;
    assert_eq!(white.news("undo-asked").await["news"]["by"], "black");
    assert_eq!(black.refused(json!({"type": "answer", "yes": true})).await, "not-asked");
    white.done(json!({"type": "answer", "yes": false})).await;
    black.news("undo-refused").await;
    white.done(json!({"type": "undo"})).await;
    black.news("undo-asked").await;
    let before = black.done(json!({"type": "answer", "yes": true})).await;
    assert_eq!(before[0]["news"]["kind"], "undone");
    let undone = white.news("undone").await;
    assert_eq!(undone["view"]["moves"], 1);
    // The refused try was before the move that was taken back, so White still knows the stone.
    assert_eq!(undone["view"]["theirs"][0]["point"], "D4");
    assert_eq!(undone["view"]["tried"], json!(["D4"]));
    // Black takes the first move back as well. Then White has heard nothing of this game.
    black.done(json!({"type": "undo"})).await;
    white.news("undo-asked").await;
    white.done(json!({"type": "answer", "yes": true})).await;
    let undone = black.news("undone").await;
    assert_eq!((&undone["view"]["moves"], &undone["view"]["turn"]), (&json!(0), &json!("black")));
    black.try_point("A1").await;
    table.close().await;
}

#[tokio::test]
async fn a_bot_allows_an_undo_and_starts_again() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let made = table.game(&json!({"against": {"bot": "passer"}, "undo": true})).await;
    let mut black = table.sit(&made["token"]).await;
    black.try_point("D4").await;
    black.news("moved").await;
    black.done(json!({"type": "undo"})).await;
    assert_eq!(black.news("undone").await["view"]["moves"], 0);
    black.done(json!({"type": "pass"})).await;
    assert_eq!(black.news("over").await["opened"]["result"], "W+6.5");
    let strict = table.game(&json!({"against": {"bot": "passer"}})).await;
    let mut black = table.sit(&strict["token"]).await;
    assert_eq!(black.refused(json!({"type": "undo"})).await, "no-undo");
    table.close().await;
}

#[tokio::test]
#[allow(clippy::too_many_lines, reason = "one story in order")]
async fn dead_stones_are_settled_and_a_rematch_is_made() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let (game, mut black, mut white) = table.friends(json!({"size": 5, "name": "Ann"})).await;
    black.try_point("C3").await;
    white.news("moved").await;
    white.try_point("A1").await;
    black.news("moved").await;
    assert_eq!(black.refused(json!({"type": "mark", "dead": []})).await, "no-marks");
    black.done(json!({"type": "pass"})).await;
    white.news("moved").await;
    white.done(json!({"type": "pass"})).await;
    let over = black.news("over").await;
    assert_eq!(over["opened"]["markable"], true);
    assert_eq!(over["opened"]["score"], json!({"black": 1, "white": 1, "komi": 6.5}));
    assert_eq!(black.refused(json!({"type": "mark", "dead": ["E5"]})).await, "off-board");
    black.done(json!({"type": "mark", "dead": ["A1"]})).await;
    assert_eq!(white.news("marked").await["news"]["dead"], json!(["A1"]));
    white.done(json!({"type": "mark", "dead": []})).await;
    white.done(json!({"type": "mark", "dead": ["A1"]})).await;
    let settled = black.news("settled").await;
    assert_eq!(settled["news"]["result"], "B+18.5");
    assert_eq!(settled["opened"]["score"]["black"], 25);
    assert_eq!(white.refused(json!({"type": "mark", "dead": []})).await, "no-marks");
    let text = table.get(&format!("/api/games/{game}/text")).await.body;
    assert!(text.contains("# dead A1"), "{text}");
    // The rematch, with the colours swapped.
    black.done(json!({"type": "rematch"})).await;
    white.news("rematch-asked").await;
    white.done(json!({"type": "rematch"})).await;
    let (black_news, white_news) = (black.news("rematch").await, white.news("rematch").await);
    assert_eq!(
        (&black_news["news"]["seat"], &white_news["news"]["seat"]),
        (&json!("white"), &json!("black"))
    );
    assert_ne!(black_news["news"]["token"], white_news["news"]["token"]);
    let mut black = table.connect().await;
    black.say(json!({"type": "sit", "token": white_news["news"]["token"]})).await;
    let seated = black.hear("seated").await;
    assert_eq!(seated["game"]["white"]["name"], "Ann");
    assert_eq!((&seated["seat"], &seated["state"]), (&json!("black"), &json!("playing")));
    black.try_point("C3").await;
    table.close().await;
}

#[tokio::test]
async fn time_runs_out() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let clock = json!({"main": 0, "periods": 1, "period": 1});
    let (_, mut black, mut white) = table.friends(json!({"clock": clock})).await;
    black.try_point("D4").await;
    let heard = white.news("moved").await;
    assert_eq!(heard["clocks"]["running"], "white");
    assert_eq!(heard["clocks"]["white"]["inPeriod"], true);
    let over = white.news("over").await;
    assert_eq!((&over["news"]["result"], &over["news"]["how"]), (&json!("B+T"), &json!("time")));
    black.news("over").await;
    table.close().await;
}

#[tokio::test]
async fn questions_do_not_stop_the_clock() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let asked = json!({"clock": {"main": 50}, "undo": true});
    let (_, mut black, mut white) = table.friends(asked).await;
    black.try_point("D4").await;
    white.news("moved").await;
    white.try_point("E5").await;
    black.news("moved").await;
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    black.done(json!({"type": "undo"})).await;
    white.news("undo-asked").await;
    white.done(json!({"type": "answer", "yes": false})).await;
    let frames = black.try_point("C3").await;
    let accepted = frames.iter().find(|frame| frame["news"]["kind"] == "accepted").unwrap();
    let left = accepted["clocks"]["black"]["left"].as_u64().unwrap();
    assert!(left <= 49_500, "{left}");
    table.close().await;
}

#[tokio::test]
async fn a_bot_that_panics_forfeits() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let made = table.game(&json!({"against": {"bot": "breaker"}, "color": "white"})).await;
    let mut white = table.connect().await;
    white.say(json!({"type": "sit", "token": made["token"]})).await;
    let mut frame = white.hear("seated").await;
    if frame["state"] != "over" {
        frame = white.news("over").await;
    }
    assert_eq!(frame["opened"]["how"], "conduct");
    table.close().await;
}

#[tokio::test]
async fn bots_play_each_other_and_anyone_watches_live() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let asked = json!({"black": "dicer", "white": "dicer", "size": 7});
    let game = table.post("/api/exhibitions", &asked).await.json()["game"].clone();
    let mut watcher = table.connect().await;
    watcher.say(json!({"type": "watch", "game": game})).await;
    let stage = watcher.hear("stage").await;
    let mut scenes = stage["scenes"].as_array().unwrap().clone();
    while scenes.last().is_none_or(|scene| scene["result"].is_null()) {
        scenes.push(watcher.hear("scene").await["scene"].clone());
    }
    let numbers: Vec<u64> = scenes.iter().map(|scene| scene["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=scenes.len() as u64).collect::<Vec<_>>());
    let path = format!("/api/games/{}/replay", game.as_str().unwrap());
    assert_eq!(table.get(&path).await.json()["scenes"], Value::Array(scenes));
    table.close().await;
}

#[tokio::test]
async fn the_lobby_is_updated() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let mut lobby = table.connect().await;
    lobby.say(json!({"type": "lobby"})).await;
    assert_eq!(lobby.hear("lobby").await["open"], json!([]));
    let made = table.game(&json!({"against": {"friend": "open"}, "delay": 0, "name": "Ann"})).await;
    let private = table.game(&json!({"against": {"friend": "private"}})).await;
    let _hidden = table.sit(&private["token"]).await;
    let mut black = table.sit(&made["token"]).await;
    // Only a game whose host is connected is open, and a private game is never listed.
    let mut shown = lobby.hear("lobby").await;
    while shown["open"].as_array().unwrap().is_empty() || shown["players"] != 2 {
        shown = lobby.hear("lobby").await;
    }
    assert_eq!(shown["open"].as_array().unwrap().len(), 1);
    assert_eq!(shown["open"][0]["id"], made["game"]);
    let id = made["game"].as_str().unwrap();
    let private = private["game"].as_str().unwrap();
    let bob = json!({"name": "Bob"});
    // Who was given the address of a private game may take its empty seat.
    assert_eq!(table.post(&format!("/api/games/{private}/join"), &bob).await.status, 201);
    assert_eq!(table.post(&format!("/api/games/{private}/join"), &bob).await.code(), "taken");
    assert_eq!(table.post(&format!("/api/games/{id}/join"), &bob).await.status, 201);
    assert_eq!(table.post(&format!("/api/games/{id}/join"), &bob).await.code(), "taken");
    black.news("began").await;
    while shown["running"].as_array().unwrap().is_empty() {
        shown = lobby.hear("lobby").await;
    }
    assert_eq!(shown["running"][0]["white"]["name"], "Bob");
    black.done(json!({"type": "resign"})).await;
    while shown["finished"].as_array().unwrap().is_empty() {
        shown = lobby.hear("lobby").await;
    }
    assert_eq!(shown["finished"][0]["result"], "W+R");
    table.close().await;
}

#[tokio::test]
async fn a_desk_for_two_people_at_real_boards() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let made =
        table.post("/api/desks", &json!({"black": "Ann", "white": "Bob", "size": 5})).await.json();
    let mut desk = table.connect().await;
    desk.say(json!({"type": "desk", "token": made["token"]})).await;
    let stage = desk.hear("stage").await;
    assert_eq!((&stage["desk"], &stage["game"]["white"]["name"]), (&json!(true), &json!("Bob")));
    let enter = |seat: &str, choice: &str| json!({"type": "enter", "seat": seat, "choice": choice});
    desk.done(enter("black", "C3")).await;
    assert_eq!(desk.refused(enter("black", "C4")).await, "not-your-turn");
    let before = desk.done(enter("white", "C3")).await;
    let scene = &before.last().unwrap()["scene"];
    assert_eq!(scene["words"]["white"], json!(["C3 is illegal"]));
    assert_eq!(scene["words"]["black"], json!(["your opponent's try is illegal"]));
    assert_eq!(scene["boards"]["white"].as_str().unwrap().chars().nth(12), Some('b'));
    // The operator takes the last entry back.
    let before = desk.done(json!({"type": "back"})).await;
    assert_eq!(before.last().unwrap()["scene"]["kind"], "undone");
    desk.done(enter("white", "C4")).await;
    desk.done(enter("black", "pass")).await;
    desk.done(enter("white", "pass")).await;
    desk.done(json!({"type": "mark", "dead": ["C4"]})).await;
    let id = made["game"].as_str().unwrap();
    let text = table.get(&format!("/api/games/{id}/text")).await.body;
    assert!(text.contains("# dead C4") && text.contains("b C3\nw C4\nb pass\nw pass"), "{text}");
    table.close().await;
}

#[tokio::test]
async fn a_desk_between_a_person_and_a_bot() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let asked = json!({"bot": {"seat": "white", "level": "passer"}, "black": "Ann"});
    let made = table.post("/api/desks", &asked).await.json();
    let mut desk = table.connect().await;
    desk.say(json!({"type": "desk", "token": made["token"]})).await;
    desk.hear("stage").await;
    desk.done(json!({"type": "enter", "seat": "black", "choice": "C3"})).await;
    let scene = desk.hear("scene").await;
    assert_eq!(
        (&scene["scene"]["kind"], &scene["scene"]["mover"]),
        (&json!("passed"), &json!("white"))
    );
    assert_eq!(
        desk.refused(json!({"type": "enter", "seat": "white", "choice": "C3"})).await,
        "not-your-turn"
    );
    // Taking Ann's entry back also takes the bot's answer back.
    desk.done(json!({"type": "back"})).await;
    desk.done(json!({"type": "enter", "seat": "black", "choice": "D4"})).await;
    loop {
        let scene = desk.hear("scene").await["scene"].clone();
        if scene["kind"] == "passed" && scene["move"] == 2 {
            break;
        }
    }
    table.close().await;
}

#[tokio::test]
async fn handicap_is_known_to_both() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let (_, mut black, mut white) = table.friends(json!({"handicap": 2, "komi": 0.5})).await;
    assert_eq!(black.refused(json!({"type": "try", "point": "E5"})).await, "not-your-turn");
    let before = white.try_point("C3").await;
    let view = &before[0]["view"];
    assert_eq!(view["theirs"][0], json!({"point": "C3", "how": "handicap", "move": 0}));
    assert_eq!(view["theirs"].as_array().unwrap().len(), 2);
    table.close().await;
}

#[tokio::test]
async fn guesses_are_scored_at_the_end() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let (game, mut black, mut white) = table.friends(json!({})).await;
    black.try_point("D4").await;
    white.news("moved").await;
    white.done(json!({"type": "guess", "stones": ["D4", "E5"]})).await;
    assert_eq!(white.refused(json!({"type": "guess", "stones": ["T19"]})).await, "off-board");
    let over = white.done(json!({"type": "resign"})).await.remove(0);
    let score = json!({"right": 1, "wrong": 1, "missed": 0, "found": ["D4"]});
    assert_eq!(over["opened"]["guess"], score);
    assert_eq!(black.news("over").await["opened"]["guess"], Value::Null);
    assert_eq!(white.refused(json!({"type": "guess", "stones": []})).await, "bad-guess");
    let replay = table.get(&format!("/api/games/{game}/replay")).await.json();
    assert_eq!(replay["guesses"]["white"]["stones"], json!(["D4", "E5"]));
    table.close().await;
}

/// A guess stone that was right is right, also if the stone was captured later. One that was taken away
/// is not scored, and one that was wrong all the time is wrong.
#[tokio::test]
async fn a_guess_is_judged_by_the_time_for_which_it_stood() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let (game, mut black, mut white) = table.friends(json!({"size": 5})).await;
    black.try_point("A1").await;
    white.news("moved").await;
    white.done(json!({"type": "guess", "stones": ["A1", "E5", "C3"]})).await;
    white.done(json!({"type": "guess", "stones": ["A1", "E5"]})).await;
    white.try_point("A2").await;
    black.news("moved").await;
    black.try_point("C3").await;
    white.news("moved").await;
    // This takes A1.
    white.try_point("B1").await;
    black.news("moved").await;
    let over = black.done(json!({"type": "resign"})).await;
    assert!(!over.is_empty());
    let score = json!({"right": 1, "wrong": 1, "missed": 1, "found": ["A1"]});
    assert_eq!(white.news("over").await["opened"]["guess"], score);
    let replay = table.get(&format!("/api/games/{game}/replay")).await.json();
    assert_eq!(replay["guesses"]["white"]["found"], json!(["A1"]));
    table.close().await;
    // The score comes from the disk as well.
    let table = Table::open(data.path()).await;
    let again = table.get(&format!("/api/games/{game}/replay")).await.json();
    assert_eq!(again["guesses"], replay["guesses"]);
    table.close().await;
}

/// Each browser without a name has its own number, also after a restart; opponents have different names.
#[tokio::test]
async fn two_guests_have_different_names() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let cookie = |mark: &str| format!("kage-guest={}", mark.repeat(32));
    let (ann, bob) = (cookie("a"), cookie("b"));
    let asked = json!({"against": {"friend": "private"}, "name": " "}).to_string();
    let made = table.ask("POST", "/api/games", &[("Cookie", &ann)], &asked).await.json();
    assert_eq!(made["name"], "Guest 1");
    let path = format!("/api/invites/{}", made["invite"].as_str().unwrap());
    let joined = table.ask("POST", &path, &[("Cookie", &bob)], "{}").await.json();
    assert_eq!(joined["name"], "Guest 2");
    table.close().await;
    let table = Table::open(data.path()).await;
    let made = table.ask("POST", "/api/games", &[("Cookie", &bob)], &asked).await.json();
    assert_eq!(made["name"], "Guest 2");
    let path = format!("/api/invites/{}", made["invite"].as_str().unwrap());
    let named = json!({"name": "guest 2"}).to_string();
    let joined = table.ask("POST", &path, &[("Cookie", &ann)], &named).await.json();
    assert_eq!(joined["name"], "guest 2 2");
    table.close().await;
}

/// A link that only works on this machine says so; a link that others can open comes with a QR code.
#[tokio::test]
async fn the_link_of_an_invitation_says_who_can_open_it() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let made = table.game(&json!({"against": {"friend": "private"}})).await;
    let invite = made["invite"].as_str().unwrap();
    let path = format!("/api/invites/{invite}/link");
    let link = table.get(&path).await.json();
    assert_eq!(link["reach"], "machine");
    assert_eq!(link["link"], format!("http://{}/join/{invite}", table.address));
    assert_eq!(link["qr"], Value::Null);
    assert_eq!(table.get("/api/invites/nosuch/link").await.code(), "no-invite");
    table.close().await;

    let origin = Some("https://go.example.org".to_owned());
    let table = Table::with(Options { origin, ..options(data.path()) }).await;
    let link = table.get(&path).await.json();
    assert_eq!(link["reach"], "everyone");
    assert_eq!(link["link"], format!("https://go.example.org/join/{invite}"));
    let size = link["qr"]["size"].as_u64().unwrap() as usize;
    assert_eq!(link["qr"]["modules"].as_str().unwrap().len(), size * size);
    table.close().await;
}

#[tokio::test]
async fn wrong_settings_have_an_error_code() {
    let data = folder();
    let table = Table::open(data.path()).await;
    for (change, code) in [
        (json!({"size": 1}), "bad-size"),
        (json!({"rules": "chess"}), "bad-rules"),
        (json!({"komi": 0.3}), "bad-komi"),
        (json!({"komi": 25.5, "size": 5}), "bad-komi"),
        (json!({"komi": 1e300}), "bad-komi"),
        (json!({"handicap": 1}), "bad-handicap"),
        (json!({"size": 5, "handicap": 2}), "bad-handicap"),
        (json!({"clock": {"main": 0}}), "bad-clock"),
        (json!({"against": {"bot": "god"}}), "bad-level"),
        (json!({"against": {"friend": "ajar"}}), "bad-json"),
        (json!({"color": "red"}), "bad-seat"),
        (json!({"delay": 9999}), "bad-delay"),
        (json!({"colour": "black"}), "bad-json"),
    ] {
        let mut asked = json!({"against": {"bot": "passer"}});
        for (name, value) in change.as_object().unwrap() {
            asked[name] = value.clone();
        }
        let reply = table.post("/api/games", &asked).await;
        assert_eq!((reply.status, reply.code().as_str()), (400, code), "{change}");
    }
    assert_eq!(table.get("/api/games/nosuchgame").await.code(), "no-game");
    assert_eq!(table.get("/api/invites/nosuch").await.code(), "no-invite");
    let programs = [("Accept", "application/json")];
    assert_eq!(table.ask("GET", "/nowhere", &programs, "").await.code(), "no-page");
    assert_eq!(table.get("/api/nowhere").await.code(), "no-page");
    let people = [("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    let page = table.ask("GET", "/nowhere", &people, "").await;
    assert_eq!(page.status, 404);
    assert!(page.body.contains("<!doctype html>"), "{}", page.body);
    table.close().await;
}
