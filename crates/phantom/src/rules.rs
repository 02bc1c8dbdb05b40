//! What the referee says aloud, and the limits of a game: every setting, as data.

use kage_goban::{KoRule, Komi};
use std::time::Duration;

/// Whether the mover hears the reason of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReasonTold {
    /// Nothing.
    Never,
    /// The opponent's stone, an own stone, suicide or ko.
    Always,
    /// Only whether a stone stands there. If none does, the reason is suicide or ko.
    Stones,
}

/// What the captor hears of the stones that it captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CaptorHears {
    /// Their number.
    Number,
    /// Their points.
    Points,
    /// Their number, and the points of those that it had been shown before.
    Shown,
}

/// What a seat hears of the opponent's refused tries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TriesHeard {
    /// Nothing.
    Nothing,
    /// Each one as it is refused.
    Each,
    /// How many there were, once the turn is over.
    Count,
}

/// When atari is announced, to both seats and without the point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtariCalls {
    /// Never.
    Never,
    /// After a move that puts a chain of the opponent's in atari.
    New,
    /// After every move while any chain of either side is in atari.
    Every,
}

/// Whether a seat hears that the opponent passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PassHeard {
    /// A pass is announced.
    Announced,
    /// A pass sounds like a move until the game ends.
    Unannounced,
}

/// What happens when a legal move repeats an earlier board of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// Nothing: only the ko rule forbids repetitions.
    Allowed,
    /// The game ends as a draw.
    Draw,
}

/// Who wins when both sides have the same number of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tie {
    /// Nobody.
    Draw,
    /// White.
    White,
}

/// Whether the mover's clock runs while the referee answers a refused try.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RefusedCost {
    /// The clock stands: only the mover's own thinking counts.
    Mover,
    /// The clock runs: the referee's time counts too.
    Referee,
}

/// How far a game may go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Limits {
    /// Refused tries in a turn; one more is a forfeit.
    pub tries: Option<u32>,
    /// Moves in a game, passes included; after that the board is counted as it stands.
    pub moves: Option<u32>,
    /// Moves and refused tries together, for each point of the board; after that the board is
    /// counted as it stands. See [`RefereeRules::refused_is_step`].
    pub steps_per_point: Option<u32>,
}

/// The clock of a game. The referee does not run it; the caller that seats the players does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The time a side has for the whole game.
    pub main: Option<Duration>,
    /// What a refused try costs.
    pub refused: RefusedCost,
}

/// The rules of one game: what the referee announces, and how the game ends.
///
/// ```
/// use kage_phantom::{AtariCalls, Preset, RefereeRules};
/// let rules: RefereeRules = "common atari=every".parse().unwrap();
/// assert_eq!(rules.atari, AtariCalls::Every);
/// assert_eq!(rules.to_string(), "common atari=every");
/// assert_eq!(RefereeRules::default(), Preset::Borsboom.rules());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RefereeRules {
    /// Whether the mover hears the reason of a refusal.
    pub reason: ReasonTold,
    /// What the captor hears. The side that loses stones always learns which.
    pub captor: CaptorHears,
    /// What the opponent hears of refused tries.
    pub tries: TriesHeard,
    /// When atari is called.
    pub atari: AtariCalls,
    /// Whether passes are announced.
    pub pass: PassHeard,
    /// Are the numbers of stones of both sides announced after each move?
    pub counts: bool,
    /// Which repetitions are illegal.
    pub ko: KoRule,
    /// What a legal repetition does.
    pub repetition: Repetition,
    /// White's compensation.
    pub komi: Komi,
    /// Who wins a tie.
    pub tie: Tie,
    /// How far a game may go.
    pub limits: Limits,
    /// The clock.
    pub clock: Clock,
}

/// The rule sets in real use, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Preset {
    /// Borsboom's thesis of 2007: refused tries are heard. The default.
    Borsboom,
    /// Cazenave's program of 2006: refused tries are not heard.
    Cazenave,
    /// The Computer Olympiad of 2007.
    Olympiad,
    /// The Chinese student contest.
    Collegiate,
    /// As played at Go congresses.
    Common,
    /// As played in Hamburg: refusals have a reason, and every atari is announced.
    Hamburg,
    /// `OpenSpiel`'s `phantom_go`.
    Openspiel,
}

