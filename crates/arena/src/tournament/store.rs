//! A tournament on disk: a folder with its conditions and a line for each game.
//!
//! `conditions.json` is written whole or not at all. `games.jsonl` only ever grows, by a line that
//! is on the disk before the next one begins; each line has a checksum. However the program ends, at
//! most the last line is torn; it is cut off when the tournament goes on. `lock` is held while one
//! process writes.

use crate::whole::write_whole;
use crate::{Conditions, Damage, EntryError, Results, StoreError, StoredGame};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

const CONDITIONS: &str = "conditions.json";
const GAMES: &str = "games.jsonl";
const LOCK: &str = "lock";

/// An entry: one line of `games.jsonl`.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LogEntry {
    /// A game ended.
    Game(StoredGame),
    /// A game was void and is played again.
    Void(String),
    /// A pairing ended before its last game.
    Ended {
        /// Which one.
        pairing: usize,
        /// Why.
        reason: String,
        /// The number of games, if these decided it. Games beyond them do not count.
        games: Option<u32>,
    },
    /// A pairing that had ended goes on.
    Reopened {
        /// Which one.
        pairing: usize,
    },
}

/// Reads the results of a tournament so far. It changes nothing: the tournament may be running.
pub fn load(folder: &Path) -> Result<Results, StoreError> {
    let Some(conditions) = read_conditions(folder)? else {
        return Err(StoreError::NoTournament(folder.to_owned()));
    };
    Ok(read_games(folder, conditions)?.0)
}

/// The store of a tournament that is being played.
pub(crate) struct Store {
    path: PathBuf,
    games: File,
    /// How much of the file is whole lines.
    length: u64,
    _lock: File,
}

impl Store {
    /// Starts a tournament, or goes on with one under the same conditions; it may have become longer.
    pub(crate) fn open(
        folder: &Path,
        conditions: &Conditions,
    ) -> Result<(Store, Results), StoreError> {
        let fail = |error| StoreError::File(folder.to_owned(), error);
        fs::create_dir_all(folder).map_err(fail)?;
        let lock = take_lock(folder)?;
        let begun = settle_conditions(folder, conditions)?;
        let (results, length) = read_games(folder, begun)?;
        let path = folder.join(GAMES);
        let open = || -> io::Result<File> {
            let games = File::options().create(true).append(true).open(&path)?;
            games.set_len(length)?;
            games.sync_all()?;
            sync_folder(folder)?;
            Ok(games)
        };
        let games = open().map_err(|error| StoreError::File(path.clone(), error))?;
        Ok((Store { path, games, length, _lock: lock }, results))
    }

    /// The error of an entry that does not fit.
    pub(crate) fn misfit(&self, error: EntryError) -> StoreError {
        StoreError::Entry(self.path.clone(), error)
    }

    /// Adds a line; when this returns, it is on the disk.
    pub(crate) fn write(&mut self, entry: &LogEntry) -> Result<(), StoreError> {
        let line = to_line(entry).map_err(|error| StoreError::File(self.path.clone(), error))?;
        let written = self.games.write_all(line.as_bytes()).and_then(|()| self.games.sync_data());
        if let Err(error) = written {
            // A part of a line would be cut off by the next run. If it cannot be cut off now, the first
            // error is still the one to report.
            let _ = self.games.set_len(self.length);
            return Err(StoreError::File(self.path.clone(), error));
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

fn take_lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let fail = |error| StoreError::File(path.clone(), error);
    let options = File::options().create(true).read(true).write(true).truncate(false).open(&path);
    let mut lock = options.map_err(fail)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut pid = String::new();
            // A lock that cannot be read names no process.
            let read = lock.read_to_string(&mut pid).unwrap_or(0);
            let pid = if read == 0 { "unknown".to_owned() } else { pid };
            return Err(StoreError::Locked { path: folder.to_owned(), pid });
        }
        Err(TryLockError::Error(error)) => return Err(fail(error)),
    }
    lock.set_len(0).map_err(fail)?;
    lock.write_all(std::process::id().to_string().as_bytes()).map_err(fail)?;
    Ok(lock)
}

