//! Text in columns.

/// Rows with columns under each other: the second column to the left, the others
/// to the right.
pub(crate) fn names_left(rows: &[Vec<String>]) -> String {
    in_columns(rows, |column| column == 1)
}

/// Rows with columns under each other, all to the left.
pub(crate) fn all_left(rows: &[Vec<String>]) -> String {
    in_columns(rows, |_| true)
}

fn in_columns(rows: &[Vec<String>], left: impl Fn(usize) -> bool) -> String {
    let length = |cell: &String| cell.chars().count();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(length).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if left(column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
