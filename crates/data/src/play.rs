//! The loop of self-play: games on many threads, in the order of their numbers.

use crate::PlayError;
use kage_arena::{SeatedPlayer, Terms, Try, play_watched};
use kage_goban::{ByColor, Color};
use kage_parallel::WorkerPanicked;
use kage_phantom::PlayerError;
use kage_referee::Record;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// The seed of a game, from that of all games and its number.
pub fn game_seed(seed: u64, game: u64) -> u64 {
    seed.wrapping_add(game.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Plays one game. `None` if it was stopped before its end.
pub fn play_game(
    terms: &Terms,
    seat: impl Fn(Color) -> Result<SeatedPlayer, PlayerError>,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(Try<'_>),
) -> Result<Option<Record>, PlayError> {
    let mut black = seat(Color::Black).map_err(PlayError::Seat)?;
    let mut white = seat(Color::White).map_err(PlayError::Seat)?;
    let seats = ByColor { black: &mut black, white: &mut white };
    let played = play_watched(seats, terms, stop, watch);
    match played.void {
        None => Ok(Some(played.record)),
        Some(_) if stop.load(Ordering::Relaxed) => Ok(None),
        Some(void) => Err(PlayError::Void(void)),
    }
}

/// Plays numbered games on some threads, and passes each result to `take` in the order of the numbers.
///
/// `play` returns `None` if it was stopped. The first error, by number, ends the loop; all results
/// before it are taken. When `stop` is set, no new game begins, and results after the first missing one
/// are dropped. If a thread panics, that is an error too.
pub fn play_in_order<T: Send, E: Send + From<WorkerPanicked>>(
    games: Range<u64>,
    threads: usize,
    stop: &AtomicBool,
    play: impl Fn(u64) -> Result<Option<T>, E> + Sync,
    mut take: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<(), E> {
    let queue = Queue { next: AtomicU64::new(games.start), end: games.end, halt: false.into() };
    thread::scope(|scope| {
        let (sender, results) = channel();
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| {
                let (sender, queue, play) = (sender.clone(), &queue, &play);
                scope.spawn(move || queue.work(stop, play, &sender))
            })
            .collect();
        drop(sender);
        let mut early = BTreeMap::new();
        let mut expected = games.start;
        let mut taken = Ok(());
        for (game, result) in results {
            early.insert(game, result);
            while let Some(result) = early.remove(&expected).filter(|_| taken.is_ok()) {
                taken = result.and_then(|result| take(expected, result));
                expected += 1;
                queue.halt.fetch_or(taken.is_err(), Ordering::Relaxed);
            }
        }
        let panicked = workers.into_iter().filter_map(|worker| worker.join().err()).count() > 0;
        taken.and_then(|()| if panicked { Err(E::from(WorkerPanicked)) } else { Ok(()) })
    })
}

/// The numbers of the games that are still to be played.
struct Queue {
    next: AtomicU64,
    end: u64,
    /// Set when no more games shall begin.
    halt: AtomicBool,
}

impl Queue {
    /// Plays the next game until there is none.
    fn work<T, E>(
        &self,
        stop: &AtomicBool,
        play: &impl Fn(u64) -> Result<Option<T>, E>,
        sender: &Sender<(u64, Result<T, E>)>,
    ) {
        let _halt = HaltOnPanic(&self.halt);
        while !stop.load(Ordering::Relaxed) && !self.halt.load(Ordering::Relaxed) {
            let game = self.next.fetch_add(1, Ordering::Relaxed);
            if game >= self.end {
                return;
            }
            let Some(result) = play(game).transpose() else { return };
            // Games with smaller numbers have begun before this one, and go on to their ends.
            self.halt.fetch_or(result.is_err(), Ordering::Relaxed);
            if sender.send((game, result)).is_err() {
                return;
            }
        }
    }
}

/// Without the game of a thread that panicked, later games are of no use.
struct HaltOnPanic<'a>(&'a AtomicBool);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        self.0.fetch_or(thread::panicking(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "a test of panics")]

    use super::*;
    use std::time::Duration;

    #[derive(PartialEq, Debug)]
    enum Failed {
        Panicked,
        Game(u64),
    }

    impl From<WorkerPanicked> for Failed {
        fn from(_: WorkerPanicked) -> Failed {
            Failed::Panicked
        }
    }

    /// The numbers that are taken, and how it ended, if `play` is called for each game.
    fn run(
        play: impl Fn(u64) -> Result<Option<u64>, Failed> + Sync,
    ) -> (Vec<u64>, Result<(), Failed>) {
        let mut taken = Vec::new();
        let ended = play_in_order(3..20, 4, &AtomicBool::new(false), play, |game, result| {
            assert_eq!(game, result);
            taken.push(game);
            Ok(())
        });
        (taken, ended)
    }

    #[test]
    fn results_are_taken_in_order() {
        let slow_first = |game: u64| {
            thread::sleep(Duration::from_millis(if game % 4 == 3 { 4 } else { 0 }));
            Ok(Some(game))
        };
        assert_eq!(run(slow_first), ((3..20).collect(), Ok(())));
    }

    #[test]
    fn the_first_error_by_number_ends_it() {
        let fail = |game: u64| {
            thread::sleep(Duration::from_millis(if game == 7 { 4 } else { 0 }));
            if game < 7 { Ok(Some(game)) } else { Err(Failed::Game(game)) }
        };
        let (taken, ended) = run(fail);
        assert_eq!(taken, [3, 4, 5, 6]);
        assert_eq!(ended, Err(Failed::Game(7)));
    }

    #[test]
    fn a_panic_is_an_error() {
        let (taken, ended) =
            run(|game| if game == 9 { panic!("on purpose") } else { Ok(Some(game)) });
        assert_eq!(ended, Err(Failed::Panicked));
        assert_eq!(taken, [3, 4, 5, 6, 7, 8]);
    }
}
