//! Whole games as data: each file in `playthroughs/` names players, a board and a seed, and has every try
//! of the game with what the player said of it. The game played again must be the same text.
//!
//! After a change of play that is meant, `KAGE_BLESS=1 cargo test -p kage-players --test playthroughs`
//! writes the files anew.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use kage_goban::{BoardSize, ByColor, Color, Move};
use kage_phantom::{
    Choice, Explanation, Observation, Player, Preset, RefereeRules, Ruling, Seats, Setup, Table,
};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How many candidates are written for each try.
const SHOWN: usize = 3;

/// A game as its file describes it.
struct Playthrough {
    players: ByColor<String>,
    rules: RefereeRules,
    size: BoardSize,
    seed: u64,
    tries: usize,
}

impl Playthrough {
    fn read(text: &str) -> Playthrough {
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("# {name} ")));
            line.unwrap().to_owned()
        };
        Playthrough {
            players: ByColor { black: value("black"), white: value("white") },
            rules: value("rules").parse::<Preset>().unwrap().rules(),
            size: BoardSize::new(value("size").parse().unwrap()).unwrap(),
            seed: value("seed").parse().unwrap(),
            tries: value("tries").parse().unwrap(),
        }
    }

    /// Plays the game, and writes it down.
    fn play(&self) -> String {
        let setup = Setup::even(self.size);
        let mut table = Table::new(setup.position(self.rules.ko));
        let mut views = Seats::new(self.rules, &setup);
        let seated = |seat: Color| kage_players::seat(&self.players[seat], self.seed).unwrap();
        let mut players = ByColor::new(seated);
        for seat in Color::BOTH {
            players[seat].begin(&views[seat]).unwrap();
        }
        let mut text = String::new();
        for number in 1..=self.tries {
            let seat = views[Color::Black].turn();
            let choice = players[seat].choose(&views[seat], None).unwrap();
            let play = match choice {
                Choice::Try(point) => Move::Play(point),
                _ => Move::Pass,
            };
            let (ruling, heard) = table.rule(&self.rules, play).unwrap();
            let why = in_words(players[seat].explain());
            writeln!(text, "{number} {seat} {choice} {} {why}", ruled(&ruling)).unwrap();
            tell(&mut players, &mut views, &heard);
            if table.position().is_over() {
                break;
            }
        }
        for seat in Color::BOTH {
            writeln!(text, "\n{seat} knows\n{}", views[seat]).unwrap();
        }
        text
    }
}

fn tell(
    players: &mut ByColor<Box<dyn Player>>,
    views: &mut Seats,
    heard: &ByColor<Option<Observation>>,
) {
    views.hear(heard).unwrap();
    for seat in Color::BOTH {
        if let Some(news) = &heard[seat] {
            players[seat].hear(&views[seat], news).unwrap();
        }
    }
}

fn ruled(ruling: &Ruling) -> String {
    match ruling {
        Ruling::Refused { reason, .. } => format!("refused: {reason}"),
        Ruling::Accepted { taken, .. } if !taken.is_empty() => format!("takes {}", taken.len()),
        Ruling::Accepted { .. } => "legal".to_owned(),
    }
}

/// The best candidates with their visits, and why the first was chosen.
fn in_words(explanation: Option<&Explanation>) -> String {
    let candidates = explanation.map_or(&[][..], |why| &why.candidates);
    let best = candidates.iter().take(SHOWN).map(|one| format!("{}={}", one.choice, one.visits));
    let reasons = candidates.first().map(|one| one.reasons.join(", ")).unwrap_or_default();
    format!("[{}] {reasons}", best.collect::<Vec<_>>().join(" "))
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn games_are_as_written() {
    let files = files();
    assert!(files.len() >= 8, "{}", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let head: String = text
            .lines()
            .filter(|line| line.starts_with('#'))
            .map(|line| format!("{line}\n"))
            .collect();
        let played = format!("{head}\n{}", Playthrough::read(&head).play());
        if std::env::var_os("KAGE_BLESS").is_some() {
            std::fs::write(&file, &played).unwrap();
        } else {
            assert_eq!(played, text, "{}", file.display());
        }
    }
}
