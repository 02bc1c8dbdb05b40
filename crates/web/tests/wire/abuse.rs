//! Wrong and hostile clients: each gets an error, and no game is harmed.

use crate::common::{Client, Table, folder, options};
use serde_json::json;
use std::time::Duration;

/// The code of the error that a first message gets, after which the socket is closed.
async fn turned_away(table: &Table, first: &str) -> String {
    let mut client = table.connect().await;
    client.say_text(first).await;
    let error = client.hear("error").await;
    client.closed().await;
    error["code"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_token_opens_its_own_stream_and_no_other() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let made = table.game(&json!({"against": {"friend": "private"}})).await;
    let desk = table.post("/api/desks", &json!({})).await.json();
    let mut forged = made["token"].as_str().unwrap().to_owned();
    forged.replace_range(0..1, if forged.starts_with('a') { "b" } else { "a" });
    for (kind, token) in [
        ("sit", &json!(forged)),
        ("sit", &json!("")),
        ("sit", &made["invite"]),
        ("sit", &desk["token"]),
        ("sit", &made["game"]),
        ("desk", &made["token"]),
        ("desk", &made["invite"]),
    ] {
        let first = json!({"type": kind, "token": token}).to_string();
        assert_eq!(turned_away(&table, &first).await, "no-seat", "{first}");
    }
    let path = format!("/api/invites/{}", made["token"].as_str().unwrap());
    assert_eq!(table.post(&path, &json!({})).await.code(), "no-invite");
    let watch = json!({"type": "watch", "game": made["token"]}).to_string();
    assert_eq!(turned_away(&table, &watch).await, "no-game");
    // The right token still opens the seat.
    table.sit(&made["token"]).await;
    table.close().await;
}

#[tokio::test]
async fn a_player_cannot_watch_their_own_running_game() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let (ann, bob) = (table.get("/").await.cookie(), table.get("/").await.cookie());
    assert_ne!(ann, bob);
    let asked = json!({"against": {"friend": "open"}, "delay": 0}).to_string();
    let made = table.ask("POST", "/api/games", &[("Cookie", &ann)], &asked).await.json();
    let game = made["game"].as_str().unwrap();
    let watch = json!({"type": "watch", "game": game});
    // Bob watches and then takes the seat. From then on Bob cannot watch.
    let mut watcher = table.connect_with(&[("cookie", &bob)]).await.unwrap();
    watcher.say(watch.clone()).await;
    watcher.hear("stage").await;
    let path = format!("/api/games/{game}/join");
    let seat = table.ask("POST", &path, &[("Cookie", &bob)], "{}").await.json();
    watcher.closed().await;
    assert!(!watcher.frames.iter().any(|frame| frame.contains("truth")), "{:?}", watcher.frames);
    for cookie in [&ann, &bob] {
        let mut client = table.connect_with(&[("cookie", cookie)]).await.unwrap();
        client.say(watch.clone()).await;
        assert_eq!(client.hear("error").await["code"], "holds-seat");
        client.closed().await;
    }
    let mut other =
        table.connect_with(&[("cookie", &table.get("/").await.cookie())]).await.unwrap();
    other.say(watch.clone()).await;
    other.hear("stage").await;
    // After the end everyone can watch.
    table.sit(&seat["token"]).await.done(json!({"type": "resign"})).await;
    let mut client = table.connect_with(&[("cookie", &ann)]).await.unwrap();
    client.say(watch).await;
    assert_eq!(client.hear("stage").await["scenes"].as_array().unwrap().len(), 2);
    table.close().await;
}

