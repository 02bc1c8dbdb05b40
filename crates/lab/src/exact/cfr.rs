//! Predictive counterfactual regret minimization (PCFR+), side by side in turns, with quadratic
//! averaging.
//!
//! Every iteration improves Black's strategy against White's last one, then White's against Black's
//! new one. The average of the flows approaches an equilibrium.

use super::flows::{Flow, gradient, normal};
use super::infosets::Infosets;
use super::tree::Tree;
use kage_goban::{ByColor, Color};

/// What the algorithm carries from iteration to iteration, for one side.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SideState {
    /// Positive regrets.
    pub(crate) regrets: Vec<f64>,
    /// What the next regrets are expected to be: the last ones.
    pub(crate) expected: Vec<f64>,
    /// The weighted sum of the flows so far.
    pub(crate) sum: Flow,
}

/// A running solution.
#[derive(Debug)]
pub(crate) struct Cfr<'a> {
    tree: &'a Tree,
    pub(crate) iterations: u64,
    pub(crate) state: ByColor<SideState>,
    /// The present strategies, as shares of each decision.
    shares: ByColor<Vec<f64>>,
    flows: ByColor<Flow>,
    values: Vec<f64>,
}

impl<'a> Cfr<'a> {
    /// Begins with uniform strategies.
    pub(crate) fn new(tree: &'a Tree) -> Cfr<'a> {
        let zeros = |color: Color| vec![0.0; tree.sides[color].sequences()];
        let state = ByColor::new(|color| SideState {
            regrets: zeros(color),
            expected: zeros(color),
            sum: zeros(color),
        });
        Cfr::resumed(tree, 0, state)
    }

    /// Goes on from a state.
    pub(crate) fn resumed(tree: &'a Tree, iterations: u64, state: ByColor<SideState>) -> Cfr<'a> {
        let zeros = |color: Color| vec![0.0; tree.sides[color].sequences()];
        let (shares, flows) = (ByColor::new(zeros), ByColor::new(zeros));
        let mut cfr = Cfr { tree, iterations, state, shares, flows, values: Vec::new() };
        cfr.choose(Color::Black);
        cfr.choose(Color::White);
        cfr
    }

    /// One iteration of both sides.
    pub(crate) fn step(&mut self) {
        self.iterations += 1;
        let weight = (self.iterations as f64).powi(2);
        for side in Color::BOTH {
            gradient(self.tree, side, &self.flows[!side], &mut self.values);
            self.learn(side);
            self.choose(side);
            let sum = self.state[side].sum.iter_mut();
            sum.zip(&self.flows[side]).for_each(|(sum, flow)| *sum += weight * flow);
        }
    }

    /// The average strategies.
    pub(crate) fn average(&self) -> ByColor<Flow> {
        ByColor::new(|color| normal(&self.state[color].sum))
    }

    /// Adds to the regrets what each action would have won.
    fn learn(&mut self, color: Color) {
        let (side, shares) = (&self.tree.sides[color], &self.shares[color]);
        let SideState { regrets, expected, .. } = &mut self.state[color];
        for node in (0..side.len()).rev() {
            let range = side.of(node);
            let value: f64 = range.clone().map(|i| shares[i] * self.values[i]).sum();
            for i in range {
                expected[i] = self.values[i] - value;
                regrets[i] = (regrets[i] + expected[i]).max(0.0);
            }
            for &(sequence, share) in side.leading_to(node) {
                self.values[sequence as usize] += f64::from(share) * value;
            }
        }
    }

    /// Chooses by the regrets that are expected next.
    fn choose(&mut self, color: Color) {
        let side: &Infosets = &self.tree.sides[color];
        let SideState { regrets, expected, .. } = &self.state[color];
        let (shares, flow) = (&mut self.shares[color], &mut self.flows[color]);
        flow[0] = 1.0;
        for node in 0..side.len() {
            let reach: f64 = side
                .leading_to(node)
                .iter()
                .map(|&(sequence, share)| f64::from(share) * flow[sequence as usize])
                .sum();
            let range = side.of(node);
            let mut total = 0.0;
            for i in range.clone() {
                shares[i] = (regrets[i] + expected[i]).max(0.0);
                total += shares[i];
            }
            let even = 1.0 / range.len() as f64;
            for i in range {
                shares[i] = if total > 0.0 { shares[i] / total } else { even };
                flow[i] = reach * shares[i];
            }
        }
    }
}
