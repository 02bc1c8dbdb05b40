//! `kage serve` as a stranger runs it: a real process that is stopped, killed and started again.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

#[path = "../../web/tests/wire/common/mod.rs"]
mod common;

use common::{Client, Table, folder};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A server in its own process.
struct Process {
    child: Child,
    table: Table,
}

impl Process {
    fn start(data: &Path) -> Process {
        let mut child = command(data).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").expect("an address").parse().unwrap();
        Process { child, table: Table::at(address) }
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kage"));
    command.args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--rate", "0", "--data"]);
    command.arg(data);
    command
}

/// One side of a game, and all that it has heard.
struct Side {
    token: Value,
    /// The news by their numbers.
    heard: BTreeMap<u64, Value>,
    /// What was said and not answered.
    open: Option<Value>,
}

/// Plays at random until the server is gone, and counts what it has heard with all the others.
async fn play(
    mut client: Client,
    token: Value,
    seat: &'static str,
    seed: u64,
    all: Arc<AtomicUsize>,
) -> Side {
    let mut side = Side { token, heard: BTreeMap::new(), open: None };
    let mut dice = fastrand::Rng::with_seed(seed);
    client.shout(json!({"type": "sit", "token": side.token}).to_string()).await;
    let mut count = 0;
    let mut turn = Value::Null;
    while let Some(frame) = client.next_or_end().await {
        let before = side.heard.len();
        side.note(&frame);
        all.fetch_add(side.heard.len() - before, Ordering::Relaxed);
        // A refusal to take a try, such as of a point that was tried before, shows no view.
        if let Some(now) = frame["view"].get("turn") {
            turn = now.clone();
        }
        if turn == seat && side.open.is_none() {
            count += 1;
            let point = format!("{}{}", char::from(b'A' + dice.u8(0..7)), dice.u8(1..=7));
            let message = json!({"type": "try", "id": format!("{seat}{count}"), "point": point});
            side.open = Some(message.clone());
            client.shout(message.to_string()).await;
        }
    }
    side
}

impl Side {
    fn note(&mut self, frame: &Value) {
        let log = frame["log"].as_array().cloned().unwrap_or_default();
        for news in log.iter().chain(frame.get("news")) {
            self.heard.insert(news["seq"].as_u64().unwrap(), news.clone());
        }
        if frame["type"] == "done" || frame["type"] == "error" {
            self.open = None;
        }
    }

