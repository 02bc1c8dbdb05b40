//! Reading on a visible board: goals, threats, traces, sente and temperature.
//!
//! | file | what it has |
//! |---|---|
//! | `reading_board` | [`ReadingBoard`]: stones put down and taken back, millions a second |
//! | `goal` | [`Goal`]: connect, capture, separate, live; and [`Opposite`] |
//! | `threats` | [`Budget`]: how many threats of each order a line may have |
//! | `reader` | [`Reader`]: the search that proves goals, and its traces |
//! | `memory` | what a reader remembers |
//! | `sente` | [`Sente`]: does a move that reaches one goal threaten another? |
//! | `any_goal` | [`Wish`]: goals by name |
//! | `problem` | [`Problem`]: boards, questions and right answers, as text |
//! | `survey` | which goals are worth a search, and which moves settle or threaten them |
//! | `ledger` | [`Ledger`]: what goals are worth, by the playouts in which they were reached |
//! | `temperature` | [`Subgame`]: how urgent a move is |
//! | `strategist` | [`Strategy`]: all of it for one move |
//! | `audit` | [`Audit`]: was a threat worth what was claimed of it? |

mod any_goal;
mod audit;
mod goal;
mod ledger;
mod memory;
mod problem;
mod reader;
mod reading_board;
mod sente;
mod strategist;
mod survey;
mod temperature;
mod threats;

pub use any_goal::{AnyGoal, Reading, Wish};
pub use audit::{Audit, Estimate};
pub use goal::{Capture, Connect, EmptyConnect, Goal, Ground, Live, Opposite, Separate};
pub use ledger::{Account, Ledger, Link, Pair};
pub use problem::{Problem, ProblemError, Question, Solution};
pub use reader::{Answer, First, Opinion, Reader};
pub use reading_board::{Group, ReadingBoard};
pub use sente::{Sente, Threat};
pub use strategist::{Advice, Claim, Reason, Strategy};
pub use survey::{Status, captures, connections, empty_connections, liberties_by_order};
pub use temperature::Subgame;
pub use threats::{Budget, ORDERS};
