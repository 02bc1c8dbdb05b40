//! Finished games: replays, files, and what a seat could have believed.

use crate::bots::{Belief, BeliefSource};
use crate::command_error::CommandError;
use crate::game::{Game, Recording, State, score_guesses};
use crate::game_summary::GameSummary;
use crate::json::{Sides, point_words, reading_order, seat_word};
use crate::opened::{GuessScore, ScoreShown};
use crate::replay_frame::ReplayFrame;
use crate::server_state::ServerState;
use crate::store::{SavedGame, StoreError};
use kage_goban::{ByColor, Color};
use kage_phantom::Seat;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Semaphore, oneshot};

/// The most beliefs in the cache.
const MAX_CACHED: usize = 1_000;
/// The most beliefs that are computed or wait at the same time.
const MAX_WAITING: usize = 8;

/// Why a finished game cannot be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ArchiveError {
    NoGame,
    NotOver,
    /// The replay has no such frame.
    NoFrame,
    Busy,
    /// The server has no beliefs.
    NoBelief,
    Store(StoreError),
}

impl From<CommandError> for ArchiveError {
    fn from(error: CommandError) -> ArchiveError {
        ArchiveError::Store(error.into())
    }
}

impl From<StoreError> for ArchiveError {
    fn from(error: StoreError) -> ArchiveError {
        ArchiveError::Store(error)
    }
}

/// A whole finished game.
#[derive(Serialize)]
struct Replay<'a> {
    game: GameSummary,
    #[serde(rename = "scenes")]
    frames: &'a [ReplayFrame],
    dead: Vec<String>,
    score: Option<ScoreShown>,
    guesses: Sides<Option<Guess>>,
    chance: Sides<bool>,
}

#[derive(Serialize)]
struct Guess {
    stones: Vec<String>,
    #[serde(flatten)]
    score: GuessScore,
}

/// What a seat could have believed.
#[derive(Serialize)]
struct BeliefShown {
    seat: &'static str,
    #[serde(rename = "scene")]
    frame: u32,
    hidden: Vec<u32>,
    certain: Vec<String>,
    worlds: u32,
    health: String,
}

/// A game, a seat and the number of a replay frame.
type Moment = (String, Color, u32);

/// Beliefs that were computed before.
pub(crate) struct BeliefCache {
    known: Mutex<HashMap<Moment, Arc<str>>>,
    waiting: Arc<Semaphore>,
}

impl Default for BeliefCache {
    fn default() -> BeliefCache {
        let waiting = Arc::new(Semaphore::new(MAX_WAITING));
        BeliefCache { known: Mutex::default(), waiting }
    }
}

impl BeliefCache {
    fn get(&self, moment: &Moment) -> Option<Arc<str>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(moment).cloned()
    }

    fn insert(&self, moment: Moment, text: &Arc<str>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_CACHED {
            known.clear();
        }
        known.insert(moment, Arc::clone(text));
    }
}

impl ServerState {
    async fn load(&self, game: &str) -> Result<SavedGame, ArchiveError> {
        self.store.load(game).await?.ok_or(ArchiveError::NoGame)
    }

