//! What the programs of 2006 and 2007 took the board to be.
//!
//! They drew few conclusions: a refused point got a stone, and a capture took stones up again. A
//! [`PerceivedBoard`] follows what a seat hears in that way and learns nothing from the [`View`]'s
//! reasoning. It is not certain, and often not possible: a refused suicide stays a stone without a
//! liberty.

use crate::SurroundedStones;
use kage_goban::{Board, BoardSize, ByColor, Move, Point, PointSet};
use kage_phantom::{Answer, Observation, Sound, View};

/// Which perceived stones a capture of so many stones takes up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum CaptureModel {
    /// Those that are part of every way to capture so many.
    #[default]
    Certain,
    /// Those that are part of any way to capture so many (Borsboom 2007, 2.3.4).
    AllConfigurations,
}

/// A seat's board as the first programs kept it.
///
/// ```
/// use kage_goban::{BoardSize, Color, Point};
/// use kage_phantom::{Answer, Observation, RefereeRules, Setup, View};
/// use kage_search::{CaptureModel, PerceivedBoard};
///
/// let setup = Setup::even(BoardSize::NINE);
/// let mut view = View::new(RefereeRules::default(), &setup, Color::Black);
/// let mut board = PerceivedBoard::new(&view, CaptureModel::AllConfigurations);
/// let e5: Point = "E5".parse().unwrap();
/// let refused = Observation::Mine(Answer::Refused { point: e5, reason: None });
/// view.update(&refused).unwrap();
/// board.hear(&view, &refused);
/// assert!(board.theirs().contains(e5), "the view knows that it is not: nobody has moved");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerceivedBoard {
    captures: CaptureModel,
    size: BoardSize,
    mine: PointSet,
    theirs: PointSet,
    /// Stones of theirs that were tried in vain when they were surrounded.
    safe: PointSet,
    /// The stones the opponent was given, and one for each turn it has had.
    played: u32,
    /// How many stones of theirs the seat has taken.
    taken: u32,
}

impl PerceivedBoard {
    /// The board of a seat before the first try.
    pub fn new(view: &View, captures: CaptureModel) -> PerceivedBoard {
        let setup = view.setup();
        let theirs = setup.stones(!view.color());
        PerceivedBoard {
            captures,
            size: setup.size(),
            mine: setup.stones(view.color()),
            theirs,
            safe: PointSet::EMPTY,
            played: theirs.len() as u32,
            taken: 0,
        }
    }

    /// Follows what was heard. The view has it already.
    pub fn hear(&mut self, view: &View, news: &Observation) {
        match *news {
            // An own stone is no news.
            Observation::Mine(Answer::Refused { point, .. }) if !view.mine().contains(point) => {
                self.theirs.insert(point);
            }
            Observation::Mine(Answer::Accepted { play: Move::Play(point), taken, .. }) => {
                self.theirs.remove(point);
                self.safe.remove(point);
                self.mine.insert(point);
                self.take(point, taken.number);
            }
            // A pass counts too: that the opponent may have passed was ignored (2.3.2).
            Observation::Theirs(Sound::Moved { lost, .. }) => {
                self.played += 1;
                self.mine -= lost.points();
            }
            _ => {}
        }
    }

    /// The opponent's stones.
    pub const fn theirs(&self) -> PointSet {
        self.theirs
    }

    /// The points with neither an own stone nor a perceived one.
    pub fn empty(&self) -> PointSet {
        PointSet::board(self.size) - self.mine - self.theirs
    }

    /// How many stones of the opponent are nowhere on this board (2.3.2).
    pub fn unknown(&self) -> u32 {
        self.played.saturating_sub(self.theirs.len() as u32 + self.taken)
    }

    /// The stones to try before anything else: those of surrounded chains. A chain whose stones have
    /// all been tried in this turn is safe, and is not tried again.
    pub fn suspects(
        &mut self,
        view: &View,
        tried: PointSet,
        surrounded: SurroundedStones,
    ) -> PointSet {
        let mut suspects = PointSet::EMPTY;
        let chains: Vec<PointSet> = self.surrounded().collect();
        for chain in chains {
            let asked = match surrounded {
                SurroundedStones::Believed => true,
                SurroundedStones::Certain => chain.intersects(&view.theirs()),
                SurroundedStones::Off => false,
            };
            if !asked || chain.is_subset(&self.safe) {
                continue;
            }
            if chain.is_subset(&tried) {
                self.safe |= chain;
            } else {
                suspects |= chain - tried;
            }
        }
        suspects
    }

