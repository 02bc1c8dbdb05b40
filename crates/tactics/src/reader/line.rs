//! Best play of both sides after a proof.

use super::{First, Reader};
use crate::goal::Goal;
use crate::threats::LEVELS;
use kage_goban::{Color, Point};

impl Reader {
    /// Best play of both sides after a search that returned Won: our proved moves, and the replies
    /// that took longest to refute.
    pub fn line<G: Goal>(&mut self, goal: G, first: First) -> Vec<(Color, Point)> {
        let mut line = Vec::new();
        let ko = self.board.ko();
        if first == First::Enemy {
            let reply = self.hardest_reply(goal);
            self.extend(&mut line, !goal.color(), reply);
        }
        while line.len() < 200 && !goal.is_won(&self.board) {
            self.stop_at = self.nodes.saturating_add(self.limit);
            let Some((best, reply)) = self.next_moves(goal) else { break };
            if !self.extend(&mut line, goal.color(), Some(best)) || goal.is_won(&self.board) {
                break;
            }
            if !self.extend(&mut line, !goal.color(), reply) {
                self.board.set_ko(None);
            }
        }
        for _ in &line {
            self.board.undo();
        }
        self.board.set_ko(ko);
        line
    }

    fn extend(
        &mut self,
        line: &mut Vec<(Color, Point)>,
        side: Color,
        point: Option<Point>,
    ) -> bool {
        let Some(point) = point else { return false };
        let legal = self.board.play(side, point);
        if legal {
            line.push((side, point));
        }
        legal
    }

    /// Our proved move here, and the reply to it that took longest to refute.
    fn next_moves<G: Goal>(&mut self, goal: G) -> Option<(Point, Option<Point>)> {
        for point in goal.last_moves(&self.board) & self.region {
            if self.board.play(goal.color(), point) {
                let won = goal.is_won(&self.board);
                self.board.undo();
                if won {
                    return Some((point, None));
                }
            }
        }
        for &level in &LEVELS[..self.levels] {
            if self.win(goal, level, 0).won {
                break;
            }
        }
        let entry = self.table.get(self.board.hash() ^ goal.key())?;
        entry.best.filter(|_| entry.won).map(|best| (best, entry.reply))
    }

    /// In a won position with them to move, the reply that takes longest to refute.
    fn hardest_reply<G: Goal>(&mut self, goal: G) -> Option<Point> {
        let ko = self.board.set_ko(None);
        let trace = self.search(goal, First::Friend).trace();
        self.board.set_ko(ko);
        let mut worst = None;
        for point in trace & self.region & self.board.empty() {
            if self.board.play(!goal.color(), point) {
                let before = self.nodes;
                self.search_anew(goal, First::Friend);
                let cost = self.nodes - before;
                self.board.undo();
                if worst.is_none_or(|(most, _)| cost > most) {
                    worst = Some((cost, point));
                }
            }
        }
        worst.map(|(_, point)| point)
    }
}
