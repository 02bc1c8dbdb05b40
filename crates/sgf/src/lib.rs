//! SGF FF\[4\] as a tree of nodes and properties: reader and writer.
//!
//! This crate reads and writes [SGF](https://www.red-bean.com/sgf/). It keeps every
//! property (also private ones), every value and their order exactly as they are in the file. It knows
//! no rules of Go, plays no moves, and does not check whether a property is valid where it is. It does
//! no IO: it takes bytes and gives text.
//!
//! | file | what it has |
//! |---|---|
//! | `charset` | from bytes to text, and where in the bytes a piece of text came from |
//! | `parser` | [`parse`]: from bytes to trees |
//! | `collection` | [`Collection`]: the games of one file |
//! | `game` | [`GameTree`]: nodes in an arena |
//! | `node`, `value` | [`Node`], [`Property`] and [`Value`] |
//! | `point` | [`mod@point`]: points as two letters |
//! | `writer` | from trees to text, one node a line |
//! | `error` | [`ParseError`], [`IdentError`] |
//!
//! ```
//! use kage_sgf::{GameTree, Node, NodeId, parse, point};
//!
//! // A file of the referee: Black tried d5 first, was refused, and then played e5.
//! let file = b"(;FF[4]GM[1]SZ[9]RU[borsboom] ;B[ee]PGT[de] ;W[tt])";
//! let game = &parse(file)?.games[0];
//! assert_eq!(game.root().get("SZ").as_deref(), Some("9"));
//! let tries: Vec<_> = game.main_line().flat_map(|node| node.values("PGT")).collect();
//! assert_eq!(tries, ["de"]);
//! let last = game.main_line().last().and_then(|node| node.get("W")).unwrap_or_default();
//! assert_eq!(point::parse_move(&last, 9)?, None, "a pass");
//!
//! // A file, made: one node a line.
//! let mut root = Node::new();
//! root.set("FF", "4")?.set("SZ", "9")?.set("C", "a ] in a comment")?;
//! let mut game = GameTree::new(root);
//! let mut first = Node::new();
//! first.set("B", point::format((4, 4))?)?.push("PGT", point::format((3, 4))?)?;
//! game.add_child(NodeId::ROOT, first);
//! assert_eq!(game.to_string(), "(;FF[4]SZ[9]C[a \\] in a comment]\n;B[ee]PGT[de])");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Tolerance
//! The reader accepts anything before the first `(;`, free text between games, a byte order
//! mark, any line ends, white space between all tokens, lower-case letters in identifiers
//! (`CoPyright` of FF\[3\] becomes `CP`), a property that comes twice in a node. All else is a
//! [`ParseError`] with its place. Depth and length have no limit: trees are stored in an arena, and
//! no function is recursive.
//!
//! Text is Unicode inside. Bytes are read as UTF-8; if they are not valid, in the charset of `CA`;
//! without `CA`, as ISO-8859-1. After such a conversion `CA` is set to `UTF-8`, because that is
//! what will be written. A file that is valid UTF-8 keeps its `CA`, even a wrong one. A file with one or
//! two characters of GB2312 may therefore pass for UTF-8 by chance.
//!
//! # Why not `sgf-parse`
//! Version 4.2.8, the maintained crate for SGF, was tried. Its writer does not escape `]` and `\` in private
//! properties: `PGT[a\]b]` becomes a file it cannot read. `SZ[9]` becomes `SZ[9:9]`, `KM[6.50]`
//! `KM[6.5]`, `AB[aa:cc]` nine points in another order at every run. `W[tt]` is (19, 19) on any board.
//! Its errors have no position; 100,000 nodes in a row overflow the stack when written or dropped; it
//! takes `&str` only, and turns away a byte order mark, text around the game, and `GM[1 ]`.

mod charset;
mod collection;
mod error;
mod game;
mod node;
mod parser;
pub mod point;
mod value;
mod writer;

pub use collection::Collection;
pub use error::{IdentError, ParseError, ParseErrorKind};
pub use game::{GameTree, NodeId, Walk};
pub use node::{Node, Property};
pub use parser::parse;
pub use value::Value;
