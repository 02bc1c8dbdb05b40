//! A pool of threads for long computations: bots and beliefs. Network tasks never compute.
//!
//! Jobs run in the order in which they come. Each job is bounded, and a game has at most one job of
//! a bot in the queue, so many games share the threads fairly.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

type Job = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job. `None` when the pool is closed.
    fn next(&self) -> Option<Job> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(job) = queue.jobs.pop_front() {
                return Some(job);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A pool of threads with one queue.
pub(crate) struct WorkerPool(Arc<Shared>);

impl WorkerPool {
    /// A pool of at least one thread.
    pub(crate) fn new(threads: usize) -> std::io::Result<WorkerPool> {
        let shared = Arc::new(Shared::default());
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let thread = std::thread::Builder::new().name(format!("worker {number}"));
            thread.spawn(move || {
                while let Some(job) = shared.next() {
                    job();
                }
            })?;
        }
        Ok(WorkerPool(shared))
    }

    /// Puts a job at the end of the queue.
    pub(crate) fn submit(&self, job: Job) {
        self.0.queue().jobs.push_back(job);
        self.0.changed.notify_one();
    }
}

/// On drop, queued jobs are discarded and running jobs finish.
impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.0.queue().closed = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn jobs_run_in_the_order_of_the_queue() {
        let pool = WorkerPool::new(1).unwrap();
        let (sender, done) = channel();
        for number in 0..50 {
            let sender = sender.clone();
            pool.submit(Box::new(move || sender.send(number).unwrap()));
        }
        assert_eq!(done.iter().take(50).collect::<Vec<_>>(), (0..50).collect::<Vec<_>>());
    }
}
