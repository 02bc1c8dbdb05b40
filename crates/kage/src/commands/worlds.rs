//! `kage worlds`: worlds that fit what one seat has heard at a moment of a recorded game.

use crate::args::Worlds;
use crate::failure::Failure;
use crate::render::worlds::{Asked, in_words, report};
use crate::{files, recorded};
use kage_lab::{WorldSample, WorldSampleConfig};

/// How many worlds are drawn side by side.
const SHOWN: usize = 3;

pub(crate) fn run(options: &Worlds) -> Result<(), Failure> {
    let game = recorded::load_one(&options.file, options.game)?;
    let views = game.seats(options.seat)?;
    let Some(view) = views.get(options.at) else {
        let (file, moves) = (options.file.clone(), views.len() - 1);
        return Err(Failure::NoSuchMove { file, wanted: options.at, moves });
    };
    let config = WorldSampleConfig {
        count: options.count as usize,
        kept: SHOWN,
        prior: options.prior.clone(),
        seed: options.seed,
    };
    let sample = WorldSample::draw(&views[..=options.at], &config)?;
    let certain = kage_lab::certain(view)?;
    let asked = Asked { options, view, certain: &certain };
    files::say(&report(&sample, &asked), options.json, || in_words(&sample, &asked))
}
