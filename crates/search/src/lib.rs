//! Searches: the value of each try, as far as one seat can tell.
//!
//! A [`RootState`] is everything a search starts from: what the seat knows, what the player assumes
//! of the rest, the points that may be tried, the sampled worlds and the prior. A [`Search`] spends
//! a budget on it and returns an [`Explanation`](kage_phantom::Explanation): every candidate with
//! its value, its visits and the probability that it is chosen.
//!
//! | file | what it has |
//! |---|---|
//! | `root_state` | [`RootState`] |
//! | `refusal_model` | [`RefusalModel`]: what a refused point may be, and when it is tried again |
//! | `candidates` | [`Candidates`]: from a view to assumptions and points to try |
//! | `perceived` | [`PerceivedBoard`]: what the programs of 2006 and 2007 took the board to be |
//! | `worlds` | [`WorldSet`]: the sampled worlds of a try |
//! | `eyes` | own eyes, as far as known |
//! | `passing` | [`is_won`]: when the game is won as it stands |
//! | `budget` | [`Budget`], [`BudgetPool`], [`BudgetMeter`]: playouts, time, a clock, or the bank of the 2007 thesis |
//! | `scoring` | [`Scoring`]: the value of a finished playout |
//! | `search`, `error` | [`Search`]; [`SearchError`] |
//! | `select` | [`FinalChoice`]; from values to a choice |
//! | `flat` | [`FlatMonteCarlo`]: every candidate in turns, first move only |
//! | `amaf` | [`Amaf`]: all-as-first |
//! | `world_amaf` | [`WorldAmaf`]: all-as-first by world, kept from try to try |
//! | `aims` | [`Aim`]: chains that one move takes or saves, counted by `world_amaf` |
//! | `policy_only` | [`PolicyOnly`]: no search, the prior alone |
//! | `uct` | [`Uct`] with its models of hidden stones |
//! | `ismcts` | [`Ismcts`]: a tree of tries and of what is heard, over worlds |
//! | `table_mcts` | [`TableMcts`]: as OpenSpiel has it, one table of nodes by what the mover knows |
//! | `bs_mcts` | [`BeliefMcts`]: values for each world apart, weighed by belief |
//! | `small_board` | a position that is cheap to copy, for descents |
//! | `simulation` | what the searches over worlds have in common |
//! | `root_parallel`, `parallel`, `stream` | trees side by side; threads; random choices |
//!
//! It knows no referee and no truth: it starts from views alone.

mod aims;
mod amaf;
mod bs_mcts;
mod budget;
mod candidates;
mod error;
mod eyes;
mod flat;
mod ismcts;
mod parallel;
mod passing;
mod perceived;
mod policy_only;
mod refusal_model;
mod root_parallel;
mod root_state;
mod scoring;
mod search;
mod select;
mod simulation;
mod small_board;
mod stream;
mod table_mcts;
mod uct;
mod world_amaf;
mod worlds;

pub use aims::{Aim, AimReader, Fate};
pub use amaf::{Amaf, Ranking};
pub use bs_mcts::{BeliefMcts, BeliefOptions};
pub use budget::{Budget, BudgetMeter, BudgetPool, CLOCK_DIVISOR};
pub use candidates::{CandidateOptions, Candidates, PassAlivePoints, PassRule, SurroundedStones};
pub use error::SearchError;
pub use eyes::{is_own_eye, is_safe_eye};
pub use flat::FlatMonteCarlo;
pub use ismcts::{Ismcts, IsmctsOptions, Observer};
pub use kage_playout::Eyes;
pub use parallel::WorkerPanicked;
pub use passing::is_won;
pub use perceived::{CaptureModel, PerceivedBoard};
pub use policy_only::PolicyOnly;
pub use refusal_model::RefusalModel;
pub use root_state::RootState;
pub use scoring::Scoring;
pub use search::Search;
pub use select::FinalChoice;
pub use table_mcts::{LeafEvaluator, LeafPlayouts, TableMcts, TableOptions};
pub use uct::{HiddenStoneModel, Uct, UctOptions};
pub use world_amaf::{WorldAmaf, WorldAmafOptions};
pub use worlds::{SampleCount, SampledWorld, WorldSet};
