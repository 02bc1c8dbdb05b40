//! From a view to *worlds*: what may be true, given all that was heard.
//!
//! A world is a list of the opponent's accepted moves and passes, one for each of his turns, that
//! would have sounded to the seat exactly as its game did: every accepted try of its own legal and
//! taking what was announced, every refused one illegal when it was made, every lost stone lost
//! then, every call of atari and every number as they were called. A refused try of the opponent's
//! that was heard asks only that some point without a stone of his own was illegal for him then.
//!
//! A [`Sampler`] is given views and draws worlds. [`History`] draws true worlds, each as often as
//! it is likely; [`Metaposition`] draws boards that fit the latest view; [`Guided`] puts the missing stones
//! where it is told they may be, and [`Uniform`] scatters them. [`verify`] is the slow test of a world, through the rules' own door.
//!
//! Nothing here knows the truth or can reach it: views are all it is given. It does not play, judge
//! moves, or search.
//!
//! | file | what it has |
//! |---|---|
//! | `sampler` | [`Sampler`], [`Options`], [`SamplerStats`], [`Health`] |
//! | `world` | [`World`] |
//! | `history` | [`History`]: the door to what follows |
//! | `story` | what was heard, worked out once |
//! | `judge` | one turn of a world, held against the story |
//! | `chain`, `propose`, `mend` | one world that changes step by step; fair steps; repairs |
//! | `crowd` | many chains side by side |
//! | `metaposition`, `uniform`, `guided` | the simpler samplers |
//! | `prior` | [`Prior`]: how the opponent is thought to play |
//! | `learned`, `features` | [`Learned`]: a prior from games, and what it looks at |
//! | `outlook` | the same for all moves of a story, worked out as far as it can be |
//! | `trainer` | [`Trainer`]: makes one, from histories that it is given |
//! | `verify` | [`verify`] |
//! | `mixing` | [`Mixing`]: how many worlds a series of worlds is worth |
//! | `circle` | what lies around a point, up to symmetry |
//! | `dice` | random numbers |

mod chain;
mod circle;
mod crowd;
mod dice;
mod features;
mod guided;
mod history;
mod judge;
mod learned;
mod mend;
mod metaposition;
mod mixing;
mod outlook;
mod prior;
mod propose;
mod sampler;
mod story;
mod trainer;
mod uniform;
mod verify;
mod world;

pub use guided::Guided;
pub use history::History;
pub use learned::{Learned, WeightsError};
pub use metaposition::Metaposition;
pub use mixing::Mixing;

pub use prior::{Flat, Moment, Prior};
pub use sampler::{Health, Options, Sampler, SamplerStats};
pub use trainer::{Score, Trainer};
pub use uniform::Uniform;
pub use verify::verify;
pub use world::{Source, World};
