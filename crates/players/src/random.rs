//! The random player.

use crate::knowledge::{CAPTURES, Heard, Knowledge, REFUSALS};
use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::{EYE, SEED, eyes_from_options};
use crate::spec::{OptionReader, SpecError};
use kage_goban::{Board, ByColor, Point, PointSet, has_safe_walls, is_eye};
use kage_phantom::{Candidate, Choice, Explanation, Observation, Player, PlayerError, Seat};
use kage_search::{Eyes, PerceivedBoard};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "random",
    about: "a random point that is not known to be occupied and is not an own eye",
    source: "Borsboom 2007, 2.4.1",
    beyond: &[],
    options: &[
        OptionEntry {
            name: "eyes",
            takes: "keep or fill",
            default: "keep",
            about: "fill: the player also tries its own eyes, and passes as often as it tries any one point",
        },
        EYE,
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
    eyes: Eyes,
    heard: Heard,
    explanation: Explanation,
}

impl Random {
    /// A player whose moves depend only on the seed and on what it hears.
    pub fn new(seed: u64) -> Random {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let heard = Heard::new(Knowledge::View);
        let (fills_eyes, eyes) = (false, Eyes::default());
        Random { rng, fills_eyes, eyes, heard, explanation: Explanation::default() }
    }

    fn from_options(options: &mut OptionReader, seed: u64) -> Result<Random, SpecError> {
        let fills_eyes = options.word("eyes", &[("keep", false), ("fill", true)])?.unwrap_or(false);
        let eyes = eyes_from_options(options)?;
        let heard = Heard::new(Knowledge::from_options(options)?);
        let seed = options.number("seed")?.unwrap_or(seed);
        Ok(Random { fills_eyes, eyes, heard, ..Random::new(seed) })
    }

    /// The points of the board that are own eyes, with these stones of the opponent's.
    fn own_eyes(&self, seat: &Seat, theirs: PointSet) -> PointSet {
        let points = PointSet::board(seat.size()) - seat.mine() - theirs;
        let by_diagonals = |point: &Point| is_eye(seat.size(), *point, &seat.mine(), &theirs);
        if self.eyes == Eyes::Diagonals {
            return points.iter().filter(by_diagonals).collect();
        }
        let board = self.heard.perceived().map_or_else(
            || {
                let mut stones = ByColor::<PointSet>::default();
                stones[seat.color()] = seat.mine();
                stones[!seat.color()] = theirs;
                // What a view is certain of is true, so it can stand.
                Board::from_stones(seat.size(), stones).unwrap_or(Board::new(seat.size()))
            },
            |perceived| perceived.board(seat),
        );
        points.iter().filter(|point| has_safe_walls(&board, seat.color(), *point)).collect()
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
        let kept = if self.fills_eyes { PointSet::EMPTY } else { self.own_eyes(seat, theirs) };
        let points = (open - kept).iter().map(Choice::Try);
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use crate::seat as player;
    use kage_goban::{BoardSize, Color, Point};
    use kage_phantom::{Answer, Choice, Lost, Observation, RefereeRules, Seat, Setup, Sound};

    const THESIS: [&str; 2] =
        ["random:eye=thesis", "random:eye=thesis,refusals=stones,captures=all-configurations"];

    fn point(text: &str) -> Point {
        text.parse().unwrap()
    }

    /// Black's seat on a board of three lines, with these stones.
    fn seat(stones: &[&str]) -> Seat {
        let stones: Vec<Point> = stones.iter().map(|text| point(text)).collect();
        let setup = Setup::handicap(BoardSize::new(3).unwrap(), stones).unwrap();
        Seat::new(RefereeRules::default(), &setup, Color::Black)
    }

    /// White moves somewhere, and the centre is refused to Black.
    fn heard() -> [Observation; 2] {
        let (passed, tries, lost, atari, stones) = (false, None, Lost::NONE, false, None);
        let moved = Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones });
        [moved, Observation::Mine(Answer::Refused { point: point("B2"), reason: None })]
    }

    /// Does the player try the corner with some seed, after it has heard this?
    fn tries_a1(spec: &str, stones: &[&str], heard: &[Observation]) -> bool {
        (0..40).any(|seed| {
            let (mut seat, mut player) = (seat(stones), player(spec, seed).unwrap());
            player.begin(&seat).unwrap();
            for news in heard {
                seat.hear(news).unwrap();
                player.hear(&seat, news).unwrap();
            }
            player.choose(&seat, None).unwrap() == Choice::Try(point("A1"))
        })
    }

    #[test]
    fn a_chain_in_atari_has_no_eye_in_the_thesis() {
        let stones = ["B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"];
        assert!(!tries_a1("random", &stones, &[]));
        for spec in THESIS {
            assert!(tries_a1(spec, &stones, &[]), "{spec}: A1 is the only liberty");
            assert!(!tries_a1(spec, &stones[..7], &[]), "{spec}: C3 is one too");
        }
    }

    #[test]
    fn diagonals_do_not_count_in_the_thesis() {
        let stones = ["A2", "B1"];
        assert!(tries_a1("random", &stones, &heard()));
        for spec in THESIS {
            assert!(!tries_a1(spec, &stones, &heard()), "{spec}");
            assert!(tries_a1(&format!("{spec},eyes=fill"), &stones, &heard()), "{spec}");
        }
    }
}
