//! The games on disk: one SQLite file.
//!
//! A thread writes and a thread reads. The writer takes all that waits at once into one transaction
//! and answers when it is on the disk (WAL, `synchronous=FULL`: it survives a kill and a power cut),
//! so a busy server pays for few commits. A write that fails leaves the file as it was.

use crate::journal::Entry;
use crate::json::seat_word;
use crate::spec::Spec;
use kage_goban::{ByColor, Color, PointSet};
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// The form of the file. A newer one is not opened.
const FORM: i32 = 1;
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
CREATE INDEX IF NOT EXISTS games_ended ON games (ended) WHERE over = 1;
CREATE INDEX IF NOT EXISTS games_running ON games (id) WHERE over = 0;";

/// Why the store did not take or give something. Nothing is lost or half written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// There is no room on the disk, or the store has reached its allowed size.
    Full,
    /// Anything else, in words.
    Other(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Full => f.write_str(
                "the server has no room left on its disk: nothing was taken down and nothing is \
                 lost; tell whoever runs it, and try again",
            ),
            StoreError::Other(what) => {
                write!(f, "the server could not write it down ({what}): nothing is lost; try again")
            }
        }
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            _ => StoreError::Other(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> StoreError {
        StoreError::Other(error.to_string())
    }
}

/// What a token opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Seat(Color),
    Desk,
    Invite,
}

impl Role {
    const fn word(self) -> &'static str {
        match self {
            Role::Seat(seat) => seat_word(seat),
            Role::Desk => "desk",
            Role::Invite => "invite",
        }
    }

    fn read(word: &str) -> Option<Role> {
        [Role::Seat(Color::Black), Role::Seat(Color::White), Role::Desk, Role::Invite]
            .into_iter()
            .find(|role| role.word() == word)
    }
}

/// A game as it was saved.
#[derive(Clone, Debug)]
pub(crate) struct Saved {
    pub(crate) spec: Spec,
    pub(crate) entries: Vec<Entry>,
    pub(crate) guesses: ByColor<PointSet>,
}

/// Something to write. It may be asked for twice, if the first time others stood in its way.
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
    /// Held as long as the store is: two servers would both play the same games.
    _lock: File,
}

/// Why a store cannot be opened, and what to do.
#[derive(Debug)]
pub enum OpenError {
    /// The folder cannot be made or used.
    Folder(PathBuf, std::io::Error),
    /// Another server has it.
    InUse(PathBuf),
    /// A newer Kage made it.
    Newer(PathBuf),
    /// It is no store, or a broken one.
    Broken(PathBuf, String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Folder(path, error) => write!(
                f,
                "cannot keep games in {}: {error}; name a folder that you may write to with --data",
                path.display()
            ),
            OpenError::InUse(path) => write!(
                f,
                "another kage serve keeps its games in {}: stop it, or use another --data",
                path.display()
            ),
            OpenError::Newer(path) => write!(
                f,
                "{} was made by a newer Kage: use that one, or another --data",
                path.display()
            ),
            OpenError::Broken(path, what) => write!(
                f,
                "{} is no store of games ({what}): move it away, or use another --data",
                path.display()
            ),
        }
    }
}

impl std::error::Error for OpenError {}

