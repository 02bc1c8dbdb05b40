//! A net of this format from bytes: `KAGENET3`, then the number of planes, blocks and channels, then its
//! weights. Numbers are little-endian and have four bytes.

use crate::file::{Bytes, FileError};
use crate::v3::features::PLANES;
use crate::v3::network::{Net, Shape};

/// How the bytes begin.
pub(crate) const MAGIC: &[u8; 8] = b"KAGENET3";

impl Net {
    /// From bytes.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Net, FileError> {
        let mut bytes = Bytes(bytes);
        if bytes.take(MAGIC.len())? != MAGIC {
            return Err(FileError::NotANet);
        }
        let (planes, blocks, channels) = (bytes.number()?, bytes.number()?, bytes.number()?);
        let shape = Shape { blocks, channels };
        if planes != PLANES || !shape.is_sound() {
            return Err(FileError::Shape { planes, blocks, channels });
        }
        let weights = bytes.floats(shape.weights())?;
        bytes.end()?;
        Ok(Net { shape, weights })
    }
}
