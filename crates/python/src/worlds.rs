//! Worlds that fit a view, as boards.

use crate::action::{number, of_move};
use crate::arrays::write_board;
use crate::dice::Dice;
use kage_belief::{
    Health, History, LogLinearPrior, Metaposition, Options, Sampler, Source, Uniform, World,
};
use kage_goban::{Move, Point, PointSet};
use kage_phantom::{Answer, Observation, Seat, Sound, Table};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// Worlds drawn between two looks at the signals of the process.
const BETWEEN_SIGNALS: usize = 64;

/// The names of the samplers.
const NAMES: &str = "\"history\", \"history-flat\", \"metaposition\" or \"uniform\"";

fn named(sampler: &str, seed: u64) -> PyResult<Box<dyn Sampler + Send>> {
    let options = Options::default().with_seed(seed);
    match sampler {
        "history" => {
            let prior = LogLinearPrior::embedded()
                .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            Ok(Box::new(History::with_prior(options, prior)))
        }
        "history-flat" => Ok(Box::new(History::new(options))),
        "metaposition" => Ok(Box::new(Metaposition::new(options))),
        "uniform" => Ok(Box::new(Uniform::new(options))),
        _ => Err(PyValueError::new_err(format!("{sampler:?} is no sampler: give {NAMES}"))),
    }
}

/// Games of both seats that a seat cannot tell from its own: for each, the actions of all steps in order. The
/// opponent's moves are drawn as the worlds of the sampler "history" are; its refused tries are drawn from those
/// that would have been refused. Ctrl-C ends it.
pub(crate) fn histories(
    py: Python<'_>,
    seat: &Seat,
    count: usize,
    seed: u64,
) -> PyResult<Vec<Vec<usize>>> {
    let mut sampler = named("history", seed)?;
    let mut dice = Dice::new(seed);
    let mut found = Vec::new();
    py.detach(|| sampler.update(seat));
    for _ in 0..MOST_DRAWS * count {
        if found.len() == count {
            break;
        }
        py.check_signals()?;
        py.detach(|| {
            sampler.draw(1, &mut |world: World| {
                if world.source() == Source::History {
                    found.extend(history(seat, world.plays(), &mut dice));
                }
            });
        });
    }
    if found.len() < count {
        return Err(PyRuntimeError::new_err("no game was found that fits this view"));
    }
    Ok(found)
}

/// Worlds that are drawn for each history that is wanted, at most.
const MOST_DRAWS: usize = 64;

/// The actions of a whole game in which the opponent made these moves; `None` if a refused try of the opponent that was
/// heard has no place.
fn history(seat: &Seat, plays: &[Move], dice: &mut Dice) -> Option<Vec<usize>> {
    let (rules, size) = (seat.rules(), seat.size());
    let mut table = Table::new(seat.setup().position(rules.ko));
    let mut plays = plays.iter();
    let mut actions = Vec::with_capacity(seat.log().len());
    for news in seat.log() {
        let tries = match *news {
            Observation::Over(_) => continue,
            Observation::Mine(_) => 0,
            Observation::Theirs(Sound::Tried) => 1,
            Observation::Theirs(Sound::Moved { tries, .. }) => tries.unwrap_or(0),
        };
        for _ in 0..tries {
            let point = refused_somewhere(&table, dice)?;
            table.rule(rules, Move::Play(point)).ok()?;
            actions.push(number(size, point));
        }
        let play = match *news {
            Observation::Mine(Answer::Accepted { play, .. }) => play,
            Observation::Mine(Answer::Refused { point, .. }) => Move::Play(point),
            Observation::Theirs(Sound::Moved { .. }) => *plays.next()?,
            Observation::Theirs(Sound::Tried) | Observation::Over(_) => continue,
        };
        let (_, heard) = table.rule(rules, play).ok()?;
        if heard[seat.color()].as_ref() != Some(news) {
            return None;
        }
        actions.push(of_move(size, play));
    }
    Some(actions)
}

/// A point where a try of the side to move is refused, and that this side may try: it has no own stone there, and was
/// not told of a stone.
fn refused_somewhere(table: &Table, dice: &mut Dice) -> Option<Point> {
    let position = table.position();
    let (turn, size) = (position.turn(), position.size());
    let open = PointSet::board(size) - position.board().stones(turn) - table.shown(turn);
    let refused = open - position.legal_points();
    refused.iter().nth(dice.below(refused.len()))
}

/// Draws boards that fit what a seat heard, one after the other in one list. Ctrl-C ends it.
pub(crate) fn draw(
    py: Python<'_>,
    seat: &Seat,
    count: usize,
    sampler: &str,
    seed: u64,
) -> PyResult<Vec<i8>> {
    let mut sampler = named(sampler, seed)?;
    let area = seat.size().area();
    let mut boards = Vec::with_capacity(count.min(1 << 16) * area);
    py.detach(|| sampler.update(seat));
    while boards.len() < count * area {
        py.check_signals()?;
        if sampler.health() == Health::Nothing {
            return Err(PyRuntimeError::new_err("no world fits this view"));
        }
        let missing = count - boards.len() / area;
        let before = boards.len();
        py.detach(|| {
            sampler.draw(missing.min(BETWEEN_SIGNALS), &mut |world: World| {
                let end = boards.len();
                boards.resize(end + area, 0);
                write_board(world.board(), &mut boards[end..]);
            });
        });
        if boards.len() == before {
            return Err(PyRuntimeError::new_err("no world fits this view"));
        }
    }
    Ok(boards)
}
