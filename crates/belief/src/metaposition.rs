//! Boards that fit the latest view, without a history.

use crate::dice::Dice;
use crate::sampler::{Health, Options, Sampler, SamplerStats};
use crate::uniform::{board_with, fill};
use crate::world::{Source, World};
use kage_goban::bits::{Bits, Grid, NARROW};
use kage_goban::{Point, PointSet};
use kage_phantom::{Seat, View};

/// Draws boards, all equally often, that fit what the view is certain of now: the seat's own stones, certain stones
/// and empty points, the number of the opponent's stones, a liberty for every chain, and the refusals of this turn.
/// It forgets everything earlier.
///
/// A few boards change step by step: one hidden stone moves elsewhere, if the board still fits.
pub struct Metaposition {
    options: Options,
    dice: Dice,
    walks: Option<Box<dyn Walks + Send>>,
    view: Option<View>,
    stats: SamplerStats,
}

impl Metaposition {
    /// A sampler.
    pub fn new(options: Options) -> Metaposition {
        Metaposition {
            options,
            dice: Dice::new(options.seed),
            walks: None,
            view: None,
            stats: SamplerStats::default(),
        }
    }
}

/// Boards that change step by step, whatever the size of the board.
trait Walks {
    /// The opponent's stones on the next board.
    fn next(&mut self, dice: &mut Dice, steps: usize, stats: &mut SamplerStats) -> PointSet;
}

/// What a board must fit.
struct Facts<B> {
    grid: Grid<B>,
    mine: B,
    /// The borders of the seat's chains. One point of each is empty.
    borders: Vec<B>,
    certain: B,
    /// Where the hidden stones may be.
    onto: Vec<u16>,
    /// The points refused in this turn that ko does not explain, each with the border of the chain that a stone there
    /// would have made.
    refused: Vec<(u16, B)>,
}

impl<B: Bits> Facts<B> {
    fn of(view: &View) -> Facts<B> {
        let grid = Grid::new(view.size());
        let mine = grid.set(&view.mine());
        let border = |chain: B| chain.near(&grid).minus(mine);
        let borders = grid.regions(mine).map(border).collect();
        let certain = grid.set(&view.theirs());
        let onto = grid.board.minus(mine).minus(certain).minus(grid.set(&view.empty()));
        let open = |point: &&Point| view.refusal(**point).is_some_and(|r| !r.causes.ko);
        let refused = view.tried().iter().filter(open).map(|&point| {
            let here = B::of(grid.place(point));
            let chain = grid.flood(here, mine.or(here));
            (grid.place(point), chain.near(&grid).minus(chain))
        });
        let refused = refused.collect();
        Facts { mine, borders, certain, onto: onto.places().collect(), refused, grid }
    }

    /// The number of facts that do not fit this board.
    fn faults(&self, theirs: B) -> u32 {
        let empty = self.grid.board.minus(self.mine).minus(theirs);
        let closed = self.borders.iter().filter(|border| border.minus(theirs).is_none()).count();
        let alive = self.grid.flood(empty.near(&self.grid), theirs);
        let dead = u32::from(theirs != alive) * theirs.minus(alive).count();
        let legal = self.refused.iter().filter(|(point, border)| {
            !theirs.has(*point) && (!border.minus(theirs).is_none() || self.takes(*point, theirs))
        });
        closed as u32 + dead + legal.count() as u32
    }

    /// Would a stone of the seat's here capture something?
    fn takes(&self, point: u16, theirs: B) -> bool {
        let empty = self.grid.board.minus(self.mine).minus(theirs).minus(B::of(point));
        let mut beside = self.grid.beside(point).and(theirs).places();
        beside.any(|next| !self.grid.breathes(next, theirs, empty))
    }
}

/// One board.
struct Walk<B> {
    hidden: Vec<u16>,
    theirs: B,
}

struct Boards<B> {
    facts: Facts<B>,
    walks: Vec<Walk<B>>,
    at: usize,
}

