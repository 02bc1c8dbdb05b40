//! The server says no more than the referee: if two games sound alike to a seat, its frames are equal byte
//! for byte.
//!
//! The pairs of games come from the referee's own tests: its random games, and the oracle, which shares no
//! code with the product. Here each game is played through the server with a socket for each seat, and all
//! frames are compared: text, number, order and length.

#[path = "../../../referee/tests/games/mod.rs"]
mod games;
#[path = "../../../referee/tests/oracle/mod.rs"]
mod oracle;

use crate::common::{Table, folder};
use fastrand::Rng;
use games::{Game, random_game, random_point};
use kage_goban::Color;
use kage_phantom::{Choice, Preset};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The number of pairs for each preset, and the number of games that are searched for them.
const PAIRS: usize = 6;
const SEEDS: u64 = 700;

/// What a seat hears of a game, by the oracle; `None` if it is not a legal game.
fn sound(game: &Game, seat: Color) -> Option<Vec<String>> {
    let heard = oracle::transcript(&game.rules, &game.setup, &game.steps, seat).ok()?;
    Some(heard.0)
}

/// The same game with some other choices of the seat's opponent.
fn change(random: &mut Rng, game: &Game, seat: Color) -> Game {
    let mut truth = game.clone();
    let theirs: Vec<usize> = (0..game.steps.len()).filter(|&i| game.steps[i].0 != seat).collect();
    for _ in 0..random.usize(1..=3) {
        let pick = theirs[random.usize(0..theirs.len())];
        let new = Choice::Try(random_point(random, game.setup.size()));
        match random.u8(0..4) {
            0 => truth.steps.insert(pick, (!seat, game.steps[pick].1)),
            _ => truth.steps[pick].1 = new,
        }
    }
    truth
}

/// A game, one that sounds alike to the seat, and one that does not.
struct Trio {
    seat: Color,
    one: Game,
    alike: Game,
    unlike: Game,
}

fn trio(seed: u64) -> Option<Trio> {
    let mut random = Rng::with_seed(seed ^ 0x3177);
    let lines = [4, 5, 5, 6][random.usize(0..4)];
    let one = random_game(seed, lines, random.usize(10..60));
    // The server has handicap stones on the usual points only.
    if !one.setup.stones(Color::Black).is_empty() || one.rules != one.preset.rules() {
        return None;
    }
    let seat = Color::BOTH[random.usize(0..2)];
    let heard = sound(&one, seat)?;
    if one.steps.iter().filter(|step| step.0 != seat).count() < 3 {
        return None;
    }
    let (mut alike, mut unlike) = (None, None);
    for _ in 0..400 {
        let truth = change(&mut random, &one, seat);
        match sound(&truth, seat) {
            Some(other) if other == heard && truth.steps != one.steps => alike = Some(truth),
            Some(other) if other != heard => unlike = Some(truth),
            _ => {}
        }
        if alike.is_some() && unlike.is_some() {
            break;
        }
    }
    Some(Trio { seat, one, alike: alike?, unlike: unlike? })
}

/// Plays a game through the server and returns all frames of the seat.
async fn frames(table: &Table, game: &Game, seat: Color) -> Vec<String> {
    // What a clock shows depends on the machine, not on the game.
    let mut rules = game.rules;
    rules.clock.main = None;
    let asked = json!({"size": game.setup.size().get(), "rules": rules.to_string()});
    let (id, black, white) = table.friends(asked).await;
    let mut clients = kage_goban::ByColor { black, white };
    for &(color, choice) in &game.steps {
        let message = match choice {
            Choice::Try(point) => json!({"type": "try", "point": point.to_string()}),
            Choice::Pass => json!({"type": "pass"}),
            Choice::Resign => json!({"type": "resign"}),
        };
        clients[color].done(message).await;
    }
    clients[seat].settle().await;
    clients[seat].frames.iter().map(|frame| masked(frame, &id)).collect()
}

/// The frame without what differs between any two games: the id, the time of creation and the ids of
/// messages. Their lengths must be equal. The truth at the end may differ.
fn masked(frame: &str, id: &str) -> String {
    let frame = frame.replace(id, "----------");
    let Ok(mut value) = serde_json::from_str::<Value>(&frame) else { return frame };
    let mut exact = frame.clone();
    if value["type"] == "seated" {
        let created = value["game"]["created"].to_string();
        exact = exact.replace(&created, &"-".repeat(created.len()));
    }
    if let Some(id) = value.get("id").and_then(Value::as_str) {
        exact = exact.replace(id, "id");
    }
    if !value["opened"].is_null() {
        value["opened"] = Value::Null;
        return value.to_string();
    }
    exact
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn truths_that_sound_alike_give_equal_frames() {
    let data = folder();
    let table = Table::open(data.path()).await;
    let mut played = BTreeMap::<&str, usize>::new();
    let mut refused = 0;
    for seed in 0..SEEDS {
        let preset = Preset::ALL[(seed % 7) as usize].name();
        if played.get(preset).is_some_and(|&count| count >= PAIRS) {
            continue;
        }
        let Some(Trio { seat, one, alike, unlike }) = trio(seed) else { continue };
        let heard = frames(&table, &one, seat).await;
        let same = frames(&table, &alike, seat).await;
        assert_eq!(heard, same, "{seat} hears the difference of\n{one}and\n{alike}");
        assert_ne!(heard, frames(&table, &unlike, seat).await, "deaf:\n{one}and\n{unlike}");
        refused += heard.iter().filter(|frame| frame.contains("\"refused\",\"point\"")).count();
        *played.entry(preset).or_default() += 1;
    }
    println!("{played:?}, {refused} refusals");
    // The property must have been tested often enough.
    assert!(Preset::ALL.iter().all(|p| played.get(p.name()) == Some(&PAIRS)), "{played:?}");
    assert!(refused > 50, "{refused}");
    table.close().await;
}
