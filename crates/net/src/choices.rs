//! From the output of a net to the chance of each choice.

use crate::inference::NetOutput;
use kage_goban::PointSet;
use kage_phantom::Choice;

/// The chances of all choices: the open points in their order, then the pass.
#[derive(Clone, PartialEq, Debug)]
pub struct Choices {
    /// The points to choose from.
    pub open: PointSet,
    /// The logarithm of the chance of each choice.
    pub log_chances: Vec<f32>,
}

impl Choices {
    /// The softmax of the logits.
    pub fn of(output: &NetOutput, open: PointSet) -> Choices {
        let logits = open.iter().map(|point| output.logit(point));
        let mut log_chances: Vec<f32> = logits.chain([output.pass_logit()]).collect();
        let most = log_chances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = log_chances.iter().map(|logit| libm::expf(logit - most)).sum();
        let whole = most + libm::logf(sum);
        log_chances.iter_mut().for_each(|logit| *logit -= whole);
        Choices { open, log_chances }
    }

    /// A choice by its number.
    pub fn choice(&self, number: usize) -> Choice {
        self.open.iter().nth(number).map_or(Choice::Pass, Choice::Try)
    }

    /// The chance of a choice by its number.
    pub fn chance(&self, number: usize) -> f32 {
        libm::expf(self.log_chances[number])
    }

    /// The number of the choice at this share of all chances, from 0 to 1.
    pub fn draw(&self, share: f32) -> usize {
        let mut left = share;
        for number in 0..self.log_chances.len() {
            left -= self.chance(number);
            if left < 0.0 {
                return number;
            }
        }
        // Rounding has left a rest: the likeliest choice takes it.
        let likelier = |a: &usize, b: &usize| self.log_chances[*a].total_cmp(&self.log_chances[*b]);
        (0..self.log_chances.len()).max_by(likelier).unwrap_or(0)
    }

    /// The entropy in nats.
    pub fn entropy(&self) -> f32 {
        -self.log_chances.iter().map(|log| libm::expf(*log) * log).sum::<f32>()
    }
}
