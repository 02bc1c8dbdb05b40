//! Many players, many games, taken up wherever it was cut off.
//!
//! What a game is depends on the conditions, its pairing and its number alone: not on the order in
//! which games end, how many are played at once, or how often the program was killed.

mod config;
mod standings;
mod store;

pub use config::{Config, ConfigError, Format, Objection};
pub use standings::{Standing, Tally};
pub(crate) use store::Entry;
pub use store::load;

use crate::bout::{Bout, transcript};
use crate::hall::{Hall, Schedule, counted};
use crate::{
    Conditions, Contestant, GameRow, Pairs, Played, Results, Sprt, StoreError, StoredGame, Terms,
    Verdict, Void,
};
use kage_record::to_text;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use store::Store;

/// Whether the games of a pairing, in order and with whole pairs, decide it; then why, in words.
pub type Decide = Box<dyn Fn(&[GameRow]) -> Option<String> + Send + Sync>;

/// Lets a sequential test decide.
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
    /// How it is played, as it is written down.
    pub conditions: Conditions,
    /// The terms of every game.
    pub terms: Terms,
    /// How the entrants of the conditions are seated, in their order.
    pub contestants: Vec<Contestant>,
    /// How many games at once.
    pub concurrency: u32,
    /// What may end a pairing before its last game.
    pub decide: Option<Decide>,
    /// The folder where it is kept, and taken up again from.
    pub store: PathBuf,
}

