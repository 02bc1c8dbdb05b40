//! A line of GTP.

use std::fmt;
use std::io::{self, BufRead};

/// The longest line that is read whole. The longest command of a real game is far shorter.
pub const MAX_LINE: usize = 64 * 1024;

/// A command: its id, if it has one, its name and its arguments.
///
/// ```
/// use kage_gtp::Command;
/// let command = Command::parse("12 play\tb D4 # the first move\r").unwrap();
/// assert_eq!((command.id, command.name.as_str()), (Some(12), "play"));
/// assert_eq!(command.args, ["b", "D4"]);
/// assert_eq!(command.to_string(), "12 play b D4");
/// assert_eq!(Command::parse("  # only a comment"), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// A number that the answer must repeat.
    pub id: Option<u32>,
    /// The name. Empty if the line has only an id.
    pub name: String,
    /// The arguments.
    pub args: Vec<String>,
}

impl Command {
    /// A command without an id.
    pub fn new<T: fmt::Display>(name: &str, args: impl IntoIterator<Item = T>) -> Command {
        let args = args.into_iter().map(|arg| arg.to_string()).collect();
        Command { id: None, name: name.to_owned(), args }
    }

    /// A command without an id or arguments.
    pub fn bare(name: &str) -> Command {
        Command::new(name, [] as [&str; 0])
    }

    /// Parses a line as section 3.1 of the specification says: control characters are removed, tabs
    /// are spaces, `#` begins a comment. `None` if nothing is left: such a line gets no answer.
    pub fn parse(line: &str) -> Option<Command> {
        let line = line.split('#').next().unwrap_or_default();
        let text: String = line
            .chars()
            .filter(|c| *c == '\t' || !c.is_control())
            .map(|c| if c == '\t' { ' ' } else { c })
            .collect();
        let mut words =
            text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).peekable();
        words.peek()?;
        let id = words.next_if(|word| is_id(word)).and_then(|word| word.parse().ok());
        let name = words.next().unwrap_or_default();
        Some(Command { id, name, args: words.collect() })
    }

    /// Whether this is its name in any case. Phantom Go commands ignore case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Whether a word is a number without a sign that fits the type. A number that does not fit is a
/// command's name, and gets the answer of an unknown command.
fn is_id(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit()) && word.parse::<u32>().is_ok()
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        self.args.iter().try_for_each(|arg| write!(f, " {arg}"))
    }
}

/// Reads a line of any bytes without its end; `None` at the end of the input. Of a line longer than
/// [`MAX_LINE`] the rest is discarded, so that no peer can fill the memory.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() {
            return Ok(any.then(|| text_of(&line)));
        }
        any = true;
        let end = bytes.iter().position(|&b| b == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&part[..part.len().min(MAX_LINE - line.len())]);
        let used = end.map_or(bytes.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(text_of(&line)));
        }
    }
}

fn text_of(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    String::from_utf8_lossy(line).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_to_the_letter() {
        let cases = [
            ("name", "name"),
            ("  name  ", "name"),
            ("7 name", "7 name"),
            ("007 name", "7 name"),
            ("play b D4\r", "play b D4"),
            ("pl\u{7}ay\tb\tD4", "play b D4"),
            ("play b D4#E5", "play b D4"),
            ("99999999999 name", "99999999999 name"),
            ("-1 name", "-1 name"),
            ("5", "5 "),
        ];
        for (line, text) in cases {
            assert_eq!(
                Command::parse(line).map(|c| c.to_string()),
                Some(text.to_owned()),
                "{line}"
            );
        }
        assert_eq!(Command::parse("99999999999 name").and_then(|c| c.id), None, "too large");
        for line in ["", "   ", "\t", "# name", " \r", "\u{0}\u{1f}\u{7f}"] {
            assert_eq!(Command::parse(line), None, "{line:?}");
        }
    }

    #[test]
    fn long_and_broken_lines_are_read() {
        let long = "x".repeat(3 * MAX_LINE);
        let mut input = io::Cursor::new(format!("{long}\nname\r\n\nlast").into_bytes());
        assert_eq!(read_line(&mut input).unwrap().map(|line| line.len()), Some(MAX_LINE));
        for line in [Some("name"), Some(""), Some("last"), None] {
            assert_eq!(read_line(&mut input).unwrap().as_deref(), line);
        }
        let mut bytes = io::Cursor::new(b"\xff\xfe\n");
        assert_eq!(read_line(&mut bytes).unwrap().as_deref(), Some("\u{fffd}\u{fffd}"));
    }
}
