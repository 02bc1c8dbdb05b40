//! Every player there is.

use crate::spec::{Options, SharedPurse, SpecError};
use crate::{
    all_as_first, bs_mcts, cazenave, engine_eval, gambit, goals, hybrid, instinct, ismcts, kage,
    random, standard, uct,
};
use kage_phantom::{Player, SightedPlayer, nearest};

/// One option of a player.
#[derive(Clone, Copy, Debug)]
pub struct OptionEntry {
    /// Its name.
    pub name: &'static str,
    /// The values it takes.
    pub takes: &'static str,
    /// What it is when left out.
    pub default: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// Makes a player of his options and the game's seed.
pub(crate) type Make = fn(&mut Options, u64) -> Result<Box<dyn Player>, SpecError>;

/// One player.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// His name in specs.
    pub name: &'static str,
    /// What he does.
    pub about: &'static str,
    /// Where he comes from.
    pub source: &'static str,
    /// His options.
    pub options: &'static [OptionEntry],
    pub(crate) make: Make,
}

/// Every player, the simplest first.
pub static CATALOGUE: [Entry; 17] = [
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
    instinct::ENTRY,
    kage::ENTRY,
];

/// Makes the player that a spec names, for a game with this seed.
///
/// ```
/// let player = kage_players::seat("all-as-first:playouts=100,scoring=win", 1).unwrap();
/// assert_eq!(player.name(), "all-as-first:playouts=100,scoring=win");
/// let error = kage_players::seat("all-as-frist", 1).err().unwrap();
/// assert!(error.to_string().contains("did you mean `all-as-first`"));
/// ```
pub fn seat(spec: &str, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    seat_with(spec, seed, None)
}

/// Does the spec name a player who sees the board?
pub fn is_sighted(spec: &str) -> bool {
    spec.split(':').next() == Some(goals::NAME)
}

/// Makes the player who sees the board that a spec names.
///
/// ```
/// assert!(kage_players::is_sighted("goals:threats=off"));
/// assert!(kage_players::seat_sighted("goals:threats=off", 1).is_ok());
/// assert!(kage_players::seat("goals", 1).is_err(), "no blind seat is his");
/// ```
pub fn seat_sighted(spec: &str, seed: u64) -> Result<Box<dyn SightedPlayer>, SpecError> {
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    if !is_sighted(spec) {
        return Err(SpecError::Name { name: name.to_owned(), nearest: goals::NAME });
    }
    let mut options = Options::read(options)?;
    let player = goals::Goals::from_options(&mut options, seed)?;
    nothing_left(&options, &goals::ENTRY)?;
    Ok(Box::new(player))
}

/// The same, for a player who spends from a purse that is not his alone, unless his spec has a
/// budget of its own.
pub(crate) fn seat_with(
    spec: &str,
    seed: u64,
    purse: Option<SharedPurse>,
) -> Result<Box<dyn Player>, SpecError> {
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    let entry = CATALOGUE.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let names = CATALOGUE.iter().map(|entry| entry.name);
        SpecError::Name { name: name.to_owned(), nearest: nearest(name, names) }
    })?;
    let mut options = Options::read(options)?;
    options.purse = purse;
    let player = (entry.make)(&mut options, seed)?;
    nothing_left(&options, entry)?;
    Ok(Box::new(Named { spec: spec.to_owned(), player }))
}

/// An option that nobody has taken is a mistake.
fn nothing_left(options: &Options, entry: &Entry) -> Result<(), SpecError> {
    let Some(option) = options.left_over() else { return Ok(()) };
    let has: Vec<&str> = entry.options.iter().map(|option| option.name).collect();
    let (option, has) = (option.to_owned(), has.join(", "));
    Err(SpecError::Option { player: entry.name, option, has })
}

/// A player who is called by the spec that made him.
struct Named {
    spec: String,
    player: Box<dyn Player>,
}

impl Player for Named {
    fn name(&self) -> String {
        self.spec.clone()
    }

    fn begin(&mut self, view: &kage_phantom::View) -> Result<(), kage_phantom::PlayerError> {
        self.player.begin(view)
    }

    fn choose(
        &mut self,
        view: &kage_phantom::View,
        left: Option<std::time::Duration>,
    ) -> Result<kage_phantom::Choice, kage_phantom::PlayerError> {
        self.player.choose(view, left)
    }

    fn hear(
        &mut self,
        view: &kage_phantom::View,
        news: &kage_phantom::Observation,
    ) -> Result<(), kage_phantom::PlayerError> {
        self.player.hear(view, news)
    }

    fn explain(&self) -> Option<&kage_phantom::Explanation> {
        self.player.explain()
    }
}
