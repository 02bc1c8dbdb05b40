//! Two players, many games, colours balanced.

use crate::{GameRow, Played, Report, Seat, StoreError, Terms, Void, play};
use kage_goban::{ByColor, Color};
use kage_phantom::{Ending, PlayerError};
use kage_record::Transcript;
use kage_referee::Record;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// The game a player is seated for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// Its number in the match, from 0.
    pub game: u32,
    /// The player's seed in it.
    pub seed: u64,
    /// The player's colour.
    pub color: Color,
}

/// Seats a fresh player for one game.
type Seating = Box<dyn Fn(Invitation) -> Result<Seat, PlayerError> + Send + Sync>;

/// One side of a match.
pub struct Contestant {
    /// What the match calls him.
    pub label: String,
    /// How he is seated.
    pub seat: Seating,
}

/// A match to be played.
pub struct Match {
    /// The two players.
    pub contestants: [Contestant; 2],
    /// The terms of every game.
    pub terms: Terms,
    /// How many games.
    pub games: u32,
    /// The seed of the match. Games 2k and 2k+1 have the same seed and swapped colours; in them each
    /// player has a seed of his own, so that one who meets himself does not play a game twice.
    pub seed: u64,
    /// How many games at once.
    pub concurrency: u32,
    /// Where the report is kept after each game, and taken up again from.
    pub store: Option<PathBuf>,
}

/// What a match tells while it is played.
#[derive(Debug)]
pub enum Progress<'a> {
    /// Games were taken over from an earlier run.
    Resumed(&'a Report),
    /// A game ended.
    Game(&'a Report, &'a GameRow, &'a Record),
    /// A game was void and is played again.
    Void(&'a str),
}

/// Why a match stopped before its last game. What was played is in the store.
#[derive(Debug)]
pub enum MatchError {
    /// The report cannot be kept.
    Store(StoreError),
    /// Two games in a row were void.
    Voids(String),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Store(error) => error.fmt(f),
            MatchError::Voids(what) => write!(f, "two games in a row were void: {what}"),
        }
    }
}

impl std::error::Error for MatchError {}

/// What a worker sends back: the game's number and how it went.
type Done = (u32, Result<Played, Void>);

impl Match {
    /// What the match is, in words: the same words are the same match.
    fn words(&self) -> String {
        let [first, second] = &self.contestants;
        let Terms { rules, setup, time } = &self.terms;
        let (first, second, size, seed) = (&first.label, &second.label, setup.size(), self.seed);
        format!("{first} v {second}, {size}, {rules}, {time}, seed {seed}")
    }

