//! How far the outputs of a net are from their targets, and the gradient of that.

use crate::choices::Choices;
use crate::example::{ChoiceTarget, TrainingExample};
use crate::inference::{CHOICE, HIDDEN, LEAD, NEXT, NetOutput, OWNER, PASS, WIN, sigmoid};
use crate::network::{GAME_HEADS, HEADS};
use crate::planes::number;
use kage_goban::{Point, PointSet};

/// A sum of losses, and how many examples had a target for it.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct LossSum {
    /// The sum over examples.
    pub sum: f64,
    /// The number of examples.
    pub count: u64,
}

/// The losses of some examples.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Losses {
    /// Of choices: cross entropy in nats where they are imitated, else the negative clipped gain.
    pub choice: LossSum,
    /// The entropy of choices in nats, where they are improved.
    pub entropy: LossSum,
    /// How far choices are from the older net that they are held near, in nats.
    pub anchor: LossSum,
    /// How far choices have moved since they were made: the mean fall of the logarithm of their chance.
    pub moved: LossSum,
    /// The share of choices whose chance has changed by more than the clip allows.
    pub clipped: LossSum,
    /// Cross entropy of hidden stones, in nats a point.
    pub hidden: LossSum,
    /// Squared errors of the owner of points.
    pub owner: LossSum,
    /// Cross entropy of the opponent's next stone, in nats.
    pub next: LossSum,
    /// Cross entropy of the result, in nats.
    pub win: LossSum,
    /// Huber's loss of the lead, in lines of the board.
    pub lead: LossSum,
}

/// How choices are improved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChoiceOptions {
    /// How far the chance of a choice may move in one update, as a share of it.
    pub clip: f32,
    /// The reward of a nat of entropy.
    pub entropy: f32,
    /// The price of a nat of distance from the older net.
    pub anchor: f32,
}

impl Default for ChoiceOptions {
    fn default() -> ChoiceOptions {
        ChoiceOptions { clip: 0.2, entropy: 0.0, anchor: 0.0 }
    }
}

/// The weight of each loss in the total. That of choices is 1.
const HIDDEN_WEIGHT: f32 = 1.0;
const OWNER_WEIGHT: f32 = 0.25;
const NEXT_WEIGHT: f32 = 0.05;
const WIN_WEIGHT: f32 = 0.5;
const LEAD_WEIGHT: f32 = 0.05;

impl LossSum {
    pub(crate) fn one(loss: f32) -> LossSum {
        LossSum { sum: loss.into(), count: 1 }
    }

    /// Adds another sum.
    pub fn add(&mut self, other: LossSum) {
        self.sum += other.sum;
        self.count += other.count;
    }

