//! Exact values of Phantom Go on tiny boards.
//!
//! The game is written out whole: every information set of both seats, by perfect recall of what
//! the seat heard. Two solvers that share only this tree find the value: counterfactual regret
//! minimization and a linear program. A checker that shares nothing with them confirms their
//! strategies. `docs/exact.md` says what is restricted and has the results.
//!
//! | file | what it has |
//! |---|---|
//! | `board`, `symmetry` | [`Shape`]: rectangles of at most nine points; their symmetries |
//! | `game`, `heard` | [`GameConfig`]: the rules on such a board, and what each seat hears |
//! | `support` | the positions that a seat cannot rule out: which tries are useful |
//! | `infosets`, `builder`, `tree` | the game in extensive form |
//! | `flows` | [`Bounds`]: best responses to a pair of strategies |
//! | `cfr` | the first solver |
//! | `lp` | the second solver |
//! | `certificate` | the strategies as a file |
//! | `checker` | [`check`]: whether a certificate is right, by slow means of its own |
//! | `names`, `solution_text` | choices by name; solutions in words and as JSON |
//! | `solve`, `checkpoint` | [`solve`]: a run over several caps that can be stopped and resumed |

mod board;
mod builder;
mod certificate;
mod cfr;
mod checker;
mod checkpoint;
mod flows;
mod game;
mod heard;
mod infosets;
mod lp;
mod names;
mod solution_text;
mod solve;
mod support;
mod symmetry;
mod tree;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests;

pub use board::{Shape, ShapeError};
pub use checker::{CheckError, Checked, check};
pub use checkpoint::CheckpointError;
pub use flows::Bounds;
pub use game::{GameConfig, Tries, Worth};
pub use lp::LpError;
pub use names::NameError;
pub use solution_text::{solution_json, solution_text};
pub use solve::{
    Certificate, Choices, Progress, SolveConfig, SolveError, SolveRun, SolvedCap, SolvedGame,
    Solver, Watch, solve,
};
pub use tree::TooLarge;
