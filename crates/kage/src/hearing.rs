//! A recorded game as one seat heard it.

use crate::failure::Failure;
use kage_goban::{Color, PointSet};
use kage_phantom::{Setup, View};
use kage_record::{Transcript, replay};
use std::path::Path;

/// The view of a seat before the first turn and after each.
pub(crate) fn views(game: &Transcript, path: &Path, seat: Color) -> Result<Vec<View>, Failure> {
    let heard = with_truth(game, path, seat)?;
    Ok(heard.into_iter().map(|(view, _)| view).collect())
}

/// The same, each with the stones that the opponent really had.
pub(crate) fn with_truth(
    game: &Transcript,
    path: &Path,
    seat: Color,
) -> Result<Vec<(View, PointSet)>, Failure> {
    let setup = Setup::handicap(game.size, game.handicap)
        .map_err(|error| Failure::Other(error.to_string()))?;
    let mut view = View::new(game.rules, &setup, seat);
    let mut all = vec![(view.clone(), setup.stones(!seat))];
    let mut unheard = None;
    replay(game, |step| {
        for news in &step.heard[seat] {
            if let Err(error) = view.update(news) {
                unheard = Some(Failure::Other(error.to_string()));
            }
        }
        all.push((view.clone(), step.position.board().stones(!seat)));
    })
    .map_err(|error| Failure::Impossible(path.to_owned(), error))?;
    unheard.map_or(Ok(all), Err)
}
