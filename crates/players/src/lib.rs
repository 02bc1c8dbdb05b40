//! Players of Phantom Go, each named by a [`PlayerSpec`] such as `all-as-first:playouts=10000`.
//!
//! | file | what it has |
//! |---|---|
//! | `registry` | [`PlayerEntry`]: every player, its options and where it comes from; [`seat`] |
//! | `spec` | [`PlayerSpec`]: names, options, good errors |
//! | `random` | [`Random`] |
//! | `search_player` | the common part of all players that search |
//! | `world_source` | the worlds a player searches in |
//! | `net_prior` | a net as the prior of a search |
//! | `knowledge` | what a player makes of what it hears, today and as the first programs did |
//! | `guard`, `aims` | two methods of the literature that are off by default |
//! | `switching` | one player for the opening, another for the rest of the game |
//! | `ismcts`, `bs_mcts` | tree searches over worlds |
//! | `engine_eval` | a player whose worlds are evaluated by a program for visible Go |
//! | `goals` | a player of visible Go, which sees the board |
//! | `kage` | the strongest player: a net, sampled worlds, and values of tries if accepted |
//! | `policy` | a player that has a net and no search |
//! | `all_as_first`, `cazenave`, `standard`, `uct`, `hybrid`, `gambit` | the players of the literature |
//!
//! Every player here but `goals` is blind: it gets its own [`View`](kage_phantom::View) and nothing
//! else. A player that sees the board implements another trait and is refused on a blind seat. This
//! crate does not depend on the referee; a test of the workspace checks this.

mod aims;
mod all_as_first;
mod bs_mcts;
mod cazenave;
mod engine_eval;
mod gambit;
mod goals;
mod guard;
mod hybrid;
mod ismcts;
mod kage;
mod knowledge;
mod net_prior;
mod policy;
mod random;
mod registry;
mod search_player;
mod spec;
mod standard;
mod switching;
mod uct;
mod world_source;

pub use random::Random;
pub use registry::{OptionEntry, PlayerEntry, REGISTRY, seat};
pub use spec::{PlayerSpec, SpecError};