    /// The mean; 0 without examples.
    pub fn mean(self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

impl Losses {
    /// Adds the losses of other examples.
    pub fn add(&mut self, other: &Losses) {
        let Losses { choice, entropy, anchor, moved, clipped, hidden, owner, next, win, lead } =
            other;
        self.choice.add(*choice);
        self.entropy.add(*entropy);
        self.anchor.add(*anchor);
        self.moved.add(*moved);
        self.clipped.add(*clipped);
        self.hidden.add(*hidden);
        self.owner.add(*owner);
        self.next.add(*next);
        self.win.add(*win);
        self.lead.add(*lead);
    }

    /// What training minimizes, if each example has every target: the weighted sum of the means.
    pub fn total(&self, options: ChoiceOptions) -> f64 {
        let parts = [
            (1.0, self.choice),
            (-options.entropy, self.entropy),
            (options.anchor, self.anchor),
            (HIDDEN_WEIGHT, self.hidden),
            (OWNER_WEIGHT, self.owner),
            (NEXT_WEIGHT, self.next),
            (WIN_WEIGHT, self.win),
            (LEAD_WEIGHT, self.lead),
        ];
        parts.into_iter().map(|(weight, part)| f64::from(weight) * part.mean()).sum()
    }
}

/// The gradient with respect to each output.
pub(crate) struct OutputGradient {
    pub(crate) points: Vec<[f32; HEADS]>,
    pub(crate) game: [f32; GAME_HEADS],
}

/// The losses of an example, and their gradient with respect to each output.
pub(crate) fn loss(
    example: &TrainingExample,
    output: &NetOutput,
    options: ChoiceOptions,
) -> (Losses, OutputGradient) {
    let points = vec![[0.0; HEADS]; output.points.len()];
    let mut gradient = OutputGradient { points, game: [0.0; GAME_HEADS] };
    let mut losses = Losses::default();
    match &example.choice {
        ChoiceTarget::None => {}
        ChoiceTarget::Imitate { open, chances } => {
            losses.choice = imitate(&Choices::of(output, *open), chances, &mut gradient);
        }
        ChoiceTarget::Improve { open, .. } => {
            let choices = Choices::of(output, *open);
            improve(&example.choice, &choices, options, &mut losses, &mut gradient);
        }
    }
    losses.hidden = hidden_loss(example, output, &mut gradient);
    losses.owner = owner_loss(example, output, &mut gradient);
    losses.next = next_loss(example, output, &mut gradient);
    if let Some(target) = example.win {
        let (loss, by) = cross_entropy(output.game[WIN], target);
        gradient.game[WIN] = WIN_WEIGHT * by;
        losses.win = LossSum::one(loss);
    }
    if let Some(lead) = example.lead {
        let error = output.game[LEAD] - lead / example.planes.lines as f32;
        let by = error.clamp(-1.0, 1.0);
        gradient.game[LEAD] = LEAD_WEIGHT * by;
        losses.lead = LossSum::one(by * (error - 0.5 * by));
    }
    (losses, gradient)
}

impl OutputGradient {
    /// The gradients of the logits of all choices, in their order.
    fn set_choices(&mut self, open: PointSet, by: impl Iterator<Item = f32>) {
        let lines = (self.points.len() as f32).sqrt() as usize;
        let mut points = open.iter();
        for by in by {
            match points.next() {
                Some(point) => self.points[number(lines, point)][CHOICE] = by,
                None => self.game[PASS] = by,
            }
        }
    }
}

fn imitate(choices: &Choices, chances: &[(usize, f32)], to: &mut OutputGradient) -> LossSum {
    let mut target = vec![0.0; choices.log_chances.len()];
    chances.iter().for_each(|&(number, chance)| target[number] = chance);
    let pairs = choices.log_chances.iter().zip(&target);
    let loss = -pairs.map(|(log, chance)| log * chance).sum::<f32>();
    let by = choices.log_chances.iter().zip(&target);
    to.set_choices(choices.open, by.map(|(log, chance)| libm::expf(*log) - chance));
    LossSum::one(loss)
}

/// Proximal policy optimization (Schulman and others 2017), with a reward of entropy and a price of the
/// distance from an older net.
fn improve(
    target: &ChoiceTarget,
    choices: &Choices,
    options: ChoiceOptions,
    losses: &mut Losses,
    to: &mut OutputGradient,
) {
    let ChoiceTarget::Improve { made, log_chance, advantage, anchor, .. } = target else { return };
    let moved = choices.log_chances[*made] - log_chance;
    let ratio = libm::expf(moved.clamp(-20.0, 20.0));
    let bounded = ratio.clamp(1.0 - options.clip, 1.0 + options.clip);
    let gain = (ratio * advantage).min(bounded * advantage);
    // Beyond the clip, the gain does not depend on the chance any more.
    let slope = if ratio * advantage <= bounded * advantage { ratio * advantage } else { 0.0 };
    let entropy = choices.entropy();
    let anchored = |number: usize, log: f32| anchor.as_ref().map_or(0.0, |old| log - old[number]);
    let all = || choices.log_chances.iter().copied().enumerate();
    let distance: f32 = all().map(|(at, log)| libm::expf(log) * anchored(at, log)).sum();
    let by = all().map(|(number, log)| {
        let chance = libm::expf(log);
        let of_gain = if number == *made { 1.0 - chance } else { -chance };
        -slope * of_gain
            + options.entropy * chance * (log + entropy)
            + options.anchor * chance * (anchored(number, log) - distance)
    });
    to.set_choices(choices.open, by.collect::<Vec<f32>>().into_iter());
    losses.choice = LossSum::one(-gain);
    losses.entropy = LossSum::one(entropy);
    losses.anchor = LossSum::one(distance);
    losses.moved = LossSum::one(-moved);
    losses.clipped = LossSum::one(f32::from(u8::from(ratio != bounded)));
}

fn hidden_loss(
    example: &TrainingExample,
    output: &NetOutput,
    gradient: &mut OutputGradient,
) -> LossSum {
    if example.unknown.is_empty() {
        return LossSum::default();
    }
    let share = 1.0 / example.unknown.len() as f32;
    let mut sum = 0.0;
    for point in example.unknown {
        let at = number(example.planes.lines, point);
        let target = f32::from(u8::from(example.hidden.contains(point)));
        let (loss, by) = cross_entropy(output.points[at][HIDDEN], target);
        sum += loss * share;
        gradient.points[at][HIDDEN] = HIDDEN_WEIGHT * by * share;
    }
    LossSum::one(sum)
}

fn owner_loss(
    example: &TrainingExample,
    output: &NetOutput,
    gradient: &mut OutputGradient,
) -> LossSum {
    if example.own_area.is_empty() && example.their_area.is_empty() {
        return LossSum::default();
    }
    let share = 1.0 / output.points.len() as f32;
    let mut owner = vec![0.0; output.points.len()];
    let at = |point: Point| number(example.planes.lines, point);
    example.own_area.iter().for_each(|point| owner[at(point)] = 1.0);
    example.their_area.iter().for_each(|point| owner[at(point)] = -1.0);
    let mut sum = 0.0;
    for (at, owner) in owner.into_iter().enumerate() {
        let predicted = libm::tanhf(output.points[at][OWNER]);
        let error = predicted - owner;
        sum += error * error * share;
        let by = 2.0 * error * (1.0 - predicted * predicted) * share;
        gradient.points[at][OWNER] = OWNER_WEIGHT * by;
    }
    LossSum::one(sum)
}

/// A softmax over all points without an own stone.
fn next_loss(
    example: &TrainingExample,
    output: &NetOutput,
    gradient: &mut OutputGradient,
) -> LossSum {
    let Some(next) = example.next else { return LossSum::default() };
    let mine = example.planes.sets.get(1).copied().unwrap_or_default();
    let whole = example.planes.sets.first().copied().unwrap_or_default();
    let mut open = whole - mine;
    // An own stone there has been taken in between.
    open.insert(next);
    let at = |point: Point| number(example.planes.lines, point);
    let logit = |point: Point| output.points[at(point)][NEXT];
    let most = open.iter().map(logit).fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = open.iter().map(|point| libm::expf(logit(point) - most)).sum();
    for point in open {
        let chance = libm::expf(logit(point) - most) / sum;
        let target = f32::from(u8::from(point == next));
        gradient.points[at(point)][NEXT] = NEXT_WEIGHT * (chance - target);
    }
    LossSum::one(most + libm::logf(sum) - logit(next))
}

/// The cross entropy of a target probability and the sigmoid of an output, with its derivative.
fn cross_entropy(output: f32, target: f32) -> (f32, f32) {
    let predicted = sigmoid(output);
    let ln = |chance: f32| libm::logf(chance.max(1e-9));
    (-target * ln(predicted) - (1.0 - target) * ln(1.0 - predicted), predicted - target)
}
