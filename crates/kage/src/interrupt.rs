//! Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The first Ctrl-C stops after the finished games are stored. The second one exits at once and
/// kills all engines.
pub(crate) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler an interrupt ends the program; the store has all finished games.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            kage_gtp::kill_all();
            std::process::exit(130);
        }
    });
    stop
}
