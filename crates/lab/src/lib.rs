//! The laboratory: experiments on recorded games, beliefs and players.
//!
//! It knows the truth of finished games, so no blind crate may depend on it. It does not parse
//! command lines, draw in a terminal, or open files, except for the weights that a [`PriorChoice`]
//! names and the results of a [`CompactRuns`]; the caller gives it games and configurations, and gets reports.
//!
//! | file | what it has |
//! |---|---|
//! | `recorded_game` | [`RecordedGame`]: a game as each seat heard it, beside the truth |
//! | `prior_choice` | [`PriorChoice`]: a prior of worlds by name |
//! | `calibration`, `calibration_page` | [`calibrate`]: predicted hidden stones compared with the real ones, and its page |
//! | `search_page` | [`search_page()`]: the page of a search |
//! | `sampling_rate` | [`sampling_rate`](fn@sampling_rate): worlds a second, and their effective sample size |
//! | `world_sample` | [`WorldSample`]: worlds drawn at one moment |
//! | `certainty` | [`certain`]: what a view is certain of, and why |
//! | `belief_view` | [`BeliefView`]: what a seat could have believed, in bounded time |
//! | `instructions` | [`Instructions`]: which vector instructions are used |
//! | `playout_rate` | [`PlayoutRun`]: playouts a second, checked |
//! | `net_rate` | [`NetRate`]: views a net evaluates and tries it learns from, a second |
//! | `problem_suite` | [`SolvedProblem`]: tactical problems, solved and timed |
//! | `threat_audit` | [`audit_threats`]: the claimed values of threats, compared with playouts |
//! | `server_load` | [`measure_server`]: many web games at once |
//! | `heard_game` | [`HeardGame`]: a game as both seats hear it, step by step |
//! | `knowable` | [`Knowable`]: everything that a seat can know, on small boards |
//! | `sharpness`, `view_rate` | [`Sharpness`]: how much of that views know; [`ViewRate`]: and how fast they are |
//! | `known_share` | [`KnownShare`]: what views know of the truth of recorded games |
//! | [`exact`] | exact values on tiny boards |
//! | `signature` | [`signatures`]: what every player chooses at fixed seeds, as hashes |
//! | `experiments` | [`Experiment`]: an experiment of the literature, and its [`Verdict`] |
//! | `published` | [`CompactResults`]: results without games; [`page`](fn@page): all published figures beside ours |
//! | `reproduce` | [`Reproduction`]: an experiment as a tournament, and as a [`Comparison`] |

mod belief_view;
mod calibration;
mod calibration_page;
mod certainty;
pub mod exact;
mod experiments;
mod heard_game;
mod instructions;
mod knowable;
mod known_share;
mod net_rate;
mod playout_rate;
mod prior_choice;
mod problem_suite;
mod published;
mod recorded_game;
mod reproduce;
mod sampling_rate;
mod search_page;
mod server_load;
mod sharpness;
mod signature;
mod threat_audit;
mod view_rate;
mod world_sample;

pub use belief_view::BeliefView;
pub use calibration::{
    Calibration, CalibrationBin, CalibrationConfig, CalibrationError, CalibrationRow, SamplerKind,
    SamplerScore, calibrate,
};
pub use calibration_page::calibration_page;
pub use certainty::certain;
pub use experiments::{
    CitedFigure, Elsewhere, Experiment, ExperimentError, PairingLine, PlayerLine, PublishedLead,
    Scale, Sweep, Twin, Verdict, published_rate,
};
pub use heard_game::{HeardGame, HeardGameError};
pub use instructions::Instructions;
pub use knowable::{Knowable, KnowableError};
pub use known_share::KnownShare;
pub use net_rate::{NetRate, NetRateError};
pub use playout_rate::{CHECKED, PlayoutConfig, PlayoutError, PlayoutRate, PlayoutRun};
pub use prior_choice::{PriorChoice, PriorError};
pub use problem_suite::{SolvedProblem, problems_json, totals};
pub use published::{
    CompactEnd, CompactError, CompactGame, CompactGoal, CompactNote, CompactResults,
    CompactRunError, CompactRuns, Curve, CurvePoint, Fingerprint, Origin, Page, page, write_page,
};
pub use recorded_game::{Moment, RecordedGame, RecordedGameError};
pub use reproduce::{
    ComparedPairing, Comparison, Effort, NoEffort, Reproduction, ReproductionConfig,
    ReproductionError,
};
pub use sampling_rate::{
    SamplingRate, SamplingRateConfig, SamplingRateError, SamplingReport, sampling_rate,
};
pub use search_page::{branch_json, search_page};
pub use server_load::{AnswerTimes, ServerLoad, ServerLoadConfig, ServerLoadError, measure_server};
pub use sharpness::{Missed, Sharpness, SharpnessError};
pub use signature::{Signature, SignatureError, UNSIGNED, signature_text, signatures, signed};
pub use threat_audit::{Excess, ThreatAudit, ThreatAuditConfig, audit_threats};
pub use view_rate::{PresetSharpness, ViewRate, ViewRateConfig, ViewRateError, ViewSpeed};
pub use world_sample::{Unanimous, WorldSample, WorldSampleConfig};
