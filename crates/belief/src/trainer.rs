//! Learning how opponents play, from games whose truth is known.
//!
//! A learned prior is not asked how likely a move is among all moves, but which of two histories
//! that sounded alike is the likelier. So that is what it is taught: one move of a true history is
//! hidden, and the weights are to find it among all moves that would have sounded the same (the
//! pseudo-likelihood of Besag). What has to be summed is small, the sum is exact, and the best
//! weights are unique.

use crate::chain::{Chain, Draft};
use crate::dice::Dice;
use crate::features::{Features, SIZE, WEIGHTS};
use crate::judge::State;
use crate::learned::Learned;
use crate::prior::Flat;
use crate::story::{NOTHING, PASS, Story};
use kage_goban::Move;
use kage_phantom::View;

/// How far a weight moves at first; later less, the more it has moved (Adagrad).
const RATE: f64 = 0.15;
/// How strongly weights are drawn to nought, for each move.
const DECAY: f64 = 2e-5;

/// Teaches a prior.
#[derive(Clone, Debug)]
pub struct Trainer {
    dice: Dice,
    features: Features,
    weights: Vec<f64>,
    /// The sum of the squares of each weight's slopes.
    squares: Vec<f64>,
    /// The sum of the weights since the last pass began, and how often they were added.
    sums: Vec<f64>,
    added: u64,
}

/// How well moves were found.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Score {
    /// Moves that could have been elsewhere.
    pub moves: u64,
    /// The sum of the logarithms of the chances they were given.
    pub log_chance: f64,
    /// The same if all were alike.
    pub log_even: f64,
}

impl Score {
    /// Adds another.
    pub fn add(&mut self, other: &Score) {
        self.moves += other.moves;
        self.log_chance += other.log_chance;
        self.log_even += other.log_even;
    }

    /// The mean loss, in nats a move: with the weights, and if all were alike.
    pub fn losses(&self) -> (f64, f64) {
        let moves = self.moves.max(1) as f64;
        (-self.log_chance / moves, -self.log_even / moves)
    }
}

impl Trainer {
    /// Knows nothing.
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

    /// Is this a view of a game that can be learned from?
    pub fn suits(view: &View) -> bool {
        view.size() == SIZE
    }

    /// The numbers below `count` in an order to learn in, another each time.
    pub fn shuffle(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for end in (1..count).rev() {
            order.swap(end, self.dice.below(end + 1));
        }
        order
    }

    /// Learns from what a seat heard and what its opponent really played. Says how well the moves
    /// were found before each was learned.
    pub fn learn(&mut self, view: &View, plays: &[Move]) -> Score {
        let mut score = Score::default();
        let Some(mut lesson) = Lesson::new(view, plays) else { return score };
        for at in 0..lesson.story.open.len() {
            let guesses = lesson.guesses(&self.features, &self.weights, at);
            guesses.add_to(&mut score);
            self.follow(&guesses);
        }
        score
    }

    /// How well the moves are found.
    pub fn test(&self, view: &View, plays: &[Move]) -> Score {
        let mut score = Score::default();
        let Some(mut lesson) = Lesson::new(view, plays) else { return score };
        for at in 0..lesson.story.open.len() {
            lesson.guesses(&self.features, &self.weights, at).add_to(&mut score);
        }
        score
    }

    /// Forgets the way to here: [`finish`](Self::finish) takes the mean of what follows.
    pub fn begin_pass(&mut self) {
        self.sums.fill(0.0);
        self.added = 0;
    }

    /// Settles on the mean of the weights since the last pass began.
    pub fn finish(&mut self) -> Learned {
        if self.added > 0 {
            let mean = self.sums.iter().map(|sum| sum / self.added as f64);
            self.weights = mean.collect();
            self.begin_pass();
        }
        Learned::of(self.weights.clone())
    }

    /// Moves the weights so that the truth becomes likelier.
    fn follow(&mut self, guesses: &Guesses) {
        if guesses.chances.len() < 2 {
            return;
        }
        let mut slopes = vec![0.0; WEIGHTS];
        for (guess, chance) in guesses.chances.iter().enumerate() {
            let by = f64::from(u8::from(guess == 0)) - chance;
            for &(index, value) in guesses.seen(guess) {
                slopes[usize::from(index)] += by * f64::from(value);
            }
        }
        for (index, slope) in slopes.into_iter().enumerate() {
            let slope = slope - DECAY * self.weights[index];
            self.squares[index] += slope * slope;
            self.weights[index] += RATE * slope / self.squares[index].sqrt();
            self.sums[index] += self.weights[index];
        }
        self.added += 1;
    }
}

