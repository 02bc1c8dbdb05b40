//! Bots, as the table is given them: it names none itself.

use kage_goban::Point;
use kage_phantom::{Choice, Observation, Player, PlayerError, View};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Seats a player: from the view of his seat before the first try, and a seed.
pub type Seating = dyn Fn(&View, u64) -> Result<Box<dyn Player>, PlayerError> + Send + Sync;

/// A bot that one can choose to play against.
#[derive(Clone)]
pub struct Level {
    /// Its name in addresses and messages.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What it does and how well, honestly.
    pub about: String,
    /// Are the values it gives its choices chances to win?
    pub chance: bool,
    /// Seats it. Its thinking must be bounded.
    pub seat: Arc<Seating>,
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Level").field("id", &self.id).finish_non_exhaustive()
    }
}

/// What a seat could have believed at a moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The chance of each point to hold a hidden stone of theirs, from 0 to 1.
    pub hidden: Vec<(Point, f64)>,
    /// What was certain, in words.
    pub certain: Vec<String>,
    /// On how many worlds that rests.
    pub worlds: u32,
    /// How well they fit, in words.
    pub health: String,
}

/// Thinks about what was heard: from a view alone to what may be true.
pub trait Thoughts: Send + Sync {
    /// What somebody with this view could believe. Takes a bounded time.
    fn think(&self, view: &View) -> Thought;
}

/// A bot in its seat. It moves between the room and the thinkers, and all it has is its own view.
pub(crate) struct Bot {
    player: Box<dyn Player>,
    view: View,
}

/// What came of a bot's thinking.
pub(crate) struct Idea {
    pub(crate) choice: Result<Choice, String>,
    /// Its chance to win, if it says so.
    pub(crate) chance: Option<f64>,
    pub(crate) took: Duration,
}

impl Idea {
    /// The bot cannot go on.
    pub(crate) fn failed(what: &str) -> Idea {
        Idea { choice: Err(what.to_owned()), chance: None, took: Duration::ZERO }
    }
}

impl Bot {
    pub(crate) fn sit(level: &Level, start: &View, seed: u64) -> Result<Box<Bot>, PlayerError> {
        let mut player = (level.seat)(start, seed)?;
        player.begin(start)?;
        Ok(Box::new(Bot { player, view: start.clone() }))
    }

    /// Hears what is new, and chooses. A bot that breaks down does so here and nowhere else.
    pub(crate) fn think(
        mut self: Box<Self>,
        news: &[Observation],
        left: Option<Duration>,
        chance: bool,
    ) -> (Option<Box<Bot>>, Idea) {
        let start = Instant::now();
        let idea = catch_unwind(AssertUnwindSafe(|| self.choose(news, left)));
        let choice = match idea {
            Ok(choice) => choice,
            Err(_) => Err("the bot broke down".to_owned()),
        };
        let chance =
            choice.as_ref().ok().filter(|_| chance).and_then(|choice| self.chance(*choice));
        let kept = choice.is_ok().then_some(self);
        (kept, Idea { choice, chance, took: start.elapsed() })
    }

    fn choose(&mut self, news: &[Observation], left: Option<Duration>) -> Result<Choice, String> {
        for said in news {
            self.view.update(said).map_err(|error| error.to_string())?;
            self.player.hear(&self.view, said).map_err(|error| error.to_string())?;
        }
        self.player.choose(&self.view, left).map_err(|error| error.to_string())
    }

    /// What the player gave his choice, where it rests on playouts.
    fn chance(&self, choice: Choice) -> Option<f64> {
        let candidates = &self.player.explain()?.candidates;
        let chosen = candidates.iter().find(|c| c.choice == choice && c.visits > 0)?;
        (0.0..=1.0).contains(&chosen.value).then_some(chosen.value)
    }
}