/// The names of new files are safe only when their folder is.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn read_conditions(folder: &Path) -> Result<Option<Conditions>, StoreError> {
    let path = folder.join(CONDITIONS);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::File(path, error)),
    };
    let read: Result<Conditions, serde_json::Error> = serde_json::from_slice(&bytes);
    let damaged = |line, damage| StoreError::Damaged { path: path.clone(), line, damage };
    let conditions = read.map_err(|error| damaged(error.line(), Damage::Conditions(error)))?;
    let players = conditions.entrants.len();
    let mut paired = conditions.pairings.iter().flat_map(|pairing| pairing.players);
    match paired.find(|player| *player >= players) {
        Some(player) => Err(damaged(1, Damage::NoSuchPlayer { player, players })),
        None => Ok(Some(conditions)),
    }
}

/// The conditions the tournament goes on under: those it started with, and the games wanted now.
fn settle_conditions(folder: &Path, wanted: &Conditions) -> Result<Conditions, StoreError> {
    let path = folder.join(CONDITIONS);
    let Some(mut begun) = read_conditions(folder)? else {
        if fs::metadata(folder.join(GAMES)).is_ok_and(|games| games.len() > 0) {
            return Err(StoreError::File(path, io::ErrorKind::NotFound.into()));
        }
        write_whole(&path, wanted)?;
        return Ok(wanted.clone());
    };
    let differences = begun.differences(wanted);
    if !differences.is_empty() {
        return Err(StoreError::OtherConditions { path: folder.to_owned(), differences });
    }
    if begun.pairings != wanted.pairings {
        begun.pairings = wanted.pairings.clone();
        write_whole(&path, &begun)?;
    }
    Ok(begun)
}

/// The results of all whole lines, and the length of these lines.
fn read_games(folder: &Path, conditions: Conditions) -> Result<(Results, u64), StoreError> {
    let path = folder.join(GAMES);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(StoreError::File(path, error)),
    };
    let mut results = Results::new(conditions);
    let mut length = 0;
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let damaged = |damage| StoreError::Damaged { path: path.clone(), line: index + 1, damage };
        match body_of(line) {
            Some(body) => {
                let entry = serde_json::from_slice(body)
                    .map_err(|error| damaged(Damage::Unreadable(error)))?;
                let applied = results.apply(entry);
                applied.map_err(|error| damaged(Damage::Entry(error)))?;
            }
            // A line that was being written at a power cut: with its end or without.
            None if length + line.len() == bytes.len() => break,
            None => return Err(damaged(Damage::Checksum)),
        }
        length += line.len();
    }
    Ok((results, length as u64))
}

const HEAD: &str = "{\"check\":\"";
const MIDDLE: &str = "\",\"entry\":";
const TAIL: &str = "}\n";

/// A line: an entry, and the CRC-32 of its text.
fn to_line(entry: &LogEntry) -> io::Result<String> {
    let body = serde_json::to_string(entry)?;
    let check = crc32fast::hash(body.as_bytes());
    Ok(format!("{HEAD}{check:08x}{MIDDLE}{body}{TAIL}"))
}

