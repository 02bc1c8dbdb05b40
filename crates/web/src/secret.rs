//! Random tokens, and the names that people give themselves.

/// Letters and digits that look different from each other.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// The most characters of a person's name.
pub(crate) const NAME_LENGTH: usize = 24;

/// A random text of so many characters, five bits each.
fn random_text(length: usize) -> std::io::Result<String> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).map_err(std::io::Error::from)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// A new id for a game: 50 bits.
pub(crate) fn game_id() -> std::io::Result<String> {
    random_text(10)
}

/// A new token for a seat, a desk or an invitation: 160 bits.
pub(crate) fn token() -> std::io::Result<String> {
    random_text(32)
}

/// A seed for a bot. It is saved with the game, so that a restarted bot is the same.
pub(crate) fn seed() -> std::io::Result<u64> {
    getrandom::u64().map(|seed| seed >> 12).map_err(std::io::Error::from)
}

/// A random choice of two.
pub(crate) fn coin() -> std::io::Result<bool> {
    seed().map(|seed| seed % 2 == 0)
}

/// A person's name without control characters and invisible characters, with single spaces, and not
/// too long; `None` if nothing is left. The page shows it as text, never as markup.
pub(crate) fn clean_name(name: &str) -> Option<String> {
    let plain: String =
        name.chars().map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c }).collect();
    let words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    let name: String =
        words.join(" ").chars().filter(|c| !is_invisible(*c)).take(NAME_LENGTH).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// The name, or the name with a number if the opponent has the same one.
pub(crate) fn other_name(name: String, opponent: Option<&str>) -> String {
    if opponent.is_some_and(|opponent| opponent.to_lowercase() == name.to_lowercase()) {
        let short: String = name.chars().take(NAME_LENGTH - 2).collect();
        return format!("{} 2", short.trim_end());
    }
    name
}

/// Is the character invisible, or does it change the direction of text?
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_text() {
        for (name, clean) in [
            ("  Ann \n B. ", "Ann B."),
            ("\u{202e}evil\u{200b}", "evil"),
            // Shown as text, this is only an unusual name.
            ("<script>alert(1)</script>", "<script>alert(1)</script"),
            ("影", "影"),
        ] {
            assert_eq!(clean_name(name).as_deref(), Some(clean));
        }
        assert_eq!(clean_name("\t\u{200f}"), None);
        assert_eq!(clean_name(&"x".repeat(99)).map(|name| name.len()), Some(NAME_LENGTH));
    }

    #[test]
    fn opponents_have_different_names() {
        let name = |name: &str, opponent| other_name(name.to_owned(), opponent);
        assert_eq!(name("Ann", Some("Bob")), "Ann");
        assert_eq!(name("Ann", None), "Ann");
        assert_eq!(name("ann", Some("Ann")), "ann 2");
        let long = "x".repeat(NAME_LENGTH);
        assert_eq!(name(&long, Some(&long)).len(), NAME_LENGTH);
    }

    #[test]
    fn tokens_differ() {
        let (one, two) = (token().unwrap(), token().unwrap());
        assert!(one != two && one.len() == 32 && one.bytes().all(|b| LETTERS.contains(&b)));
    }
}
