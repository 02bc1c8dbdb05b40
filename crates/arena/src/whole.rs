//! Files that are written whole or not at all.

use crate::StoreError;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// Writes data as JSON: killed at any moment, the file is this data or what it was before.
pub(crate) fn write_whole(path: &Path, data: &impl Serialize) -> Result<(), StoreError> {
    write(path, data).map_err(|error| StoreError::File(path.to_owned(), error))
}

fn write(path: &Path, data: &impl Serialize) -> io::Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    serde_json::to_writer_pretty(&mut file, data)?;
    file.write_all(b"\n")?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}
