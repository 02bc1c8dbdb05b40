//! What must hold of all files and all trees.

use kage_sgf::{Collection, GameTree, Node, NodeId, Value, parse, point};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

const SEED: &str = "junk (;FF[4]GM[1]SZ[9]CA[UTF-8]C[a \\] \\\\ b\\\n影]\r\n ;B[ee]PGT[de][dd]\n\
    (;W[tt];B[])(;AB[aa:cc] ;CoPyright[x:y\\:z](;)(;)))\n(;PB[é])";

/// Pieces that mean something to a parser: noise made of them gets further than noise of bytes.
const PIECES: [&str; 18] = [
    "(", ")", ";", "[", "]", "\\", "\n", "\r", "B", "PGT", "CA[", "CA[gbk]", "lower", "(;", "影",
    ":", " ", "\u{feff}",
];

/// What is read can be written, and then stands still.
fn check_stable(bytes: &[u8]) -> Result<(), TestCaseError> {
    match parse(bytes) {
        Ok(collection) => {
            let written = collection.to_string();
            let again =
                parse(written.as_bytes()).map_err(|e| TestCaseError::fail(e.to_string()))?;
            prop_assert_eq!(&again, &collection);
            prop_assert_eq!(again.to_string(), written);
        }
        Err(error) => {
            prop_assert!(error.offset <= bytes.len());
            prop_assert!(error.line >= 1 && error.column >= 1);
            prop_assert!(!error.to_string().is_empty());
        }
    }
    Ok(())
}

fn ident() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec!["B", "W", "C", "PGT", "AB", "LB", "CA"]).prop_map(str::to_owned),
        "[A-Z][A-Z0-9]{0,4}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-s]{0,2}",
        vec(select(&PIECES[..]), 0..6).prop_map(|p| p.concat()),
        any::<String>()
    ]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        text().prop_map(Value::from),
        (text(), text()).prop_map(|(a, b)| Value::compose(&a, &b)),
    ]
}

fn node() -> impl Strategy<Value = Node> {
    vec((ident(), vec(value(), 1..4)), 0..5).prop_map(|properties| {
        let mut node = Node::new();
        for (ident, values) in properties {
            assert!(node.set_all(&ident, values).is_ok());
        }
        node
    })
}

/// Each node hangs below any one of those before it.
fn game() -> impl Strategy<Value = GameTree> {
    (node(), vec((any::<Index>(), node()), 0..12)).prop_map(|(root, nodes)| {
        let mut game = GameTree::new(root);
        let mut ids = vec![NodeId::ROOT];
        for (place, node) in nodes {
            ids.push(game.add_child(*place.get(&ids), node));
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..300)) {
        check_stable(&bytes)?;
    }

    #[test]
    fn any_pieces(pieces in vec(select(&PIECES[..]), 0..60), tail in vec(any::<u8>(), 0..2)) {
        check_stable(&[pieces.concat().as_bytes(), &tail].concat())?;
    }

    #[test]
    fn mutated_files(edits in vec((any::<Index>(), any::<u8>(), 0..4), 1..8)) {
        let mut bytes = SEED.as_bytes().to_vec();
        for (place, byte, kind) in edits {
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 if bytes.len() > 1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, PIECES[usize::from(byte) % 8].as_bytes()[0]),
            }
        }
        check_stable(&bytes)?;
    }

    #[test]
    fn cut_files(place in any::<Index>()) {
        let bytes = SEED.as_bytes();
        check_stable(&bytes[..place.index(bytes.len())])?;
    }

    #[test]
    fn trees_come_back(games in vec(game(), 1..4)) {
        let collection = Collection { games };
        let written = collection.to_string();
        let again = parse(written.as_bytes()).map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(&again, &collection);
        prop_assert_eq!(again.to_string(), written);
    }

    #[test]
    fn texts_come_back(first in text(), second in text()) {
        // Line ends are the one thing a text does not keep: they all become `\n`.
        prop_assume!(!first.contains('\r') && !second.contains('\r'));
        let simple = Value::new(&first);
        prop_assert_eq!(simple.text(), &first[..]);
        let composed = Value::compose(&first, &second);
        prop_assert_eq!(composed.parts(), Some((first.into(), second.into())));
    }

    #[test]
    fn any_text_as_a_point(text in any::<String>(), size in any::<u8>()) {
        for point in [point::parse(&text, size).ok(), point::parse_move(&text, size).ok().flatten()] {
            prop_assert!(point.is_none_or(|(column, row)| column < size && row < size));
        }
        let _ = (point::parse_list(&text, size), point::parse_size(&text));
    }
}
