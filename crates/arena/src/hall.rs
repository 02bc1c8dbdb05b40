//! Where many games are played, so many at once.

use crate::bout::Bout;
use crate::{Contestant, Played, Terms, Void, play};
use kage_goban::{ByColor, Color};
use kage_phantom::PlayerError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

/// Who says which game comes next and takes down what came of it. One thread asks; it sees games
/// end in any order.
pub(crate) trait Schedule {
    /// Why no more games can be played.
    type Error;

    /// The next game, if one is to be played now.
    fn next(&mut self) -> Option<Bout>;

    /// A game ended, or was void.
    fn ended(&mut self, bout: &Bout, played: Result<Played, Void>) -> Result<(), Self::Error>;
}

/// The players, the terms, and how many games there is room for.
pub(crate) struct Hall<'a> {
    pub(crate) contestants: &'a [Contestant],
    pub(crate) terms: &'a Terms,
    pub(crate) concurrency: u32,
    /// Once set, no game begins and those under way are cut off.
    pub(crate) stop: &'a AtomicBool,
}

impl Hall<'_> {
    /// Plays until the schedule has no more games and the last one has ended.
    pub(crate) fn play<S: Schedule>(&self, schedule: &mut S) -> Result<(), S::Error> {
        std::thread::scope(|scope| {
            let (sender, results) = channel();
            let mut running = 0;
            loop {
                while running < self.concurrency.max(1) && !self.stopped() {
                    let Some(bout) = schedule.next() else { break };
                    let sender = sender.clone();
                    // Whoever no longer listens has an error to report.
                    scope.spawn(move || sender.send((bout, self.play_safely(&bout))).is_ok());
                    running += 1;
                }
                if running == 0 {
                    return Ok(());
                }
                let Ok((bout, played)) = results.recv() else { return Ok(()) };
                running -= 1;
                // A game that was cut off is no void to be named: it will be played another time.
                if !(self.stopped() && is_void(&played)) {
                    schedule.ended(&bout, played)?;
                }
            }
        })
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A player who panics has spoiled a game, not the match.
    fn play_safely(&self, bout: &Bout) -> Result<Played, Void> {
        let played = catch_unwind(AssertUnwindSafe(|| self.play_one(bout)));
        let panicked = || Void { seat: None, what: "a player's program broke down".to_owned() };
        played.unwrap_or_else(|_| Err(panicked()))
    }

    fn play_one(&self, bout: &Bout) -> Result<Played, Void> {
        let seat = |color: Color| {
            let contestant = &self.contestants[bout.players[bout.side_of(color)]];
            let what = |error: PlayerError| Void { seat: Some(color), what: error.to_string() };
            (contestant.seat)(bout.invitation(color)).map_err(what)
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
