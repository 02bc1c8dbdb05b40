//! Is a threat worth what is claimed of it?
//!
//! What a goal and its threat are worth is told by random games in which both were reached. Those are
//! games that went well in other ways too: somebody who plays well does not let them (Cazenave 2006,
//! 7.3). So the moves are made, and the game goes on with moves chosen one by one before it becomes
//! random.

use crate::ledger::Ledger;
use crate::strategist::{Advice, Claim, Strategy, first_moves};
use crate::{AnyGoal, Goal, Reader, ReadingBoard, Status};
use kage_goban::{Color, Move, Point, Position};

/// Moves chosen one by one, by all-as-first, before a game becomes random.
const CHOSEN: usize = 8;
/// The playouts behind each of them, and at the end.
const PLAYOUTS: u64 = 64;
/// Games for a mean.
const GAMES: u64 = 16;

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Audit {
    /// What was claimed.
    pub claim: Claim,
    /// What the goal came to.
    pub goal: Estimate,
    /// What goal and threat came to, the opponent having passed between them.
    pub threat: Estimate,
}

/// A mean lead, and its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// How far it is off, typically.
    pub error: f64,
}

impl Estimate {
    /// Of some figures; `None` if they are fewer than two.
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
    /// Was the threat held to be worth more than it came to, beyond twice the error?
    pub fn is_over_valued(&self) -> bool {
        self.claim.threat > self.threat.mean + 2.0 * self.threat.error
    }

    /// The same of the goal alone.
    pub fn is_goal_over_valued(&self) -> bool {
        self.claim.goal > self.goal.mean + 2.0 * self.goal.error
    }
}

impl Strategy {
    /// Holds a claim against games in which it was acted upon. `None` if the advice claims nothing,
    /// or if no move is found that carries the threat out.
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

    /// A move that reaches what is threatened, now that it is our turn again.
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

/// Our mean lead in games that go on with chosen moves.
fn estimate(position: &Position, us: Color, seed: u64) -> Option<Estimate> {
    let leads: Vec<f64> = (0..GAMES)
        .filter_map(|game| lead(position.clone(), seed.wrapping_add(game.wrapping_mul(SALT))))
        .map(|lead| if us == Color::Black { lead } else { -lead })
        .collect();
    Estimate::of(&leads)
}

const SALT: u64 = 0x9E37_79B9_7F4A_7C15;

/// Black's mean lead after some chosen moves.
fn lead(mut position: Position, seed: u64) -> Option<f64> {
    for number in 0..CHOSEN as u64 {
        let ledger = played(&position, seed.wrapping_add(number));
        let first = first_moves(&position, &ledger);
        let legal = first.into_iter().filter(|(p, _)| position.check(Move::Play(*p)).is_ok());
        let best = legal.max_by(|(_, one), (_, other)| one.total_cmp(other));
        let play = best.map_or(Move::Pass, |(point, _)| Move::Play(point));
        if position.play(play).is_err() || position.is_over() {
            break;
        }
    }
    played(&position, !seed).all().mean()
}

fn played(position: &Position, seed: u64) -> Ledger {
    let mut ledger = Ledger::new(Vec::new(), Vec::new());
    ledger.play(position, PLAYOUTS, seed);
    ledger
}
