//! The one door by which the running truth leaves the referee.

use kage_goban::Position;
use kage_phantom::{RefereeRules, Ruling};
use std::fmt;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Sees the game as it is, while it is played.
///
/// For journals, spectators and seats that are told the truth. No [`Observation`] and no [`View`]
/// can be made of it; who gives it to a blind seat has broken the game by hand.
///
/// [`Observation`]: kage_phantom::Observation
/// [`View`]: kage_phantom::View
///
/// ```
/// use kage_goban::{BoardSize, Color};
/// use kage_phantom::{Choice, RefereeRules, Setup};
/// use kage_referee::Referee;
///
/// let setup = Setup::even(BoardSize::NINE);
/// let (mut referee, mut witness) = Referee::new(RefereeRules::default(), setup);
/// referee.hear(Color::Black, Choice::Pass).unwrap();
/// assert_eq!(witness.news().len(), 1);
/// assert_eq!(witness.position().turn(), Color::White);
/// ```
pub struct Witness {
    rulings: Receiver<Ruling>,
    position: Position,
    rules: RefereeRules,
}

/// A witness, and the referee's end of the line to it.
pub(crate) fn pair(position: Position, rules: RefereeRules) -> (Sender<Ruling>, Witness) {
    let (sender, rulings) = channel();
    (sender, Witness { rulings, position, rules })
}

impl Witness {
    /// The rulings since the last call, in order.
    pub fn news(&mut self) -> Vec<Ruling> {
        let news: Vec<Ruling> = self.rulings.try_iter().collect();
        for ruling in &news {
            match ruling {
                Ruling::Accepted { play, .. } => {
                    // The referee played it on the same position.
                    let _ = self.position.play(*play);
                }
                Ruling::Refused { .. } if self.rules.refused_is_step() => {
                    self.position.forget_passes();
                }
                Ruling::Refused { .. } => {}
            }
        }
        news
    }

    /// The true position, as of the last call of [`Witness::news`].
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

impl fmt::Debug for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Witness").field("moves", &self.position.moves()).finish_non_exhaustive()
    }
}
