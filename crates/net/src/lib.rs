//! Small residual networks for games on boards of any size.
//!
//! A policy sees what a seat knows: its input is made of a [`View`](kage_phantom::View) and nothing else. It
//! predicts, for each point, how good a try there is, the probability of a hidden stone, the owner at the end
//! and the opponent's next stone; and for the game a pass, the probability of a win and the lead
//! ([`NetOutput`]). A critic has the same outputs and sees both boards. The same weights play boards from 2x2
//! to 19x19: a net is made of convolutions of three by three points, and of what is pooled of whole boards.
//!
//! | file | what it has |
//! |---|---|
//! | `planes` | [`Planes`]: what a net sees |
//! | `view_planes`, `table_planes` | planes of a view, and of a true position with both views |
//! | `grid` | boards of any size, with a border of zeros, so that a convolution needs no special cases |
//! | `conv` | the convolution, and its two derivatives |
//! | `network` | [`Net`]: the weights |
//! | `activations` | everything that is computed for some boards |
//! | `buffer_pool` | buffers that are kept between evaluations |
//! | `inference` | [`Inference`]: a net prepared for evaluation, and its [`NetOutput`] |
//! | `instructions` | [`Instructions`]: vector instructions, the same results with all |
//! | `choices` | [`Choices`]: the chance of each choice |
//! | `policy`, `critic` | [`NetPolicy`] and [`NetCritic`]: nets as a [`Policy`](kage_phantom::Policy) and a [`Critic`](kage_phantom::Critic) |
//! | `example` | [`TrainingExample`]: inputs and targets of one moment |
//! | `loss` | [`Losses`]: how far outputs are from the targets, with the gradient |
//! | `backward` | the gradient of a batch |
//! | `optimizer` | [`Optimizer`]: Adam, repeatable and resumable |
//! | `file` | nets and optimizers as bytes |
//! | `tensors` | [`Layout`]: the weights of a file as named arrays |
//! | `v3` | the format of nets before this one: for 9x9, evaluation only |
//!
//! This crate is not a player: `kage-players` uses it. It cannot reach the referee. Training examples
//! are made by `kage-train`, which sees the truth of finished games.

mod activations;
mod backward;
mod buffer_pool;
mod choices;
mod conv;
mod critic;
mod example;
mod file;
mod grid;
mod inference;
mod instructions;
mod loss;
mod network;
mod optimizer;
mod planes;
mod policy;
mod table_planes;
mod tensors;
mod v3;
mod view_planes;

pub use activations::Look;
pub use choices::Choices;
pub use critic::NetCritic;
pub use example::{ChoiceTarget, TrainingExample};
pub use file::FileError;
pub use inference::{Inference, NetOutput};
pub use instructions::{Instructions, Unsupported};
pub use loss::{ChoiceOptions, LossSum, Losses};
pub use network::{Net, Shape};
pub use optimizer::{Optimizer, Step, StepOptions};
pub use planes::{Input, Planes};
pub use policy::{NetPolicy, PolicyNet};
pub use table_planes::Side;
pub use tensors::{Layout, Tensor};
pub use view_planes::open_points;
