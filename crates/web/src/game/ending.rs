//! The truth of a finished game: the board, the score and the game's files.

use super::{Game, Truth};
use crate::json::{komi, point_words, seat_word, true_board};
use crate::opened::{GuessScore, Opened, ScoreShown};
use crate::seat_log::ending_word;
use kage_record::{Transcript, to_sgf, to_text};
use kage_referee::Record;

impl Game {
    /// The result as in SGF, once the game is over.
    pub(crate) fn result(&self) -> Option<String> {
        self.record().map(|record| record.outcome().to_string())
    }

    /// The record, once the game is over.
    pub(crate) fn record(&self) -> Option<&Record> {
        match &self.truth {
            Truth::Over(record) => Some(record),
            Truth::Running(_) => None,
        }
    }

    /// The truth, once the game is over, with the score of a seat's guess stones.
    pub(crate) fn opened(&self, guess: Option<GuessScore>) -> Option<Opened> {
        let record = self.record()?;
        let (board, outcome) = (record.position().board(), record.outcome());
        Some(Opened {
            board: true_board(board),
            result: outcome.to_string(),
            winner: outcome.winner.map(seat_word),
            how: ending_word(outcome.ending),
            score: self.score()?,
            dead: point_words(record.dead()),
            markable: self.can_mark_dead(),
            guess,
        })
    }

    /// The area score of the last position, once the game is over.
    pub(crate) fn score(&self) -> Option<ScoreShown> {
        let score = self.record()?.score();
        let (black, white) = (score.area.black, score.area.white);
        Some(ScoreShown { black, white, komi: komi(score.komi) })
    }

    fn transcript(&self) -> Option<Transcript> {
        let mut transcript = Transcript::of(self.record()?);
        transcript.names = self.names.clone();
        Some(transcript)
    }

    /// The finished game as an SGF file.
    pub(crate) fn sgf(&self) -> Option<String> {
        Some(format!("{}\n", to_sgf(&self.transcript()?).ok()?))
    }

    /// The finished game as a text file.
    pub(crate) fn text(&self) -> Option<String> {
        self.transcript().map(|transcript| to_text(&transcript))
    }
}
