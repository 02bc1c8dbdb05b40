//! Fork and join: the only module in which searches use more than one thread.

pub use kage_parallel::WorkerPanicked;

/// Runs each job on a thread of its own ([`kage_parallel::map`]). In tests a job can be made to panic.
pub(crate) fn map<J: Send, T: Send>(
    jobs: impl IntoIterator<Item = J>,
    work: impl Fn(J) -> T + Sync,
) -> Result<Vec<T>, WorkerPanicked> {
    let failing = faults::failing();
    kage_parallel::map(jobs.into_iter().enumerate(), |(number, job)| {
        faults::strike(failing, number);
        work(job)
    })
}

/// Outside of tests, no worker is made to panic.
#[cfg(not(test))]
mod faults {
    pub(super) const fn failing() -> Option<usize> {
        None
    }

    pub(super) const fn strike(_: Option<usize>, _: usize) {}
}

/// Tests make one worker of the calling thread panic.
#[cfg(test)]
pub(crate) mod faults {
    use std::cell::Cell;

    thread_local! {
        static FAILING: Cell<Option<usize>> = const { Cell::new(None) };
    }

    pub(super) fn failing() -> Option<usize> {
        FAILING.get()
    }

    pub(super) fn strike(failing: Option<usize>, job: usize) {
        assert_ne!(failing, Some(job), "job {job} fails on purpose");
    }

    /// Runs this while the job with this number panics, wherever jobs are run.
    pub(crate) fn while_job_panics<T>(job: usize, run: impl FnOnce() -> T) -> T {
        FAILING.set(Some(job));
        let result = run();
        FAILING.set(None);
        result
    }
}
