//! A net made ready to look, and what it says.

use crate::conv::{self, Finish, Kernel, Scratch, padded};
use crate::maps::{AREA, PLACES, number, places};
use crate::net::{GAIN, HEADS, Net, Shape};
use crate::planes::{PLANES, Planes, turn};
use kage_goban::Point;
use pulp::Arch;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What a net says of a view, by [place](Outlook::place) of a point.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// How much better than others a try there is, as a share of a game: differences alone mean something.
    pub gains: [f32; 81],
    /// The chance of a hidden stone.
    pub hidden: [f32; 81],
    /// Whose it will be: from -1, theirs, to 1, ours.
    pub owner: [f32; 81],
    /// The chance that the game is won.
    pub win: f32,
}

impl Outlook {
    const NOTHING: Outlook =
        Outlook { gains: [0.0; AREA], hidden: [0.0; AREA], owner: [0.0; AREA], win: 0.0 };

    /// By how many points we will lead, komi aside.
    pub fn lead(&self) -> f32 {
        self.owner.iter().sum()
    }

    /// The place of a point in what is said by point.
    pub fn place(point: Point) -> usize {
        number(point)
    }
}

/// A net made ready to look: its convolutions are in the basis they are computed in.
#[derive(Clone, Debug)]
pub struct Sight {
    shape: Shape,
    kernels: Vec<Kernel>,
    /// Of each convolution, padded.
    biases: Vec<Vec<f32>>,
    /// From the last maps to what is said of points, then to the game.
    heads: Vec<f32>,
    room: Room,
}

/// Room to compute in, kept from look to look: it is large, and new memory costs about as much as a look.
#[derive(Default)]
struct Room(Mutex<Vec<Activity>>);

impl Room {
    fn take(&self, shape: Shape) -> Activity {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.unwrap_or_else(|| Activity::new(shape, TOGETHER))
    }

    fn give_back(&self, activity: Activity) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(activity);
    }
}

impl Clone for Room {
    fn clone(&self) -> Room {
        Room::default()
    }
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room").finish_non_exhaustive()
    }
}

/// Boards that are looked at together: so many have their maps near the processor.
pub(crate) const TOGETHER: usize = 8;

/// What comes out of a net, before it is made into chances.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Raw {
    pub(crate) maps: [[f32; AREA]; HEADS],
    pub(crate) win: f32,
}

/// All that is computed on the way, for some boards.
pub(crate) struct Activity {
    pub(crate) input: Vec<f32>,
    /// The maps after each convolution, negative ones cut off.
    pub(crate) maps: Vec<Vec<f32>>,
    pub(crate) scratch: Scratch,
}

impl Sight {
    /// Makes a net ready.
    pub fn new(net: &Net) -> Sight {
        let shape = net.shape();
        let (mut kernels, mut biases) = (Vec::new(), Vec::new());
        for layer in shape.layers() {
            kernels.push(Kernel::new(&net.weights[layer.weights], layer.ins));
            let mut bias = net.weights[layer.bias].to_vec();
            bias.resize(padded(shape.channels), 0.0);
            biases.push(bias);
        }
        let (points, game) = shape.heads();
        let heads = net.weights[points.start..game.end].to_vec();
        Sight { shape, kernels, biases, heads, room: Room::default() }
    }

    /// The net that is built in, made ready once.
    pub fn embedded() -> Option<Arc<Sight>> {
        static SIGHT: OnceLock<Option<Arc<Sight>>> = OnceLock::new();
        let ready = || Net::embedded().map(|net| Arc::new(Sight::new(&net)));
        SIGHT.get_or_init(ready).clone()
    }

    /// What it says of a view.
    pub fn look(&self, planes: &Planes) -> Outlook {
        let said = self.look_at_all(std::slice::from_ref(planes));
        said.into_iter().next().unwrap_or(Outlook::NOTHING)
    }

    /// What it says of some views: sooner than of one after the other.
    pub fn look_at_all(&self, views: &[Planes]) -> Vec<Outlook> {
        let mut activity = self.room.take(self.shape);
        let mut said = Vec::with_capacity(views.len());
        for views in views.chunks(TOGETHER) {
            self.run(Arch::new(), views, &mut activity);
            said.extend((0..views.len()).map(|board| self.speak(&activity, board).outlook()));
        }
        self.room.give_back(activity);
        said
    }

    /// What it says of a view that it looks at from several sides, from one to eight: the mean.
    pub fn look_around(&self, planes: &Planes, sides: u8) -> Outlook {
        let sides = sides.clamp(1, 8);
        let mut mean = Outlook::NOTHING;
        let views: Vec<Planes> = (0..sides).map(|side| planes.turned(side)).collect();
        for (side, seen) in (0..sides).zip(self.look_at_all(&views)) {
            for place in 0..AREA {
                let there = turn(place, side);
                mean.gains[place] += seen.gains[there] / f32::from(sides);
                mean.hidden[place] += seen.hidden[there] / f32::from(sides);
                mean.owner[place] += seen.owner[there] / f32::from(sides);
            }
            mean.win += seen.win / f32::from(sides);
        }
        mean
    }

