//! A position that is cheap to copy, for the descents of a tree search.
//!
//! It has the stones as two small sets, the ko point and the passes, and nothing else: chains are
//! found when they are needed. [`Position`] knows more and allocates; a test compares the two.

use kage_goban::bits::{Bits, Grid};
use kage_goban::{BoardSize, ByColor, Color, Point, PointSet, Position};
use kage_playout::{Eyes, LastPly, PointRows, World};

/// A move in a tree: the place of a point on the grid, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Play(u16);

impl Play {
    pub(crate) const PASS: Play = Play(u16::MAX);

    pub(crate) const fn at(place: u16) -> Play {
        Play(place)
    }

    /// The place of the point, unless it is a pass.
    pub(crate) fn place(self) -> Option<u16> {
        (self != Play::PASS).then_some(self.0)
    }
}

/// The move cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IllegalPlay;

/// Sets of points that playouts can read.
pub(crate) trait SmallSet: Bits {
    /// The rows of the set, for playouts.
    fn rows(self, size: BoardSize) -> PointRows;
    /// The set of these rows.
    fn of_rows(rows: &PointRows, size: BoardSize) -> Self;
}

impl SmallSet for u128 {
    fn rows(self, size: BoardSize) -> PointRows {
        let lines = usize::from(size.get());
        let line = (1_u32 << lines) - 1;
        let mut rows = [0; 19];
        for (number, row) in rows[..lines].iter_mut().enumerate() {
            *row = (self >> (number * lines)) as u32 & line;
        }
        PointRows::from_rows(rows)
    }

    fn of_rows(rows: &PointRows, size: BoardSize) -> u128 {
        let lines = usize::from(size.get());
        let rows = rows.rows()[..lines].iter().enumerate();
        rows.fold(0, |set, (number, row)| set | u128::from(*row) << (number * lines))
    }
}

impl SmallSet for PointSet {
    fn rows(self, _: BoardSize) -> PointRows {
        PointRows::from(self)
    }

    fn of_rows(rows: &PointRows, _: BoardSize) -> PointSet {
        PointSet::from(*rows)
    }
}

/// The grid of a board, with the diagonals of each place.
#[derive(Clone, Debug)]
pub(crate) struct SmallGrid<B> {
    pub(crate) grid: Grid<B>,
    diagonals: Vec<B>,
}

impl<B: SmallSet> SmallGrid<B> {
    pub(crate) fn new(size: BoardSize) -> SmallGrid<B> {
        let grid = Grid::<B>::new(size);
        let diagonals = (0..grid.places() as u16).map(|place| diagonals(&grid, place)).collect();
        SmallGrid { grid, diagonals }
    }

    /// Is a point that has nothing but own stones around it an eye by its diagonals?
    fn is_eye(&self, place: u16, theirs: B) -> bool {
        let at_edge = self.grid.beside(place).count() < 4;
        let enemies = self.diagonals[usize::from(place)].and(theirs).count();
        enemies + u32::from(at_edge) < 2
    }
}

/// The points diagonally next to a place: those next to two of its neighbours, without the place.
fn diagonals<B: Bits>(grid: &Grid<B>, place: u16) -> B {
    let Some(point) = grid.point(place) else { return B::NONE };
    let far = |next: &Point| next.col() != point.col() && next.row() != point.row();
    let near = grid.beside(place).near(grid).places().filter_map(|near| grid.point(near));
    near.filter(far).fold(B::NONE, |set, next| set.or(B::of(grid.place(next))))
}

/// A position without a past.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SmallBoard<B> {
    stones: ByColor<B>,
    turn: Color,
    ko: Option<u16>,
    passes: u8,
}

impl<B: SmallSet> SmallBoard<B> {
    pub(crate) fn of(position: &Position, grid: &SmallGrid<B>) -> SmallBoard<B> {
        SmallBoard {
            stones: ByColor::new(|color| grid.grid.set(&position.board().stones(color))),
            turn: position.turn(),
            ko: position.ko().map(|point| grid.grid.place(point)),
            passes: position.passes(),
        }
    }

    pub(crate) const fn turn(&self) -> Color {
        self.turn
    }

    /// Have both sides passed?
    pub(crate) const fn is_over(&self) -> bool {
        self.passes >= 2
    }

    pub(crate) fn empty(&self, grid: &SmallGrid<B>) -> B {
        grid.grid.board.minus(self.stones.black.or(self.stones.white))
    }

    /// Where playouts start.
    pub(crate) fn world(&self, grid: &SmallGrid<B>) -> World {
        let size = grid.grid.size;
        let stones = self.stones.map(|stones| stones.rows(size));
        let ko = self.ko.and_then(|place| grid.grid.point(place));
        let last = if self.passes > 0 { LastPly::Pass } else { LastPly::Move };
        World::from_rows(size, stones, self.turn).after(last, ko)
    }

