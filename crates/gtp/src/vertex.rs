//! Points, moves, colours and reasons of refusals as text. GTP calls a point a vertex.

use kage_goban::{BoardSize, Color, Move, Point};
use kage_phantom::{Choice, Refusal};

/// Parses a vertex such as `D4`, in any case; `None` if it is not a point of this board.
pub fn read_point(text: &str, size: BoardSize) -> Option<Point> {
    text.parse().ok().filter(|&point| size.contains(point))
}

/// Parses a vertex or `pass`.
pub fn read_move(text: &str, size: BoardSize) -> Option<Move> {
    match read_choice(text, size)? {
        Choice::Try(point) => Some(Move::Play(point)),
        Choice::Pass => Some(Move::Pass),
        Choice::Resign => None,
    }
}

/// Parses a vertex, `pass` or `resign`.
///
/// ```
/// use kage_goban::BoardSize;
/// use kage_gtp::read_choice;
/// use kage_phantom::Choice;
/// assert_eq!(read_choice("PASS", BoardSize::NINE), Some(Choice::Pass));
/// assert_eq!(read_choice("j9", BoardSize::NINE), "J9".parse().ok().map(Choice::Try));
/// assert_eq!(read_choice("K9", BoardSize::NINE), None);
/// ```
pub fn read_choice(text: &str, size: BoardSize) -> Option<Choice> {
    match text.to_ascii_lowercase().as_str() {
        "pass" => Some(Choice::Pass),
        "resign" => Some(Choice::Resign),
        vertex => read_point(vertex, size).map(Choice::Try),
    }
}

/// Parses a colour: `b`, `black`, `w` or `white`, in any case.
pub fn read_color(text: &str) -> Option<Color> {
    text.parse().ok()
}

/// A colour as it is sent: `b` or `w`.
pub(crate) const fn color_word(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

/// Parses the reason of a refusal: `opponent-stone`, `own-stone`, `suicide` or `ko`. Spaces and
/// underscores may stand for the dash.
pub fn read_refusal(text: &str) -> Option<Refusal> {
    let word = text.to_ascii_lowercase().replace(['-', '_'], " ");
    Refusal::ALL.into_iter().find(|reason| reason.word() == word)
}

/// The reason of a refusal in one word, as it is sent.
pub(crate) fn refusal_word(reason: Refusal) -> String {
    reason.word().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_read_back() {
        for reason in Refusal::ALL {
            assert_eq!(read_refusal(&refusal_word(reason)), Some(reason));
            assert_eq!(read_refusal(&reason.word().to_uppercase()), Some(reason));
        }
        assert_eq!(read_refusal("because"), None);
    }

    #[test]
    fn no_vertex() {
        for text in ["I5", "D0", "D10", "A", "5", "", "D+4", "D04", "passed"] {
            assert_eq!(read_choice(text, BoardSize::NINE), None, "{text}");
        }
        assert_eq!(read_move("resign", BoardSize::NINE), None);
    }
}
