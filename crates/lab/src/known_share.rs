//! How much of the truth of recorded games the views know, and how many captures they read exactly.

use crate::{RecordedGame, RecordedGameError};
use kage_goban::{ByColor, Color, Move, PointSet};
use kage_record::replay_with_views;
use serde::Serialize;

/// What the views of recorded games know of the truth, over the moments after each turn.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Default, Debug)]
pub struct KnownShare {
    /// Games.
    pub games: u64,
    /// Moves that took stones.
    pub captures: u64,
    /// Those of them after which the captor knows every taken stone.
    pub captures_read: u64,
    /// The opponent's stones, over all moments.
    pub stones: u64,
    /// Those of them that the view knows.
    pub stones_known: u64,
    /// Empty points, over all moments.
    pub empty: u64,
    /// Those of them that the view knows.
    pub empty_known: u64,
}

impl KnownShare {
    /// Counts over all games.
    pub fn of(games: &[RecordedGame]) -> Result<KnownShare, RecordedGameError> {
        let mut share = KnownShare::default();
        for game in games {
            share.add(game)?;
        }
        Ok(share)
    }

    fn add(&mut self, recorded: &RecordedGame) -> Result<(), RecordedGameError> {
        self.games += 1;
        let mut before = ByColor::<PointSet>::default();
        let replayed = replay_with_views(&recorded.game, |at| {
            let board = at.position.board();
            for seat in Color::BOTH {
                let (view, theirs) = (&at.seats[seat], board.stones(!seat));
                let taken = before[!seat] - theirs;
                if matches!(at.last, Some(Move::Play(_))) && !taken.is_empty() {
                    self.captures += 1;
                    self.captures_read += u64::from(taken.is_subset(&view.empty()));
                }
                self.stones += theirs.len() as u64;
                self.stones_known += view.theirs().len() as u64;
                self.empty += board.empty().len() as u64;
                self.empty_known += view.empty().len() as u64;
            }
            before = ByColor::new(|color| board.stones(color));
        });
        replayed.map_err(|error| RecordedGameError { file: recorded.file.clone(), error })?;
        Ok(())
    }
}
