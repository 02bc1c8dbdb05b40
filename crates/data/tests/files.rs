//! Files that were cut, damaged, or are something else: an error or fewer games, never a panic and
//! never a wrong game.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

use kage_arena::{Contestant, SeatRequest, SeatedPlayer, Terms, Time};
use kage_data::{
    DataError, Game, Header, Progress, Reader, Selection, SelfPlay, Summary, Writer, export, merge,
};
use kage_goban::BoardSize;
use kage_phantom::{PlayerError, RefereeRules, Setup};
use proptest::prelude::*;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

fn blind(spec: &'static str) -> Contestant {
    let seat = move |request: SeatRequest| {
        let player = kage_players::seat(spec, request.seed);
        Ok(SeatedPlayer::Blind(
            player.map_err(|error| PlayerError::Infrastructure(error.to_string()))?,
        ))
    };
    Contestant { label: spec.to_owned(), seat: Box::new(seat) }
}

fn self_play(games: u32, concurrency: u32) -> SelfPlay {
    let mut rules = RefereeRules::default();
    rules.limits.moves = Some(80);
    rules.limits.tries = Some(50);
    let setup = Setup::even(BoardSize::new(5).unwrap());
    SelfPlay {
        players: [blind("all-as-first:playouts=30"), blind("random")],
        terms: Terms { rules, setup, time: Time::Free },
        games,
        seed: 3,
        concurrency,
        notes: 3,
    }
}

fn run(play: &SelfPlay, path: &Path) -> Result<u32, DataError> {
    play.run(path, "test", &AtomicBool::new(false), |_| {})
}

fn read(bytes: &[u8]) -> Result<(Vec<Game>, bool), DataError> {
    let mut reader = Reader::new(bytes)?;
    let mut games = Vec::new();
    while let Some(game) = reader.next_game()? {
        games.push(game);
    }
    Ok((games, reader.is_cut()))
}

/// A header and ten games, in blocks of two.
static SMALL: LazyLock<(Header, Vec<Game>, Vec<u8>)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.kage");
    let play = self_play(10, 1);
    run(&play, &path).unwrap();
    let (games, _) = read(&fs::read(&path).unwrap()).unwrap();
    let header = play.header("test");
    let bytes = in_blocks_of_two(&header, &games);
    (header, games, bytes)
});

