//! A world: what may be true.

use kage_goban::{Board, BoardSize, ByColor, Color, Move, Point, PointSet, Position};
use kage_phantom::{Answer, Observation, Sound, View};

/// Where a world comes from: how much of what was heard it fits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// It has a history that sounded exactly like the game.
    History,
    /// Its board fits what the view is certain of, and its latest refusals.
    Metaposition,
    /// Its stones are as many as they should be, and stand where they may.
    Uniform,
    /// The same, where somebody thought they stand; its latest refusals are refusals.
    Guided,
}

/// A full board that may be the true one, and the opponent's moves that led to it.
///
/// ```
/// use kage_belief::{History, Options, Sampler, Source};
/// use kage_goban::{BoardSize, Color, Move};
/// use kage_phantom::{Lost, Observation, RefereeRules, Setup, Sound, View};
///
/// let setup = Setup::even(BoardSize::new(3).unwrap());
/// let mut view = View::new(RefereeRules::default(), &setup, Color::White);
/// view.update(&Observation::Theirs(Sound::Moved {
///     passed: false, tries: None, lost: Lost::NONE, atari: false, stones: None,
/// })).unwrap();
/// let mut sampler = History::new(Options::default());
/// sampler.update(&view);
/// sampler.draw(5, &mut |world| {
///     assert_eq!(world.source(), Source::History);
///     assert_eq!(world.stones(Color::Black).len(), 1);
///     assert!(matches!(world.plays(), [Move::Play(_)]));
/// });
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct World {
    pub(crate) size: BoardSize,
    pub(crate) turn: Color,
    pub(crate) stones: ByColor<PointSet>,
    pub(crate) ko: Option<Point>,
    pub(crate) plays: Vec<Move>,
    pub(crate) weight: f64,
    pub(crate) source: Source,
}

impl World {
    /// A world to be filled in.
    pub(crate) fn blank(size: BoardSize) -> World {
        World {
            size,
            turn: Color::Black,
            stones: ByColor::default(),
            ko: None,
            plays: Vec::new(),
            weight: 1.0,
            source: Source::History,
        }
    }

    /// All but the stones, for a world of this view that has no history.
    pub(crate) fn set(&mut self, view: &View, source: Source) {
        self.size = view.size();
        self.turn = view.turn();
        self.ko = view.likely_ko().filter(|_| view.turn() == view.color());
        self.plays.clear();
        self.source = source;
    }

    /// The number of lines.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Who is to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The stones of a colour.
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    /// The point that simple ko forbids to the side to move.
    pub const fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// The opponent's accepted moves and passes, one for each of his turns; none if the world has
    /// no history.
    pub fn plays(&self) -> &[Move] {
        &self.plays
    }

    /// How much it counts among the worlds drawn with it.
    pub const fn weight(&self) -> f64 {
        self.weight
    }

    /// Where it comes from.
    pub const fn source(&self) -> Source {
        self.source
    }

    /// Its board. `None` if the stones cannot stand together, which no sampler lets happen.
    pub fn board(&self) -> Option<Board> {
        Board::from_stones(self.size, self.stones).ok()
    }

    /// Where playouts start from.
    pub fn start(&self) -> Option<kage_playout::World> {
        let world = kage_playout::World::new(&self.board()?, self.turn);
        Some(match self.ko {
            Some(ko) => world.with_ko(ko).unwrap_or(world),
            None => world,
        })
    }

    /// The whole game in this world, replayed: a position with its past. `None` if the world has no
    /// history, or not one of this view.
    pub fn position(&self, view: &View) -> Option<Position> {
        let mut position = view.setup().position(view.rules().ko);
        let mut plays = self.plays.iter();
        for news in view.log() {
            let play = match news {
                Observation::Mine(Answer::Accepted { play, .. }) => *play,
                Observation::Theirs(Sound::Moved { .. }) => *plays.next()?,
                _ => continue,
            };
            position.play(play).ok()?;
        }
        plays.next().is_none().then_some(position)
    }
}
