//! Players of Phantom Go, one file each.
//!
//! Every player here is blind: he gets his own [`View`](kage_phantom::View) and nothing else. This
//! crate does not know the referee, and a test of the workspace keeps it so.
//!
//! | file | who |
//! |---|---|
//! | `random` | [`Random`]: any point that may be legal and is not an eye of his own |
//! | `eye` | what the players have in common: [`is_own_eye`] |

mod eye;
mod random;

pub use eye::is_own_eye;
pub use random::Random;
