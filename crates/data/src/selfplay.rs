//! Many games into a file, on many threads. A game depends on the seed and its number alone, so a run
//! that was stopped continues with the same games.

use crate::play::{game_seed, play_game, play_in_order};
use crate::{DataError, Game, Header, Notes, PlayError, Writer};
use kage_arena::{Contestant, SeatRequest, SeatedPlayer, Terms};
use kage_goban::Color;
use kage_phantom::PlayerError;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Games to be played, all on the same terms.
pub struct SelfPlay {
    /// The two players, as the header names them. The first has Black in even games.
    pub players: [Contestant; 2],
    /// The terms of every game.
    pub terms: Terms,
    /// The number of games that the file shall have.
    pub games: u32,
    /// The seed of them all.
    pub seed: u64,
    /// How many games at once.
    pub concurrency: u32,
    /// The number of candidates of a try that are noted; 0 for no notes.
    pub notes: u8,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// The number of games that were in the file already.
    Resumed(u32),
    /// The number of games in the file, and the last of them.
    Game(u32, &'a Game),
}

impl SelfPlay {
    /// The header of the file.
    pub fn header(&self, command: &str) -> Header {
        let Terms { rules, setup, time } = &self.terms;
        Header {
            kage: env!("CARGO_PKG_VERSION").to_owned(),
            command: command.to_owned(),
            players: [0, 1].map(|side: usize| self.players[side].label.clone()),
            rules: rules.to_string(),
            size: setup.size().get(),
            handicap: setup.stones(Color::Black).to_string(),
            time: time.to_string(),
            seed: self.seed,
            notes: self.notes,
            merged: Vec::new(),
        }
    }

    /// Plays the games that the file does not have yet, and returns the number of games that it has in the
    /// end. When `stop` is set, unfinished games are dropped and those before them are kept.
    pub fn run(
        &self,
        path: &Path,
        command: &str,
        stop: &AtomicBool,
        mut tell: impl FnMut(Progress<'_>),
    ) -> Result<u32, DataError> {
        let mut writer = Writer::begin_or_resume(path, &self.header(command))?;
        if writer.games() > 0 {
            tell(Progress::Resumed(writer.games()));
        }
        let games = u64::from(writer.games())..u64::from(self.games);
        // A game that is void for a technical reason is played once more.
        let play = |number| self.play(number, stop).or_else(|_| self.play(number, stop));
        let played = play_in_order(
            games,
            self.concurrency as usize,
            stop,
            |game| play(game).map_err(|error| DataError::Void { game, error }),
            |_, game| {
                writer.push(&game)?;
                tell(Progress::Game(writer.games(), &game));
                Ok(())
            },
        );
        // Also after an error, the games that were played are kept.
        let games = writer.games();
        writer.finish()?.sync_all()?;
        played.map(|()| games)
    }

    fn play(&self, number: u64, stop: &AtomicBool) -> Result<Option<Game>, PlayError> {
        let black = (number % 2) as u8;
        let seat = |color: Color| {
            let side = if color == Color::Black { black } else { 1 - black };
            let seed = game_seed(self.seed, number).wrapping_mul(2).wrapping_add(u64::from(side));
            let invitation = SeatRequest { game: number as u32, seed, color };
            (self.players[usize::from(side)].seat)(invitation).and_then(only_blind)
        };
        let mut notes = Vec::new();
        let record = play_game(&self.terms, seat, stop, &mut |tried| {
            if self.notes > 0 {
                let noted = tried.explanation.map(|told| Notes::of(told, self.notes));
                notes.push(noted.unwrap_or_default());
            }
        })?;
        Ok(record.map(|record| Game::of(&record, black, notes)))
    }
}

/// A file has the view that each try was made from. A sighted player does not choose from its view.
fn only_blind(seat: SeatedPlayer) -> Result<SeatedPlayer, PlayerError> {
    match seat {
        SeatedPlayer::Blind(_) => Ok(seat),
        SeatedPlayer::Sighted(player) => Err(PlayerError::Infrastructure(format!(
            "{} sees the whole board: its tries are not made from a view",
            player.name()
        ))),
    }
}