#[tokio::test]
async fn requests_of_other_sites_are_refused() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let own = format!("http://{}", table.address);
    let body = json!({"against": {"bot": "passer"}}).to_string();
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
        let reply = table.ask("POST", "/api/games", &[("Origin", origin)], &body).await;
        assert_eq!((reply.status, reply.code().as_str()), (403, "foreign-origin"), "{origin}");
        assert!(table.connect_with(&[("origin", origin)]).await.is_err(), "{origin}");
    }
    assert_eq!(table.ask("POST", "/api/games", &[("Origin", &own)], &body).await.status, 201);
    assert!(table.connect_with(&[("origin", &own)]).await.is_ok());
    // A name of another site that points to this machine.
    let reply = table.ask("GET", "/", &[("Host", "evil.example")], "").await;
    assert_eq!((reply.status, reply.code().as_str()), (403, "foreign-host"));
    table.close().await;

    let known = options(folder().path());
    let known = kage_web::Options { origin: Some("https://go.example.org".to_owned()), ..known };
    let table = Table::with(known).await;
    let through = [("Host", "go.example.org"), ("Origin", "https://go.example.org")];
    let reply = table.ask("POST", "/api/games", &through, &body).await;
    assert_eq!(reply.status, 201);
    let page = table.ask("GET", "/", &[("Host", "go.example.org")], "").await;
    assert!(page.head.contains("; secure"), "{}", page.head);
    table.close().await;
}

#[tokio::test]
async fn wrong_messages_are_answered_and_the_game_continues() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let (_, mut black, mut white) = table.friends(json!({})).await;
    let nested = "[".repeat(2_000);
    for text in [
        "",
        "{",
        "null",
        "\"try\"",
        &nested,
        r#"{"type":"try","id":"x","point":"D4","and":"more"}"#,
        r#"{"type":"cheat","id":"x"}"#,
        r#"{"type":"try","id":"x","point":7}"#,
    ] {
        black.say_text(text).await;
        assert_eq!(black.hear("error").await["code"], "bad-json", "{text}");
    }
    black.say_binary(vec![0, 159, 146, 150]).await;
    assert_eq!(black.hear("error").await["code"], "bad-json");
    for (message, code) in [
        (json!({"type": "try", "point": "I5"}), "bad-point"),
        (json!({"type": "try", "point": "Z99"}), "bad-point"),
        (json!({"type": "try", "point": "T19"}), "off-board"),
        (json!({"type": "enter", "seat": "white", "choice": "D4"}), "not-here"),
        (json!({"type": "back"}), "not-here"),
    ] {
        assert_eq!(black.refused(message).await, code);
    }
    black.say(json!({"type": "lobby"})).await;
    assert_eq!(black.hear("error").await["code"], "not-here");
    black.try_point("D4").await;
    assert_eq!(white.news("moved").await["news"]["seq"], 2, "nothing of this was heard");
    for first in ["{", r#"{"type":"ping"}"#, r#"{"type":"pass","id":"x"}"#] {
        assert_eq!(turned_away(&table, first).await, "bad-first", "{first}");
    }
    table.close().await;
}

#[tokio::test]
async fn oversize_messages_are_refused() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let made = table.game(&json!({"against": {"bot": "passer"}})).await;
    for length in [5_000, 1_000_000] {
        let mut client = table.sit(&made["token"]).await;
        let text = format!(r#"{{"type":"pass","id":"{}"}}"#, "x".repeat(length));
        client.shout(text).await;
        // A very long frame may be cut off before the answer can be read.
        while let Some(frame) = client.next().await {
            assert_eq!(frame["code"], "too-large");
        }
        if length == 5_000 {
            assert!(client.frames.iter().any(|frame| frame.contains("too-large")));
        }
    }
    let body = json!({"against": {"bot": "passer"}, "name": "x".repeat(20_000)});
    let reply = table.post("/api/games", &body).await;
    assert_eq!((reply.status, reply.code().as_str()), (413, "too-large"));
    table.sit(&made["token"]).await.try_point("D4").await;
    table.close().await;
}

