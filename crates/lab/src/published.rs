//! The published figures beside ours, kept as results alone.
//!
//! A [`CompactResults`] is a text of a few bytes a game: who won which game of which pairing, on which
//! terms, from which seed. It is all that is needed to go on with a run, also on another machine, and
//! all that the page of [`page`](fn@page) is made of. A [`CompactRuns`] keeps a folder of them.

mod compact;
mod curve;
mod day;
mod experiment_run;
mod finding;
mod fingerprint;
mod page;
mod run;
mod run_error;

pub use compact::{CompactError, CompactGame, CompactResults, Origin};
pub use curve::{Curve, CurvePoint};
pub use fingerprint::Fingerprint;
pub use page::{Page, page};
pub use run::{CompactEnd, CompactGoal, CompactRuns, write_page};
pub use run_error::{CompactNote, CompactRunError};