/// What a tournament tells while it is played.
#[derive(Debug)]
pub enum News<'a> {
    /// It begins, or goes on with what an earlier run has left.
    Begins(&'a Results),
    /// A game ended.
    Game(&'a Results, &'a StoredGame),
    /// A game was void and is played again.
    Void(&'a str),
    /// The games of a pairing have decided it.
    Decided(usize, &'a str),
    /// Two games of a pairing in a row were void: it stops.
    Stopped(usize, &'a str),
}

impl Tournament {
    /// Plays the tournament, or the rest of it. Stops early, with the results so far, when `stop` is
    /// set. A pairing that had stopped because of voids is tried again.
    pub fn run(
        &self,
        stop: &AtomicBool,
        tell: impl FnMut(News<'_>),
    ) -> Result<Results, StoreError> {
        let (store, results) = Store::open(&self.store, &self.conditions)?;
        let count = self.conditions.pairings.len();
        let mut course = Course {
            tournament: self,
            store,
            results,
            open: VecDeque::new(),
            void_before: vec![false; count],
            judged: vec![0; count],
            tell,
        };
        course.begin()?;
        let (contestants, terms) = (&self.contestants, &self.terms);
        Hall { contestants, terms, concurrency: self.concurrency, stop }.play(&mut course)?;
        Ok(course.results)
    }

    /// Every game, in the order in which they are begun: pair by pair, so that all pairings grow
    /// alike.
    fn bouts(&self) -> impl Iterator<Item = Bout> {
        let pairings = &self.conditions.pairings;
        let most = pairings.iter().map(|pairing| pairing.games).max().unwrap_or(0);
        (0..most.div_ceil(2)).flat_map(move |pair| {
            pairings.iter().enumerate().flat_map(move |(place, pairing)| {
                let games = (2 * pair..2 * pair + 2).filter(|game| *game < pairing.games);
                games.map(move |game| self.bout(place, game))
            })
        })
    }

    fn bout(&self, pairing: usize, game: u32) -> Bout {
        let players = self.conditions.pairings[pairing].players;
        let names = players.map(|player| self.conditions.name(player));
        Bout::new(pairing, players, game, pairing_seed(self.conditions.seed, names))
    }
}

/// The seed of a pairing: it depends on the seed of the tournament and on the two names alone.
fn pairing_seed(seed: u64, names: [&str; 2]) -> u64 {
    // FNV-1a over the names, each with an end that no name has.
    let bytes = names.iter().flat_map(|name| name.bytes().chain([0xFF]));
    let hash = bytes.fold(seed ^ 0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    // And SplitMix64's last step, so that near names are not near seeds.
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    hash ^ (hash >> 31)
}

/// A tournament under way.
struct Course<'a, F> {
    tournament: &'a Tournament,
    store: Store,
    results: Results,
    /// The games that are still to be played.
    open: VecDeque<Bout>,
    /// Was the last game of the pairing void?
    void_before: Vec<bool>,
    /// How many games of each pairing are known not to decide it.
    judged: Vec<usize>,
    tell: F,
}

impl<F: FnMut(News<'_>)> Course<'_, F> {
    fn begin(&mut self) -> Result<(), StoreError> {
        (self.tell)(News::Begins(&self.results));
        for pairing in 0..self.judged.len() {
            let ended = self.results.why_ended(pairing).is_some();
            let decided = self.judge(pairing)?;
            if ended && !decided {
                self.keep(Entry::Reopened { pairing })?;
            }
        }
        let results = &self.results;
        let open = self.tournament.bouts().filter(|bout| {
            let games = results.of_pairing(bout.pairing);
            games.binary_search_by_key(&bout.game, |game| game.row.game).is_err()
        });
        self.open = open.collect();
        Ok(())
    }

    fn keep(&mut self, entry: Entry) -> Result<(), StoreError> {
        self.store.write(&entry)?;
        // What was just played cannot contradict what is there: only open games are.
        self.results.apply(entry).ok();
        Ok(())
    }

    /// Looks for the first whole pair that decides a pairing, and ends it there.
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
                self.keep(Entry::Ended { pairing, reason, games })?;
            }
            (self.tell)(News::Decided(pairing, &reason));
            return Ok(true);
        }
        Ok(false)
    }

    fn note_game(&mut self, bout: &Bout, played: &Played) -> Result<(), StoreError> {
        self.void_before[bout.pairing] = false;
        let row = bout.row(played);
        let names = bout.players.map(|player| self.tournament.conditions.name(player));
        let game = to_text(&transcript(names, &row, &played.record));
        let stored = StoredGame { pairing: bout.pairing, row, game };
        self.keep(Entry::Game(stored.clone()))?;
        (self.tell)(News::Game(&self.results, &stored));
        self.judge(bout.pairing).map(drop)
    }

    fn note_void(&mut self, bout: &Bout, void: &Void) -> Result<(), StoreError> {
        let conditions = &self.tournament.conditions;
        let [first, second] = bout.players.map(|player| conditions.name(player));
        let blamed = void.seat.map_or(String::new(), |color| {
            format!("{}: ", conditions.name(bout.players[bout.side_of(color)]))
        });
        let what = format!("{first} v {second}, game {}: {blamed}{}", bout.game, void.what);
        self.keep(Entry::Void(what.clone()))?;
        (self.tell)(News::Void(&what));
        let pairing = bout.pairing;
        if !std::mem::replace(&mut self.void_before[pairing], true) {
            self.open.push_front(*bout);
            return Ok(());
        }
        let reason = format!("two games in a row were void: {what}");
        self.keep(Entry::Ended { pairing, reason: reason.clone(), games: None })?;
        (self.tell)(News::Stopped(pairing, &reason));
        Ok(())
    }
}

impl<F: FnMut(News<'_>)> Schedule for Course<'_, F> {
    type Error = StoreError;

    fn next(&mut self) -> Option<Bout> {
        while let Some(bout) = self.open.pop_front() {
            if self.results.why_ended(bout.pairing).is_none() {
                return Some(bout);
            }
        }
        None
    }

    fn ended(&mut self, bout: &Bout, played: Result<Played, Void>) -> Result<(), StoreError> {
        // What was under way when its pairing ended does not count: another run would not have it.
        if self.results.why_ended(bout.pairing).is_some() {
            return Ok(());
        }
        match counted(played) {
            Ok(played) => self.note_game(bout, &played),
            Err(void) => self.note_void(bout, &void),
        }
    }
}
