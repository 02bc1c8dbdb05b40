//! Tournaments: many players, many games, in a store that survives any interruption.
//!
//! A game depends on the conditions, its pairing and its number only: not on the order in which games
//! end, how many run at once, or how often the program was killed.

mod config;
mod standings;
mod store;

pub use config::{Config, ConfigError, Format, Objection};
pub use standings::{Standing, WinDrawLoss};
pub(crate) use store::LogEntry;
pub use store::load;

use crate::game_job::{GameJob, transcript};
use crate::game_pool::{GamePool, Schedule, counted};
use crate::{
    Conditions, Contestant, GameRow, Pairs, Played, Results, Sprt, StoreError, StoredGame, Terms,
    Verdict, Void,
};
use kage_record::to_text;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use store::Store;

/// Whether the games of a pairing, in order and in whole pairs, decide it; then the reason as text.
pub type Decide = Box<dyn Fn(&[GameRow]) -> Option<String> + Send + Sync>;

/// A sequential test that decides pairings.
pub fn decide_by(test: Sprt) -> Decide {
    Box::new(move |games| {
        let pairs = Pairs::of(games);
        let said = match test.verdict(&pairs) {
            Verdict::Open => return None,
            Verdict::First => "the first is better",
            Verdict::NotFirst => "the first is not better",
        };
        let (llr, (low, high)) = (test.llr(&pairs), test.bounds());
        Some(format!(
            "{said}, after {} games (LLR {llr:.2}, bounds {low:.2} and {high:.2}; {test})",
            games.len()
        ))
    })
}

/// A tournament to be played.
pub struct Tournament {
    /// The conditions, as they are stored.
    pub conditions: Conditions,
    /// The terms of every game.
    pub terms: Terms,
    /// The players for the entrants of the conditions, in the same order.
    pub contestants: Vec<Contestant>,
    /// How many games run at once.
    pub concurrency: u32,
    /// The rule that may end a pairing before its last game.
    pub decide: Option<Decide>,
    /// The folder of the store; a run goes on from what is in it.
    pub store: PathBuf,
}