fn in_blocks_of_two(header: &Header, games: &[Game]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    for pair in games.chunks(2) {
        pair.iter().for_each(|game| writer.push(game).unwrap());
        writer.close().unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn a_cut_anywhere_loses_the_last_block_alone() {
    let (header, games, bytes) = &*SMALL;
    let ends: Vec<usize> =
        (0..=5).map(|blocks| in_blocks_of_two(header, &games[..2 * blocks]).len()).collect();
    for length in 0..bytes.len() {
        let Ok((found, cut)) = read(&bytes[..length]) else {
            assert!(length < ends[0], "{length}");
            continue;
        };
        let blocks = ends.iter().filter(|&&end| end <= length).count() - 1;
        assert_eq!(found, games[..2 * blocks], "{length}");
        assert_eq!(cut, !ends.contains(&length), "{length}");
    }
    assert_eq!(read(bytes).unwrap(), (games.clone(), false));
}

#[test]
fn a_cut_file_goes_on_as_if_it_had_not_been() {
    let (_, games, bytes) = &*SMALL;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.kage");
    for length in (0..bytes.len()).step_by(97) {
        fs::write(&path, &bytes[..length]).unwrap();
        assert_eq!(run(&self_play(10, 2), &path).unwrap(), 10, "{length}");
        assert_eq!(read(&fs::read(&path).unwrap()).unwrap(), (games.clone(), false), "{length}");
    }
}

#[test]
fn threads_and_interruptions_do_not_change_the_games() {
    let (_, games, _) = &*SMALL;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stopped.kage");
    let stop = AtomicBool::new(false);
    let there = self_play(10, 3).run(&path, "first", &stop, |progress| {
        if let Progress::Game(4.., _) = progress {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let there = there.unwrap();
    assert!((4..10).contains(&there), "{there} games before the stop");
    let mut resumed = None;
    self_play(10, 2)
        .run(&path, "second", &AtomicBool::new(false), |progress| {
            if let Progress::Resumed(games) = progress {
                resumed = Some(games);
            }
        })
        .unwrap();
    assert_eq!(resumed, Some(there));
    assert_eq!(read(&fs::read(&path).unwrap()).unwrap().0, *games);
    assert_eq!(run(&self_play(10, 2), &path).unwrap(), 10, "nothing more to do");
}

#[test]
fn games_are_not_mixed() {
    let (header, _, bytes) = &*SMALL;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.kage");
    let said = |file: &[u8], play: &SelfPlay| {
        fs::write(&path, file).unwrap();
        let said = run(play, &path).unwrap_err().to_string();
        assert_eq!(fs::read(&path).unwrap(), file, "nothing was changed");
        said
    };
    let other = SelfPlay { seed: 4, ..self_play(10, 1) };
    assert!(said(bytes, &other).contains("another self-play (seed is 3 there, 4 here)"));
    let newer = Header { kage: "9.9.9".to_owned(), ..header.clone() };
    let newer = in_blocks_of_two(&newer, &[]);
    assert!(said(&newer, &self_play(10, 1)).contains("kage is \"9.9.9\" there"));
    assert!(said(b"(;GM[1]SZ[9])", &self_play(10, 1)).contains("not self-play data"));
    let mut damaged = bytes.clone();
    let middle = bytes.len() / 2;
    damaged[middle] ^= 1;
    assert!(said(&damaged, &self_play(10, 1)).contains("damaged at byte"));

    let file = fs::File::create(&path).unwrap();
    file.lock().unwrap();
    let error = run(&self_play(1, 1), &path).unwrap_err();
    assert!(matches!(error, DataError::Busy), "{error}");
}

#[test]
fn files_are_merged_if_their_games_are_alike() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let play = |name: &str, play: SelfPlay| run(&play, &path(name)).unwrap();
    play("one", self_play(3, 1));
    play("two", SelfPlay { seed: 4, ..self_play(2, 1) });
    play("other", SelfPlay { seed: 5, notes: 0, ..self_play(1, 1) });
    let merged = |names: &[&str]| {
        let paths: Vec<PathBuf> = names.iter().map(|name| path(name)).collect();
        let file = fs::File::create(path("merged")).unwrap();
        merge(&paths, "test", file, &path("merged")).map_err(|error| error.to_string())
    };
    let games = |name: &str| read(&fs::read(path(name)).unwrap()).unwrap().0;
    assert_eq!(merged(&["one", "two"]), Ok(5));
    assert_eq!(games("merged"), [games("one"), games("two")].concat());
    // Nothing goes on with a merged file, and its games are known by their seeds.
    let said = run(&self_play(9, 1), &path("merged")).unwrap_err().to_string();
    assert!(said.contains("merged is [3,4] there, null here"), "{said}");
    fs::rename(path("merged"), path("both")).unwrap();
    let said = merged(&["both", "two"]).unwrap_err();
    assert!(said.contains("two: both files have seed 4"), "{said}");
    let said = merged(&["one", "other"]).unwrap_err();
    assert!(said.contains("notes is 0 there, 3 here"), "{said}");
}

#[test]
fn a_later_version_is_not_guessed_at() {
    let mut bytes = SMALL.2.clone();
    bytes[8] = 2;
    let said = read(&bytes).unwrap_err().to_string();
    assert_eq!(
        said,
        "the file has format version 2, and this Kage reads up to 1: use a newer Kage"
    );
}

#[test]
fn a_player_who_does_not_come_stops_it_and_the_games_before_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("void.kage");
    let seat = |request: SeatRequest| match request.game {
        0..3 => (blind("random").seat)(request),
        _ => Err(PlayerError::Infrastructure("did not come".to_owned())),
    };
    let late = Contestant { label: "random".to_owned(), seat: Box::new(seat) };
    let play = SelfPlay { players: [late, blind("random")], ..self_play(9, 1) };
    let said = run(&play, &path).unwrap_err().to_string();
    assert_eq!(said, "game 3 was void twice: did not come");
    assert_eq!(read(&fs::read(&path).unwrap()).unwrap().0.len(), 3);
}

#[derive(Clone, Debug)]
enum Mutation {
    Flip(prop::sample::Index, u8),
    Insert(prop::sample::Index, u8),
    Remove(prop::sample::Index),
    Cut(prop::sample::Index),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let place = any::<prop::sample::Index>;
    prop_oneof![
        4 => (place(), 1..=255u8).prop_map(|(at, bits)| Mutation::Flip(at, bits)),
        1 => (place(), any::<u8>()).prop_map(|(at, byte)| Mutation::Insert(at, byte)),
        1 => place().prop_map(Mutation::Remove),
        1 => place().prop_map(Mutation::Cut),
    ]
}

fn mutate(bytes: &mut Vec<u8>, mutation: &Mutation) {
    if bytes.is_empty() {
        return;
    }
    let length = bytes.len();
    match mutation {
        Mutation::Flip(at, bits) => bytes[at.index(length)] ^= bits,
        Mutation::Insert(at, byte) => bytes.insert(at.index(length), *byte),
        Mutation::Remove(at) => drop(bytes.remove(at.index(length))),
        Mutation::Cut(at) => bytes.truncate(at.index(length)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn damage_gives_errors_or_fewer_games(mutations in prop::collection::vec(mutation(), 1..4)) {
        let (_, games, bytes) = &*SMALL;
        let mut bytes = bytes.clone();
        mutations.iter().for_each(|mutation| mutate(&mut bytes, mutation));
        if let Ok(mut reader) = Reader::new(bytes.as_slice()) {
            let mut expected = games.iter();
            while let Ok(Some(game)) = reader.next_game() {
                prop_assert_eq!(Some(&game), expected.next(), "a game that never was");
            }
        }
        if let Ok(mut reader) = Reader::new(bytes.as_slice()) {
            let _ = Summary::of(&mut reader);
        }
    }
}

#[test]
fn a_summary_adds_up() {
    let (_, games, bytes) = &*SMALL;
    let summary = Summary::of(&mut Reader::new(bytes.as_slice()).unwrap()).unwrap();
    let tries: usize = games.iter().map(|game| game.choices.len()).sum();
    assert_eq!((summary.games, summary.tries), (10, tries as u64));
    assert_eq!(summary.black_wins + summary.white_wins + summary.draws, 10);
    assert_eq!(summary.player_wins.iter().sum::<u32>() + summary.draws, 10);
    assert!(summary.player_wins[0] > summary.player_wins[1], "a player that searches beats random");
    assert_eq!(summary.moves + summary.refusals.values().sum::<u64>(), summary.tries);
    assert_eq!(summary.hidden.iter().map(|share| share.tries).sum::<u64>(), summary.tries);
    assert_eq!(summary.hidden[0].from_move, 0);
    assert!(summary.hidden.iter().all(|share| share.hidden <= share.stones));
    assert_eq!(summary.bytes, bytes.len() as u64);
}

#[test]
fn a_selection_takes_what_it_says() {
    let tries = |selection: Selection| {
        let mut reader = Reader::new(SMALL.2.as_slice()).unwrap();
        export(&mut reader, &selection, Cursor::new(Vec::new())).unwrap().1.tries
    };
    use kage_goban::Color::{Black, White};
    let all = Selection::default();
    let whole = tries(all);
    let sides = [Black, White].map(|side| tries(Selection { side: Some(side), ..all }));
    assert_eq!(sides[0] + sides[1], whole);
    assert_eq!(tries(Selection { every: 7, ..all }), whole.div_ceil(7));
    assert_eq!(tries(Selection { most: 5, ..all }), 5);
    assert_eq!(tries(Selection { chance: 0.0, ..all }), 0);
    let some = tries(Selection { chance: 0.5, ..all });
    assert!((whole / 3..2 * whole / 3).contains(&some), "{some} of {whole}");
    assert_eq!(some, tries(Selection { chance: 0.5, ..all }));
}

/// The page that people read names every array with its type.
#[test]
fn every_array_is_documented() {
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/selfplay.md");
    let page = fs::read_to_string(page).unwrap();
    let word = |kind: &str| match kind {
        "|u1" => "uint8",
        "|i1" => "int8",
        "<u2" => "uint16",
        "<i2" => "int16",
        "<u4" => "uint32",
        "<f4" => "float32",
        other => panic!("{other} has no word"),
    };
    for array in kage_data::ARRAYS {
        let row = format!("| `{}` | {} ", array.name, word(array.kind));
        assert!(page.contains(&row), "{row:?} is missing");
    }
}
