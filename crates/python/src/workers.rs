//! Threads that work on many games at once.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Threads that begin with the first work. After a fork of the process they begin again, because threads do not
/// survive a fork.
#[derive(Default)]
pub(crate) struct Workers(Option<Running>);

struct Running {
    pool: ThreadPool,
    /// The process that they belong to.
    process: u32,
}

impl Workers {
    /// The threads of this process.
    pub(crate) fn pool(&mut self, threads: usize) -> Result<&ThreadPool, ThreadPoolBuildError> {
        self.forget_after_fork();
        let running = match self.0.take() {
            Some(running) => running,
            None => Running {
                pool: ThreadPoolBuilder::new().num_threads(threads).build()?,
                process: std::process::id(),
            },
        };
        Ok(&self.0.insert(running).pool)
    }

    /// The threads of another process cannot be ended from here, so nothing of them may be touched.
    fn forget_after_fork(&mut self) {
        if self.0.as_ref().is_some_and(|running| running.process != std::process::id()) {
            std::mem::forget(self.0.take());
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.forget_after_fork();
    }
}
