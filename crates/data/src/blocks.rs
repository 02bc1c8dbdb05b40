//! The file: a header, then blocks of games. Each block is compressed and has a checksum. A file that was
//! cut off loses at most its last block, and can be continued after the one before it.

use crate::packing::{pack, unpack};
use crate::{DataError, Game, GameError, Header};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use kage_goban::BoardSize;
use kage_phantom::{RefereeRules, Setup};
use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// The version of the format that is written, and the latest that is read.
pub const FORMAT_VERSION: u16 = 1;

/// The first bytes of a file. The line ends notice a transfer that took the file for text.
const MAGIC: [u8; 8] = *b"KAGE\r\n\x1a\n";

/// The first bytes of a block.
const BLOCK: [u8; 4] = *b"GMS\n";

/// Magic, version, length of the header, checksum of the header.
const PREFIX_BYTES: usize = 18;

/// Marker, first game, number of games, two lengths, two checksums.
const BLOCK_BYTES: usize = 28;

/// Longer headers and blocks are refused.
const LONGEST_HEADER: u32 = 1 << 20;
const LONGEST_BLOCK: u32 = 1 << 24;

/// A block is closed when it has this size or this age. Larger blocks do not compress better, and after a
/// power cut no more than one block is lost.
const FULL: usize = 1 << 18;
const OLD: Duration = Duration::from_secs(10);

/// The bytes before the first block.
fn opening(header: &Header) -> Result<Vec<u8>, DataError> {
    let json = serde_json::to_vec(header).map_err(io::Error::from)?;
    let length = u32::try_from(json.len()).ok().filter(|&length| length <= LONGEST_HEADER);
    let length = length.ok_or_else(|| DataError::Header("it is too long".to_owned()))?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(crc32fast::hash(&json).to_le_bytes());
    bytes.extend(json);
    Ok(bytes)
}

/// A block that is being read. It is unpacked game by game, so that a small file cannot make the reader
/// allocate much memory.
#[derive(Default)]
struct Block {
    /// Where it begins.
    at: u64,
    /// The number of its first game.
    first: u32,
    /// Games not yet unpacked.
    left: u32,
    bytes: Vec<u8>,
    /// How many of the bytes are unpacked.
    done: usize,
}

