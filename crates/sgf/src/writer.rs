//! From tree to text: FF\[4\], one node a line.

use std::fmt::{self, Display, Formatter, Write};

use crate::{Collection, GameTree, Node, NodeId, Property, Value};

impl Display for Collection {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.games.iter().try_for_each(|game| writeln!(f, "{game}"))
    }
}

impl Display for GameTree {
    // What is still to be written waits in a list of ours, not on the stack: games may be deep.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut ahead = vec![Piece::Text(")"), Piece::Node(NodeId::ROOT), Piece::Text("(")];
        while let Some(piece) = ahead.pop() {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Node(id) => {
                    self[id].fmt(f)?;
                    push_children(&mut ahead, self.children(id));
                }
            }
        }
        Ok(())
    }
}

enum Piece {
    Text(&'static str),
    Node(NodeId),
}

/// Last things first: the list is read from its end.
fn push_children(ahead: &mut Vec<Piece>, children: &[NodeId]) {
    if let [only] = children {
        ahead.extend([Piece::Node(*only), Piece::Text("\n")]);
        return;
    }
    for child in children.iter().rev() {
        ahead.extend([Piece::Text(")"), Piece::Node(*child), Piece::Text("\n(")]);
    }
}

impl Display for Node {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char(';')?;
        self.properties().iter().try_for_each(|property| property.fmt(f))
    }
}

impl Display for Property {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.ident())?;
        self.values().iter().try_for_each(|value| value.fmt(f))
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.raw())
    }
}