#[tokio::test]
async fn a_name_is_never_markup() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let name = "<img src=x>]\\;\"'&";
    let made = table.game(&json!({"against": {"bot": "passer"}, "name": name})).await;
    table.sit(&made["token"]).await.done(json!({"type": "resign"})).await;
    let path = format!("/api/games/{}", made["game"].as_str().unwrap());
    let card = table.get(&path).await;
    assert_eq!(card.json()["black"]["name"], name);
    assert!(card.head.contains("content-type: application/json"));
    assert!(card.head.contains("x-content-type-options: nosniff"));
    let sgf = table.get(&format!("{path}/sgf")).await;
    assert!(sgf.head.contains("content-disposition: attachment"));
    let games = kage_record::read(sgf.body.as_bytes()).unwrap();
    assert_eq!(games[0].names.black.as_deref(), Some(name));
    let text = table.get(&format!("{path}/text")).await.body;
    assert_eq!(kage_record::from_text(&text).unwrap().names.black.as_deref(), Some(name));
    table.close().await;
}

#[tokio::test]
async fn too_many_requests_are_refused() {
    let data = folder();
    let limited = kage_web::Options { rate: 50, ..options(data.path()) };
    let table = Table::with(limited).await;
    let made = table.game(&json!({"against": {"bot": "passer"}})).await;
    let mut player = table.sit(&made["token"]).await;
    let mut refused = None;
    for _ in 0..1_000 {
        let reply = table.get("/api/about").await;
        if reply.status == 429 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.expect("a refusal");
    assert_eq!(refused.code(), "slow-down");
    assert!(refused.head.contains("retry-after: 1"));
    // A player with an open socket is not affected.
    player.try_point("D4").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(table.get("/api/about").await.status, 200, "the limit recovers");
    table.close().await;
}

#[tokio::test]
async fn too_many_messages_of_one_socket_are_refused() {
    let data = folder();
    let limited = kage_web::Options { rate: 50, ..options(data.path()) };
    let table = Table::with(limited).await;
    let (_, mut black, mut white) = table.friends(json!({})).await;
    for number in 0..150 {
        black
            .shout(json!({"type": "try", "id": format!("f{number}"), "point": "D4"}).to_string())
            .await;
    }
    let codes = answers(&mut black, 150).await;
    assert!(codes.iter().any(|code| code == "slow-down"), "{codes:?}");
    assert_eq!(codes.iter().filter(|code| *code == "done").count(), 1, "{codes:?}");
    white.news("moved").await;
    white.try_point("E5").await;
    for number in 0..400 {
        black.shout(json!({"type": "ping", "n": number}).to_string()).await;
    }
    black.closed().await;
    // Only this socket is closed; the player still has the seat.
    assert_eq!(white.refused(json!({"type": "pass"})).await, "not-your-turn");
    table.close().await;
}

async fn answers(client: &mut Client, count: usize) -> Vec<String> {
    let mut codes = Vec::new();
    while codes.len() < count {
        let frame = client.next().await.expect("an answer");
        match frame["type"].as_str().unwrap() {
            "done" => codes.push("done".to_owned()),
            "error" => codes.push(frame["code"].as_str().unwrap().to_owned()),
            _ => {}
        }
    }
    codes
}

#[tokio::test]
async fn pages_have_security_headers_and_etags() {
    let data = folder();
    let table = Table::open(data.path()).await;
    for path in ["/", "/lobby", "/game/x", "/join/x", "/watch/x", "/replay/x", "/desk", "/learn"] {
        let page = table.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.head.contains("default-src 'none'; script-src 'self'; style-src 'self'"));
        assert!(page.head.contains("frame-ancestors 'none'"));
        assert!(page.head.contains("content-type: text/html; charset=utf-8"));
        assert!(page.head.contains("httponly; samesite=lax"), "{}", page.head);
    }
    let page = table.get("/").await;
    let (_, tag) = page.head.split_once("etag: ").unwrap();
    let tag = tag.lines().next().unwrap();
    let again = table.ask("GET", "/", &[("If-None-Match", tag)], "").await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let packed = table.ask("GET", "/api/about", &[("Accept-Encoding", "gzip")], "").await;
    assert!(packed.head.contains("content-encoding: gzip"));
    assert_eq!(table.get("/assets/../Cargo.toml").await.status, 404);
    assert_eq!(table.get("/assets/%2e%2e/Cargo.toml").await.status, 404);
    assert_eq!(table.get("/assets/nothing.js").await.status, 404);
    table.close().await;
}