    /// Makes a move for the side to move.
    pub(crate) fn play(&mut self, play: Play, grid: &SmallGrid<B>) -> Result<(), IllegalPlay> {
        if self.is_over() {
            return Err(IllegalPlay);
        }
        match play.place() {
            None => {
                self.passes += 1;
                self.ko = None;
            }
            Some(place) if self.ko == Some(place) => return Err(IllegalPlay),
            Some(place) => {
                let captured = self.put(self.turn, place, grid)?;
                self.passes = 0;
                self.ko = self.ko_after(place, captured, grid);
            }
        }
        self.turn = !self.turn;
        Ok(())
    }

    /// Puts a stone of a colour on an empty point and takes up what it captures. The turn stays.
    pub(crate) fn put(
        &mut self,
        color: Color,
        place: u16,
        grid: &SmallGrid<B>,
    ) -> Result<B, IllegalPlay> {
        let (own, opp) = (self.stones[color], self.stones[!color]);
        if own.or(opp).has(place) {
            return Err(IllegalPlay);
        }
        let (stone, near) = (B::of(place), grid.grid.beside(place));
        let empty = self.empty(grid).minus(stone);
        let own = own.or(stone);
        let mut captured = B::NONE;
        let mut danger = near.and(opp);
        if !danger.is_none() {
            danger = danger.minus(empty.near(&grid.grid));
        }
        for enemy in danger.places() {
            if !captured.has(enemy) && !grid.grid.breathes(enemy, opp, empty) {
                captured = captured.or(grid.grid.flood(B::of(enemy), opp));
            }
        }
        let breathes = !captured.is_none()
            || !near.and(empty).is_none()
            || grid.grid.breathes(place, own, empty);
        if !breathes {
            return Err(IllegalPlay);
        }
        self.stones[color] = own;
        self.stones[!color] = opp.minus(captured);
        Ok(captured)
    }

    /// The point of a ko after a stone that captured this: a single stone, taken by a stone that is
    /// alone and has no other liberty.
    fn ko_after(&self, place: u16, captured: B, grid: &SmallGrid<B>) -> Option<u16> {
        let hole = captured.first()?;
        let near = grid.grid.beside(place);
        let alone = near.and(self.stones[self.turn]).is_none();
        let single = captured == B::of(hole);
        (single && alone && near.and(self.empty(grid)) == captured).then_some(hole)
    }

    /// Puts a stone of a colour on an empty point, if every chain keeps a liberty.
    pub(crate) fn hide(
        &mut self,
        color: Color,
        place: u16,
        grid: &SmallGrid<B>,
    ) -> Result<(), IllegalPlay> {
        let mut with = *self;
        if with.put(color, place, grid)?.is_none() {
            *self = with;
            Ok(())
        } else {
            Err(IllegalPlay)
        }
    }

    /// The same stones, without ko and passes.
    #[must_use]
    pub(crate) const fn without_past(self) -> SmallBoard<B> {
        SmallBoard { ko: None, passes: 0, ..self }
    }

    /// The stones of a colour whose chains have two liberties or more.
    fn not_in_atari(&self, color: Color, empty: B, grid: &SmallGrid<B>) -> B {
        let (grid, stones) = (&grid.grid, self.stones[color]);
        // Most chains have a stone with two liberties of its own.
        let mut safe = grid.flood(stones.and(empty.near_two(grid)), stones);
        for chain in grid.regions(stones.minus(safe)) {
            if chain.near(grid).and(empty).count() >= 2 {
                safe = safe.or(chain);
            }
        }
        safe
    }

    /// The points that are eyes of a colour: walled in by its stones, no wall in atari, and by their
    /// diagonals too if `eyes` says so.
    pub(crate) fn eyes(&self, color: Color, eyes: Eyes, grid: &SmallGrid<B>) -> B {
        let empty = self.empty(grid);
        let safe = self.not_in_atari(color, empty, grid);
        self.eyes_within(safe, color, eyes, grid)
    }

    fn eyes_within(&self, safe: B, color: Color, eyes: Eyes, grid: &SmallGrid<B>) -> B {
        let foreign = grid.grid.board.minus(safe);
        let walled = self.empty(grid).minus(foreign.near(&grid.grid));
        if eyes == Eyes::Walls {
            return walled;
        }
        let theirs = self.stones[!color];
        let real = walled.places().filter(|place| grid.is_eye(*place, theirs));
        real.fold(B::NONE, |set, place| set.or(B::of(place)))
    }

    /// The points where the side to move may play.
    pub(crate) fn legal_points(&self, grid: &SmallGrid<B>) -> B {
        let empty = self.empty(grid);
        self.legal_within(self.not_in_atari(self.turn, empty, grid), empty, grid)
    }

