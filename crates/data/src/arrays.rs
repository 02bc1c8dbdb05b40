//! Export to Python: the arrays, with one row for each try, and the selection of tries.

use crate::npz::{self, Column};
use crate::packing::code;
use crate::{DataError, NotedCandidate, Reader, Sample, replay};
use kage_goban::{BoardSize, Color, Point, PointSet};
use kage_phantom::{Choice, Knowledge, Refusal};
use std::io::{Read, Seek, Write};

/// The shape of one row of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A number.
    One,
    /// A number for each point: `[row, col]` from A1.
    Board,
    /// A number for each noted candidate, best first.
    Candidates,
}

/// Appends a row of an array, little-endian.
type Put = fn(&Sample<'_>, &mut Row<'_>);

/// One array of an export.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    /// Its name.
    pub name: &'static str,
    /// The type of its elements, as numpy writes it.
    pub kind: &'static str,
    /// The shape of a row.
    pub shape: Shape,
    put: Put,
}

const fn array(name: &'static str, kind: &'static str, shape: Shape, put: Put) -> Array {
    Array { name, kind, shape, put }
}

/// Every array of an export; `docs/selfplay.md` describes them. Those of [`Shape::Candidates`], `playouts` and
/// `value` exist only if the file has notes.
pub const ARRAYS: &[Array] = &[
    array("game", "<u4", Shape::One, |s, row| row.u32(u64::from(s.game))),
    array("try", "<u2", Shape::One, |s, row| row.u16(s.number as u64)),
    array("player", "|u1", Shape::One, |s, row| row.u8(s.player)),
    array("color", "|u1", Shape::One, |s, row| row.u8(u8::from(s.color() == Color::White))),
    array("move", "<u2", Shape::One, |s, row| row.u16(s.view.moves().into())),
    array("mine", "|u1", Shape::Board, |s, row| row.set(&s.view.mine())),
    array("theirs", "|u1", Shape::Board, |s, row| row.set(&s.view.theirs())),
    array("empty", "|u1", Shape::Board, |s, row| row.set(&s.view.empty())),
    array("perhaps_taken", "|u1", Shape::Board, |s, row| row.set(&s.view.perhaps_taken())),
    array("refused", "|u1", Shape::Board, put_refused),
    array("refused_age", "|u1", Shape::Board, put_refused_age),
    array("was_empty_age", "|u1", Shape::Board, put_was_empty_age),
    array("tried", "|u1", Shape::Board, |s, row| {
        row.set(&s.view.tried().iter().copied().collect());
    }),
    array("likely_ko", "<i2", Shape::One, put_likely_ko),
    array("their_count", "<u2", Shape::One, |s, row| row.u16(s.view.their_stones().at_most.into())),
    array("their_count_exact", "|u1", Shape::One, |s, row| {
        row.u8(u8::from(s.view.their_stones().exact));
    }),
    array("taken", "<u2", Shape::One, |s, row| row.u16(s.view.taken().into())),
    array("lost", "<u2", Shape::One, |s, row| row.u16(s.view.lost().into())),
    array("tries_heard", "<u2", Shape::One, |s, row| row.u16(s.view.tries_heard().into())),
    array("choice", "<i2", Shape::One, |s, row| row.i16(code(s.choice, row.size) as i16)),
    array("ruling", "|u1", Shape::One, |s, row| row.u8(ruling(s))),
    array("truth", "|i1", Shape::Board, put_truth),
    array("ownership", "|i1", Shape::Board, put_ownership),
    array("result", "|i1", Shape::One, |s, row| row.i8(s.result())),
    array("lead", "<f4", Shape::One, |s, row| row.f32(s.lead())),
    array(PLAYOUTS, "<u4", Shape::One, |s, row| row.u32(s.notes.map_or(0, |n| n.playouts))),
    array(VALUE, "<f4", Shape::One, |s, row| row.f32(s.notes.and_then(|n| n.value(s.choice)))),
    array("candidates", "<i2", Shape::Candidates, |s, row| {
        let code = |noted: &NotedCandidate, size| code(noted.choice, size) as i16;
        row.each_candidate(s, |row, noted| {
            row.i16(noted.map_or(-1, |noted| code(noted, row.size)));
        });
    }),
    array("candidate_visits", "<u4", Shape::Candidates, |s, row| {
        row.each_candidate(s, |row, noted| row.u32(noted.map_or(0, |noted| noted.visits)));
    }),
    array("candidate_values", "<f4", Shape::Candidates, |s, row| {
        row.each_candidate(s, |row, noted| row.f32(noted.map(|noted| noted.value.to_f64())));
    }),
];