    /// The chains of perceived stones without a liberty.
    fn surrounded(&self) -> impl Iterator<Item = PointSet> + use<> {
        let (size, empty) = (self.size, self.empty());
        self.theirs.regions(size).filter(move |chain| !chain.neighbors(size).intersects(&empty))
    }

    /// The stones that can stand together: without surrounded chains, and without stones that leave
    /// an own chain no liberty, unless they are certain.
    pub fn board(&self, view: &View) -> Board {
        let all = |sum: PointSet, chain: PointSet| sum | chain;
        let mut theirs = self.theirs - self.surrounded().fold(PointSet::EMPTY, all);
        let empty = PointSet::board(self.size) - self.mine - theirs;
        let breathless = |chain: &PointSet| !chain.neighbors(self.size).intersects(&empty);
        let mine = self.mine.regions(self.size).filter(breathless).fold(PointSet::EMPTY, all);
        theirs -= mine.neighbors(self.size) - view.theirs();
        let mut stones = ByColor::<PointSet>::default();
        stones[view.color()] = self.mine;
        stones[!view.color()] = theirs;
        // Own stones and certain ones are true, so they can stand; an empty board stands in for the
        // impossible.
        Board::from_stones(self.size, stones).unwrap_or(Board::new(self.size))
    }

    /// Takes up the stones of a capture. What is captured fills whole regions between own stones,
    /// beside the stone that captured it.
    fn take(&mut self, by: Point, number: u32) {
        if number == 0 {
            return;
        }
        self.taken += number;
        let beside = PointSet::of(by).neighbors(self.size) - self.mine;
        let free = PointSet::board(self.size) - self.mine;
        let regions: Vec<PointSet> =
            free.regions(self.size).filter(|region| region.intersects(&beside)).collect();
        // A stone has four neighbours, so there are four regions at most.
        let sum = |choice: &u32| -> usize { chosen(&regions, *choice).map(PointSet::len).sum() };
        let all = 0..1_u32 << regions.len();
        let mut configurations = all.filter(|choice| sum(choice) == number as usize);
        let Some(first) = configurations.next() else { return };
        let choice = configurations.fold(first, |taken, other| match self.captures {
            CaptureModel::Certain => taken & other,
            CaptureModel::AllConfigurations => taken | other,
        });
        for region in chosen(&regions, choice) {
            self.theirs -= *region;
            self.safe -= *region;
        }
    }
}

