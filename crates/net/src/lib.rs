//! A small residual network on a seat's own view of a 9x9 game.
//!
//! It sees what the seat knows and nothing else, for [`Planes`] are made of a
//! [`View`](kage_phantom::View), and says of each point how much a try there gains, how likely a
//! hidden stone is and whose it will be, and of the game how likely it is won ([`Outlook`]). It is a few
//! convolutions of three by three points with skips, no more: small enough to be trained on two cores
//! and evaluated thousands of times a second on one.
//!
//! | file | what it has |
//! |---|---|
//! | `planes` | [`Planes`]: a view as numbers |
//! | `maps` | boards with a border, on which a convolution needs no special cases |
//! | `conv` | the convolution, and its two derivatives |
//! | `net` | [`Net`]: the weights |
//! | `sight` | [`Sight`]: a net made ready to look, and what it says of a view |
//! | `lesson` | [`Lesson`]: what a try has to teach, and how wrong an outlook was |
//! | `trainer` | [`Trainer`]: gradients and steps, repeatable and resumable |
//! | `file` | nets and trainers as bytes |
//!
//! It is not a player: `kage-players` asks it. It knows no referee, and lessons are made by those who
//! may see the truth of games that are over.

mod conv;
mod file;
mod lesson;
mod maps;
mod net;
mod planes;
mod sight;
mod trainer;

pub use file::FileError;
pub use lesson::{Lesson, Losses};
pub use net::{Net, Shape};
pub use planes::{PLANES, Planes, Scene};
pub use sight::{Outlook, Sight};
pub use trainer::{Pace, Trainer};
