//! Files as they come from the world, and what is read from them and written back.

use kage_sgf::{GameTree, Node, NodeId, ParseErrorKind, Property, parse};

/// Reads a file, and checks what is written; and that what is written is read and written alike.
fn check(file: &[u8], written: &str) {
    let shown = String::from_utf8_lossy(file);
    let read = parse(file);
    assert_eq!(read.as_ref().map(ToString::to_string).as_deref(), Ok(written), "{shown}");
    let again = parse(written.as_bytes());
    assert_eq!(again, read, "{shown}");
    assert_eq!(again.map(|again| again.to_string()).as_deref(), Ok(written), "{shown}");
}

#[test]
fn read_and_written() {
    let cases: &[(&[u8], &str)] = &[
        (b"(;)", "(;)\n"),
        (b"(;SZ[9])", "(;SZ[9])\n"),
        (b"(;SZ[9:9]KM[6.50])", "(;SZ[9:9]KM[6.50])\n"),
        (b"(;;;)", "(;\n;\n;)\n"),
        (b"(;B[aa];W[tt];B[])", "(;B[aa]\n;W[tt]\n;B[])\n"),
        // Variations, and variations that are none.
        (b"(;B[aa](;W[bb];B[cc])(;W[dd]))", "(;B[aa]\n(;W[bb]\n;B[cc])\n(;W[dd]))\n"),
        (b"(;B[aa](;W[bb](;B[cc])))", "(;B[aa]\n;W[bb]\n;B[cc])\n"),
        (b"(;B[aa])(;B[bb])\n(;B[cc])", "(;B[aa])\n(;B[bb])\n(;B[cc])\n"),
        // Private properties, order, repetition.
        (b"(;PGT[de][ee]ZZZ[][ ]PGT[aa])", "(;PGT[de][ee]ZZZ[][ ]PGT[aa])\n"),
        (b"(;AB[cc][aa:bb][ab])", "(;AB[cc][aa:bb][ab])\n"),
        // Escapes and line ends inside values stay as they are.
        (b"(;PGT[a\\]b\\\\][c\\:d][(;)])", "(;PGT[a\\]b\\\\][c\\:d][(;)])\n"),
        (b"(;C[so\\\nft\r\nhard])", "(;C[so\\\nft\r\nhard])\n"),
        // White space everywhere, and any line ends.
        (
            b"\r\n( \t; B [aa]\r\n [bb] \x0b C\n\n[ x ]\r;\n\n;W[cc]\0)\r\n\x1a",
            "(;B[aa][bb]C[ x ]\n;\n;W[cc])\n",
        ),
        // What stands around a game.
        (b"From: me (hi)\nSubject: [go] ;-)\n\n(;B[aa])", "(;B[aa])\n"),
        (b"(((;B[aa])", "(;B[aa])\n"),
        (b"(;B[aa])\n-- \nme (c) 2007; [go]", "(;B[aa])\n"),
        (b"(;B[aa]) then (;B[bb])", "(;B[aa])\n(;B[bb])\n"),
        ("\u{feff}(;B[aa])\u{feff}(;B[bb])".as_bytes(), "(;B[aa])\n(;B[bb])\n"),
        // FF[3] and before; private properties with digits.
        (b"(;GaMe[1]CoPyright[me]AddBlack[aa][bb]L2[x])", "(;GM[1]CP[me]AB[aa][bb]L2[x])\n"),
        // Charsets. What was not UTF-8 is UTF-8 from now on, and says so.
        ("(;PB[影])".as_bytes(), "(;PB[影])\n"),
        (b"(;PB[Ren\xe9])", "(;PB[René]CA[UTF-8])\n"),
        (b"(;CA[ISO-8859-1]PB[Ren\xe9])(;)", "(;CA[UTF-8]PB[René])\n(;CA[UTF-8])\n"),
        (b"(;CA[Shift_JIS]PB[\x83\x5c\x83\x5d])", "(;CA[UTF-8]PB[ソゾ])\n"),
        (b"\xff\xfe(\0;\0C\0[\0q_]\0)\0", "(;C[影]CA[UTF-8])\n"),
    ];
    for (file, written) in cases {
        check(file, written);
    }
}

