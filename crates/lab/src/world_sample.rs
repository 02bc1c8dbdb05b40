//! Worlds drawn at one moment, and their statistics.

use crate::{PriorChoice, PriorError};
use kage_belief::{History, Options, SampleDiagnostics, Sampler, SamplerStats, World, verify};
use kage_goban::Point;
use kage_phantom::{Knowledge, Seat, View};

/// How worlds are drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct WorldSampleConfig {
    /// How many.
    pub count: usize,
    /// How many of them are kept as boards.
    pub kept: usize,
    /// The prior of the histories.
    pub prior: PriorChoice,
    /// The seed of the sampler.
    pub seed: u64,
}

/// Worlds drawn at one moment.
#[derive(Debug)]
pub struct WorldSample {
    /// The probability of each point, and the effective sample size.
    pub diagnostics: SampleDiagnostics,
    /// Worlds that `verify` accepts.
    pub verified: usize,
    /// The first worlds.
    pub worlds: Vec<World>,
    /// What the sampler did.
    pub stats: SamplerStats,
    /// How well the worlds fit, in words.
    pub health: String,
}

/// What a point is in all worlds of a sample, although the view is not certain of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unanimous {
    /// A stone of the opponent's.
    Theirs(Point),
    /// Empty, although a try was refused there.
    Empty(Point),
}

impl std::fmt::Display for Unanimous {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unanimous::Theirs(point) => write!(f, "{point} is theirs"),
            Unanimous::Empty(point) => {
                write!(f, "{point} is empty: it was refused for something else than a stone")
            }
        }
    }
}

impl WorldSample {
    /// Gives a sampler these views in order, and draws worlds for the last one.
    pub fn draw(views: &[Seat], config: &WorldSampleConfig) -> Result<WorldSample, PriorError> {
        let options = Options::default().with_seed(config.seed);
        let mut sampler = History::with_prior(options, config.prior.prior()?);
        for view in views {
            sampler.update(view);
        }
        let mut diagnostics = SampleDiagnostics::new(options.chains);
        let (mut verified, mut worlds) = (0, Vec::new());
        if let Some(view) = views.last() {
            sampler.draw(config.count, &mut |world| {
                verified += usize::from(verify(view, &world));
                diagnostics.add(&world, !view.color());
                if worlds.len() < config.kept {
                    worlds.push(world.clone());
                }
            });
        }
        let (stats, health) = (sampler.stats(), sampler.health().to_string());
        Ok(WorldSample { diagnostics, verified, worlds, stats, health })
    }

    /// Points that are the same in all worlds and that the view is not certain of.
    pub fn unanimous(&self, view: &View) -> Vec<Unanimous> {
        let open = |point: &Point| {
            !matches!(view.at(*point), Knowledge::Mine | Knowledge::Theirs | Knowledge::Empty)
        };
        let found = |point: Point| match self.diagnostics.share(point) {
            share if share >= 1.0 => Some(Unanimous::Theirs(point)),
            share if share <= 0.0 && matches!(view.at(point), Knowledge::Refused(_)) => {
                Some(Unanimous::Empty(point))
            }
            _ => None,
        };
        view.size().points().filter(open).filter_map(found).collect()
    }
}