/// The arrays with one number for each try that come from notes.
const PLAYOUTS: &str = "playouts";
const VALUE: &str = "value";

impl Array {
    fn needs_notes(&self) -> bool {
        self.shape == Shape::Candidates || [PLAYOUTS, VALUE].contains(&self.name)
    }
}

/// A row that is being written.
struct Row<'a> {
    size: BoardSize,
    /// The number of candidates of a row.
    candidates: usize,
    out: &'a mut Vec<u8>,
}

impl Row<'_> {
    fn u8(&mut self, number: u8) {
        self.out.push(number);
    }

    fn i8(&mut self, number: i8) {
        self.out.extend(number.to_le_bytes());
    }

    fn i16(&mut self, number: i16) {
        self.out.extend(number.to_le_bytes());
    }

    fn u16(&mut self, number: u64) {
        self.out.extend((number.min(u64::from(u16::MAX)) as u16).to_le_bytes());
    }

    fn u32(&mut self, number: u64) {
        self.out.extend((number.min(u64::from(u32::MAX)) as u32).to_le_bytes());
    }

    /// Missing values are NaN.
    fn f32(&mut self, number: Option<f64>) {
        self.out.extend(number.map_or(f32::NAN, |number| number as f32).to_le_bytes());
    }

    fn board(&mut self, each: impl Fn(Point) -> u8) {
        self.out.extend(self.size.points().map(each));
    }

    fn set(&mut self, points: &PointSet) {
        self.board(|point| u8::from(points.contains(point)));
    }

    /// The difference of two sets: 1, -1 or 0.
    fn sides(&mut self, own: &PointSet, other: &PointSet) {
        self.board(|point| {
            let side = i8::from(own.contains(point)) - i8::from(other.contains(point));
            side.to_le_bytes()[0]
        });
    }

    fn each_candidate(
        &mut self,
        sample: &Sample<'_>,
        put: impl Fn(&mut Self, Option<&NotedCandidate>),
    ) {
        let noted = sample.notes.map_or(&[][..], |notes| &notes.candidates);
        for index in 0..self.candidates {
            put(self, noted.get(index));
        }
    }
}

/// One bit for each cause: stone, suicide, ko.
fn put_refused(sample: &Sample<'_>, row: &mut Row<'_>) {
    row.board(|point| {
        sample.view.refusal(point).map_or(0, |refused| {
            let causes = refused.causes;
            u8::from(causes.stone) | u8::from(causes.suicide) << 1 | u8::from(causes.ko) << 2
        })
    });
}

/// One more than the number of moves since.
fn age(now: u32, then: u32) -> u8 {
    (now.saturating_sub(then) + 1).min(255) as u8
}

fn put_refused_age(sample: &Sample<'_>, row: &mut Row<'_>) {
    let now = sample.view.moves();
    row.board(|point| sample.view.refusal(point).map_or(0, |refused| age(now, refused.at)));
}

fn put_was_empty_age(sample: &Sample<'_>, row: &mut Row<'_>) {
    let now = sample.view.moves();
    row.board(|point| match sample.view.at(point) {
        Knowledge::WasEmpty(then) => age(now, then),
        _ => 0,
    });
}

fn put_likely_ko(sample: &Sample<'_>, row: &mut Row<'_>) {
    let ko = sample.view.likely_ko();
    row.i16(ko.map_or(-1, |point| code(Choice::Try(point), row.size) as i16));
}

fn ruling(sample: &Sample<'_>) -> u8 {
    match (sample.choice, sample.refused) {
        (Choice::Resign, _) => 5,
        (_, None) => 0,
        (_, Some(Refusal::OpponentStone)) => 1,
        (_, Some(Refusal::OwnStone)) => 2,
        (_, Some(Refusal::Suicide)) => 3,
        (_, Some(Refusal::Ko)) => 4,
    }
}

fn put_truth(sample: &Sample<'_>, row: &mut Row<'_>) {
    let board = sample.truth.board();
    row.sides(&board.stones(sample.color()), &board.stones(!sample.color()));
}