#[test]
fn a_record_of_ours() {
    let file = "(;FF[4]GM[1]CA[UTF-8]AP[kage:0.1]SZ[9]KM[6.5]RU[borsboom]PB[影]PW[me]RE[?]
;B[ee]
;W[de]PGT[ee]C[refused: E5]
;B[ed]PGT[de][dd]
;W[]
;PGT[aa][ab]C[Black resigns \\[after two tries\\]])
";
    check(file.as_bytes(), file);
    let collection = parse(file.as_bytes()).unwrap();
    let game = &collection.games[0];
    assert_eq!(game.main_line().count(), 6);
    let tries: Vec<Vec<_>> = game
        .main_line()
        .map(|node| node.values("PGT").collect())
        .filter(|v: &Vec<_>| !v.is_empty())
        .collect();
    assert_eq!(tries, [vec!["ee"], vec!["de", "dd"], vec!["aa", "ab"]]);
    let last = game.main_line().last().and_then(|node| node.get("C"));
    assert_eq!(last.as_deref(), Some("Black resigns [after two tries]"));
    let idents: Vec<_> = game.root().properties().iter().map(Property::ident).collect();
    assert_eq!(idents, ["FF", "GM", "CA", "AP", "SZ", "KM", "RU", "PB", "PW", "RE"]);
}

#[test]
fn broken() {
    use ParseErrorKind as K;
    let bad = |text: &str| K::BadIdent(kage_sgf::IdentError(text.into()));
    // The file; what is wrong; line, column, byte.
    let cases: &[(&[u8], K, [usize; 3])] = &[
        (b"", K::NoGame, [1, 1, 0]),
        (b"\nhello", K::NoGame, [1, 1, 0]),
        (b"()", K::NoGame, [1, 1, 0]),
        (b"(B[aa])", K::NoGame, [1, 1, 0]),
        (b"(;B[aa]\r\n;W[bb]", K::UnclosedGame { missing: 1 }, [2, 7, 15]),
        (b"(;B[aa](;W[bb](;\n\n", K::UnclosedGame { missing: 3 }, [3, 1, 18]),
        (b"(;B[aa](", K::UnclosedGame { missing: 2 }, [1, 9, 8]),
        (b"(;B[aa]\r;W[bb)", K::UnclosedValue, [2, 3, 10]),
        (b"(;C[a\\]", K::UnclosedValue, [1, 4, 3]),
        (b"(;C[\\", K::UnclosedValue, [1, 4, 3]),
        (b"(;B[aa]\n ( )(;))", K::MissingNode, [2, 2, 9]),
        (b"(;B[aa]((;)))", K::MissingNode, [1, 8, 7]),
        (b"(;B[aa]W;)", K::MissingValue("W".into()), [1, 9, 8]),
        (b"(;Black)", K::MissingValue("B".into()), [1, 8, 7]),
        (b"(;[aa])", K::MissingIdent, [1, 3, 2]),
        (b"(;b[aa])", bad("b"), [1, 3, 2]),
        (b"(;B[aa]2B[aa])", bad("2B"), [1, 8, 7]),
        (b"(;(;);)", K::AfterVariation, [1, 6, 5]),
        (b"(;(;)\nB[aa])", K::AfterVariation, [2, 1, 6]),
        (b"(;))", K::OutsideGame, [1, 4, 3]),
        (b"(;B[aa]);W[bb])", K::OutsideGame, [1, 9, 8]),
        (b"(;B[aa])\nC [bb])", K::OutsideGame, [2, 1, 9]),
        (b"(;B[aa])((;))", K::OutsideGame, [1, 9, 8]),
        (b"(;C[he [5k]: hi])", K::Unexpected(':'), [1, 12, 11]),
        // The column counts characters, the offset bytes of the file, whatever its charset.
        ("(;C[影]影[])".as_bytes(), K::Unexpected('影'), [1, 7, 8]),
        ("\u{feff}(;C[影]\n-)".as_bytes(), K::Unexpected('-'), [2, 1, 12]),
        (b"(;C[\xe9\xe9]-)", K::Unexpected('-'), [1, 8, 7]),
        (b"(;CA[Shift_JIS]C[\x83\x5c]-)", K::Unexpected('-'), [1, 20, 20]),
    ];
    for (file, kind, place) in cases {
        let shown = String::from_utf8_lossy(file);
        let error = parse(file).expect_err(&shown);
        assert_eq!(error.kind, *kind, "{shown}");
        assert_eq!([error.line, error.column, error.offset], *place, "{shown}");
    }
}

