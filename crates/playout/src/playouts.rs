//! The entry of the crate: batches of playouts.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use kage_goban::{BoardSize, ByColor, Color, Move, Point};

#[cfg(target_arch = "x86_64")]
use crate::avx2::Avx2;
use crate::bitboard::PlainSelect;
use crate::dense_bitboard::DenseBitboard;
use crate::lane_batch::{self, Job, Sink};
use crate::lanes::{Portable16, Portable32};
use crate::point_rows::PointRows;
use crate::scalar_bitboard::ScalarBitboard;
use crate::solo;
use crate::world::World;

/// Plays batches of uniformly random games on boards of one size.
///
/// A game depends on the seed, its number and the world it starts from, and on nothing else: not
/// on the batch it is played in, nor on the CPU. To use several threads, give each its own range
/// of game numbers.
///
/// ```
/// use kage_goban::{Board, BoardSize, Color};
/// use kage_playout::{Playouts, World};
///
/// let world = World::new(&Board::new(BoardSize::NINE), Color::Black);
/// let playouts = Playouts::new(BoardSize::NINE, 1);
/// let mut wins = 0;
/// playouts.run(0..1000, |_| &world, |finish| wins += u32::from(finish.lead() > 0)).unwrap();
/// assert!((400..700).contains(&wins));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playouts {
    size: BoardSize,
    seed: u64,
    cap: u16,
    eyes: Eyes,
    way: Way,
}

/// A [`Path`] that this CPU has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

/// What counts as an own eye, where a side does not play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Eyes {
    /// Own stones and edges around it, and fewer than two enemies on its diagonals; at the edge,
    /// none.
    #[default]
    Diagonals,
    /// Own stones and edges around it, and none of their chains is in atari.
    Walls,
}

/// How playouts are computed. The results are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Path {
    /// With plain arrays, on any CPU.
    Portable,
    /// With the AVX2 instructions of x86-64.
    Avx2,
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Path::Portable => "portable",
            Path::Avx2 => "AVX2",
        })
    }
}

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Finish {
    /// The number of the game.
    pub game: u64,
    /// The points of each side: its stones, and the empty regions that only it touches.
    pub area: ByColor<u32>,
    /// How many moves were made, passes included.
    pub plies: u32,
    /// Whether the game was stopped because it had become too long.
    pub capped: bool,
    /// How many hidden stones could not be placed.
    pub unplaced: u32,
}

impl Finish {
    /// Black's area minus White's.
    pub const fn lead(&self) -> i32 {
        self.area.black as i32 - self.area.white as i32
    }
}

/// Something that happened in a playout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// A hidden stone was placed before play began.
    Hide(Point),
    /// A move was made.
    Move(Move),
}

/// Takes a game's end and everything that happened in it.
pub(crate) type RecordSink<'a> = dyn FnMut(Finish, &[(Color, Act)]) + 'a;

/// A world has another board size than the playouts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WrongSize {
    /// The number of the game.
    pub game: u64,
    /// The size of the world.
    pub found: BoardSize,
    /// The size of the playouts.
    pub wanted: BoardSize,
}

impl fmt::Display for WrongSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrongSize { game, found, wanted } = self;
        write!(f, "game {game} starts on {found}, but the playouts are for {wanted}")
    }
}

impl std::error::Error for WrongSize {}

impl Playouts {
    /// Playouts on boards of this size, computed the fastest way this CPU allows.
    pub fn new(size: BoardSize, seed: u64) -> Playouts {
        let (cap, eyes) = (8 * size.area() as u16, Eyes::default());
        Playouts { size, seed, cap, eyes, way: fastest() }
    }

    /// The same playouts, computed without special instructions.
    #[must_use]
    pub const fn portable(self) -> Playouts {
        Playouts { way: Way::Portable, ..self }
    }

    /// The same playouts, with another definition of eyes. Walls take longer than diagonals.
    #[must_use]
    pub const fn with_eyes(self, eyes: Eyes) -> Playouts {
        Playouts { eyes, ..self }
    }

    /// The same playouts, stopped after so many plies (but at least one, and at most 32,767).
    ///
    /// Simple ko allows cycles, so there must be a limit. The default is eight times the number of
    /// points of the board, far more than a game without cycles needs.
    #[must_use]
    pub fn capped_at(self, plies: u16) -> Playouts {
        Playouts { cap: plies.clamp(1, i16::MAX as u16), ..self }
    }