/// A true history, to hide moves of.
struct Lesson {
    story: Story<u128>,
    chain: Chain<u128>,
    draft: Draft<u128>,
}

/// The moves that one turn may have been, the true one first: what is seen in each of these worlds
/// from that turn on, and its chance.
#[derive(Default)]
struct Guesses {
    seen: Vec<(u16, f32)>,
    ends: Vec<usize>,
    chances: Vec<f64>,
}

impl Guesses {
    fn seen(&self, guess: usize) -> &[(u16, f32)] {
        let start = guess.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.seen[start..self.ends[guess]]
    }

    fn add_to(&self, score: &mut Score) {
        let count = self.chances.len();
        if count > 1 {
            score.moves += 1;
            score.log_chance += self.chances[0].max(f64::MIN_POSITIVE).ln();
            score.log_even -= (count as f64).ln();
        }
    }

    /// Turns logarithms of weights into chances.
    fn normalise(&mut self) {
        let most = self.chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for chance in &mut self.chances {
            *chance = (*chance - most).exp();
        }
        let sum: f64 = self.chances.iter().sum();
        for chance in &mut self.chances {
            *chance /= sum;
        }
    }
}

impl Lesson {
    /// `None` if these moves do not sound like the game, or the board is of another size.
    fn new(view: &View, plays: &[Move]) -> Option<Lesson> {
        if !Trainer::suits(view) {
            return None;
        }
        let story = Story::new(view.setup(), *view.rules(), view.color(), view.log());
        let mut chain = Chain::new(&story);
        let place = |play: &Move| match *play {
            Move::Play(point) => story.grid.place(point),
            Move::Pass => PASS,
        };
        chain.plays = std::iter::once(NOTHING).chain(plays.iter().map(place)).collect();
        if chain.plays.len() != story.turns.len() {
            return None;
        }
        chain.judge_from(&story, &Flat, 0);
        let mut draft = Draft::new();
        draft.fit(&story);
        chain.fits().then_some(Lesson { story, chain, draft })
    }

    /// Hides the move of an open turn.
    fn guesses(&mut self, features: &Features, weights: &[f64], open: usize) -> Guesses {
        let turn = usize::from(self.story.open[open]);
        let truth = self.chain.plays[turn];
        let mut guesses = Guesses::default();
        let heard = &self.story.turns[turn];
        let others = heard.places.iter().copied().chain(heard.pass.then_some(PASS));
        let others: Vec<u16> = others.filter(|&play| play != truth).collect();
        for play in std::iter::once(truth).chain(others) {
            if self.suppose(turn, play) {
                let log = self.look(features, weights, turn, &mut guesses);
                guesses.chances.push(log);
                guesses.ends.push(guesses.seen.len());
            }
        }
        guesses.normalise();
        guesses
    }

    /// Writes the world with another move into the draft. Says whether it sounds the same.
    fn suppose(&mut self, turn: usize, play: u16) -> bool {
        let Lesson { story, chain, draft } = self;
        (draft.first, draft.last) = (turn, turn);
        draft.plays[turn] = play;
        let keep = |draft: &Draft<u128>, turn: usize, _: State<u128>| Some(draft.plays[turn]);
        let Some(verdict) = chain.judge_draft(story, &Flat, draft, 0, keep) else { return false };
        draft.plays[turn + 1..].copy_from_slice(&chain.plays[turn + 1..]);
        draft.states[turn] = chain.states[turn];
        draft.states[verdict.end + 1..].copy_from_slice(&chain.states[verdict.end + 1..]);
        true
    }

    /// Looks at the supposed world from a turn on. Returns the logarithm of its weight.
    fn look(
        &self,
        features: &Features,
        weights: &[f64],
        from: usize,
        guesses: &mut Guesses,
    ) -> f64 {
        let Lesson { story, chain, draft } = self;
        let mut log = 0.0;
        for turn in from..story.turns.len() {
            let Some(play) = story.play(draft.plays[turn]) else { continue };
            let last = if turn > from { draft.plays[turn - 1] } else { chain.last(turn) };
            let moment = story.moment(turn, draft.states[turn], last);
            features.each(&moment, play, |index, value| {
                log += weights[index] * value;
                guesses.seen.push((index as u16, value as f32));
            });
        }
        log
    }
}
