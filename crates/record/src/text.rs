//! The plain text form: one line a turn, `b (D5 E4) E6`.

use crate::{End, Transcript, TranscriptTurn};
use kage_goban::{BoardSize, Color, ParseKomiError, ParsePointError, Point};
use kage_phantom::{ParseOutcomeError, RefereeRules, RulesError};
use std::fmt;
use std::str::FromStr;

/// A line that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: TextFault,
}

/// What is wrong with a line. The text says what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextFault {
    /// The board has another number of lines.
    Size(String),
    /// The komi cannot be read.
    Komi(String, ParseKomiError),
    /// The rules cannot be read.
    Rules(String, RulesError),
    /// The result cannot be read.
    Result(String, ParseOutcomeError),
    /// A point cannot be read.
    Point(String, ParsePointError),
    /// The turn does not start with a colour.
    Color(String),
    /// The list of tries has no end.
    OpenTries,
    /// The turn has neither a move nor tries.
    NoMove,
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextFault::Size(text) => write!(f, "`{text}` is no board size from 2 to 19"),
            TextFault::Komi(text, error) => write!(f, "`{text}`: {error}"),
            TextFault::Rules(text, error) => write!(f, "`{text}`: {error}"),
            TextFault::Result(text, error) => write!(f, "`{text}`: {error}"),
            TextFault::Point(text, error) => write!(f, "`{text}`: {error}"),
            TextFault::Color(text) => {
                write!(f, "a turn starts with `b` or `w`, not `{text}`: write `b (D5) E6`")
            }
            TextFault::OpenTries => f.write_str("the tries have no closing `)`"),
            TextFault::NoMove => f.write_str("the turn has no move"),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for TextError {}

/// The headers that are read.
const HEADERS: [&str; 8] = ["size", "komi", "rules", "result", "handicap", "dead", "pb", "pw"];

/// Reads a game.
///
/// Header lines start with `#`. The headers are `# size 9`, `# komi 6.5`, `# rules borsboom`,
/// `# result B+2.5`, `# handicap D4 F6`, `# dead A1 A2`, `# pb NAME` and `# pw NAME`; all other
/// lines are kept as remarks.
///
/// ```
/// let game = kage_record::from_text("# size 9\nb E5\nw (E5 E6) E4\nb (E4) pass\n").unwrap();
/// assert_eq!(game.turns.len(), 3);
/// assert_eq!(game.turns[1].tries.len(), 2);
/// let error = kage_record::from_text("b E5\nw E55").unwrap_err();
/// assert!(error.to_string().starts_with("line 2: `E55`"));
/// ```
pub fn from_text(text: &str) -> Result<Transcript, TextError> {
    let mut game = Transcript::new(BoardSize::NINE, RefereeRules::default());
    let mut komi = None;
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        let fail = |fault| TextError { line: number + 1, fault };
        if let Some(header) = line.strip_prefix('#') {
            let header = header.trim();
            match header.split_once(' ').map(|(word, rest)| (word, rest.trim())) {
                Some(("komi", value)) => komi = Some(read(value, TextFault::Komi).map_err(fail)?),
                Some((word, value)) => read_header(&mut game, header, word, value).map_err(fail)?,
                None => game.comments.push(header.to_owned()),
            }
        } else if !line.is_empty() {
            game.turns.push(read_turn(line).map_err(fail)?);
        }
    }
    // Last, because the rules have a komi of their own, wherever their line stands.
    game.rules.komi = komi.unwrap_or(game.rules.komi);
    Ok(game)
}

fn read_header(game: &mut Transcript, all: &str, word: &str, value: &str) -> Result<(), TextFault> {
    match word {
        "size" => {
            let lines = value.parse().ok().and_then(BoardSize::new);
            game.size = lines.ok_or_else(|| TextFault::Size(value.to_owned()))?;
        }
        "rules" => game.rules = read(value, TextFault::Rules)?,
        "result" => game.result = Some(read(value, TextFault::Result)?),
        "handicap" => game.handicap = read_points(value)?.into_iter().collect(),
        "dead" => game.dead = read_points(value)?.into_iter().collect(),
        "pb" => game.names.black = Some(value.to_owned()),
        "pw" => game.names.white = Some(value.to_owned()),
        _ => game.comments.push(all.to_owned()),
    }
    Ok(())
}

fn read<T: FromStr>(text: &str, fault: fn(String, T::Err) -> TextFault) -> Result<T, TextFault> {
    text.parse().map_err(|error| fault(text.to_owned(), error))
}

fn read_points(text: &str) -> Result<Vec<Point>, TextFault> {
    text.split_whitespace().map(|word| read(word, TextFault::Point)).collect()
}

