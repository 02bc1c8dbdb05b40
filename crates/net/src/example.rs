//! Inputs and targets of one moment of a game.

use crate::activations::Look;
use crate::planes::Planes;
use kage_goban::{Point, PointSet};

/// Inputs and targets of one moment. The targets may use the true board; the net sees the planes alone.
#[derive(Clone, Debug)]
pub struct TrainingExample {
    /// What the net sees.
    pub planes: Planes,
    /// The symmetry of the board under which it sees them.
    pub symmetry: u8,
    /// What is learned of the choice.
    pub choice: ChoiceTarget,
    /// The points where a hidden stone is possible.
    pub unknown: PointSet,
    /// The points with a hidden stone.
    pub hidden: PointSet,
    /// The area of the seat at the end. Empty, as `their_area` is, if the game was not counted.
    pub own_area: PointSet,
    /// The area of the opponent at the end.
    pub their_area: PointSet,
    /// The opponent's next stone, if it put one.
    pub next: Option<Point>,
    /// 1 for a game that was won, 0 for one that was lost, or an estimated probability. `None` for a
    /// game without a winner.
    pub win: Option<f32>,
    /// The lead at the end in points, komi included, or an estimate of it.
    pub lead: Option<f32>,
}

/// What is learned of a choice. Choices are numbered: the open points in their order, then the pass.
#[derive(Clone, PartialEq, Debug)]
pub enum ChoiceTarget {
    /// Nothing.
    None,
    /// The choices of another player are imitated.
    Imitate {
        /// The points to choose from.
        open: PointSet,
        /// The chance of each choice that has one.
        chances: Vec<(usize, f32)>,
    },
    /// A choice becomes likelier if it was better than expected, and less likely if it was worse.
    Improve {
        /// The points to choose from.
        open: PointSet,
        /// The choice that was made.
        made: usize,
        /// The logarithm of its chance when it was made.
        log_chance: f32,
        /// How much better than expected it was.
        advantage: f32,
        /// The logarithms of the chances of an older net, if choices are held near it.
        anchor: Option<Vec<f32>>,
    },
}

impl TrainingExample {
    /// An example without any target.
    pub fn of(planes: Planes, symmetry: u8) -> TrainingExample {
        let none = PointSet::EMPTY;
        TrainingExample {
            planes,
            symmetry,
            choice: ChoiceTarget::None,
            unknown: none,
            hidden: none,
            own_area: none,
            their_area: none,
            next: None,
            win: None,
            lead: None,
        }
    }

    /// What the net is shown.
    pub fn look(&self) -> Look<'_> {
        Look { planes: &self.planes, symmetry: self.symmetry }
    }
}
