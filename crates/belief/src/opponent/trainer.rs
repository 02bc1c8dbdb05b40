//! Learns how opponents play, from games whose truth is known.
//!
//! A sampler does not ask a prior how likely a move is among all moves. It asks which of two consistent histories is
//! the likelier. So the weights are learned for that question: one move of a true history is hidden, and its
//! probability among all moves that would have been heard the same is maximised (Besag's pseudo-likelihood). The sum
//! has few terms and is exact, and the best weights are unique.

use crate::dice::Dice;
use crate::history::State;
use crate::history::{HistoryChain, Proposal};
use crate::history::{NOTHING, ObservedGame, PASS};
use crate::opponent::features::{Features, SIZE, WEIGHTS};
use crate::opponent::log_linear::LogLinearPrior;
use crate::opponent::prior::Flat;
use kage_goban::{BoardSize, Move};
use kage_phantom::{Seat, View};
use std::fmt;

/// The learning rate at first. Adagrad lowers it for each weight.
const LEARNING_RATE: f64 = 0.15;
/// The weight decay, for each move.
const DECAY: f64 = 2e-5;

/// Why a prior cannot learn from a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrainingError {
    /// The weights are for another board size.
    BoardSize(BoardSize),
    /// With these moves of the opponent the seat would have heard something else.
    Inconsistent,
}

impl fmt::Display for TrainingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainingError::BoardSize(size) => {
                write!(f, "the weights are for {SIZE}, and the game is on {size}")
            }
            TrainingError::Inconsistent => {
                f.write_str("the opponent's moves do not lead to what the seat heard")
            }
        }
    }
}

impl std::error::Error for TrainingError {}

/// Learns the weights of a [`LogLinearPrior`].
#[derive(Clone, Debug)]
pub struct Trainer {
    dice: Dice,
    features: Features,
    weights: Vec<f64>,
    /// The sum of the squares of each weight's gradients.
    squares: Vec<f64>,
    /// The sum of the weights since the last pass began, and the number of its terms.
    sums: Vec<f64>,
    added: u64,
}

/// How well hidden moves were predicted.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Score {
    /// The moves that could have been elsewhere.
    pub moves: u64,
    /// The sum of the logarithms of their probabilities.
    pub log_chance: f64,
    /// The same if all moves were equally likely.
    pub log_even: f64,
}

impl Score {
    /// Adds another score.
    pub fn add(&mut self, other: &Score) {
        self.moves += other.moves;
        self.log_chance += other.log_chance;
        self.log_even += other.log_even;
    }

    /// The mean loss in nats a move: with the weights, and if all moves were equally likely.
    pub fn losses(&self) -> (f64, f64) {
        let moves = self.moves.max(1) as f64;
        (-self.log_chance / moves, -self.log_even / moves)
    }
}

impl Trainer {
    /// A trainer whose weights are all zero.
    pub fn new(seed: u64) -> Trainer {
        Trainer {
            dice: Dice::new(seed),
            features: Features::new(),
            weights: vec![0.0; WEIGHTS],
            squares: vec![1.0; WEIGHTS],
            sums: vec![0.0; WEIGHTS],
            added: 0,
        }
    }

    /// Are the weights for this view's board size?
    pub fn suits(view: &View) -> bool {
        view.size() == SIZE
    }

    /// The numbers below `count` in a random order, another each time.
    pub fn shuffle(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for end in (1..count).rev() {
            order.swap(end, self.dice.below(end + 1));
        }
        order
    }

    /// Learns from what a seat heard and what its opponent really played. Returns how well each move was predicted before
    /// it was learned.
    pub fn learn(&mut self, seat: &Seat, plays: &[Move]) -> Result<Score, TrainingError> {
        let mut score = Score::default();
        let mut history = TrueHistory::new(seat, plays)?;
        for at in 0..history.game.open.len() {
            let alternatives = history.alternatives(&self.features, &self.weights, at);
            alternatives.add_to(&mut score);
            self.step(&alternatives);
        }
        Ok(score)
    }

    /// How well the moves are predicted.
    pub fn test(&self, seat: &Seat, plays: &[Move]) -> Result<Score, TrainingError> {
        let mut score = Score::default();
        let mut history = TrueHistory::new(seat, plays)?;
        for at in 0..history.game.open.len() {
            history.alternatives(&self.features, &self.weights, at).add_to(&mut score);
        }
        Ok(score)
    }

    /// Begins a pass: [`finish`](Self::finish) takes the mean of the weights from here on.
    pub fn begin_pass(&mut self) {
        self.sums.fill(0.0);
        self.added = 0;
    }

    /// The prior with the mean of the weights since the last pass began.
    pub fn finish(&mut self) -> LogLinearPrior {
        if self.added > 0 {
            let mean = self.sums.iter().map(|sum| sum / self.added as f64);
            self.weights = mean.collect();
            self.begin_pass();
        }
        LogLinearPrior::of(self.weights.clone())
    }

