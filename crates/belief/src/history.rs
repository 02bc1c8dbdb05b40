//! Worlds with a history in which the seat would have heard exactly what it did hear.

mod chain;
mod consistency;
mod observed;
mod population;
mod proposals;
mod repair;

pub(crate) use chain::{HistoryChain, Proposal};
pub(crate) use consistency::{NOWHERE, State};
pub(crate) use observed::{NOTHING, ObservedGame, PASS};

use observed::is_move;
use population::{ChainPopulation, Population};

use crate::opponent::{Flat, Prior};
use crate::sampler::{Health, Options, Sampler, SamplerStats};
use crate::world::World;
use crate::{Metaposition, Uniform};
use kage_goban::PointSet;
use kage_goban::bits::{Bits, NARROW};
use kage_phantom::{Seat, View};

/// Draws consistent histories of the opponent's moves, each as often as its prior says: all equally often, if it is
/// flat.
///
/// A population of Markov chains follows the game as it is heard. Each chain is extended by the new turn, repaired if
/// it is inconsistent, and replaced by another if it cannot be repaired. If no chain is left, the worlds come from
/// [`Metaposition`], then from [`Uniform`], and are counted ([`SamplerStats::fallbacks`]). The next update tries to
/// repair the chains again.
pub struct History<P = Flat> {
    options: Options,
    prior: P,
    game: Option<FollowedGame<P>>,
    stats: SamplerStats,
}

/// The game that is followed.
struct FollowedGame<P> {
    /// The latest state of the seat that is followed.
    seat: Seat,
    population: Box<dyn Population<P> + Send>,
    metaposition: Metaposition,
    uniform: Uniform,
}

impl History {
    /// A sampler with a flat prior.
    pub fn new(options: Options) -> History {
        History::with_prior(options, Flat)
    }
}

impl<P: Prior> History<P> {
    /// A sampler with a prior for the opponent's moves.
    pub fn with_prior(options: Options, prior: P) -> History<P> {
        History { options, prior, game: None, stats: SamplerStats::default() }
    }

    /// Follows a game from the latest view on, turn by turn, as in play.
    fn follow(&mut self, seat: &Seat) {
        let known = match &self.game {
            Some(game) if is_later(seat, &game.seat) => game.seat.log().len(),
            _ => {
                self.game = Some(FollowedGame::new(seat, self.options));
                0
            }
        };
        let Some(game) = &mut self.game else { return };
        let log = seat.log();
        let is_stage = |end: &usize| *end == log.len() || is_move(&log[*end - 1]);
        for end in (known + 1..=log.len()).filter(is_stage) {
            game.population.hear(seat, &log[..end], &self.prior, &mut self.stats);
        }
        if known == 0 && log.is_empty() {
            game.population.hear(seat, log, &self.prior, &mut self.stats);
        }
        game.seat = seat.clone();
        if game.population.consistent() == 0 {
            game.metaposition.update(seat);
            game.uniform.update(seat);
        }
    }
}

impl<P: Prior> FollowedGame<P> {
    fn new(view: &View, options: Options) -> FollowedGame<P> {
        let population: Box<dyn Population<P> + Send> = if view.size().get() <= NARROW {
            population::<u128, P>(view, options)
        } else {
            population::<PointSet, P>(view, options)
        };
        FollowedGame {
            seat: Seat::new(*view.rules(), view.setup(), view.color()),
            population,
            metaposition: Metaposition::new(options),
            uniform: Uniform::new(options),
        }
    }
}

fn population<B: Bits, P: Prior>(view: &View, options: Options) -> Box<dyn Population<P> + Send> {
    Box::new(ChainPopulation::<B>::new(view, options))
}

/// Is this the same game, later or at the same time?
fn is_later(seat: &Seat, before: &Seat) -> bool {
    seat.rules() == before.rules()
        && seat.setup() == before.setup()
        && seat.color() == before.color()
        && seat.log().starts_with(before.log())
}

impl<P: Prior> Sampler for History<P> {
    fn update(&mut self, seat: &Seat) {
        self.follow(seat);
    }

    fn draw(&mut self, count: usize, visit: &mut dyn FnMut(World)) {
        let History { game: Some(game), prior, stats, .. } = self else { return };
        for drawn in 0..count {
            if let Some(world) = game.population.next(prior, stats) {
                stats.worlds += 1;
                visit(world);
                continue;
            }
            let rest = count - drawn;
            stats.fallbacks += rest as u64;
            let simple: &mut dyn Sampler = if game.metaposition.health() == Health::Nothing {
                &mut game.uniform
            } else {
                &mut game.metaposition
            };
            return simple.draw(rest, visit);
        }
    }

    fn stats(&self) -> SamplerStats {
        self.stats
    }

    fn health(&self) -> Health {
        let Some(game) = &self.game else { return Health::Nothing };
        match game.population.consistent() {
            0 if game.metaposition.health() == Health::Nothing => game.uniform.health(),
            0 => Health::Fallback,
            some if some < self.options.chains => Health::Partly,
            _ => Health::Good,
        }
    }
}
