//! Words that people type.

/// The word of a list that is nearest to what was typed, by edit distance; empty if there is none.
///
/// ```
/// use kage_phantom::nearest;
/// assert_eq!(nearest("hambrug", ["borsboom", "hamburg"]), "hamburg");
/// ```
pub fn nearest<'a>(word: &str, list: impl IntoIterator<Item = &'a str>) -> &'a str {
    list.into_iter().min_by_key(|known| distance(word, known)).unwrap_or("")
}

/// Levenshtein's distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let change = corner + usize::from(letter != *other);
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, d) in [("", "abc", 3), ("kitten", "sitting", 3), ("uct", "uct", 0)] {
            assert_eq!(distance(a, b), d);
        }
    }
}
