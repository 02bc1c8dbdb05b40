//! Checks the claimed values of threats.
//!
//! The value of a goal with its threat is the mean of the random games in which both were reached. In
//! these games the opponent played badly elsewhere too, so the value is too high (Cazenave 2006, 7.3).
//! An audit plays the moves, goes on with some chosen moves, and only then with random ones.

use crate::link_scores::LinkScores;
use crate::strategist::{Advice, Claim, Strategy, first_moves};
use crate::{AnyGoal, Goal, Reader, ReadingBoard, Status};
use kage_goban::{Color, Move, Point, Position};

/// The number of chosen moves (by all moves as first) before a game becomes random.
const CHOSEN: usize = 8;
/// The number of playouts for each chosen move and for the final value.
const PLAYOUTS: u64 = 64;
/// The number of games for an estimate.
const GAMES: u64 = 16;

/// The result of checking a claim.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Audit {
    /// The claim.
    pub claim: Claim,
    /// The value of the goal in play.
    pub goal: Estimate,
    /// The value of goal and threat in play, with a pass of the opponent between them.
    pub threat: Estimate,
}

/// A mean lead, and its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The standard error.
    pub error: f64,
}

impl Estimate {
    /// The estimate from some values; `None` with fewer than two.
    pub fn of(figures: &[f64]) -> Option<Estimate> {
        if figures.len() < 2 {
            return None;
        }
        let count = figures.len() as f64;
        let mean = figures.iter().sum::<f64>() / count;
        let square = figures.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
        Some(Estimate { mean, error: (square / count).sqrt() })
    }
}

impl Audit {
    /// Whether the claim for the threat exceeds its value in play by more than two standard errors.
    pub fn is_over_valued(&self) -> bool {
        self.claim.threat > self.threat.mean + 2.0 * self.threat.error
    }

    /// The same for the goal without its threat.
    pub fn is_goal_over_valued(&self) -> bool {
        self.claim.goal > self.goal.mean + 2.0 * self.goal.error
    }
}

impl Strategy {
    /// Checks the claim of an advice. `None` if it has no claim, or if no move carries the threat out.
    pub fn audit(&self, position: &Position, advice: &Advice, seed: u64) -> Option<Audit> {
        let (claim, us) = (advice.claim?, position.turn());
        let mut then = position.clone();
        then.play(Move::Play(advice.point)).ok()?;
        let goal = estimate(&then, us, seed)?;
        then.play(Move::Pass).ok()?;
        let carried_out = self.carry_out(&then, claim.target)?;
        then.play(Move::Play(carried_out)).ok()?;
        Some(Audit { claim, goal, threat: estimate(&then, us, !seed)? })
    }

    /// A move that carries the threat out, after the opponent passed.
    fn carry_out(&self, position: &Position, target: AnyGoal) -> Option<Point> {
        let board = ReadingBoard::from(position);
        let mut reader = Reader::new(board).limited_to(self.reading).deepening(self.deepening);
        let moves = match target {
            AnyGoal::Connect(goal) => settling(&mut reader, goal, position.turn()),
            AnyGoal::EmptyConnect(goal) => settling(&mut reader, goal, position.turn()),
            _ => return None,
        };
        moves.into_iter().find(|&point| position.check(Move::Play(point)).is_ok())
    }
}

fn settling<G: Goal>(reader: &mut Reader, goal: G, us: Color) -> Vec<Point> {
    match reader.status(goal) {
        Status::Unsettled { first, second } => {
            reader.settling_moves(goal, first, second)[us].iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Our mean lead in games that begin with chosen moves.
fn estimate(position: &Position, us: Color, seed: u64) -> Option<Estimate> {
    let leads: Vec<f64> = (0..GAMES)
        .filter_map(|game| lead(position.clone(), seed.wrapping_add(game.wrapping_mul(SALT))))
        .map(|lead| if us == Color::Black { lead } else { -lead })
        .collect();
    Estimate::of(&leads)
}

const SALT: u64 = 0x9E37_79B9_7F4A_7C15;

/// Black's mean lead in playouts after some chosen moves.
fn lead(mut position: Position, seed: u64) -> Option<f64> {
    for number in 0..CHOSEN as u64 {
        let scores = played(&position, seed.wrapping_add(number));
        let first = first_moves(&position, &scores);
        let legal = first.into_iter().filter(|(p, _)| position.check(Move::Play(*p)).is_ok());
        let best = legal.max_by(|(_, one), (_, other)| one.total_cmp(other));
        let play = best.map_or(Move::Pass, |(point, _)| Move::Play(point));
        if position.play(play).is_err() || position.is_over() {
            break;
        }
    }
    played(&position, !seed).all().mean()
}

fn played(position: &Position, seed: u64) -> LinkScores {
    let mut scores = LinkScores::new(Vec::new(), Vec::new());
    scores.play(position, PLAYOUTS, seed);
    scores
}