fn put_ownership(sample: &Sample<'_>, row: &mut Row<'_>) {
    row.sides(&sample.area[sample.color()], &sample.area[!sample.color()]);
}

/// Which tries are exported.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Selection {
    /// Only tries of this side.
    pub side: Option<Color>,
    /// Of those only one in this many, counted through the file.
    pub every: u64,
    /// Of those each with this probability.
    pub chance: f64,
    /// The seed of that choice.
    pub seed: u64,
    /// The largest number of tries.
    pub most: u64,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection { side: None, every: 1, chance: 1.0, seed: 1, most: u64::MAX }
    }
}

impl Selection {
    /// Whether a try is selected, if `before` tries of the right side came before it.
    fn takes(&self, sample: &Sample<'_>, before: u64) -> bool {
        before.is_multiple_of(self.every.max(1)) && self.is_drawn(sample.game, sample.number as u64)
    }

    /// A random choice that depends on the seed and the try alone.
    fn is_drawn(&self, game: u32, number: u64) -> bool {
        let lot = mix(mix(self.seed).wrapping_add(u64::from(game) << 32 | number));
        (lot >> 11) as f64 / (1u64 << 53) as f64 <= self.chance && self.chance > 0.0
    }
}

/// The finalizer of SplitMix64: neighbours come out far apart.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

/// The size of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exported {
    /// Tries written: the length of every array.
    pub tries: u64,
    /// Games read.
    pub games: u32,
}

/// Writes the selected tries of a file as `.npz`, with the header as the array `header`.
pub fn export<R: Read, W: Write + Seek>(
    reader: &mut Reader<R>,
    selection: &Selection,
    output: W,
) -> Result<(W, Exported), DataError> {
    let mut table = ArrayRows::new(reader)?;
    let (rules, setup) = (*reader.rules(), *reader.setup());
    let (mut before, mut tries) = (0, 0);
    while tries < selection.most {
        let number = reader.number();
        let Some(game) = reader.next_game()? else { break };
        let mut failed = None;
        replay(&game, number, rules, setup, |sample| {
            if selection.side.is_some_and(|side| side != sample.color()) {
                return;
            }
            if tries < selection.most && selection.takes(sample, before) {
                tries += 1;
                failed = failed.take().or(table.push(sample).err());
            }
            before += 1;
        })?;
        failed.map_or(Ok(()), Err)?;
    }
    let output = npz::write(output, table.finish(reader)?)?;
    Ok((output, Exported { tries, games: reader.number() }))
}

/// The arrays of an export, growing.
struct ArrayRows {
    size: BoardSize,
    candidates: usize,
    columns: Vec<(&'static Array, Column)>,
    /// One row of one array, used again.
    row: Vec<u8>,
}

impl ArrayRows {
    fn new<R>(reader: &Reader<R>) -> Result<ArrayRows, DataError>
    where
        R: Read,
    {
        let size = reader.setup().size();
        let lines = usize::from(size.get());
        let candidates = usize::from(reader.header().notes);
        let mut columns = Vec::new();
        for array in ARRAYS.iter().filter(|array| candidates > 0 || !array.needs_notes()) {
            let shape = match array.shape {
                Shape::One => vec![],
                Shape::Board => vec![lines, lines],
                Shape::Candidates => vec![candidates],
            };
            columns.push((array, Column::new(array.name, array.kind, shape)?));
        }
        Ok(ArrayRows { size, candidates, columns, row: Vec::new() })
    }

    fn push(&mut self, sample: &Sample<'_>) -> Result<(), DataError> {
        for (array, column) in &mut self.columns {
            self.row.clear();
            let (size, candidates) = (self.size, self.candidates);
            (array.put)(sample, &mut Row { size, candidates, out: &mut self.row });
            column.push(&self.row)?;
        }
        Ok(())
    }

    fn finish<R: Read>(self, reader: &Reader<R>) -> Result<Vec<Column>, DataError> {
        let mut columns: Vec<Column> = self.columns.into_iter().map(|(_, column)| column).collect();
        let mut header = Column::new("header", "|u1", vec![])?;
        for byte in serde_json::to_vec(reader.header()).map_err(std::io::Error::from)? {
            header.push(&[byte])?;
        }
        columns.push(header);
        Ok(columns)
    }
}
