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
//! | `knowledge` | the reasoning of a view: what a refusal may mean, what a capture proves |
//! | `outcome` | [`Outcome`]: how a game ended |
//! | `player` | the [`Player`] and [`SightedPlayer`] traits |
//! | `explanation` | [`Explanation`]: why a player chose as he did |
//! | `words` | [`nearest`]: what somebody meant who mistyped a name |
//!
//! Everything here is pure: no input or output, no clock, no random numbers, no live game. Nobody
//! here owns a running truth (that is `kage-referee`), and no road leads from a [`Table`] to a
//! [`View`] but through [`disclose`].

mod disclose;
mod explanation;
mod knowledge;
mod observation;
mod outcome;
mod player;
mod rules;
mod rules_text;
mod ruling;
mod setup;
mod view;
mod words;

pub use disclose::disclose;
pub use explanation::{Branch, Candidate, Explanation};
pub use observation::{Answer, Lost, Observation, Sound, Taken};
pub use outcome::{Ending, Forfeit, Outcome, ParseOutcomeError};
pub use player::{Player, PlayerError, SightedPlayer};
pub use rules::{
    AtariCalls, CaptorHears, Clock, Limits, PassHeard, Preset, ReasonTold, RefereeRules,
    RefusedCost, Repetition, Tie, TriesHeard,
};
pub use rules_text::RulesError;
pub use ruling::{Choice, NotATry, Refusal, Ruling, Table, adjudicate};
pub use setup::{Setup, SetupError, usual_handicap};
pub use view::{Causes, HearingError, Knowledge, NoSuicide, Refused, StoneCount, View};
pub use words::nearest;
