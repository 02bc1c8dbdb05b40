//! SGF FF\[4\] as a tree of nodes and properties, in and out.
//!
//! What it is: a reader and a writer of [SGF](https://www.red-bean.com/sgf/) that keep every
//! property (the private ones too), every value and their order exactly as they stand in the file.
//! What it is not: it knows no rules of Go, plays no moves, and does not judge whether a property
//! makes sense where it stands. It does no IO: bytes come in, text goes out.
//!
//! ```
//! use kage_sgf::{GameTree, Node, NodeId, parse, point};
//!
//! // A file, as the referee leaves it: Black tried d5 first, was refused, and then played e5.
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
//! # What is forgiven, and what is not
//! Forgiven when reading: anything before the first `(;`, free text between games, a byte order
//! mark, any line ends, white space between all tokens, lower-case letters in identifiers
//! (`CoPyright` of FF\[3\] becomes `CP`), a property that comes twice in a node. All else is a
//! [`ParseError`] that says where. There is no limit to depth or length: trees live in an arena, and
//! nothing here calls itself.
//!
//! Text is Unicode inside. Bytes are read as UTF-8; where they are not, as what `CA` says; where it
//! says nothing, as ISO-8859-1. After such a translation `CA` is set to `UTF-8`, because that is
//! what will be written. A file that is valid UTF-8 keeps its `CA`, even a wrong one; the price is
//! that a file with one or two signs of GB2312 may pass for UTF-8 by chance.
//!
//! # Why not `sgf-parse`
//! Tried at 4.2.8, the living crate for this. Its writer does not escape `]` and `\` in private
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
