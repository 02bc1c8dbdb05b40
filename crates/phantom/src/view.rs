//! All that one seat has heard, folded.

use crate::knowledge::{Call, Changes, RecentMoves, Refusals};
use crate::moments::Moments;
use crate::{Answer, LastTurns, Observation, Outcome, RefereeRules, Setup, Sound};
use kage_goban::{Board, BoardSize, Color, Move, Point, PointSet, draw, stone_mark};
use std::fmt;

/// What a refused try may have been refused for. More than one may be possible; the truth is
/// always among them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Causes {
    /// Their stone may stand there.
    pub stone: bool,
    /// It may have been suicide.
    pub suicide: bool,
    /// It may have been ko.
    pub ko: bool,
}

/// A refused try.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Refused {
    /// The number of moves made when it was last tried.
    pub at: u32,
    /// What it may have been refused for, as known then.
    pub causes: Causes,
}

/// Why a stone of the seat's own on a point cannot be suicide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoSuicide {
    /// It would have this liberty.
    Liberty(Point),
    /// They have not enough stones left to stand all around it.
    TooFewStones {
        /// How many they would need besides the known ones.
        needed: usize,
        /// How many of theirs are not accounted for, at most.
        unseen: usize,
    },
    /// It would take the chain of this stone.
    Takes(Point),
}

impl fmt::Display for NoSuicide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSuicide::Liberty(point) => write!(f, "there would be a liberty at {point}"),
            NoSuicide::TooFewStones { needed, unseen } => write!(
                f,
                "they would need {needed} more stone{} around it and have {unseen} unseen",
                if *needed == 1 { "" } else { "s" }
            ),
            NoSuicide::Takes(point) => write!(f, "it would take {point}"),
        }
    }
}

/// What a seat knows of a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Knowledge {
    /// An own stone.
    Mine,
    /// Certainly a stone of theirs.
    Theirs,
    /// Certainly empty at this moment.
    Empty,
    /// It was theirs, or a try here was refused; then something was taken that it may have been
    /// part of.
    PerhapsTaken,
    /// A try here was refused: for one of these causes, when it was last tried.
    Refused(Refused),
    /// Empty for certain when this many moves had been made; they have moved since.
    WasEmpty(u32),
    /// Never heard of.
    Unknown,
}

/// How many stones the opponent has on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StoneCount {
    /// No more than this.
    pub at_most: u32,
    /// Exactly that many? Not so where a move may have been an unannounced pass.
    pub exact: bool,
}

/// What was heard cannot be: the referee, or the line to it, is at fault. The view is as before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HearingError {
    /// News of a game that is over.
    GameOver,
    /// An answer to the seat's try, but it is the opponent's turn.
    NotMyTurn,
    /// A sound of the opponent's, but it is the seat's turn.
    NotTheirTurn,
    /// A point off the board.
    OffBoard(Point),
    /// A stone accepted where one stands.
    Occupied(Point),
    /// A stone lost where the seat has none, or taken where the seat has one.
    NoSuchStone(Point),
    /// More stones taken than they have.
    TooManyTaken,
    /// No stones that can stand there add up to what was taken.
    NoSuchCapture,
}

impl fmt::Display for HearingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HearingError::GameOver => f.write_str("the game is over already"),
            HearingError::NotMyTurn => f.write_str("an answer came out of turn"),
            HearingError::NotTheirTurn => f.write_str("the opponent moved out of turn"),
            HearingError::OffBoard(point) => write!(f, "{point} is off the board"),
            HearingError::Occupied(point) => write!(f, "a stone stands on {point} already"),
            HearingError::NoSuchStone(point) => write!(f, "no such stone on {point}"),
            HearingError::TooManyTaken => f.write_str("more stones taken than there are"),
            HearingError::NoSuchCapture => {
                f.write_str("no stones that can stand there add up to what was taken")
            }
        }
    }
}

impl std::error::Error for HearingError {}