    /// Computes everything, and keeps it in the activity, which has room for as many boards as there
    /// are views, or more.
    pub(crate) fn run(&self, arch: Arch, views: &[Planes], activity: &mut Activity) {
        let Activity { input, maps, scratch } = activity;
        for (view, board) in views.iter().zip(input.chunks_exact_mut(padded(PLANES) * PLACES)) {
            view.write(board);
        }
        let input = &input[..views.len() * padded(PLANES) * PLACES];
        let used = views.len() * padded(self.shape.channels) * PLACES;
        for (index, (kernel, bias)) in self.kernels.iter().zip(&self.biases).enumerate() {
            let (before, rest) = maps.split_at_mut(index);
            let x = before.last().map_or(input, |maps| &maps[..used]);
            // The second of a block has the block's input added.
            let skip = (index > 0 && index % 2 == 0).then(|| &before[index - 2][..used]);
            let finish = Finish { bias, skip, cut: true };
            conv::forward(arch, x, kernel, finish, &mut rest[0][..used], scratch);
        }
    }

    /// What is said of a board.
    pub(crate) fn speak(&self, activity: &Activity, board: usize) -> Raw {
        let channels = self.shape.channels;
        let maps = activity.last(board, channels);
        let (points, game) = self.heads.split_at(HEADS * (channels + 1));
        let mut raw = Raw { maps: [[0.0; AREA]; HEADS], win: game[channels] };
        for (head, weights) in raw.maps.iter_mut().zip(points.chunks_exact(channels + 1)) {
            for (to, place) in head.iter_mut().zip(places()) {
                let maps = &maps[padded(channels) * place..];
                *to = weights[channels] + dot(maps, &weights[..channels]);
            }
        }
        raw.win += dot(&means(maps, channels), &game[..channels]);
        raw
    }
}

impl Raw {
    fn outlook(&self) -> Outlook {
        Outlook {
            gains: self.maps[0].map(|gain| gain / GAIN),
            hidden: self.maps[1].map(sigmoid),
            owner: self.maps[2].map(f32::tanh),
            win: sigmoid(self.win),
        }
    }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

impl Activity {
    pub(crate) fn new(shape: Shape, boards: usize) -> Activity {
        let maps = vec![vec![0.0; boards * padded(shape.channels) * PLACES]; 2 * shape.blocks + 1];
        let input = vec![0.0; boards * padded(PLANES) * PLACES];
        Activity { input, maps, scratch: Scratch::default() }
    }

    /// The maps that the net speaks from, of a board.
    pub(crate) fn last(&self, board: usize, channels: usize) -> &[f32] {
        let length = padded(channels) * PLACES;
        &self.maps.last().unwrap_or(&self.input)[length * board..][..length]
    }
}

/// The mean of each map over the board. They are zero elsewhere.
pub(crate) fn means(maps: &[f32], channels: usize) -> Vec<f32> {
    let mut means = vec![0.0; channels];
    for place in maps.chunks_exact(padded(channels)) {
        means.iter_mut().zip(place).for_each(|(mean, value)| *mean += value / AREA as f32);
    }
    means
}

pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_goban::{BoardSize, Color, PointSet};
    use kage_phantom::{RefereeRules, Setup, View};

    /// Who looks from all sides sees the same on a board that was turned, and who looks from one
    /// does not.
    #[test]
    fn all_sides_together_have_no_side() {
        let stones: PointSet =
            ["C3", "D3", "G6"].map(|name| name.parse::<Point>().unwrap()).into_iter().collect();
        let setup = Setup::handicap(BoardSize::NINE, stones).unwrap();
        let view = View::new(RefereeRules::default(), &setup, Color::Black);
        let net = Sight::new(&Net::new(Shape { blocks: 1, channels: 8 }, 3));
        let planes = Planes::of(&view).unwrap();
        let apart = |sides: u8, way: u8| {
            let (plain, other) =
                (net.look_around(&planes, sides), net.look_around(&planes.turned(way), sides));
            let gain = |place: usize| (plain.gains[place] - other.gains[turn(place, way)]).abs();
            (0..AREA).map(gain).fold((plain.win - other.win).abs(), f32::max)
        };
        for way in 1..8 {
            assert!(apart(8, way) < 1e-5, "{}", apart(8, way));
            assert!(apart(1, way) > 1e-4, "{}", apart(1, way));
        }
        assert_eq!(net.look_around(&planes, 1), net.look(&planes));
    }
}
