//! The contract of Phantom Go: what is tried, how it is ruled, what each seat hears, and what a
//! seat then knows.
//!
//! A player makes a *try*; [`adjudicate`] finds the full truth of it, a [`Ruling`]; [`disclose`]
//! turns the ruling into what each seat hears, an [`Observation`]; a [`View`] folds what one seat
//! has heard. What is said aloud is data: [`RefereeRules`].
//!
//! | file | what it has |
//! |---|---|
//! | `rules` | [`RefereeRules`]: every setting and the presets in real use |
//! | `rules_text` | their text form, `common komi=7.5 atari=every` |
//! | `setup` | [`Setup`]: board size and handicap, known to both |
//! | `ruling` | [`Choice`], [`Refusal`], [`Ruling`], [`Table`], [`adjudicate`] |
//! | `observation` | [`Observation`] and its parts |
//! | `disclose` | [`disclose`], the single door between truth and seats |
//! | `view` | [`View`]: all that one seat has heard, folded |
//! | `last_turns` | [`LastTurns`]: what was heard of the last turn of either side |
//! | `moments` | a number of moves for each point |
//! | `seat` | [`Seat`]: a view and the log of what that seat heard |
//! | `views` | [`Views`] and [`Seats`]: both seats of one game, folded in one place |
//! | `knowledge` | the reasoning of a view: what a refusal may mean, what a capture proves |
//! | `outcome` | [`Outcome`]: how a game ended |
//! | `player` | the [`Player`] and [`SightedPlayer`] traits |
//! | `policy` | the [`Policy`] and [`Critic`] traits, [`Prediction`]: what is said before any search |
//! | `explanation` | [`Explanation`]: why a player chose as it did |
//! | `words` | [`nearest`]: the known name nearest to a mistyped one |
//!
//! Everything here is pure: no input or output, no clock, no random numbers, no live game. Nobody
//! here owns a running truth (that is `kage-referee`), and no road leads from a [`Table`] to a
//! [`View`] but through [`disclose`].

mod disclose;
mod explanation;
mod knowledge;
mod last_turns;
mod moments;
mod observation;
mod outcome;
mod player;
mod policy;
mod rules;
mod rules_text;
mod ruling;
mod seat;
mod setup;
mod view;
mod views;
mod words;

pub use disclose::disclose;
pub use explanation::{Branch, Candidate, Explanation};
pub use last_turns::LastTurns;
pub use observation::{Answer, Lost, Observation, Sound, Taken};
pub use outcome::{Ending, Forfeit, Outcome, ParseOutcomeError};
pub use player::{Player, PlayerError, SightedPlayer};
pub use policy::{Critic, CriticValue, Policy, Prediction, WatchedTable};
pub use rules::{
    AtariCalls, CaptorHears, Clock, Limits, PassHeard, Preset, ReasonTold, RefereeRules,
    RefusedCost, Repetition, Tie, TriesHeard,
};
pub use rules_text::RulesError;
pub use ruling::{Choice, NotATry, Refusal, Ruling, Table, adjudicate};
pub use seat::Seat;
pub use setup::{Setup, SetupError, usual_handicap};
pub use view::{Causes, HearingError, Knowledge, NoSuicide, Refused, StoneCount, View};
pub use views::{BothSeats, Hears, Misheard, Seats, Views};
pub use words::nearest;
