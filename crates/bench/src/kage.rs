//! Kage's playouts.

use kage_goban::{Board, BoardSize, Color};
use kage_playout::{Playouts, World};

use crate::measure::Tally;

/// Plays from the empty board; each call goes on where the last one stopped.
pub(crate) struct Kage {
    playouts: Playouts,
    world: World,
    next: u64,
}

impl Kage {
    pub(crate) fn new(size: BoardSize, seed: u64, portable: bool) -> Kage {
        let playouts = Playouts::new(size, seed);
        let playouts = if portable { playouts.portable() } else { playouts };
        Kage { playouts, world: World::new(&Board::new(size), Color::Black), next: 0 }
    }

    pub(crate) fn path(&self) -> String {
        self.playouts.path().to_string()
    }

    pub(crate) fn play(&mut self, games: u64) -> Result<Tally, kage_playout::WrongSize> {
        let mut tally = Tally::default();
        let numbers = self.next..self.next + games;
        self.next += games;
        self.playouts.run(
            numbers,
            |_| &self.world,
            |finish| {
                tally.games += 1;
                tally.plies += u64::from(finish.plies);
                tally.lead += i64::from(finish.lead());
                tally.capped += u64::from(finish.capped);
            },
        )?;
        Ok(tally)
    }
}