/// Reads games one after the other, from bytes that are not trusted.
pub struct Reader<R> {
    input: R,
    header: Header,
    rules: RefereeRules,
    setup: Setup,
    /// Where the next block begins.
    at: u64,
    /// The number of the first game of the next block.
    next: u32,
    /// What is left of the block that is being read.
    block: Block,
    cut: bool,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        Reader::new(BufReader::new(File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    pub fn new(mut input: R) -> Result<Reader<R>, DataError> {
        let mut prefix = [0; PREFIX_BYTES];
        let found = fill(&mut input, &mut prefix)?;
        if found < MAGIC.len() || !prefix.starts_with(&MAGIC) {
            return Err(DataError::NotData);
        }
        let short = || DataError::Header("the file ends in it".to_owned());
        if found < PREFIX_BYTES {
            return Err(short());
        }
        let version = u16::from_le_bytes([prefix[8], prefix[9]]);
        if version > FORMAT_VERSION {
            return Err(DataError::Newer(version));
        }
        let (length, sum) = (word(&prefix, 10), word(&prefix, 14));
        if length > LONGEST_HEADER {
            return Err(DataError::Header(format!("{length} bytes are too many for one")));
        }
        let json = read_up_to(&mut input, length)?;
        if json.len() < length as usize {
            return Err(short());
        }
        if crc32fast::hash(&json) != sum {
            return Err(DataError::Header("its checksum is wrong".to_owned()));
        }
        let header: Header =
            serde_json::from_slice(&json).map_err(|error| DataError::Header(error.to_string()))?;
        let (rules, setup) = (header.referee_rules()?, header.setup()?);
        let at = (PREFIX_BYTES + json.len()) as u64;
        let block = Block::default();
        Ok(Reader { input, header, rules, setup, at, next: 0, block, cut: false })
    }

    /// What all games have in common.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The rules of every game.
    pub const fn rules(&self) -> &RefereeRules {
        &self.rules
    }

    /// The start of every game.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The number of the game that comes next, counted from 0.
    pub const fn number(&self) -> u32 {
        self.next - self.block.left
    }

    /// Did the file end inside a block? Its games are lost.
    pub const fn is_cut(&self) -> bool {
        self.cut
    }

    /// Where the last good block ends, in bytes.
    pub const fn good_bytes(&self) -> u64 {
        self.at
    }

    /// The next game; `None` after the last.
    pub fn next_game(&mut self) -> Result<Option<Game>, DataError> {
        while self.block.left == 0 {
            if self.cut || !self.read_block()? {
                return Ok(None);
            }
        }
        let mut rest = &self.block.bytes[self.block.done..];
        let game = unpack(&mut rest, self.setup.size(), self.header.notes > 0);
        let left_over = self.block.left == 1 && !rest.is_empty();
        self.block.done = self.block.bytes.len() - rest.len();
        match game {
            Ok(_) if left_over => Err(self.damage_in_block("bytes are left over in the block")),
            Ok(game) => {
                self.block.left -= 1;
                Ok(Some(game))
            }
            Err(error) => Err(self.damage_in_block(&error.to_string())),
        }
    }

    /// Reads a block, if there is a whole one.
    fn read_block(&mut self) -> Result<bool, DataError> {
        let mut front = [0; BLOCK_BYTES];
        let found = fill(&mut self.input, &mut front)?;
        if found < BLOCK_BYTES {
            self.cut = found > 0;
            return Ok(false);
        }
        let (first, games, raw, packed) =
            (word(&front, 4), word(&front, 8), word(&front, 12), word(&front, 16));
        let sum_is_right = crc32fast::hash(&front[..24]) == word(&front, 24);
        if !front.starts_with(&BLOCK) || !sum_is_right {
            return Err(self.damage("no block begins there"));
        }
        if raw.max(packed) > LONGEST_BLOCK {
            return Err(self.damage("the block is too long"));
        }
        if first != self.next {
            return Err(self.damage(&format!("game {first} stands where {} should", self.next)));
        }
        let bytes = read_up_to(&mut self.input, packed)?;
        if bytes.len() < packed as usize {
            self.cut = true;
            return Ok(false);
        }
        if crc32fast::hash(&bytes) != word(&front, 20) {
            return Err(self.damage("the checksum of the block is wrong"));
        }
        let bytes = read_up_to(&mut DeflateDecoder::new(bytes.as_slice()), raw);
        let bytes = bytes.map_err(|_| self.damage("the block cannot be unpacked"))?;
        if bytes.len() < raw as usize {
            return Err(self.damage("the block is shorter than it says"));
        }
        let next = first.checked_add(games).ok_or_else(|| self.damage("too many games"))?;
        self.block = Block { at: self.at, first, left: games, bytes, done: 0 };
        self.next = next;
        self.at += BLOCK_BYTES as u64 + u64::from(packed);
        Ok(true)
    }

    fn damage(&self, what: &str) -> DataError {
        DataError::Damaged { at: self.at, games: self.next, what: what.to_owned() }
    }

    fn damage_in_block(&self, what: &str) -> DataError {
        let Block { at, first, .. } = self.block;
        DataError::Damaged { at, games: first, what: what.to_owned() }
    }
}

/// Reads until the buffer is full or the input ends, and returns the number of bytes read.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut found = 0;
    while found < buffer.len() {
        match input.read(&mut buffer[found..]) {
            Ok(0) => break,
            Ok(count) => found += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// Reads up to a number of bytes. The memory grows with the bytes that come, not with the number.
fn read_up_to(input: &mut impl Read, count: u32) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(u64::from(count)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].iter().take(4).rev().fold(0, |all, byte| all << 8 | u32::from(*byte))
}

/// Writes games, block by block.
pub struct Writer<W: Write> {
    output: W,
    size: BoardSize,
    noted: bool,
    /// The number of the first game of the open block.
    first: u32,
    /// The games of the open block.
    games: u32,
    raw: Vec<u8>,
    opened: Instant,
}

impl<W: Write> Writer<W> {
    /// Begins a file.
    pub fn new(mut output: W, header: &Header) -> Result<Writer<W>, DataError> {
        output.write_all(&opening(header)?)?;
        Writer::after(output, header, 0)
    }

    /// Continues after a number of games.
    fn after(output: W, header: &Header, games: u32) -> Result<Writer<W>, DataError> {
        Ok(Writer {
            output,
            size: header.setup()?.size(),
            noted: header.notes > 0,
            first: games,
            games: 0,
            raw: Vec::new(),
            opened: Instant::now(),
        })
    }

    /// The number of games in the file and in the open block.
    pub const fn games(&self) -> u32 {
        self.first + self.games
    }

    /// Adds a game. It is in the file when its block is full or old, or with [`Writer::close`].
    pub fn push(&mut self, game: &Game) -> Result<(), DataError> {
        if self.games == 0 {
            self.opened = Instant::now();
        }
        pack(game, self.size, self.noted, &mut self.raw);
        self.games += 1;
        if self.raw.len() >= FULL || self.opened.elapsed() >= OLD {
            self.close()?;
        }
        Ok(())
    }

    /// Writes the open block, if there are games in it.
    pub fn close(&mut self) -> Result<(), DataError> {
        if self.games == 0 {
            return Ok(());
        }
        if self.raw.len() > LONGEST_BLOCK as usize {
            let error = GameError::TooLong(self.raw.len());
            return Err(DataError::Impossible { game: self.first, error });
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(9));
        encoder.write_all(&self.raw)?;
        let packed = encoder.finish()?;
        let mut block = BLOCK.to_vec();
        let lengths = [self.raw.len() as u32, packed.len() as u32];
        let words = [self.first, self.games, lengths[0], lengths[1], crc32fast::hash(&packed)];
        block.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        block.extend(crc32fast::hash(&block).to_le_bytes());
        block.extend(packed);
        self.output.write_all(&block)?;
        self.output.flush()?;
        self.first += self.games;
        self.games = 0;
        self.raw.clear();
        Ok(())
    }

    /// Writes the open block and gives the output back.
    pub fn finish(mut self) -> Result<W, DataError> {
        self.close()?;
        Ok(self.output)
    }
}

impl Writer<File> {
    /// Begins a file, or continues one with the same header. A last block that was cut off is dropped. A
    /// file that is damaged, or is something else, is not changed.
    pub fn begin_or_resume(path: &Path, header: &Header) -> Result<Writer<File>, DataError> {
        let options =
            File::options().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => DataError::Busy,
            TryLockError::Error(error) => DataError::Io(error),
        })?;
        if is_only_a_beginning(&mut file, &opening(header)?)? {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            let writer = Writer::new(file, header)?;
            writer.output.sync_all()?;
            return Ok(writer);
        }
        file.seek(SeekFrom::Start(0))?;
        let mut reader = Reader::new(BufReader::new(&file))?;
        if let Some(what) = reader.header.difference(header) {
            return Err(DataError::Other(what));
        }
        while reader.next_game()?.is_some() {}
        let (good, games) = (reader.good_bytes(), reader.number());
        file.set_len(good)?;
        file.seek(SeekFrom::Start(good))?;
        Writer::after(file, header, games)
    }
}

/// Whether the file is only the beginning of this header: the program that began it was stopped at once.
fn is_only_a_beginning(file: &mut File, opening: &[u8]) -> io::Result<bool> {
    let length = file.metadata()?.len();
    if length >= opening.len() as u64 {
        return Ok(false);
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(opening.starts_with(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay;
    use kage_phantom::Choice;
    use proptest::prelude::*;

    fn header() -> Header {
        Header {
            kage: "0.1.0".to_owned(),
            command: String::new(),
            players: ["one".to_owned(), "two".to_owned()],
            rules: "common try-limit=20".to_owned(),
            size: 5,
            handicap: "B2 D4".to_owned(),
            time: "no clock".to_owned(),
            seed: 1,
            notes: 1,
            ..Header::default()
        }
    }

    /// A block with right checksums around bytes that nobody has written.
    fn signed(raw: Vec<u8>, games: u32) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new(), &header()).unwrap();
        writer.raw = raw;
        writer.games = games;
        writer.finish().unwrap()
    }

    proptest! {
        #[test]
        fn bytes_that_are_signed_are_not_believed_either(
            flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
            games in 0..9u32,
        ) {
            let pass = [Choice::Pass; 2];
            let e5 = Choice::Try("E5".parse().unwrap());
            let game = Game { choices: [vec![e5], pass.to_vec()].concat(), ..Game::default() };
            let mut raw = Vec::new();
            (0..4).for_each(|_| pack(&game, BoardSize::new(5).unwrap(), true, &mut raw));
            for (at, byte) in &flips {
                let at = at.index(raw.len());
                raw[at] = *byte;
            }
            let bytes = signed(raw, games);
            let mut reader = Reader::new(bytes.as_slice()).unwrap();
            let (rules, setup) = (*reader.rules(), *reader.setup());
            while let Ok(Some(game)) = reader.next_game() {
                let _ = replay(&game, 0, rules, setup, |_| {});
            }
        }
    }

    #[test]
    fn a_block_that_claims_much_gets_little() {
        let bytes = signed(vec![0xff; 100], u32::MAX);
        assert!(Reader::new(bytes.as_slice()).unwrap().next_game().is_err());
        let many = signed(vec![0; 1 << 20], u32::MAX);
        let mut reader = Reader::new(many.as_slice()).unwrap();
        while let Ok(Some(_)) = reader.next_game() {}
        assert!(reader.number() <= 1 << 19);
    }
}