/// The text of a line's entry, if the line is whole.
fn body_of(line: &[u8]) -> Option<&[u8]> {
    let (check, rest) = line.strip_prefix(HEAD.as_bytes())?.split_at_checked(8)?;
    let body = rest.strip_prefix(MIDDLE.as_bytes())?.strip_suffix(TAIL.as_bytes())?;
    (format!("{:08x}", crc32fast::hash(body)).as_bytes() == check).then_some(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entrant, GameRow, Pairing};

    fn conditions(games: u32) -> Conditions {
        let entrant = |name: &str| Entrant { name: name.into(), spec: name.into(), sighted: false };
        Conditions {
            title: "Test".into(),
            rules: "borsboom".into(),
            size: 5,
            time: "no clock".into(),
            seed: 1,
            version: "1".into(),
            machine: "this".into(),
            sprt: None,
            entrants: vec![entrant("a"), entrant("b")],
            pairings: vec![Pairing { players: [0, 1], games }],
        }
    }

    fn game(number: u32) -> LogEntry {
        let row = GameRow {
            game: number,
            black: number as usize % 2,
            seed: 7,
            result: "B+1.5".into(),
            winner: Some(number as usize % 2),
            lead: Some(1.5),
            forfeit: false,
            fault: None,
            moves: [3, 3],
            refused: [0, 1],
            seconds: [0.5, 0.25],
            playouts: [0, 0],
        };
        LogEntry::Game(StoredGame { pairing: 0, row, game: "b pass\nw pass\n".into() })
    }

    /// A folder with this number of games, and their file.
    fn with_games(games: u32) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _) = Store::open(folder.path(), &conditions(10)).unwrap();
        for number in 0..games {
            store.write(&game(number)).unwrap();
        }
        let file = folder.path().join(GAMES);
        (folder, file)
    }

    #[test]
    fn a_torn_last_line_is_cut_off_wherever_it_was_torn() {
        let (folder, file) = with_games(3);
        let whole = fs::read(&file).unwrap();
        let two = to_line(&game(0)).unwrap().len() + to_line(&game(1)).unwrap().len();
        for end in two..whole.len() {
            fs::write(&file, &whole[..end]).unwrap();
            assert_eq!(load(folder.path()).unwrap().games.len(), 2, "torn at {end}");
            assert_eq!(fs::read(&file).unwrap().len(), end, "reading changes nothing");
            let (mut store, results) = Store::open(folder.path(), &conditions(10)).unwrap();
            assert_eq!(results.games.len(), 2);
            store.write(&game(2)).unwrap();
            assert_eq!(fs::read(&file).unwrap(), whole, "torn at {end}");
        }
        // The length of a file may reach the disk before its contents.
        let mut hollow = whole.clone();
        hollow[two + 20..whole.len() - 1].fill(0);
        fs::write(&file, &hollow).unwrap();
        assert_eq!(load(folder.path()).unwrap().games.len(), 2);
        fs::write(&file, &whole).unwrap();
        assert_eq!(load(folder.path()).unwrap().games.len(), 3);
    }

    #[test]
    fn a_damaged_line_in_the_middle_is_named() {
        let (folder, file) = with_games(3);
        let whole = fs::read(&file).unwrap();
        let first = to_line(&game(0)).unwrap().len();
        for place in [first, first + 12, first + 40] {
            let mut bytes = whole.clone();
            bytes[place] ^= 1;
            fs::write(&file, &bytes).unwrap();
            let error = load(folder.path()).unwrap_err().to_string();
            assert!(
                error.contains("games.jsonl, line 2: the checksum does not match; another program"),
                "{error}"
            );
            assert!(Store::open(folder.path(), &conditions(10)).is_err());
            assert_eq!(fs::read(&file).unwrap(), bytes, "nothing was changed");
        }
    }

    #[test]
    fn a_game_that_is_there_twice_is_an_error() {
        let (folder, file) = with_games(2);
        let twice = format!("{0}{0}", to_line(&game(1)).unwrap());
        fs::write(&file, twice).unwrap();
        let error = load(folder.path()).unwrap_err().to_string();
        assert!(error.contains("line 2: game 1 of pairing 1 is there twice"), "{error}");
    }

    #[test]
    fn one_process_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let first = Store::open(folder.path(), &conditions(10)).unwrap();
        let error = Store::open(folder.path(), &conditions(10)).err().unwrap().to_string();
        let wanted =
            format!("another kage is running this tournament (pid {})", std::process::id());
        assert!(error.contains(&wanted), "{error}");
        assert!(load(folder.path()).is_ok(), "reading needs no lock");
        drop(first);
        assert!(Store::open(folder.path(), &conditions(10)).is_ok());
    }

    #[test]
    fn a_tournament_can_become_longer_and_nothing_else() {
        let (folder, _) = with_games(2);
        let open = |conditions: &Conditions| Store::open(folder.path(), conditions).map(|_| ());
        assert!(open(&Conditions { machine: "other".into(), ..conditions(20) }).is_ok());
        let now = load(folder.path()).unwrap().conditions;
        assert_eq!((now.pairings[0].games, now.machine.as_str()), (20, "this"));
        let mut other = Conditions { seed: 2, size: 7, ..conditions(10) };
        other.entrants[1].spec = "c".into();
        let error = open(&other).unwrap_err().to_string();
        for line in [
            "  size: it began with 5, wanted is 7\n",
            "  seed: it began with 1, wanted is 2\n",
            "  player 2: it began with b = b, wanted is b = c\n",
            "  games of pairing 1: it has room for 20, wanted is 10; it can only become longer",
        ] {
            assert!(error.contains(line), "{error}");
        }
    }

    #[test]
    fn what_was_played_beyond_a_decision_does_not_count() {
        let (folder, _) = with_games(4);
        let (mut store, _) = Store::open(folder.path(), &conditions(10)).unwrap();
        let reason = "enough".to_owned();
        store.write(&LogEntry::Ended { pairing: 0, reason, games: Some(2) }).unwrap();
        let results = load(folder.path()).unwrap();
        assert_eq!((results.games.len(), results.why_ended(0)), (2, Some("enough")));
        assert!(results.finished());
    }
}