    /// Comes back after the night: everything that was heard is as it was.
    async fn return_to(&self, table: &Table) -> Client {
        let mut client = table.connect().await;
        client.say(json!({"type": "sit", "token": self.token})).await;
        let seated = client.hear("seated").await;
        let log = seated["log"].as_array().unwrap();
        for (seq, news) in &self.heard {
            assert_eq!(log.get(*seq as usize - 1), Some(news), "news {seq} changed");
        }
        // What was taken down and not heard: one's own last try, and what the other side did.
        assert!(log.len() <= self.heard.len() + 40, "{} of {}", log.len(), self.heard.len());
        if let Some(message) = &self.open {
            // Whether or not it was taken down, it is done once.
            let (answer, _) = client.ask(message.clone()).await;
            assert!(answer["type"] == "done" || answer["code"] == "not-your-turn", "{answer}");
        }
        client
    }
}

const GAMES: u64 = 50;
/// News that all sides together have heard when the server is killed.
const ENOUGH: usize = 5_000;
/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[allow(clippy::too_many_lines, reason = "one story in order")]
async fn killed_during_fifty_games_it_loses_and_changes_none() {
    let data = folder();
    let process = Process::start(data.path());
    let table = &process.table;
    let mut players = Vec::new();
    let all = Arc::new(AtomicUsize::new(0));
    for number in 0..GAMES {
        let bot = number % 5 == 0;
        let against = if bot { json!({"bot": "first-steps"}) } else { json!({"friend": "open"}) };
        let rules = ["borsboom", "hamburg", "cazenave", "openspiel"][number as usize % 4];
        let asked = json!({"against": against, "size": 7, "rules": rules});
        let made = table.game(&asked).await;
        let game = made["game"].as_str().unwrap().to_owned();
        let mut seats = vec![(made["token"].clone(), "black", number)];
        if !bot {
            let path = format!("/api/games/{game}/join");
            let token = table.post(&path, &json!({})).await.json()["token"].clone();
            seats.push((token, "white", !number));
        }
        for (token, seat, seed) in seats {
            let client = table.connect().await;
            players.push(tokio::spawn(play(client, token, seat, seed, Arc::clone(&all))));
        }
    }
    let begun = Instant::now();
    while all.load(Ordering::Relaxed) < ENOUGH {
        assert!(begun.elapsed() < PATIENCE, "there was little to lose: {all:?}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    process.signal("-KILL");
    let mut sides = Vec::new();
    for player in players {
        sides.push(player.await.unwrap());
    }
    drop(process);

    let process = Process::start(data.path());
    let mut clients = Vec::new();
    for side in &sides {
        clients.push(side.return_to(&process.table).await);
    }
    for mut client in clients {
        let (answer, _) = client.ask(json!({"type": "resign"})).await;
        // The other side may have resigned before.
        assert!(answer["type"] == "done" || answer["code"] == "not-playing", "{answer}");
    }
    process.signal("-INT");
    let mut process = process;
    assert_eq!(process.child.wait().unwrap().code(), Some(0), "Ctrl-C closes the table cleanly");
}

#[tokio::test]
async fn every_level_plays_a_move() {
    let data = folder();
    let process = Process::start(data.path());
    let about = process.table.get("/api/about").await.json();
    let levels: Vec<&str> = about["levels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|level| level["id"].as_str().unwrap())
        .collect();
    assert_eq!(levels, ["first-steps", "gentle", "club", "strong", "strongest"]);
    for level in levels {
        let asked = json!({"against": {"bot": level}, "color": "white", "size": 9});
        let made = process.table.game(&asked).await;
        let mut white = process.table.connect().await;
        white.shout(json!({"type": "sit", "token": made["token"]}).to_string()).await;
        // On an empty board every try is legal, so the bot's first one is its move. It is news, or
        // in the log of a seat that was taken later. A bot without optimizations is slow.
        let moved = async {
            loop {
                let frame = white.next_or_end().await.expect("the server goes on");
                let log = frame["log"].as_array().cloned().unwrap_or_default();
                let mut heard = log.iter().chain(frame.get("news"));
                if let Some(news) = heard.find(|news| news["kind"] == "moved") {
                    return (news.clone(), frame["view"]["theirStones"].clone());
                }
            }
        };
        let (news, stones) = tokio::time::timeout(PATIENCE, moved).await.expect(level);
        assert_eq!((&news["passed"], stones), (&json!(false), json!(1)), "{level}: {news}");
    }
}

/// What a server says that cannot start, with its exit code.
fn fails(arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kage"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (child.wait().unwrap().code(), said)
}

#[test]
fn what_cannot_start_says_why_and_what_to_do() {
    let data = folder();
    let first = Process::start(data.path());
    let address = first.table.address.to_string();
    let (other, here) = (folder(), data.path().to_str().unwrap());
    let other = other.path().to_str().unwrap();
    let serve = ["serve", "--no-open", "--data"];
    let (code, said) = fails(&[&serve[..], &[other, "--listen", &address]].concat());
    assert!(code == Some(1) && said.contains("is in use") && said.contains("--listen"), "{said}");
    let any = ["--listen", "127.0.0.1:0"];
    let (code, said) = fails(&[&serve[..], &[here], &any[..]].concat());
    assert!(code == Some(1) && said.contains("another kage serve"), "{said}");
    let (code, said) = fails(&[&serve[..], &["/proc/nothing"], &any[..]].concat());
    assert!(code == Some(1) && said.contains("--data"), "{said}");
    let (code, said) = fails(&["serve", "--listen", "everywhere"]);
    assert!(code == Some(2) && said.contains("--listen"), "{said}");
    let (code, said) = fails(&["serve", "--origin", "go.example.org/path"]);
    assert!(code == Some(2) && said.contains("https://go.example.org"), "{said}");
}
