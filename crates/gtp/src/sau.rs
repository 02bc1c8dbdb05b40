//! The line protocol of student contests (the SAU Game Platform and similar ones): engine and
//! controller.
//!
//! A point is two letters from A to I. The first is the column from the left and the second is the
//! row from the top, as in SGF; the I is not skipped. A program that reads them the other way round
//! plays on a mirrored board, which changes nothing in the game.
//!
//! | to the engine | meaning |
//! |---|---|
//! | `name?` | answer `name NAME` |
//! | `new black`, `new white` | a game; Black answers with a move at once |
//! | `move go`, `move pass` | the opponent moved, or passed; answer with a move |
//! | `accept`, `refuse`, `error` | your move stands; try again; off the board, try again |
//! | `take n XYXY...` | after `accept`: you took these |
//! | `taked n XYXY...` | before `move go`: you lost these |
//! | `end`, `quit` | the game is over; the session is over |
//!
//! The engine says `name NAME`, `move XY` and `move pass`. The game is `collegiate`, on 9x9. There
//! is no word for resigning and no clock.

mod controller;
mod engine;

pub use controller::SauPlayer;
pub use engine::{SauEngine, SauError};

use kage_goban::{BoardSize, Point, PointSet};
use kage_phantom::{Answer, Observation, Sound};

/// The board of the contest.
pub(crate) const SIZE: BoardSize = BoardSize::NINE;

/// The two letters of a point.
///
/// ```
/// use kage_gtp::{read_sau_point, sau_point};
/// let point = "A9".parse().unwrap();
/// assert_eq!(sau_point(point).as_deref(), Some("AA"));
/// assert_eq!(read_sau_point("ai"), "A1".parse().ok());
/// assert_eq!(sau_point("K10".parse().unwrap()), None);
/// ```
pub fn sau_point(point: Point) -> Option<String> {
    let letter = |line: u8| char::from(b'A' + line);
    let on_board = SIZE.contains(point);
    on_board.then(|| String::from_iter([letter(point.col()), letter(SIZE.get() - 1 - point.row())]))
}

/// The point that two letters stand for.
pub fn read_sau_point(text: &str) -> Option<Point> {
    let line = |letter: u8| {
        let line = letter.to_ascii_uppercase().checked_sub(b'A');
        line.filter(|&line| line < SIZE.get())
    };
    let &[column, row] = text.as_bytes() else { return None };
    Point::new(line(column)?, SIZE.get() - 1 - line(row)?)
}

/// The lines that tell an engine what its seat has heard. The engine answers the last of them with its
/// next move, unless the line accepts a move of its own. What the protocol cannot express, such as the
/// opponent's refused tries, is left out.
pub fn sau_lines(observation: &Observation) -> Vec<String> {
    let counted = |word: &str, number: usize, points: &PointSet| {
        format!("{word} {number} {}", sau_points(points)).trim_end().to_owned()
    };
    match observation {
        Observation::Over(_) => vec!["end".to_owned()],
        Observation::Theirs(Sound::Tried) => Vec::new(),
        Observation::Mine(Answer::Refused { .. }) => vec!["refuse".to_owned()],
        Observation::Mine(Answer::Accepted { taken, .. }) => {
            let mut lines = vec!["accept".to_owned()];
            if taken.number > 0 {
                lines.push(counted("take", taken.number as usize, &taken.points));
            }
            lines
        }
        Observation::Theirs(Sound::Moved { passed, lost, .. }) => {
            let lost = lost.points();
            let taked = (!lost.is_empty()).then(|| counted("taked", lost.len(), &lost));
            let moved = if *passed { "move pass" } else { "move go" };
            taked.into_iter().chain([moved.to_owned()]).collect()
        }
    }
}

/// Points as letters, without separators.
fn sau_points(points: &PointSet) -> String {
    points.iter().filter_map(sau_point).collect()
}

/// Parses points as letters without separators.
fn read_sau_points(text: &str) -> Option<PointSet> {
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| std::str::from_utf8(pair).ok().and_then(read_sau_point)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_read_back() {
        for point in SIZE.points() {
            assert_eq!(sau_point(point).as_deref().and_then(read_sau_point), Some(point));
        }
        let all = PointSet::board(SIZE);
        assert_eq!(read_sau_points(&sau_points(&all)), Some(all));
        for text in ["", "A", "AJ", "JA", "AAA", "@A", "ää"] {
            assert_eq!(read_sau_point(text), None, "{text}");
        }
        assert_eq!(read_sau_points("AAB"), None);
    }
}
