//! The second solver: the game as a linear program over sequences (Koller, Megiddo and von
//! Stengel), solved by the interior-point method of the crate `clarabel`.
//!
//! It shares the tree with the first solver, and no step of the solution. Variables are Black's flow
//! through each of its sequences, and what each decision of White's is worth to Black if White
//! answers best. White's flow is the dual solution.

use super::flows::{Flow, proper};
use super::infosets::Infosets;
use super::tree::Tree;
use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettingsBuilder, DefaultSolver, IPSolver, SolverStatus, SupportedConeT,
};
use kage_goban::ByColor;
use std::fmt;

/// The linear program was not solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LpError(String);

impl fmt::Display for LpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the linear program was not solved: {}; take a smaller --cap", self.0)
    }
}

impl std::error::Error for LpError {}

/// The rows `A x + s = b` of a program, as triplets.
#[derive(Default)]
struct Rows {
    rows: Vec<usize>,
    columns: Vec<usize>,
    values: Vec<f64>,
    /// The number of rows so far.
    number: usize,
}

impl Rows {
    fn put(&mut self, column: usize, value: f64) {
        self.rows.push(self.number);
        self.columns.push(column);
        self.values.push(value);
    }

    fn end(&mut self) {
        self.number += 1;
    }
}

/// Both sides' optimal flows, and the iterations that they took.
pub(super) fn solve(tree: &Tree) -> Result<(ByColor<Flow>, u64), LpError> {
    let (black, white) = (&tree.sides.black, &tree.sides.white);
    let (flows, decisions) = (black.sequences(), white.len());
    let mut rows = Rows::default();
    flow_rows(black, &mut rows);
    let equalities = rows.number;
    let goal = answer_rows(tree, &mut rows);
    let answers = rows.number - equalities;
    for sequence in 0..flows {
        rows.put(sequence, -1.0);
        rows.end();
    }
    let columns = flows + decisions;
    let mut right = vec![0.0; rows.number];
    right[0] = 1.0;
    let cones = [
        SupportedConeT::ZeroConeT(equalities),
        SupportedConeT::NonnegativeConeT(rows.number - equalities),
    ];
    let matrix =
        CscMatrix::new_from_triplets(rows.number, columns, rows.rows, rows.columns, rows.values);
    let fail = |error: &dyn fmt::Display| LpError(error.to_string());
    let settings = DefaultSettingsBuilder::default().verbose(false).build();
    let settings = settings.map_err(|error| fail(&error))?;
    let nothing = CscMatrix::zeros((columns, columns));
    let solver = DefaultSolver::new(&nothing, &goal, &matrix, &right, &cones, settings);
    let mut solver = solver.map_err(|error| fail(&error))?;
    solver.solve();
    let solution = &solver.solution;
    if !matches!(solution.status, SolverStatus::Solved | SolverStatus::AlmostSolved) {
        return Err(LpError(format!("{:?}", solution.status)));
    }
    let dual = [1.0].iter().chain(&solution.z[equalities..equalities + answers]);
    let dual: Vec<f64> = dual.copied().collect();
    let flows = ByColor { black: proper(black, &solution.x[..flows]), white: proper(white, &dual) };
    Ok((flows, u64::from(solution.iterations)))
}

/// What flows into a decision of Black's flows out of it; 1 flows into the game.
fn flow_rows(black: &Infosets, rows: &mut Rows) {
    rows.put(0, 1.0);
    rows.end();
    for node in 0..black.len() {
        for sequence in black.of(node) {
            rows.put(sequence, 1.0);
        }
        for &(sequence, share) in black.leading_to(node) {
            rows.put(sequence as usize, -f64::from(share));
        }
        rows.end();
    }
}

/// A decision of White's is worth to Black no more than any of its sequences. Returns the goal: to
/// make the game worth as much as possible (a program is a minimum, so its sign is changed).
fn answer_rows(tree: &Tree, rows: &mut Rows) -> Vec<f64> {
    let white = &tree.sides.white;
    let flows = tree.sides.black.sequences();
    let mut worth: Vec<Vec<(usize, f64)>> = vec![Vec::new(); white.sequences()];
    for payoff in &tree.payoffs {
        worth[payoff.white as usize].push((payoff.black as usize, f64::from(payoff.worth)));
    }
    for node in 0..white.len() {
        for &(sequence, share) in white.leading_to(node) {
            worth[sequence as usize].push((flows + node, f64::from(share)));
        }
    }
    let mut goal = vec![0.0; flows + white.len()];
    for &(column, value) in &worth[0] {
        goal[column] -= value;
    }
    for node in 0..white.len() {
        for sequence in white.of(node) {
            rows.put(flows + node, 1.0);
            for &(column, value) in &worth[sequence] {
                rows.put(column, -value);
            }
            rows.end();
        }
    }
    goal
}
