//! The player who knows nothing but the rules.

use crate::catalogue::{Entry, OptionEntry};
use crate::spec::{Options, SpecError};
use kage_goban::{Point, PointSet};
use kage_phantom::{Candidate, Choice, Explanation, Player, PlayerError, View};
use kage_search::is_own_eye;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

pub(crate) const ENTRY: Entry = Entry {
    name: "random",
    about: "any point that is not known to be taken and is not an own eye",
    source: "Borsboom 2007, 2.4.1",
    options: &[
        OptionEntry {
            name: "eyes",
            takes: "keep or fill",
            default: "keep",
            about: "fill: own eyes are tried too, and passing is as likely as a point",
        },
        OptionEntry { name: "seed", takes: "a number", default: "the game's", about: "the seed" },
    ],
    make: |options, seed| Ok(Box::new(Random::from_options(options, seed)?)),
};

/// Tries, with equal chance, any point that is not known to be taken, that was not refused in this
/// turn, and that is not an eye of his own. Passes when there is none.
///
/// ```
/// use kage_goban::{BoardSize, Color};
/// use kage_phantom::{Choice, Player, RefereeRules, Setup, View};
/// use kage_players::Random;
///
/// let view = View::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::Black);
/// let choice = Random::new(1).choose(&view, None).unwrap();
/// assert!(matches!(choice, Choice::Try(_)));
/// assert_eq!(Random::new(1).choose(&view, None).unwrap(), choice, "the seed decides");
/// ```
#[derive(Debug)]
pub struct Random {
    rng: ChaCha8Rng,
    fills_eyes: bool,
    explanation: Explanation,
}

impl Random {
    /// A player whose moves follow from the seed and what he hears.
    pub fn new(seed: u64) -> Random {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        Random { rng, fills_eyes: false, explanation: Explanation::default() }
    }

    fn from_options(options: &mut Options, seed: u64) -> Result<Random, SpecError> {
        let fills_eyes = options.word("eyes", &[("keep", false), ("fill", true)])?.unwrap_or(false);
        let seed = options.number("seed")?.unwrap_or(seed);
        Ok(Random { fills_eyes, ..Random::new(seed) })
    }
}

impl Player for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, view: &View, _: Option<Duration>) -> Result<Choice, PlayerError> {
        let tried: PointSet = view.tried().iter().copied().collect();
        let open = PointSet::board(view.size()) - view.mine() - view.theirs() - tried;
        let wish = |point: &Point| self.fills_eyes || !is_own_eye(view, *point);
        let points = open.iter().filter(wish).map(Choice::Try);
        let pass = self.fills_eyes.then_some(Choice::Pass);
        let choice = points.chain(pass).choose(&mut self.rng).unwrap_or(Choice::Pass);
        let (value, visits, reasons) = (0.0, 0, vec!["at random"]);
        self.explanation.candidates = vec![Candidate { choice, value, visits, reasons }];
        Ok(choice)
    }

    fn explain(&self) -> Option<&Explanation> {
        Some(&self.explanation)
    }
}
