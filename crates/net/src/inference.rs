//! A net prepared for evaluation, and its output.

use crate::activations::{Activations, Look, Prepared, add_scaled};
use crate::buffer_pool::BufferPool;
use crate::conv::padded;
use crate::grid::Grid;
use crate::instructions::arch;
use crate::network::{GAME_HEADS, GAME_LAYER, HEADS, Net, POOLED, Shape};
use crate::planes::{Planes, number, turned_place};
use kage_goban::Point;

/// The output of a net for one input. Numbers of points are in the order of the points of the board, as the
/// seat has it, whatever the symmetry was.
#[derive(Clone, PartialEq, Debug)]
pub struct NetOutput {
    lines: usize,
    /// By point, the four heads.
    pub(crate) points: Vec<[f32; HEADS]>,
    pub(crate) game: [f32; GAME_HEADS],
}

/// The heads by point.
pub(crate) const CHOICE: usize = 0;
pub(crate) const HIDDEN: usize = 1;
pub(crate) const OWNER: usize = 2;
pub(crate) const NEXT: usize = 3;
/// The heads of the game.
pub(crate) const PASS: usize = 0;
pub(crate) const WIN: usize = 1;
pub(crate) const LEAD: usize = 2;

impl NetOutput {
    fn at(&self, point: Point) -> [f32; HEADS] {
        self.points[number(self.lines, point)]
    }

    /// The logit of a try.
    pub fn logit(&self, point: Point) -> f32 {
        self.at(point)[CHOICE]
    }

    /// The logit of a pass.
    pub fn pass_logit(&self) -> f32 {
        self.game[PASS]
    }

    /// The probability of a hidden stone.
    pub fn hidden(&self, point: Point) -> f32 {
        sigmoid(self.at(point)[HIDDEN])
    }

    /// The expected owner at the end: from -1, the opponent, to 1, the seat itself.
    pub fn owner(&self, point: Point) -> f32 {
        libm::tanhf(self.at(point)[OWNER])
    }

    /// The probability of a win.
    pub fn win(&self) -> f32 {
        sigmoid(self.game[WIN])
    }

    /// The expected lead in points, komi included.
    pub fn lead(&self) -> f32 {
        self.game[LEAD] * self.lines as f32
    }

    /// The mean of some outputs for the same moment.
    fn mean(outputs: &[NetOutput]) -> Option<NetOutput> {
        let (first, rest) = outputs.split_first()?;
        let mut mean = first.clone();
        let count = outputs.len() as f32;
        for output in rest {
            for (to, from) in mean.points.iter_mut().zip(&output.points) {
                to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
            }
            mean.game.iter_mut().zip(output.game).for_each(|(to, from)| *to += from);
        }
        mean.points.iter_mut().flatten().chain(&mut mean.game).for_each(|sum| *sum /= count);
        Some(mean)
    }
}

/// A net prepared for evaluation.
#[derive(Clone, Debug)]
pub struct Inference {
    prepared: Prepared,
    buffers: BufferPool<Activations>,
}

impl Inference {
    /// Prepares a net.
    pub fn new(net: &Net) -> Inference {
        Inference { prepared: Prepared::new(net), buffers: BufferPool::default() }
    }

    /// The net.
    pub const fn net(&self) -> &Net {
        &self.prepared.net
    }

    /// The shape of the net.
    pub const fn shape(&self) -> Shape {
        self.prepared.net.shape()
    }

    /// Evaluates some inputs. Boards of one size are evaluated together if they follow each other, which is
    /// faster.
    pub fn evaluate(&self, looks: &[Look<'_>]) -> Vec<NetOutput> {
        let mut outputs = Vec::with_capacity(looks.len());
        for same in looks.chunk_by(|one, next| one.planes.lines == next.planes.lines) {
            let grid = Grid::new(same[0].planes.lines);
            let mut activations = self
                .buffers
                .take(|kept| kept.grid == grid, || Activations::new(self.shape(), grid));
            for looks in same.chunks(grid.batch()) {
                self.prepared.forward(arch(), looks, &mut activations);
                let read = looks.iter().enumerate();
                outputs.extend(read.map(|(board, look)| {
                    self.prepared.read_heads(&activations, board, look.symmetry).0
                }));
            }
            self.buffers.put(activations);
        }
        outputs
    }

    /// For each input, the mean of its evaluations under the first symmetries, from one to eight.
    pub fn evaluate_symmetries(&self, inputs: &[&Planes], symmetries: u8) -> Vec<NetOutput> {
        let symmetries = symmetries.clamp(1, 8);
        let looks: Vec<Look<'_>> = inputs
            .iter()
            .flat_map(|&planes| (0..symmetries).map(move |symmetry| Look { planes, symmetry }))
            .collect();
        let outputs = self.evaluate(&looks);
        outputs.chunks(symmetries.into()).filter_map(NetOutput::mean).collect()
    }
}

/// The numbers of the layer between the pooled maps and the outputs for the game.
pub(crate) type GameLayer = [f32; GAME_LAYER];

impl Prepared {
    /// The output for a board, and the numbers of the layer before the outputs for the game.
    pub(crate) fn read_heads(
        &self,
        activations: &Activations,
        board: usize,
        symmetry: u8,
    ) -> (NetOutput, GameLayer) {
        let (channels, grid) = (self.net.shape.channels, activations.grid);
        let maps = activations.last(board, channels);
        let (by_map, biases) = self.point_weights();
        let mut points = Vec::with_capacity(grid.area());
        for row in 0..grid.lines {
            for col in 0..grid.lines {
                let place = turned_place(grid, col, row, symmetry);
                let mut sums = biases;
                let maps = &maps[padded(channels) * place..][..channels];
                for (map, weights) in maps.iter().zip(&by_map) {
                    for head in 0..HEADS {
                        sums[head] += map * weights[head];
                    }
                }
                points.push(sums);
            }
        }
        let pooled = activations
            .pooled
            .last()
            .map_or(&[][..], |pooled| &pooled[POOLED * channels * board..][..POOLED * channels]);
        let (game, layer) = self.game_heads(pooled);
        (NetOutput { lines: grid.lines, points, game }, layer)
    }

    /// The weights of the heads by point, map by map, and their biases.
    fn point_weights(&self) -> (Vec<[f32; HEADS]>, [f32; HEADS]) {
        let channels = self.net.shape.channels;
        let weights = &self.net.weights[self.parts.points.clone()];
        let at = |map: usize| [0, 1, 2, 3].map(|head| weights[head * (channels + 1) + map]);
        ((0..channels).map(at).collect(), at(channels))
    }

    fn game_heads(&self, pooled: &[f32]) -> ([f32; GAME_HEADS], GameLayer) {
        let weights = &self.net.weights[self.parts.game_layer.clone()];
        let (weights, biases) = weights.split_at(pooled.len() * GAME_LAYER);
        let mut layer = [0.0; GAME_LAYER];
        layer.copy_from_slice(biases);
        for (number, weights) in pooled.iter().zip(weights.chunks_exact(GAME_LAYER)) {
            add_scaled(&mut layer, *number, weights);
        }
        layer.iter_mut().for_each(|number| *number = number.max(0.0));
        let mut game = [0.0; GAME_HEADS];
        let weights = self.net.weights[self.parts.game.clone()].chunks_exact(GAME_LAYER + 1);
        for (output, weights) in game.iter_mut().zip(weights) {
            let sum = layer.iter().zip(weights).map(|(number, weight)| number * weight);
            *output = weights[GAME_LAYER] + sum.sum::<f32>();
        }
        (game, layer)
    }
}

pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}
