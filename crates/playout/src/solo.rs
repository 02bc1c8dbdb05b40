//! One game at a time: the same games as those of the lanes, for callers that need a few at once.
//!
//! A tree search asks for one playout, uses it and asks for another; lanes would stay empty. Here a
//! game keeps a whole board in three or four words, and floods run only where a stone needs them.
//! Everything that decides a game (the order of candidates, the random stream, what is refused
//! with what) is as in `kernel`, `pick` and `captures`, which give the reasons; a test compares them.

use kage_goban::{ByColor, Color};

use crate::area::area;
use crate::bitboard::{self, Bitboard};
use crate::dice;
use crate::lane_batch::{Job, Sink};
use crate::playouts::{Eyes, Finish, WrongSize};
use crate::point_rows::PointRows;
use crate::world::World;

/// Up to this many games, one after the other is faster than side by side; walls are slow in lanes.
pub(crate) const fn few(eyes: Eyes) -> u64 {
    match eyes {
        Eyes::Diagonals => 3,
        Eyes::Walls => 9,
    }
}
/// The lines of the widest board that fits.
pub(crate) const LINES: u8 = bitboard::LINES as u8;

/// Plays all games of a job, one after the other.
#[inline(always)]
pub(crate) fn play<B: Bitboard, const WALLS: bool>(
    job: Job<'_>,
    mut sink: Sink<'_>,
) -> Result<(), WrongSize> {
    let Job { size, cap, seed, games, start, eyes: _ } = job;
    let ground = ScalarBoard::new(usize::from(size.get()), cap);
    for number in games {
        let world = start(number);
        if world.size() != size {
            return Err(WrongSize { game: number, found: world.size(), wanted: size });
        }
        let mut game = ScalarGame::<B>::new(&world, dice::seed(seed, number));
        let (capped, unplaced) = game.run::<WALLS>(&ground, &world);
        let lines = ground.lines;
        let stones = |row: usize| [game.own.row(row + 1), game.opp.row(row + 1)];
        let [own, opp] = area(lines, stones);
        let (black, white) = if game.black { (own, opp) } else { (opp, own) };
        let area = ByColor { black, white };
        let finish = Finish { game: number, area, plies: game.plies, capped, unplaced };
        match &mut sink {
            Sink::Plain(sink) => sink(finish),
            Sink::Traced(sink) => sink(finish, &game.first(lines)),
        }
    }
    Ok(())
}

/// The board under the game.
struct ScalarBoard<B> {
    lines: usize,
    board: B,
    /// Points with fewer than four diagonals.
    edge: B,
    cap: u32,
}

impl<B: Bitboard> ScalarBoard<B> {
    #[inline(always)]
    fn new(lines: usize, cap: u32) -> Self {
        let line = (1 << lines) - 1;
        let sides = 1 | 1 << (lines - 1);
        let edge = |row: usize| if row == 0 || row + 1 == lines { line } else { sides };
        let rows: [u32; LINES as usize] = std::array::from_fn(edge);
        let board = B::from_rows(&[line; LINES as usize][..lines]);
        Self { lines, board, edge: B::from_rows(&rows[..lines]), cap }
    }
}

/// A game under way, seen by the side to move (or, in the fill, by the side that fills).
struct ScalarGame<B> {
    own: B,
    opp: B,
    shut: B,
    onto: B,
    black: bool,
    passed: bool,
    plies: u32,
    filling: bool,
    hidden: u32,
    dice: [u32; 4],
    played: B,
    by_black: B,
}

/// What a tried point does.
struct ScalarCaptures<B> {
    stones: B,
    any: bool,
    no_liberty: bool,
    hole: bool,
}

/// What a step came to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScalarStep {
    On,
    Ended,
    Capped,
}

/// What a choice among candidates came to.
enum Pick<B> {
    Point(B),
    /// The roll would have favoured some of them.
    Unfair,
    /// There was none to choose from.
    None,
}

impl<B: Bitboard> ScalarGame<B> {
    #[inline(always)]
    fn new(world: &World, dice: [u32; 4]) -> Self {
        let hidden = world.hidden();
        let side = hidden.map_or(world.turn(), |hidden| hidden.color);
        let bitboard = |rows: &PointRows| B::from_rows(&rows.rows()[..LINES as usize]);
        let mut game = Self {
            own: bitboard(&world.stones()[side]),
            opp: bitboard(&world.stones()[!side]),
            shut: B::EMPTY,
            onto: hidden.map_or(B::EMPTY, |hidden| bitboard(&hidden.onto)),
            black: side == Color::Black,
            passed: world.passed(),
            plies: 0,
            filling: hidden.is_some(),
            hidden: hidden.map_or(0, |hidden| u32::from(hidden.count)),
            dice,
            played: B::EMPTY,
            by_black: B::EMPTY,
        };
        if !game.filling {
            game.shut_ko(world);
        }
        game
    }

