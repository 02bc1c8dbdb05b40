//! Where the hidden stones of a leaf stand.

use super::UctOptions;
use super::influence::gains;
use crate::small_board::{SmallBoard, SmallGrid, SmallSet};
use crate::stream::Stream;
use crate::{HiddenStoneModel, RootState};
use kage_goban::{ByColor, Color, Point};
use kage_playout::{Eyes, LastPly, PointRows, World};

/// What a search assumes of hidden stones.
pub(super) struct HiddenStones<B> {
    color: Color,
    /// Where they may stand.
    area: B,
    rows: PointRows,
    eyes: Eyes,
    model: HiddenStoneModel,
    /// What a stone gains in influence, on each place for each colour; empty if nobody asks.
    gains: Vec<ByColor<f64>>,
    /// The points that are left to draw from, with their weights; kept, to allocate nothing.
    left: Vec<(u16, f64)>,
}

impl<B: SmallSet> HiddenStones<B> {
    pub(super) fn new(
        options: UctOptions,
        root: &RootState,
        grid: &SmallGrid<B>,
    ) -> HiddenStones<B> {
        let model = options.hidden_stones;
        let wants_gains = options.bias != 0.0 || model == HiddenStoneModel::Influence;
        let gains = if wants_gains { gain_table(root, grid) } else { Vec::new() };
        let area = grid.grid.set(&root.hidden_area);
        let rows = area.rows(root.board.size());
        HiddenStones {
            color: !root.color,
            area,
            rows,
            eyes: root.eyes,
            model,
            gains,
            left: Vec::new(),
        }
    }

    pub(super) const fn area(&self) -> B {
        self.area
    }

    /// What a stone of a colour gains in influence.
    pub(super) fn gain(&self, place: u16, color: Color) -> f64 {
        self.gains[usize::from(place)][color]
    }

    /// The world a leaf's playout starts from, with so many hidden stones guessed.
    pub(super) fn world(
        &mut self,
        position: &SmallBoard<B>,
        missing: u32,
        grid: &SmallGrid<B>,
        random: &mut Stream,
    ) -> World {
        if self.model == HiddenStoneModel::Influence {
            return self.influence_world(position, missing, grid, random);
        }
        // Points with stones on them are passed over.
        position.world(grid).with_hidden(self.color, missing as u16, self.rows)
    }

    /// Hidden stones drawn one after the other in proportion to their gain in influence.
    fn influence_world(
        &mut self,
        position: &SmallBoard<B>,
        mut missing: u32,
        grid: &SmallGrid<B>,
        random: &mut Stream,
    ) -> World {
        let onto = self.area.and(position.empty(grid));
        let wanted = onto.minus(position.eyes(self.color, self.eyes, grid));
        let mut left = std::mem::take(&mut self.left);
        left.clear();
        let weight = |place: u16| (place, self.gain(place, self.color).max(0.0));
        left.extend(wanted.places().map(weight));
        let mut with = *position;
        while missing > 0
            && let Some(place) = draw(&mut left, random)
        {
            missing -= u32::from(with.hide(self.color, place, grid).is_ok());
        }
        self.left = left;
        let world = with.world(grid).after(LastPly::Move, None);
        world.with_hidden(self.color, missing as u16, onto.rows(grid.grid.size))
    }

    /// The chance of each point to hold a hidden stone.
    pub(super) fn belief(&self, root: &RootState, grid: &SmallGrid<B>) -> Vec<(Point, f64)> {
        if self.model != HiddenStoneModel::Influence {
            return root.uniform_belief();
        }
        let gain = |point: Point| self.gain(grid.grid.place(point), self.color).max(0.0);
        let sum: f64 = root.hidden_area.iter().map(gain).sum::<f64>().max(1e-9);
        let unknown = f64::from(root.unknown);
        root.hidden_area.iter().map(|p| (p, (gain(p) / sum * unknown).min(1.0))).collect()
    }
}

/// Takes a point out of a list, with a chance in proportion to its weight.
fn draw(left: &mut Vec<(u16, f64)>, random: &mut Stream) -> Option<u16> {
    let sum: f64 = left.iter().map(|(_, weight)| weight).sum();
    if sum <= 0.0 {
        return None;
    }
    let mut at = random.unit() * sum;
    let chosen = left.iter().position(|(_, weight)| {
        at -= weight;
        at < 0.0
    });
    Some(left.swap_remove(chosen.unwrap_or(left.len() - 1)).0)
}

fn gain_table<B: SmallSet>(root: &RootState, grid: &SmallGrid<B>) -> Vec<ByColor<f64>> {
    let mut table = vec![ByColor::default(); grid.grid.places()];
    for (point, gain) in gains(&root.board) {
        table[usize::from(grid.grid.place(point))] = gain.map(f64::from);
    }
    table
}
