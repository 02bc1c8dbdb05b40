//! A collection: all the games of one file.

use crate::GameTree;

/// The games of one file, in order. [`parse`](crate::parse) gives at least one.
///
/// `Display` writes it as FF\[4\] text, one node a line, a line end after each game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Collection {
    /// The games, in the order of the file.
    pub games: Vec<GameTree>,
}

impl From<GameTree> for Collection {
    fn from(game: GameTree) -> Self {
        Self { games: vec![game] }
    }
}