    fn shut_ko(&mut self, world: &World) {
        self.shut = B::EMPTY;
        if let Some(ko) = world.ko() {
            let mut rows = [0; LINES as usize];
            rows[usize::from(ko.row())] = 1 << ko.col();
            self.shut = B::from_rows(&rows);
        }
    }

    /// Plays to the end. Returns whether the game was stopped by the cap, and how many hidden stones
    /// could not be placed.
    #[inline(always)]
    fn run<const WALLS: bool>(&mut self, ground: &ScalarBoard<B>, world: &World) -> (bool, u32) {
        let mut unplaced = 0;
        if self.filling {
            while self.hide(ground) == ScalarStep::On {}
            unplaced = self.hidden;
            self.end_fill(world);
        }
        loop {
            match self.ply::<WALLS>(ground) {
                ScalarStep::On => {}
                ScalarStep::Ended => return (false, unplaced),
                ScalarStep::Capped => return (true, unplaced),
            }
        }
    }

    fn end_fill(&mut self, world: &World) {
        let black = world.turn() == Color::Black;
        if black != self.black {
            std::mem::swap(&mut self.own, &mut self.opp);
        }
        self.black = black;
        self.filling = false;
        self.hidden = 0;
        self.shut_ko(world);
    }

    /// Tries one point for a hidden stone. It is over when no point or no stone is left.
    #[inline(always)]
    fn hide(&mut self, ground: &ScalarBoard<B>) -> ScalarStep {
        let empty = ground.board.without(self.own | self.opp);
        let point = match self.pick(empty.without(self.shut) & self.onto) {
            Pick::Point(point) => point,
            Pick::Unfair => return ScalarStep::On,
            Pick::None => return ScalarStep::Ended,
        };
        let empty = empty.without(point);
        let around = point.beside();
        let captures = self.captures(point, around, empty);
        self.refuse(point, &captures, around, empty, ground);
        if !captures.any && !captures.no_liberty {
            self.own = self.own | point;
            self.hidden -= 1;
        }
        if self.hidden == 0 { ScalarStep::Ended } else { ScalarStep::On }
    }

    /// Tries points until one is taken, or passes. What the stones alone say is worked out once.
    #[inline(always)]
    fn ply<const WALLS: bool>(&mut self, ground: &ScalarBoard<B>) -> ScalarStep {
        let empty = ground.board.without(self.own | self.opp);
        let inside = empty.without(ground.board.without(self.own).beside());
        let worthy = if WALLS { empty } else { self.no_eyes(empty, inside, ground) };
        let mut walled = None;
        loop {
            let point = match self.pick(worthy.without(self.shut)) {
                Pick::Point(point) => point,
                Pick::Unfair => continue,
                Pick::None => return self.pass(ground),
            };
            if WALLS && !(point & inside).is_empty() {
                // No closure: it would be compiled without this CPU's instructions.
                let eyes = match walled {
                    Some(eyes) => eyes,
                    None => self.walled(empty, inside),
                };
                walled = Some(eyes);
                if !(point & eyes).is_empty() {
                    self.shut = self.shut | point;
                    continue;
                }
            }
            let empty = empty.without(point);
            let around = point.beside();
            let captures = self.captures(point, around, empty);
            if captures.any || !captures.no_liberty {
                return self.take(point, &captures, ground);
            }
            self.refuse(point, &captures, around, empty, ground);
        }
    }

    /// One of the candidates, all equally likely.
    #[inline(always)]
    fn pick(&mut self, candidates: B) -> Pick<B> {
        let total = candidates.len();
        let roll = self.roll();
        if total == 0 {
            return Pick::None;
        }
        let product = roll * total;
        let low = product & 0xffff;
        // The lowest products would make the choice unfair: roll again.
        if low < total && low < (1 << 16) % total {
            return Pick::Unfair;
        }
        Pick::Point(candidates.nth(product >> 16))
    }

    /// The next sixteen random bits.
    #[inline(always)]
    fn roll(&mut self) -> u32 {
        let [a, b, c, d] = self.dice;
        let word = a.wrapping_add(d).rotate_left(7).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.dice = [a ^ d, b ^ c, c ^ b << 9, d.rotate_left(11)];
        word >> 16
    }

