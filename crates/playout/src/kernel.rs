//! One step of many games at once: the hot code.
//!
//! Each lane is a game, seen by the side to move. A step picks a point in every lane, sees whether
//! it may be taken, and takes it. A lane whose point is refused shuts that point and picks again
//! in the next step: that leaves every permitted point equally likely. Nothing is kept between
//! steps but the stones; captures are found by floods, in `captures`. Lanes are independent.
#![allow(clippy::needless_range_loop, reason = "rows are walked in step through many bitboards")]

use crate::captures::{Captures, Stones};
use crate::dice::Rolls;
use crate::lanes::Lanes;
use crate::pick::{Pick, pick};
use crate::rows::{Rows, beside, overlay, sweep};

/// The board under the games, and the rule that ends them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneBoard<V, const H: usize> {
    pub(crate) board: Rows<V, H>,
    /// Points with fewer than four diagonals.
    edge: Rows<V, H>,
    /// The longest a game may get, in plies.
    cap: V,
}

impl<V: Lanes, const H: usize> LaneBoard<V, H> {
    /// A board of so many lines, where games have at most `cap` plies.
    #[inline(always)]
    pub(crate) fn new(lines: usize, cap: u32) -> Self {
        let line = (1 << lines) - 1;
        let sides = 1 | 1 << (lines - 1);
        let (board, edge) = ([V::ZERO; H], [V::ZERO; H]);
        let mut ground = Self { board, edge, cap: V::splat(cap) };
        for row in 1..=lines {
            let outer = row == 1 || row == lines;
            ground.board[row] = V::splat(line);
            ground.edge[row] = V::splat(if outer { line } else { sides });
        }
        ground
    }
}

/// The games under way, each seen by the side to move (or, in the fill, by the side that fills).
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneGames<V: Lanes, const H: usize> {
    pub(crate) own: Rows<V, H>,
    pub(crate) opp: Rows<V, H>,
    /// Points that may not be taken this turn: the ko, and what was refused.
    pub(crate) shut: Rows<V, H>,
    /// Where hidden stones may be placed.
    pub(crate) onto: Rows<V, H>,
    /// Mask: is Black the side to move?
    pub(crate) black: V,
    /// Mask: was the last move a pass?
    pub(crate) passed: V,
    /// Moves so far, passes included.
    pub(crate) plies: V,
    /// Mask: are hidden stones still being placed?
    pub(crate) filling: V,
    /// How many hidden stones are still to be placed.
    pub(crate) hidden: V,
    pub(crate) dice: V::Rolls,
}

/// What a step did; everything but the points is a mask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneStep<V, const H: usize> {
    /// The point tried in each lane.
    pub(crate) point: Rows<V, H>,
    /// The side that tried it is Black.
    pub(crate) black: V,
    /// The point was taken, by a move or by a hidden stone.
    pub(crate) taken: V,
    /// The side moved or passed: its turn is over.
    pub(crate) turned: V,
    /// The game is over by two passes.
    pub(crate) ended: V,
    /// The game is over because it has become too long.
    pub(crate) capped: V,
    /// The fill is over.
    pub(crate) filled: V,
}

impl<V: Lanes, const H: usize> LaneGames<V, H> {
    /// Lanes where nothing has been set up.
    pub(crate) fn new() -> Self {
        Self {
            own: [V::ZERO; H],
            opp: [V::ZERO; H],
            shut: [V::ZERO; H],
            onto: [V::ZERO; H],
            black: V::ZERO,
            passed: V::ZERO,
            plies: V::ZERO,
            filling: V::ZERO,
            hidden: V::ZERO,
            dice: V::Rolls::unseeded(),
        }
    }

    /// Tries one point in every game. `filling` says whether any game is in its fill. Which eyes are
    /// meant is known when this is compiled: a test in here costs a quarter of the speed.
    #[inline(always)]
    pub(crate) fn step<const WALLS: bool>(
        &mut self,
        ground: &LaneBoard<V, H>,
        filling: bool,
    ) -> LaneStep<V, H> {
        let mut empty = self.empty(ground);
        let mut sides = [V::ZERO; H];
        let mut candidates = self.candidates::<WALLS>(&empty, &mut sides, ground);
        if filling {
            self.candidates_of_fill(&empty, &mut candidates);
        }
        let Pick { point, around, some, stuck } = pick(&candidates, self.dice.roll());
        for row in 1..H - 1 {
            empty[row] = empty[row] & !point[row];
        }
        let stones = Stones { own: &self.own, opp: &self.opp, empty: &empty, sides: &sides };
        let mut captures = Captures::of(&point, &around, &stones, &ground.board);
        let mut taken = some & (captures.any | !captures.no_liberty);
        if WALLS {
            taken = taken & !(self.walled(&point, &around, &empty, ground) & !self.filling);
        }
        let mut turned = taken | stuck;
        if filling {
            taken = taken & !(captures.any & self.filling);
            turned = turned & !self.filling;
            captures.any = captures.any & !self.filling;
            self.hidden = self.hidden + (taken & self.filling);
        }
        self.settle(&point, &captures, taken, turned);

        let black = self.black;
        let passes = stuck & turned;
        self.black = black ^ turned;
        self.plies = self.plies - turned;
        let ended = passes & self.passed;
        let capped = !(ended | ground.cap.exceeds(self.plies));
        self.passed = (self.passed & !turned) | passes;
        let filled = self.filling & (stuck | self.hidden.equals(V::ZERO));
        LaneStep { point, black, taken, turned, ended, capped, filled }
    }

