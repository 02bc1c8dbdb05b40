//! Hidden stones at random, as the first programs placed them.

use crate::dice::Dice;
use crate::sampler::{Health, Options, Sampler, SamplerStats};
use crate::world::{Source, World};
use kage_goban::{Board, ByColor, Point, PointSet};
use kage_phantom::{Seat, View};

/// Keeps the certain stones, takes refused points for stones, and adds the missing ones, each on a point chosen
/// uniformly among those where it captures nothing and has a liberty.
pub struct Uniform {
    dice: Dice,
    start: Option<Start>,
    stats: SamplerStats,
}

/// What all worlds of a view have in common.
struct Start {
    view: View,
    board: Board,
    onto: PointSet,
    missing: usize,
}

impl Uniform {
    /// A sampler. It uses only the seed of the options.
    pub fn new(options: Options) -> Uniform {
        Uniform { dice: Dice::new(options.seed), start: None, stats: SamplerStats::default() }
    }
}

impl Start {
    /// Takes the latest refusals for stones, as long as they can stand together.
    fn of(view: &View) -> Option<Start> {
        let mut refused: Vec<(u32, Point)> = view
            .refusals()
            .filter(|(_, refused)| refused.causes.stone)
            .map(|(point, refused)| (refused.at, point))
            .collect();
        refused.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        let most = view.their_stones().at_most as usize;
        let mut theirs = view.theirs();
        let mut board = view.board()?;
        for (_, point) in refused {
            let more = theirs | PointSet::of(point);
            if more.len() <= most
                && let Some(wider) = board_with(view, more)
            {
                (theirs, board) = (more, wider);
            }
        }
        let missing = most.saturating_sub(theirs.len());
        let onto = PointSet::board(view.size()) - view.mine() - theirs - view.empty();
        Some(Start { view: view.clone(), board, onto, missing })
    }
}

/// The seat's stones and these of the opponent's as a board, if they can stand together.
pub(crate) fn board_with(view: &View, theirs: PointSet) -> Option<Board> {
    let mut stones = ByColor::<PointSet>::default();
    stones[view.color()] = view.mine();
    stones[!view.color()] = theirs;
    Board::from_stones(view.size(), stones).ok()
}

/// Adds stones on points chosen uniformly among those where one captures nothing and has a liberty. If there are too
/// few such points, fewer stones are added.
pub(crate) fn fill(
    board: &Board,
    color: kage_goban::Color,
    onto: PointSet,
    count: usize,
    dice: &mut Dice,
) -> Board {
    let mut board = board.clone();
    let mut left: Vec<Point> = onto.iter().collect();
    let mut missing = count;
    while missing > 0 && !left.is_empty() {
        let point = left.swap_remove(dice.below(left.len()));
        if board.would_take(color, point).is_empty() && board.place(color, point).is_ok() {
            missing -= 1;
        }
    }
    board
}

impl Sampler for Uniform {
    fn update(&mut self, seat: &Seat) {
        self.start = Start::of(seat);
    }

    fn draw(&mut self, count: usize, visit: &mut dyn FnMut(World)) {
        let Uniform { dice, start: Some(start), stats } = self else { return };
        let color = start.view.color();
        for _ in 0..count {
            let board = fill(&start.board, !color, start.onto, start.missing, dice);
            stats.worlds += 1;
            visit(World::without_history(&start.view, board, Source::Uniform));
        }
    }

    fn stats(&self) -> SamplerStats {
        self.stats
    }

    fn health(&self) -> Health {
        if self.start.is_some() { Health::Good } else { Health::Nothing }
    }
}
