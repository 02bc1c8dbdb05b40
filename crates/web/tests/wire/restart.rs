//! The server stops and starts again, or its disk is full: no game is lost, none is changed.

use crate::common::{Client, Table, folder, options};
use kage_web::{OpenError, Server};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

async fn seated(table: &Table, token: &Value) -> (Client, Value) {
    let mut client = table.connect().await;
    client.say(json!({"type": "sit", "token": token})).await;
    let seated = client.hear("seated").await;
    (client, seated)
}

#[tokio::test]
async fn every_game_continues_after_a_restart() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let clock = json!({"main": 100, "increment": 1});
    let asked =
        json!({"against": {"friend": "private"}, "undo": true, "clock": clock, "rules": "hamburg"});
    let made = table.game(&asked).await;
    let path = format!("/api/invites/{}", made["invite"].as_str().unwrap());
    let other = table.post(&path, &json!({"name": "Bob"})).await.json();
    let (mut black, _) = seated(&table, &made["token"]).await;
    let (mut white, _) = seated(&table, &other["token"]).await;
    black.try_point("D4").await;
    white.news("moved").await;
    white.try_point("D4").await;
    white.done(json!({"type": "guess", "stones": ["D4"]})).await;
    black.done(json!({"type": "undo"})).await;
    let (_, before) = seated(&table, &other["token"]).await;
    white.settle().await;
    table.close().await;
    // Sockets are told, so that clients reconnect.
    let goodbye = std::iter::from_fn(|| white.pending()).last();
    let last = match goodbye {
        Some(frame) if frame["type"] == "error" => frame,
        _ => white.hear("error").await,
    };
    assert_eq!(last["code"], "closing");

    tokio::time::sleep(Duration::from_millis(1_200)).await;
    let table = Table::open(data.path()).await;
    let (mut white, after) = seated(&table, &other["token"]).await;
    for same in ["game", "log", "view", "guess", "asks", "seq", "state"] {
        assert_eq!(after[same], before[same], "{same}");
    }
    // No clock runs while the server is stopped.
    let left = |frame: &Value| frame["clocks"]["white"]["left"].as_i64().unwrap();
    assert!(left(&after) >= left(&before), "{} {}", left(&before), left(&after));
    let (mut black, _) = seated(&table, &made["token"]).await;
    white.done(json!({"type": "answer", "yes": true})).await;
    assert_eq!(black.news("undone").await["view"]["moves"], 0);
    table.close().await;
}

#[tokio::test]
async fn a_message_is_not_carried_out_again_after_a_restart() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let made = table.game(&json!({"against": {"bot": "passer"}})).await;
    let message = json!({"type": "try", "id": "the-same", "point": "D4"});
    let (mut black, _) = seated(&table, &made["token"]).await;
    black.done(message.clone()).await;
    black.news("moved").await;
    table.close().await;
    let table = Table::open(data.path()).await;
    let (mut black, _) = seated(&table, &made["token"]).await;
    assert_eq!(black.done(message).await, Vec::<Value>::new());
    black.try_point("E5").await;
    // A new bot hears everything again and answers.
    black.news("moved").await;
    table.close().await;
}

/// Opens a server as soon as an earlier one has released the store.
async fn open_when_free(data: &Path) -> Result<Server, OpenError> {
    let opened = async {
        loop {
            match Server::open(options(data)).await {
                Err(OpenError::InUse(_)) => tokio::time::sleep(Duration::from_millis(20)).await,
                other => return other,
            }
        }
    };
    let opened = tokio::time::timeout(Duration::from_secs(10), opened).await;
    opened.expect("the first server never releases the store")
}

#[tokio::test]
async fn a_store_in_use_or_of_a_newer_version_is_not_opened() {
    let data = folder();
    let first = Server::open(options(data.path())).await.unwrap();
    let second = Server::open(options(data.path())).await;
    assert!(matches!(second.err(), Some(OpenError::InUse(_))));
    drop(first);
    let file = data.path().join("games.sqlite");
    // The tasks of the first server release the store a moment after it is dropped.
    drop(open_when_free(data.path()).await.unwrap());
    let store = rusqlite::Connection::open(&file).unwrap();
    store.pragma_update(None, "user_version", 99).unwrap();
    drop(store);
    let newer = open_when_free(data.path()).await;
    assert!(matches!(newer.err(), Some(OpenError::Newer(_))));
    std::fs::write(&file, "no store at all, but long enough to be read as one".repeat(99)).unwrap();
    let broken = Server::open(options(data.path())).await;
    assert!(matches!(broken.err(), Some(OpenError::Broken(..))));
    let nowhere = options(&file.join("below"));
    assert!(matches!(Server::open(nowhere).await.err(), Some(OpenError::Folder(..))));
}

/// Fills the store beyond its largest size, or makes room again.
fn fill(data: &std::path::Path, full: bool) {
    let store = rusqlite::Connection::open(data.join("games.sqlite")).unwrap();
    store.busy_timeout(Duration::from_secs(5)).unwrap();
    if full {
        store.execute_batch("CREATE TABLE ballast (x)").unwrap();
        store.execute("INSERT INTO ballast VALUES (zeroblob(1500000))", []).unwrap();
    } else {
        store.execute_batch("DROP TABLE ballast").unwrap();
    }
}

#[tokio::test]
async fn a_full_disk_stops_the_game_and_harms_nothing() {
    let data = folder();
    let small = || kage_web::Options { max_megabytes: Some(1), ..options(data.path()) };
    let table = Table::with(small()).await;
    let (game, mut black, mut white) = table.friends(json!({"rules": "hamburg"})).await;
    black.try_point("D4").await;
    white.news("moved").await;
    fill(data.path(), true);
    // White tries until the store needs a new page. Then there is an error, and the try has not happened.
    let mut tries = 0;
    let error = loop {
        let (answer, _) = white.ask(json!({"type": "try", "point": "D4"})).await;
        if answer["type"] == "error" {
            break answer;
        }
        tries += 1;
        assert!(tries < 500, "the disk is never full");
    };
    assert_eq!(error["code"], "disk");
    assert!(error["say"].as_str().unwrap().contains("no room left"), "{error}");
    let asked = json!({"against": {"bot": "passer"}});
    let mut reply = table.post("/api/games", &asked).await;
    while reply.status == 201 {
        reply = table.post("/api/games", &asked).await;
    }
    assert_eq!((reply.status, reply.code().as_str()), (503, "disk"));
    black.settle().await;
    let heard = std::iter::from_fn(|| black.pending()).filter(|f| f["news"]["kind"] == "tried");
    assert_eq!(heard.count(), tries, "Black hears of what is on disk and of nothing else");
    // There is room again: the same try is accepted, and the game continues, also after a restart.
    fill(data.path(), false);
    white.try_point("D4").await;
    white.try_point("E5").await;
    black.news("moved").await;
    table.close().await;
    let table = Table::with(small()).await;
    let card = table.get(&format!("/api/games/{game}")).await.json();
    assert_eq!((&card["moves"], &card["state"]), (&json!(2), &json!("playing")));
    table.close().await;
    let store = rusqlite::Connection::open(data.path().join("games.sqlite")).unwrap();
    let check: String = store.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
}
