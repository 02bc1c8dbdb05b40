//! `kage bench view`: how fast views are, and how much of what can be known they know.

use crate::args::BenchView;
use crate::failure::Failure;
use crate::{files, recorded};
use kage_lab::{KnownShare, ViewRate, ViewRateConfig};
use std::fmt::Write;

pub(crate) fn run(options: &BenchView) -> Result<(), Failure> {
    let recorded = recorded::load(&options.files)?;
    let BenchView { seconds, games, seed, .. } = *options;
    let rate = ViewRate::measure(&ViewRateConfig { seconds, games, seed })?;
    let known = KnownShare::of(&recorded)?;
    let report = Report { rate, known: (!recorded.is_empty()).then_some(known) };
    files::say(&report, options.json, || in_words(&report))
}

/// What is printed with `--json`.
#[derive(serde::Serialize)]
struct Report {
    #[serde(flatten)]
    rate: ViewRate,
    /// What the views knew in the given games.
    known: Option<KnownShare>,
}

fn known_in_words(known: &KnownShare) -> String {
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    format!(
        "\nIn {} games the captor read {} of {} captures exactly ({:.1}%).\n\
         Of the opponent's stones the views knew {:.1}%, of the empty points {:.1}%.\n",
        known.games,
        known.captures_read,
        known.captures,
        share(known.captures_read, known.captures),
        share(known.stones_known, known.stones),
        share(known.empty_known, known.empty),
    )
}

fn in_words(report: &Report) -> String {
    let rate = &report.rate;
    let mut text = String::new();
    for speed in &rate.speed {
        let _ = writeln!(
            text,
            "{0}x{0}: {1:.0} updates a second, {2:.0} clones a second",
            speed.size, speed.updates_per_second, speed.clones_per_second
        );
    }
    if !rate.sharpness.is_empty() {
        text.push_str("\nOf what is certain on 5x5, the views know:\n");
        text.push_str("  rules        their stones   empty points   moments\n");
    }
    for row in &rate.sharpness {
        let _ = writeln!(
            text,
            "  {:<12} {:>11.2}% {:>13.2}% {:>9}",
            row.preset,
            100.0 * row.stones,
            100.0 * row.empty,
            row.counts.moments
        );
    }
    text + &report.known.as_ref().map(known_in_words).unwrap_or_default()
}