    fn legal_within(&self, safe: B, empty: B, grid: &SmallGrid<B>) -> B {
        if self.is_over() {
            return B::NONE;
        }
        let theirs = self.stones[!self.turn];
        let weak = theirs.minus(self.not_in_atari(!self.turn, empty, grid));
        let breath = empty.or(safe).or(weak).near(&grid.grid);
        let legal = empty.and(breath);
        self.ko.map_or(legal, |ko| legal.minus(B::of(ko)))
    }

    /// The points that the side to move considers: legal, and no own eye.
    pub(crate) fn sensible_points(&self, eyes: Eyes, grid: &SmallGrid<B>) -> B {
        let empty = self.empty(grid);
        let safe = self.not_in_atari(self.turn, empty, grid);
        let legal = self.legal_within(safe, empty, grid);
        legal.minus(self.eyes_within(safe, self.turn, eyes, grid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eyes::is_safe_eye;
    use fastrand::Rng;
    use kage_goban::{KoRule, Move};

    /// Plays random games on both boards and compares everything after each move.
    fn agrees<B: SmallSet>(lines: u8, games: u64) {
        let size = BoardSize::new(lines).unwrap();
        let grid = SmallGrid::<B>::new(size);
        for game in 0..games {
            let random = &mut Rng::with_seed(game);
            let mut position = Position::new(size, KoRule::Simple);
            let mut small = SmallBoard::of(&position, &grid);
            for _ in 0..3 * size.area() {
                compare(&position, &small, &grid);
                let points: Vec<Point> = size.points().collect();
                let point = points[random.usize(..points.len())];
                let (play, wish) = if random.u8(..) < 2 {
                    (Play::PASS, Move::Pass)
                } else {
                    (Play::at(grid.grid.place(point)), Move::Play(point))
                };
                let played = small.play(play, &grid);
                assert_eq!(played.is_ok(), position.play(wish).is_ok(), "{wish}\n{position:?}");
            }
        }
    }

    fn compare<B: SmallSet>(position: &Position, small: &SmallBoard<B>, grid: &SmallGrid<B>) {
        assert_eq!(*small, SmallBoard::of(position, grid));
        assert_eq!(small.is_over(), position.is_over());
        assert_eq!(small.world(grid), World::from(position));
        let legal = position.legal_points();
        assert_eq!(grid.grid.points(small.legal_points(grid)), legal, "{position:?}");
        for eyes in [Eyes::Diagonals, Eyes::Walls] {
            let mover = position.turn();
            for color in Color::BOTH {
                let is_eye = |point: &Point| is_safe_eye(position.board(), color, *point, eyes);
                let expected: PointSet = position.board().empty().iter().filter(is_eye).collect();
                assert_eq!(grid.grid.points(small.eyes(color, eyes, grid)), expected);
                if color == mover {
                    let points = grid.grid.points(small.sensible_points(eyes, grid));
                    assert_eq!(points, legal - expected);
                }
            }
        }
    }

    #[test]
    fn it_is_what_position_is() {
        for lines in [2, 3, 5, 9, 11] {
            agrees::<u128>(lines, 12);
        }
        agrees::<PointSet>(5, 4);
        agrees::<PointSet>(13, 1);
    }

    /// Black's two stones in the corner have one liberty, A1's neighbour B1 has none.
    #[test]
    fn hidden_stones_capture_nothing_and_breathe() {
        let board = kage_goban::Board::from_diagram(". O .\nX O .\n. X O").unwrap();
        let size = board.size();
        let grid = SmallGrid::<u128>::new(size);
        let position = Position::from_board(board, Color::White, KoRule::Simple);
        let small = SmallBoard::of(&position, &grid);
        let hide = |color: Color, point: &str| {
            let place = grid.grid.place(point.parse().unwrap());
            small.clone().hide(color, place, &grid)
        };
        assert_eq!(hide(Color::White, "A1"), Err(IllegalPlay), "it would take both black stones");
        assert_eq!(hide(Color::White, "C2"), Ok(()));
        assert_eq!(hide(Color::Black, "A3"), Ok(()));
        assert_eq!(hide(Color::White, "A2"), Err(IllegalPlay), "there is a stone");
    }

    #[test]
    fn rows_come_back() {
        let size = BoardSize::NINE;
        let random = &mut Rng::with_seed(3);
        for _ in 0..50 {
            let set: PointSet = size.points().filter(|_| random.bool()).collect();
            let grid = Grid::<u128>::new(size);
            let rows = PointRows::from(set);
            assert_eq!(grid.set(&set).rows(size), rows);
            assert_eq!(u128::of_rows(&rows, size), grid.set(&set));
            assert_eq!(PointSet::of_rows(&SmallSet::rows(set, size), size), set);
        }
    }
}