#[test]
fn errors_say_what_where_and_what_to_do() {
    let cases: &[(&[u8], &str)] = &[
        (
            b"x",
            "line 1, column 1 (byte 0): no game found; a game starts with `(;`: is this an SGF file?",
        ),
        (
            b"(;",
            "line 1, column 3 (byte 2): the file ends inside a game; it may be cut off: restore it, or add 1 `)`",
        ),
        (
            b"(;B)",
            "line 1, column 4 (byte 3): property `B` has no value; write `B[]` if it is empty",
        ),
        (
            b"(;b[])",
            "line 1, column 3 (byte 2): `b` is not the name of a property; write capital letters, as in `B` or `PGT`",
        ),
        (
            b"(;C[a]]x])",
            "line 1, column 7 (byte 6): ']' has no meaning here; if it belongs to a text, write `\\]` for each `]` before it",
        ),
    ];
    for (file, message) in cases {
        assert_eq!(parse(file).unwrap_err().to_string(), *message);
    }
}

/// As deep as you like: reading, comparing, cloning, printing, writing, dropping.
#[test]
fn depth() {
    const DEPTH: usize = 100_000;
    assert_eq!(parse("(".repeat(DEPTH).as_bytes()).unwrap_err().kind, ParseErrorKind::NoGame);
    let missing = ParseErrorKind::UnclosedGame { missing: DEPTH };
    assert_eq!(parse("(;".repeat(DEPTH).as_bytes()).unwrap_err().kind, missing);

    let line = format!("{}{}", "(;".repeat(DEPTH), ")".repeat(DEPTH));
    // Every second node has a second variation, so that no bracket can be left out.
    let comb = format!("{}{}", "(;(;)".repeat(DEPTH), ")".repeat(DEPTH));
    for (file, nodes, length) in [(line, DEPTH, DEPTH), (comb, 2 * DEPTH, 2)] {
        let collection = parse(file.as_bytes()).unwrap();
        let game = &collection.games[0];
        assert_eq!((game.len(), game.main_line().count()), (nodes, length));
        assert_eq!(game.walk().count(), nodes);
        assert!(format!("{:?}", game.clone()).contains("GameTree"), "no stack overflow");
        let written = collection.to_string();
        let again = parse(written.as_bytes()).unwrap();
        assert!(again == collection && again.to_string() == written);
    }
}

#[test]
fn size() {
    // 200 games of 2,000 moves; and one comment of 20 MB, half of it brackets.
    let game = GameTree::from_line(
        Node::new(),
        (0..2_000).map(|i| {
            let mut node = Node::new();
            node.set(if i % 2 == 0 { "B" } else { "W" }, "ee").unwrap().set("C", "a ] b").unwrap();
            node
        }),
    );
    let many = game.to_string().repeat(200);
    assert_eq!(parse(many.as_bytes()).unwrap().games, vec![game; 200]);

    let mut root = Node::new();
    root.set("C", "]x".repeat(10_000_000)).unwrap();
    let long = GameTree::new(root);
    assert!(parse(long.to_string().as_bytes()).unwrap().games[0] == long);

    // A node with 100,000 variations, properties or values.
    let mut wide = GameTree::new(Node::new());
    for _ in 0..100_000 {
        wide.add_child(NodeId::ROOT, Node::new());
        wide.root_mut().push("AB", "aa").unwrap();
    }
    assert!(parse(wide.to_string().as_bytes()).unwrap().games[0] == wide);
}