/// All that one seat has heard, folded: what a blind player plays from.
///
/// It is made by [`View::new`] and [`View::update`] and in no other way. Unknown is not empty, and
/// knowledge ages: "empty" holds until the opponent's next move, "theirs" until a capture is
/// announced that may have included it.
///
/// ```
/// use kage_goban::{BoardSize, Color};
/// use kage_phantom::{Answer, Knowledge, Observation, RefereeRules, Setup, Sound, View, Lost};
///
/// let mut view = View::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::White);
/// view.update(&Observation::Theirs(Sound::Moved {
///     passed: false, tries: None, lost: Lost::NONE, atari: false, stones: None,
/// })).unwrap();
/// let e5 = "E5".parse().unwrap();
/// assert_eq!(view.at(e5), Knowledge::WasEmpty(0));
/// // On a board with one black stone, a refusal can mean nothing but that stone.
/// view.update(&Observation::Mine(Answer::Refused { point: e5, reason: None })).unwrap();
/// assert_eq!(view.at(e5), Knowledge::Theirs);
/// assert_eq!(view.at("E6".parse().unwrap()), Knowledge::Empty);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub(crate) rules: RefereeRules,
    pub(crate) setup: Setup,
    pub(crate) size: BoardSize,
    pub(crate) color: Color,
    pub(crate) turn: Color,
    pub(crate) moves: u32,
    pub(crate) mine: PointSet,
    pub(crate) theirs: PointSet,
    /// The number of stones in `theirs`.
    pub(crate) seen: usize,
    /// Theirs because the referee said so; a subset of `theirs`.
    pub(crate) shown: PointSet,
    pub(crate) empty: PointSet,
    pub(crate) perhaps_taken: PointSet,
    pub(crate) refusals: Refusals,
    /// When a point was last certainly empty.
    pub(crate) was_empty: Moments,
    pub(crate) recent: RecentMoves,
    /// Points that are empty as long as the known stones of both sides are these.
    pub(crate) breaths: PointSet,
    pub(crate) changes: Changes,
    pub(crate) call: Call,
    /// Under calls of new ataris: own chains that have two liberties for certain.
    pub(crate) roomy: PointSet,
    pub(crate) their_stones: StoneCount,
    pub(crate) taken: u32,
    pub(crate) lost: u32,
    /// The point of the single stone of mine that their last move took.
    pub(crate) ko_hole: Option<Point>,
    pub(crate) tried: Vec<Point>,
    /// Under superko: the seat's own stones at all earlier moments.
    pub(crate) own_past: Vec<PointSet>,
    pub(crate) tries_heard: u32,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) last_turns: LastTurns,
}

impl View {
    /// What a seat knows before the first try.
    pub fn new(rules: RefereeRules, setup: &Setup, color: Color) -> View {
        let theirs = setup.stones(!color);
        let mut view = View {
            rules,
            setup: *setup,
            size: setup.size(),
            color,
            turn: setup.first(),
            moves: 0,
            mine: setup.stones(color),
            theirs,
            seen: theirs.len(),
            shown: PointSet::EMPTY,
            empty: PointSet::EMPTY,
            perhaps_taken: PointSet::EMPTY,
            refusals: Refusals::default(),
            was_empty: Moments::default(),
            recent: RecentMoves::default(),
            breaths: PointSet::EMPTY,
            changes: Changes { came: setup.stones(color) | theirs, left: PointSet::EMPTY },
            call: Call::default(),
            roomy: PointSet::EMPTY,
            their_stones: StoneCount { at_most: theirs.len() as u32, exact: true },
            taken: 0,
            lost: 0,
            ko_hole: None,
            tried: Vec::new(),
            own_past: Vec::new(),
            tries_heard: 0,
            outcome: None,
            last_turns: LastTurns::default(),
        };
        view.note_own_stones();
        view.conclude();
        view
    }

