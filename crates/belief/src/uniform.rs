//! Hidden stones wherever they may be: what the first programs did.

use crate::dice::Dice;
use crate::sampler::{Health, Options, Sampler, SamplerStats};
use crate::world::{Source, World};
use kage_goban::{Board, ByColor, Point, PointSet};
use kage_phantom::View;

/// Certain stones, refused points taken for stones, and as many more as there must be, each put on a
/// point chosen evenly among those where it takes nothing and has a liberty.
pub struct Uniform {
    dice: Dice,
    start: Option<Start>,
    stats: SamplerStats,
    world: World,
}

/// Where every world starts.
struct Start {
    view: View,
    board: Board,
    onto: PointSet,
    missing: usize,
}

impl Uniform {
    /// A sampler. Of the options only the seed matters.
    pub fn new(options: Options) -> Uniform {
        let world = World::blank(kage_goban::BoardSize::NINE);
        let stats = SamplerStats::default();
        Uniform { dice: Dice::new(options.seed), start: None, stats, world }
    }
}

impl Start {
    /// Takes the newest refusals for stones, as long as they can stand.
    fn of(view: &View) -> Option<Start> {
        let mut refused: Vec<(u32, Point)> = view
            .refused()
            .iter()
            .filter(|(_, refused)| refused.causes.stone)
            .map(|(&point, refused)| (refused.at, point))
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

/// The seat's board with these stones of theirs, if they can stand together.
pub(crate) fn board_with(view: &View, theirs: PointSet) -> Option<Board> {
    let mut stones = ByColor::<PointSet>::default();
    stones[view.color()] = view.mine();
    stones[!view.color()] = theirs;
    Board::from_stones(view.size(), stones).ok()
}

/// Puts stones on points chosen evenly among those where one takes nothing and has a liberty.
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
    fn update(&mut self, view: &View) {
        self.start = Start::of(view);
    }

    fn draw(&mut self, count: usize, visit: &mut dyn FnMut(&World)) {
        let Uniform { dice, start: Some(start), stats, world } = self else { return };
        let color = start.view.color();
        world.set(&start.view, Source::Uniform);
        for _ in 0..count {
            let board = fill(&start.board, !color, start.onto, start.missing, dice);
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