    /// Plays the match, or the rest of it if the store has a part. Stops early, with the report
    /// so far, when `stop` is set.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut tell: impl FnMut(Progress<'_>),
    ) -> Result<Report, MatchError> {
        let mut report = self.take_up().map_err(MatchError::Store)?;
        if !report.games.is_empty() {
            tell(Progress::Resumed(&report));
        }
        let open: Vec<u32> = (0..self.games)
            .filter(|game| !report.games.iter().any(|row| row.game == *game))
            .collect();
        let next = AtomicU32::new(0);
        let halt = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..self.concurrency.max(1) {
                let sender = sender.clone();
                let (open, next, halt) = (&open, &next, &halt);
                scope.spawn(move || self.work(open, next, &sender, stop, halt));
            }
            drop(sender);
            let done = self.collect(&mut report, &results, &mut tell);
            // Whatever ended the collection, the workers must not start more games.
            halt.store(true, Ordering::Relaxed);
            done
        })?;
        Ok(report)
    }

    fn take_up(&self) -> Result<Report, StoreError> {
        let words = self.words();
        let labels = [0, 1].map(|side: usize| self.contestants[side].label.clone());
        let fresh = || Report::new(words.clone(), self.seed, self.games, labels);
        let Some(path) = &self.store else { return Ok(fresh()) };
        let mut report = Report::load(path, &words)?.unwrap_or_else(fresh);
        report.games_wanted = self.games;
        report.save(path)?;
        Ok(report)
    }

    /// Plays open games until there are none. A void game is played once more.
    fn work(
        &self,
        open: &[u32],
        next: &AtomicU32,
        sender: &Sender<Done>,
        stop: &AtomicBool,
        halt: &AtomicBool,
    ) {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed) as usize;
            let Some(&game) = open.get(index) else { return };
            for _ in 0..2 {
                if stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed) {
                    return;
                }
                let played = self.play_one(game, stop);
                let void = played.as_ref().map_or(true, |played| played.void.is_some());
                if stop.load(Ordering::Relaxed) && void {
                    return;
                }
                if sender.send((game, played)).is_err() || !void {
                    break;
                }
            }
        }
    }

    fn play_one(&self, game: u32, stop: &AtomicBool) -> Result<Played, Void> {
        let seed = self.game_seed(game);
        let seat = |color: Color| {
            let side = side_of(game, color);
            let contestant = &self.contestants[side];
            let seed = seed.wrapping_mul(2).wrapping_add(side as u64);
            let what = |error: PlayerError| Void { seat: Some(color), what: error.to_string() };
            (contestant.seat)(Invitation { game, seed, color }).map_err(what)
        };
        let (mut black, mut white) = (seat(Color::Black)?, seat(Color::White)?);
        Ok(play(ByColor { black: &mut black, white: &mut white }, &self.terms, stop))
    }

    /// Both games of a pair have the same seed.
    fn game_seed(&self, game: u32) -> u64 {
        self.seed.wrapping_add(u64::from(game / 2).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn collect(
        &self,
        report: &mut Report,
        results: &Receiver<Done>,
        tell: &mut impl FnMut(Progress<'_>),
    ) -> Result<(), MatchError> {
        let mut void_before = false;
        for (game, played) in results {
            let played = match played {
                Ok(Played { void: Some(void), .. }) | Err(void) => {
                    let what = self.note_void(report, game, &void);
                    tell(Progress::Void(&what));
                    self.keep(report)?;
                    if void_before {
                        return Err(MatchError::Voids(what));
                    }
                    void_before = true;
                    continue;
                }
                Ok(played) => played,
            };
            void_before = false;
            let row = row_of(game, self.game_seed(game), &played);
            report.add(row.clone());
            self.keep(report)?;
            tell(Progress::Game(report, &row, &played.record));
        }
        Ok(())
    }

    /// Writes a void game down, and says it in words.
    fn note_void(&self, report: &mut Report, game: u32, void: &Void) -> String {
        let what = match void.seat {
            Some(color) => {
                let side = side_of(game, color);
                report.players[side].voids += 1;
                format!("game {game}: {}: {}", self.contestants[side].label, void.what)
            }
            None => format!("game {game}: {}", void.what),
        };
        report.voids.push(what.clone());
        what
    }

    fn keep(&self, report: &Report) -> Result<(), MatchError> {
        match &self.store {
            Some(path) => report.save(path).map_err(MatchError::Store),
            None => Ok(()),
        }
    }

    /// The game as a file, with the players' names.
    pub fn transcript(&self, row: &GameRow, record: &Record) -> Transcript {
        let mut game = Transcript::of(record);
        let name = |side: usize| Some(self.contestants[side].label.clone());
        game.names = ByColor { black: name(row.black), white: name(1 - row.black) };
        game.comments.push(format!("seed {}", row.seed));
        game.comments.extend(row.fault.clone());
        game
    }
}

/// Which player has a colour: they take turns.
fn side_of(game: u32, color: Color) -> usize {
    (game as usize + usize::from(color == Color::White)) % 2
}

fn row_of(game: u32, seed: u64, played: &Played) -> GameRow {
    let outcome = played.record.outcome();
    let side = |color: Color| side_of(game, color);
    let stats = [0, 1].map(|wanted: usize| {
        let color = if side(Color::Black) == wanted { Color::Black } else { Color::White };
        played.stats[color]
    });
    GameRow {
        game,
        black: side(Color::Black),
        seed,
        result: outcome.to_string(),
        winner: outcome.winner.map(side),
        lead: match outcome.ending {
            Ending::Count(score) => Some(f64::from(score.lead()) / 2.0),
            _ => None,
        },
        forfeit: matches!(outcome.ending, Ending::Forfeit(_)),
        fault: played.fault.clone(),
        moves: stats.map(|seat| seat.moves),
        refused: stats.map(|seat| seat.refused),
        seconds: stats.map(|seat| seat.time.as_secs_f64()),
        playouts: stats.map(|seat| seat.playouts),
    }
}
