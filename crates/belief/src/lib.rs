//! From a view to *worlds*: positions that may be true, given everything a seat has heard.
//!
//! A world is a full board, and where it has a history, the opponent's accepted moves and passes, one
//! for each of its turns. A history is *consistent* if the seat would have heard exactly what it did hear:
//! every accepted try of its own is legal and captures what was announced, every refused try is illegal
//! when it was made, every stone is lost when it was lost, and every call of atari and every number is as
//! announced. A refused try of the opponent asks for one thing only: some point without a stone of the
//! opponent's own was illegal for it at that time.
//!
//! A [`Sampler`] is given views and draws worlds. [`History`] draws consistent histories, each as often as
//! its prior says. [`Metaposition`] draws boards that fit the latest view. [`MarginalSampler`] places the
//! hidden stones by given probabilities, and [`Uniform`] at random. [`verify`] checks a world the slow way,
//! with the rules of the game alone.
//!
//! This crate never sees the true position: views are all it is given. It does not play, judge moves or
//! search.
//!
//! | module | contents |
//! |---|---|
//! | `sampler` | [`Sampler`], [`Options`], [`SamplerStats`], [`Health`] |
//! | `world` | [`World`], [`Source`] |
//! | `uniform`, `metaposition`, `marginal` | samplers of boards without a history |
//! | `history` | [`History`]: Markov chains over consistent histories |
//! | `history/observed` | what the seat heard, prepared for fast checks |
//! | `history/consistency` | checks one turn of a history against what was heard |
//! | `history/chain` | one history that changes step by step |
//! | `history/proposals` | the Metropolis-Hastings proposals |
//! | `history/repair` | repairs of histories that are no longer consistent |
//! | `history/population` | many chains side by side |
//! | `opponent/prior` | [`Prior`]: how likely a move of the opponent is |
//! | `opponent/log_linear`, `opponent/features`, `opponent/pattern` | [`LogLinearPrior`], learned from games, and its features |
//! | `opponent/prior_cache` | the parts of that prior that are the same in all worlds |
//! | `opponent/trainer` | [`Trainer`]: learns its weights |
//! | `verify` | [`verify`] |
//! | `diagnostics` | [`SampleDiagnostics`]: effective sample size |
//! | `dice` | random numbers |

mod diagnostics;
mod dice;
mod history;
mod marginal;
mod metaposition;
mod opponent;
mod sampler;
mod uniform;
mod verify;
mod world;

pub use diagnostics::SampleDiagnostics;
pub use history::History;
pub use marginal::MarginalSampler;
pub use metaposition::Metaposition;
pub use opponent::{
    Flat, LogLinearPrior, MoveContext, Prior, Score, Trainer, TrainingError, WeightsError,
};
pub use sampler::{Health, Options, Sampler, SamplerStats};
pub use uniform::Uniform;
pub use verify::verify;
pub use world::{Source, World};
