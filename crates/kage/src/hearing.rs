//! A recorded game as one seat heard it.

use crate::failure::Failure;
use kage_goban::Color;
use kage_phantom::{Setup, View};
use kage_record::{Transcript, replay};
use std::path::Path;

/// The view of a seat before the first turn and after each.
pub(crate) fn views(game: &Transcript, path: &Path, seat: Color) -> Result<Vec<View>, Failure> {
    let setup = Setup::handicap(game.size, game.handicap)
        .map_err(|error| Failure::Other(error.to_string()))?;
    let mut views = vec![View::new(game.rules, &setup, seat)];
    let mut unheard = None;
    replay(game, |step| {
        let mut view = views[views.len() - 1].clone();
        for news in &step.heard[seat] {
            if let Err(error) = view.update(news) {
                unheard = Some(Failure::Other(error.to_string()));
            }
        }
        views.push(view);
    })
    .map_err(|error| Failure::Impossible(path.to_owned(), error))?;
    unheard.map_or(Ok(views), Err)
}
