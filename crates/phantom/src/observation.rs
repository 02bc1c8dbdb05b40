//! What one seat hears.
//!
//! The types are the promise: what a seat hears of its opponent's tries and moves, [`Sound`], has
//! no field that could say where. The only points in it are those of the seat's own lost stones,
//! and [`Lost`] can only be made of stones that the seat had.

use crate::{Outcome, Refusal, View};
use kage_goban::{ByColor, Move, Point, PointSet};
use std::fmt;

/// What one seat hears at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observation {
    /// The answer to the seat's own try or pass.
    Mine(Answer),
    /// The sound of something the opponent did.
    Theirs(Sound),
    /// The game is over.
    Over(Outcome),
}

/// The referee's answer to a seat's own try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Not legal: try again.
    Refused {
        /// The point that was tried.
        point: Point,
        /// Why, if the rules say it aloud.
        reason: Option<Refusal>,
    },
    /// The move stands.
    Accepted {
        /// The move that was tried.
        play: Move,
        /// What it took, as far as the captor is told.
        taken: Taken,
        /// Was atari called?
        atari: bool,
        /// Both sides' stones on the board, if the rules announce them.
        stones: Option<ByColor<u32>>,
    },
}

/// What a captor is told of the stones it took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Taken {
    /// How many.
    pub number: u32,
    /// Where those stood whose points it is told: all, some or none of them.
    pub points: PointSet,
}

impl Taken {
    /// Is it told where every taken stone stood?
    pub fn is_complete(&self) -> bool {
        self.points.len() == self.number as usize
    }
}

/// What a seat hears of the opponent's doings: that something happened, never where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A try was refused.
    Tried,
    /// A move was accepted, or a pass made.
    Moved {
        /// Was it announced as a pass?
        passed: bool,
        /// How many tries were refused before it, if the rules say so.
        tries: Option<u32>,
        /// The seat's own stones that were taken.
        lost: Lost,
        /// Was atari called?
        atari: bool,
        /// Both sides' stones on the board, if the rules announce them.
        stones: Option<ByColor<u32>>,
    },
}

/// Stones of the hearing seat that were taken.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lost(PointSet);

impl Lost {
    /// Nothing was taken.
    pub const NONE: Lost = Lost(PointSet::EMPTY);

    /// Makes it of stones that the view has as its own; `None` if one of them is not.
    pub fn of(view: &View, stones: PointSet) -> Option<Lost> {
        stones.is_subset(&view.mine()).then_some(Lost(stones))
    }

    /// For [`disclose`](crate::disclose()) alone: the stones are the victim's by the rules of Go.
    pub(crate) const fn by_capture(stones: PointSet) -> Lost {
        Lost(stones)
    }

    /// The points where they stood.
    pub const fn points(&self) -> PointSet {
        self.0
    }

    /// Was nothing taken?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Observation {
    /// The referee's words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Observation::Mine(answer) => answer.fmt(f),
            Observation::Theirs(sound) => sound.fmt(f),
            Observation::Over(outcome) => write!(f, "game over: {outcome}"),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Refused { point, reason: None } => write!(f, "{point} is illegal"),
            Answer::Refused { point, reason: Some(reason) } => {
                write!(f, "{point} is illegal: {reason}")
            }
            Answer::Accepted { play, taken, atari, stones } => {
                match play {
                    Move::Play(point) => write!(f, "{point} is legal")?,
                    Move::Pass => f.write_str("you pass")?,
                }
                if taken.number > 0 {
                    write!(f, ", you take {}", taken.number)?;
                }
                if !taken.points.is_empty() {
                    write!(f, " ({})", taken.points)?;
                }
                extras(f, *atari, *stones)
            }
        }
    }
}

impl fmt::Display for Sound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sound::Tried => f.write_str("your opponent's try is illegal"),
            Sound::Moved { passed, tries, lost, atari, stones } => {
                f.write_str(if *passed { "your opponent passes" } else { "your opponent moves" })?;
                if let Some(tries) = tries {
                    write!(f, " after {tries} refused")?;
                }
                if !lost.is_empty() {
                    write!(f, ", you lose {} ({})", lost.0.len(), lost.0)?;
                }
                extras(f, *atari, *stones)
            }
        }
    }
}

fn extras(f: &mut fmt::Formatter<'_>, atari: bool, stones: Option<ByColor<u32>>) -> fmt::Result {
    if atari {
        f.write_str(", atari")?;
    }
    if let Some(stones) = stones {
        write!(f, ", stones: {} black, {} white", stones.black, stones.white)?;
    }
    Ok(())
}