impl Preset {
    /// All presets, the default first.
    pub const ALL: [Preset; 7] = [
        Preset::Borsboom,
        Preset::Cazenave,
        Preset::Olympiad,
        Preset::Collegiate,
        Preset::Common,
        Preset::Hamburg,
        Preset::Openspiel,
    ];

    /// Its name in text.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Borsboom => "borsboom",
            Preset::Cazenave => "cazenave",
            Preset::Olympiad => "olympiad",
            Preset::Collegiate => "collegiate",
            Preset::Common => "common",
            Preset::Hamburg => "hamburg",
            Preset::Openspiel => "openspiel",
        }
    }

    /// One line: where it comes from, and what the referee announces.
    pub const fn about(self) -> &'static str {
        match self {
            Preset::Borsboom => {
                "2007 thesis, the default: refusals without a reason, heard by both sides; \
                 the captor hears how many stones"
            }
            Preset::Cazenave => {
                "2006 program: as borsboom, but the opponent does not hear refusals"
            }
            Preset::Olympiad => {
                "Computer Olympiad 2007: as borsboom, but the captor hears the points; \
                 30 minutes a side"
            }
            Preset::Collegiate => {
                "Chinese student contest: as cazenave, but the captor hears the points; \
                 White wins ties"
            }
            Preset::Common => {
                "Go congresses: as borsboom, but the captor hears the points; \
                 new ataris are announced"
            }
            Preset::Hamburg => {
                "Hamburg: as borsboom, but refusals have a reason, and every atari is announced"
            }
            Preset::Openspiel => {
                "OpenSpiel's phantom_go: a refusal tells whether a stone stands there; \
                 the numbers of stones are announced"
            }
        }
    }

    /// The rules it stands for.
    pub const fn rules(self) -> RefereeRules {
        let base = BORSBOOM;
        match self {
            Preset::Borsboom => base,
            Preset::Cazenave => RefereeRules { tries: TriesHeard::Nothing, ..base },
            Preset::Olympiad => RefereeRules {
                captor: CaptorHears::Points,
                clock: Clock { main: Some(Duration::from_secs(30 * 60)), ..base.clock },
                ..base
            },
            Preset::Collegiate => RefereeRules {
                captor: CaptorHears::Points,
                tries: TriesHeard::Nothing,
                tie: Tie::White,
                ..base
            },
            Preset::Common => {
                RefereeRules { captor: CaptorHears::Points, atari: AtariCalls::New, ..base }
            }
            Preset::Hamburg => {
                RefereeRules { reason: ReasonTold::Always, atari: AtariCalls::Every, ..base }
            }
            Preset::Openspiel => RefereeRules {
                reason: ReasonTold::Stones,
                captor: CaptorHears::Shown,
                counts: true,
                repetition: Repetition::Draw,
                komi: Komi::from_half_points(15),
                limits: Limits { steps_per_point: Some(4), ..base.limits },
                ..base
            },
        }
    }
}

const BORSBOOM: RefereeRules = RefereeRules {
    reason: ReasonTold::Never,
    captor: CaptorHears::Number,
    tries: TriesHeard::Each,
    atari: AtariCalls::Never,
    pass: PassHeard::Announced,
    counts: false,
    ko: KoRule::Simple,
    repetition: Repetition::Allowed,
    komi: Komi::from_half_points(13),
    tie: Tie::Draw,
    limits: Limits { tries: None, moves: None, steps_per_point: None },
    clock: Clock { main: None, refused: RefusedCost::Mover },
};

impl RefereeRules {
    /// Is a refused try a step of the game like a move? So it is where steps are limited. There it stands between two
    /// passes: pass, refused try, pass does not end the game. It also makes sense to repeat a refused try, as a way to
    /// wait.
    pub const fn refused_is_step(&self) -> bool {
        self.limits.steps_per_point.is_some()
    }
}

impl Default for RefereeRules {
    fn default() -> RefereeRules {
        BORSBOOM
    }
}
