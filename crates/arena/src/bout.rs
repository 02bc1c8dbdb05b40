//! One game of many: who sits where, with which seed, and what is written down of it.

use crate::{GameRow, Played, Seat};
use kage_goban::{ByColor, Color};
use kage_phantom::{Ending, PlayerError};
use kage_record::Transcript;
use kage_referee::Record;

/// The game a player is seated for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// Its number in the match or the pairing, from 0.
    pub game: u32,
    /// The player's seed in it.
    pub seed: u64,
    /// The player's colour.
    pub color: Color,
}

/// Seats a fresh player for one game.
pub type Seating = Box<dyn Fn(Invitation) -> Result<Seat, PlayerError> + Send + Sync>;

/// One who can be seated.
pub struct Contestant {
    /// What he is called.
    pub label: String,
    /// How he is seated.
    pub seat: Seating,
}

/// One game of a match or a tournament, to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bout {
    /// Which pairing; a match has one.
    pub(crate) pairing: usize,
    /// Its number in the pairing, from 0.
    pub(crate) game: u32,
    /// Its seed.
    pub(crate) seed: u64,
    /// The pairing's players, by their places in the list.
    pub(crate) players: [usize; 2],
}

impl Bout {
    /// A game of a pairing. Games 2k and 2k+1 have the same seed and swapped colours.
    pub(crate) fn new(pairing: usize, players: [usize; 2], game: u32, pairing_seed: u64) -> Bout {
        let pair = u64::from(game / 2);
        let seed = pairing_seed.wrapping_add(pair.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        Bout { pairing, game, seed, players }
    }

    /// Which of the two players has a colour: they take turns.
    pub(crate) fn side_of(&self, color: Color) -> usize {
        (self.game as usize + usize::from(color == Color::White)) % 2
    }

    /// What the player of a colour is told. In a pair of games each player has a seed of his own, so
    /// that one who meets himself does not play a game twice.
    pub(crate) fn invitation(&self, color: Color) -> Invitation {
        let seed = self.seed.wrapping_mul(2).wrapping_add(self.side_of(color) as u64);
        Invitation { game: self.game, seed, color }
    }

    /// What came of it.
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
