//! One game of many: its players and seeds, and the row it becomes in a report.

use crate::{GameRow, Played, SeatedPlayer};
use kage_goban::{ByColor, Color};
use kage_phantom::{Ending, PlayerError};
use kage_record::Transcript;
use kage_referee::Record;

/// The game for which a player is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatRequest {
    /// Its number in the match or the pairing, from 0.
    pub game: u32,
    /// The player's seed in it.
    pub seed: u64,
    /// The player's colour.
    pub color: Color,
}

/// Makes a fresh player for one game.
pub type SeatFactory = Box<dyn Fn(SeatRequest) -> Result<SeatedPlayer, PlayerError> + Send + Sync>;

/// A player of a match or tournament.
pub struct Contestant {
    /// The name in reports.
    pub label: String,
    /// Makes the player for a game.
    pub seat: SeatFactory,
}

/// One game of a match or a tournament, to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GameJob {
    /// Which pairing; a match has one.
    pub(crate) pairing: usize,
    /// Its number in the pairing, from 0.
    pub(crate) game: u32,
    /// Its seed.
    pub(crate) seed: u64,
    /// The pairing's players, by their places in the list.
    pub(crate) players: [usize; 2],
}

impl GameJob {
    /// A game of a pairing. Games 2k and 2k+1 have the same seed and swapped colours.
    pub(crate) fn new(
        pairing: usize,
        players: [usize; 2],
        game: u32,
        pairing_seed: u64,
    ) -> GameJob {
        let pair = u64::from(game / 2);
        let seed = pairing_seed.wrapping_add(pair.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        GameJob { pairing, game, seed, players }
    }

    /// Which of the two players has a colour: they alternate from game to game.
    pub(crate) fn side_of(&self, color: Color) -> usize {
        (self.game as usize + usize::from(color == Color::White)) % 2
    }

    /// The request for the player of a colour. In a pair of games the players have different seeds, so
    /// that a player against itself does not repeat a game.
    pub(crate) fn seat_request(&self, color: Color) -> SeatRequest {
        let seed = self.seed.wrapping_mul(2).wrapping_add(self.side_of(color) as u64);
        SeatRequest { game: self.game, seed, color }
    }

    /// The row of the game in a report.
    pub(crate) fn row(&self, played: &Played) -> GameRow {
        let outcome = played.record.outcome();
        let black = self.side_of(Color::Black);
        let stats = [0, 1].map(|side: usize| {
            played.stats[if side == black { Color::Black } else { Color::White }]
        });
        GameRow {
            game: self.game,
            black,
            seed: self.seed,
            result: outcome.to_string(),
            winner: outcome.winner.map(|color| self.side_of(color)),
            lead: match outcome.ending {
                Ending::Count(score) => Some(f64::from(score.lead()) / 2.0),
                _ => None,
            },
            forfeit: matches!(outcome.ending, Ending::Forfeit(_)),
            fault: played.fault.clone(),
            moves: stats.map(|seat| seat.moves),
            refused: stats.map(|seat| seat.refused),
            seconds: stats.map(|seat| seat.time.as_secs_f64()),
            playouts: stats.map(|seat| seat.playouts),
        }
    }
}

/// The game as a file, with the names of its two players.
pub(crate) fn transcript(names: [&str; 2], row: &GameRow, record: &Record) -> Transcript {
    let mut game = Transcript::of(record);
    let name = |side: usize| Some(names[side].to_owned());
    game.names = ByColor { black: name(row.black), white: name(1 - row.black) };
    game.comments.push(format!("seed {}", row.seed));
    game.comments.extend(row.fault.clone());
    game
}
