//! Nets and trainers as bytes.
//!
//! A net is `KAGENET3`, then the number of planes, blocks and channels, then its weights; a trainer is
//! a net, the number of its steps, both moments of each weight, and the weights' running mean. Numbers are little-endian, of four
//! bytes; the steps have eight.

use crate::net::{Net, Shape};
use crate::planes::PLANES;
use crate::trainer::Trainer;
use std::fmt;
use std::sync::{Arc, OnceLock};

const MAGIC: &[u8; 8] = b"KAGENET3";

/// Why some bytes are no net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError(String);

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FileError {}

fn wrong(what: &str) -> FileError {
    FileError(format!("this is no net of this Kage: {what}"))
}

/// Takes bytes from the front.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], FileError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(|| wrong("it is cut off"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<usize, FileError> {
        let bytes = self.take(4)?.try_into().map_err(|_| wrong("it is cut off"))?;
        Ok(u32::from_le_bytes(bytes) as usize)
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, FileError> {
        let bytes = self.take(4 * count)?;
        let floats = bytes.chunks_exact(4).map(|four| {
            let four: [u8; 4] = four.try_into().unwrap_or_default();
            f32::from_le_bytes(four)
        });
        let floats: Vec<f32> = floats.collect();
        if floats.iter().all(|float| float.is_finite()) {
            return Ok(floats);
        }
        Err(wrong("a weight is not a number"))
    }

    fn net(&mut self) -> Result<Net, FileError> {
        if self.take(MAGIC.len())? != MAGIC {
            return Err(wrong("it begins otherwise"));
        }
        let (planes, blocks, channels) = (self.number()?, self.number()?, self.number()?);
        let shape = Shape { blocks, channels };
        if planes != PLANES || !shape.is_sound() {
            return Err(wrong(&format!("{planes} planes, {blocks} blocks, {channels} channels")));
        }
        Net::of(shape, self.floats(shape.weights())?).ok_or_else(|| wrong("weights are missing"))
    }

    fn end(&self) -> Result<(), FileError> {
        if self.0.is_empty() { Ok(()) } else { Err(wrong("something follows it")) }
    }
}

fn write(to: &mut Vec<u8>, floats: &[f32]) {
    to.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
}

impl Net {
    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Shape { blocks, channels } = self.shape();
        let mut bytes = MAGIC.to_vec();
        for number in [PLANES, blocks, channels] {
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

impl Net {
    /// The net that is built in: `weights/README.md` says what it has learned from.
    pub fn embedded() -> Option<Arc<Net>> {
        static NET: OnceLock<Option<Arc<Net>>> = OnceLock::new();
        let read = || Net::from_bytes(include_bytes!("../weights/view-9x9.net")).ok().map(Arc::new);
        // A test sees to it that there is one.
        NET.get_or_init(read).clone()
    }
}

impl Trainer {
    /// As bytes, to go on from.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.net.to_bytes();
        bytes.extend(self.steps.to_le_bytes());
        write(&mut bytes, &self.mean);
        write(&mut bytes, &self.square);
        write(&mut bytes, &self.calm);
        bytes
    }

    /// From bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Trainer, FileError> {
        let mut bytes = Bytes(bytes);
        let net = bytes.net()?;
        let steps = bytes.take(8)?.try_into().map_err(|_| wrong("it is cut off"))?;
        let count = net.weights.len();
        let (mean, square) = (bytes.floats(count)?, bytes.floats(count)?);
        let calm = bytes.floats(count)?;
        bytes.end()?;
        Ok(Trainer { net, mean, square, calm, steps: u64::from_le_bytes(steps) })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;

    #[test]
    fn bytes_and_back() {
        let trainer = Trainer::new(Net::new(Shape { blocks: 2, channels: 4 }, 7));
        assert_eq!(Trainer::from_bytes(&trainer.to_bytes()).unwrap(), trainer);
        assert_eq!(Net::from_bytes(&trainer.net.to_bytes()).unwrap(), trainer.net);
    }

    #[test]
    fn a_net_is_built_in() {
        assert_eq!(Net::embedded().unwrap().shape(), Shape { blocks: 4, channels: 32 });
    }

    #[test]
    fn what_is_wrong_is_said() {
        let good = Net::new(Shape { blocks: 1, channels: 2 }, 7).to_bytes();
        let said = |bytes: &[u8]| Net::from_bytes(bytes).unwrap_err().to_string();
        assert!(said(b"KAGE").contains("cut off"));
        assert!(said(&good[..good.len() - 1]).contains("cut off"));
        assert!(said(&[&good[..], &[0]].concat()).contains("something follows"));
        let mut other = good.clone();
        other[0] = b'X';
        assert!(said(&other).contains("begins otherwise"));
        let mut other = good.clone();
        other[8] = 99;
        assert!(said(&other).contains("99 planes"));
        let mut other = good;
        other[20..24].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(said(&other).contains("not a number"));
    }
}
