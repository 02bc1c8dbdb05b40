//! `kage bench threats`: are threats worth what the playouts say in which they were carried out?

use crate::args::BenchThreats;
use crate::failure::Failure;
use crate::files;
use crate::recorded::{self, Recorded};
use indicatif::ProgressBar;
use kage_goban::Position;
use kage_record::replay;
use kage_tactics::{Advice, Audit, Estimate, Strategy};
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
    /// The hottest moves that claim a threat, held against games in which it was carried out.
    audits: Vec<Audit>,
    /// Those of them that would not be the hottest without threats.
    changed: usize,
}

impl Tally {
    fn look(&mut self, strategy: &Strategy, position: &Position, seed: u64) {
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

    fn report(&self, games: usize, options: &BenchThreats) -> Report {
        let share = |is: fn(&Audit) -> bool| self.audits.iter().filter(|audit| is(audit)).count();
        Report {
            games,
            positions: self.positions,
            playouts: options.playouts,
            seed: options.seed,
            threats: self.audits.len(),
            changed_by_threats: self.changed,
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
    /// `None` if there are too few to say.
    fn of(points: impl Iterator<Item = f64>) -> Option<Excess> {
        let points: Vec<f64> = points.collect();
        let Estimate { mean, error } = Estimate::of(&points)?;
        Some(Excess { mean, low: mean - 1.96 * error, high: mean + 1.96 * error })
    }
}

fn in_words(excess: Option<&Excess>) -> String {
    excess.map_or("too few to say by how much".to_owned(), |Excess { mean, low, high }| {
        format!("by {mean:+.1} points ({low:+.1} to {high:+.1}) in the mean")
    })
}

#[derive(Serialize)]
struct Report {
    games: usize,
    positions: usize,
    playouts: usize,
    seed: u64,
    /// Positions whose hottest move claims a threat that could be carried out.
    threats: usize,
    /// Those of them whose hottest move is another without threats.
    changed_by_threats: usize,
    threats_over_valued: usize,
    goals_over_valued: usize,
    threat: Option<Excess>,
    goal: Option<Excess>,
}

impl Report {
    fn in_words(&self) -> String {
        format!(
            "{} positions of {} games, {} playouts each, seed {}\n\
             {} hottest moves come with a threat; {} of them would not be the hottest without\n\
             goal and threat:  held too high in {} of {}, {}\n\
             the goal alone:   held too high in {} of {}, {}\n",
            self.positions,
            self.games,
            self.playouts,
            self.seed,
            self.threats,
            self.changed_by_threats,
            self.threats_over_valued,
            self.threats,
            in_words(self.threat.as_ref()),
            self.goals_over_valued,
            self.threats,
            in_words(self.goal.as_ref()),
        )
    }
}
