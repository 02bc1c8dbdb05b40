//! Hidden stones by given probabilities, such as a net estimates.

use crate::dice::Dice;
use crate::sampler::{Health, Options, Sampler, SamplerStats};
use crate::uniform::{board_with, fill};
use crate::world::{Source, World};
use kage_goban::{Board, Point, PointSet};
use kage_phantom::{Seat, View};

/// Keeps the certain stones and adds the missing ones by the probabilities it is given
/// ([`update_with_marginals`](Sampler::update_with_marginals)). Points are independent, given the number of stones.
/// A board is drawn again, a few times at most, if a chain has no liberty or a refusal of this turn would be legal.
///
/// A world costs little, and knows only as much of the game as the probabilities do.
pub struct MarginalSampler {
    dice: Dice,
    start: Option<Start>,
    stats: SamplerStats,
}

/// What all worlds of a view have in common.
struct Start {
    view: View,
    /// The points where stones may be hidden, each with the odds of one there.
    odds: Vec<(Point, f64)>,
    /// The number of hidden stones.
    missing: usize,
    /// By index in `odds` and number of stones still to place: the sum, over all ways to place them on the rest of the
    /// list, of the product of their odds.
    ways: Vec<f64>,
}

/// How often a board that does not fit is drawn again.
const RETRIES: u32 = 8;
/// Probabilities are kept this far from 0 and 1.
const LEAST: f64 = 1e-3;

impl MarginalSampler {
    /// A sampler. It uses only the seed of the options.
    pub fn new(options: Options) -> MarginalSampler {
        let stats = SamplerStats::default();
        MarginalSampler { dice: Dice::new(options.seed), start: None, stats }
    }
}

impl Start {
    fn of(view: &View, marginals: &[(Point, f64)]) -> Start {
        let unsure = PointSet::board(view.size()) - view.mine() - view.theirs() - view.empty();
        let odds = |point: Point| {
            let given = marginals.iter().find(|(at, _)| *at == point);
            let chance = given.map_or(0.5, |(_, chance)| *chance).clamp(LEAST, 1.0 - LEAST);
            (point, chance / (1.0 - chance))
        };
        let odds: Vec<(Point, f64)> = unsure.iter().map(odds).collect();
        let most = view.their_stones().at_most as usize;
        let missing = most.saturating_sub(view.theirs().len()).min(odds.len());
        let wide = missing + 1;
        let mut ways = vec![0.0; (odds.len() + 1) * wide];
        ways[odds.len() * wide] = 1.0;
        for (place, (_, odds)) in odds.iter().enumerate().rev() {
            let (here, rest) = ways[place * wide..].split_at_mut(wide);
            for count in 0..wide {
                here[count] = rest[count] + if count > 0 { odds * rest[count - 1] } else { 0.0 };
            }
        }
        Start { view: view.clone(), odds, missing, ways }
    }

    /// Draws the hidden stones: independent ones with these odds, given their number.
    fn stones(&self, dice: &mut Dice) -> PointSet {
        let wide = self.missing + 1;
        let mut left = self.missing;
        let mut stones = PointSet::EMPTY;
        for (place, (point, odds)) in self.odds.iter().enumerate() {
            if left == 0 {
                break;
            }
            let with = odds * self.ways[(place + 1) * wide + left - 1];
            if dice.unit() * self.ways[place * wide + left] <= with {
                stones.insert(*point);
                left -= 1;
            }
        }
        stones
    }

    /// A board that fits. If a few draws find none, a board that can stand, perhaps with fewer stones.
    fn board(&self, dice: &mut Dice) -> Board {
        let theirs = self.view.theirs();
        for _ in 0..RETRIES {
            let board = board_with(&self.view, theirs | self.stones(dice));
            if let Some(board) = board.filter(|board| self.fits(board)) {
                return board;
            }
        }
        // Certain stones are true, so they can stand together. The empty board is for a referee that lied.
        let certain = board_with(&self.view, theirs).unwrap_or(Board::new(self.view.size()));
        let stones = self.stones(dice);
        fill(&certain, !self.view.color(), stones, stones.len(), dice)
    }

    /// Is every refused point of this turn illegal?
    fn fits(&self, board: &Board) -> bool {
        let ko = self.view.likely_ko();
        let refused = |point: &Point| {
            ko == Some(*point) || board.clone().place(self.view.color(), *point).is_err()
        };
        self.view.tried().iter().all(refused)
    }
}

impl Sampler for MarginalSampler {
    /// Without probabilities all points are equally likely.
    fn update(&mut self, seat: &Seat) {
        self.start = Some(Start::of(seat, &[]));
    }

    fn update_with_marginals(&mut self, seat: &Seat, marginals: &[(Point, f64)]) {
        self.start = Some(Start::of(seat, marginals));
    }

    fn draw(&mut self, count: usize, visit: &mut dyn FnMut(World)) {
        let MarginalSampler { dice, start: Some(start), stats } = self else { return };
        for _ in 0..count {
            let board = start.board(dice);
            stats.worlds += 1;
            visit(World::without_history(&start.view, board, Source::Marginal));
        }
    }

    fn stats(&self) -> SamplerStats {
        self.stats
    }

    fn health(&self) -> Health {
        if self.start.is_some() { Health::Good } else { Health::Nothing }
    }
}
