//! Threats compared with playouts: does a threat have the value that its move claims?

use crate::{RecordedGame, RecordedGameError};
use kage_goban::Position;
use kage_tactics::{Advice, Audit, Estimate, Strategy};
use serde::Serialize;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreatAuditConfig {
    /// Measure after every `every`-th move of a game.
    pub every: usize,
    /// Playouts for each position.
    pub playouts: usize,
    /// The seed of the playouts.
    pub seed: u64,
}

/// How many points something was over-valued by: the mean, and its 95% interval.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
pub struct Excess {
    /// The mean.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Excess {
    /// `None` if there are too few.
    fn of(points: impl Iterator<Item = f64>) -> Option<Excess> {
        let points: Vec<f64> = points.collect();
        let Estimate { mean, error } = Estimate::of(&points)?;
        Some(Excess { mean, low: mean - 1.96 * error, high: mean + 1.96 * error })
    }
}

/// What the audit found.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct ThreatAudit {
    /// Games.
    pub games: usize,
    /// Positions with any advice.
    pub positions: usize,
    /// Playouts for each position.
    pub playouts: usize,
    /// The seed.
    pub seed: u64,
    /// Positions whose hottest move claims a threat that could be carried out.
    pub threats: usize,
    /// Those of them in which another move is hottest without threats.
    pub changed_by_threats: usize,
    /// Threats that were over-valued.
    pub threats_over_valued: usize,
    /// Goals that were over-valued.
    pub goals_over_valued: usize,
    /// The excess of the values of threats.
    pub threat: Option<Excess>,
    /// The excess of the values of goals.
    pub goal: Option<Excess>,
}

/// Audits positions of these games. `step` is called after each position; `begin` is told first how
/// many there are.
pub fn audit_threats(
    games: &[RecordedGame],
    config: &ThreatAuditConfig,
    begin: impl FnOnce(u64),
    mut step: impl FnMut(),
) -> Result<ThreatAudit, RecordedGameError> {
    let mut positions = Vec::new();
    for game in games {
        positions.extend(game.positions(config.every)?);
    }
    begin(positions.len() as u64);
    let strategy = Strategy { playouts: config.playouts as u64, ..Strategy::default() };
    let mut tally = AuditCounts::default();
    for (number, position) in positions.iter().enumerate() {
        tally.add(&strategy, position, config.seed.wrapping_add(number as u64));
        step();
    }
    Ok(tally.report(games.len(), config))
}

#[derive(Default)]
struct AuditCounts {
    positions: usize,
    /// The hottest moves that claim a threat, compared with games in which it was carried out.
    audits: Vec<Audit>,
    /// Those of them that would not be the hottest without threats.
    changed: usize,
}

impl AuditCounts {
    fn add(&mut self, strategy: &Strategy, position: &Position, seed: u64) {
        let advice = strategy.advise(position, seed);
        let Some(best) = advice.first() else { return };
        self.positions += 1;
        if let Some(audit) = strategy.audit(position, best, seed) {
            self.audits.push(audit);
            let without = Strategy { threats: false, ..*strategy }.advise(position, seed);
            let point = |advice: &Advice| advice.point;
            self.changed += usize::from(without.first().map(point) != Some(best.point));
        }
    }

    fn report(&self, games: usize, config: &ThreatAuditConfig) -> ThreatAudit {
        let count = |is: fn(&Audit) -> bool| self.audits.iter().filter(|audit| is(audit)).count();
        ThreatAudit {
            games,
            positions: self.positions,
            playouts: config.playouts,
            seed: config.seed,
            threats: self.audits.len(),
            changed_by_threats: self.changed,
            threats_over_valued: count(Audit::is_over_valued),
            goals_over_valued: count(Audit::is_goal_over_valued),
            threat: Excess::of(self.audits.iter().map(|a| a.claim.threat - a.threat.mean)),
            goal: Excess::of(self.audits.iter().map(|a| a.claim.goal - a.goal.mean)),
        }
    }
}
