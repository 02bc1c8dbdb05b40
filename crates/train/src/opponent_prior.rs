//! How opponents play: a prior for beliefs, from games whose truth is known.

use crate::TrainError;
use kage_belief::{LogLinearPrior, Score, Trainer};
use kage_goban::Move;
use kage_phantom::Seat;
use serde::Serialize;

/// One game of this many is held out.
const HELD_OUT: usize = 10;
/// The number of turns between two examples of a seat.
const STRIDE: usize = 13;

/// A seat, and what its opponent really played.
struct PriorExample {
    seat: Seat,
    plays: Vec<Move>,
}

/// Seats and the truth behind them.
#[derive(Default)]
pub struct PriorDataset {
    training: Vec<PriorExample>,
    held_out: Vec<PriorExample>,
    games: usize,
}

/// How a prior is trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PriorConfig {
    /// How many times all examples are used.
    pub passes: u32,
    /// The seed of the order.
    pub seed: u64,
}

/// How well a prior predicts the moves of games.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct PriorReport {
    /// The number of games.
    pub games: usize,
    /// How many times all examples were used.
    pub passes: u32,
    /// The seed of the order.
    pub seed: u64,
    /// The number of moves that were learned from.
    pub moves: u64,
    /// The number of moves of games that were held out.
    pub held_out_moves: u64,
    /// The loss on the moves that were held out, in nats a move.
    pub held_out_loss: f64,
    /// The same for a prior that gives all moves the same probability.
    pub even_loss: f64,
    /// The loss on the moves that were learned from, in the last pass.
    pub learned_loss: f64,
}

impl PriorDataset {
    /// Adds one seat of a game: its view before the first turn and after each, and the moves of its
    /// opponent, each with the number of its turn. Each game is cut at other turns.
    pub fn add_seat(&mut self, game: usize, seats: Vec<Seat>, plays: &[(usize, Move)]) {
        self.games = self.games.max(game + 1);
        let held_out = game % HELD_OUT == HELD_OUT - 1;
        let list = if held_out { &mut self.held_out } else { &mut self.training };
        for (turns, seat) in seats.into_iter().enumerate() {
            let cut = turns % STRIDE == game % STRIDE;
            if cut && seat.outcome().is_none() && Trainer::suits(&seat) {
                let before = plays.iter().filter(|(turn, _)| *turn < turns);
                list.push(PriorExample { seat, plays: before.map(|(_, play)| *play).collect() });
            }
        }
    }

    /// The number of examples that one pass uses.
    pub fn examples(&self) -> usize {
        self.training.len()
    }

    /// Trains a prior and tests it on the games that were held out. `tell` hears the loss so far after each
    /// example.
    pub fn train(
        &self,
        config: PriorConfig,
        mut tell: impl FnMut(f64),
    ) -> Result<(LogLinearPrior, PriorReport), TrainError> {
        if self.training.is_empty() || self.held_out.is_empty() {
            return Err(TrainError::TooFewGames { games: self.games, needed: HELD_OUT });
        }
        let mut trainer = Trainer::new(config.seed);
        let mut learned = Score::default();
        for _ in 0..config.passes {
            trainer.begin_pass();
            learned = Score::default();
            for index in trainer.shuffle(self.training.len()) {
                let PriorExample { seat, plays } = &self.training[index];
                learned.add(&trainer.learn(seat, plays)?);
                tell(learned.losses().0);
            }
        }
        let weights = trainer.finish();
        let mut held_out = Score::default();
        for PriorExample { seat, plays } in &self.held_out {
            held_out.add(&trainer.test(seat, plays)?);
        }
        let (held_out_loss, even_loss) = held_out.losses();
        let report = PriorReport {
            games: self.games,
            passes: config.passes,
            seed: config.seed,
            moves: learned.moves,
            held_out_moves: held_out.moves,
            held_out_loss,
            even_loss,
            learned_loss: learned.losses().0,
        };
        Ok((weights, report))
    }
}
