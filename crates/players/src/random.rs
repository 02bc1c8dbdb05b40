//! The player who knows nothing but the rules.

use crate::is_own_eye;
use kage_goban::{Point, PointSet};
use kage_phantom::{Choice, Player, PlayerError, View};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

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
}

impl Random {
    /// A player whose moves follow from the seed and what he hears.
    pub fn new(seed: u64) -> Random {
        Random { rng: ChaCha8Rng::seed_from_u64(seed) }
    }
}

impl Player for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, view: &View, _: Option<Duration>) -> Result<Choice, PlayerError> {
        let tried: PointSet = view.tried().iter().copied().collect();
        let open = PointSet::board(view.size()) - view.mine() - view.theirs() - tried;
        let wish = |point: &Point| !is_own_eye(view, *point);
        let chosen = open.iter().filter(wish).choose(&mut self.rng);
        Ok(chosen.map_or(Choice::Pass, Choice::Try))
    }
}
