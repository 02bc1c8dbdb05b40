//! Life that nothing can take, by one side's stones alone (Benson 1976).

use crate::{BoardSize, PointSet};

/// The points enclosed by stones of one side that cannot be taken, however many moves in a row the
/// other side makes. No stone of the other side can live on them.
///
/// A chain cannot be taken if it has two enclosed regions, each of whose points is a liberty of the
/// chain, and if the other chains around those regions cannot be taken either (Benson 1976). It does
/// not matter what stands inside, so a seat that sees only its own stones can tell. Stones of the other
/// side cannot live there: an eye of theirs would touch no stone of ours.
///
/// ```
/// use kage_goban::{BoardSize, Point, PointSet, pass_alive};
///
/// let set = |names: &[&str]| names.iter().map(|name| name.parse::<Point>().unwrap()).collect::<PointSet>();
/// let size = BoardSize::new(5).unwrap();
/// let wall = set(&["A2", "B2", "C2", "D2", "E2", "C1"]);
/// assert_eq!(pass_alive(wall, size), set(&["A1", "B1", "D1", "E1"]));
/// let wall = set(&["A2", "B2", "C2", "D2", "E2"]);
/// assert_eq!(pass_alive(wall, size), PointSet::EMPTY, "one eye");
/// ```
pub fn pass_alive(mine: PointSet, size: BoardSize) -> PointSet {
    let near = |points: PointSet| points.neighbors(size);
    let mut chains: Vec<PointSet> = mine.regions(size).collect();
    let others = (PointSet::board(size) - mine).regions(size);
    // A region that has a point away from all of ours is nobody's eye.
    let mut regions: Vec<PointSet> =
        others.filter(|region| region.is_subset(&near(mine))).collect();
    loop {
        let before = (chains.len(), regions.len());
        let eyes = |chain: &PointSet| {
            let liberties = near(*chain);
            regions.iter().filter(|region| region.is_subset(&liberties)).count()
        };
        chains.retain(|chain| eyes(chain) >= 2);
        let alive = chains.iter().fold(PointSet::EMPTY, |all, chain| all | *chain);
        regions.retain(|region| (near(*region) & mine).is_subset(&alive));
        if before == (chains.len(), regions.len()) {
            break;
        }
    }
    regions.into_iter().fold(PointSet::EMPTY, |all, region| all | region)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::{Board, ByColor, Color, KoRule, Move, Point, Position};

    /// Rows from the top: `X` ours, `*` what must be pass_alive.
    fn check(rows: &[&str]) {
        let size = BoardSize::new(rows.len() as u8).unwrap();
        let of = |mark: char| -> PointSet {
            let points = rows.iter().rev().enumerate().flat_map(|(row, line)| {
                let line = line.split(' ').enumerate();
                line.filter(move |(_, at)| *at == mark.to_string())
                    .map(move |(col, _)| Point::new(col as u8, row as u8).unwrap())
            });
            points.collect()
        };
        assert_eq!(pass_alive(of('X'), size), of('*'), "{rows:?}");
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        check(&["* X * X .", "X X X X .", ". . . . .", ". . . . .", ". . . . ."]);
        check(&[". X . X .", "X X . X .", ". . X X .", ". . . . .", ". . . . ."]);
        // Large eyes, all of whose points touch the wall.
        check(&["* X * * X", "* X * * X", "* X X X X", "X X . . .", ". . . . ."]);
        // A point in the middle touches nothing of ours.
        check(&["X X X X X", "X . . . X", "X . . . X", "X . . . X", "X X X X X"]);
    }

    #[test]
    fn eyes_may_be_shared_by_chains_that_live_together() {
        check(&["* X X . .", "X * X . .", "X X . . .", ". . . . .", ". . . . ."]);
        // The third chain has one eye, so its wall may fall, and the others with it.
        check(&[". X . . .", "X . X . .", ". X X . .", ". . . . .", ". . . . ."]);
    }

    /// Whatever White does while Black passes, no stone of Black's beside pass_alive points is taken: played out at
    /// random from random stones.
    #[test]
    fn what_is_pass_alive_is_not_taken() {
        let size = BoardSize::new(6).unwrap();
        let mut random = fastrand::Rng::with_seed(5);
        let mut found = 0;
        for _ in 0..4_000 {
            let mine: PointSet = size.points().filter(|_| random.u8(..100) < 62).collect();
            let pass_alive = pass_alive(mine, size);
            let wall = pass_alive.neighbors(size) - pass_alive;
            let black = ByColor { black: mine, white: PointSet::EMPTY };
            let Ok(board) = Board::from_stones(size, black) else { continue };
            if pass_alive.is_empty() {
                continue;
            }
            found += 1;
            let mut position = Position::from_board(board, Color::White, KoRule::Simple);
            for _ in 0..200 {
                let all: Vec<Point> = position.board().empty().iter().collect();
                let Some(&point) = all.get(random.usize(..all.len().max(1))) else { break };
                if position.play(Move::Play(point)).is_ok() {
                    position.play(Move::Pass).unwrap();
                }
            }
            assert!(wall.is_subset(&position.board().stones(Color::Black)), "{mine:?}");
        }
        assert!(found > 200, "{found}");
    }
}
