//! Many games into a file, on many threads. A game depends on the seed and its number alone, so
//! that a run which was stopped goes on as if it had not been.

use crate::{DataError, Game, Header, Notes, Writer};
use kage_arena::{Contestant, Invitation, Seat, Terms, play_watched};
use kage_goban::{ByColor, Color};
use kage_phantom::PlayerError;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Games to be played, all on the same terms.
pub struct SelfPlay {
    /// The two players, as the header names them. The first has Black in even games.
    pub players: [Contestant; 2],
    /// The terms of every game.
    pub terms: Terms,
    /// How many games the file is to have.
    pub games: u32,
    /// The seed of them all.
    pub seed: u64,
    /// How many games at once.
    pub concurrency: u32,
    /// How many candidates of a try are noted; 0 for no notes.
    pub notes: u8,
}

/// What a run tells while it goes on.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// So many games were in the file already.
    Resumed(u32),
    /// So many games are played now; this is the last of them.
    Game(u32, &'a Game),
}

/// A game and its number, or why it could not be played.
type Done = (u32, Result<Game, String>);

impl SelfPlay {
    /// What stands at the head of the file.
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
        }
    }

    /// Plays the games that the file does not have yet, and says how many it has in the end. When
    /// `stop` is set, the games under way are left and those before them are kept.
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
        let next = AtomicU32::new(writer.games());
        let halt = AtomicBool::new(false);
        let collected = std::thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..self.concurrency.max(1) {
                let sender = sender.clone();
                let (next, halt) = (&next, &halt);
                scope.spawn(move || self.work(next, &sender, stop, halt));
            }
            drop(sender);
            let collected = collect(&mut writer, &results, &mut tell);
            halt.store(true, Ordering::Relaxed);
            collected
        });
        // Whatever happened, what was played is kept.
        let games = writer.games();
        writer.finish()?.sync_all()?;
        collected.map(|()| games)
    }

    /// Plays the next game until there is none.
    fn work(&self, next: &AtomicU32, sender: &Sender<Done>, stop: &AtomicBool, halt: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) && !halt.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games {
                return;
            }
            // A game that the software spoiled is played once more.
            let game = self.play(number, stop).or_else(|_| self.play(number, stop));
            if stop.load(Ordering::Relaxed) && game.is_err() {
                return;
            }
            if sender.send((number, game)).is_err() {
                return;
            }
        }
    }

    fn play(&self, number: u32, stop: &AtomicBool) -> Result<Game, String> {
        let black = (number % 2) as u8;
        let seat = |color: Color| {
            let side = if color == Color::Black { black } else { 1 - black };
            let seed = self.game_seed(number).wrapping_mul(2).wrapping_add(u64::from(side));
            let player = &self.players[usize::from(side)];
            let invitation = Invitation { game: number, seed, color };
            (player.seat)(invitation).and_then(only_blind).map_err(|error| error.to_string())
        };
        let (mut black_seat, mut white_seat) = (seat(Color::Black)?, seat(Color::White)?);
        let seats = ByColor { black: &mut black_seat, white: &mut white_seat };
        let mut notes = Vec::new();
        let played = play_watched(seats, &self.terms, stop, &mut |tried| {
            if self.notes > 0 {
                let noted = tried.explanation.map(|told| Notes::of(told, self.notes));
                notes.push(noted.unwrap_or_default());
            }
        });
        match played.void {
            Some(void) => Err(format!("game {number}: {}", void.what)),
            None => Ok(Game::of(&played.record, black, notes)),
        }
    }

    fn game_seed(&self, number: u32) -> u64 {
        self.seed.wrapping_add(u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }
}

/// A file says what each try was made from, and that is a view.
fn only_blind(seat: Seat) -> Result<Seat, PlayerError> {
    match seat {
        Seat::Blind(_) => Ok(seat),
        Seat::Sighted(player) => Err(PlayerError::House(format!(
            "{} is told the truth: its tries are not made from a view",
            player.name()
        ))),
    }
}

/// Writes the games in order, whatever the order they end in.
fn collect(
    writer: &mut Writer<File>,
    results: &Receiver<Done>,
    tell: &mut impl FnMut(Progress<'_>),
) -> Result<(), DataError> {
    let mut early = BTreeMap::new();
    for (number, game) in results {
        early.insert(number, game.map_err(DataError::Void)?);
        while let Some(game) = early.remove(&writer.games()) {
            writer.push(&game)?;
            tell(Progress::Game(writer.games(), &game));
        }
    }
    Ok(())
}
