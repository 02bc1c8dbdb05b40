//! One game at a time: the same games as those of the lanes, for those who need a few at once.
//!
//! A tree asks for one playout, looks at it and asks for another; lanes would stand empty. Here a
//! game has a whole board in three or four words, and floods run only where a stone needs them.
//! Everything that decides a game (the order of candidates, the random stream, what is refused
//! with what) is as in `kernel`, `pick` and `fate`, which say why; a test holds them together.

use kage_goban::{ByColor, Color};

use crate::area::area;
use crate::dice;
use crate::playouts::{Eyes, Finish, WrongSize};
use crate::point_rows::PointRows;
use crate::sheet::Sheet;
use crate::table::{Job, Sink};
use crate::world::World;

/// Up to so many games, one after the other is faster than side by side; walls are dear in lanes.
pub(crate) const fn few(eyes: Eyes) -> u64 {
    match eyes {
        Eyes::Diagonals => 3,
        Eyes::Walls => 9,
    }
}
/// The widest board that fits.
pub(crate) const LINES: u8 = 13;

/// Plays all games of a job, one after the other.
#[inline(always)]
pub(crate) fn play<const W: usize, const WALLS: bool>(
    job: Job<'_>,
    mut sink: Sink<'_>,
) -> Result<(), WrongSize> {
    let Job { size, cap, seed, games, start, eyes: _ } = job;
    let ground = Ground::new(usize::from(size.get()), cap);
    for number in games {
        let world = start(number);
        if world.size() != size {
            return Err(WrongSize { game: number, found: world.size(), wanted: size });
        }
        let mut game = Game::<W>::new(&world, dice::seed(seed, number));
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
struct Ground<const W: usize> {
    lines: usize,
    board: Sheet<W>,
    /// Points with fewer than four diagonals.
    edge: Sheet<W>,
    cap: u32,
}

impl<const W: usize> Ground<W> {
    #[inline(always)]
    fn new(lines: usize, cap: u32) -> Self {
        let line = (1 << lines) - 1;
        let sides = 1 | 1 << (lines - 1);
        let edge = |row: usize| if row == 0 || row + 1 == lines { line } else { sides };
        let rows: [u32; LINES as usize] = std::array::from_fn(edge);
        let board = Sheet::from_rows(&[line; LINES as usize][..lines]);
        Self { lines, board, edge: Sheet::from_rows(&rows[..lines]), cap }
    }
}

/// A game under way, seen by the side to move (or, in the fill, by the side that fills).
struct Game<const W: usize> {
    own: Sheet<W>,
    opp: Sheet<W>,
    shut: Sheet<W>,
    onto: Sheet<W>,
    black: bool,
    passed: bool,
    plies: u32,
    filling: bool,
    hidden: u32,
    dice: [u32; 4],
    played: Sheet<W>,
    by_black: Sheet<W>,
}

/// What a tried point does.
struct Fate<const W: usize> {
    captured: Sheet<W>,
    captures: bool,
    breathless: bool,
    hole: bool,
}

/// What a step came to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    On,
    Filled,
    Ended,
    Capped,
}

impl<const W: usize> Game<W> {
    #[inline(always)]
    fn new(world: &World, dice: [u32; 4]) -> Self {
        let hidden = world.hidden();
        let side = hidden.map_or(world.turn(), |hidden| hidden.color);
        let sheet = |rows: &PointRows| Sheet::from_rows(&rows.rows()[..LINES as usize]);
        let mut game = Self {
            own: sheet(&world.stones()[side]),
            opp: sheet(&world.stones()[!side]),
            shut: Sheet::EMPTY,
            onto: hidden.map_or(Sheet::EMPTY, |hidden| sheet(&hidden.onto)),
            black: side == Color::Black,
            passed: world.passed(),
            plies: 0,
            filling: hidden.is_some(),
            hidden: hidden.map_or(0, |hidden| u32::from(hidden.count)),
            dice,
            played: Sheet::EMPTY,
            by_black: Sheet::EMPTY,
        };
        if !game.filling {
            game.shut_ko(world);
        }
        game
    }

    fn shut_ko(&mut self, world: &World) {
        self.shut = Sheet::EMPTY;
        if let Some(ko) = world.ko() {
            let mut rows = [0; LINES as usize];
            rows[usize::from(ko.row())] = 1 << ko.col();
            self.shut = Sheet::from_rows(&rows);
        }
    }

    /// Plays to the end. Says whether the game was broken off, and how many hidden stones found
    /// no place.
    #[inline(always)]
    fn run<const WALLS: bool>(&mut self, ground: &Ground<W>, world: &World) -> (bool, u32) {
        let mut unplaced = 0;
        loop {
            match self.step::<WALLS>(ground) {
                Step::On => {}
                Step::Filled => {
                    unplaced = self.hidden;
                    self.end_fill(world);
                }
                Step::Ended => return (false, unplaced),
                Step::Capped => return (true, unplaced),
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

    /// Tries one point.
    #[inline(always)]
    fn step<const WALLS: bool>(&mut self, ground: &Ground<W>) -> Step {
        let empty = ground.board.without(self.own | self.opp);
        let candidates = self.candidates::<WALLS>(empty, ground);
        let total = candidates.len();
        let roll = self.roll();
        if total == 0 {
            return self.stuck(ground);
        }
        let product = roll * total;
        let low = product & 0xffff;
        // The lowest products would make the choice unfair: roll again.
        if low < total && low < (1 << 16) % total {
            return Step::On;
        }
        let point = candidates.nth(product >> 16);
        let empty = empty.without(point);
        let around = point.beside();
        let fate = self.fate(point, around, empty);
        let mut taken = fate.captures || !fate.breathless;
        if self.filling {
            self.place(point, taken && !fate.captures, &fate, around, empty, ground)
        } else {
            if WALLS && taken {
                taken = !self.is_walled(point, around, empty, ground);
            }
            if taken {
                self.take(point, &fate, ground)
            } else {
                self.refuse(point, &fate, around, empty, ground);
                Step::On
            }
        }
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

    #[inline(always)]
    fn candidates<const WALLS: bool>(&self, empty: Sheet<W>, ground: &Ground<W>) -> Sheet<W> {
        let open = empty.without(self.shut);
        if self.filling {
            return open & self.onto;
        }
        if WALLS {
            return open;
        }
        let (up, down) = (self.opp.up(), self.opp.down());
        let (sides, pincers) = (up | down, up & down);
        let (south, north) = (sides.north(), sides.south());
        let two = (pincers.north() | pincers.south()) | (south & north);
        let one = (south | north) & ground.edge;
        let foreign = ground.board.without(self.own);
        open & (foreign.beside() | (two | one))
    }

    #[inline(always)]
    fn fate(&self, point: Sheet<W>, around: Sheet<W>, empty: Sheet<W>) -> Fate<W> {
        let (own, opp) = (self.own, self.opp);
        let air = empty.beside();
        let breathless = (point & air).is_empty();
        let hole = breathless && (around & own).is_empty();
        let danger = (around & opp).without(air);
        let mut captured = Sheet::EMPTY;
        if !danger.is_empty() {
            captured = if (danger & opp.beside()).is_empty() {
                danger
            } else {
                let safe = (opp & air).flood(opp, |safe| danger.without(safe).is_empty());
                if danger.without(safe).is_empty() { Sheet::EMPTY } else { opp.without(safe) }
            };
        }
        let captures = !captured.is_empty();
        let mut breathless = breathless;
        if breathless && !hole && !captures {
            let chain = (around & own).flood(own, |chain| !(chain & air).is_empty());
            breathless = (chain & air).is_empty();
        }
        Fate { captured, captures, breathless, hole }
    }

    /// Is the point an own eye by its walls?
    #[inline(always)]
    fn is_walled(
        &self,
        point: Sheet<W>,
        around: Sheet<W>,
        empty: Sheet<W>,
        ground: &Ground<W>,
    ) -> bool {
        let foreign = ground.board.without(self.own);
        if !(point & foreign.beside()).is_empty() {
            return false;
        }
        let walls = around & self.own;
        let safe = self.own & empty.beside();
        let safe = safe.flood(self.own, |safe| walls.without(safe).is_empty());
        walls.without(safe).is_empty()
    }

    /// No candidate is left: a pass, or the end of the fill.
    #[inline(always)]
    fn stuck(&mut self, ground: &Ground<W>) -> Step {
        if self.filling {
            return Step::Filled;
        }
        let ended = self.passed;
        self.turn(Sheet::EMPTY);
        self.passed = true;
        if ended { Step::Ended } else { self.capped(ground) }
    }

    /// The other side is to move, and may not take these points at once.
    #[inline(always)]
    fn turn(&mut self, shut: Sheet<W>) {
        std::mem::swap(&mut self.own, &mut self.opp);
        self.shut = shut;
        self.black = !self.black;
        self.plies += 1;
        self.passed = false;
    }

    #[inline(always)]
    fn take(&mut self, point: Sheet<W>, fate: &Fate<W>, ground: &Ground<W>) -> Step {
        let first = point.without(self.played);
        self.played = self.played | point;
        if self.black {
            self.by_black = self.by_black | first;
        }
        self.own = self.own | point;
        self.opp = self.opp.without(fate.captured);
        let ko = fate.hole && fate.captured.is_single();
        self.turn(if ko { fate.captured } else { Sheet::EMPTY });
        self.capped(ground)
    }

    #[inline(always)]
    fn capped(&self, ground: &Ground<W>) -> Step {
        if self.plies >= ground.cap { Step::Capped } else { Step::On }
    }

    /// Shuts a refused point, and those that would be refused like it.
    #[inline(always)]
    fn refuse(
        &mut self,
        point: Sheet<W>,
        fate: &Fate<W>,
        around: Sheet<W>,
        empty: Sheet<W>,
        ground: &Ground<W>,
    ) {
        self.shut = self.shut | point;
        if fate.hole {
            let chain = two_sweeps(around & self.opp, self.opp, ground.lines);
            self.shut = self.shut | empty.without(ground.board.without(chain).beside());
        }
    }

    /// A hidden stone finds its place, or does not.
    #[inline(always)]
    fn place(
        &mut self,
        point: Sheet<W>,
        taken: bool,
        fate: &Fate<W>,
        around: Sheet<W>,
        empty: Sheet<W>,
        ground: &Ground<W>,
    ) -> Step {
        self.refuse(point, fate, around, empty, ground);
        if taken {
            self.own = self.own | point;
            self.hidden -= 1;
        }
        if self.hidden == 0 { Step::Filled } else { Step::On }
    }

    /// Who first played each point.
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

/// As far as two sweeps of the lanes go: north and south, row by row, twice.
fn two_sweeps<const W: usize>(from: Sheet<W>, within: Sheet<W>, lines: usize) -> Sheet<W> {
    let mut rows = [0; LINES as usize];
    for (row, line) in rows[..lines].iter_mut().enumerate() {
        *line = from.row(row + 1);
    }
    let mut grow = |row: usize, before: u32| {
        let line = rows[row];
        rows[row] = (line | line << 1 | line >> 1 | before) & within.row(row + 1);
        rows[row]
    };
    for _ in 0..2 {
        (0..lines).fold(0, |before, row| grow(row, before));
        (0..lines).rev().fold(0, |before, row| grow(row, before));
    }
    Sheet::from_rows(&rows)
}
