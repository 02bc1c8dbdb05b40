//! The games on disk: one SQLite file.
//!
//! One thread writes and one thread reads. The writer puts all waiting writes into one transaction
//! and answers when they are on the disk (WAL, `synchronous=FULL`: they survive a kill and a power
//! cut). So a busy server needs few commits. A write that fails leaves the file as it was.

use crate::event::Event;
use crate::guess_log::GuessLog;
use crate::json::seat_word;
use crate::spec::Spec;
pub(crate) use crate::store_error::{OpenError, StoreError};
use kage_goban::{ByColor, Color, PointSet};
use rusqlite::{Connection, OptionalExtension, params};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// The version of the file format. A newer one is not opened.
const FORMAT: i32 = 1;
/// The most writes in one transaction.
const BATCH: usize = 512;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, created INTEGER NOT NULL, spec TEXT NOT NULL,
    over INTEGER NOT NULL DEFAULT 0, ended INTEGER, card TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS journal (
    game TEXT NOT NULL, n INTEGER NOT NULL, entry TEXT NOT NULL,
    PRIMARY KEY (game, n)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
    token TEXT PRIMARY KEY, game TEXT NOT NULL, role TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS guesses (
    game TEXT NOT NULL, seat TEXT NOT NULL, stones TEXT NOT NULL,
    PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS guess_log (
    game TEXT NOT NULL, seat TEXT NOT NULL, events INTEGER NOT NULL, stones TEXT NOT NULL,
    PRIMARY KEY (game, seat, events)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS guests (number INTEGER PRIMARY KEY, guest TEXT NOT NULL UNIQUE);
CREATE INDEX IF NOT EXISTS games_ended ON games (ended) WHERE over = 1;
CREATE INDEX IF NOT EXISTS games_running ON games (id) WHERE over = 0;";

const INSERT_EVENT: &str = "INSERT INTO journal (game, n, entry) VALUES (?1, ?2, ?3)";

/// Older programs kept only the last guess stones of a seat. They count from the end of the journal, so
/// they are scored as before.
const OLD_GUESSES: &str = "
INSERT OR REPLACE INTO guess_log (game, seat, events, stones)
    SELECT game, seat, (SELECT count(*) FROM journal WHERE journal.game = guesses.game), stones
    FROM guesses;
DELETE FROM guesses;";

/// What a token opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    Seat(Color),
    Desk,
    Invite,
}

impl TokenKind {
    const fn word(self) -> &'static str {
        match self {
            TokenKind::Seat(seat) => seat_word(seat),
            TokenKind::Desk => "desk",
            TokenKind::Invite => "invite",
        }
    }

    fn read(word: &str) -> Option<TokenKind> {
        [
            TokenKind::Seat(Color::Black),
            TokenKind::Seat(Color::White),
            TokenKind::Desk,
            TokenKind::Invite,
        ]
        .into_iter()
        .find(|role| role.word() == word)
    }
}

/// A saved game.
#[derive(Clone, Debug)]
pub(crate) struct SavedGame {
    pub(crate) spec: Spec,
    pub(crate) journal: Vec<Event>,
    pub(crate) guesses: ByColor<GuessLog>,
}

/// A write. It runs again alone if the transaction that it was part of failed.
type Write = Box<dyn Fn(&Connection) -> rusqlite::Result<()> + Send>;
type Read = Box<dyn FnOnce(&Connection) + Send>;

struct Job {
    write: Write,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The games on disk.
pub(crate) struct Store {
    writer: Option<Sender<Job>>,
    reader: Option<Sender<Read>>,
    threads: Vec<JoinHandle<()>>,
    /// Locked as long as the store is open: two servers would play the same games.
    _lock: File,
}

impl Store {
    /// Opens the store in a folder, or creates it. `max` is its largest size, in megabytes.
    pub(crate) fn open(folder: &Path, max: Option<u32>) -> Result<Store, OpenError> {
        let in_folder = |error| OpenError::Folder(folder.to_owned(), error);
        std::fs::create_dir_all(folder).map_err(in_folder)?;
        let lock = lock(folder)?;
        let path = folder.join("games.sqlite");
        let broken = |error: rusqlite::Error| OpenError::Broken(path.clone(), error.to_string());
        // SQLite would make the file readable by everyone; it has tokens in it.
        private_file(&path).map_err(in_folder)?;
        let writing = connect(&path).map_err(broken)?;
        let format: i32 =
            writing.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(broken)?;
        if format > FORMAT {
            return Err(OpenError::Newer(path));
        }
        writing.execute_batch(TABLES).map_err(broken)?;
        writing.execute_batch(OLD_GUESSES).map_err(broken)?;
        writing.pragma_update(None, "user_version", FORMAT).map_err(broken)?;
        if let Some(max) = max {
            limit_size(&writing, max).map_err(broken)?;
        }
        let reading = connect(&path).map_err(broken)?;
        let (writer, jobs) = channel();
        let (reader, questions) = channel();
        let thread = |name: &str| std::thread::Builder::new().name(name.to_owned());
        let threads = vec![
            thread("store writer").spawn(move || write_all(&writing, &jobs)).map_err(in_folder)?,
            thread("store reader")
                .spawn(move || read_all(&reading, &questions))
                .map_err(in_folder)?,
        ];
        Ok(Store { writer: Some(writer), reader: Some(reader), threads, _lock: lock })
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        let writer = self.writer.as_ref().ok_or(StoreError::Closed)?;
        writer.send(Job { write, done }).map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }

    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        let reader = self.reader.as_ref().ok_or(StoreError::Closed)?;
        let question: Read = Box::new(move |connection| {
            // The caller may have gone.
            let _ = done.send(read(connection));
        });
        reader.send(question).map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Saves a new game with its first events and its tokens.
    pub(crate) async fn create(&self, spec: &Spec, journal: &[Event]) -> Result<(), StoreError> {
        let (id, created, text) =
            (spec.id.clone(), spec.created as i64, serde_json::to_string(spec)?);
        let tokens: Vec<(String, TokenKind)> = [
            (spec.seats.black.token.clone(), TokenKind::Seat(Color::Black)),
            (spec.seats.white.token.clone(), TokenKind::Seat(Color::White)),
            (spec.desk.clone(), TokenKind::Desk),
            (spec.invite.clone(), TokenKind::Invite),
        ]
        .into_iter()
        .filter_map(|(token, role)| token.map(|token| (token, role)))
        .collect();
        let journal: Vec<String> =
            journal.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        self.write(Box::new(move |to| {
            to.prepare_cached("INSERT INTO games (id, created, spec) VALUES (?1, ?2, ?3)")?
                .execute(params![id, created, text])?;
            for (n, event) in journal.iter().enumerate() {
                to.prepare_cached(INSERT_EVENT)?.execute(params![id, n as i64, event])?;
            }
            for (token, role) in &tokens {
                to.prepare_cached("INSERT INTO tokens (token, game, role) VALUES (?1, ?2, ?3)")?
                    .execute(params![token, id, role.word()])?;
            }
            Ok(())
        }))
        .await
    }

    /// Saves event number `n` of a game, and whether it ends or reopens the game.
    pub(crate) async fn append(
        &self,
        game: &str,
        n: usize,
        event: &Event,
        change: OverChange,
    ) -> Result<(), StoreError> {
        let (game, event) = (game.to_owned(), serde_json::to_string(event)?);
        self.write(Box::new(move |to| {
            to.prepare_cached(INSERT_EVENT)?.execute(params![game, n as i64, event])?;
            match &change {
                OverChange::None => {}
                OverChange::Over { summary, at } => {
                    to.prepare_cached(
                        "UPDATE games SET over = 1, ended = coalesce(ended, ?2), card = ?3 \
                         WHERE id = ?1",
                    )?
                    .execute(params![game, *at as i64, summary])?;
                }
                OverChange::Reopened => {
                    to.prepare_cached(
                        "UPDATE games SET over = 0, ended = NULL, card = NULL WHERE id = ?1",
                    )?
                    .execute(params![game])?;
                }
            }
            Ok(())
        }))
        .await
    }

    /// Saves a seat's guess stones, as they stand after so many events.
    pub(crate) async fn guess(
        &self,
        game: &str,
        seat: Color,
        events: usize,
        stones: PointSet,
    ) -> Result<(), StoreError> {
        let (game, stones) = (game.to_owned(), stones.to_string());
        self.write(Box::new(move |to| {
            to.prepare_cached(
                "INSERT OR REPLACE INTO guess_log (game, seat, events, stones) \
                 VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![game, seat_word(seat), events as i64, stones])?;
            Ok(())
        }))
        .await
    }

    /// The number of a browser without a name: each has its own, and keeps it.
    pub(crate) async fn guest_number(&self, guest: &str) -> Result<i64, StoreError> {
        let (known, guest) = (guest.to_owned(), guest.to_owned());
        self.write(Box::new(move |to| {
            to.prepare_cached("INSERT OR IGNORE INTO guests (guest) VALUES (?1)")?
                .execute([&known])?;
            Ok(())
        }))
        .await?;
        self.read(move |from| {
            let mut row = from.prepare_cached("SELECT number FROM guests WHERE guest = ?1")?;
            Ok(row.query_row([&guest], |row| row.get(0))?)
        })
        .await
    }

    /// The game of this id, if there is one.
    pub(crate) async fn load(&self, game: &str) -> Result<Option<SavedGame>, StoreError> {
        let game = game.to_owned();
        self.read(move |from| {
            let spec: Option<String> = from
                .prepare_cached("SELECT spec FROM games WHERE id = ?1")?
                .query_row([&game], |row| row.get(0))
                .optional()?;
            let Some(spec) = spec else { return Ok(None) };
            let mut rows =
                from.prepare_cached("SELECT entry FROM journal WHERE game = ?1 ORDER BY n")?;
            let journal = rows
                .query_map([&game], |row| row.get::<_, String>(0))?
                .map(|event| Ok(serde_json::from_str(&event?)?))
                .collect::<Result<Vec<Event>, StoreError>>()?;
            let guesses = read_guesses(from, &game)?;
            Ok(Some(SavedGame { spec: serde_json::from_str(&spec)?, journal, guesses }))
        })
        .await
    }

    /// The games that are not over.
    pub(crate) async fn running(&self) -> Result<Vec<String>, StoreError> {
        self.read(|from| {
            let mut rows = from.prepare("SELECT id FROM games WHERE over = 0")?;
            let ids = rows.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(ids)
        })
        .await
    }

    /// The summaries of the last games that ended, as JSON, newest first.
    pub(crate) async fn finished(&self, max: usize) -> Result<Vec<String>, StoreError> {
        self.read(move |from| {
            let mut rows = from.prepare(
                "SELECT card FROM games WHERE over = 1 AND card IS NOT NULL \
                 ORDER BY ended DESC LIMIT ?1",
            )?;
            let summaries =
                rows.query_map([max as i64], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(summaries)
        })
        .await
    }

    /// The game of a token, and what the token opens.
    pub(crate) async fn token(
        &self,
        token: &str,
    ) -> Result<Option<(String, TokenKind)>, StoreError> {
        let token = token.to_owned();
        self.read(move |from| {
            let found: Option<(String, String)> = from
                .prepare_cached("SELECT game, role FROM tokens WHERE token = ?1")?
                .query_row([token], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            Ok(found.and_then(|(game, role)| TokenKind::read(&role).map(|role| (game, role))))
        })
        .await
    }
}

/// Whether an event ends or reopens a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OverChange {
    /// It does neither.
    None,
    /// The game is over. With its summary as JSON, and the time.
    Over { summary: String, at: u64 },
    /// The game was over and continues.
    Reopened,
}

/// On drop, waiting writes are finished.
impl Drop for Store {
    fn drop(&mut self) {
        self.writer = None;
        self.reader = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing left to write.
            let _ = thread.join();
        }
    }
}

fn lock(folder: &Path) -> Result<File, OpenError> {
    let in_folder = |error| OpenError::Folder(folder.to_owned(), error);
    let path = folder.join("kage.lock");
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(path);
    let file = file.map_err(in_folder)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(in_folder(error)),
    }
}

fn private_file(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

fn limit_size(connection: &Connection, megabytes: u32) -> rusqlite::Result<()> {
    let page: i64 = connection.query_row("PRAGMA page_size", [], |row| row.get(0))?;
    let pages = i64::from(megabytes) * 1_000_000 / page;
    connection.query_row(&format!("PRAGMA max_page_count = {}", pages.max(1)), [], |_| Ok(()))
}

fn read_guesses(from: &Connection, game: &str) -> Result<ByColor<GuessLog>, StoreError> {
    let mut guesses = ByColor::<GuessLog>::default();
    let mut rows = from.prepare_cached(
        "SELECT seat, events, stones FROM guess_log WHERE game = ?1 ORDER BY events",
    )?;
    let found = rows.query_map([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    for guess in found {
        let (seat, events, stones): (String, i64, String) = guess?;
        if let Some(TokenKind::Seat(seat)) = TokenKind::read(&seat) {
            let points = stones.split_whitespace().filter_map(|point| point.parse().ok());
            guesses[seat].change(events as usize, points.collect());
        }
    }
    Ok(guesses)
}

fn read_all(connection: &Connection, questions: &Receiver<Read>) {
    for question in questions {
        question(connection);
    }
}

fn write_all(connection: &Connection, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let batch: Vec<Job> = std::iter::once(first).chain(jobs.try_iter()).take(BATCH).collect();
        let all = transaction(connection, &mut batch.iter().map(|job| &job.write));
        for job in batch {
            // If the transaction failed, each write is tried alone: one bad write must not stop others.
            let done = match &all {
                Ok(()) => Ok(()),
                Err(_) => transaction(connection, &mut std::iter::once(&job.write)),
            };
            // The caller may have gone.
            let _ = job.done.send(done.map_err(StoreError::from));
        }
    }
    // Without this checkpoint, the next start would make it.
    let _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
}

fn transaction(
    connection: &Connection,
    writes: &mut dyn Iterator<Item = &Write>,
) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    for write in writes {
        write(&transaction)?;
    }
    transaction.commit()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]
    use super::*;
    use crate::game::tests::spec;
    use crate::spec::Kind;

    /// Older programs kept only the last guess stones of a seat. They are there after an update.
    #[tokio::test]
    async fn old_guess_stones_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let spec = spec(Kind::Friend, "borsboom");
        let store = Store::open(folder.path(), None).unwrap();
        store.create(&spec, &[Event::Began]).await.unwrap();
        drop(store);
        let old = Connection::open(folder.path().join("games.sqlite")).unwrap();
        let row = params![spec.id, "white", "C3 D4"];
        old.execute("INSERT INTO guesses (game, seat, stones) VALUES (?1, ?2, ?3)", row).unwrap();
        drop(old);
        let store = Store::open(folder.path(), None).unwrap();
        let saved = store.load(&spec.id).await.unwrap().unwrap();
        assert_eq!(saved.guesses.white.stones().to_string(), "C3 D4");
        assert!(saved.guesses.white.stones_after(0).is_empty(), "they count from the last event");
        assert!(saved.guesses.black.stones().is_empty());
    }
}
