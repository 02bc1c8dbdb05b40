//! Fork and join: the only module in which searches use more than one thread.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// A worker thread of a search panicked, so its part of the result is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkerPanicked;

impl fmt::Display for WorkerPanicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a thread of the search panicked; please report this with the message above")
    }
}

impl std::error::Error for WorkerPanicked {}

/// Runs each job on a thread of its own, the first on this one, and returns the results in the
/// order of the jobs. If a job panics, the result is an error.
pub(crate) fn map<J: Send, T: Send>(
    jobs: impl IntoIterator<Item = J>,
    work: impl Fn(J) -> T + Sync,
) -> Result<Vec<T>, WorkerPanicked> {
    let mut jobs = jobs.into_iter();
    let Some(first) = jobs.next() else { return Ok(Vec::new()) };
    let fails = faults::is_due();
    let work = |job: J| {
        faults::strike(fails);
        work(job)
    };
    let work = &work;
    thread::scope(|scope| {
        let workers: Vec<_> = jobs.map(|job| scope.spawn(move || work(job))).collect();
        // A panic of a worker must not stop the others from being joined, nor this thread.
        let first = catch_unwind(AssertUnwindSafe(|| work(first)));
        let rest = workers.into_iter().map(thread::ScopedJoinHandle::join);
        let all: Vec<_> = std::iter::once(first).chain(rest).collect();
        all.into_iter().collect::<Result<Vec<T>, _>>().map_err(|_| WorkerPanicked)
    })
}

/// Outside of tests, no worker is made to panic.
#[cfg(not(test))]
mod faults {
    pub(super) const fn is_due() -> bool {
        false
    }

    pub(super) const fn strike(_: bool) {}
}

/// Tests make the workers of the calling thread panic.
#[cfg(test)]
pub(crate) mod faults {
    use std::cell::Cell;

    thread_local! {
        static DUE: Cell<bool> = const { Cell::new(false) };
    }

    pub(super) fn is_due() -> bool {
        DUE.get()
    }

    pub(super) fn strike(fails: bool) {
        assert!(!fails, "a worker fails on purpose");
    }

    /// Runs this with workers that panic.
    pub(crate) fn while_workers_panic<T>(run: impl FnOnce() -> T) -> T {
        DUE.set(true);
        let result = run();
        DUE.set(false);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        assert_eq!(map(0..5, |job| job * job), Ok(vec![0, 1, 4, 9, 16]));
        assert_eq!(map(std::iter::empty::<u8>(), |job| job), Ok(vec![]));
    }

    #[test]
    fn one_panic_is_an_error_wherever_it_happens() {
        for bad in 0..3 {
            let result = map(0..3, |job| assert_ne!(job, bad, "job {bad} fails on purpose"));
            assert_eq!(result, Err(WorkerPanicked));
        }
    }
}
