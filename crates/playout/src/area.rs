//! The score of a finished game.

/// The area of each side: its stones, and the empty regions only it touches.
///
/// `stones` gives the stones of both sides in a row, from 0, and nothing beyond the last; `lines`
/// is the size of the board. Sides are the two words of a row, not a `ByColor`, because this is run
/// after every playout and both sides are computed in one go.
#[inline(always)]
pub(crate) fn area(lines: usize, stones: impl Fn(usize) -> [u32; 2]) -> [u32; 2] {
    // At the end of a playout nearly every empty region is a single point, and one look at each
    // row is enough. No arrays here: what was written word by word is slow to read as a vector.
    let line = (1 << lines) - 1;
    let mut areas = [0; 2];
    let mut wide = 0;
    let mut below = [0; 2];
    let mut empty_below = 0;
    let mut here = stones(0);
    for row in 0..lines {
        let above = stones(row + 1);
        let empty = line & !(here[0] | here[1]);
        let touched: [u32; 2] = std::array::from_fn(|side| {
            empty & (here[side] << 1 | here[side] >> 1 | below[side] | above[side])
        });
        areas[0] += (here[0] | (touched[0] & !touched[1])).count_ones();
        areas[1] += (here[1] | (touched[1] & !touched[0])).count_ones();
        wide |= empty & (empty << 1 | empty_below);
        (below, here, empty_below) = (here, above, empty);
    }
    if wide == 0 { areas } else { area_by_flood(lines, stones) }
}

/// The same, with regions of any shape.
#[inline(never)]
fn area_by_flood(lines: usize, stones: impl Fn(usize) -> [u32; 2]) -> [u32; 2] {
    let line = (1 << lines) - 1;
    // A row of nothing lies on either side of the board.
    let mut sides = [[0; 21]; 2];
    let mut empty = [0; 21];
    for row in 0..lines {
        let here = stones(row);
        empty[row + 1] = line & !(here[0] | here[1]);
        sides[0][row + 1] = here[0];
        sides[1][row + 1] = here[1];
    }
    let reached = sides.map(|side| flood(side, &empty));
    let mut areas = [0; 2];
    for row in 1..=lines {
        let [first, second] = reached.map(|rows| rows[row]);
        areas[0] += (first & !(second & empty[row])).count_ones();
        areas[1] += (second & !(first & empty[row])).count_ones();
    }
    areas
}

/// The stones, and all they reach over empty points.
fn flood(mut reached: [u32; 21], empty: &[u32; 21]) -> [u32; 21] {
    loop {
        let mut new = 0;
        for row in 1..20 {
            let beside =
                reached[row] << 1 | reached[row] >> 1 | reached[row - 1] | reached[row + 1];
            let more = beside & empty[row] & !reached[row];
            reached[row] |= more;
            new |= more;
        }
        if new == 0 {
            return reached;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::area;

    /// Rows from the top, as drawn; `X` first.
    fn check(diagram: [&str; 3], expected: [u32; 2]) {
        let mut rows = [[0; 2]; 4];
        for (row, line) in rows.iter_mut().zip(diagram.iter().rev()) {
            for (col, mark) in line.bytes().enumerate() {
                row[0] |= u32::from(mark == b'X') << col;
                row[1] |= u32::from(mark == b'O') << col;
            }
        }
        assert_eq!(area(3, |row| rows[row]), expected, "{diagram:?}");
    }

    #[test]
    fn regions_belong_to_the_only_side_that_touches_them() {
        check(["...", "...", "..."], [0, 0]);
        check(["...", ".X.", "..."], [9, 0]);
        check([".X.", "XXX", "OOO"], [6, 3]);
        check([".X.", "..O", "..."], [1, 1]);
        check([".XO", "XO.", "O.."], [3, 6]);
    }
}