    /// Reads something from a finished game, on a thread for blocking work.
    async fn read_finished<T: Send + 'static>(
        &self,
        game: &str,
        read: impl FnOnce(&Game, &SavedGame) -> Result<Option<T>, CommandError> + Send + 'static,
    ) -> Result<T, ArchiveError> {
        let saved = self.load(game).await?;
        let work = move || {
            let game = Game::replay(saved.spec.clone(), &saved.journal, Recording::On)?;
            if game.state() != State::Over {
                return Err(ArchiveError::NotOver);
            }
            read(&game, &saved)?.ok_or(ArchiveError::NoFrame)
        };
        tokio::task::spawn_blocking(work).await.unwrap_or(Err(ArchiveError::Busy))
    }

    /// The whole game as JSON.
    pub(crate) async fn replay(&self, game: &str) -> Result<String, ArchiveError> {
        let levels: Vec<String> =
            self.levels.iter().filter(|level| level.chance).map(|level| level.id.clone()).collect();
        self.read_finished(game, move |game, saved| replay_text(game, saved, &levels)).await
    }

    /// The game as an SGF file.
    pub(crate) async fn sgf(&self, game: &str) -> Result<String, ArchiveError> {
        self.read_finished(game, |game, _| Ok(game.sgf())).await
    }

    /// The game as a text file.
    pub(crate) async fn text(&self, game: &str) -> Result<String, ArchiveError> {
        self.read_finished(game, |game, _| Ok(game.text())).await
    }

    /// What a seat could have believed after a replay frame of a finished game, as JSON.
    pub(crate) async fn belief(
        &self,
        game: &str,
        seat: Color,
        frame: u32,
    ) -> Result<Arc<str>, ArchiveError> {
        let source = self.beliefs.clone().ok_or(ArchiveError::NoBelief)?;
        let moment = (game.to_owned(), seat, frame);
        if let Some(known) = self.belief_cache.get(&moment) {
            return Ok(known);
        }
        let waiting = Arc::clone(&self.belief_cache.waiting);
        let _permit = waiting.try_acquire_owned().map_err(|_| ArchiveError::Busy)?;
        let view = self.game_after(game, frame).await?.log(seat).seat().clone();
        let (done, answer) = oneshot::channel();
        self.workers.submit(Box::new(move || {
            // The client may have gone.
            let _ = done.send(belief_text(source.as_ref(), &view, frame));
        }));
        let text: Arc<str> = answer.await.ok().flatten().ok_or(ArchiveError::Busy)?.into();
        self.belief_cache.insert(moment, &text);
        Ok(text)
    }

    /// A finished game as it was after a replay frame.
    pub(crate) async fn game_after(&self, game: &str, frame: u32) -> Result<Game, ArchiveError> {
        let saved = self.load(game).await?;
        let work = move || {
            let whole = Game::replay(saved.spec.clone(), &saved.journal, Recording::Off)?;
            if whole.state() != State::Over {
                return Err(ArchiveError::NotOver);
            }
            let mut game = Game::new(saved.spec, Recording::On);
            for event in &saved.journal {
                game.apply(event)?;
                if game.frames().all().len() as u32 >= frame {
                    return Ok(game);
                }
            }
            Err(ArchiveError::NoFrame)
        };
        tokio::task::spawn_blocking(work).await.unwrap_or(Err(ArchiveError::Busy))
    }
}

fn replay_text(
    game: &Game,
    saved: &SavedGame,
    levels: &[String],
) -> Result<Option<String>, CommandError> {
    let scores = score_guesses(&saved.spec, &saved.journal, &saved.guesses)?;
    let guess = |seat: Color| {
        let stones = point_words(saved.guesses[seat].stones());
        scores[seat].clone().map(|score| Guess { stones, score })
    };
    let chance =
        |seat: Color| game.spec.seats[seat].bot.as_ref().is_some_and(|bot| levels.contains(bot));
    let Some(record) = game.record() else { return Ok(None) };
    let replay = Replay {
        game: GameSummary::of(game),
        frames: game.frames().all(),
        dead: point_words(record.dead()),
        score: game.score(),
        guesses: ByColor::new(guess).into(),
        chance: ByColor::new(chance).into(),
    };
    Ok(serde_json::to_string(&replay).ok())
}

fn belief_text(source: &dyn BeliefSource, seat: &Seat, frame: u32) -> Option<String> {
    let Belief { hidden, certain, worlds, health } = source.belief(seat);
    let chances: HashMap<_, _> = hidden.into_iter().collect();
    let percent = |point| (100.0 * chances.get(&point).copied().unwrap_or(0.0)).round() as u32;
    let shown = BeliefShown {
        seat: seat_word(seat.color()),
        frame,
        hidden: reading_order(seat.size()).map(percent).collect(),
        certain,
        worlds,
        health,
    };
    serde_json::to_string(&shown).ok()
}
