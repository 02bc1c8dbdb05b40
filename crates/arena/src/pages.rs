//! The reports of a tournament.
//!
//! | file | what it has |
//! |---|---|
//! | `study` | [`Study`]: everything counted once |
//! | `replay_encoder` | a game replayed through the referee: what each seat knew, and the data of its replay |
//! | `selection` | [`Replays`]: which games the page can replay |
//! | `plot` | plots as plain SVG |
//! | `text` | numbers and names as text |
//! | `markdown` | [`markdown()`]: the report for a repository |
//! | `html` | [`html()`]: the report as one page, with games to replay |
//!
//! Both reports show the same study, which counts everything once. The page's script and style are in
//! `assets/`; the script shows data and knows no rule of Go.

mod html;
mod markdown;
mod plot;
mod replay_encoder;
mod selection;
mod study;
mod text;

pub use html::html;
pub use markdown::markdown;
pub use selection::Replays;
pub use study::{
    GameFault, GameStudy, KnownShare, PairingStudy, PlayerStudy, Refusals, Study, StudyError,
};
