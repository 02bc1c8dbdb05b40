//! Our results beside the published ones, in the terminal.

use super::columns;
use kage_lab::{Comparison, Experiment};

const HEAD: [&str; 7] = ["", "pairing", "published", "rate (95%)", "ours", "rate (95%)", "verdict"];

/// For the terminal.
pub(crate) fn in_words(comparison: &Comparison<'_>) -> String {
    let Experiment { name, version, title, source, about, budget, .. } = comparison.experiment;
    let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
    for pairing in &comparison.pairings {
        let mut row = vec![String::new()];
        row.extend(pairing.cells());
        rows.push(row);
    }
    let specs = comparison.conditions.entrants.iter();
    let specs = specs.map(|player| vec![String::new(), player.name.clone(), player.spec.clone()]);
    format!(
        "\n{name}, version {version}: {title}\n{source}\n\n{}\n\n{}\n\n{}\n{}",
        about.trim(),
        budget.trim(),
        columns::all_left(&specs.collect::<Vec<_>>()),
        columns::names_left(&rows)
    )
}
