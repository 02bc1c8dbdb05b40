//! How much thinking a try may cost.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much thinking a try may cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// So many playouts for each try.
    Playouts(u64),
    /// So much time for each try.
    Time(Duration),
    /// So many playouts for the whole game: each try takes a twentieth of what is left.
    Bank(u64),
}

/// The share of the bank that a try takes, as in the 2007 thesis: one in so many.
const BANK_SHARE: u64 = 20;
/// Playouts of a thread between two looks at the clock.
const CHUNK: u64 = 512;
/// Playouts of a thread where nobody looks at a clock: enough to keep all lanes full.
const PART: u64 = 4096;

/// A budget under way. Clones are the same purse: two players who share one (the opening's and
/// the one who plays on) spend from it in turns, and what the thrifty one saves is there for the
/// other.
#[derive(Clone, Debug)]
pub struct Purse {
    full: Budget,
    left: Arc<Mutex<Left>>,
}

/// What a purse holds.
#[derive(Clone, Copy, Debug)]
struct Left {
    budget: Budget,
    /// Saved so far: playouts, or nanoseconds where the budget is time.
    saved: u64,
}

impl Purse {
    /// A full purse.
    pub fn new(full: Budget) -> Purse {
        Purse { full, left: Arc::new(Mutex::new(Left { budget: full, saved: 0 })) }
    }

    /// Fills it again, for another game.
    pub fn refill(&self) {
        *self.open() = Left { budget: self.full, saved: 0 };
    }

    fn open(&self) -> MutexGuard<'_, Left> {
        // What is in it is two numbers, whole at any time.
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The budget of the next try. `thrift` is how many times less than his share the player takes;
    /// what he leaves of a fixed budget is saved, and each later try takes a twentieth of the
    /// savings on top. Where there is a clock, no try takes more than half of what it has left.
    pub fn draw(&self, thrift: u64, left: Option<Duration>) -> Meter {
        let most = left.map(|left| left / 2);
        let mut purse = self.open();
        let (end, time) = match purse.budget {
            Budget::Playouts(playouts) => (purse.share(playouts, thrift), most),
            Budget::Bank(bank) => {
                let share = (bank / BANK_SHARE / thrift.max(1)).max(1);
                purse.budget = Budget::Bank(bank.saturating_sub(share));
                (share, most)
            }
            Budget::Time(time) => {
                let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
                let time = Duration::from_nanos(purse.share(nanos, thrift));
                (u64::MAX, Some(most.map_or(time, |most| most.min(time))))
            }
        };
        Meter { at: 0, end, time: time.map(|time| (Instant::now(), time)) }
    }
}

impl Left {
    /// A try's share of a budget that is fixed for each try, with savings made or used.
    fn share(&mut self, full: u64, thrift: u64) -> u64 {
        if thrift > 1 {
            let share = (full / thrift).max(1);
            self.saved = self.saved.saturating_add(full.saturating_sub(share));
            return share;
        }
        let extra = self.saved / BANK_SHARE;
        self.saved -= extra;
        full.saturating_add(extra)
    }
}

/// What is left of a budget: hands out the numbers of the playouts to be made.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    at: u64,
    end: u64,
    /// When it began, and how long it lasts, where time counts.
    time: Option<(Instant, Duration)>,
}

impl Meter {
    /// A number of playouts.
    pub const fn playouts(playouts: u64) -> Meter {
        Meter { at: 0, end: playouts, time: None }
    }

    /// How many playouts to ask for at once, for each thread: few where the clock is looked at.
    pub fn part(&self) -> u64 {
        if self.time.is_some() { CHUNK } else { PART }
    }

    /// The next playouts to make, at most so many; `None` when the budget is spent. There is
    /// always a first.
    pub fn next(&mut self, most: u64) -> Option<Range<u64>> {
        if self.at >= self.end || self.at > 0 && self.is_used(1.0) {
            return None;
        }
        let range = self.at..self.at.saturating_add(most.max(1)).min(self.end);
        self.at = range.end;
        Some(range)
    }

    /// One of several equal shares of a fresh budget, by number; time is not divided.
    #[must_use]
    pub fn share(self, index: u64, shares: u64) -> Meter {
        if self.end == u64::MAX {
            return self;
        }
        let end = self.end / shares + u64::from(index < self.end % shares);
        Meter { at: 0, end, time: self.time }
    }

    /// The number of playouts that are left; a great many where only time counts.
    pub const fn left(&self) -> u64 {
        self.end - self.at
    }

    /// Is this share of the time gone? Never where time does not count.
    pub fn is_used(&self, share: f64) -> bool {
        self.time.is_some_and(|(start, time)| start.elapsed() >= time.mul_f64(share))
    }

    /// The number of playouts handed out so far.
    pub const fn spent(&self) -> u64 {
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_are_handed_out_once() {
        let mut meter = Meter::playouts(10);
        assert_eq!(meter.next(4), Some(0..4));
        assert_eq!(meter.next(100), Some(4..10));
        assert_eq!(meter.next(100), None);
    }

    #[test]
    fn a_bank_gives_a_twentieth() {
        let bank = Purse::new(Budget::Bank(1000));
        assert_eq!(bank.draw(1, None).next(u64::MAX), Some(0..50));
        assert_eq!(bank.draw(1, None).next(u64::MAX), Some(0..47));
        bank.refill();
        assert_eq!(bank.draw(2, None).next(u64::MAX), Some(0..25), "half as much");
        let empty = Purse::new(Budget::Bank(0));
        assert_eq!(empty.draw(1, None).next(u64::MAX), Some(0..1), "there is always one");
    }

    #[test]
    fn what_is_saved_is_spent_later() {
        let opening = Purse::new(Budget::Playouts(300));
        let rest = opening.clone();
        for _ in 0..10 {
            assert_eq!(opening.draw(3, None).next(u64::MAX), Some(0..100));
        }
        assert_eq!(rest.draw(1, None).next(u64::MAX), Some(0..400), "2000 were saved");
        assert_eq!(rest.draw(1, None).next(u64::MAX), Some(0..395));
        let all: u64 =
            (0..500).filter_map(|_| rest.draw(1, None).next(u64::MAX)).map(|r| r.end).sum();
        assert!(all <= 500 * 300 + 2000 - 195, "no more than there was");
    }

    #[test]
    fn shares_add_up() {
        let ends = (0..3).map(|index| Meter::playouts(10).share(index, 3).next(100));
        assert_eq!(ends.collect::<Vec<_>>(), [Some(0..4), Some(0..3), Some(0..3)]);
    }

    #[test]
    fn time_ends() {
        let mut meter = Purse::new(Budget::Time(Duration::from_millis(5))).draw(1, None);
        let start = Instant::now();
        while meter.next(100).is_some() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(start.elapsed() < Duration::from_millis(500));
    }
}
