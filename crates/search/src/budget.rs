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
    /// With a clock: each try takes the time left divided by `divisor`. Without one: this number of
    /// playouts.
    Clock {
        /// The time left is divided by this.
        divisor: u64,
        /// Playouts for each try where there is no clock.
        unclocked: u64,
    },
}

/// A try takes the time left, or the rest of the bank, divided by this, as in the 2007 thesis.
pub const CLOCK_DIVISOR: u64 = 20;
/// With a time limit: the playouts of a thread before the clock is checked again.
const CHUNK: u64 = 512;
/// The same where the time is shorter than [`SHORT`].
const SHORT_CHUNK: u64 = 64;
const SHORT: Duration = Duration::from_millis(50);
/// Without a time limit: playouts of a thread at once, enough to keep all lanes full.
const PART: u64 = 4096;
/// The time on the clock that no search may use: a turn can have many refused tries, and each takes a
/// moment, or longer on a busy machine. Of a short clock, a tenth.
const RESERVE: Duration = Duration::from_secs(1);

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
    /// The longest time that was left on the clock at a try of this game.
    longest: Duration,
    /// The most by which a search took longer than it was given.
    overrun: Duration,
}

impl BudgetPool {
    /// A full pool.
    pub fn new(full: Budget) -> BudgetPool {
        BudgetPool { full, left: Arc::new(Mutex::new(Left::of(full))) }
    }

    /// Fills it again, for another game.
    pub fn refill(&self) {
        *self.open() = Left::of(self.full);
    }

    fn open(&self) -> MutexGuard<'_, Left> {
        // It holds a few numbers, which are valid at any time.
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is there time for a search, beyond the reserve? Always without a clock.
    pub fn has_time(&self, left: Option<Duration>) -> bool {
        let mut pool = self.open();
        left.is_none_or(|left| !pool.usable(left).is_zero())
    }

    /// The budget of the next try. The player takes its share divided by `share_divisor`. The rest
    /// of a fixed budget is saved, and each later try takes a twentieth of the savings in addition.
    /// With a clock, no try takes more than half of the time that is left beyond the reserve.
    pub fn draw(&self, share_divisor: u64, left: Option<Duration>) -> BudgetMeter {
        let mut pool = self.open();
        let usable = left.map(|left| pool.usable(left));
        let most = usable.map(|time| time / 2);
        let (end, time) = match (pool.budget, usable) {
            (Budget::Clock { divisor, .. }, Some(usable)) => {
                let parts = divisor.max(1).saturating_mul(share_divisor.max(1));
                (u64::MAX, Some(usable / u32::try_from(parts).unwrap_or(u32::MAX)))
            }
            (Budget::Playouts(playouts) | Budget::Clock { unclocked: playouts, .. }, _) => {
                (pool.share(playouts, share_divisor), most)
            }
            (Budget::Bank(bank), _) => {
                let share = (bank / CLOCK_DIVISOR / share_divisor.max(1)).max(1);
                pool.budget = Budget::Bank(bank.saturating_sub(share));
                (share, most)
            }
            (Budget::Time(time), _) => {
                let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
                let time = Duration::from_nanos(pool.share(nanos, share_divisor));
                (u64::MAX, Some(most.map_or(time, |most| most.min(time))))
            }
        };
        BudgetMeter { at: 0, end, time: time.map(|time| (Instant::now(), time)) }
    }

    /// Tells it that a search has ended. A search that took too long makes the reserve larger.
    pub fn close(&self, meter: &BudgetMeter) {
        let mut pool = self.open();
        pool.overrun = pool.overrun.max(meter.overrun());
    }
}

impl Left {
    const fn of(budget: Budget) -> Left {
        Left { budget, saved: 0, longest: Duration::ZERO, overrun: Duration::ZERO }
    }

    /// The time on the clock without the reserve.
    fn usable(&mut self, left: Duration) -> Duration {
        self.longest = self.longest.max(left);
        let reserve = RESERVE.min(self.longest / 10) + self.overrun.min(self.longest / 4);
        left.saturating_sub(reserve)
    }

    /// A try's share of a budget that is fixed for each try, with savings made or used.
    fn share(&mut self, full: u64, share_divisor: u64) -> u64 {
        if share_divisor > 1 {
            let share = (full / share_divisor).max(1);
            self.saved = self.saved.saturating_add(full.saturating_sub(share));
            return share;
        }
        let extra = self.saved / CLOCK_DIVISOR;
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
        match self.time {
            Some((_, time)) if time < SHORT => SHORT_CHUNK,
            Some(_) => CHUNK,
            None => PART,
        }
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

    /// By how much the time has passed.
    fn overrun(&self) -> Duration {
        self.time.map_or(Duration::ZERO, |(start, time)| start.elapsed().saturating_sub(time))
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
    fn a_clock_gives_a_twentieth_of_the_time_left_beyond_the_reserve() {
        let clock = BudgetPool::new(Budget::Clock { divisor: 20, unclocked: 30 });
        let time = |divisor, left| clock.draw(divisor, Some(left)).time.unwrap().1;
        let seconds = Duration::from_secs_f64;
        assert_eq!(time(1, seconds(601.0)), seconds(30.0));
        assert_eq!(time(3, seconds(601.0)), seconds(10.0), "a third of it in the opening");
        assert_eq!(time(1, seconds(21.0)), seconds(1.0));
        assert!(clock.has_time(Some(seconds(1.1))));
        assert!(!clock.has_time(Some(seconds(1.0))), "only the reserve is left");
        assert!(clock.has_time(None));
        assert_eq!(clock.draw(1, None).next(u64::MAX), Some(0..30), "no clock");
        // A turn of 50 ms has a reserve of 5 ms.
        let short = BudgetPool::new(Budget::Clock { divisor: 1, unclocked: 30 });
        let meter = short.draw(1, Some(seconds(0.05)));
        assert_eq!(meter.time.unwrap().1, seconds(0.045));
    }

    #[test]
    fn a_search_that_takes_too_long_makes_the_reserve_larger() {
        let clock = BudgetPool::new(Budget::Time(Duration::from_nanos(1)));
        let meter = clock.draw(1, Some(Duration::from_millis(120)));
        let left = Duration::from_millis(40);
        assert!(clock.has_time(Some(left)), "the reserve is 12 ms");
        std::thread::sleep(Duration::from_millis(30));
        clock.close(&meter);
        assert!(!clock.has_time(Some(left)));
        clock.refill();
        assert!(clock.has_time(Some(left)), "a new game");
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
