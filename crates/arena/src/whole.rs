//! Atomic writing of files.

use crate::StoreError;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Writes data as JSON, atomically: if the program is killed, the file is this data or unchanged.
pub(crate) fn write_whole(path: &Path, data: &impl Serialize) -> Result<(), StoreError> {
    write(path, data).map_err(|error| StoreError::File(path.to_owned(), error))
}

/// A temporary file in the same folder, to be renamed to `path` when it is complete. It has the
/// permissions of any other new file of the user.
pub fn unfinished(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The user's umask reduces this.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}

fn write(path: &Path, data: &impl Serialize) -> io::Result<()> {
    let mut file = unfinished(path)?;
    serde_json::to_writer_pretty(&mut file, data)?;
    file.write_all(b"\n")?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}
