//! What replays in the browser know of beliefs: worlds that fit what a seat had heard.

use crate::worlds::certain;
use kage_belief::{History, Mixing, Options, Sampler};
use kage_phantom::View;
use kage_web::{Thought, Thoughts};

/// How many worlds a heat map is made of.
const WORLDS: usize = 256;

/// The sampler of histories, with a fixed seed: the same moment always gives the same map.
pub(crate) struct Worlds;

impl Thoughts for Worlds {
    fn think(&self, view: &View) -> Thought {
        let options = Options::default();
        let mut sampler = History::new(options);
        let mut earlier = View::new(*view.rules(), view.setup(), view.color());
        sampler.update(&earlier);
        for news in view.log() {
            let moves = earlier.moves();
            // It was heard in this order before.
            let _ = earlier.update(news);
            if earlier.moves() != moves {
                sampler.update(&earlier);
            }
        }
        sampler.update(view);
        let mut mixing = Mixing::new(options.chains);
        sampler.draw(WORLDS, &mut |world| mixing.add(world, !view.color()));
        let chance = |point| {
            let known = view.theirs().contains(point);
            (point, if known { 1.0 } else { mixing.share(point) })
        };
        Thought {
            hidden: view
                .size()
                .points()
                .filter(|p| !view.mine().contains(*p))
                .map(chance)
                .collect(),
            certain: certain(view),
            worlds: mixing.worlds() as u32,
            health: sampler.health().to_string(),
        }
    }
}
