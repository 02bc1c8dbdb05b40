//! The weights of a net as named arrays, in the order of its file: for programs that train nets elsewhere.

use crate::conv::TAPS;
use crate::file::FileError;
use crate::network::{GAME_HEADS, GAME_LAYER, HEADS, Net, Parts, Shape};
use crate::v3;

/// One array of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tensor {
    /// Its name, such as `block2.conv1.weight`.
    pub name: String,
    /// The length of each axis. A kernel has taps (row by row), inputs and outputs.
    pub shape: Vec<usize>,
}

impl Tensor {
    fn new(name: String, shape: &[usize]) -> Tensor {
        Tensor { name, shape: shape.to_vec() }
    }

    /// The number of its weights.
    pub fn weights(&self) -> usize {
        self.shape.iter().product()
    }
}

/// How the file of a net is laid out: some bytes of head, then the weights of each array, four bytes each, one
/// array after the other.
///
/// ```
/// use kage_net::{Input, Layout, Net, Shape};
/// let bytes = Net::new(Shape { input: Input::View, blocks: 1, channels: 8 }, 1).to_bytes();
/// let layout = Layout::of(&bytes).unwrap();
/// assert_eq!(layout.tensors[0].name, "first.weight");
/// assert_eq!(layout.tensors[0].shape, [9, 21, 8]);
/// let weights: usize = layout.tensors.iter().map(|tensor| tensor.weights()).sum();
/// assert_eq!(layout.head + 4 * weights, bytes.len());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The number of bytes before the weights.
    pub head: usize,
    /// The arrays, in order.
    pub tensors: Vec<Tensor>,
}

impl Layout {
    /// The layout of a net's file, of any format that can be evaluated.
    pub fn of(bytes: &[u8]) -> Result<Layout, FileError> {
        let tensors = if bytes.starts_with(v3::file::MAGIC) {
            of_v3(v3::network::Net::from_bytes(bytes)?.shape)
        } else {
            of_any_size(Net::from_bytes(bytes)?.shape())
        };
        let weights: usize = tensors.iter().map(Tensor::weights).sum();
        Ok(Layout { head: bytes.len() - 4 * weights, tensors })
    }
}

/// The name of a convolution: the first one, then two for each block.
fn conv(index: usize) -> String {
    match index {
        0 => "first".to_owned(),
        _ => format!("block{}.conv{}", index.div_ceil(2), 2 - index % 2),
    }
}

fn of_any_size(shape: Shape) -> Vec<Tensor> {
    let channels = shape.channels;
    let Parts { layers, game_layer, .. } = shape.parts();
    let mut tensors = Vec::new();
    for (index, layer) in layers.iter().enumerate() {
        let name = conv(index);
        tensors.push(Tensor::new(format!("{name}.weight"), &[TAPS, layer.ins, channels]));
        tensors.push(Tensor::new(format!("{name}.bias"), &[channels]));
        if !layer.whole.is_empty() {
            let numbers = layer.whole.len() / channels;
            tensors.push(Tensor::new(format!("{name}.whole"), &[numbers, channels]));
        }
    }
    let pooled = game_layer.len() / GAME_LAYER - 1;
    tensors.push(Tensor::new("points".to_owned(), &[HEADS, channels + 1]));
    tensors.push(Tensor::new("game_layer.weight".to_owned(), &[pooled, GAME_LAYER]));
    tensors.push(Tensor::new("game_layer.bias".to_owned(), &[GAME_LAYER]));
    tensors.push(Tensor::new("game".to_owned(), &[GAME_HEADS, GAME_LAYER + 1]));
    tensors
}

fn of_v3(shape: v3::network::Shape) -> Vec<Tensor> {
    let channels = shape.channels;
    let mut tensors = Vec::new();
    for (index, layer) in shape.layers().iter().enumerate() {
        let name = conv(index);
        tensors.push(Tensor::new(format!("{name}.weight"), &[TAPS, layer.ins, channels]));
        tensors.push(Tensor::new(format!("{name}.bias"), &[channels]));
    }
    tensors.push(Tensor::new("points".to_owned(), &[v3::network::HEADS, channels + 1]));
    tensors.push(Tensor::new("game".to_owned(), &[1, channels + 1]));
    tensors
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::{Input, PolicyNet};

    #[test]
    fn the_arrays_of_all_formats_fill_their_files() {
        let built_in =
            PolicyNet::built_in_names().map(|name| PolicyNet::built_in_bytes(name).unwrap());
        let new = [Input::View, Input::Table]
            .map(|input| Net::new(Shape { input, blocks: 2, channels: 4 }, 7).to_bytes());
        for bytes in built_in.map(<[u8]>::to_vec).chain(new) {
            let layout = Layout::of(&bytes).unwrap();
            let weights: usize = layout.tensors.iter().map(Tensor::weights).sum();
            assert_eq!(layout.head + 4 * weights, bytes.len());
            assert!(layout.head < 40, "{}", layout.head);
            assert!(layout.tensors.iter().all(|tensor| tensor.weights() > 0));
        }
    }

    #[test]
    fn convolutions_have_names() {
        let names: Vec<String> = (0..5).map(conv).collect();
        assert_eq!(
            names,
            ["first", "block1.conv1", "block1.conv2", "block2.conv1", "block2.conv2"]
        );
    }

    #[test]
    fn what_is_no_net_has_no_layout() {
        assert_eq!(Layout::of(b"KAGENETX and more"), Err(FileError::NotANet));
    }
}
