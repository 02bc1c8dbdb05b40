//! Finished games: their replay, the beliefs of their seats, and their files.

use crate::bots::{Thought, Thoughts};
use crate::card::Card;
use crate::game::{Game, State};
use crate::hall::Hall;
use crate::json::{point_words, reading_order, seat_word};
use crate::opened::{GuessScore, ScoreShown};
use crate::scene::Scene;
use crate::store::{Saved, StoreError};
use kage_goban::{ByColor, Color, PointSet};
use kage_phantom::View;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Semaphore, oneshot};

/// Beliefs that are kept, and that may be worked out at a time.
const KEPT: usize = 1_000;
const AT_ONCE: usize = 8;

/// Why a finished game was not shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NotShown {
    NoGame,
    NotOver,
    /// There is no such scene.
    NoScene,
    Busy,
    /// The server has no beliefs.
    NoBelief,
    Store(StoreError),
}

impl From<StoreError> for NotShown {
    fn from(error: StoreError) -> NotShown {
        NotShown::Store(error)
    }
}

/// A finished game, whole.
#[derive(Serialize)]
struct Replay<'a> {
    game: Card,
    scenes: &'a [Scene],
    dead: Vec<String>,
    score: Option<ScoreShown>,
    guesses: Sides<Option<Guess>>,
    chance: Sides<bool>,
}

#[derive(Serialize)]
struct Sides<T> {
    black: T,
    white: T,
}

impl<T> From<ByColor<T>> for Sides<T> {
    fn from(both: ByColor<T>) -> Sides<T> {
        Sides { black: both.black, white: both.white }
    }
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
    scene: u32,
    hidden: Vec<u32>,
    certain: Vec<String>,
    worlds: u32,
    health: String,
}

/// A moment of a seat's game.
type Moment = (String, Color, u32);

/// Beliefs that were asked for before.
pub(crate) struct Beliefs {
    known: Mutex<HashMap<Moment, Arc<str>>>,
    working: Arc<Semaphore>,
}

impl Default for Beliefs {
    fn default() -> Beliefs {
        Beliefs { known: Mutex::default(), working: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Beliefs {
    fn get(&self, moment: &Moment) -> Option<Arc<str>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(moment).cloned()
    }

    fn keep(&self, moment: Moment, text: &Arc<str>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert(moment, Arc::clone(text));
    }
}

impl Hall {
    async fn finished(&self, game: &str) -> Result<Saved, NotShown> {
        self.store.load(game).await?.ok_or(NotShown::NoGame)
    }

    /// Does something with a finished game, off the network's threads.
    async fn with_finished<T: Send + 'static>(
        &self,
        game: &str,
        act: impl FnOnce(&Game, &ByColor<PointSet>) -> Option<T> + Send + 'static,
    ) -> Result<T, NotShown> {
        let saved = self.finished(game).await?;
        let work = move || {
            let game = Game::read(saved.spec, &saved.entries, true)
                .map_err(|objection| StoreError::Other(objection.to_string()))?;
            if game.state() != State::Over {
                return Err(NotShown::NotOver);
            }
            act(&game, &saved.guesses).ok_or(NotShown::NoScene)
        };
        tokio::task::spawn_blocking(work).await.unwrap_or(Err(NotShown::Busy))
    }

    /// The whole game as JSON.
    pub(crate) async fn replay(&self, game: &str) -> Result<String, NotShown> {
        let levels: Vec<String> =
            self.levels.iter().filter(|level| level.chance).map(|level| level.id.clone()).collect();
        self.with_finished(game, move |game, guesses| replay_text(game, guesses, &levels)).await
    }

    pub(crate) async fn sgf(&self, game: &str) -> Result<String, NotShown> {
        self.with_finished(game, |game, _| game.sgf()).await
    }

    pub(crate) async fn text(&self, game: &str) -> Result<String, NotShown> {
        self.with_finished(game, |game, _| game.text()).await
    }

    /// What a seat could have believed after a scene.
    pub(crate) async fn belief(
        &self,
        game: &str,
        seat: Color,
        scene: u32,
    ) -> Result<Arc<str>, NotShown> {
        let thoughts = self.thoughts.clone().ok_or(NotShown::NoBelief)?;
        let moment = (game.to_owned(), seat, scene);
        if let Some(known) = self.beliefs.get(&moment) {
            return Ok(known);
        }
        let working = Arc::clone(&self.beliefs.working);
        let _place = working.try_acquire_owned().map_err(|_| NotShown::Busy)?;
        let view = self.view_at(game, seat, scene).await?;
        let (done, answer) = oneshot::channel();
        self.thinkers.submit(Box::new(move || {
            // Who asked may have gone.
            let _ = done.send(belief_text(thoughts.as_ref(), &view, scene));
        }));
        let text: Arc<str> = answer.await.ok().flatten().ok_or(NotShown::Busy)?.into();
        self.beliefs.keep(moment, &text);
        Ok(text)
    }

    /// A seat's view after a scene of a finished game.
    async fn view_at(&self, game: &str, seat: Color, scene: u32) -> Result<View, NotShown> {
        let saved = self.finished(game).await?;
        let work = move || {
            let whole = Game::read(saved.spec.clone(), &saved.entries, true);
            let whole = whole.map_err(|objection| StoreError::Other(objection.to_string()))?;
            if whole.state() != State::Over {
                return Err(NotShown::NotOver);
            }
            let mut game = Game::new(saved.spec, true);
            for entry in &saved.entries {
                game.apply(entry).map_err(|o| StoreError::Other(o.to_string()))?;
                if game.filmed() >= scene {
                    return Ok(game.stories[seat].view().clone());
                }
            }
            Err(NotShown::NoScene)
        };
        tokio::task::spawn_blocking(work).await.unwrap_or(Err(NotShown::Busy))
    }
}

fn replay_text(game: &Game, guesses: &ByColor<PointSet>, levels: &[String]) -> Option<String> {
    let board = game.record()?.position().board();
    let guess = |seat: Color| {
        let score = GuessScore::of(guesses[seat], board.stones(!seat))?;
        Some(Guess { stones: point_words(guesses[seat]), score })
    };
    let chance =
        |seat: Color| game.spec.seat(seat).bot.as_ref().is_some_and(|bot| levels.contains(bot));
    let replay = Replay {
        game: Card::of(game),
        scenes: game.visible(Some(0)),
        dead: point_words(game.record()?.dead()),
        score: game.score(),
        guesses: ByColor::new(guess).into(),
        chance: ByColor::new(chance).into(),
    };
    serde_json::to_string(&replay).ok()
}

fn belief_text(thoughts: &dyn Thoughts, view: &View, scene: u32) -> Option<String> {
    let Thought { hidden, certain, worlds, health } = thoughts.think(view);
    let chances: HashMap<_, _> = hidden.into_iter().collect();
    let percent = |point| (100.0 * chances.get(&point).copied().unwrap_or(0.0)).round() as u32;
    let shown = BeliefShown {
        seat: seat_word(view.color()),
        scene,
        hidden: reading_order(view.size()).map(percent).collect(),
        certain,
        worlds,
        health,
    };
    serde_json::to_string(&shown).ok()
}