fn read_turn(line: &str) -> Result<TranscriptTurn, TextFault> {
    let (color, rest) = line
        .split_once(|c: char| c.is_whitespace() || c == '(')
        .map_or((line, ""), |(color, _)| (color, line[color.len()..].trim_start()));
    let color: Color = color.parse().map_err(|_| TextFault::Color(color.to_owned()))?;
    let (tries, end) = match rest.strip_prefix('(') {
        None => ("", rest),
        Some(rest) => rest.split_once(')').ok_or(TextFault::OpenTries)?,
    };
    let end = match end.trim() {
        "" if tries.trim().is_empty() => return Err(TextFault::NoMove),
        "" => End::Open,
        word if word.eq_ignore_ascii_case("pass") => End::Pass,
        word if word.eq_ignore_ascii_case("resign") => End::Resign,
        word if word.eq_ignore_ascii_case("forfeit") => End::Forfeit,
        point => End::Play(read(point, TextFault::Point)?),
    };
    Ok(TranscriptTurn::new(color, read_points(tries)?, end))
}

/// Writes a game. SGF properties that have no place here are left out.
pub fn to_text(game: &Transcript) -> String {
    let mut text = format!("# size {}\n# komi {}\n", game.size.get(), game.rules.komi);
    let mut header = |word: &str, value: &str| {
        if !value.is_empty() {
            let plain: Vec<&str> = value.split_whitespace().collect();
            text += &format!("# {word} {}\n", plain.join(" "));
        }
    };
    header("rules", &game.rules.to_string());
    header("pb", game.names.black.as_deref().unwrap_or(""));
    header("pw", game.names.white.as_deref().unwrap_or(""));
    header("result", &game.result.map_or(String::new(), |result| result.to_string()));
    header("handicap", &game.handicap.to_string());
    header("dead", &game.dead.to_string());
    for comment in game.comments.iter().flat_map(|comment| comment.lines()) {
        text += &format!("# {}\n", as_remark(comment.trim()));
    }
    for turn in &game.turns {
        text += &turn_line(turn);
    }
    text
}

/// A remark that would be read as a header gets a word before it.
fn as_remark(comment: &str) -> String {
    let first = comment.split(' ').next().unwrap_or("");
    let quote = if HEADERS.contains(&first) { "note: " } else { "" };
    format!("{quote}{comment}")
}

fn turn_line(turn: &TranscriptTurn) -> String {
    let color = turn.color.letter().to_ascii_lowercase();
    let tries: Vec<String> = turn.tries.iter().map(Point::to_string).collect();
    let tries = if tries.is_empty() { String::new() } else { format!(" ({})", tries.join(" ")) };
    let end = match turn.end {
        End::Play(point) => format!(" {point}"),
        End::Pass => " pass".to_owned(),
        End::Resign => " resign".to_owned(),
        End::Forfeit => " forfeit".to_owned(),
        End::Open => String::new(),
    };
    format!("{color}{tries}{end}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_with_everything_reads_back() {
        let text = "# size 5\n# komi 0.5\n# rules cazenave komi=0.5\n# pb Ann\n# pw Bob B.\n\
                    # result W+R\n# handicap B2 D4\n# dead A1\n# a remark\nw C3\nb (C3 B3) pass\n\
                    w (B2) A1\nb (A1) resign\n";
        let game = from_text(text).unwrap();
        assert_eq!(game.handicap.len(), 2);
        assert_eq!(
            game.turns[3],
            TranscriptTurn::new(Color::Black, vec!["A1".parse().unwrap()], End::Resign)
        );
        assert_eq!(to_text(&game), text);
    }

    #[test]
    fn loose_forms_are_read() {
        let game = from_text("\u{feff}\r\nB(d5 e4)E6\r\n\n  white   PASS \nb (D5)").unwrap();
        assert_eq!(
            to_text(&game).lines().skip(3).collect::<Vec<_>>(),
            ["b (D5 E4) E6", "w pass", "b (D5)",]
        );
    }

    #[test]
    fn komi_wins_over_the_rules_wherever_it_stands() {
        for text in ["# komi 7\n# rules openspiel", "# rules openspiel\n# komi 7"] {
            assert_eq!(from_text(text).unwrap().rules.komi.to_string(), "7");
        }
    }

    #[test]
    fn errors_name_the_line() {
        let cases = [
            ("b E5\nx E4", "line 2: a turn starts with `b` or `w`, not `x`"),
            ("b", "line 1: the turn has no move"),
            ("b ()", "line 1: the turn has no move"),
            ("b (E5 E4", "line 1: the tries have no closing `)`"),
            ("b (E5 I4) E4", "line 1: `I4`: a point is a letter"),
            ("b E5 E4", "line 1: `E5 E4`: a point is"),
            ("\n# size 20", "line 2: `20` is no board size"),
            ("# komi lots", "line 1: `lots`: komi is"),
            ("# rules chess", "line 1: `chess`: there are no rules named `chess`"),
            ("# result maybe", "line 1: `maybe`: a result is"),
        ];
        for (text, expected) in cases {
            let said = from_text(text).unwrap_err().to_string();
            assert!(said.starts_with(expected), "{said}");
        }
    }

    #[test]
    fn a_name_cannot_break_the_lines() {
        let mut game = from_text("b E5").unwrap();
        game.names.black = Some("Ann\nw E5".to_owned());
        game.comments.push("one\nb A1".to_owned());
        game.comments.push("size of the prize: none\nkomi".to_owned());
        assert_eq!(from_text(&to_text(&game)).unwrap().turns.len(), 1);
    }
}
