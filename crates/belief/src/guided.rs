//! Hidden stones by given chances: for who has another's word for where they are, such as a net's.

use crate::dice::Dice;
use crate::sampler::{Health, Options, Sampler, SamplerStats};
use crate::uniform::{board_with, fill};
use crate::world::{Source, World};
use kage_goban::{Board, ByColor, Point, PointSet};
use kage_phantom::View;

/// Certain stones and as many more as there must be, each point as likely as it was said to be
/// ([`expect`](Sampler::expect)), but for their number: no point knows of another. Boards that make this turn's
/// refusals legal, or on which a chain has no liberty, are drawn again a few times.
///
/// It costs hardly anything, and knows only as much of the game as the chances do.
pub struct Guided {
    dice: Dice,
    start: Option<Start>,
    stats: SamplerStats,
    world: World,
}

/// Where every world starts.
struct Start {
    view: View,
    /// The points where stones may be hidden, and the odds of one there.
    odds: Vec<(Point, f64)>,
    /// How many are hidden.
    missing: usize,
    /// By place in the list and number of stones that are still missing there: the sum over all ways to put them on
    /// the rest of the list of the product of their odds.
    ways: Vec<f64>,
}

/// How often a board that does not fit is drawn again.
const AGAIN: u32 = 8;
/// No chance is smaller, or nearer to one.
const LEAST: f64 = 1e-3;

impl Guided {
    /// A sampler. Of the options only the seed matters.
    pub fn new(options: Options) -> Guided {
        let world = World::blank(kage_goban::BoardSize::NINE);
        let stats = SamplerStats::default();
        Guided { dice: Dice::new(options.seed), start: None, stats, world }
    }
}

impl Start {
    fn of(view: &View, chances: &[(Point, f64)]) -> Start {
        let unsure = PointSet::board(view.size()) - view.mine() - view.theirs() - view.empty();
        let odds = |point: Point| {
            let said =
                chances.iter().find(|(at, _)| *at == point).map_or(0.5, |(_, chance)| *chance);
            let chance = said.clamp(LEAST, 1.0 - LEAST);
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

    /// Stones for the points, their number being what it is: exactly as likely as the chances make them.
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

    /// A board that fits, or, if none is found soon, one that can stand, perhaps with less stones.
    fn board(&self, dice: &mut Dice) -> Board {
        let theirs = self.view.theirs();
        for _ in 0..AGAIN {
            let board = board_with(&self.view, theirs | self.stones(dice));
            if let Some(board) = board.filter(|board| self.fits(board)) {
                return board;
            }
        }
        // Certain stones are true, so they can stand; an empty board stands in for the impossible.
        let certain = board_with(&self.view, theirs).unwrap_or(Board::new(self.view.size()));
        let stones = self.stones(dice);
        fill(&certain, !self.view.color(), stones, stones.len(), dice)
    }

    /// Is what was refused in this turn illegal?
    fn fits(&self, board: &Board) -> bool {
        let ko = self.view.likely_ko();
        let refused = |point: &Point| {
            ko == Some(*point) || board.clone().place(self.view.color(), *point).is_err()
        };
        self.view.tried().iter().all(refused)
    }
}

impl Sampler for Guided {
    /// Without chances all points are alike.
    fn update(&mut self, view: &View) {
        self.start = Some(Start::of(view, &[]));
    }

    fn expect(&mut self, view: &View, chances: &[(Point, f64)]) {
        self.start = Some(Start::of(view, chances));
    }

    fn draw(&mut self, count: usize, visit: &mut dyn FnMut(&World)) {
        let Guided { dice, start: Some(start), stats, world } = self else { return };
        world.set(&start.view, Source::Guided);
        for _ in 0..count {
            let board = start.board(dice);
            world.stones = ByColor::new(|side| board.stones(side));
            stats.worlds += 1;
            visit(world);
        }
    }

    fn stats(&self) -> SamplerStats {
        self.stats
    }

    fn health(&self) -> Health {
        if self.start.is_some() { Health::Good } else { Health::Nothing }
    }
}