impl Store {
    /// Opens the store in a folder, or makes it. `most` is the largest it may grow, in megabytes.
    pub(crate) fn open(folder: &Path, most: Option<u32>) -> Result<Store, OpenError> {
        let in_folder = |error| OpenError::Folder(folder.to_owned(), error);
        std::fs::create_dir_all(folder).map_err(in_folder)?;
        let lock = lock(folder)?;
        let path = folder.join("games.sqlite");
        let broken = |error: rusqlite::Error| OpenError::Broken(path.clone(), error.to_string());
        // SQLite would make the file readable by everyone; it has tokens in it.
        private_file(&path).map_err(in_folder)?;
        let writing = connect(&path).map_err(broken)?;
        let form: i32 =
            writing.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(broken)?;
        if form > FORM {
            return Err(OpenError::Newer(path));
        }
        writing.execute_batch(TABLES).map_err(broken)?;
        writing.pragma_update(None, "user_version", FORM).map_err(broken)?;
        if let Some(most) = most {
            allow(&writing, most).map_err(broken)?;
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
        let closed = || StoreError::Other("the store is closed".to_owned());
        let writer = self.writer.as_ref().ok_or_else(closed)?;
        writer.send(Job { write, done }).map_err(|_| closed())?;
        answer.await.unwrap_or_else(|_| Err(closed()))
    }

    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        let closed = || StoreError::Other("the store is closed".to_owned());
        let reader = self.reader.as_ref().ok_or_else(closed)?;
        let question: Read = Box::new(move |connection| {
            // Who asked may have gone.
            let _ = done.send(read(connection));
        });
        reader.send(question).map_err(|_| closed())?;
        answer.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Keeps a new game and who may open what of it.
    pub(crate) async fn create(&self, spec: &Spec) -> Result<(), StoreError> {
        let (id, created, text) =
            (spec.id.clone(), spec.created as i64, serde_json::to_string(spec)?);
        let tokens: Vec<(String, Role)> = [
            (spec.black.token.clone(), Role::Seat(Color::Black)),
            (spec.white.token.clone(), Role::Seat(Color::White)),
            (spec.desk.clone(), Role::Desk),
            (spec.invite.clone(), Role::Invite),
        ]
        .into_iter()
        .filter_map(|(token, role)| token.map(|token| (token, role)))
        .collect();
        self.write(Box::new(move |to| {
            to.prepare_cached("INSERT INTO games (id, created, spec) VALUES (?1, ?2, ?3)")?
                .execute(params![id, created, text])?;
            for (token, role) in &tokens {
                to.prepare_cached("INSERT INTO tokens (token, game, role) VALUES (?1, ?2, ?3)")?
                    .execute(params![token, id, role.word()])?;
            }
            Ok(())
        }))
        .await
    }

    /// Keeps the next entry of a game. `over` is the card of a game that is over by it.
    pub(crate) async fn append(
        &self,
        game: &str,
        n: usize,
        entry: &Entry,
        over: Over,
    ) -> Result<(), StoreError> {
        let (game, entry) = (game.to_owned(), serde_json::to_string(entry)?);
        self.write(Box::new(move |to| {
            to.prepare_cached("INSERT INTO journal (game, n, entry) VALUES (?1, ?2, ?3)")?
                .execute(params![game, n as i64, entry])?;
            match &over {
                Over::Same => {}
                Over::Now { card, at } => {
                    to.prepare_cached(
                        "UPDATE games SET over = 1, ended = coalesce(ended, ?2), card = ?3 \
                         WHERE id = ?1",
                    )?
                    .execute(params![game, *at as i64, card])?;
                }
                Over::NoMore => {
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

    /// Keeps a seat's guess stones.
    pub(crate) async fn guess(
        &self,
        game: &str,
        seat: Color,
        stones: PointSet,
    ) -> Result<(), StoreError> {
        let (game, stones) = (game.to_owned(), stones.to_string());
        self.write(Box::new(move |to| {
            to.prepare_cached(
                "INSERT OR REPLACE INTO guesses (game, seat, stones) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![game, seat_word(seat), stones])?;
            Ok(())
        }))
        .await
    }

    /// A game, if there is one of this name.
    pub(crate) async fn load(&self, game: &str) -> Result<Option<Saved>, StoreError> {
        let game = game.to_owned();
        self.read(move |from| {
            let spec: Option<String> = from
                .prepare_cached("SELECT spec FROM games WHERE id = ?1")?
                .query_row([&game], |row| row.get(0))
                .optional()?;
            let Some(spec) = spec else { return Ok(None) };
            let mut rows =
                from.prepare_cached("SELECT entry FROM journal WHERE game = ?1 ORDER BY n")?;
            let entries = rows
                .query_map([&game], |row| row.get::<_, String>(0))?
                .map(|entry| Ok(serde_json::from_str(&entry?)?))
                .collect::<Result<Vec<Entry>, StoreError>>()?;
            let guesses = read_guesses(from, &game)?;
            Ok(Some(Saved { spec: serde_json::from_str(&spec)?, entries, guesses }))
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

    /// The cards of the last games that ended, newest first.
    pub(crate) async fn finished(&self, most: usize) -> Result<Vec<String>, StoreError> {
        self.read(move |from| {
            let mut rows = from.prepare(
                "SELECT card FROM games WHERE over = 1 AND card IS NOT NULL \
                 ORDER BY ended DESC LIMIT ?1",
            )?;
            let cards =
                rows.query_map([most as i64], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(cards)
        })
        .await
    }

    /// What a token opens.
    pub(crate) async fn token(&self, token: &str) -> Result<Option<(String, Role)>, StoreError> {
        let token = token.to_owned();
        self.read(move |from| {
            let found: Option<(String, String)> = from
                .prepare_cached("SELECT game, role FROM tokens WHERE token = ?1")?
                .query_row([token], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            Ok(found.and_then(|(game, role)| Role::read(&role).map(|role| (game, role))))
        })
        .await
    }
}

/// What an entry does to a game's being over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    /// Nothing.
    Same,
    /// It is over, and this is its card.
    Now { card: String, at: u64 },
    /// It goes on after all.
    NoMore,
}

/// Whatever waits is written before the store is gone.
impl Drop for Store {
    fn drop(&mut self) {
        self.writer = None;
        self.reader = None;
        for thread in self.threads.drain(..) {
            // A thread that broke down has nothing left to write.
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

fn allow(connection: &Connection, megabytes: u32) -> rusqlite::Result<()> {
    let page: i64 = connection.query_row("PRAGMA page_size", [], |row| row.get(0))?;
    let pages = i64::from(megabytes) * 1_000_000 / page;
    connection.query_row(&format!("PRAGMA max_page_count = {}", pages.max(1)), [], |_| Ok(()))
}

fn read_guesses(from: &Connection, game: &str) -> Result<ByColor<PointSet>, StoreError> {
    let mut guesses = ByColor::<PointSet>::default();
    let mut rows = from.prepare_cached("SELECT seat, stones FROM guesses WHERE game = ?1")?;
    let found = rows.query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for guess in found {
        let (seat, stones): (String, String) = guess?;
        if let Some(Role::Seat(seat)) = Role::read(&seat) {
            let points = stones.split_whitespace().filter_map(|point| point.parse().ok());
            guesses[seat] = points.collect();
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
            // What failed together may do alone: one that cannot be must not harm the others.
            let done = match &all {
                Ok(()) => Ok(()),
                Err(_) => transaction(connection, &mut std::iter::once(&job.write)),
            };
            // Who asked may have gone.
            let _ = job.done.send(done.map_err(StoreError::from));
        }
    }
    // A tidy end; without it the next start does the same.
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
