//! Where handicap stones stand when nobody chooses.

use kage_goban::{BoardSize, Point};

/// The usual points for so many stones, by section 4.1.1 of the specification; `None` if there
/// are none for this number on this board.
pub(super) fn fixed(size: BoardSize, stones: usize) -> Option<Vec<Point>> {
    let lines = size.get();
    let most = match lines {
        0..7 => 0,
        7 | 8 | 10 | 12 | 14 | 16 | 18 => 4,
        _ => 9,
    };
    if stones < 2 || stones > most {
        return None;
    }
    let low = if lines < 13 { 2 } else { 3 };
    let (high, mid) = (lines - 1 - low, lines / 2);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, mid), (high, mid), (mid, low), (mid, high)];
    let with_center = stones >= 5 && stones % 2 == 1;
    let corner_and_side = corners.into_iter().chain(sides).take(stones - usize::from(with_center));
    let places = corner_and_side.chain(with_center.then_some((mid, mid)));
    places.map(|(col, row)| Point::new(col, row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(lines: u8, stones: usize) -> Option<String> {
        let points = fixed(BoardSize::new(lines)?, stones)?;
        Some(points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn as_the_specification_has_them() {
        assert_eq!(drawn(9, 2).as_deref(), Some("C3 G7"));
        assert_eq!(drawn(9, 5).as_deref(), Some("C3 G7 C7 G3 E5"));
        assert_eq!(drawn(19, 7).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K10"));
        assert_eq!(drawn(19, 8).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K4 K16"));
        assert_eq!(drawn(13, 9).map(|points| points.split(' ').count()), Some(9));
        assert_eq!(drawn(8, 5), None);
        assert_eq!(drawn(5, 2), None);
        assert_eq!(drawn(19, 10), None);
        assert_eq!(drawn(19, 1), None);
    }
}
