//! Buffers that are kept between evaluations. They are large, and to allocate them takes about as
//! long as an evaluation.

use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Buffers that are not in use. A clone of a net has its own.
pub(crate) struct BufferPool<T>(Mutex<Vec<T>>);

impl<T> BufferPool<T> {
    /// A buffer that fits, or a new one.
    pub(crate) fn take(&self, fits: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> T {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().rposition(fits);
        let buffer = at.map(|at| kept.swap_remove(at));
        drop(kept);
        buffer.unwrap_or_else(new)
    }

    /// Keeps a buffer for the next evaluation.
    pub(crate) fn put(&self, buffer: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
    }
}

impl<T> Default for BufferPool<T> {
    fn default() -> BufferPool<T> {
        BufferPool(Mutex::default())
    }
}

impl<T> Clone for BufferPool<T> {
    fn clone(&self) -> BufferPool<T> {
        BufferPool::default()
    }
}

impl<T> fmt::Debug for BufferPool<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BufferPool").finish_non_exhaustive()
    }
}
