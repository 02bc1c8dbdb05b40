//! The choices and notes of one game: all that is needed to replay it.

use crate::replay::tries;
use half::f16;
use kage_goban::Color;
use kage_phantom::{Choice, Ending, Explanation, Forfeit};
use kage_referee::Record;

/// The largest number of candidates of a try that can be noted.
pub const MOST_NOTED: u8 = 64;

/// A noted candidate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NotedCandidate {
    /// The choice.
    pub choice: Choice,
    /// The number of playouts behind its value.
    pub visits: u64,
    /// Its value in the player's own unit, to eleven binary digits.
    pub value: f16,
}

/// What a player noted about a try.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Notes {
    /// The number of playouts.
    pub playouts: u64,
    /// The first few candidates, best first.
    pub candidates: Vec<NotedCandidate>,
}

impl Notes {
    /// The notes of an explanation: its best candidates, up to a number.
    pub fn of(explanation: &Explanation, most: u8) -> Notes {
        let noted = explanation.candidates.iter().take(usize::from(most.min(MOST_NOTED)));
        let noted = noted.map(|candidate| NotedCandidate {
            choice: candidate.choice,
            visits: candidate.visits,
            value: f16::from_f64(candidate.value),
        });
        Notes { playouts: explanation.playouts, candidates: noted.collect() }
    }

    /// The value that the player gave to a choice, if it is noted.
    pub fn value(&self, choice: Choice) -> Option<f64> {
        let noted = self.candidates.iter().find(|candidate| candidate.choice == choice)?;
        Some(noted.value.to_f64())
    }
}

/// One game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Game {
    /// Which player of the header has Black: 0 or 1.
    pub black: u8,
    /// Every try in order, and at the end a resignation if there was one.
    pub choices: Vec<Choice>,
    /// Who forfeited and why, if the choices alone do not tell.
    pub forfeit: Option<(Color, Forfeit)>,
    /// The notes of each try. Empty if the header says that there are none.
    pub notes: Vec<Notes>,
}

impl Game {
    /// A game that was played.
    pub fn of(record: &Record, black: u8, mut notes: Vec<Notes>) -> Game {
        let choices: Vec<Choice> =
            record.turns().iter().flat_map(tries).map(|(choice, _)| choice).collect();
        // A choice made after the time was up was not put to the referee.
        notes.truncate(choices.len());
        Game { black, choices, forfeit: forfeit(record), notes }
    }

    /// Which player of the header has a colour: 0 or 1.
    pub fn player(&self, color: Color) -> u8 {
        if color == Color::Black { self.black } else { 1 - self.black }
    }
}

/// A forfeit for too many tries follows from the tries, so it is not stored.
fn forfeit(record: &Record) -> Option<(Color, Forfeit)> {
    let outcome = record.outcome();
    match outcome.ending {
        Ending::Forfeit(why @ (Forfeit::Time | Forfeit::Conduct)) => {
            outcome.winner.map(|winner| (!winner, why))
        }
        _ => None,
    }
}
