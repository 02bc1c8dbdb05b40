//! A tournament on paper: the reports people read.
//!
//! | file | what it has |
//! |---|---|
//! | `study` | [`Study`]: everything counted once |
//! | `film` | a game taken through the referee: what each seat knew, and the replay's data |
//! | `plot` | plots as plain SVG |
//! | `text` | numbers and names as text |
//! | `markdown` | [`markdown()`]: the report for a repository |
//! | `html` | [`html()`]: the report as one page, with every game to replay |
//!
//! Nothing here decides who is strong, and nothing is counted twice: both reports say what the
//! study says. The page's script and style are in `assets/`; the script shows data and knows no
//! rule of Go.

mod film;
mod html;
mod markdown;
mod plot;
mod study;
mod text;

pub use html::html;
pub use markdown::markdown;
pub use study::{
    GameFault, GameStudy, Knowing, PairingStudy, PlayerStudy, Refusals, Study, StudyError,
};
