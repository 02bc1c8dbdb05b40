//! Kage's playouts.

use kage_goban::{Board, BoardSize, Color};
use kage_playout::{Playouts, World};

use crate::measure::Totals;

/// Which instructions the playouts use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instructions {
    /// The best that the machine has.
    Best,
    /// Portable code only.
    Portable,
}

/// Plays from the empty board. Each call continues the numbering of the playouts.
pub(crate) struct Kage {
    playouts: Playouts,
    world: World,
    next: u64,
}

impl Kage {
    pub(crate) fn new(size: BoardSize, seed: u64, instructions: Instructions) -> Kage {
        let playouts = Playouts::new(size, seed);
        let playouts = match instructions {
            Instructions::Best => playouts,
            Instructions::Portable => playouts.portable(),
        };
        Kage { playouts, world: World::new(&Board::new(size), Color::Black), next: 0 }
    }

    pub(crate) fn path(&self) -> String {
        self.playouts.path().to_string()
    }

    pub(crate) fn play(&mut self, games: u64) -> Result<Totals, kage_playout::WrongSize> {
        let mut totals = Totals::default();
        let numbers = self.next..self.next + games;
        self.next += games;
        self.playouts.run(
            numbers,
            |_| &self.world,
            |finish| {
                totals.games += 1;
                totals.plies += u64::from(finish.plies);
                totals.lead += i64::from(finish.lead());
                totals.capped += u64::from(finish.capped);
            },
        )?;
        Ok(totals)
    }
}
