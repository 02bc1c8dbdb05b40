//! Plays many games, several at once.

use crate::game_job::GameJob;
use crate::guarded::{guarded, panic_text};
use crate::{Contestant, Played, Terms, Void, play};
use kage_goban::{ByColor, Color};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

/// Decides which game comes next and records the results. It is called from one thread; games end
/// in any order.
pub(crate) trait Schedule {
    /// Why no further games can be played.
    type Error;

    /// The next game to start, if there is one.
    fn next(&mut self) -> Option<GameJob>;

    /// A game ended, or was void.
    fn ended(&mut self, job: &GameJob, played: Result<Played, Void>) -> Result<(), Self::Error>;
}

/// The players, the terms, and how many games run at once.
pub(crate) struct GamePool<'a> {
    pub(crate) contestants: &'a [Contestant],
    pub(crate) terms: &'a Terms,
    pub(crate) concurrency: u32,
    /// Once set, no further game starts and those in progress are cut off.
    pub(crate) stop: &'a AtomicBool,
}

impl GamePool<'_> {
    /// Plays until the schedule has no more games and the last one has ended.
    pub(crate) fn play<S: Schedule>(&self, schedule: &mut S) -> Result<(), S::Error> {
        std::thread::scope(|scope| {
            let (sender, results) = channel();
            let mut running = 0;
            loop {
                while running < self.concurrency.max(1) && !self.stopped() {
                    let Some(job) = schedule.next() else { break };
                    let sender = sender.clone();
                    // A failed send means that the loop below has returned an error already.
                    scope.spawn(move || sender.send((job, self.play_safely(&job))).is_ok());
                    running += 1;
                }
                if running == 0 {
                    return Ok(());
                }
                // `sender` is still here, so the channel is open: this cannot fail.
                let Ok((job, played)) = results.recv() else { return Ok(()) };
                running -= 1;
                // A game that was cut off is not reported as void: the next run plays it.
                if !(self.stopped() && is_void(&played)) {
                    schedule.ended(&job, played)?;
                }
            }
        })
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A panic makes this game void; the other games go on. Calls into a player are guarded one by
    /// one, which names the seat. This catches the rest, so that no game is ever silently missing.
    pub(crate) fn play_safely(&self, job: &GameJob) -> Result<Played, Void> {
        let played = catch_unwind(AssertUnwindSafe(|| self.play_one(job)));
        played.unwrap_or_else(|panic| Err(Void { seat: None, what: panic_text(&*panic) }))
    }

    fn play_one(&self, job: &GameJob) -> Result<Played, Void> {
        let seat = |color: Color| {
            let contestant = &self.contestants[job.players[job.side_of(color)]];
            let seated = guarded(|| (contestant.seat)(job.seat_request(color)));
            seated.map_err(|error| Void { seat: Some(color), what: error.to_string() })
        };
        let (mut black, mut white) = (seat(Color::Black)?, seat(Color::White)?);
        Ok(play(ByColor { black: &mut black, white: &mut white }, self.terms, self.stop))
    }
}

/// The game that counts, or why it does not.
pub(crate) fn counted(played: Result<Played, Void>) -> Result<Played, Void> {
    match played {
        Ok(Played { void: Some(void), .. }) => Err(void),
        played => played,
    }
}

fn is_void(played: &Result<Played, Void>) -> bool {
    played.as_ref().map_or(true, |played| played.void.is_some())
}
