//! The choices and notes of one game: all that is needed to play it again.

use half::f16;
use kage_goban::Color;
use kage_phantom::{Choice, Ending, Explanation, Forfeit};
use kage_referee::{Record, TurnEnd};

/// Candidates of a try that can be noted, at most.
pub const MOST_NOTED: u8 = 64;

/// A candidate, as it is noted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NotedCandidate {
    /// What could have been done.
    pub choice: Choice,
    /// On how many playouts its value rests.
    pub visits: u64,
    /// How good it seemed, by the player's own measure, to eleven binary digits.
    pub value: f16,
}

/// What a player noted of his thoughts before a try.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Notes {
    /// The playouts spent.
    pub playouts: u64,
    /// The first few candidates, best first.
    pub candidates: Vec<NotedCandidate>,
}

impl Notes {
    /// Notes the best candidates of an explanation, so many at most.
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
    /// Who forfeited, if the choices alone do not say so: his time was up, or he misbehaved.
    pub forfeit: Option<(Color, Forfeit)>,
    /// The notes of each try; none at all where the header says that none are kept.
    pub notes: Vec<Notes>,
}

impl Game {
    /// A game that was played.
    pub fn of(record: &Record, black: u8, mut notes: Vec<Notes>) -> Game {
        let choices = choices(record);
        // What a player chose when his time was up was never put to the referee.
        notes.truncate(choices.len());
        Game { black, choices, forfeit: forfeit(record), notes }
    }

    /// Which player of the header has a colour: 0 or 1.
    pub fn player(&self, color: Color) -> u8 {
        if color == Color::Black { self.black } else { 1 - self.black }
    }
}

fn choices(record: &Record) -> Vec<Choice> {
    let mut choices = Vec::new();
    for turn in record.turns() {
        choices.extend(turn.refused.iter().map(|&(point, _)| Choice::Try(point)));
        match turn.end {
            TurnEnd::Play { point, .. } => choices.push(Choice::Try(point)),
            TurnEnd::Pass => choices.push(Choice::Pass),
            TurnEnd::Resign => choices.push(Choice::Resign),
            TurnEnd::Forfeit(_) | TurnEnd::Open => {}
        }
    }
    choices
}

/// Too many tries are a forfeit that the tries themselves tell.
fn forfeit(record: &Record) -> Option<(Color, Forfeit)> {
    let outcome = record.outcome();
    match outcome.ending {
        Ending::Forfeit(why @ (Forfeit::Time | Forfeit::Conduct)) => {
            outcome.winner.map(|winner| (!winner, why))
        }
        _ => None,
    }
}
