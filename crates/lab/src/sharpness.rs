//! The sharpness of views: the share of what a seat can know that its view knows, over the moments
//! of games.

use crate::{HeardGame, Knowable, KnowableError};
use kage_goban::{Color, PointSet};
use kage_phantom::{HearingError, View};
use serde::Serialize;
use std::fmt;

/// A view is certain of something that is not certain, or a game is impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SharpnessError {
    /// The view is certain of what is not certain.
    Unsound {
        /// The step of the game, from 0.
        step: usize,
        /// Whose view.
        seat: Color,
        /// Stones that need not be there.
        theirs: PointSet,
        /// Points that need not be empty.
        empty: PointSet,
    },
    /// The true position is not among those that fit.
    TruthLost {
        /// The step of the game, from 0.
        step: usize,
        /// Whose positions.
        seat: Color,
    },
    /// The view did not take what was heard.
    Hearing(HearingError),
    /// What can be known cannot be computed.
    Knowable(KnowableError),
}

impl fmt::Display for SharpnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SharpnessError::Unsound { step, seat, theirs, empty } => write!(
                f,
                "after step {step} the view of {seat} is wrongly certain of stones on {theirs:?} \
                 and of empty points {empty:?}"
            ),
            SharpnessError::TruthLost { step, seat } => write!(
                f,
                "after step {step} the true position is not among those that fit what {seat} heard"
            ),
            SharpnessError::Hearing(error) => error.fmt(f),
            SharpnessError::Knowable(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SharpnessError {}

impl From<HearingError> for SharpnessError {
    fn from(error: HearingError) -> SharpnessError {
        SharpnessError::Hearing(error)
    }
}

/// Something certain that a view does not know.
#[derive(Clone, Debug)]
pub struct Missed {
    /// The step of the game, from 0.
    pub step: usize,
    /// Whose view.
    pub seat: Color,
    /// Certain stones that it does not know.
    pub theirs: PointSet,
    /// Certainly empty points that it does not know.
    pub empty: PointSet,
}

/// How much of what is certain is known: counts over moments.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Default, Debug)]
pub struct Sharpness {
    /// Moments.
    pub moments: u64,
    /// Moments at which more positions fitted than could be kept; they are not counted.
    pub left_out: u64,
    /// The opponent's stones that are certain.
    pub stones: u64,
    /// Those of them that the view knows.
    pub stones_known: u64,
    /// Points that are certainly empty.
    pub empty: u64,
    /// Those of them that the view knows.
    pub empty_known: u64,
}

impl Sharpness {
    /// Holds both seats' views against all that they can know, after each step of a game while it goes on. At
    /// most `most` positions are kept; after that the seat's moments are left out.
    pub fn add(
        &mut self,
        game: &HeardGame,
        most: usize,
        mut missed: impl FnMut(&Missed),
    ) -> Result<(), SharpnessError> {
        for seat in Color::BOTH {
            self.add_seat(game, seat, most, &mut missed)?;
        }
        Ok(())
    }

    fn add_seat(
        &mut self,
        game: &HeardGame,
        seat: Color,
        most: usize,
        missed: &mut impl FnMut(&Missed),
    ) -> Result<(), SharpnessError> {
        let mut view = View::new(game.rules, &game.setup, seat);
        let knowable = Knowable::new(game.rules, &game.setup, seat, most);
        let mut knowable = knowable.map_err(SharpnessError::Knowable)?;
        for (step, heard) in game.steps.iter().enumerate() {
            for news in &heard[seat] {
                view.update(news)?;
                match knowable.hear(news) {
                    Ok(()) => {}
                    Err(KnowableError::TooMany(_)) => {
                        self.left_out += (game.steps.len() - step) as u64;
                        return Ok(());
                    }
                    Err(error) => return Err(SharpnessError::Knowable(error)),
                }
                check(&view, &knowable, step)?;
            }
            if view.outcome().is_some() {
                break;
            }
            knowable.goes_on();
            if !knowable.contains(&game.hidden[step][seat]) {
                return Err(SharpnessError::TruthLost { step, seat });
            }
            let lacking = self.count(&view, &knowable, step)?;
            if !lacking.theirs.is_empty() || !lacking.empty.is_empty() {
                missed(&lacking);
            }
        }
        Ok(())
    }

    fn count(
        &mut self,
        view: &View,
        knowable: &Knowable,
        step: usize,
    ) -> Result<Missed, SharpnessError> {
        check(view, knowable, step)?;
        let (theirs, empty) = (knowable.theirs(), knowable.empty());
        self.moments += 1;
        self.stones += theirs.len() as u64;
        self.stones_known += view.theirs().len() as u64;
        self.empty += empty.len() as u64;
        self.empty_known += view.empty().len() as u64;
        let seat = view.color();
        Ok(Missed { step, seat, theirs: theirs - view.theirs(), empty: empty - view.empty() })
    }

    /// The share of the certain stones that is known.
    pub fn stone_share(&self) -> f64 {
        self.stones_known as f64 / self.stones as f64
    }

    /// The share of the certainly empty points that is known.
    pub fn empty_share(&self) -> f64 {
        self.empty_known as f64 / self.empty as f64
    }
}

/// Nothing the view calls certain is uncertain.
fn check(view: &View, knowable: &Knowable, step: usize) -> Result<(), SharpnessError> {
    let theirs = view.theirs() - knowable.theirs();
    let empty = view.empty() - knowable.empty();
    if theirs.is_empty() && empty.is_empty() {
        return Ok(());
    }
    Err(SharpnessError::Unsound { step, seat: view.color(), theirs, empty })
}
