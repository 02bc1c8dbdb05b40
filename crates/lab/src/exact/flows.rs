//! Flows through both sides' decisions, what they are worth, and exact best responses.

use super::infosets::Infosets;
use super::tree::Tree;
use kage_goban::{ByColor, Color};

/// How much of a side's play goes through each of its sequences: 1 through the start.
pub(crate) type Flow = Vec<f64>;

/// What each sequence of a side is worth to it directly, if the other side plays so.
pub(crate) fn gradient(tree: &Tree, side: Color, other: &Flow, gradient: &mut Vec<f64>) {
    gradient.clear();
    gradient.resize(tree.sides[side].sequences(), 0.0);
    match side {
        Color::Black => {
            for payoff in &tree.payoffs {
                gradient[payoff.black as usize] +=
                    f64::from(payoff.worth) * other[payoff.white as usize];
            }
        }
        Color::White => {
            for payoff in &tree.payoffs {
                gradient[payoff.white as usize] -=
                    f64::from(payoff.worth) * other[payoff.black as usize];
            }
        }
    }
}

/// What the best play of a side is worth to it. The gradient is used up.
pub(crate) fn best_value(side: &Infosets, gradient: &mut [f64]) -> f64 {
    for node in (0..side.len()).rev() {
        let best = gradient[side.of(node)].iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for &(sequence, share) in side.leading_to(node) {
            gradient[sequence as usize] += f64::from(share) * best;
        }
    }
    gradient[0]
}

/// Turns sums of flows into one flow.
pub(crate) fn normal(flow: &Flow) -> Flow {
    // Before the first iteration there is no average; nothing then flows anywhere.
    let whole = if flow[0] > 0.0 { flow[0] } else { 1.0 };
    flow.iter().map(|part| part / whole).collect()
}

/// A flow that keeps the shares of another at every decision: what is a little negative is 0, and
/// decisions that nothing reaches are played evenly.
pub(crate) fn proper(side: &Infosets, raw: &[f64]) -> Flow {
    let mut flow = vec![0.0; side.sequences()];
    flow[0] = 1.0;
    for node in 0..side.len() {
        let into = |&(sequence, share): &(u32, f32)| f64::from(share) * flow[sequence as usize];
        let reach: f64 = side.leading_to(node).iter().map(into).sum();
        let range = side.of(node);
        let whole: f64 = raw[range.clone()].iter().map(|part| part.max(0.0)).sum();
        let even = 1.0 / range.len() as f64;
        for at in range {
            let share = if whole > 1e-9 { raw[at].max(0.0) / whole } else { even };
            flow[at] = reach * share;
        }
    }
    flow
}

/// The value of a game between two bounds, in Black's terms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// What White's best answer leaves to Black.
    pub lower: f64,
    /// What Black's best answer is worth.
    pub upper: f64,
}

impl Bounds {
    /// Exact best responses to both strategies.
    pub(crate) fn of(tree: &Tree, flows: &ByColor<Flow>) -> Bounds {
        let best = |side: Color| {
            let mut values = Vec::new();
            gradient(tree, side, &flows[!side], &mut values);
            best_value(&tree.sides[side], &mut values)
        };
        Bounds { lower: -best(Color::White), upper: best(Color::Black) }
    }

    /// How much the best answers win together, divided by two: 0 for an equilibrium.
    pub fn exploitability(&self) -> f64 {
        (self.upper - self.lower) / 2.0
    }

    /// The middle of the bounds.
    pub fn middle(&self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }
}
