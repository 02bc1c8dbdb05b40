//! An answer of GTP.

use std::fmt;

/// An answer: `=` and a result, or `?` and what is wrong.
///
/// ```
/// use kage_gtp::Response;
/// assert_eq!(Response::ok("D4").to_wire(Some(3)), "=3 D4\n\n");
/// assert_eq!(Response::error("unknown command").to_wire(None), "? unknown command\n\n");
/// assert_eq!(Response::ok("").to_wire(None), "=\n\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// Whether the command succeeded.
    pub success: bool,
    /// The result, or the error message.
    pub text: String,
}

/// Why some lines are not an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResponseError {
    /// The first line does not begin with `=` or `?`; this is the line.
    NoStatus(String),
    /// The id is not that of the command.
    WrongId {
        /// The id of the command.
        sent: Option<u32>,
        /// The first line of the answer.
        line: String,
    },
}

impl fmt::Display for ResponseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResponseError::NoStatus(line) => {
                write!(f, "an answer begins with = or ?, this is `{}`", short(line))
            }
            ResponseError::WrongId { sent: Some(id), line } => {
                write!(f, "the answer does not repeat the id {id}: `{}`", short(line))
            }
            ResponseError::WrongId { sent: None, line } => {
                write!(f, "the answer has an id, the command had none: `{}`", short(line))
            }
        }
    }
}

impl std::error::Error for ResponseError {}

impl Response {
    /// The command succeeded.
    pub fn ok(text: impl Into<String>) -> Response {
        Response { success: true, text: text.into() }
    }

    /// The command failed.
    pub fn error(text: impl Into<String>) -> Response {
        Response { success: false, text: text.into() }
    }

    /// The answer as it is sent. An empty line would end it, so the text loses those it has; a
    /// first line that is empty is kept as a line break after the status.
    pub fn to_wire(&self, id: Option<u32>) -> String {
        let mut wire = String::from(if self.success { "=" } else { "?" });
        wire += &id.map_or(String::new(), |id| id.to_string());
        let mut separator = if self.text.starts_with('\n') { "\n" } else { " " };
        for line in self.text.lines().map(clean).filter(|line| !line.trim().is_empty()) {
            wire += separator;
            wire += &line;
            separator = "\n";
        }
        wire + "\n\n"
    }

    /// Reads an answer from its lines, without the empty line that ends it.
    pub fn parse(lines: &[String], sent: Option<u32>) -> Result<Response, ResponseError> {
        let first = lines.first().map(String::as_str).unwrap_or_default();
        let (success, rest) = match (first.strip_prefix('='), first.strip_prefix('?')) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => return Err(ResponseError::NoStatus(first.to_owned())),
        };
        let text = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let id = &rest[..rest.len() - text.len()];
        if id != sent.map_or(String::new(), |id| id.to_string()) {
            return Err(ResponseError::WrongId { sent, line: first.to_owned() });
        }
        let mut text = text.trim().to_owned();
        for line in &lines[1..] {
            text.push('\n');
            text += line.trim_end();
        }
        Ok(Response { success, text })
    }
}

/// A line of an answer without control characters, which would garble it.
fn clean(line: &str) -> String {
    line.replace('\t', " ").chars().filter(|c| !c.is_control()).collect()
}

/// The beginning of a text, for messages.
pub(crate) fn short(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !c.is_control()).take(80).collect();
    if text.chars().count() > 80 {
        shown += "...";
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, id: Option<u32>) -> Result<Response, ResponseError> {
        Response::parse(&text.lines().map(str::to_owned).collect::<Vec<_>>(), id)
    }

    #[test]
    fn answers_read_back() {
        assert_eq!(read("= D4", None), Ok(Response::ok("D4")));
        assert_eq!(read("=D4", None), Ok(Response::ok("D4")), "lenient");
        assert_eq!(read("=8", Some(8)), Ok(Response::ok("")));
        assert_eq!(read("=\n X .\n . O ", None), Ok(Response::ok("\n X .\n . O")));
        assert_eq!(read("?1 bad luck", Some(1)), Ok(Response::error("bad luck")));
        assert!(matches!(read("=2 D4", Some(3)), Err(ResponseError::WrongId { .. })));
        assert!(matches!(read("=2 D4", None), Err(ResponseError::WrongId { .. })));
        assert!(matches!(read("hello", None), Err(ResponseError::NoStatus(_))));
        assert!(matches!(read("", None), Err(ResponseError::NoStatus(_))));
    }

    #[test]
    fn no_empty_line_gets_out() {
        let wild = Response::ok("\n\n a\n\n\r\n b\tc\u{7}\n\n");
        assert_eq!(wild.to_wire(None), "=\n a\n b c\n\n");
    }
}
