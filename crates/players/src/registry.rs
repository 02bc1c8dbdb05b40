//! Every player there is.

use crate::spec::{BudgetShare, OptionReader, PlayerSpec, SpecError};
use crate::{
    all_as_first, bs_mcts, cazenave, engine_eval, gambit, goals, hybrid, ismcts, kage, policy,
    random, standard, uct,
};
use kage_goban::BoardSize;
use kage_phantom::{
    Choice, Explanation, Observation, Player, PlayerError, Seat, SightedPlayer, nearest,
};
use std::time::Duration;

/// One option of a player.
#[derive(Clone, Copy, Debug)]
pub struct OptionEntry {
    /// Its name.
    pub name: &'static str,
    /// The values it takes.
    pub takes: &'static str,
    /// The value if it is left out.
    pub default: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// One list of options out of several.
macro_rules! options {
    ($($list:expr),+ $(,)?) => {{
        const LISTS: &[&[$crate::registry::OptionEntry]] = &[$(&$list),+];
        const ALL: [$crate::registry::OptionEntry; $crate::registry::count(LISTS)] =
            $crate::registry::join(LISTS);
        &ALL
    }};
}
pub(crate) use options;

pub(crate) const fn count(lists: &[&[OptionEntry]]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < lists.len() {
        sum += lists[at].len();
        at += 1;
    }
    sum
}

/// The lists one after the other. `N` must be their [`count`].
pub(crate) const fn join<const N: usize>(lists: &[&[OptionEntry]]) -> [OptionEntry; N] {
    let mut all = [lists[0][0]; N];
    let (mut to, mut at) = (0, 0);
    while at < lists.len() {
        let mut from = 0;
        while from < lists[at].len() {
            all[to] = lists[at][from];
            (to, from) = (to + 1, from + 1);
        }
        at += 1;
    }
    all
}

/// Makes a player from its options and the game's seed.
pub(crate) type Make = fn(&mut OptionReader, u64) -> Result<Box<dyn Player>, SpecError>;

/// One player.
#[derive(Clone, Copy, Debug)]
pub struct PlayerEntry {
    /// Its name in specs.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its parts that the source does not describe, where that is known.
    pub beyond: &'static [&'static str],
    /// Its options.
    pub options: &'static [OptionEntry],
    pub(crate) make: Make,
}

impl PlayerEntry {
    /// Does it see the board? As a blind player it is refused.
    pub fn is_sighted(&self) -> bool {
        SIGHTED.iter().any(|sighted| sighted.entry.name == self.name)
    }
}

/// Every player, the simplest first.
pub static REGISTRY: [PlayerEntry; 17] = [
    random::ENTRY,
    standard::ENTRY,
    all_as_first::ENTRY,
    cazenave::ENTRY,
    uct::LATE,
    uct::EARLY,
    uct::INFLUENCE_MOVE,
    uct::INFLUENCE_FILL,
    hybrid::ENTRY,
    gambit::ENTRY,
    uct::RAVE,
    ismcts::ENTRY,
    bs_mcts::ENTRY,
    engine_eval::ENTRY,
    goals::ENTRY,
    policy::ENTRY,
    kage::ENTRY,
];

type MakeSighted = fn(&mut OptionReader, u64) -> Result<Box<dyn SightedPlayer>, SpecError>;

/// A player that sees the board. As a blind player it is refused.
struct SightedEntry {
    entry: PlayerEntry,
    make: MakeSighted,
}

/// The players of the registry that see the board.
static SIGHTED: [SightedEntry; 1] = [SightedEntry { entry: goals::ENTRY, make: goals::make }];

/// Makes the player that a spec names, for a game with this seed.
///
/// ```
/// let player = kage_players::seat("all-as-first:playouts=100,scoring=win", 1).unwrap();
/// assert_eq!(player.name(), "all-as-first:playouts=100,scoring=win");
/// let error = kage_players::seat("all-as-frist", 1).err().unwrap();
/// assert!(error.to_string().contains("did you mean `all-as-first`"));
/// ```
pub fn seat(spec: &str, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    spec.parse::<PlayerSpec>()?.seat(seed)
}

impl PlayerSpec {
    /// The player's entry in the registry.
    pub fn entry(&self) -> Result<&'static PlayerEntry, SpecError> {
        let name = self.name();
        REGISTRY.iter().find(|entry| entry.name == name).ok_or_else(|| {
            let names = REGISTRY.iter().map(|entry| entry.name);
            SpecError::Name { name: name.to_owned(), nearest: nearest(name, names) }
        })
    }

    /// Does it name a player that sees the board?
    ///
    /// ```
    /// use kage_players::PlayerSpec;
    ///
    /// let goals: PlayerSpec = "goals:threats=off".parse().unwrap();
    /// assert!(goals.is_sighted());
    /// assert!(goals.seat_sighted(1).is_ok());
    /// assert!(goals.seat(1).is_err(), "it may not take a blind seat");
    /// ```
    pub fn is_sighted(&self) -> bool {
        self.sighted().is_some()
    }

    fn sighted(&self) -> Option<&'static SightedEntry> {
        SIGHTED.iter().find(|sighted| sighted.entry.name == self.name())
    }

    /// Makes the player, for a game with this seed.
    pub fn seat(&self, seed: u64) -> Result<Box<dyn Player>, SpecError> {
        self.seat_sharing(seed, None)
    }

    /// Makes the player that sees the board, for a game with this seed.
    pub fn seat_sighted(&self, seed: u64) -> Result<Box<dyn SightedPlayer>, SpecError> {
        let SightedEntry { entry, make } = self.sighted().ok_or_else(|| SpecError::Name {
            name: self.name().to_owned(),
            nearest: goals::ENTRY.name,
        })?;
        let mut options = OptionReader::new(self, None);
        let player = make(&mut options, seed)?;
        nothing_left(&options, entry)?;
        Ok(player)
    }

    /// The same, for a player that shares a budget with others, unless its spec has a budget of its
    /// own.
    pub(crate) fn seat_sharing(
        &self,
        seed: u64,
        budget: Option<BudgetShare>,
    ) -> Result<Box<dyn Player>, SpecError> {
        let entry = self.entry()?;
        let mut options = OptionReader::new(self, budget);
        let player = (entry.make)(&mut options, seed)?;
        nothing_left(&options, entry)?;
        Ok(Box::new(Named { spec: self.to_string(), player }))
    }
}

/// An option that the player does not have is an error.
fn nothing_left(options: &OptionReader, entry: &PlayerEntry) -> Result<(), SpecError> {
    let Some(option) = options.left_over() else { return Ok(()) };
    let has: Vec<&str> = entry.options.iter().map(|option| option.name).collect();
    let (option, has) = (option.to_owned(), has.join(", "));
    Err(SpecError::Option { player: entry.name, option, has })
}

/// A player whose name is the spec that made it.
struct Named {
    spec: String,
    player: Box<dyn Player>,
}

impl Player for Named {
    fn name(&self) -> String {
        self.spec.clone()
    }

    fn plays(&self, size: BoardSize) -> bool {
        self.player.plays(size)
    }

    fn begin(&mut self, seat: &Seat) -> Result<(), PlayerError> {
        self.player.begin(seat)
    }

    fn choose(&mut self, seat: &Seat, left: Option<Duration>) -> Result<Choice, PlayerError> {
        self.player.choose(seat, left)
    }

    fn hear(&mut self, seat: &Seat, news: &Observation) -> Result<(), PlayerError> {
        self.player.hear(seat, news)
    }

    fn explain(&self) -> Option<&Explanation> {
        self.player.explain()
    }
}
