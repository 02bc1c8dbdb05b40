//! From bytes to tree. One loop and a list of open brackets: depth costs no stack.

use crate::charset::{Decoded, decode};
use crate::node::check_ident;
use crate::{Collection, GameTree, Node, NodeId, ParseError, ParseErrorKind, Property, Value};

/// Reads a file: one game or several.
///
/// ```
/// let error = kage_sgf::parse(b"(;B[aa]\n;W[bb").unwrap_err();
/// assert_eq!((error.line, error.column, error.offset), (2, 3, 10));
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 3 (byte 10): the value that starts here has no end; close it with `]`",
/// );
/// ```
///
/// # Errors
/// If there is no game in it, or a game is broken: see [`ParseErrorKind`].
pub fn parse(bytes: &[u8]) -> Result<Collection, ParseError> {
    let decoded = decode(bytes);
    let mut parser = Parser { text: &decoded.text, at: 0 };
    let mut collection = parser.collection().map_err(|fault| locate(&decoded, fault))?;
    if decoded.is_translated() {
        collection.games.iter_mut().for_each(declare_utf8);
    }
    Ok(collection)
}

/// The text is Unicode from here on, and an old `CA` would be a lie when it is written.
fn declare_utf8(game: &mut GameTree) {
    // `CA` is an identifier, so this cannot fail.
    let _ = game.root_mut().set("CA", "UTF-8");
}

/// What is wrong, and at which byte of the text.
type Fault = (ParseErrorKind, usize);

fn locate(decoded: &Decoded<'_>, (kind, at): Fault) -> ParseError {
    let before = decoded.text.get(..at).unwrap_or(&decoded.text);
    let ends_line = |(i, c): (usize, char)| match c {
        '\n' => Some(i + 1),
        // Of CR LF only the LF ends the line, even if the fault stands between the two.
        '\r' if !decoded.text[i + 1..].starts_with('\n') => Some(i + 1),
        _ => None,
    };
    let line = 1 + before.char_indices().filter_map(ends_line).count();
    let start = before.char_indices().rev().find_map(ends_line).unwrap_or(0);
    let column = 1 + before[start..].chars().count();
    ParseError { kind, line, column, offset: decoded.source_offset(at) }
}