    /// One step of gradient ascent: makes the true move likelier.
    fn step(&mut self, alternatives: &Alternatives) {
        if alternatives.chances.len() < 2 {
            return;
        }
        let mut gradient = vec![0.0; WEIGHTS];
        for (index, chance) in alternatives.chances.iter().enumerate() {
            let by = f64::from(u8::from(index == 0)) - chance;
            for &(feature, value) in alternatives.features_of(index) {
                gradient[usize::from(feature)] += by * f64::from(value);
            }
        }
        for (index, slope) in gradient.into_iter().enumerate() {
            let slope = slope - DECAY * self.weights[index];
            self.squares[index] += slope * slope;
            self.weights[index] += LEARNING_RATE * slope / self.squares[index].sqrt();
            self.sums[index] += self.weights[index];
        }
        self.added += 1;
    }
}

/// A true history whose moves are hidden, one at a time.
struct TrueHistory {
    game: ObservedGame<u128>,
    chain: HistoryChain<u128>,
    proposal: Proposal<u128>,
}

/// The moves that one turn may have been, the true one first.
#[derive(Default)]
struct Alternatives {
    /// The features of all of them, from that turn on: index and value.
    features: Vec<(u16, f32)>,
    /// Where the features of each end.
    ends: Vec<usize>,
    /// The probability of each.
    chances: Vec<f64>,
}

impl Alternatives {
    fn features_of(&self, index: usize) -> &[(u16, f32)] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.features[start..self.ends[index]]
    }

    fn add_to(&self, score: &mut Score) {
        let count = self.chances.len();
        if count > 1 {
            score.moves += 1;
            score.log_chance += libm::log(self.chances[0].max(f64::MIN_POSITIVE));
            score.log_even -= libm::log(count as f64);
        }
    }

    /// Turns logarithms of weights into probabilities.
    fn normalise(&mut self) {
        let most = self.chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for chance in &mut self.chances {
            *chance = libm::exp(*chance - most);
        }
        let sum: f64 = self.chances.iter().sum();
        for chance in &mut self.chances {
            *chance /= sum;
        }
    }
}

impl TrueHistory {
    fn new(seat: &Seat, plays: &[Move]) -> Result<TrueHistory, TrainingError> {
        if !Trainer::suits(seat) {
            return Err(TrainingError::BoardSize(seat.size()));
        }
        let game = ObservedGame::new(seat.setup(), *seat.rules(), seat.color(), seat.log());
        let mut chain = HistoryChain::new(&game);
        let place = |play: &Move| match *play {
            Move::Play(point) => game.grid.place(point),
            Move::Pass => PASS,
        };
        chain.plays = std::iter::once(NOTHING).chain(plays.iter().map(place)).collect();
        if chain.plays.len() != game.turns.len() {
            return Err(TrainingError::Inconsistent);
        }
        chain.check_from(&game, &Flat, 0);
        let mut proposal = Proposal::new();
        proposal.fit(&game);
        if chain.is_consistent() {
            Ok(TrueHistory { game, chain, proposal })
        } else {
            Err(TrainingError::Inconsistent)
        }
    }

    /// The alternatives to the move of an open turn.
    fn alternatives(&mut self, features: &Features, weights: &[f64], open: usize) -> Alternatives {
        let turn = usize::from(self.game.open[open]);
        let truth = self.chain.plays[turn];
        let mut alternatives = Alternatives::default();
        let heard = &self.game.turns[turn];
        let others = heard.places.iter().copied().chain(heard.pass.then_some(PASS));
        let others: Vec<u16> = others.filter(|&play| play != truth).collect();
        for play in std::iter::once(truth).chain(others) {
            if self.propose(turn, play) {
                let log = self.log_weight(features, weights, turn, &mut alternatives.features);
                alternatives.chances.push(log);
                alternatives.ends.push(alternatives.features.len());
            }
        }
        alternatives.normalise();
        alternatives
    }

    /// Writes the history with another move into the proposal. Returns whether it is consistent.
    fn propose(&mut self, turn: usize, play: u16) -> bool {
        let TrueHistory { game, chain, proposal } = self;
        (proposal.first, proposal.last) = (turn, turn);
        proposal.plays[turn] = play;
        let keep =
            |proposal: &Proposal<u128>, turn: usize, _: State<u128>| Some(proposal.plays[turn]);
        let Some(checked) = chain.check_proposal(game, &Flat, proposal, 0, keep) else {
            return false;
        };
        proposal.plays[turn + 1..].copy_from_slice(&chain.plays[turn + 1..]);
        proposal.states[turn] = chain.states[turn];
        proposal.states[checked.end + 1..].copy_from_slice(&chain.states[checked.end + 1..]);
        true
    }

    /// The logarithm of the proposed history's weight from a turn on. Appends its features.
    fn log_weight(
        &self,
        features: &Features,
        weights: &[f64],
        from: usize,
        found: &mut Vec<(u16, f32)>,
    ) -> f64 {
        let TrueHistory { game, chain, proposal } = self;
        let mut log = 0.0;
        for turn in from..game.turns.len() {
            let Some(play) = game.play(proposal.plays[turn]) else { continue };
            let last = if turn > from { proposal.plays[turn - 1] } else { chain.last(turn) };
            let context = game.context(turn, proposal.states[turn], last);
            features.each(&context, play, |index, value| {
                log += weights[index] * value;
                found.push((index as u16, value as f32));
            });
        }
        log
    }
}
