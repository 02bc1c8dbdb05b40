//! Reading on a visible board: goals, threats, traces, sente and temperature.
//!
//! | file | what it has |
//! |---|---|
//! | `reading_board` | [`ReadingBoard`]: stones put down and taken back, millions a second |
//! | `goal` | [`Goal`]: connect, capture, separate, live; and [`Opposite`] |
//! | `threats` | [`Budget`]: how many threats of each order a line may have |
//! | `reader` | [`Reader`]: the search that proves goals, and its traces |
//! | `memory` | what a reader remembers |

mod goal;
mod memory;
mod reader;
mod reading_board;
mod threats;

pub use goal::{Capture, Connect, EmptyConnect, Goal, Ground, Live, Opposite, Separate};
pub use reader::{Answer, First, Opinion, Reader};
pub use reading_board::{Group, ReadingBoard};
pub use threats::{Budget, ORDERS};