impl<B: Bits> Boards<B> {
    /// Boards that fit; `None` if none was found.
    fn find(view: &View, options: &Options, dice: &mut Dice) -> Option<Boards<B>> {
        let facts = Facts::<B>::of(view);
        let certain = view.board()?;
        let onto: PointSet =
            facts.onto.iter().filter_map(|&place| facts.grid.point(place)).collect();
        let missing = (view.their_stones().at_most as usize).saturating_sub(view.theirs().len());
        let mut walks = Vec::new();
        for _ in 0..options.chains.clamp(1, 16) {
            let board = fill(&certain, !view.color(), onto, missing, dice);
            let hidden = facts.grid.set(&board.stones(!view.color())).minus(facts.certain);
            let mut walk =
                Walk { hidden: hidden.places().collect(), theirs: hidden.or(facts.certain) };
            // Where liberties are scarce the fill falls short. The rest is added anyway and repaired.
            walk.crowd_in(&facts, missing, dice);
            if walk.repair(&facts, options.repair_steps, dice) {
                walks.push(walk);
            }
        }
        (!walks.is_empty()).then_some(Boards { facts, walks, at: 0 })
    }
}

impl<B: Bits> Walk<B> {
    fn crowd_in(&mut self, facts: &Facts<B>, missing: usize, dice: &mut Dice) {
        let mut left: Vec<u16> =
            facts.onto.iter().copied().filter(|&place| !self.theirs.has(place)).collect();
        while self.hidden.len() < missing && !left.is_empty() {
            let place = left.swap_remove(dice.below(left.len()));
            self.hidden.push(place);
            self.theirs = self.theirs.or(B::of(place));
        }
    }

    fn repair(&mut self, facts: &Facts<B>, most: u64, dice: &mut Dice) -> bool {
        let mut faults = facts.faults(self.theirs);
        for _ in 0..most {
            if faults == 0 {
                return true;
            }
            let Some((stone, place)) = self.propose(facts, dice) else { break };
            let theirs = self.moved(stone, place);
            let found = facts.faults(theirs);
            if found <= faults || dice.below(20) == 0 {
                self.theirs = theirs;
                self.hidden[stone] = place;
                faults = found;
            }
        }
        faults == 0
    }

    /// A hidden stone, and another place for it.
    fn propose(&self, facts: &Facts<B>, dice: &mut Dice) -> Option<(usize, u16)> {
        let place = dice.pick(&facts.onto)?;
        let free = !self.hidden.is_empty() && !self.theirs.has(place);
        free.then(|| (dice.below(self.hidden.len()), place))
    }

    fn moved(&self, stone: usize, place: u16) -> B {
        self.theirs.minus(B::of(self.hidden[stone])).or(B::of(place))
    }
}

impl<B: Bits> Walks for Boards<B> {
    fn next(&mut self, dice: &mut Dice, steps: usize, stats: &mut SamplerStats) -> PointSet {
        self.at = (self.at + 1) % self.walks.len();
        let walk = &mut self.walks[self.at];
        for _ in 0..steps * walk.hidden.len() {
            stats.steps += 1;
            let Some((stone, place)) = walk.propose(&self.facts, dice) else { continue };
            let theirs = walk.moved(stone, place);
            if self.facts.faults(theirs) == 0 {
                walk.theirs = theirs;
                walk.hidden[stone] = place;
                stats.accepted += 1;
            }
        }
        self.facts.grid.points(walk.theirs)
    }
}

fn find<B: Bits>(view: &View, options: &Options, dice: &mut Dice) -> Option<Box<dyn Walks + Send>> {
    Boards::<B>::find(view, options, dice).map(|boards| Box::new(boards) as Box<dyn Walks + Send>)
}

impl Sampler for Metaposition {
    fn update(&mut self, seat: &Seat) {
        let narrow = seat.size().get() <= NARROW;
        let find = if narrow { find::<u128> } else { find::<PointSet> };
        self.walks = find(seat, &self.options, &mut self.dice);
        self.stats.failures += u64::from(self.walks.is_none());
        self.view = Some(seat.view().clone());
    }

    fn draw(&mut self, count: usize, visit: &mut dyn FnMut(World)) {
        let Metaposition { options, dice, walks: Some(walks), view: Some(view), stats } = self
        else {
            return;
        };
        for _ in 0..count {
            let theirs = walks.next(dice, options.steps, stats);
            let Some(board) = board_with(view, theirs) else {
                stats.failures += 1;
                continue;
            };
            stats.worlds += 1;
            visit(World::without_history(view, board, Source::Metaposition));
        }
    }

    fn stats(&self) -> SamplerStats {
        self.stats
    }

    fn health(&self) -> Health {
        if self.walks.is_some() { Health::Good } else { Health::Nothing }
    }
}