/// What a tournament reports while it is played.
#[derive(Debug)]
pub enum TournamentEvent<'a> {
    /// It starts, or goes on from the results of an earlier run.
    Begins(&'a Results),
    /// A game ended.
    Game(&'a Results, &'a StoredGame),
    /// A game was void and is played again.
    Void(&'a str),
    /// The games of a pairing have decided it.
    Decided(usize, &'a str),
    /// Two games of a pairing in a row were void: the pairing stops.
    Stopped(usize, &'a str),
}

impl Tournament {
    /// Plays the tournament, or the rest of it. When `stop` is set, it stops early with the results so
    /// far. A pairing that an earlier run stopped because of void games is tried again.
    pub fn run(
        &self,
        stop: &AtomicBool,
        tell: impl FnMut(TournamentEvent<'_>),
    ) -> Result<Results, StoreError> {
        let (store, results) = Store::open(&self.store, &self.conditions)?;
        let count = self.conditions.pairings.len();
        let mut run = TournamentRun {
            tournament: self,
            store,
            results,
            open: VecDeque::new(),
            void_before: vec![false; count],
            judged: vec![0; count],
            tell,
        };
        run.begin()?;
        let (contestants, terms) = (&self.contestants, &self.terms);
        GamePool { contestants, terms, concurrency: self.concurrency, stop }.play(&mut run)?;
        Ok(run.results)
    }

    /// Plays one game of a pairing, the same as a run would play, and stores nothing. The game is void
    /// when `stop` is set before its end.
    pub fn play_game(&self, pairing: usize, game: u32, stop: &AtomicBool) -> Result<GameRow, Void> {
        let job = self.job(pairing, game);
        let (contestants, terms) = (&self.contestants, &self.terms);
        let played = GamePool { contestants, terms, concurrency: 1, stop }.play_safely(&job);
        counted(played).map(|played| job.row(&played))
    }

    /// Every game, in the order in which they start: pair by pair, so that all pairings grow
    /// evenly.
    fn jobs(&self) -> impl Iterator<Item = GameJob> {
        let pairings = &self.conditions.pairings;
        let most = pairings.iter().map(|pairing| pairing.games).max().unwrap_or(0);
        (0..most.div_ceil(2)).flat_map(move |pair| {
            pairings.iter().enumerate().flat_map(move |(place, pairing)| {
                let games = (2 * pair..2 * pair + 2).filter(|game| *game < pairing.games);
                games.map(move |game| self.job(place, game))
            })
        })
    }

    fn job(&self, pairing: usize, game: u32) -> GameJob {
        let players = self.conditions.pairings[pairing].players;
        let names = players.map(|player| self.conditions.name(player));
        GameJob::new(pairing, players, game, pairing_seed(self.conditions.seed, names))
    }
}

/// The seed of a pairing. It depends only on the seed of the tournament and the two names.
fn pairing_seed(seed: u64, names: [&str; 2]) -> u64 {
    // FNV-1a over the names, each ended by a byte that no name has.
    let bytes = names.iter().flat_map(|name| name.bytes().chain([0xFF]));
    let hash = bytes.fold(seed ^ 0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    // The last step of SplitMix64, so that similar names do not give similar seeds.
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    hash ^ (hash >> 31)
}

/// A tournament in progress.
struct TournamentRun<'a, F> {
    tournament: &'a Tournament,
    store: Store,
    results: Results,
    /// The games still to be played.
    open: VecDeque<GameJob>,
    /// Whether the last game of each pairing was void.
    void_before: Vec<bool>,
    /// How many games of each pairing have been judged without a decision.
    judged: Vec<usize>,
    tell: F,
}

impl<F: FnMut(TournamentEvent<'_>)> TournamentRun<'_, F> {
    fn begin(&mut self) -> Result<(), StoreError> {
        (self.tell)(TournamentEvent::Begins(&self.results));
        for pairing in 0..self.judged.len() {
            let ended = self.results.why_ended(pairing).is_some();
            let decided = self.judge(pairing)?;
            if ended && !decided {
                self.keep(&LogEntry::Reopened { pairing })?;
            }
        }
        let results = &self.results;
        let open = self.tournament.jobs().filter(|job| {
            let games = results.of_pairing(job.pairing);
            games.binary_search_by_key(&job.game, |game| game.row.game).is_err()
        });
        self.open = open.collect();
        Ok(())
    }

    fn keep(&mut self, entry: &LogEntry) -> Result<(), StoreError> {
        self.results.apply(entry.clone()).map_err(|error| self.store.misfit(error))?;
        self.store.write(entry)
    }

    /// Finds the first whole pair that decides a pairing, and ends the pairing there.
    fn judge(&mut self, pairing: usize) -> Result<bool, StoreError> {
        let Some(decide) = &self.tournament.decide else { return Ok(false) };
        let games = self.results.of_pairing(pairing).iter().enumerate();
        let in_order = games.take_while(|(place, game)| game.row.game as usize == *place);
        let rows: Vec<GameRow> = in_order.map(|(_, game)| game.row.clone()).collect();
        while self.judged[pairing] + 2 <= rows.len() {
            self.judged[pairing] += 2;
            let games = self.judged[pairing];
            let Some(reason) = decide(&rows[..games]) else { continue };
            if self.results.why_ended(pairing) != Some(&reason) {
                let (reason, games) = (reason.clone(), Some(games as u32));
                self.keep(&LogEntry::Ended { pairing, reason, games })?;
            }
            (self.tell)(TournamentEvent::Decided(pairing, &reason));
            return Ok(true);
        }
        Ok(false)
    }

    fn note_game(&mut self, job: &GameJob, played: &Played) -> Result<(), StoreError> {
        self.void_before[job.pairing] = false;
        let row = job.row(played);
        let names = job.players.map(|player| self.tournament.conditions.name(player));
        let game = to_text(&transcript(names, &row, &played.record));
        let stored = StoredGame { pairing: job.pairing, row, game };
        self.keep(&LogEntry::Game(stored.clone()))?;
        (self.tell)(TournamentEvent::Game(&self.results, &stored));
        self.judge(job.pairing).map(drop)
    }

    fn note_void(&mut self, job: &GameJob, void: &Void) -> Result<(), StoreError> {
        let conditions = &self.tournament.conditions;
        let [first, second] = job.players.map(|player| conditions.name(player));
        let blamed = void.seat.map_or(String::new(), |color| {
            format!("{}: ", conditions.name(job.players[job.side_of(color)]))
        });
        let what = format!("{first} v {second}, game {}: {blamed}{}", job.game, void.what);
        self.keep(&LogEntry::Void(what.clone()))?;
        (self.tell)(TournamentEvent::Void(&what));
        let pairing = job.pairing;
        if !std::mem::replace(&mut self.void_before[pairing], true) {
            self.open.push_front(*job);
            return Ok(());
        }
        let reason = format!("two games in a row were void: {what}");
        self.keep(&LogEntry::Ended { pairing, reason: reason.clone(), games: None })?;
        (self.tell)(TournamentEvent::Stopped(pairing, &reason));
        Ok(())
    }
}

impl<F: FnMut(TournamentEvent<'_>)> Schedule for TournamentRun<'_, F> {
    type Error = StoreError;

    fn next(&mut self) -> Option<GameJob> {
        while let Some(job) = self.open.pop_front() {
            if self.results.why_ended(job.pairing).is_none() {
                return Some(job);
            }
        }
        None
    }

    fn ended(&mut self, job: &GameJob, played: Result<Played, Void>) -> Result<(), StoreError> {
        // A game that was in progress when its pairing ended does not count: another run would not
        // have it.
        if self.results.why_ended(job.pairing).is_some() {
            return Ok(());
        }
        match counted(played) {
            Ok(played) => self.note_game(job, &played),
            Err(void) => self.note_void(job, &void),
        }
    }
}
