//! A file in figures.

use crate::{DataError, Header, Reader, Sample, replay};
use kage_goban::Color;
use kage_phantom::{Choice, Refusal};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Read;

/// The number of moves of a stretch in [`Summary::hidden`].
const STRETCH: u32 = 10;

/// The share of the opponent's stones that a player does not know, over a stretch of a game.
#[derive(Serialize, Clone, Copy, PartialEq, Default, Debug)]
pub struct HiddenShare {
    /// The first move of the stretch: the number of moves made before it.
    pub from_move: u32,
    /// Tries made in it.
    pub tries: u64,
    /// The opponent's stones at all these tries together.
    pub stones: u64,
    /// Those of them of which the player was not certain.
    pub hidden: u64,
    /// The share of the hidden ones; 0 if there were no stones.
    pub share: f64,
}

/// A file in figures.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Summary {
    /// What all games have in common.
    pub header: Header,
    /// The number of games.
    pub games: u32,
    /// The number of tries, accepted and refused, with passes.
    pub tries: u64,
    /// The number of moves: tries that were accepted.
    pub moves: u64,
    /// Games that Black won.
    pub black_wins: u32,
    /// Games that White won.
    pub white_wins: u32,
    /// Games without a winner.
    pub draws: u32,
    /// Wins of the two players of the header.
    pub player_wins: [u32; 2],
    /// Games that ended by resignation or a forfeit.
    pub not_counted: u32,
    /// The mean number of moves of a game.
    pub mean_moves: f64,
    /// The mean number of tries of a game.
    pub mean_tries: f64,
    /// Refused tries by their true reason.
    pub refusals: BTreeMap<&'static str, u64>,
    /// The share of hidden stones, by the number of moves made.
    pub hidden: Vec<HiddenShare>,
    /// The number of good bytes.
    pub bytes: u64,
    /// Bytes for each game, with the header.
    pub bytes_per_game: f64,
    /// Bytes for each try, with the header.
    pub bytes_per_try: f64,
    /// Whether the file ends inside a block. The games of that block are lost.
    pub cut: bool,
}

impl Summary {
    /// Reads a file to its end.
    pub fn of<R: Read>(reader: &mut Reader<R>) -> Result<Summary, DataError> {
        let mut summary = Summary::empty(reader.header().clone());
        let (rules, setup) = (*reader.rules(), *reader.setup());
        loop {
            let number = reader.number();
            let Some(game) = reader.next_game()? else { break };
            let record = replay(&game, number, rules, setup, |sample| summary.count(sample))?;
            let outcome = record.outcome();
            summary.games += 1;
            match outcome.winner {
                Some(Color::Black) => summary.black_wins += 1,
                Some(Color::White) => summary.white_wins += 1,
                None => summary.draws += 1,
            }
            if let Some(winner) = outcome.winner {
                summary.player_wins[usize::from(game.player(winner))] += 1;
            }
            let decided = game.forfeit.is_some() || game.choices.last() == Some(&Choice::Resign);
            summary.not_counted += u32::from(decided);
        }
        summary.bytes = reader.good_bytes();
        summary.cut = reader.is_cut();
        summary.finish();
        Ok(summary)
    }

    fn empty(header: Header) -> Summary {
        Summary {
            header,
            games: 0,
            tries: 0,
            moves: 0,
            black_wins: 0,
            white_wins: 0,
            draws: 0,
            player_wins: [0; 2],
            not_counted: 0,
            mean_moves: 0.0,
            mean_tries: 0.0,
            refusals: Refusal::ALL.iter().map(|reason| (reason.word(), 0)).collect(),
            hidden: Vec::new(),
            bytes: 0,
            bytes_per_game: 0.0,
            bytes_per_try: 0.0,
            cut: false,
        }
    }

    fn count(&mut self, sample: &Sample<'_>) {
        match (sample.refused, sample.choice) {
            (Some(reason), _) => *self.refusals.entry(reason.word()).or_default() += 1,
            (None, Choice::Try(_) | Choice::Pass) => self.moves += 1,
            (None, Choice::Resign) => return,
        }
        self.tries += 1;
        let stretch = (sample.view.moves() / STRETCH) as usize;
        while self.hidden.len() <= stretch {
            let from_move = self.hidden.len() as u32 * STRETCH;
            self.hidden.push(HiddenShare { from_move, ..HiddenShare::default() });
        }
        let stones = sample.truth.board().stones(!sample.color());
        let share = &mut self.hidden[stretch];
        share.tries += 1;
        share.stones += stones.len() as u64;
        share.hidden += (stones - sample.view.theirs()).len() as u64;
    }

    fn finish(&mut self) {
        let ratio = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let (games, tries) = (f64::from(self.games), self.tries as f64);
        self.mean_moves = ratio(self.moves as f64, games);
        self.mean_tries = ratio(tries, games);
        self.bytes_per_game = ratio(self.bytes as f64, games);
        self.bytes_per_try = ratio(self.bytes as f64, tries);
        for share in &mut self.hidden {
            share.share = ratio(share.hidden as f64, share.stones as f64);
        }
    }
}
