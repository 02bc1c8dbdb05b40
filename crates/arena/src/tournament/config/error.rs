//! A mistake in a tournament's file, with its place.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

/// What is wrong with a file, where, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    pub(super) file: PathBuf,
    pub(super) what: String,
    pub(super) place: Option<FilePlace>,
}

/// A place in a file, with the line it is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FilePlace {
    line: usize,
    /// In characters, from 0.
    column: usize,
    width: usize,
    text: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        let Some(place) = &self.place else { return write!(f, "{file}: {}", self.what) };
        let FilePlace { line, column, width, text } = place;
        writeln!(f, "{file}:{line}:{}: {}", column + 1, self.what)?;
        writeln!(f, "{line:4} | {text}")?;
        // Tabs stay tabs, so that the mark is below its place at any tab width.
        let blank = |letter: char| if letter == '\t' { '\t' } else { ' ' };
        let before: String = text.chars().take(*column).map(blank).collect();
        write!(f, "     | {before}{}", "^".repeat(*width))
    }
}

impl std::error::Error for ConfigError {}

impl FilePlace {
    pub(super) fn of(text: &str, span: Range<usize>) -> FilePlace {
        let start = span.start.min(text.len());
        let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |end| start + end);
        let marked = &text[start..span.end.clamp(start, line_end)];
        FilePlace {
            line: text[..start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count(),
            width: marked.trim_end().chars().count().max(1),
            text: text[line_start..line_end].trim_end().to_owned(),
        }
    }
}
