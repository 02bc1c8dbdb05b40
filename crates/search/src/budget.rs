//! How much a search may compute for a try.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much a search may compute for a try.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// This number of playouts for each try.
    Playouts(u64),
    /// This time for each try.
    Time(Duration),
    /// This number of playouts for the whole game: each try takes a twentieth of the rest.
    Bank(u64),
}

/// A try takes the rest of the bank divided by this, as in the 2007 thesis.
const BANK_SHARE: u64 = 20;
/// With a time limit: the playouts of a thread before the clock is checked again.
const CHUNK: u64 = 512;
/// Without a time limit: playouts of a thread at once, enough to keep all lanes full.
const PART: u64 = 4096;

/// A budget in use. Clones are the same pool: two players that share it (one for the opening, one
/// for the rest) spend from it in turn, and what one saves the other can spend.
#[derive(Clone, Debug)]
pub struct BudgetPool {
    full: Budget,
    left: Arc<Mutex<Left>>,
}

/// What a pool holds.
#[derive(Clone, Copy, Debug)]
struct Left {
    budget: Budget,
    /// Saved so far: playouts, or nanoseconds where the budget is time.
    saved: u64,
}

impl BudgetPool {
    /// A full pool.
    pub fn new(full: Budget) -> BudgetPool {
        BudgetPool { full, left: Arc::new(Mutex::new(Left { budget: full, saved: 0 })) }
    }

    /// Fills it again, for another game.
    pub fn refill(&self) {
        *self.open() = Left { budget: self.full, saved: 0 };
    }

    fn open(&self) -> MutexGuard<'_, Left> {
        // It holds two numbers, which are valid at any time.
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The budget of the next try. The player takes its share divided by `share_divisor`. The rest
    /// of a fixed budget is saved, and each later try takes a twentieth of the savings in addition.
    /// With a clock, no try takes more than half of the time that is left.
    pub fn draw(&self, share_divisor: u64, left: Option<Duration>) -> BudgetMeter {
        let most = left.map(|left| left / 2);
        let mut pool = self.open();
        let (end, time) = match pool.budget {
            Budget::Playouts(playouts) => (pool.share(playouts, share_divisor), most),
            Budget::Bank(bank) => {
                let share = (bank / BANK_SHARE / share_divisor.max(1)).max(1);
                pool.budget = Budget::Bank(bank.saturating_sub(share));
                (share, most)
            }
            Budget::Time(time) => {
                let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
                let time = Duration::from_nanos(pool.share(nanos, share_divisor));
                (u64::MAX, Some(most.map_or(time, |most| most.min(time))))
            }
        };
        BudgetMeter { at: 0, end, time: time.map(|time| (Instant::now(), time)) }
    }
}

impl Left {
    /// A try's share of a budget that is fixed for each try, with savings made or used.
    fn share(&mut self, full: u64, share_divisor: u64) -> u64 {
        if share_divisor > 1 {
            let share = (full / share_divisor).max(1);
            self.saved = self.saved.saturating_add(full.saturating_sub(share));
            return share;
        }
        let extra = self.saved / BANK_SHARE;
        self.saved -= extra;
        full.saturating_add(extra)
    }
}

/// The rest of a budget. It hands out the numbers of the playouts to make.
#[derive(Clone, Copy, Debug)]
pub struct BudgetMeter {
    at: u64,
    end: u64,
    /// With a time limit: when it began, and how long it lasts.
    time: Option<(Instant, Duration)>,
}

impl BudgetMeter {
    /// A number of playouts.
    pub const fn playouts(playouts: u64) -> BudgetMeter {
        BudgetMeter { at: 0, end: playouts, time: None }
    }

    /// The number of playouts to take at once for each thread; with a time limit only a few.
    pub fn part(&self) -> u64 {
        if self.time.is_some() { CHUNK } else { PART }
    }

    /// The next playouts to make, at most this many; `None` when the budget is spent. The first
    /// call always returns some.
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
    pub fn share(self, index: u64, shares: u64) -> BudgetMeter {
        if self.end == u64::MAX {
            return self;
        }
        let end = self.end / shares + u64::from(index < self.end % shares);
        BudgetMeter { at: 0, end, time: self.time }
    }

    /// Counts playouts that were made on shares of it.
    pub(crate) const fn spend(&mut self, playouts: u64) {
        self.at = self.at.saturating_add(playouts);
    }

    /// The number of playouts that are left; a very large number if only the time is limited.
    pub const fn left(&self) -> u64 {
        self.end.saturating_sub(self.at)
    }

    /// Has this share of the time passed? Never without a time limit.
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
        let mut meter = BudgetMeter::playouts(10);
        assert_eq!(meter.next(4), Some(0..4));
        assert_eq!(meter.next(100), Some(4..10));
        assert_eq!(meter.next(100), None);
    }

    #[test]
    fn a_bank_gives_a_twentieth() {
        let bank = BudgetPool::new(Budget::Bank(1000));
        assert_eq!(bank.draw(1, None).next(u64::MAX), Some(0..50));
        assert_eq!(bank.draw(1, None).next(u64::MAX), Some(0..47));
        bank.refill();
        assert_eq!(bank.draw(2, None).next(u64::MAX), Some(0..25), "half as much");
        let empty = BudgetPool::new(Budget::Bank(0));
        assert_eq!(empty.draw(1, None).next(u64::MAX), Some(0..1), "there is always one");
    }

    #[test]
    fn what_is_saved_is_spent_later() {
        let opening = BudgetPool::new(Budget::Playouts(300));
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
        let ends = (0..3).map(|index| BudgetMeter::playouts(10).share(index, 3).next(100));
        assert_eq!(ends.collect::<Vec<_>>(), [Some(0..4), Some(0..3), Some(0..3)]);
    }

    #[test]
    fn time_ends_after_one_part() {
        // With no time at all there is a first part, and no second one.
        let mut meter = BudgetPool::new(Budget::Time(Duration::ZERO)).draw(1, None);
        assert!(meter.is_used(1.0));
        assert_eq!(meter.next(100), Some(0..100));
        assert_eq!(meter.next(100), None);
        // With an hour the time is not used up, and no number of playouts ends it.
        let mut meter = BudgetPool::new(Budget::Time(Duration::from_secs(3600))).draw(1, None);
        assert!(!meter.is_used(0.5));
        assert_eq!((0..1_000).filter_map(|_| meter.next(100)).count(), 1_000);
    }
}
