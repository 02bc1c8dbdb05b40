//! Players of Phantom Go, each named by a spec string such as `all-as-first:playouts=10000`.
//!
//! | file | what it has |
//! |---|---|
//! | `catalogue` | [`Entry`]: every player, his options and where he comes from; [`seat`] |
//! | `spec` | spec strings: names, options, good errors |
//! | `random` | [`Random`] |
//! | `searcher` | what all who search have in common: reading, budget, passing |
//! | `imagination` | the worlds a player thinks in |
//! | `aims` | chains that are taken or saved by one move, read in those worlds |
//! | `relay` | one player for the opening, another for the rest |
//! | `ismcts`, `bs_mcts` | players who search what may be heard, over worlds |
//! | `engine_eval` | a player who asks a program for visible Go what his worlds are worth |
//! | `goals` | a player of visible Go, who sees the board |
//! | `kage` | the strongest: worlds, and what tries are worth if they are accepted |
//! | `instinct`, `nets` | a player who asks a net and nothing else; where nets come from |
//! | `all_as_first`, `cazenave`, `standard`, `uct`, `hybrid`, `gambit` | the players of the literature |
//!
//! Every player here but `goals` is blind: he gets his own [`View`](kage_phantom::View) and nothing
//! else. Who sees the board has another trait, and no blind seat. This crate does not know the
//! referee, and a test of the workspace keeps it so.

mod aims;
mod all_as_first;
mod bs_mcts;
mod catalogue;
mod cazenave;
mod engine_eval;
mod gambit;
mod goals;
mod hybrid;
mod imagination;
mod instinct;
mod ismcts;
mod kage;
mod nets;
mod random;
mod relay;
mod searcher;
mod spec;
mod standard;
mod uct;

pub use catalogue::{CATALOGUE, Entry, OptionEntry, is_sighted, seat, seat_sighted};
pub use instinct::instinct;
pub use random::Random;
pub use spec::SpecError;
