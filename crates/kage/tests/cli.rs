//! The program as a stranger runs it: a real process, its output, its exit code.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::{kage, root};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The output of a run that must succeed.
fn good(arguments: &[&str], input: &str) -> String {
    let output = kage(arguments, input);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "kage {arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a run that must fail says, with its exit code.
fn bad(arguments: &[&str], input: &str) -> (i32, String) {
    let output = kage(arguments, input);
    assert!(output.stdout.is_empty(), "data on stdout of a failure");
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn json(arguments: &[&str], input: &str) -> Value {
    serde_json::from_str(&good(arguments, input)).unwrap()
}

#[test]
fn replay_tells_the_whole_story() {
    let text = good(&["replay", "suites/games/borsboom-3.3.2.txt"], "");
    for part in [
        "60 White  (G8 ko) J7",
        "85 Black  (D2 suicide, B3 stone, J6 stone, G1 stone) D4",
        "What Black knows          The truth                 What White knows",
        "109 moves, 76 refused tries: 71 opponent stone, 4 suicide, 1 ko.",
        "Area: Black 45, White 36; with komi 6.5 that is B+2.5.",
        "Result: B+2.5\n",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "no colours into a pipe");
}

#[test]
fn replay_json_has_what_programs_need() {
    let report = json(&["replay", "--json", "suites/games/borsboom-b4.txt"], "");
    assert_eq!(report["moves"], 108);
    assert_eq!(report["komi"], 6.5);
    assert_eq!((&report["black_area"], &report["white_area"]), (&44.into(), &37.into()));
    assert_eq!(report["result"], "B+0.5");
    let board = report["final_board"].as_array().unwrap();
    assert!(board.len() == 9 && board.iter().all(|row| row.as_str().unwrap().len() == 9));
    let refusals = report["refusals"].as_array().unwrap();
    let ko: Vec<&Value> = refusals.iter().filter(|refusal| refusal["reason"] == "ko").collect();
    assert_eq!(ko.len(), 1);
    assert_eq!(
        *ko[0],
        serde_json::json!({"move": 84, "color": "white", "point": "J9", "reason": "ko"})
    );
    let stones = refusals.iter().filter(|refusal| refusal["reason"] == "opponent stone").count();
    let suicides = refusals.iter().filter(|refusal| refusal["reason"] == "suicide").count();
    assert_eq!((suicides, stones + suicides + 1), (7, refusals.len()));
    let first = &report["captures"][0];
    assert!(first["move"].is_u64() && first["color"].is_string() && first["points"].is_array());
}

#[test]
fn agreed_games_keep_their_result_and_open_games_have_none() {
    let agreed = json(&["replay", "--json", "suites/games/olympiad-2007-game-6.txt"], "");
    assert_eq!(agreed["result"], "W+17.5");
    let open = json(&["replay", "--json", "-"], "# size 5\nb C3\n");
    assert_eq!(open["result"], "?");
    assert_eq!(open["black_area"], 25);
}

#[test]
fn replay_shows_the_boards_at_a_move() {
    let text = good(&["replay", "suites/games/borsboom-b4.txt", "--at", "2"], "");
    assert!(
        text.contains(" 5 . . . . . . . . . 5     5 . . . .(O). . . . 5     5 . . . . O"),
        "{text}"
    );
    let all = good(&["replay", "suites/games/borsboom-b4.txt", "--all"], "");
    assert_eq!(all.matches("The truth").count(), 108);
    let (code, said) = bad(&["replay", "suites/games/borsboom-b4.txt", "--at", "200"], "");
    assert_eq!(code, 1);
    assert!(said.contains("there is no move 200, the game has 108"), "{said}");
}

#[test]
fn impossible_and_broken_games_get_clear_errors() {
    let cases = [
        (
            "b E5\nw E5\n",
            "move 2 (White): E5 is written down as played, but it is illegal: the opponent's stone stands there",
        ),
        (
            "b E5\nw (E4) E6\n",
            "move 2 (White): the try at E4 is written down as refused, but it is legal here",
        ),
        ("b E5\nb E6\n", "move 2 (Black): it is the opponent's turn"),
        ("# size 5\nb E9\n", "move 1 (Black): E9 is off the board"),
        ("b pass\nw pass\nb E5\n", "move 3 (Black): the game is over"),
        ("b E5\nw E\n", "line 2: `E`: a point is"),
        ("(;SZ[9];B[ee", "line 1, column 10 (byte 9): the value that starts here has no end"),
        ("(;SZ[9];B[zz])", "node 1 after the root: `zz` is not on a board of 9 lines"),
        ("(;SZ[25])", "root node: `SZ[25]`: Kage plays on square boards from 2 to 19"),
        ("(;SZ[9];AW[ee])", "node 1 after the root: `AW`: only Black's handicap stones"),
        ("\n", "there is no game in it"),
        ("hello\n", "line 1: a turn starts with `b` or `w`, not `hello`"),
    ];
    for (input, expected) in cases {
        let (code, said) = bad(&["replay", "-"], input);
        assert_eq!(code, 1, "{said}");
        assert!(said.starts_with("kage: -: ") && said.contains(expected), "{input:?} gave {said}");
    }
    let (code, said) = bad(&["replay", "no/such/file.sgf"], "");
    assert!(code == 1 && said.contains("cannot read no/such/file.sgf"), "{said}");
    assert_eq!(bad(&["replay"], "").0, 2);
    assert_eq!(bad(&["replya", "x"], "").0, 2);
}

#[test]
fn convert_goes_both_ways_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let sgf = folder.path().join("game.sgf");
    let text = folder.path().join("game.txt");
    let (sgf, text) = (sgf.to_str().unwrap(), text.to_str().unwrap());
    good(&["convert", "suites/games/borsboom-b4.txt", sgf], "");
    assert!(fs::read_to_string(sgf).unwrap().contains("SZ[9]"));
    good(&["convert", sgf, text], "");
    let again = fs::read_to_string(text).unwrap();
    let original = fs::read_to_string(root().join("suites/games/borsboom-b4.txt")).unwrap();
    let turns = |game: &str| -> Vec<String> {
        game.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    };
    assert_eq!(turns(&again), turns(&original));

    let (code, said) = bad(&["convert", sgf, text], "");
    assert!(code == 1 && said.contains("--force replaces it"), "{said}");
    good(&["convert", "--force", sgf, text], "");
    let (code, said) = bad(&["convert", sgf, "/no/such/folder/game.txt"], "");
    assert!(code == 1 && said.contains("cannot write /no/such/folder/game.txt"), "{said}");
}

#[test]
fn convert_keeps_what_it_does_not_know() {
    let sgf = "(;GM[1]SZ[9]RU[Japanese]RE[something odd]XX[a\\]b];B[ee]C[well]YY[1][2];W[tt])";
    assert!(good(&["convert", "-"], "b E5\nw pass\n").starts_with("(;FF[4]"), "the other form");
    let text = good(&["convert", "-", "--form", "sgf"], sgf);
    for part in ["RU[Japanese]", "RE[something odd]", "XX[a\\]b]", "C[well]", "YY[1][2]", "W[]"] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
}

#[test]
fn a_full_disk_is_reported() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_kage"))
        .args(["replay", "suites/games/borsboom-b4.txt"])
        .current_dir(root())
        .stdout(fs::OpenOptions::new().write(true).open(full).unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the output"));
}

#[test]
fn a_game_in_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let file = path.to_str().unwrap();
    let arguments = ["play", "--opponent", "random", "--seed", "3", "--size", "5", "--save", file];
    let input = "C3\nZ9\nE9\nC3\nboard\nlog\nhelp\npass\nresign\n";
    let text = good(&arguments, input);
    for part in [
        "You are Black. Your opponent is `random`, seed 3.",
        "referee: C3 is legal",
        "referee: your opponent moves",
        "`Z9`? A point such as E5",
        "E9 is off the board; nothing was changed",
        "referee: C3 is illegal",
        "referee: game over: W+R",
        "The truth",
        "Result: W+R",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    let saved = fs::read_to_string(&path).unwrap();
    assert!(saved.contains("# result W+R") && saved.ends_with("b resign\n"), "{saved}");
    assert_eq!(json(&["replay", "--json", file], "")["result"], "W+R");
    let (code, said) = bad(&arguments, input);
    assert!(code == 1 && said.contains("exists already"), "{said}");
}

#[test]
fn a_move_is_taken_back_a_hint_is_given_and_guesses_are_reviewed() {
    let arguments = ["play", "--opponent", "random", "--seed", "3", "--size", "3"];
    let input =
        "guess B2 Z9\nguess T19\nundo\nguess A1 C3\nguess C3\nB2\nundo\nhint\nA2\nlog\nresign\n";
    let text = good(&arguments, input);
    for part in [
        "`guess B2 Z9`? A point such as E5, or: pass, resign, hint, undo, guess",
        "T19 is not on this board.",
        "You have made no move yet.",
        "Your guess stones: A1 C3",
        "Your guess stones: A1\n",
        "referee: B2 is legal",
        "Taken back.",
        "hint: Kage would play ",
        "with a chance to win of ",
        "Next best: ",
        "referee: A2 is legal",
        "Your guess stones: right ",
        "Hidden at the end, and not guessed: ",
        "You got 1 hint.",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    // What was taken back is not in the log, and not in the game.
    let (_, after) = text.split_once("referee: A2 is legal").unwrap();
    assert!(!after.contains("B2 is legal"), "{text}");
}

/// The opponent's stones must not be on the screen before the game is over.
#[test]
fn the_terminal_shows_no_hidden_stone() {
    let moves = "A1\nB2\nC3\nD4\nE5\nA5\nE1\nquit\n";
    let text = good(&["play", "--seed", "7", "--rules", "cazenave"], moves);
    let (dark, _) = text.split_once("What Black knows").unwrap();
    let boards: Vec<&str> = dark.lines().filter(|line| line.starts_with(' ')).collect();
    assert!(boards.len() > 50);
    assert!(boards.iter().all(|line| !line.contains('O')), "{dark}");
}

/// A single stone and two passes must not win against a player that knows of the unseen stone.
#[test]
fn a_pass_is_not_answered_while_a_stone_is_hidden() {
    let opponent = "all-as-first:playouts=500";
    let arguments = ["play", "--color", "white", "--seed", "1", "--opponent", opponent];
    let text = good(&arguments, "A1\npass\npass\n");
    assert!(text.contains("Result: ?"), "{text}");
}

#[test]
fn bad_bytes_do_not_end_a_game() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kage"))
        .args(["play", "--opponent", "random", "--size", "5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"C3\n\xff\xfe\n\nresign\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("Result: W+R"));
}

#[test]
fn rules_are_listed_and_explained() {
    assert!(good(&["rules"], "").contains("hamburg "));
    assert!(good(&["rules", "common", "komi=7.5"], "").starts_with("common komi=7.5\n"));
    assert_eq!(json(&["rules", "--json"], "")["openspiel"]["komi"], "7.5");
    let (code, said) = bad(&["rules", "comon"], "");
    assert!(code == 1 && said.contains("borsboom, cazenave"), "{said}");
    assert_eq!(bad(&["play", "--rules", "comon"], "").0, 2);
}

#[test]
#[allow(clippy::too_many_lines, reason = "lists of arguments and keys")]
fn a_match_ends_in_numbers_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    let games = folder.path().join("games");
    let (file, games) = (file.to_str().unwrap(), games.to_str().unwrap());
    let arguments = [
        "match",
        "all-as-first",
        "random",
        "--playouts",
        "50",
        "--games",
        "4",
        "--size",
        "5",
        "--json",
        file,
        "--sgf-dir",
        games,
    ];
    let text = good(&arguments, "");
    assert!(text.contains("95% interval") && text.contains("a hint, not a claim"), "{text}");
    let report: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let row = &report["players"][0];
    assert_eq!(row["player"], "all-as-first:playouts=50");
    for key in [
        "wins",
        "losses",
        "draws",
        "wins_as_black",
        "wins_as_white",
        "rate",
        "wilson95",
        "mean_score",
        "refused_per_move",
        "seconds_per_move",
        "forfeits",
        "voids",
    ] {
        assert!(!row[key].is_null(), "{key} is missing");
    }
    assert_eq!(report["games"].as_array().unwrap().len(), 4);
    let one = format!("{games}/game-0003.sgf");
    assert_eq!(json(&["replay", "--json", &one], "")["result"], report["games"][2]["result"]);
    let (code, said) = bad(&["match", "all-as-frist", "random"], "");
    assert!(code == 1 && said.contains("did you mean `all-as-first`"), "{said}");
}

#[test]
fn worlds_are_drawn_and_measured() {
    let game = "suites/games/borsboom-b4.txt";
    let text = good(&["worlds", game, "--seat", "b", "--at", "20", "--count", "200"], "");
    for part in ["200 worlds", "World 1", "What is certain, and why", "200 of 200 worlds verified"]
    {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    let drawn = json(&["worlds", game, "--seat", "w", "--at", "21", "--json"], "");
    assert_eq!(drawn["verified"], drawn["worlds"]);
    assert_eq!(drawn["samples"][0].as_array().unwrap().len(), 11);
    let (code, said) = bad(&["worlds", game, "--seat", "b", "--at", "999"], "");
    assert_eq!(code, 1);
    assert!(said.contains("there is no move 999"), "{said}");
    let measured =
        json(&["bench", "worlds", game, "--moves", "10,30", "--seconds", "0.05", "--json"], "");
    let positions = measured["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 4);
    for position in positions {
        assert_eq!(position["verified"], 1.0, "{position}");
        let number = |name: &str| position[name].as_f64().unwrap();
        assert!(number("distinct") <= number("worlds"), "{position}");
        // Each chain is worth at least one world, and no sample is worth much more than its size.
        let effective = number("effective_sample_size");
        assert!((1.0..=1.5 * number("worlds")).contains(&effective), "{position}");
        assert_eq!([number("fallbacks"), number("failures")], [0.0, 0.0], "{position}");
    }
}

#[test]
fn threats_are_held_against_games() {
    let game = "suites/games/borsboom-b4.txt";
    let run = ["bench", "threats", game, "--every", "15", "--playouts", "100"];
    let text = good(&run, "");
    assert!(text.contains("held too high in"), "{text}");
    let report = json(&[&run[..], &["--json"]].concat(), "");
    let count = |name: &str| report[name].as_u64().unwrap();
    assert!(count("threats") > 0 && count("threats") <= count("positions"), "{report}");
    assert!(count("threats_over_valued") <= count("threats"), "{report}");
    assert!(count("changed_by_threats") <= count("threats"), "{report}");
}

#[test]
fn players_are_listed() {
    let text = good(&["players"], "");
    assert!(text.lines().count() > 10 && text.contains("uct-rave"));
    assert!(good(&["players", "hybrid"], "").contains("switch"));
    let cazenave = good(&["players", "cazenave"], "");
    let (_, parts) = cazenave.split_once("not described there:\n").unwrap();
    assert_eq!(parts.lines().take_while(|line| line.starts_with("  - ")).count(), 4, "{cazenave}");
    assert!(!good(&["players", "standard"], "").contains("not described there"));
    assert_eq!(json(&["players", "--json"], "").as_array().unwrap().len(), 17);
}

#[test]
fn the_bench_counts_and_checks_itself() {
    let report = json(&["bench", "playouts", "--seconds", "0.1", "--json"], "");
    // The mean length of a game on 9x9 is 111.06 plies; that of a thousand games is within two.
    let length = report["mean_length"].as_f64().unwrap();
    assert!(
        report["playouts"].as_u64().unwrap() < 1_000 || (length - 111.06).abs() < 2.0,
        "{report}"
    );
    assert_eq!(report["signature"].as_str().unwrap().len(), 16);
    let plain = json(&["bench", "playouts", "--seconds", "0.1", "--portable", "--json"], "");
    assert_eq!(report["signature"], plain["signature"]);
}

#[test]
fn the_desk_takes_answers_and_takes_them_back() {
    let input = "x\nl\nm\ni\nundo\nl 0\nt\nm A1\nm\nundo\np\nboard\nlog\nquit\n";
    let text = good(&["referee", "--player", "random", "--size", "5", "--seed", "2"], input);
    for part in [
        "Kage tries ",
        "The referee must answer the try: type l (legal) or i (illegal)",
        "Taken back: ",
        " is illegal",
        "Kage does not have all of these stones",
        "your opponent's try is illegal",
        "your opponent passes",
        "Black 0:0",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
}

#[test]
fn the_desk_takes_all_that_a_referee_may_say() {
    let rules = "borsboom tries=count counts=announced";
    let input = "l stones 1 0\nm after 2 stones 1 1\nl after 1\nm\nl stones 2\nlog\nquit\n";
    let options = ["referee", "--player", "random", "--size", "5", "--seed", "2"];
    let text = good(&[&options[..], &["--rules", rules]].concat(), input);
    for part in [
        "is legal, stones: 1 black, 0 white",
        "your opponent moves after 2 refused, stones: 1 black, 1 white",
        "`after` is only for moves of the opponent",
        "`stones` needs a number after it",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_is_saved() {
    use std::io::{BufRead, BufReader, Write};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let mut kage = Command::new(env!("CARGO_BIN_EXE_kage"))
        .args(["play", "--opponent", "random", "--seed", "3", "--size", "5", "--save"])
        .arg(&path)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    kage.stdin.as_mut().unwrap().write_all(b"C3\n").unwrap();
    let mut lines = BufReader::new(kage.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("referee: your opponent moves")));
    let interrupt = Command::new("kill").args(["-INT", &kage.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    assert!(lines.any(|line| line.contains("Saved as")));
    assert!(kage.wait().unwrap().success());
    let saved = fs::read_to_string(&path).unwrap();
    assert!(saved.contains("\nb C3\nw "), "{saved}");
    // It may be read like any other file the user makes.
    let mode = |path: &Path| {
        std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path).unwrap().permissions())
    };
    let plain = folder.path().join("plain");
    fs::write(&plain, "").unwrap();
    assert_eq!(mode(&path), mode(&plain));
}

#[test]
fn analyze_explains_a_move() {
    let game = "suites/games/olympiad-2007-game-6.txt";
    let at = ["analyze", game, "--seat", "b", "--at", "29", "--player"];
    let text = good(&[&at[..], &["all-as-first:playouts=2000"]].concat(), "");
    assert!(text.contains("for Black, before move 29") && text.contains("2000 playouts"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("tree.html");
    let arguments = ["uct-late:playouts=2000", "--json", "--html", page.to_str().unwrap()];
    let report = json(&[&at[..], &arguments].concat(), "");
    assert_eq!(report["playouts"], 2000);
    assert!(report["tree"][0]["answers"].as_array().unwrap().len() > 3);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<details>") && page.contains("</html>") && !page.contains("{tree}"));
    let (code, said) = bad(&["analyze", game, "--seat", "w", "--at", "29"], "");
    assert!(code == 1 && said.contains("move 29 is Black's"), "{said}");
    let (_, said) = bad(&["analyze", game, "--seat", "b", "--at", "0"], "");
    assert!(said.contains("use --at 1 to 73"), "{said}");
    good(&["analyze", game, "--seat", "b", "--at", "73", "--player", "random"], "");
}

#[test]
fn help_teaches_and_completions_come() {
    assert!(good(&["--help"], "").contains("Examples:"));
    assert!(good(&["completions", "bash"], "").contains("_kage"));
    assert!(good(&["--version"], "").starts_with("kage "));
}
