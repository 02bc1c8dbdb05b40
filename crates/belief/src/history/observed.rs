//! What a seat heard, prepared so that many histories can be checked against it quickly.
//!
//! The seat's own stones are the same in every world at every moment. Everything that depends on them
//! alone (its chains, their borders, where an opponent's stone cannot have been) is computed here, once.

mod builder;
mod deductions;

use crate::opponent::{Prior, PriorCache};
use builder::GameBuilder;
use kage_goban::bits::{Bits, Grid};
use kage_goban::{Color, Move, PointSet};
use kage_phantom::{Answer, Observation, RefereeRules, Setup, Sound};

/// The opponent passed in this turn.
pub(crate) const PASS: u16 = u16::MAX;
/// The time before the opponent's first turn, in which it made no move.
pub(crate) const NOTHING: u16 = u16::MAX - 1;

/// A moment of the game: twice the index of a turn before the opponent's move, plus one after it.
pub(crate) type HalfTurn = u32;

/// What the referee announced after a move of either side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) atari: bool,
    /// The opponent's stones on the board, where numbers are announced.
    pub(crate) count: Option<u32>,
}

/// A refused try of the seat, on a point where it had no stone.
#[derive(Clone, Debug)]
pub(crate) struct Refused<B> {
    pub(crate) point: u16,
    /// The causes that the referee's answer leaves open: an opponent's stone, suicide, ko.
    pub(crate) stone: bool,
    pub(crate) suicide: bool,
    pub(crate) ko: bool,
    /// The border of the chain that a stone here would have made.
    pub(crate) border: B,
    /// Moments when the seat's stones were as they would have been with this one.
    pub(crate) repeats: Vec<HalfTurn>,
}

/// What the seat was told about where the stones stood that it captured.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Told<B> {
    /// Their number only.
    Number,
    /// Of the captured stones on the first set of points: those on the second.
    Among(B, B),
}

/// An accepted stone of the seat.
#[derive(Clone, Debug)]
pub(crate) struct Stone<B> {
    pub(crate) point: u16,
    /// How many stones it captured.
    pub(crate) taken: u32,
    pub(crate) told: Told<B>,
    /// The border of its chain.
    pub(crate) border: B,
    /// Is it a chain by itself?
    pub(crate) alone: bool,
    pub(crate) repeats: Vec<HalfTurn>,
}

/// The accepted move of the seat after a move of the opponent.
#[derive(Clone, Debug)]
pub(crate) struct Reply<B> {
    /// `None` is a pass.
    pub(crate) stone: Option<Stone<B>>,
    pub(crate) call: Call,
    /// The seat's stones afterwards.
    pub(crate) mine: B,
    /// The borders of their chains, where atari may be called.
    pub(crate) borders: Vec<B>,
}

/// A move of the opponent, and everything heard until its next one.
#[derive(Clone, Debug)]
pub(crate) struct Turn<B> {
    /// The seat's stones before the opponent's move, and after it.
    pub(crate) mine: B,
    pub(crate) mine_after: B,
    /// `mine` as points.
    pub(crate) mine_points: PointSet,
    /// The opponent's refused tries that were heard before its move.
    pub(crate) tries: u32,
    /// Where the opponent's stone can have been put, as far as the seat's own stones tell. Empty if the
    /// move is known.
    pub(crate) allowed: B,
    /// The same as a list.
    pub(crate) places: Vec<u16>,
    /// Can the opponent have passed?
    pub(crate) pass: bool,
    /// The move, where it is known: an announced pass, or no move at all.
    pub(crate) known: Option<u16>,
    /// Points where an opponent's stone stood later, or probably did.
    pub(crate) wanted: B,
    /// The border of the seat's stones that the opponent captured.
    pub(crate) walls: B,
    /// The point of the captured stone, if it was a single one.
    pub(crate) hole: Option<u16>,
    /// The borders of the seat's chains that were not captured, before the move.
    pub(crate) survivors: Vec<B>,
    /// The borders of the seat's chains after the move, where atari may be called.
    pub(crate) borders: Vec<B>,
    pub(crate) call: Call,
    pub(crate) repeats: Vec<HalfTurn>,
    pub(crate) refused: Vec<Refused<B>>,
    pub(crate) reply: Option<Reply<B>>,
    /// Set if a try of the opponent was refused after all this while the seat had no stone on the board.
    /// Then these are the moments when it had none either.
    pub(crate) tried: Option<Vec<HalfTurn>>,
}

impl<B: Bits> Turn<B> {
    /// The number of moves this turn can have been, at most.
    pub(crate) fn choices(&self) -> usize {
        self.places.len() + usize::from(self.pass)
    }

