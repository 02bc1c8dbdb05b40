//! Worlds with a history that sounded exactly like the game.

use crate::crowd::{Crowd, Worlds};
use crate::prior::{Flat, Prior};
use crate::sampler::{Health, Options, Sampler, SamplerStats};
use crate::story::is_move;
use crate::world::World;
use crate::{Metaposition, Uniform};
use kage_goban::PointSet;
use kage_goban::bits::{Bits, NARROW};
use kage_phantom::View;

/// Draws histories of the opponent's moves that would have sounded exactly as the game did, each as
/// often as the prior says: all equally often, if it is flat.
///
/// Many chains walk side by side (see `chain`), and follow the game as it is heard: each is
/// lengthened by the new turn, mended if it does not fit, and given up if it cannot be mended. If no
/// chain is left the worlds come from [`Metaposition`], then from [`Uniform`], and are counted; at
/// the next news the chains try again.
pub struct History<P = Flat> {
    options: Options,
    prior: P,
    game: Option<Game<P>>,
    stats: SamplerStats,
    world: World,
}

/// One game that is followed.
struct Game<P> {
    /// The view as it was last seen.
    view: View,
    crowd: Box<dyn Worlds<P> + Send>,
    metaposition: Metaposition,
    uniform: Uniform,
}

impl History {
    /// A sampler to whom all worlds are equally likely.
    pub fn new(options: Options) -> History {
        History::with_prior(options, Flat)
    }
}

impl<P: Prior> History<P> {
    /// A sampler with a belief about how the opponent plays.
    pub fn with_prior(options: Options, prior: P) -> History<P> {
        let world = World::blank(kage_goban::BoardSize::NINE);
        History { options, prior, game: None, stats: SamplerStats::default(), world }
    }

    /// Hears a game from where it was left, turn by turn, as in play.
    fn follow(&mut self, view: &View) {
        let known = match &self.game {
            Some(game) if is_later(view, &game.view) => game.view.log().len(),
            _ => {
                self.game = Some(Game::new(view, self.options));
                0
            }
        };
        let Some(game) = &mut self.game else { return };
        let log = view.log();
        let is_stage = |end: &usize| *end == log.len() || is_move(&log[*end - 1]);
        for end in (known + 1..=log.len()).filter(is_stage) {
            game.crowd.hear(view, &log[..end], &self.prior, &mut self.stats);
        }
        if known == 0 && log.is_empty() {
            game.crowd.hear(view, log, &self.prior, &mut self.stats);
        }
        game.view = view.clone();
        if game.crowd.fitting() == 0 {
            game.metaposition.update(view);
            game.uniform.update(view);
        }
    }
}

impl<P: Prior> Game<P> {
    fn new(view: &View, options: Options) -> Game<P> {
        let crowd: Box<dyn Worlds<P> + Send> = if view.size().get() <= NARROW {
            crowd::<u128, P>(view, options)
        } else {
            crowd::<PointSet, P>(view, options)
        };
        Game {
            view: View::new(*view.rules(), view.setup(), view.color()),
            crowd,
            metaposition: Metaposition::new(options),
            uniform: Uniform::new(options),
        }
    }
}

fn crowd<B: Bits, P: Prior>(view: &View, options: Options) -> Box<dyn Worlds<P> + Send> {
    Box::new(Crowd::<B>::new(view, options))
}

/// Is this the same game, later or at the same time?
fn is_later(view: &View, before: &View) -> bool {
    view.rules() == before.rules()
        && view.setup() == before.setup()
        && view.color() == before.color()
        && view.log().starts_with(before.log())
}

impl<P: Prior> Sampler for History<P> {
    fn update(&mut self, view: &View) {
        self.follow(view);
    }

    fn draw(&mut self, count: usize, visit: &mut dyn FnMut(&World)) {
        let History { game: Some(game), prior, stats, world, .. } = self else { return };
        for drawn in 0..count {
            if game.crowd.next(prior, world, stats) {
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
        match game.crowd.fitting() {
            0 if game.metaposition.health() == Health::Nothing => game.uniform.health(),
            0 => Health::Fallback,
            some if some < self.options.chains => Health::Partly,
            _ => Health::Good,
        }
    }
}
