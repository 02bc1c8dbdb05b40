//! The true game as the checker plays it: a `kage_phantom` table, and how it ends.

use super::file::CertificateFile;
use kage_goban::{ByColor, Color, Move, PointSet, area};
use kage_phantom::{Observation, Repetition, Ruling, Table, Tie};

/// What follows from a try or a pass.
pub(super) struct Ruled {
    pub(super) heard: ByColor<Option<Observation>>,
    /// What the game is worth to Black, if it is over.
    pub(super) worth: Option<f64>,
}

/// Rules a try or a pass on a table, and applies the ruling; `None` if it is no try there.
pub(super) fn rule(file: &CertificateFile, table: &mut Table, wish: Move) -> Option<Ruled> {
    let (ruling, heard) = table.rule(&file.rules, wish).ok()?;
    Some(match ruling {
        Ruling::Refused { mover, .. } => Ruled { heard, worth: after_refusal(file, table, mover) },
        Ruling::Accepted { play, .. } => Ruled { heard, worth: after_move(file, table, play) },
    })
}

fn after_refusal(file: &CertificateFile, table: &Table, mover: Color) -> Option<f64> {
    if file.rules.limits.tries.is_some_and(|limit| table.tries() > limit) {
        let loss = if file.by_points { file.size.area() as f64 } else { 1.0 };
        return Some(if mover == Color::Black { -loss } else { loss });
    }
    (table.steps() >= file.most_steps()).then(|| count(file, table))
}

fn after_move(file: &CertificateFile, table: &Table, play: Move) -> Option<f64> {
    let position = table.position();
    let draws = file.rules.repetition == Repetition::Draw;
    if draws && play != Move::Pass && position.is_repetition() {
        return Some(0.0);
    }
    let over = position.is_over()
        || position.moves() >= file.most_moves()
        || table.steps() >= file.most_steps();
    over.then(|| count(file, table))
}

fn count(file: &CertificateFile, table: &Table) -> f64 {
    let points = area(table.position().board(), &PointSet::EMPTY);
    let komi = f64::from(file.rules.komi.half_points()) / 2.0;
    let lead = f64::from(points.black) - f64::from(points.white) - komi;
    if file.by_points {
        return lead;
    }
    if lead == 0.0 {
        return if file.rules.tie == Tie::White { -1.0 } else { 0.0 };
    }
    lead.signum()
}