    /// Folds in what was heard. On an error nothing has changed.
    pub fn update(&mut self, news: &Observation) -> Result<(), HearingError> {
        self.check(news)?;
        match *news {
            Observation::Over(outcome) => self.outcome = Some(outcome),
            Observation::Mine(Answer::Refused { point, reason }) => {
                if !self.hear_refused(point, reason) {
                    return Ok(());
                }
            }
            Observation::Mine(Answer::Accepted { play, taken, atari, stones }) => {
                self.hear_accepted(play, &taken, atari)?;
                self.hear_counts(stones);
            }
            Observation::Theirs(Sound::Tried) => {
                self.tries_heard += 1;
                self.last_turns.hear(news);
                return Ok(());
            }
            Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones }) => {
                self.tries_heard = self.tries_heard.saturating_add(tries.unwrap_or(0));
                self.hear_moved(passed, lost.points(), atari);
                self.hear_counts(stones);
            }
        }
        self.conclude();
        self.last_turns.hear(news);
        Ok(())
    }

    fn check(&self, news: &Observation) -> Result<(), HearingError> {
        if self.outcome.is_some() {
            return Err(HearingError::GameOver);
        }
        match *news {
            Observation::Over(_) => Ok(()),
            Observation::Mine(_) if self.turn != self.color => Err(HearingError::NotMyTurn),
            Observation::Theirs(_) if self.turn == self.color => Err(HearingError::NotTheirTurn),
            Observation::Mine(Answer::Refused { point, .. }) => self.check_on_board(point),
            Observation::Mine(Answer::Accepted { play, taken, .. }) => {
                if let Move::Play(point) = play {
                    self.check_on_board(point)?;
                    if (self.mine | self.theirs).contains(point) {
                        return Err(HearingError::Occupied(point));
                    }
                }
                let mut possible = PointSet::board(self.size) - self.mine;
                if let Move::Play(point) = play {
                    possible.remove(point);
                }
                check_subset(&taken.points, &possible)?;
                let told = taken.points.len() as u32;
                let too_many = told > taken.number || taken.number > self.their_stones.at_most;
                if too_many { Err(HearingError::TooManyTaken) } else { Ok(()) }
            }
            Observation::Theirs(Sound::Tried) => Ok(()),
            Observation::Theirs(Sound::Moved { lost, .. }) => {
                check_subset(&lost.points(), &self.mine)
            }
        }
    }

    fn check_on_board(&self, point: Point) -> Result<(), HearingError> {
        if self.size.contains(point) { Ok(()) } else { Err(HearingError::OffBoard(point)) }
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &RefereeRules {
        &self.rules
    }

    /// How the game began.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The number of lines.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The seat.
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Who is to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The number of moves made by both sides, passes included.
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// The seat's own stones.
    pub const fn mine(&self) -> PointSet {
        self.mine
    }

    /// Stones that are certainly theirs.
    pub const fn theirs(&self) -> PointSet {
        self.theirs
    }

    /// Those of them that the referee has named as the reason of a refusal.
    pub const fn shown(&self) -> PointSet {
        self.shown
    }

    /// Points that are certainly empty at this moment.
    pub const fn empty(&self) -> PointSet {
        self.empty
    }

    /// Points that were theirs, or were refused, until something was taken that may have included
    /// them.
    pub const fn perhaps_taken(&self) -> PointSet {
        self.perhaps_taken
    }

    /// Points where a try was refused and a stone of theirs is not certain: the reason is open, or
    /// it was suicide or ko when it was tried.
    pub fn refused(&self) -> PointSet {
        self.refusals.points()
    }

    /// The refusals of these points, in the order of the points.
    pub fn refusals(&self) -> impl Iterator<Item = (Point, Refused)> {
        self.refusals.iter().map(|kept| (kept.point, kept.refused))
    }

    /// The refusal of one of these points.
    pub fn refusal(&self, point: Point) -> Option<Refused> {
        self.refusals.get(point)
    }

    /// The points tried and refused in this turn, in order.
    pub fn tried(&self) -> &[Point] {
        &self.tried
    }

    /// The number of the opponent's refused tries heard in the whole game, one by one or counted
    /// after the turn.
    pub const fn tries_heard(&self) -> u32 {
        self.tries_heard
    }

    /// The point where retaking at once is ko, if their last move took a single stone there and the
    /// taker may stand alone. It is likely, not certain.
    pub fn likely_ko(&self) -> Option<Point> {
        self.ko_hole.filter(|&hole| self.is_ko_shape(hole))
    }

    /// How many stones the opponent has on the board.
    pub const fn their_stones(&self) -> StoneCount {
        self.their_stones
    }

    /// How many stones of theirs the seat has taken.
    pub const fn taken(&self) -> u32 {
        self.taken
    }

    /// How many stones of the seat's they have taken.
    pub const fn lost(&self) -> u32 {
        self.lost
    }

    /// The result, once the game is over.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// What was heard of the last turn of either side.
    pub const fn last_turns(&self) -> &LastTurns {
        &self.last_turns
    }

    /// What the seat knows of a point.
    pub fn at(&self, point: Point) -> Knowledge {
        if self.mine.contains(point) {
            Knowledge::Mine
        } else if self.theirs.contains(point) {
            Knowledge::Theirs
        } else if self.empty.contains(point) {
            Knowledge::Empty
        } else if let Some(refused) = self.refusals.get(point) {
            // What was certain has no refusal kept, so this one is the newer news.
            Knowledge::Refused(refused)
        } else if self.perhaps_taken.contains(point) {
            Knowledge::PerhapsTaken
        } else if let Some(moves) = self.was_empty.get(point) {
            Knowledge::WasEmpty(moves)
        } else {
            Knowledge::Unknown
        }
    }

    /// What the seat's board shows of a point, as one letter: `b` and `w` for certain stones, `e` for
    /// certainly empty, `q` for a refusal whose reason is open, `t` for what may have been taken, and
    /// a dot for everything else.
    pub fn mark(&self, point: Point) -> char {
        match self.at(point) {
            Knowledge::Mine => stone_letter(self.color),
            Knowledge::Theirs => stone_letter(!self.color),
            Knowledge::Empty => 'e',
            Knowledge::Refused(_) => 'q',
            Knowledge::PerhapsTaken => 't',
            Knowledge::WasEmpty(_) | Knowledge::Unknown => '.',
        }
    }

    /// The stones that are certain, as a board. They are true, so they can stand together; `None`
    /// only if the referee lied.
    pub fn board(&self) -> Option<Board> {
        let mut stones = kage_goban::ByColor::<PointSet>::default();
        stones[self.color] = self.mine;
        stones[!self.color] = self.theirs;
        Board::from_stones(self.size, stones).ok()
    }
}

const fn stone_letter(color: Color) -> char {
    color.letter().to_ascii_lowercase()
}

fn check_subset(points: &PointSet, of: &PointSet) -> Result<(), HearingError> {
    match (*points - *of).first() {
        None => Ok(()),
        Some(point) => Err(HearingError::NoSuchStone(point)),
    }
}

impl fmt::Display for View {
    /// The seat's board: both sides' certain stones, `?` where a try was refused and the reason
    /// is open, `!` for stones that may have been taken.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw(self.size, |point| match self.at(point) {
            Knowledge::Mine => stone_mark(self.color),
            Knowledge::Theirs => stone_mark(!self.color),
            Knowledge::Refused(_) => '?',
            Knowledge::PerhapsTaken => '!',
            Knowledge::Empty | Knowledge::WasEmpty(_) | Knowledge::Unknown => '.',
        }))
    }
}
