//! What a search is asked, and what it returns.

use kage_goban::PointSet;

/// Which side moves first, seen from the goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum First {
    /// The colour that wants the goal.
    Friend,
    /// The other colour.
    Enemy,
}

/// The result of a search for a positive goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Proved. The trace is positive: only moves on its points can invalidate the proof.
    Won(PointSet),
    /// No proof found. The trace is negative: moves on its points may change this.
    Lost(PointSet),
}

impl Answer {
    /// Whether the goal is proved.
    pub const fn is_won(&self) -> bool {
        matches!(self, Answer::Won(_))
    }

    /// The positive or negative trace.
    pub const fn trace(&self) -> PointSet {
        match *self {
            Answer::Won(trace) | Answer::Lost(trace) => trace,
        }
    }
}

/// The result of a search for the opposite of a goal: an opinion, not a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// The search found no way to reach the positive goal. This is its trace.
    Likely(PointSet),
    /// The positive goal is proved, so its opposite cannot be reached.
    Refuted(PointSet),
}

impl Opinion {
    /// The trace of the search for the positive goal.
    pub const fn trace(&self) -> PointSet {
        match *self {
            Opinion::Likely(trace) | Opinion::Refuted(trace) => trace,
        }
    }
}
