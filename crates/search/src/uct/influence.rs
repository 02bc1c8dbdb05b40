//! Influence after Zobrist (1969).

use kage_goban::{Board, BoardSize, ByColor, Color, Point, PointSet};

const STONE: i32 = 50;
const PASSES: usize = 4;

/// The influence on every point (by [`Point::index`]): positive for Black. Stones count 50 for
/// Black and -50 for White; then, four times, each point gains 1 for each neighbour that is positive
/// and loses 1 for each that is negative.
fn influence(size: BoardSize, stones: &ByColor<PointSet>) -> Vec<i32> {
    let mut field = vec![0; 19 * 19];
    for (color, worth) in [(Color::Black, STONE), (Color::White, -STONE)] {
        for point in stones[color] {
            field[point.index()] = worth;
        }
    }
    for _ in 0..PASSES {
        let before = field.clone();
        for point in size.points() {
            let from: i32 = size.neighbors(point).map(|next| before[next.index()].signum()).sum();
            field[point.index()] += from;
        }
    }
    field
}

/// The sum of the influence on all points: positive for Black.
fn total(size: BoardSize, stones: &ByColor<PointSet>) -> i32 {
    influence(size, stones).iter().sum()
}

/// What a stone of each colour on each empty point would add to that colour's total influence.
/// Captures are ignored.
pub(super) fn gains(board: &Board) -> Vec<(Point, ByColor<i32>)> {
    let stones = ByColor::new(|color| board.stones(color));
    let now = total(board.size(), &stones);
    let with = |color: Color, point: Point| {
        let mut stones = stones;
        stones[color].insert(point);
        total(board.size(), &stones)
    };
    let gain = |point: Point| ByColor {
        black: with(Color::Black, point) - now,
        white: now - with(Color::White, point),
    };
    board.empty().iter().map(|point| (point, gain(point))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_stone_radiates_four_steps() {
        let e5: Point = "E5".parse().unwrap();
        let stones = ByColor { black: PointSet::of(e5), white: PointSet::EMPTY };
        let field = influence(BoardSize::NINE, &stones);
        let at = |text: &str| field[text.parse::<Point>().unwrap().index()];
        // In the first pass its four neighbours gain 1; from the second on they give back.
        assert_eq!(at("E5"), 50 + 3 * 4);
        assert_eq!(at("E9"), 1, "four steps away, reached in the fourth pass");
        assert_eq!(at("A1"), 0);
        assert!(at("E6") > at("E7") && at("E7") > at("E8"));
    }

    #[test]
    fn influence_is_fair() {
        let board =
            Board::from_diagram(". . . . .\n. X . O .\n. . . . .\n. X . O .\n. . . . .").unwrap();
        let stones = ByColor::new(|color| board.stones(color));
        assert_eq!(total(board.size(), &stones), 0);
        for (point, gain) in gains(&board) {
            let mirror = Point::new(4 - point.col(), point.row()).unwrap();
            let other = gains(&board).into_iter().find(|(p, _)| *p == mirror).unwrap().1;
            assert_eq!((gain.black, gain.white), (other.white, other.black));
        }
    }
}
