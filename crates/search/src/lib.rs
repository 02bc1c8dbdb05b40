//! Evaluators of tries: how good is each point, as far as one seat can tell?
//!
//! A [`Reading`] is what a player takes for granted: the certain stones, the refused points he
//! takes for stones, how many more there must be and where they may stand. An [`Evaluator`] spends
//! a budget of playouts on it and gives every candidate a value.
//!
//! | file | what it has |
//! |---|---|
//! | `reading` | [`Reading`], [`Memory`]: from a view to assumptions |
//! | `eyes` | own eyes, as far as known |
//! | `budget` | [`Budget`], [`Purse`], [`Meter`]: playouts, time, or the bank of the 2007 thesis |
//! | `scoring` | [`Scoring`]: what a finished playout is worth |
//! | `evaluator` | [`Evaluator`], [`Evaluation`] |
//! | `first` | [`AllAsFirst`] |
//! | `own_mean` | [`OwnMean`]: all-as-first by world, kept from try to try |
//! | `glance` | [`Glance`]: no search, what a hunch says |
//! | `flat` | [`Standard`]: every candidate in turns, first move only |
//! | `uct`, `tree` | [`Uct`] with its ways of guessing hidden stones |
//! | `ismcts`, `info_tree` | [`Ismcts`]: a tree of tries and news, over worlds |
//! | `belief_state` | [`BeliefMcts`]: values for each world apart, weighed by belief |
//! | `walk` | what those have in common; [`Policy`] |
//! | `forest`, `stream` | trees side by side; random choices |
//! | `worlds` | [`Worlds`]: what may be true, drawn for one try |
//! | `influence` | Zobrist's influence of 1969 |
//!
//! It knows no referee and no truth, and it starts from views alone.

mod belief_state;
mod budget;
mod evaluator;
mod eyes;
mod first;
mod flat;
mod forest;
mod glance;
mod influence;
mod info_tree;
mod ismcts;
mod life;
mod own_mean;
mod reading;
mod scoring;
mod stream;
mod tree;
mod uct;
mod walk;
mod worlds;

pub use belief_state::{BeliefMcts, BeliefOptions};
pub use budget::{Budget, Meter, Purse};
pub use evaluator::{Evaluation, Evaluator};
pub use eyes::{is_own_eye, is_safe_eye};
pub use first::{AllAsFirst, Ranking};
pub use flat::Standard;
pub use glance::Glance;
pub use influence::{gains, total_influence};
pub use ismcts::{Ismcts, IsmctsOptions, Observer};
pub use kage_playout::Eyes;
pub use life::sealed;
pub use own_mean::OwnMean;
pub use reading::{Habits, Hunch, Memory, Reading, Trust};
pub use scoring::Scoring;
pub use uct::{Guess, Uct, UctOptions};
pub use walk::Policy;
pub use worlds::{Aim, Draws, Scene, Worlds};
