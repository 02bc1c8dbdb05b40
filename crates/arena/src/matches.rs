//! Two players, many games, colours balanced.

use crate::bout::{Bout, transcript};
use crate::hall::{Hall, Schedule, counted};
use crate::{Contestant, GameRow, Played, Report, StoreError, Terms, Void};
use kage_record::Transcript;
use kage_referee::Record;
use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

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
        let report = self.take_up().map_err(MatchError::Store)?;
        if !report.games.is_empty() {
            tell(Progress::Resumed(&report));
        }
        let open = (0..self.games)
            .filter(|game| !report.games.iter().any(|row| row.game == *game))
            .map(|game| Bout::new(0, [0, 1], game, self.seed))
            .collect();
        let (contestants, concurrency) = (&self.contestants, self.concurrency);
        let hall = Hall { contestants, terms: &self.terms, concurrency, stop };
        let mut course = Course { contest: self, report, open, void_before: false, tell };
        hall.play(&mut course)?;
        Ok(course.report)
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

    /// The game as a file, with the players' names.
    pub fn transcript(&self, row: &GameRow, record: &Record) -> Transcript {
        let [first, second] = &self.contestants;
        transcript([&first.label, &second.label], row, record)
    }
}

/// A match under way.
struct Course<'a, F> {
    contest: &'a Match,
    report: Report,
    /// The games that are still to be played.
    open: VecDeque<Bout>,
    void_before: bool,
    tell: F,
}

impl<F: FnMut(Progress<'_>)> Schedule for Course<'_, F> {
    type Error = MatchError;

    fn next(&mut self) -> Option<Bout> {
        self.open.pop_front()
    }

    fn ended(&mut self, bout: &Bout, played: Result<Played, Void>) -> Result<(), MatchError> {
        match counted(played) {
            Ok(played) => {
                self.void_before = false;
                let row = bout.row(&played);
                self.report.add(row.clone());
                self.keep()?;
                (self.tell)(Progress::Game(&self.report, &row, &played.record));
            }
            Err(void) => {
                let what = self.note_void(bout, &void);
                (self.tell)(Progress::Void(&what));
                self.keep()?;
                if self.void_before {
                    return Err(MatchError::Voids(what));
                }
                self.void_before = true;
                self.open.push_front(*bout);
            }
        }
        Ok(())
    }
}

impl<F> Course<'_, F> {
    /// Writes a void game down, and says it in words.
    fn note_void(&mut self, bout: &Bout, void: &Void) -> String {
        let game = bout.game;
        let what = match void.seat {
            Some(color) => {
                let side = bout.side_of(color);
                self.report.players[side].voids += 1;
                format!("game {game}: {}: {}", self.contest.contestants[side].label, void.what)
            }
            None => format!("game {game}: {}", void.what),
        };
        self.report.voids.push(what.clone());
        what
    }

    fn keep(&self) -> Result<(), MatchError> {
        match &self.contest.store {
            Some(path) => self.report.save(path).map_err(MatchError::Store),
            None => Ok(()),
        }
    }
}
