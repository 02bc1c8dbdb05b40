//! `kage bench threats`: whether playouts over-value threats.

use crate::args::BenchThreats;
use crate::failure::Failure;
use crate::{files, recorded};
use indicatif::ProgressBar;
use kage_lab::{Excess, ThreatAudit, ThreatAuditConfig, audit_threats};

pub(crate) fn run(options: &BenchThreats) -> Result<(), Failure> {
    let mut games = recorded::load(&options.files)?;
    games.truncate(options.games.unwrap_or(usize::MAX));
    let BenchThreats { every, playouts, seed, .. } = *options;
    let config = ThreatAuditConfig { every, playouts, seed };
    let bar = ProgressBar::no_length();
    let report =
        audit_threats(&games, &config, |positions| bar.set_length(positions), || bar.inc(1))?;
    bar.finish_and_clear();
    files::say(&report, options.json, || in_words(&report))
}

fn in_words(report: &ThreatAudit) -> String {
    format!(
        "{} positions of {} games, {} playouts each, seed {}\n\
         {} hottest moves come with a threat; {} of them would not be the hottest without\n\
         goal and threat:  held too high in {} of {}, {}\n\
         the goal alone:   held too high in {} of {}, {}\n",
        report.positions,
        report.games,
        report.playouts,
        report.seed,
        report.threats,
        report.changed_by_threats,
        report.threats_over_valued,
        report.threats,
        excess(report.threat),
        report.goals_over_valued,
        report.threats,
        excess(report.goal),
    )
}

fn excess(excess: Option<Excess>) -> String {
    excess.map_or("too few to say by how much".to_owned(), |Excess { mean, low, high }| {
        format!("by {mean:+.1} points ({low:+.1} to {high:+.1}) in the mean")
    })
}
