//! The file from which a training run resumes, in one format for every kind of run.
//!
//! A checkpoint is `KAGETRN2`, the fingerprint of the run (32 bytes), its progress and the number of
//! optimizers, then each optimizer after its length, then the number of other nets, and each after its
//! length. Numbers are little-endian and have eight bytes.

use crate::{IfExists, TrainError, write_whole};
use kage_net::{FileError, Net, Optimizer};
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"KAGETRN2";

/// Everything that the result of a run depends on, as a number. A run resumes only from a checkpoint with
/// its own fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint([u8; 32]);

/// Makes a [`Fingerprint`].
#[derive(Default)]
pub(crate) struct Hasher(Sha256);

impl Hasher {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Adds all bytes of a file.
    pub(crate) fn add_file(&mut self, mut file: impl Read) -> io::Result<()> {
        io::copy(&mut file, &mut self.0).map(drop)
    }

    pub(crate) fn finish(self) -> Fingerprint {
        Fingerprint(self.0.finalize().into())
    }
}

/// The state of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// The fingerprint of the run.
    pub fingerprint: Fingerprint,
    /// How far the run has come, in its own unit: steps or games.
    pub progress: u64,
    /// The optimizers with their nets.
    pub optimizers: Vec<Optimizer>,
    /// Other nets.
    pub nets: Vec<Net>,
}

/// Why a run cannot be resumed from a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckpointError {
    /// The file is not a checkpoint of this version.
    OtherFormat,
    /// The file is cut off.
    Cut,
    /// The file has the wrong number of optimizers.
    Count,
    /// An optimizer cannot be read.
    Optimizer(FileError),
    /// The file belongs to another run.
    OtherRun,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::OtherFormat => f.write_str(
                "this is not a checkpoint of this version of Kage; delete it to begin again",
            ),
            CheckpointError::Cut => {
                f.write_str("this checkpoint is cut off; delete it to begin again")
            }
            CheckpointError::Count => {
                f.write_str("this checkpoint belongs to another kind of training")
            }
            CheckpointError::Optimizer(error) => error.fmt(f),
            CheckpointError::OtherRun => f.write_str(
                "this checkpoint belongs to a training with another net, other games or other \
                 options; finish that training, or delete this file",
            ),
        }
    }
}

impl std::error::Error for CheckpointError {}

/// The checkpoint of the run that writes a net: the same name with `.training` added.
pub fn checkpoint_path(net: &Path) -> PathBuf {
    let mut path = net.to_owned().into_os_string();
    path.push(".training");
    PathBuf::from(path)
}

impl Checkpoint {
    /// Reads the checkpoint of a run with `count` optimizers. `None` if there is no such file.
    pub fn load(
        path: &Path,
        fingerprint: Fingerprint,
        count: usize,
    ) -> Result<Option<Checkpoint>, TrainError> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TrainError::Read(path.to_owned(), error)),
        };
        let fail = |error| TrainError::Checkpoint(path.to_owned(), error);
        let checkpoint = Checkpoint::from_bytes(&bytes).map_err(fail)?;
        if checkpoint.fingerprint != fingerprint {
            return Err(fail(CheckpointError::OtherRun));
        }
        if checkpoint.optimizers.len() != count {
            return Err(fail(CheckpointError::Count));
        }
        Ok(Some(checkpoint))
    }

    /// Writes the checkpoint, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), TrainError> {
        write_whole(path, &self.to_bytes(), IfExists::Replace)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.fingerprint.0);
        bytes.extend(self.progress.to_le_bytes());
        bytes.extend((self.optimizers.len() as u64).to_le_bytes());
        for optimizer in &self.optimizers {
            let optimizer = optimizer.to_bytes();
            bytes.extend((optimizer.len() as u64).to_le_bytes());
            bytes.extend(optimizer);
        }
        bytes.extend((self.nets.len() as u64).to_le_bytes());
        for net in &self.nets {
            let net = net.to_bytes();
            bytes.extend((net.len() as u64).to_le_bytes());
            bytes.extend(net);
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, CheckpointError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::OtherFormat)?;
        let fingerprint = Fingerprint(take(&mut rest)?);
        let (progress, count) = (number(&mut rest)?, number(&mut rest)?);
        let mut optimizers = Vec::new();
        for _ in 0..count {
            let bytes = part(&mut rest)?;
            let optimizer = Optimizer::from_bytes(bytes).map_err(CheckpointError::Optimizer)?;
            optimizers.push(optimizer);
        }
        let mut nets = Vec::new();
        for _ in 0..number(&mut rest)? {
            nets.push(Net::from_bytes(part(&mut rest)?).map_err(CheckpointError::Optimizer)?);
        }
        if !rest.is_empty() {
            return Err(CheckpointError::OtherFormat);
        }
        Ok(Checkpoint { fingerprint, progress, optimizers, nets })
    }
}

/// Bytes after their length.
fn part<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], CheckpointError> {
    let length = usize::try_from(number(rest)?).unwrap_or(usize::MAX);
    rest.split_off(..length).ok_or(CheckpointError::Cut)
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], CheckpointError> {
    let (taken, after) = rest.split_first_chunk().ok_or(CheckpointError::Cut)?;
    *rest = after;
    Ok(*taken)
}

fn number(rest: &mut &[u8]) -> Result<u64, CheckpointError> {
    take(rest).map(u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_net::{Input, Shape};

    fn checkpoint() -> Checkpoint {
        let shape = Shape { input: Input::View, blocks: 1, channels: 2 };
        let net = |seed| Net::new(shape, seed);
        let optimizer = |seed| Optimizer::new(net(seed));
        let mut hasher = Hasher::default();
        hasher.add(b"options");
        let optimizers = vec![optimizer(1), optimizer(2)];
        let nets = vec![net(3), net(4), net(5)];
        Checkpoint { fingerprint: hasher.finish(), progress: 640, optimizers, nets }
    }

    #[test]
    fn bytes_and_back() {
        let checkpoint = checkpoint();
        assert_eq!(Checkpoint::from_bytes(&checkpoint.to_bytes()).unwrap(), checkpoint);
    }

    #[test]
    fn errors_name_the_fault() {
        let checkpoint = checkpoint();
        let bytes = checkpoint.to_bytes();
        let error = |bytes: &[u8]| Checkpoint::from_bytes(bytes).unwrap_err();
        assert_eq!(error(&[0; 4000]), CheckpointError::OtherFormat, "the formats before this one");
        assert_eq!(error(&bytes[..50]), CheckpointError::Cut);
        assert_eq!(error(&bytes[..bytes.len() - 1]), CheckpointError::Cut);
        assert_eq!(error(&[&bytes[..], &[0]].concat()), CheckpointError::OtherFormat);

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.training");
        let fingerprint = checkpoint.fingerprint;
        assert!(Checkpoint::load(&path, fingerprint, 2).unwrap().is_none());
        checkpoint.save(&path).unwrap();
        assert_eq!(Checkpoint::load(&path, fingerprint, 2).unwrap(), Some(checkpoint));
        let refused = |fingerprint, count| match Checkpoint::load(&path, fingerprint, count) {
            Err(TrainError::Checkpoint(_, error)) => error,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(fingerprint, 1), CheckpointError::Count);
        assert_eq!(refused(Hasher::default().finish(), 2), CheckpointError::OtherRun);
    }
}