    /// Can this have been the opponent's move?
    pub(crate) fn allows(&self, play: u16) -> bool {
        if play == PASS { self.pass } else { play != NOTHING && self.allowed.has(play) }
    }

    /// Does checking this turn depend on the boards of earlier turns?
    fn depends_on_past(&self) -> bool {
        let reply = self.reply.as_ref().and_then(|reply| reply.stone.as_ref());
        !self.repeats.is_empty()
            || self.refused.iter().any(|refused| !refused.repeats.is_empty())
            || reply.is_some_and(|stone| !stone.repeats.is_empty())
            || self.tried.as_ref().is_some_and(|half_turns| !half_turns.is_empty())
    }
}

/// A refused point that held a stone of the opponent's, or was an eye of the opponent's.
#[derive(Clone, Debug)]
pub(crate) struct AmbiguousPoint {
    pub(crate) point: u16,
    /// The points that must be the opponent's if it is an eye.
    pub(crate) walls: Vec<u16>,
    /// The turns in which a stone can have been put on it.
    pub(crate) turns: Vec<u16>,
}

/// A game as one seat heard it.
#[derive(Clone, Debug)]
pub(crate) struct ObservedGame<B> {
    pub(crate) grid: Grid<B>,
    pub(crate) color: Color,
    pub(crate) rules: RefereeRules,
    /// The opponent's stones at the start.
    pub(crate) theirs: B,
    /// The side to move.
    pub(crate) turn: Color,
    /// The first turn is the time before the opponent's first move. The others are its turns, in order.
    pub(crate) turns: Vec<Turn<B>>,
    /// Turns with more than one possible move.
    pub(crate) open: Vec<u16>,
    /// Refused points that may be a stone or an eye, each once.
    pub(crate) ambiguous: Vec<AmbiguousPoint>,
    /// Points that may have held more than one stone of the opponent's, one after the other.
    pub(crate) reusable: B,
    /// Does any check depend on boards of earlier turns?
    pub(crate) depends_on_past: bool,
    /// What a log-linear prior can compute once for all worlds.
    pub(crate) prior_cache: PriorCache<B>,
}

impl<B: Bits> ObservedGame<B> {
    /// Prepares what was heard. The log is one that a `View` has accepted.
    pub(crate) fn new(
        setup: &Setup,
        rules: RefereeRules,
        color: Color,
        log: &[Observation],
    ) -> ObservedGame<B> {
        let grid = Grid::<B>::new(setup.size());
        let theirs = grid.set(&setup.stones(!color));
        let mut turns = GameBuilder::new(&grid, &rules, color, setup).build(log);
        let reusable = deductions::reusable(&grid, &turns);
        deductions::forbid(&grid, &mut turns);
        deductions::want(&mut turns);
        for turn in &mut turns {
            turn.places = turn.allowed.places().collect();
        }
        let is_open = |turn: &u16| turns[usize::from(*turn)].choices() > 1;
        let open = (0..turns.len() as u16).filter(is_open).collect();
        let moves = log.iter().filter(|news| is_move(news)).count();
        ObservedGame {
            color,
            rules,
            theirs,
            turn: if moves.is_multiple_of(2) { setup.first() } else { !setup.first() },
            open,
            ambiguous: deductions::ambiguous(&turns, theirs),
            reusable,
            depends_on_past: turns.iter().any(Turn::depends_on_past),
            prior_cache: PriorCache::new(),
            turns,
            grid,
        }
    }

    /// The same game with the cache of an earlier part of it, extended by the new turns.
    pub(crate) fn with_cache(
        mut self,
        earlier: PriorCache<B>,
        prior: &impl Prior,
    ) -> ObservedGame<B> {
        if let Some(log_linear) =
            prior.log_linear().filter(|learned| learned.applies_to(self.grid.size))
        {
            let mut cache = earlier;
            cache.extend(log_linear, &self);
            self.prior_cache = cache;
        }
        self
    }

    /// A move of the opponent as a move of Go; `None` for [`NOTHING`].
    pub(crate) fn play(&self, play: u16) -> Option<Move> {
        match play {
            NOTHING => None,
            PASS => Some(Move::Pass),
            place => self.grid.point(place).map(Move::Play),
        }
    }
}

/// Does this observation end a turn of either side?
pub(crate) fn is_move(news: &Observation) -> bool {
    matches!(
        news,
        Observation::Mine(Answer::Accepted { .. }) | Observation::Theirs(Sound::Moved { .. })
    )
}
