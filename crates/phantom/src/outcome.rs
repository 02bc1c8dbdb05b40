//! How a game ended.

use kage_goban::{Color, Score};
use std::fmt;
use std::str::FromStr;

/// What a player did to lose without being beaten.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forfeit {
    /// The player made more refused tries in a turn than the rules allow.
    Tries,
    /// The player's time ran out.
    Time,
    /// The player answered nonsense, or did not answer.
    Conduct,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// It was counted.
    Count(Score),
    /// The loser resigned.
    Resignation,
    /// The loser forfeited.
    Forfeit(Forfeit),
    /// The board repeated, under rules that call this a draw.
    Repetition,
    /// The players agreed, or a record says so: nobody counted here. The margin in half points, if
    /// one was given.
    Agreement(Option<u32>),
    /// It was not played to an end.
    Unfinished,
}

/// The result of a game. Its text is SGF's: `B+2.5`, `W+R`, `0`, `?`.
///
/// ```
/// use kage_goban::Color;
/// use kage_phantom::{Ending, Outcome};
/// let outcome: Outcome = "W+R".parse().unwrap();
/// assert_eq!(outcome, Outcome { winner: Some(Color::White), ending: Ending::Resignation });
/// assert_eq!(outcome.to_string(), "W+R");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won, if anyone.
    pub winner: Option<Color>,
    /// How.
    pub ending: Ending,
}

impl Outcome {
    /// A game that nobody finished.
    pub const UNFINISHED: Outcome = Outcome { winner: None, ending: Ending::Unfinished };

    /// The loser resigned.
    pub fn resigned(loser: Color) -> Outcome {
        Outcome { winner: Some(!loser), ending: Ending::Resignation }
    }

    /// The loser forfeited.
    pub fn forfeited(loser: Color, forfeit: Forfeit) -> Outcome {
        Outcome { winner: Some(!loser), ending: Ending::Forfeit(forfeit) }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(winner) = self.winner else {
            return f.write_str(if self.ending == Ending::Unfinished { "?" } else { "0" });
        };
        write!(f, "{}+", winner.letter())?;
        match self.ending {
            Ending::Count(score) => {
                write!(f, "{}", score.winner().map_or(0.0, |(_, halves)| f64::from(halves) / 2.0))
            }
            Ending::Resignation => f.write_str("R"),
            Ending::Forfeit(Forfeit::Time) => f.write_str("T"),
            Ending::Forfeit(_) => f.write_str("F"),
            Ending::Agreement(Some(halves)) => write!(f, "{}", f64::from(halves) / 2.0),
            Ending::Repetition | Ending::Agreement(None) | Ending::Unfinished => Ok(()),
        }
    }
}

/// The text is no SGF result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseOutcomeError;

impl fmt::Display for ParseOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result is B+2.5, W+R (resignation), W+T (time), W+F (forfeit), 0 or ?")
    }
}

impl std::error::Error for ParseOutcomeError {}

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "?" | "void" => return Ok(Outcome::UNFINISHED),
            "0" | "draw" | "jigo" => {
                return Ok(Outcome { winner: None, ending: Ending::Agreement(None) });
            }
            _ => {}
        }
        let (winner, how) = text.split_once('+').ok_or(ParseOutcomeError)?;
        let winner: Color = winner.parse().map_err(|_| ParseOutcomeError)?;
        let ending = match how.to_ascii_lowercase().as_str() {
            "r" | "resign" => Ending::Resignation,
            "t" | "time" => Ending::Forfeit(Forfeit::Time),
            "f" | "forfeit" => Ending::Forfeit(Forfeit::Conduct),
            "" => Ending::Agreement(None),
            points => Ending::Agreement(Some(read_margin(points).ok_or(ParseOutcomeError)?)),
        };
        Ok(Outcome { winner: Some(winner), ending })
    }
}

/// A margin in half points.
fn read_margin(text: &str) -> Option<u32> {
    let halves = text.parse::<f64>().ok()? * 2.0;
    (halves.fract() == 0.0 && (0.0..=4000.0).contains(&halves)).then_some(halves as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_read_back() {
        for text in ["B+2.5", "W+17", "W+R", "B+T", "W+F", "B+", "0", "?"] {
            assert_eq!(text.parse::<Outcome>().map(|outcome| outcome.to_string()), Ok(text.into()));
        }
    }

    #[test]
    fn other_words_for_the_same() {
        for (text, plain) in [("Draw", "0"), ("jigo", "0"), ("b+Resign", "B+R"), ("Void", "?")] {
            assert_eq!(
                text.parse::<Outcome>().map(|outcome| outcome.to_string()),
                Ok(plain.into())
            );
        }
        for text in ["", "B", "B2", "X+1", "B+x", "B+-1", "B+1.3", "B+NaN", "B+inf"] {
            assert_eq!(text.parse::<Outcome>(), Err(ParseOutcomeError), "{text}");
        }
    }
}
