//! Nets and optimizers as bytes.
//!
//! A net is `KAGENET4`, then its input (0 a view, 1 a table), the numbers of planes, of numbers of the whole
//! game, of blocks and of channels, then its weights. An optimizer is a net, the number of its steps, both
//! moments of each weight, and the moving average of each weight. Numbers are little-endian and have four
//! bytes; the number of steps has eight.

use crate::network::{Net, Shape};
use crate::optimizer::Optimizer;
use crate::planes::{Input, PLANES};
use std::fmt;

const MAGIC: &[u8; 8] = b"KAGENET4";

/// Why some bytes are not a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileError {
    /// They end too soon.
    Cut,
    /// They do not begin like a net.
    NotANet,
    /// The input or the shape is not supported.
    Shape {
        /// Input planes.
        planes: usize,
        /// Blocks.
        blocks: usize,
        /// Channels.
        channels: usize,
    },
    /// A weight is infinite or NaN.
    NotFinite,
    /// More bytes follow.
    TooLong,
    /// It is a critic, and a policy is needed.
    Critic,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a net of this version of Kage: ")?;
        match self {
            FileError::Cut => f.write_str("it is cut off"),
            FileError::NotANet => f.write_str("it does not begin with KAGENET4 or KAGENET3"),
            FileError::Shape { planes, blocks, channels } => {
                write!(f, "{planes} planes, {blocks} blocks, {channels} channels")
            }
            FileError::NotFinite => f.write_str("a weight is not a finite number"),
            FileError::TooLong => f.write_str("more bytes follow the last weight"),
            FileError::Critic => f.write_str("it is a critic, which sees both boards"),
        }
    }
}

impl std::error::Error for FileError {}

/// Takes bytes from the front.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], FileError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(FileError::Cut)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(crate) fn number(&mut self) -> Result<usize, FileError> {
        let bytes = self.take(4)?.try_into().map_err(|_| FileError::Cut)?;
        Ok(u32::from_le_bytes(bytes) as usize)
    }

    pub(crate) fn floats(&mut self, count: usize) -> Result<Vec<f32>, FileError> {
        let bytes = self.take(4 * count)?;
        let floats = bytes.chunks_exact(4).map(|four| {
            let four: [u8; 4] = four.try_into().unwrap_or_default();
            f32::from_le_bytes(four)
        });
        let floats: Vec<f32> = floats.collect();
        if floats.iter().all(|float| float.is_finite()) {
            return Ok(floats);
        }
        Err(FileError::NotFinite)
    }

    fn net(&mut self) -> Result<Net, FileError> {
        if self.take(MAGIC.len())? != MAGIC {
            return Err(FileError::NotANet);
        }
        let (input, planes) = (self.number()?, self.number()?);
        let (globals, blocks, channels) = (self.number()?, self.number()?, self.number()?);
        let unknown = FileError::Shape { planes, blocks, channels };
        let input = match input {
            0 => Input::View,
            1 => Input::Table,
            _ => return Err(unknown),
        };
        let shape = Shape { input, blocks, channels };
        if planes != PLANES || globals != input.globals() || !shape.is_sound() {
            return Err(unknown);
        }
        Net::of(shape, self.floats(shape.weights())?).ok_or(FileError::Cut)
    }

    pub(crate) fn end(&self) -> Result<(), FileError> {
        if self.0.is_empty() { Ok(()) } else { Err(FileError::TooLong) }
    }
}

fn write(to: &mut Vec<u8>, floats: &[f32]) {
    to.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
}

impl Net {
    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Shape { input, blocks, channels } = self.shape();
        let mut bytes = MAGIC.to_vec();
        let kind = match input {
            Input::View => 0,
            Input::Table => 1,
        };
        for number in [kind, PLANES, input.globals(), blocks, channels] {
            bytes.extend((number as u32).to_le_bytes());
        }
        write(&mut bytes, &self.weights);
        bytes
    }

    /// From bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net, FileError> {
        let mut bytes = Bytes(bytes);
        let net = bytes.net()?;
        bytes.end().map(|()| net)
    }
}

impl Optimizer {
    /// As bytes, to resume from.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.net.to_bytes();
        bytes.extend(self.steps.to_le_bytes());
        write(&mut bytes, &self.mean);
        write(&mut bytes, &self.square);
        write(&mut bytes, &self.ema);
        bytes
    }

    /// From bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Optimizer, FileError> {
        let mut bytes = Bytes(bytes);
        let net = bytes.net()?;
        let steps = bytes.take(8)?.try_into().map_err(|_| FileError::Cut)?;
        let count = net.weights.len();
        let (mean, square) = (bytes.floats(count)?, bytes.floats(count)?);
        let ema = bytes.floats(count)?;
        bytes.end()?;
        Ok(Optimizer { net, mean, square, ema, steps: u64::from_le_bytes(steps) })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;

    fn small(input: Input) -> Net {
        Net::new(Shape { input, blocks: 2, channels: 4 }, 7)
    }

    #[test]
    fn bytes_and_back() {
        for input in [Input::View, Input::Table] {
            let optimizer = Optimizer::new(small(input));
            assert_eq!(Optimizer::from_bytes(&optimizer.to_bytes()).unwrap(), optimizer);
            assert_eq!(Net::from_bytes(&optimizer.net.to_bytes()).unwrap(), optimizer.net);
        }
    }

    #[test]
    fn errors_name_the_fault() {
        let good = small(Input::View).to_bytes();
        let said = |bytes: &[u8]| Net::from_bytes(bytes).unwrap_err().to_string();
        assert!(said(b"KAGE").contains("cut off"));
        assert!(said(&good[..good.len() - 1]).contains("cut off"));
        assert!(said(&[&good[..], &[0]].concat()).contains("more bytes follow"));
        let mut other = good.clone();
        other[0] = b'X';
        assert!(said(&other).contains("KAGENET4"));
        let mut other = good.clone();
        other[12] = 99;
        assert!(said(&other).contains("99 planes"));
        let mut other = good;
        other[28..32].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(said(&other).contains("not a finite number"));
    }
}
