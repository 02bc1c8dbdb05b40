//! A world: a full board that may be the true one.

use kage_goban::{Board, BoardSize, Color, KoRule, Move, Point, PointSet, Position};
use kage_phantom::View;

/// The kind of sampler a world comes from: how much of what was heard it fits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// It has a history in which the seat would have heard exactly what it did hear.
    History,
    /// Its board fits what the view is certain of, and the refusals of this turn.
    Metaposition,
    /// It has the right number of stones, on points where they can stand.
    Uniform,
    /// The same, with stones drawn by given probabilities. Most of its boards also fit the refusals of this turn.
    Marginal,
}

/// A full board that may be the true one, and the opponent's moves that led to it.
///
/// ```
/// use kage_belief::{History, Options, Sampler, Source};
/// use kage_goban::{BoardSize, Color, Move};
/// use kage_phantom::{Lost, Observation, RefereeRules, Seat, Setup, Sound};
///
/// let setup = Setup::even(BoardSize::new(3).unwrap());
/// let mut seat = Seat::new(RefereeRules::default(), &setup, Color::White);
/// seat.hear(&Observation::Theirs(Sound::Moved {
///     passed: false, tries: None, lost: Lost::NONE, atari: false, stones: None,
/// })).unwrap();
/// let mut sampler = History::new(Options::default());
/// sampler.update(&seat);
/// sampler.draw(5, &mut |world| {
///     assert_eq!(world.source(), Source::History);
///     assert_eq!(world.stones(Color::Black).len(), 1);
///     assert!(matches!(world.plays(), [Move::Play(_)]));
/// });
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct World {
    position: Position,
    plays: Vec<Move>,
    weight: f64,
    source: Source,
}

impl World {
    /// A world with this board and side to move, and the opponent's moves.
    pub(crate) fn new(
        board: Board,
        turn: Color,
        ko: Option<Point>,
        plays: Vec<Move>,
        source: Source,
    ) -> World {
        let position = Position::from_board(board, turn, KoRule::Simple);
        let position = match ko {
            Some(ko) => position.with_ko(ko),
            None => position,
        };
        World { position, plays, weight: 1.0, source }
    }

    /// A world of this view without a history.
    pub(crate) fn without_history(view: &View, board: Board, source: Source) -> World {
        let ko = view.likely_ko().filter(|_| view.turn() == view.color());
        World::new(board, view.turn(), ko, Vec::new(), source)
    }

    /// The position, with the ko that binds the side to move. It has no past boards.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The same, taken out.
    pub fn into_position(self) -> Position {
        self.position
    }

    /// The stones.
    pub const fn board(&self) -> &Board {
        self.position.board()
    }

    /// The number of lines.
    pub const fn size(&self) -> BoardSize {
        self.position.size()
    }

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.position.turn()
    }

    /// The stones of a colour.
    pub fn stones(&self, color: Color) -> PointSet {
        self.position.board().stones(color)
    }

    /// The point that simple ko forbids to the side to move.
    pub const fn ko(&self) -> Option<Point> {
        self.position.ko()
    }

    /// The opponent's accepted moves and passes, one for each of its turns. Empty if the world has no history.
    pub fn plays(&self) -> &[Move] {
        &self.plays
    }

    /// How much it counts among the worlds drawn with it.
    pub const fn weight(&self) -> f64 {
        self.weight
    }

    /// The kind of sampler it comes from.
    pub const fn source(&self) -> Source {
        self.source
    }

    /// Where playouts start from.
    pub fn start(&self) -> kage_playout::World {
        kage_playout::World::from(&self.position)
    }
}
