//! Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The first Ctrl-C stops the games after what is done; the second one leaves at once, and takes
/// the engines along, also those that would not notice.
pub(crate) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler an interrupt just ends the program, and the store still has all games.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            kage_gtp::kill_all();
            std::process::exit(130);
        }
    });
    stop
}
