//! What replays in the browser know of beliefs: worlds that fit what a seat had heard.

use crate::worlds::certain;
use kage_belief::{History, Learned, Metaposition, Mixing, Options, Sampler};
use kage_goban::BoardSize;
use kage_phantom::View;
use kage_web::{Thought, Thoughts};
use std::time::{Duration, Instant};

/// How many worlds a heat map is made of.
const WORLDS: usize = 256;
/// How long histories may take: in a long game on a large board they would take minutes.
const PATIENCE: Duration = Duration::from_secs(3);

/// Histories where there is time for them, otherwise boards that fit the last view.
pub(crate) struct Worlds;

impl Thoughts for Worlds {
    fn think(&self, view: &View) -> Thought {
        let (mixing, health) = match histories(view) {
            Some(found) => found,
            None => boards(view),
        };
        let chance = |point| {
            let known = view.theirs().contains(point);
            (point, if known { 1.0 } else { mixing.share(point) })
        };
        let points = view.size().points().filter(|point| !view.mine().contains(*point));
        Thought {
            hidden: points.map(chance).collect(),
            certain: certain(view),
            worlds: mixing.worlds() as u32,
            health,
        }
    }
}

/// Worlds with a history, heard turn by turn; `None` if that takes too long.
fn histories(view: &View) -> Option<(Mixing, String)> {
    let start = Instant::now();
    let mut sampler: Box<dyn Sampler> = match Learned::embedded() {
        Ok(learned) => Box::new(History::with_prior(Options::default(), learned)),
        Err(_) => Box::new(History::new(Options::default())),
    };
    let mut earlier = View::new(*view.rules(), view.setup(), view.color());
    sampler.update(&earlier);
    for news in view.log() {
        let moves = earlier.moves();
        // It was heard in this order before.
        let _ = earlier.update(news);
        if earlier.moves() != moves {
            sampler.update(&earlier);
        }
        if start.elapsed() > PATIENCE {
            return None;
        }
    }
    sampler.update(view);
    let mixing = draw(&mut *sampler, view);
    let mut health = sampler.health().to_string();
    if view.size() == BoardSize::NINE {
        health += "; likelier as programs play";
    }
    Some((mixing, health))
}

/// Boards that fit the last view, without a history.
fn boards(view: &View) -> (Mixing, String) {
    let mut sampler = Metaposition::new(Options::default());
    sampler.update(view);
    let mixing = draw(&mut sampler, view);
    (mixing, "the game is long: boards that fit the last view, without a history".to_owned())
}

fn draw(sampler: &mut dyn Sampler, view: &View) -> Mixing {
    let mut mixing = Mixing::new(Options::default().chains);
    sampler.draw(WORLDS, &mut |world| mixing.add(world, !view.color()));
    mixing
}