    #[inline(always)]
    fn empty(&self, ground: &LaneBoard<V, H>) -> Rows<V, H> {
        let mut empty = [V::ZERO; H];
        for row in 1..H - 1 {
            empty[row] = ground.board[row] & !(self.own[row] | self.opp[row]);
        }
        empty
    }

    /// The points to choose from: empty, not shut, and not an own eye. Leaves in `sides` what the
    /// enemy's stones touch in their own rows.
    #[inline(always)]
    fn candidates<const WALLS: bool>(
        &self,
        empty: &Rows<V, H>,
        sides: &mut Rows<V, H>,
        ground: &LaneBoard<V, H>,
    ) -> Rows<V, H> {
        let mut foreign = [V::ZERO; H];
        let mut pincers = [V::ZERO; H];
        for row in 1..H - 1 {
            let (up, down) = (self.opp[row].up(), self.opp[row].down());
            foreign[row] = ground.board[row] & !self.own[row];
            sides[row] = up | down;
            pincers[row] = up & down;
        }
        let mut candidates = [V::ZERO; H];
        for row in 1..H - 1 {
            // An enemy on a diagonal is one beside the point below or the point above.
            let (south, north) = (sides[row - 1], sides[row + 1]);
            let two = (pincers[row - 1] | pincers[row + 1]) | (south & north);
            let one = (south | north) & ground.edge[row];
            let no_eye = beside(&foreign, row) | (two | one);
            candidates[row] = empty[row] & !self.shut[row];
            // Eyes by their walls are refused once they are picked: see `walled`.
            if !WALLS {
                candidates[row] = candidates[row] & no_eye;
            }
        }
        candidates
    }

    /// The lanes whose point is an own eye by its walls: nothing but own stones and edges around
    /// it, and each of their chains has another liberty.
    #[inline(always)]
    fn walled(
        &self,
        point: &Rows<V, H>,
        around: &Rows<V, H>,
        empty: &Rows<V, H>,
        ground: &LaneBoard<V, H>,
    ) -> V {
        let mut foreign = [V::ZERO; H];
        let mut safe = [V::ZERO; H];
        for row in 1..H - 1 {
            foreign[row] = ground.board[row] & !self.own[row];
            safe[row] = self.own[row] & beside(empty, row);
        }
        let inside = overlay::<V, H>(|row| point[row] & beside(&foreign, row)).equals(V::ZERO);
        let nothing = [V::ZERO; H];
        let mut more = inside;
        loop {
            let weak = overlay::<V, H>(|row| (around[row] & self.own[row]) & !safe[row]).nonzero();
            if !(inside & weak).both(more).any() {
                return inside & !weak;
            }
            let mut idle = nothing;
            [more, _] = sweep([&mut safe, &mut idle], [&self.own, &nothing]);
        }
    }

    /// Puts the points to choose from in the fill into the lanes that are filling.
    #[inline(always)]
    fn candidates_of_fill(&self, empty: &Rows<V, H>, candidates: &mut Rows<V, H>) {
        for row in 1..H - 1 {
            let open = (empty[row] & !self.shut[row]) & self.onto[row];
            candidates[row] = open.or_else(self.filling, candidates[row]);
        }
    }

    /// Puts down the stones that were taken, takes up those they capture, shuts the points that
    /// were refused, and turns the board where a turn is over.
    #[inline(always)]
    fn settle(&mut self, point: &Rows<V, H>, captures: &Captures<V, H>, taken: V, turned: V) {
        for row in 1..H - 1 {
            let captured = captures.stones[row] & captures.any;
            let own = self.own[row] | (point[row] & taken);
            let opp = self.opp[row] & !captured;
            let swap = (own ^ opp) & turned;
            self.own[row] = own ^ swap;
            self.opp[row] = opp ^ swap;
            let refused = self.shut[row] | (point[row] | captures.also_illegal[row]);
            self.shut[row] = (refused & !turned) | (captured & captures.ko);
        }
    }
}
