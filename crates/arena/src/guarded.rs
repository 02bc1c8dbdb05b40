//! Calls into a player that survive its panic.

use kage_phantom::PlayerError;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Calls a player. If it panics, the call is an error and the game is void; the thread goes on.
pub(crate) fn guarded<T>(call: impl FnOnce() -> Result<T, PlayerError>) -> Result<T, PlayerError> {
    let done = catch_unwind(AssertUnwindSafe(call));
    done.unwrap_or_else(|panic| Err(PlayerError::Infrastructure(panic_text(&*panic))))
}

/// What a panic said.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text.as_str(),
        _ => "without a message",
    };
    format!("panicked: {text}")
}
