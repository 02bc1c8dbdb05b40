//! Whatever the bytes: the readers answer with a game or an error, never with a panic, and what
//! was read can be replayed (or contradicted) and written.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use kage_record::{from_sgf, from_text, read, replay, to_sgf, to_text};
use proptest::prelude::*;
use proptest::sample::Index;

const GAME: &str = include_str!("../../../suites/games/borsboom-b4.txt");

/// Reads, and does with the result all that a user could.
fn use_it(bytes: &[u8]) {
    let Ok(games) = read(bytes) else { return };
    for game in games {
        let text = to_text(&game);
        assert_eq!(from_text(&text).unwrap().turns.len(), game.turns.len(), "{text}");
        let _ = replay(&game, |_| {});
        if let Ok(tree) = to_sgf(&game) {
            let bytes = tree.to_string().into_bytes();
            from_sgf(&kage_sgf::parse(&bytes).unwrap().games[0]).unwrap();
        }
    }
}

fn sgf_of_game() -> Vec<u8> {
    to_sgf(&from_text(GAME).unwrap()).unwrap().to_string().into_bytes()
}

/// Damage done to a file: each item overwrites, cuts out or doubles a piece of it.
fn damage(mut bytes: Vec<u8>, wounds: &[(Index, u8, usize)]) -> Vec<u8> {
    for (place, byte, length) in wounds {
        if bytes.is_empty() {
            break;
        }
        let at = place.index(bytes.len());
        let end = (at + length).min(bytes.len());
        match byte % 3 {
            0 => bytes[at] = *byte,
            1 => drop(bytes.drain(at..end)),
            _ => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        use_it(&bytes);
    }

    #[test]
    fn any_words_of_the_text_form(text in "([bwBW#(]|[A-T][0-9]{1,2}|pass|resign|size|komi|[) \n]){0,60}") {
        use_it(text.as_bytes());
    }

    #[test]
    fn any_pieces_of_sgf(text in r"\(;(SZ\[[0-9:]{0,3}\]|AB|AW|[BW]|PGT|RE|KM|C|\[[a-t]{0,2}\]|\[W\+R\]|;|\(|\)| ){0,60}\)") {
        use_it(text.as_bytes());
    }

    #[test]
    fn damaged_text(wounds in proptest::collection::vec(any::<(Index, u8, usize)>().prop_map(|(i, b, n)| (i, b, n % 40)), 1..6)) {
        use_it(&damage(GAME.as_bytes().to_vec(), &wounds));
    }

    #[test]
    fn damaged_sgf(wounds in proptest::collection::vec(any::<(Index, u8, usize)>().prop_map(|(i, b, n)| (i, b, n % 40)), 1..6)) {
        use_it(&damage(sgf_of_game(), &wounds));
    }
}
