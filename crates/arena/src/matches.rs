//! Matches: two players, many games, colours balanced.

use crate::game_job::{GameJob, transcript};
use crate::game_pool::{GamePool, Schedule, counted};
use crate::{Contestant, Decide, GameRow, MatchReport, Played, StoreError, Terms, Void};
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
    /// The number of games.
    pub games: u32,
    /// The seed of the match. Games 2k and 2k+1 have the same seed and swapped colours. The two players
    /// have different seeds, so that a player against itself does not repeat a game.
    pub seed: u64,
    /// How many games run at once.
    pub concurrency: u32,
    /// The file of the report. It is written after each game, and a run goes on from it.
    pub store: Option<PathBuf>,
    /// The rule that may end the match before its last game.
    pub decide: Option<Decide>,
}

/// What a match reports while it is played.
#[derive(Debug)]
pub enum MatchEvent<'a> {
    /// The match goes on after the games of an earlier run.
    Resumed(&'a MatchReport),
    /// A game ended.
    Game(&'a MatchReport, &'a GameRow, &'a Record),
    /// A game was void and is played again.
    Void(&'a str),
}

/// Why a match stopped before its last game. What was played is in the store.
#[derive(Debug)]
pub enum MatchError {
    /// The report cannot be stored.
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
    /// The match as text: the same text is the same match.
    fn terms_text(&self) -> String {
        let [first, second] = &self.contestants;
        let Terms { rules, setup, time } = &self.terms;
        let (first, second, size, seed) = (&first.label, &second.label, setup.size(), self.seed);
        format!("{first} v {second}, {size}, {rules}, {time}, seed {seed}")
    }

    /// Plays the match, or the rest of it if the store has a part. When `stop` is set, it stops early
    /// with the report so far.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut tell: impl FnMut(MatchEvent<'_>),
    ) -> Result<MatchReport, MatchError> {
        let report = self.open_report().map_err(MatchError::Store)?;
        if !report.games.is_empty() {
            tell(MatchEvent::Resumed(&report));
        }
        let open = (0..self.games)
            .filter(|game| !report.games.iter().any(|row| row.game == *game))
            .map(|game| GameJob::new(0, [0, 1], game, self.seed))
            .collect();
        let (contestants, concurrency) = (&self.contestants, self.concurrency);
        let pool = GamePool { contestants, terms: &self.terms, concurrency, stop };
        let mut run = MatchRun { contest: self, report, open, void_before: false, judged: 0, tell };
        run.judge();
        pool.play(&mut run)?;
        Ok(run.report)
    }

    fn open_report(&self) -> Result<MatchReport, StoreError> {
        let text = self.terms_text();
        let labels = [0, 1].map(|side: usize| self.contestants[side].label.clone());
        let fresh = || MatchReport::new(text.clone(), self.seed, self.games, labels);
        let Some(path) = &self.store else { return Ok(fresh()) };
        let mut report = MatchReport::load(path, &text)?.unwrap_or_else(fresh);
        report.games_wanted = self.games;
        // The rule of this run decides again.
        report.decided = None;
        report.save(path)?;
        Ok(report)
    }

    /// The game as a file, with the players' names.
    pub fn transcript(&self, row: &GameRow, record: &Record) -> Transcript {
        let [first, second] = &self.contestants;
        transcript([&first.label, &second.label], row, record)
    }
}

/// A match in progress.
struct MatchRun<'a, F> {
    contest: &'a Match,
    report: MatchReport,
    /// The games still to be played.
    open: VecDeque<GameJob>,
    void_before: bool,
    /// How many games have been judged without a decision.
    judged: usize,
    tell: F,
}

impl<F: FnMut(MatchEvent<'_>)> Schedule for MatchRun<'_, F> {
    type Error = MatchError;

    fn next(&mut self) -> Option<GameJob> {
        self.open.pop_front()
    }

    fn ended(&mut self, job: &GameJob, played: Result<Played, Void>) -> Result<(), MatchError> {
        // A game that was in progress when the match was decided does not count: another run would
        // not have it.
        if self.report.decided.is_some() {
            return Ok(());
        }
        match counted(played) {
            Ok(played) => {
                self.void_before = false;
                let row = job.row(&played);
                self.report.add(row.clone());
                self.judge();
                self.keep()?;
                (self.tell)(MatchEvent::Game(&self.report, &row, &played.record));
            }
            Err(void) => {
                let what = self.note_void(job, &void);
                (self.tell)(MatchEvent::Void(&what));
                self.keep()?;
                if self.void_before {
                    return Err(MatchError::Voids(what));
                }
                self.void_before = true;
                self.open.push_front(*job);
            }
        }
        Ok(())
    }
}

impl<F> MatchRun<'_, F> {
    /// Finds the first whole pair that decides the match, and ends the match there.
    fn judge(&mut self) {
        let Some(decide) = &self.contest.decide else { return };
        let games = self.report.games.iter().enumerate();
        let in_order = games.take_while(|(place, row)| row.game as usize == *place).count();
        while self.judged + 2 <= in_order {
            self.judged += 2;
            if let Some(reason) = decide(&self.report.games[..self.judged]) {
                self.report.end_after(self.judged, reason);
                self.open.clear();
                return;
            }
        }
    }

    /// Records a void game; returns it as text.
    fn note_void(&mut self, job: &GameJob, void: &Void) -> String {
        let game = job.game;
        let what = match void.seat {
            Some(color) => {
                let side = job.side_of(color);
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
