//! What the operator types, as observations.

use kage_goban::{ByColor, Move, ParsePointError, Point, PointSet};
use kage_phantom::{
    Answer, Choice, HearingError, Lost, Observation, PlayerError, Refusal, Sound, Taken, View,
};
use std::fmt;

/// What the operator may type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Word {
    Answer(Observation),
    Resigns,
    Undo,
    Board,
    Log,
    Clock,
    Help,
    Quit,
}

/// An error in an answer. The desk prints it and asks again.
#[derive(Debug)]
pub enum AnswerError {
    /// The referee must answer a try.
    NotARuling,
    /// The opponent is to move.
    NotTheirMove,
    /// Stones were captured that the player does not have.
    NotMine,
    /// Stones were captured, but not which ones.
    WhichStones,
    /// The word needs a number after it.
    NoNumber(&'static str),
    /// Not a point.
    Point(String, ParsePointError),
    /// `after` in an answer to the player's own try.
    After,
    /// More points than captured stones.
    Taken {
        /// The points.
        points: usize,
        /// The stones.
        taken: u32,
    },
    /// Not a reason of a refusal.
    Reason,
    /// The observation does not fit what was heard before.
    Impossible(HearingError),
    /// The player fails.
    Player(PlayerError),
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AnswerError::NotARuling => {
                "The referee must answer the try: type l (legal) or i (illegal); help for more"
            }
            AnswerError::NotTheirMove => {
                "The opponent is to move: type m (moved), p (passed) or t (tried); help for more"
            }
            AnswerError::NotMine => "Kage does not have all of these stones",
            AnswerError::WhichStones => {
                "Which stones of Kage were captured? Type their points after m"
            }
            AnswerError::After => "`after` is only for moves of the opponent; help for more",
            AnswerError::Reason => "A reason must be stone, suicide or ko",
            AnswerError::NoNumber(what) => {
                return write!(f, "`{what}` needs a number after it; help for more");
            }
            AnswerError::Point(word, error) => return write!(f, "`{word}`: {error}"),
            AnswerError::Taken { points, taken } => {
                return write!(f, "there are {points} points for {taken} captured stones");
            }
            AnswerError::Impossible(error) => {
                return write!(f, "this contradicts what was heard before: {error}");
            }
            AnswerError::Player(error) => return error.fmt(f),
        })
    }
}

impl std::error::Error for AnswerError {}

/// Reads what was typed. `pending` is the try or pass that the referee has not answered yet.
pub(super) fn read(line: &str, view: &View, pending: Option<Choice>) -> Result<Word, AnswerError> {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or("").to_ascii_lowercase();
    let rest: Vec<&str> = words.collect();
    let answer = match (first.as_str(), pending) {
        ("undo", _) => return Ok(Word::Undo),
        ("board" | "b", _) => return Ok(Word::Board),
        ("log", _) => return Ok(Word::Log),
        ("clock", _) => return Ok(Word::Clock),
        ("help" | "?", _) => return Ok(Word::Help),
        ("quit", _) => return Ok(Word::Quit),
        ("resigns", _) => return Ok(Word::Resigns),
        ("l" | "legal", Some(choice)) => legal(choice, &Heard::read(&rest)?)?,
        ("i" | "illegal", Some(Choice::Try(point))) => illegal(point, &rest)?,
        ("m" | "moved", None) => moved(Theirs::Stone, &Heard::read(&rest)?, view)?,
        ("p" | "passed", None) => moved(Theirs::Pass, &Heard::read(&rest)?, view)?,
        ("t" | "tried", None) => Observation::Theirs(Sound::Tried),
        (_, Some(_)) => return Err(AnswerError::NotARuling),
        (_, None) => return Err(AnswerError::NotTheirMove),
    };
    Ok(Word::Answer(answer))
}

/// The action of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Theirs {
    Stone,
    Pass,
}

fn moved(what: Theirs, heard: &Heard, view: &View) -> Result<Observation, AnswerError> {
    let Heard { number, points, atari, tries, stones } = *heard;
    let lost = Lost::of(view, points).ok_or(AnswerError::NotMine)?;
    if number.is_some_and(|number| number != points.len() as u32) {
        return Err(AnswerError::WhichStones);
    }
    let passed = what == Theirs::Pass;
    Ok(Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones }))
}

/// The announcements that may come with a move.
#[derive(Clone, Copy, Default, Debug)]
struct Heard {
    /// How many stones were taken.
    number: Option<u32>,
    /// Where they stood.
    points: PointSet,
    atari: bool,
    /// Tries refused before it.
    tries: Option<u32>,
    /// The number of stones of each side.
    stones: Option<ByColor<u32>>,
}

impl Heard {
    /// Reads `3`, `D4 D5`, `atari`, `after 2` and `stones 12 11`, each at most once.
    fn read(words: &[&str]) -> Result<Heard, AnswerError> {
        let mut heard = Heard::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut count = |what: &'static str| {
                let number = words.next().and_then(|word| word.parse::<u32>().ok());
                number.ok_or(AnswerError::NoNumber(what))
            };
            match word.to_ascii_lowercase().as_str() {
                "atari" => heard.atari = true,
                "after" => heard.tries = Some(count("after")?),
                "stones" => {
                    let (black, white) = (count("stones")?, count("stones")?);
                    heard.stones = Some(ByColor { black, white });
                }
                number if number.parse::<u32>().is_ok() => heard.number = number.parse().ok(),
                point => {
                    let point = point.parse::<Point>();
                    let fail = |error| AnswerError::Point((*word).to_owned(), error);
                    heard.points.insert(point.map_err(fail)?);
                }
            }
        }
        Ok(heard)
    }
}

fn legal(choice: Choice, heard: &Heard) -> Result<Observation, AnswerError> {
    let play = match choice {
        Choice::Try(point) => Move::Play(point),
        Choice::Pass | Choice::Resign => Move::Pass,
    };
    let Heard { number, points, atari, tries, stones } = *heard;
    if tries.is_some() {
        return Err(AnswerError::After);
    }
    let taken = Taken { number: number.unwrap_or(points.len() as u32), points };
    if points.len() as u32 > taken.number {
        return Err(AnswerError::Taken { points: points.len(), taken: taken.number });
    }
    Ok(Observation::Mine(Answer::Accepted { play, taken, atari, stones }))
}

fn illegal(point: Point, rest: &[&str]) -> Result<Observation, AnswerError> {
    let reason = match rest {
        [] => None,
        ["stone"] => Some(Refusal::OpponentStone),
        ["suicide"] => Some(Refusal::Suicide),
        ["ko"] => Some(Refusal::Ko),
        _ => return Err(AnswerError::Reason),
    };
    Ok(Observation::Mine(Answer::Refused { point, reason }))
}