    /// How these playouts are computed.
    pub const fn path(&self) -> Path {
        match self.way {
            Way::Portable => Path::Portable,
            #[cfg(target_arch = "x86_64")]
            Way::Avx2(_) => Path::Avx2,
        }
    }

    /// The size of the boards.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Plays the games with these numbers, each from the world that `start` gives for it, and
    /// calls `finish` with each result, in no particular order.
    pub fn run<W: Borrow<World>>(
        &self,
        games: Range<u64>,
        mut start: impl FnMut(u64) -> W,
        mut finish: impl FnMut(Finish),
    ) -> Result<(), WrongSize> {
        let mut start = |game| *start(game).borrow();
        self.play(self.job(games, &mut start), Sink::Plain(&mut finish))
    }

    /// As [`run`](Playouts::run), with the side that first played each point after the start.
    ///
    /// Hidden stones are not played: they are there from the start. A point with one of them counts
    /// for the side that plays it later, if one does.
    pub fn run_traced<W: Borrow<World>>(
        &self,
        games: Range<u64>,
        mut start: impl FnMut(u64) -> W,
        mut finish: impl FnMut(Finish, &ByColor<PointRows>),
    ) -> Result<(), WrongSize> {
        let mut start = |game| *start(game).borrow();
        self.play(self.job(games, &mut start), Sink::Traced(&mut finish))
    }

    /// As [`run`](Playouts::run), with everything that happened.
    ///
    /// The games are the same, but this is slow: it is always computed portably, and it allocates.
    pub fn run_recorded<W: Borrow<World>>(
        &self,
        games: Range<u64>,
        mut start: impl FnMut(u64) -> W,
        mut finish: impl FnMut(Finish, &[(Color, Act)]),
    ) -> Result<(), WrongSize> {
        let mut start = |game| *start(game).borrow();
        let job = self.job(games, &mut start);
        match self.size.get() {
            ..=9 => lane_batch::record::<Portable16, 11>(job, &mut finish),
            10..=13 => lane_batch::record::<Portable16, 15>(job, &mut finish),
            14.. => lane_batch::record::<Portable32, 21>(job, &mut finish),
        }
    }

    fn job<'a>(&self, games: Range<u64>, start: &'a mut dyn FnMut(u64) -> World) -> Job<'a> {
        let Playouts { size, seed, cap, eyes, way: _ } = *self;
        Job { size, cap: u32::from(cap), eyes, seed, games, start }
    }

    fn play(&self, job: Job<'_>, sink: Sink<'_>) -> Result<(), WrongSize> {
        match self.way {
            Way::Portable => play_portably(job, sink),
            #[cfg(target_arch = "x86_64")]
            Way::Avx2(avx2) => avx2.play(job, sink),
        }
    }
}

static PORTABLE_ONLY: AtomicBool = AtomicBool::new(false);

/// From now on all new [`Playouts`] of this process are computed without special instructions. This
/// is for tests that compare the paths.
pub fn force_portable() {
    PORTABLE_ONLY.store(true, Ordering::Relaxed);
}

fn fastest() -> Way {
    #[cfg(target_arch = "x86_64")]
    if !PORTABLE_ONLY.load(Ordering::Relaxed)
        && let Some(avx2) = Avx2::detect()
    {
        return Way::Avx2(avx2);
    }
    Way::Portable
}

fn play_portably(job: Job<'_>, sink: Sink<'_>) -> Result<(), WrongSize> {
    match job.eyes {
        Eyes::Diagonals => play_portably_with::<false>(job, sink),
        Eyes::Walls => play_portably_with::<true>(job, sink),
    }
}

fn play_portably_with<const WALLS: bool>(job: Job<'_>, sink: Sink<'_>) -> Result<(), WrongSize> {
    match job.size.get() {
        ..=9 if job.is_small() => solo::play::<DenseBitboard<PlainSelect>, WALLS>(job, sink),
        10..=solo::LINES if job.is_small() => solo::play::<ScalarBitboard<4>, WALLS>(job, sink),
        ..=9 => lane_batch::play::<Portable16, 11, WALLS>(job, sink),
        10..=13 => lane_batch::play::<Portable16, 15, WALLS>(job, sink),
        14.. => lane_batch::play::<Portable32, 21, WALLS>(job, sink),
    }
}
