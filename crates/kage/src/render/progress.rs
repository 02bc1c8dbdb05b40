//! Progress bars on standard error. Nothing is drawn without a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar for this number of steps, in a template of `indicatif`.
pub(crate) fn bar(steps: u64, form: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(form).unwrap_or(ProgressStyle::default_bar());
    ProgressBar::new(steps).with_style(style)
}

/// A bar for many games, with the time that they will take.
pub(crate) fn games(games: u32) -> ProgressBar {
    let bar = bar(u64::from(games), "{bar:30} {pos}/{len} games, {elapsed} of {duration}  {msg}");
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// A bar for a given time, in milliseconds. There is none for short times.
pub(crate) fn time(time: Duration) -> ProgressBar {
    if time < Duration::from_secs(2) {
        return ProgressBar::hidden();
    }
    bar(time.as_millis() as u64, "{bar:40} {elapsed}")
}
