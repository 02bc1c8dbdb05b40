//! `kage bench threats`: are threats worth what the playouts say in which they were carried out?

use crate::args::BenchThreats;
use crate::failure::Failure;
use crate::files;
use crate::recorded::{self, Recorded};
use indicatif::ProgressBar;
use kage_goban::Position;
use kage_record::replay;
use kage_tactics::{Advice, Audit, Strategy};
use serde::Serialize;

pub(crate) fn run(options: &BenchThreats) -> Result<(), Failure> {
    let mut games = recorded::load(&options.files)?;
    games.truncate(options.games.unwrap_or(usize::MAX));
    let positions: Result<Vec<Vec<Position>>, Failure> =
        games.iter().map(|game| positions(game, options.every)).collect();
    let positions: Vec<Position> = positions?.into_iter().flatten().collect();
    let strategy = Strategy { playouts: options.playouts as u64, ..Strategy::default() };
    let bar = ProgressBar::new(positions.len() as u64);
    let mut tally = Tally::default();
    for (number, position) in positions.iter().enumerate() {
        tally.look(&strategy, position, options.seed.wrapping_add(number as u64));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let report = tally.report(games.len(), options);
    files::say(&report, options.json, || report.in_words())
}

/// The truth after every so many turns of a game, until it is over.
fn positions(recorded: &Recorded, every: usize) -> Result<Vec<Position>, Failure> {
    let (mut turns, mut found) = (0, Vec::new());
    replay(&recorded.game, |step| {
        turns += 1;
        if turns % every == 0 && !step.position.is_over() {
            found.push(step.position.clone());
        }
    })
    .map_err(|error| Failure::Impossible(recorded.file.clone(), error))?;
    Ok(found)
}

#[derive(Default)]
struct Tally {
    positions: usize,
    /// Those where the hottest move is another without threats.
    changed: usize,
    /// The hottest moves that claim a threat, held against games in which it was carried out.
    audits: Vec<Audit>,
}

impl Tally {
    fn look(&mut self, strategy: &Strategy, position: &Position, seed: u64) {
        let advice = strategy.advise(position, seed);
        let Some(best) = advice.first() else { return };
        self.positions += 1;
        if best.claim.is_some() {
            let without = Strategy { threats: false, ..*strategy }.advise(position, seed);
            let point = |advice: &Advice| advice.point;
            self.changed += usize::from(without.first().map(point) != Some(best.point));
            self.audits.extend(strategy.audit(position, best, seed));
        }
    }

    fn report(&self, games: usize, options: &BenchThreats) -> Report {
        let share = |is: fn(&Audit) -> bool| self.audits.iter().filter(|audit| is(audit)).count();
        Report {
            games,
            positions: self.positions,
            playouts: options.playouts,
            seed: options.seed,
            changed_by_threats: self.changed,
            threats: self.audits.len(),
            threats_over_valued: share(Audit::is_over_valued),
            goals_over_valued: share(Audit::is_goal_over_valued),
            threat: Excess::of(self.audits.iter().map(|a| a.claim.threat - a.threat.mean)),
            goal: Excess::of(self.audits.iter().map(|a| a.claim.goal - a.goal.mean)),
        }
    }
}

/// By how many points something was over-valued: the mean, and its 95% interval.
#[derive(Serialize)]
struct Excess {
    mean: f64,
    low: f64,
    high: f64,
}

impl Excess {
    fn of(points: impl Iterator<Item = f64>) -> Excess {
        let points: Vec<f64> = points.collect();
        let count = points.len().max(2) as f64;
        let mean = points.iter().sum::<f64>() / count;
        let square = points.iter().map(|point| (point - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let wide = 1.96 * (square / count).sqrt();
        Excess { mean, low: mean - wide, high: mean + wide }
    }

    fn in_words(&self) -> String {
        format!("{:+.1} points ({:+.1} to {:+.1})", self.mean, self.low, self.high)
    }
}

#[derive(Serialize)]
struct Report {
    games: usize,
    positions: usize,
    playouts: usize,
    seed: u64,
    /// Positions whose hottest move is another without threats.
    changed_by_threats: usize,
    /// Positions whose hottest move claims a threat that could be carried out.
    threats: usize,
    threats_over_valued: usize,
    goals_over_valued: usize,
    threat: Excess,
    goal: Excess,
}

impl Report {
    fn in_words(&self) -> String {
        format!(
            "{} positions of {} games, {} playouts each, seed {}\n\
             {} hottest moves come with a threat; {} of them would not be the hottest without\n\
             goal and threat:  held too high in {} of {}, by {} in the mean\n\
             the goal alone:   held too high in {} of {}, by {} in the mean\n",
            self.positions,
            self.games,
            self.playouts,
            self.seed,
            self.threats,
            self.changed_by_threats,
            self.threats_over_valued,
            self.threats,
            self.threat.in_words(),
            self.goals_over_valued,
            self.threats,
            self.goal.in_words(),
        )
    }
}