/// The regions whose bits are set.
fn chosen(regions: &[PointSet], choice: u32) -> impl Iterator<Item = &PointSet> {
    (0..).zip(regions).filter(move |(number, _)| choice >> number & 1 == 1).map(|(_, one)| one)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_goban::Color;
    use kage_phantom::{Lost, RefereeRules, Setup, Taken};

    fn points(text: &str) -> PointSet {
        text.split_whitespace().map(|point| point.parse::<Point>().unwrap()).collect()
    }

    /// Black's seat on a board where both sides' first stones are known.
    fn seat(diagram: &str, captures: CaptureModel) -> (View, PerceivedBoard) {
        let board = Board::from_diagram(diagram).unwrap();
        let stones = ByColor::new(|color| board.stones(color));
        let setup = Setup::even(board.size());
        let view = View::new(RefereeRules::default(), &setup, Color::Black);
        let mut perceived = PerceivedBoard::new(&view, captures);
        (perceived.mine, perceived.theirs) = (stones.black, stones.white);
        perceived.played = stones.white.len() as u32;
        (view, perceived)
    }

    fn plays(view: &View, board: &mut PerceivedBoard, point: &str, number: u32) {
        let play = Move::Play(point.parse().unwrap());
        let taken = Taken { number, points: PointSet::EMPTY };
        let answer = Answer::Accepted { play, taken, atari: false, stones: None };
        board.hear(view, &Observation::Mine(answer));
    }

    /// B1 takes one stone: that on A1 or that on C1, each alone in a hole. Every way is taken up,
    /// or none for certain.
    #[test]
    fn one_stone_of_two_holes() {
        let diagram = ". . . . .\n. . . . .\n. . . . .\nX X X . .\nO . O X .";
        let (view, mut all) = seat(diagram, CaptureModel::AllConfigurations);
        plays(&view, &mut all, "B1", 1);
        assert_eq!(all.theirs(), PointSet::EMPTY, "both may be the one");
        assert_eq!(all.unknown(), 1, "two played, one taken, none on the board");
        let (view, mut certain) = seat(diagram, CaptureModel::Certain);
        plays(&view, &mut certain, "B1", 1);
        assert_eq!(certain.theirs(), points("A1 C1"), "neither is taken for certain");
        assert_eq!(certain.unknown(), 0, "as 2 - (2 + 1) would be less than none");
    }

    /// B1 takes two stones: the region of A1 has one point, that of C1 and D1 two. Only C1 and D1
    /// together, or nothing else, make two.
    #[test]
    fn the_only_way_is_taken_by_both_models() {
        let diagram = ". . . . .\n. . . . .\n. . . . .\nX X X X .\nO . O . X";
        for captures in [CaptureModel::Certain, CaptureModel::AllConfigurations] {
            let (view, mut board) = seat(diagram, captures);
            plays(&view, &mut board, "B1", 2);
            assert_eq!(board.theirs(), points("A1"), "{captures:?}");
        }
    }

    /// B1 takes three stones: 1 + 2 is the only way, since the open region is far larger.
    #[test]
    fn several_regions_make_a_number() {
        let diagram = ". . . . .\n. . . . .\n. . . . .\nX . X X .\nO . O O X";
        let (view, mut board) = seat(diagram, CaptureModel::AllConfigurations);
        plays(&view, &mut board, "B1", 3);
        assert_eq!(board.theirs(), PointSet::EMPTY);
        assert_eq!((board.taken, board.unknown()), (3, 0));
    }

    /// Every turn of theirs is a stone, a pass too; what they take goes off the board.
    #[test]
    fn their_turns_are_stones() {
        let (view, mut board) = seat(". . .\n. . .\nX . .", CaptureModel::Certain);
        let mut own = View::new(RefereeRules::default(), view.setup(), Color::Black);
        let play = Move::Play("A1".parse().unwrap());
        let answer = Answer::Accepted { play, taken: Taken::default(), atari: false, stones: None };
        own.update(&Observation::Mine(answer)).unwrap();
        let lost = Lost::of(&own, points("A1")).unwrap();
        let (tries, atari, stones) = (None, false, None);
        let moved =
            |passed, lost| Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones });
        board.hear(&view, &moved(true, Lost::NONE));
        board.hear(&view, &moved(false, lost));
        assert_eq!((board.unknown(), board.mine), (2, PointSet::EMPTY));
        assert_eq!(board.empty(), PointSet::board(view.size()));
    }

    /// The refused corner is surrounded: it is tried in the turn, and then it is safe. Without the
    /// trick, or with certain stones alone, it is not tried.
    #[test]
    fn surrounded_chains_are_tried_once() {
        let (view, mut board) = seat(". . .\nX . .\n. X .", CaptureModel::Certain);
        let a1 = "A1".parse().unwrap();
        board.hear(&view, &Observation::Mine(Answer::Refused { point: a1, reason: None }));
        let mut suspects =
            |tried: &str, which| board.suspects(&view, points(tried), which).to_string();
        assert_eq!(suspects("", SurroundedStones::Off), "");
        assert_eq!(suspects("", SurroundedStones::Certain), "");
        assert_eq!(suspects("", SurroundedStones::Believed), "A1");
        assert_eq!(suspects("A1", SurroundedStones::Believed), "", "all were tried: it is safe");
        assert_eq!(suspects("", SurroundedStones::Believed), "", "and stays so");
        assert_eq!(board.theirs(), points("A1"));
        assert_eq!(board.board(&view).at(a1), None, "a stone without a liberty cannot stand");
    }

    /// Black's corner chain A1 has its last liberty at A2, where a refused suicide left a stone.
    #[test]
    fn an_own_chain_breathes() {
        let (view, mut board) = seat(". . .\n. . .\nX O .", CaptureModel::Certain);
        let a2 = "A2".parse().unwrap();
        board.hear(&view, &Observation::Mine(Answer::Refused { point: a2, reason: None }));
        assert_eq!(board.theirs(), points("A2 B1"));
        let board = board.board(&view);
        assert_eq!(board.at("A1".parse().unwrap()), Some(Color::Black));
        assert_eq!(board.stones(Color::White), PointSet::EMPTY, "neither is certain to the view");
    }
}
