//! The threads that think, as many as there are cores; the network's threads never do.
//!
//! Thoughts wait in one line, first come first served, and each is bounded; so many games share the
//! cores fairly: a game has at most one thought in the line.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

type Thought = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Line {
    waiting: VecDeque<Thought>,
    closed: bool,
}

#[derive(Default)]
struct Desk {
    line: Mutex<Line>,
    news: Condvar,
}

impl Desk {
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Thought> {
        let mut line = self.line();
        loop {
            if line.closed {
                return None;
            }
            if let Some(thought) = line.waiting.pop_front() {
                return Some(thought);
            }
            line = self.news.wait(line).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The threads, and the line before them.
pub(crate) struct Thinkers(Arc<Desk>);

impl Thinkers {
    /// So many threads.
    pub(crate) fn new(threads: usize) -> std::io::Result<Thinkers> {
        let desk = Arc::new(Desk::default());
        for number in 0..threads.max(1) {
            let desk = Arc::clone(&desk);
            let thread = std::thread::Builder::new().name(format!("thinker {number}"));
            thread.spawn(move || {
                while let Some(thought) = desk.next() {
                    thought();
                }
            })?;
        }
        Ok(Thinkers(desk))
    }

    /// Puts a thought at the end of the line.
    pub(crate) fn submit(&self, thought: Thought) {
        self.0.line().waiting.push_back(thought);
        self.0.news.notify_one();
    }
}

/// What nobody waits for any more is not thought; who is thinking ends by himself.
impl Drop for Thinkers {
    fn drop(&mut self) {
        self.0.line().closed = true;
        self.0.news.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn thoughts_come_in_turn() {
        let thinkers = Thinkers::new(1).unwrap();
        let (sender, done) = channel();
        for number in 0..50 {
            let sender = sender.clone();
            thinkers.submit(Box::new(move || sender.send(number).unwrap()));
        }
        assert_eq!(done.iter().take(50).collect::<Vec<_>>(), (0..50).collect::<Vec<_>>());
    }
}