/// All that has meaning in SGF is ASCII, so it can be looked for byte by byte.
struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn collection(&mut self) -> Result<Collection, Fault> {
        let mut games = Vec::new();
        while self.find_game() {
            games.push(self.game()?);
            self.check_outside()?;
        }
        if games.is_empty() {
            return Err((ParseErrorKind::NoGame, 0));
        }
        Ok(Collection { games })
    }

    /// Goes to the next `(` that has a `;` after it: before it there may be a mail header.
    fn find_game(&mut self) -> bool {
        let rest = self.rest();
        let starts = |i: &usize| rest[*i] == b'(' && first_token(&rest[i + 1..]) == Some(b';');
        let found = (0..rest.len()).find(starts);
        self.at += found.unwrap_or(rest.len());
        found.is_some()
    }

    /// After a game there may be free text, but not what looks like more of the game: to skip that
    /// in silence would lose moves.
    fn check_outside(&mut self) -> Result<(), Fault> {
        self.skip_blank();
        let rest = self.rest();
        let ident = rest.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        let looks_like_game = match rest.first() {
            Some(b'(') => first_token(&rest[1..]) == Some(b'('),
            Some(b')' | b';' | b'[' | b']') => true,
            _ => ident > 0 && first_token(&rest[ident..]) == Some(b'['),
        };
        if looks_like_game { Err(self.fault(ParseErrorKind::OutsideGame)) } else { Ok(()) }
    }

    /// Stands on the `(` of a game; goes behind its `)`.
    fn game(&mut self) -> Result<GameTree, Fault> {
        self.open(1)?;
        let mut game = GameTree::new(self.node()?);
        let mut tip = NodeId::ROOT;
        // For each open `(`, the node to go back to at its `)`.
        let mut branches = vec![NodeId::ROOT];
        let mut after_variation = false;
        loop {
            match self.peek_token() {
                Some(b';') if !after_variation => tip = game.add_child(tip, self.node()?),
                Some(b'(') => {
                    self.open(branches.len() + 1)?;
                    branches.push(tip);
                    tip = game.add_child(tip, self.node()?);
                    after_variation = false;
                }
                Some(b')') => {
                    self.at += 1;
                    tip = branches.pop().unwrap_or(NodeId::ROOT);
                    after_variation = true;
                    if branches.is_empty() {
                        return Ok(game);
                    }
                }
                Some(_) => return Err(self.fault(ParseErrorKind::AfterVariation)),
                None => {
                    let missing = branches.len();
                    return Err(self.fault(ParseErrorKind::UnclosedGame { missing }));
                }
            }
        }
    }

    /// Takes a `(`, the `depth`th that is open, and makes sure that a node follows.
    fn open(&mut self, depth: usize) -> Result<(), Fault> {
        let bracket = self.at;
        self.at += 1;
        match self.peek_token() {
            Some(b';') => Ok(()),
            None => Err(self.fault(ParseErrorKind::UnclosedGame { missing: depth })),
            Some(_) => Err((ParseErrorKind::MissingNode, bracket)),
        }
    }

    /// Stands on a `;`; goes to what follows the last property of the node.
    fn node(&mut self) -> Result<Node, Fault> {
        self.at += 1;
        let mut node = Node::new();
        loop {
            match self.peek_token() {
                None | Some(b';' | b'(' | b')') => return Ok(node),
                Some(byte) if byte.is_ascii_alphanumeric() => node.add(self.property()?),
                Some(b'[') => return Err(self.fault(ParseErrorKind::MissingIdent)),
                Some(_) => return Err(self.unexpected()),
            }
        }
    }

    fn property(&mut self) -> Result<Property, Fault> {
        let ident = self.ident()?;
        let mut values = Vec::new();
        while self.peek_token() == Some(b'[') {
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(self.fault(ParseErrorKind::MissingValue(ident)));
        }
        Ok(Property::new(ident, values))
    }

    /// FF\[3\] and before have long names, of which only the capital letters count.
    fn ident(&mut self) -> Result<String, Fault> {
        let start = self.at;
        self.at += self.rest().iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let written = &self.text[start..self.at];
        let ident: String = written.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        match check_ident(&ident) {
            Ok(()) => Ok(ident),
            Err(mut error) => {
                written.clone_into(&mut error.0);
                Err((error.into(), start))
            }
        }
    }

    /// Stands on a `[`; goes behind its `]`.
    fn value(&mut self) -> Result<Value, Fault> {
        let start = self.at + 1;
        let mut escaped = false;
        let length = self.text.as_bytes()[start..].iter().position(|byte| {
            let ends = *byte == b']' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            ends
        });
        let Some(length) = length else { return Err(self.fault(ParseErrorKind::UnclosedValue)) };
        self.at = start + length + 1;
        Ok(Value::from_raw(&self.text[start..start + length]))
    }

    fn rest(&self) -> &[u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn peek_token(&mut self) -> Option<u8> {
        self.skip_blank();
        self.rest().first().copied()
    }

    fn skip_blank(&mut self) {
        self.at += blank(self.rest());
    }

    fn fault(&self, kind: ParseErrorKind) -> Fault {
        (kind, self.at)
    }

    fn unexpected(&self) -> Fault {
        let found = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        self.fault(ParseErrorKind::Unexpected(found.unwrap_or_default()))
    }
}

/// The length of the white space at the front. Control characters count as such: old files end in
/// a Control-Z, or are padded with zeros.
fn blank(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte <= b' ').count()
}

fn first_token(bytes: &[u8]) -> Option<u8> {
    bytes.get(blank(bytes)).copied()
}
