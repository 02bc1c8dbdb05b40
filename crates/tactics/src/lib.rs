//! Tactical reading on a visible board: goals, threats, traces, sente and temperature.
//!
//! | file | what it has |
//! |---|---|
//! | `reading_board` | [`ReadingBoard`]: a board with fast play and undo |
//! | `goal` | [`Goal`]: connect, capture, separate, live; [`Opposite`]: the negation of a goal |
//! | `threats` | [`Budget`]: how many threats of each order a line may contain |
//! | `reader` | [`Reader`]: the search that proves goals and returns traces |
//! | `memory` | transposition tables and move ordering |
//! | `sente` | [`Sente`]: whether a move that reaches one goal threatens another |
//! | `objective` | [`Objective`]: a goal or its opposite, read from text |
//! | `problem` | [`Problem`]: a board, a question and the right answer, read from text |
//! | `survey` | the goals of a board to search, and the moves that settle or threaten them |
//! | `link_scores` | [`LinkScores`]: the mean score of the playouts in which a goal was reached |
//! | `temperature` | [`Subgame`]: the temperature of a move |
//! | `strategist` | [`Strategy`]: chooses a move by all of the above |
//! | `audit` | [`Audit`]: compares the claimed value of a threat with its value in play |
//!
//! All boards here are visible. The crate knows no view and no world of Phantom Go, and does no
//! input or output.

mod audit;
mod goal;
mod link_scores;
mod memory;
mod objective;
mod problem;
mod reader;
mod reading_board;
mod sente;
mod strategist;
mod survey;
mod temperature;
mod threats;

pub use audit::{Audit, Estimate};
pub use goal::{Capture, Connect, EmptyConnect, Goal, Live, Opposite, Separate, Support};
pub use link_scores::{Link, LinkScores, MeanScore, Pair};
pub use objective::{AnyGoal, Objective, ObjectiveError, SearchResult};
pub use problem::{Problem, ProblemAnswer, ProblemError, ProblemFault, Question, Solution};
pub use reader::{Answer, First, Opinion, Reader};
pub use reading_board::{Group, ReadingBoard};
pub use sente::{Sente, Threat};
pub use strategist::{Advice, Claim, Reason, Strategy};
pub use survey::{Status, captures, connections, empty_connections, liberties_by_order};
pub use temperature::Subgame;
pub use threats::{Budget, ORDERS};
