//! `.npz` files for numpy: a zip archive with one `.npy` file for each array.
//!
//! The length of an array comes before its rows, and all arrays grow at once. So the rows of each array go to
//! a compressed temporary file, and the archive is made of these files at the end. Memory does not grow with
//! the number of rows, and the games are replayed only once.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use zip::write::{SimpleFileOptions, ZipWriter};

/// One array that grows.
pub(crate) struct Column {
    name: String,
    /// The type of an element, as numpy writes it.
    kind: &'static str,
    /// The shape of one row.
    row_shape: Vec<usize>,
    rows: u64,
    spool: BufWriter<DeflateEncoder<File>>,
}

impl Column {
    /// An array without rows.
    pub(crate) fn new(name: &str, kind: &'static str, row_shape: Vec<usize>) -> io::Result<Column> {
        let spool = DeflateEncoder::new(tempfile::tempfile()?, Compression::fast());
        let spool = BufWriter::with_capacity(1 << 16, spool);
        Ok(Column { name: name.to_owned(), kind, row_shape, rows: 0, spool })
    }

    /// Adds a row: its elements, little-endian.
    pub(crate) fn push(&mut self, row: &[u8]) -> io::Result<()> {
        self.rows += 1;
        self.spool.write_all(row)
    }

    /// The front of the `.npy` file: version 1.0, padded to a multiple of 64 bytes.
    fn front(&self) -> Vec<u8> {
        let shape: String = self.row_shape.iter().map(|length| format!(" {length},")).collect();
        let about = format!(
            "{{'descr': '{}', 'fortran_order': False, 'shape': ({},{shape}), }}",
            self.kind, self.rows
        );
        let length = (10 + about.len() + 1).next_multiple_of(64) - 10;
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((length as u16).to_le_bytes());
        bytes.extend(format!("{about:<width$}\n", width = length - 1).into_bytes());
        bytes
    }

    fn write_to<W: Write + Seek>(self, archive: &mut ZipWriter<W>) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .large_file(true);
        archive.start_file(format!("{}.npy", self.name), options)?;
        archive.write_all(&self.front())?;
        let spool = self.spool.into_inner().map_err(io::IntoInnerError::into_error)?;
        let mut file = spool.finish()?;
        file.seek(SeekFrom::Start(0))?;
        io::copy(&mut DeflateDecoder::new(BufReader::new(file)), archive)?;
        Ok(())
    }
}

/// Writes the arrays as one archive.
pub(crate) fn write<W: Write + Seek>(output: W, columns: Vec<Column>) -> io::Result<W> {
    let mut archive = ZipWriter::new(output);
    for column in columns {
        column.write_to(&mut archive)?;
    }
    let mut output = archive.finish()?;
    output.flush()?;
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_is_as_numpy_wants_it() {
        let mut column = Column::new("truth", "|i1", vec![9, 9]).unwrap();
        column.push(&[0; 81]).unwrap();
        let front = column.front();
        assert_eq!(front.len() % 64, 0);
        assert_eq!(front.last(), Some(&b'\n'));
        let text = String::from_utf8_lossy(&front[10..]).into_owned();
        assert!(
            text.starts_with("{'descr': '|i1', 'fortran_order': False, 'shape': (1, 9, 9,), }")
        );
    }
}
