//! The random player.

use crate::knowledge::{CAPTURES, Heard, Knowledge, REFUSALS};
use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::SEED;
use crate::spec::{OptionReader, SpecError};
use kage_goban::{Point, PointSet, is_eye};
use kage_phantom::{Candidate, Choice, Explanation, Observation, Player, PlayerError, Seat};
use kage_search::PerceivedBoard;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "random",
    about: "a random point that is not known to be occupied and is not an own eye",
    source: "Borsboom 2007, 2.4.1",
    options: &[
        OptionEntry {
            name: "eyes",
            takes: "keep or fill",
            default: "keep",
            about: "fill: the player also tries its own eyes, and passes as often as it tries any one point",
        },
        REFUSALS,
        CAPTURES,
        SEED,
    ],
    make: |options, seed| Ok(Box::new(Random::from_options(options, seed)?)),
};

/// Tries, with equal chance, any point that is not known to be taken, that was not refused in this
/// turn, and that is not an eye of its own. Passes when there is none. What is taken is what its view
/// knows, or what it believes.
///
/// ```
/// use kage_goban::{BoardSize, Color};
/// use kage_phantom::{Choice, Player, RefereeRules, Seat, Setup};
/// use kage_players::Random;
///
/// let seat = Seat::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::Black);
/// let choice = Random::new(1).choose(&seat, None).unwrap();
/// assert!(matches!(choice, Choice::Try(_)));
/// assert_eq!(Random::new(1).choose(&seat, None).unwrap(), choice, "the seed decides");
/// ```
#[derive(Debug)]
pub struct Random {
    rng: ChaCha8Rng,
    fills_eyes: bool,
    heard: Heard,
    explanation: Explanation,
}

impl Random {
    /// A player whose moves depend only on the seed and on what it hears.
    pub fn new(seed: u64) -> Random {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let heard = Heard::new(Knowledge::View);
        Random { rng, fills_eyes: false, heard, explanation: Explanation::default() }
    }

    fn from_options(options: &mut OptionReader, seed: u64) -> Result<Random, SpecError> {
        let fills_eyes = options.word("eyes", &[("keep", false), ("fill", true)])?.unwrap_or(false);
        let heard = Heard::new(Knowledge::from_options(options)?);
        let seed = options.number("seed")?.unwrap_or(seed);
        Ok(Random { fills_eyes, heard, ..Random::new(seed) })
    }
}

impl Player for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn begin(&mut self, seat: &Seat) -> Result<(), PlayerError> {
        self.heard.begin(seat);
        Ok(())
    }

    fn hear(&mut self, seat: &Seat, news: &Observation) -> Result<(), PlayerError> {
        self.heard.hear(seat, news);
        Ok(())
    }

    fn choose(&mut self, seat: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
        let tried: PointSet = seat.tried().iter().copied().collect();
        let theirs = self.heard.perceived().map_or(seat.theirs(), PerceivedBoard::theirs);
        let open = PointSet::board(seat.size()) - seat.mine() - theirs - tried;
        let is_eye = |point: &Point| is_eye(seat.size(), *point, &seat.mine(), &theirs);
        let wish = |point: &Point| self.fills_eyes || !is_eye(point);
        let points = open.iter().filter(wish).map(Choice::Try);
        let pass = self.fills_eyes.then_some(Choice::Pass);
        let choices = points.chain(pass);
        let probability = 1.0 / choices.clone().count().max(1) as f64;
        let choice = choices.choose(&mut self.rng).unwrap_or(Choice::Pass);
        let (value, visits, reasons) = (0.0, 0, vec!["at random"]);
        self.explanation.candidates =
            vec![Candidate { choice, value, visits, probability, reasons }];
        Ok(choice)
    }

    fn explain(&self) -> Option<&Explanation> {
        Some(&self.explanation)
    }
}