    /// The empty points but own eyes by their diagonals; `inside` are those walled in by own stones.
    #[inline(always)]
    fn no_eyes(&self, empty: B, inside: B, ground: &ScalarBoard<B>) -> B {
        if inside.is_empty() {
            return empty;
        }
        let (up, down) = (self.opp.up(), self.opp.down());
        let (sides, pincers) = (up | down, up & down);
        let (south, north) = (sides.north(), sides.south());
        let two = (pincers.north() | pincers.south()) | (south & north);
        let one = (south | north) & ground.edge;
        empty.without(inside.without(two | one))
    }

    /// The points inside that are own eyes by their walls: no chain around them is in atari.
    #[inline(always)]
    fn walled(&self, empty: B, inside: B) -> B {
        let own = self.own;
        // Most chains have a stone with two liberties of its own.
        let mut safe = (own & empty.beside_two()).flood(own, |_| false);
        let mut rest = own.without(safe);
        while !rest.is_empty() {
            let chain = rest.nth(0).flood(own, |_| false);
            if !(chain.beside() & empty).is_single() {
                safe = safe | chain;
            }
            rest = rest.without(chain);
        }
        inside.without(own.without(safe).beside())
    }

    #[inline(always)]
    fn captures(&self, point: B, around: B, empty: B) -> ScalarCaptures<B> {
        let (own, opp) = (self.own, self.opp);
        let beside_empty = empty.beside();
        let no_liberty = (point & beside_empty).is_empty();
        let hole = no_liberty && (around & own).is_empty();
        let danger = (around & opp).without(beside_empty);
        let mut captured = B::EMPTY;
        if !danger.is_empty() {
            captured = if (danger & opp.beside()).is_empty() {
                danger
            } else {
                let safe = (opp & beside_empty).flood(opp, |safe| danger.without(safe).is_empty());
                if danger.without(safe).is_empty() { B::EMPTY } else { opp.without(safe) }
            };
        }
        let any = !captured.is_empty();
        let mut no_liberty = no_liberty;
        if no_liberty && !hole && !any {
            let chain = (around & own).flood(own, |chain| !(chain & beside_empty).is_empty());
            no_liberty = (chain & beside_empty).is_empty();
        }
        ScalarCaptures { stones: captured, any, no_liberty, hole }
    }

    /// No candidate is left.
    #[inline(always)]
    fn pass(&mut self, ground: &ScalarBoard<B>) -> ScalarStep {
        let ended = self.passed;
        self.turn(B::EMPTY);
        self.passed = true;
        if ended { ScalarStep::Ended } else { self.capped(ground) }
    }

    /// The other side is to move, and may not take these points at once.
    #[inline(always)]
    fn turn(&mut self, shut: B) {
        std::mem::swap(&mut self.own, &mut self.opp);
        self.shut = shut;
        self.black = !self.black;
        self.plies += 1;
        self.passed = false;
    }

    #[inline(always)]
    fn take(
        &mut self,
        point: B,
        captures: &ScalarCaptures<B>,
        ground: &ScalarBoard<B>,
    ) -> ScalarStep {
        let first = point.without(self.played);
        self.played = self.played | point;
        if self.black {
            self.by_black = self.by_black | first;
        }
        self.own = self.own | point;
        self.opp = self.opp.without(captures.stones);
        let ko = captures.hole && captures.stones.is_single();
        self.turn(if ko { captures.stones } else { B::EMPTY });
        self.capped(ground)
    }

    #[inline(always)]
    fn capped(&self, ground: &ScalarBoard<B>) -> ScalarStep {
        if self.plies >= ground.cap { ScalarStep::Capped } else { ScalarStep::On }
    }

    /// Shuts a refused point, and those that would be refused like it.
    #[inline(always)]
    fn refuse(
        &mut self,
        point: B,
        captures: &ScalarCaptures<B>,
        around: B,
        empty: B,
        ground: &ScalarBoard<B>,
    ) {
        self.shut = self.shut | point;
        if captures.hole {
            let chain = (around & self.opp).two_sweeps(self.opp, ground.lines);
            self.shut = self.shut | empty.without(ground.board.without(chain).beside());
        }
    }

    /// The side that first played each point.
    fn first(&self, lines: usize) -> ByColor<PointRows> {
        let mut first = ByColor::<PointRows>::default();
        for row in 0..lines {
            let by_black = self.by_black.row(row + 1);
            first.black.rows_mut()[row] = by_black;
            first.white.rows_mut()[row] = self.played.row(row + 1) & !by_black;
        }
        first
    }
}
