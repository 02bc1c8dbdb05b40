//! Sessions of random bytes and of random commands: the engine answers the next good command as
//! if nothing had been.

#![allow(clippy::unwrap_used, reason = "test helpers")]

mod common;

use proptest::prelude::*;

/// What the engine says to these bytes, then to `protocol_version` with an id of its own.
fn session(mut bytes: Vec<u8>) -> String {
    bytes.extend_from_slice(b"\n77 protocol_version\n");
    let mut said = Vec::new();
    common::engine().serve(&bytes[..], &mut said).unwrap();
    String::from_utf8(said).unwrap()
}

fn is_alive(said: &str) -> bool {
    said.ends_with("=77 2\n\n")
}

/// Every answer begins with its sign, and only one empty line ends it.
fn is_well_formed(said: &str) -> bool {
    let answers: Vec<&str> = said.split_terminator("\n\n").collect();
    answers.iter().all(|answer| answer.starts_with(['=', '?']))
}

fn word() -> impl Strategy<Value = String> {
    let names = prop::sample::select(vec![
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "undo",
        "showboard",
        "final_score",
        "time_settings",
        "time_left",
        "fixed_handicap",
        "set_free_handicap",
        "known_command",
        "PG-SuggestMove",
        "PG-MovePlayed",
        "PG-Passed",
        "PG-TriedMove",
        "PG-StonesTaken",
        "PG-Caught",
        "PG-BeliefState",
        "PG-Rules",
        "PG-Color",
        "PG-Refused",
        "PG-Atari",
        "PG-Tries",
        "PG-Stones",
        "PG-GameOver",
        "kage-hidden",
        "kage-refused",
        "kage-candidates",
    ]);
    names.prop_map(str::to_owned)
}

fn argument() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "b",
        "w",
        "black",
        "white",
        "pass",
        "resign",
        "A1",
        "A2",
        "B1",
        "B2",
        "C3",
        "A3",
        "Z9",
        "0",
        "1",
        "2",
        "3",
        "5",
        "-1",
        "4294967295",
        "6.5",
        "1e300",
        "hamburg",
        "openspiel",
        "cazenave",
        "pass=unannounced",
        "ko=superko",
        "opponent-stone",
        "ko",
        "suicide",
        "B+R",
        "?",
        "#",
        "\u{e9}",
    ]);
    known.prop_map(str::to_owned)
}

fn command() -> impl Strategy<Value = String> {
    (word(), prop::collection::vec(argument(), 0..4))
        .prop_map(|(word, args)| format!("{word} {}\n", args.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let said = session(bytes);
        prop_assert!(is_alive(&said) && is_well_formed(&said), "{said}");
    }

    #[test]
    fn random_commands(commands in prop::collection::vec(command(), 0..120)) {
        let text = format!("boardsize 3\n{}", commands.concat());
        let said = session(text.into_bytes());
        prop_assert!(is_alive(&said) && is_well_formed(&said), "{said}");
    }

    /// Games by Phantom Go commands alone get further than those that mix everything.
    #[test]
    fn random_phantom_games(commands in prop::collection::vec(phantom_command(), 0..200)) {
        let text = format!("boardsize 3\n{}", commands.concat());
        let said = session(text.into_bytes());
        prop_assert!(is_alive(&said) && is_well_formed(&said), "{said}");
    }

    /// The contest protocol has no answer for nonsense, but it survives it.
    #[test]
    fn random_contests(lines in prop::collection::vec(contest_line(), 0..100)) {
        let make = || Ok(Box::<common::First>::default() as Box<dyn kage_phantom::Player>);
        let mut engine = kage_gtp::SauEngine::new("test", Box::new(make));
        let mut said = Vec::new();
        let text = lines.concat() + "\nname?\n";
        engine.serve(text.as_bytes(), &mut said, std::io::sink()).unwrap();
        prop_assert!(said.ends_with(b"name test\n"));
    }
}

fn phantom_command() -> impl Strategy<Value = String> {
    let points = prop::collection::vec(
        prop::sample::select(vec!["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3", "pass"]),
        0..3,
    );
    let names = prop::sample::select(vec![
        "PG-SuggestMove",
        "PG-SuggestMove",
        "PG-MovePlayed",
        "PG-MovePlayed",
        "PG-MovePlayed",
        "PG-Passed",
        "PG-TriedMove",
        "PG-StonesTaken",
        "PG-Caught 1",
        "PG-Caught 2",
        "PG-Atari",
        "PG-Refused",
        "PG-Stones 2 3",
        "PG-Tries 3",
        "PG-BeliefState",
        "showboard",
    ]);
    (names, points).prop_map(|(name, points)| format!("{name} {}\n", points.join(" ")))
}

fn contest_line() -> impl Strategy<Value = String> {
    let lines = prop::sample::select(vec![
        "new black",
        "new white",
        "move go",
        "move pass",
        "accept",
        "access",
        "refuse",
        "error",
        "take 1 AA",
        "take 2 AABB",
        "take 9",
        "take x",
        "taked 1 AI",
        "taked 2 AIBI",
        "taked 1",
        "end",
        "nonsense",
        "",
        "name?",
        "take 1 ZZ",
    ]);
    lines.prop_map(|line| format!("{line}\n"))
}
