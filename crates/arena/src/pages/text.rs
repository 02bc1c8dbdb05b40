//! Numbers and names as text.

use crate::{Interval, Rating, elo_text};

/// Text as HTML, in an element or between double quotes.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// Text in a Markdown table: markup is escaped, and it stays on one line.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for character in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if "\\`*_{}[]<>()#+!|~&$".contains(character) {
            plain.push('\\');
        }
        plain.push(character);
    }
    plain
}

/// Text as code in Markdown, in a table or out of it.
pub(super) fn code(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
    if line.contains('`') { format!("`` {line} ``") } else { format!("`{line}`") }
}

/// A share in percent, one decimal.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// The ends of an interval in percent.
pub(super) fn range(interval: &Interval) -> String {
    format!("{:.1} to {:.1}%", 100.0 * interval.low, 100.0 * interval.high)
}

/// An Elo number, with its sign.
pub(super) fn elo(elo: f64) -> String {
    elo_text(elo).replace('-', "\u{2212}")
}

/// The ends of a rating's interval.
pub(super) fn elo_range(rating: &Rating) -> String {
    if rating.low.is_finite() && rating.high.is_finite() {
        format!("{} to {}", elo(rating.low), elo(rating.high))
    } else {
        "no games".to_owned()
    }
}

/// Points: a half is written as such.
pub(super) fn points(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

/// A number with three significant figures, and an apostrophe at each thousand.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    if size >= 1000.0 {
        return grouped(value.round());
    }
    let decimals = match size {
        _ if size >= 100.0 || size == 0.0 => 0,
        _ if size >= 10.0 => 1,
        _ if size >= 1.0 => 2,
        _ => 3,
    };
    format!("{value:.decimals$}")
}

fn grouped(whole: f64) -> String {
    let digits = format!("{:.0}", whole.abs());
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{2019}');
        }
        text.push(digit);
    }
    if whole < 0.0 { format!("-{text}") } else { text }
}

/// A number of things: `1 game`, `2 games`.
pub(super) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(number as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (0.0123, "0.012"),
            (1.234, "1.23"),
            (56.78, "56.8"),
            (999.4, "999"),
            (1234567.0, "1’234’567"),
            (-1234.0, "-1’234"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
        assert_eq!((points(2.5), points(3.0)), ("2.5".to_owned(), "3".to_owned()));
        assert_eq!(
            (count(1, "game"), count(2000, "game")),
            ("1 game".into(), "2’000 games".into())
        );
    }

    #[test]
    fn names_are_harmless() {
        assert_eq!(escape("<b a='\"&'>"), "&lt;b a=&#39;&quot;&amp;&#39;&gt;");
        assert_eq!(plain("a|b\n<i>*"), "a\\|b \\<i\\>\\*");
        assert_eq!((code("a|b"), code("a`b")), ("`a\\|b`".to_owned(), "`` a`b ``".to_owned()));
    }
}
