//! Errors of files and of identifiers.

use thiserror::Error;

/// An invalid file: what is wrong, and where. The text says what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column} (byte {offset}): {kind}")]
pub struct ParseError {
    /// What is wrong.
    pub kind: ParseErrorKind,
    /// The line, from 1. CR, LF and CR LF each end a line.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The byte in the file, from 0.
    pub offset: usize,
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// Nothing starts with `(;`.
    #[error("no game found; a game starts with `(;`: is this an SGF file?")]
    NoGame,
    /// The file ends before the game does.
    #[error("the file ends inside a game; it may be cut off: restore it, or add {missing} `)`")]
    UnclosedGame {
        /// How many `)` are missing.
        missing: usize,
    },
    /// The file ends before a value does.
    #[error("the value that starts here has no end; close it with `]`")]
    UnclosedValue,
    /// A `(` is not followed by a node.
    #[error("`(` without a node; put a `;` after it, or remove it")]
    MissingNode,
    /// A property is not followed by a value.
    #[error("property `{0}` has no value; write `{0}[]` if it is empty")]
    MissingValue(String),
    /// A value has no property before it.
    #[error("value without a property; put an identifier such as `C` before the `[`")]
    MissingIdent,
    /// Letters that are no identifier.
    #[error("{0}")]
    BadIdent(#[from] IdentError),
    /// A node or property after the variations of a node.
    #[error("only another `(` or a `)` may follow a variation; move this before the first `(`")]
    AfterVariation,
    /// A piece of a game after its end.
    #[error("this is outside of any game; remove it, or the `)` that ended the game too early")]
    OutsideGame,
    /// A character with no meaning where it stands.
    #[error(
        "{0:?} has no meaning here; if it belongs to a text, write `\\]` for each `]` before it"
    )]
    Unexpected(char),
}

/// A text that is not the name of a property.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not the name of a property; write capital letters, as in `B` or `PGT`")]
pub struct IdentError(pub String);
