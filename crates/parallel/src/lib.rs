//! Fork and join, with an error if a worker panics.
//!
//! It is for work whose parts are known before it begins. A stream of games, whose results are taken
//! while others are still played, has its own loop in `kage-arena` and `kage-data`.
//!
//! This crate knows nothing of Go and has no thread pool: each job has a thread as long as it runs.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// A worker thread panicked, so its part of the result is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkerPanicked;

impl fmt::Display for WorkerPanicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a worker thread panicked; please report this with the message above")
    }
}

impl std::error::Error for WorkerPanicked {}

/// Runs each job on a thread of its own, the first on this one, and returns the results in the
/// order of the jobs. If a job panics, all others are still finished, and the result is an error.
///
/// ```
/// use kage_parallel::{WorkerPanicked, map};
///
/// assert_eq!(map(0..5, |job| job * job), Ok(vec![0, 1, 4, 9, 16]));
/// let failed = map(0..3, |job| assert_ne!(job, 1, "this job fails"));
/// assert_eq!(failed, Err(WorkerPanicked));
/// ```
pub fn map<J: Send, T: Send>(
    jobs: impl IntoIterator<Item = J>,
    work: impl Fn(J) -> T + Sync,
) -> Result<Vec<T>, WorkerPanicked> {
    let mut jobs = jobs.into_iter();
    let Some(first) = jobs.next() else { return Ok(Vec::new()) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        assert_eq!(map(0..5, |job| job * job), Ok(vec![0, 1, 4, 9, 16]));
        assert_eq!(map(std::iter::empty::<u8>(), |job| job), Ok(vec![]));
    }

    #[test]
    fn one_panic_is_an_error_wherever_it_happens_and_the_others_end() {
        for bad in 0..3 {
            let ended = AtomicUsize::new(0);
            let result = map(0..3, |job| {
                assert_ne!(job, bad, "job {bad} fails on purpose");
                ended.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!((result, ended.into_inner()), (Err(WorkerPanicked), 2));
        }
    }
}
