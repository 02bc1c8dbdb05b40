//! A game in a world with what each side has seen of the other, as OpenSpiel's `phantom_go` keeps it.

use crate::RootState;
use crate::stream::Stream;
use kage_goban::{ByColor, Color, Komi, Move, PointSet, Position, Score, area};

/// The steps of a game, refused tries included, for each point of the board.
const STEPS_PER_POINT: u32 = 4;

/// A game. A side sees its own stones, and the opponent's stones that refused its tries.
#[derive(Clone, Debug)]
pub(crate) struct ObservedGame {
    position: Position,
    /// The stones of the opponent that each side has seen.
    seen: ByColor<PointSet>,
    /// The points that were refused to the mover in this turn.
    refused: PointSet,
    /// The steps until the game ends as it stands.
    steps_left: u32,
    komi: Komi,
}

/// What the mover knows: the key of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct InfoKey {
    mover: Color,
    own: PointSet,
    seen: PointSet,
    refused: PointSet,
}

impl ObservedGame {
    /// The game of a root in one of its worlds. The opponent begins without having seen anything: what
    /// refused its tries is not part of a world.
    pub(crate) fn new(root: &RootState, world: &Position) -> ObservedGame {
        let (me, size) = (root.color, root.board.size());
        let mut seen = ByColor::<PointSet>::default();
        seen[me] = root.board.stones(!me);
        let known = world.board().stones(me) | seen[me] | root.open;
        ObservedGame {
            position: world.clone(),
            seen,
            refused: PointSet::board(size) - known,
            steps_left: (STEPS_PER_POINT * size.area() as u32).saturating_sub(root.moves).max(1),
            komi: root.komi,
        }
    }

    pub(crate) const fn mover(&self) -> Color {
        self.position.turn()
    }

    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn key(&self) -> InfoKey {
        let mover = self.mover();
        let own = self.position.board().stones(mover);
        InfoKey { mover, own, seen: self.seen[mover], refused: self.refused }
    }

    /// The points that are not taken as far as the mover knows, own eyes too. It may also pass.
    pub(crate) fn tries(&self) -> PointSet {
        let mover = self.mover();
        let board = self.position.board();
        PointSet::board(board.size()) - board.stones(mover) - self.seen[mover] - self.refused
    }

    /// Has it ended: by two passes, by a repeated board, or after too many steps?
    pub(crate) fn is_over(&self) -> bool {
        self.steps_left == 0 || self.position.is_over() || self.position.is_repetition()
    }

    /// Makes a try or a pass. If it is refused, the same side moves again.
    pub(crate) fn play(&mut self, play: Move) {
        self.steps_left = self.steps_left.saturating_sub(1);
        let mover = self.mover();
        if self.position.play(play).is_ok() {
            self.refused = PointSet::EMPTY;
            // What was taken is gone for both.
            for color in Color::BOTH {
                self.seen[color] &= self.position.board().stones(!color);
            }
        } else if let Move::Play(point) = play {
            match self.position.board().at(point) {
                Some(_) => drop(self.seen[mover].insert(point)),
                None => drop(self.refused.insert(point)),
            }
        }
    }

    /// 1 for the winner and -1 for the loser; 0 for both after a repetition and a tie.
    pub(crate) fn returns(&self) -> ByColor<f64> {
        let lead = match self.position.is_repetition() {
            true => 0,
            false => self.lead(),
        };
        let black = f64::from(lead.signum());
        ByColor { black, white: -black }
    }

    /// Black's lead in half points as the board stands.
    pub(crate) fn lead(&self) -> i32 {
        Score { area: area(self.position.board(), &PointSet::EMPTY), komi: self.komi }.lead()
    }

    /// Plays it to its end. All tries and the pass are equally likely.
    pub(crate) fn roll_out(&mut self, random: &mut Stream) {
        while !self.is_over() {
            let tries = self.tries();
            let place = random.next() % (tries.len() as u64 + 1);
            let chosen = tries.iter().nth(place as usize);
            self.play(chosen.map_or(Move::Pass, Move::Play));
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::{CandidateOptions, PassRule, RefusalModel};
    use kage_goban::{Board, BoardSize, KoRule, Point};
    use kage_phantom::{RefereeRules, Setup, View};
    use std::sync::Arc;

    fn points(text: &str) -> PointSet {
        text.split_whitespace().map(|point| point.parse::<Point>().unwrap()).collect()
    }

    fn play(text: &str) -> Move {
        Move::Play(text.parse().unwrap())
    }

    /// A game of Black's on 3x3. Nothing was seen before the world came about.
    fn game(black: &str, white: &str) -> ObservedGame {
        let size = BoardSize::new(3).unwrap();
        let stones: Vec<Point> = points(black).iter().collect();
        let view = View::new(
            RefereeRules::default(),
            &Setup::handicap(size, stones).unwrap(),
            Color::Black,
        );
        let options = CandidateOptions { pass: PassRule::BySearch, ..CandidateOptions::default() };
        let mut refusals = RefusalModel::default();
        let candidates = refusals.candidates(&view, options);
        let root = RootState::new(&view, &refusals, candidates, Arc::default(), None);
        let stones = ByColor { black: points(black), white: points(white) };
        let board = Board::from_stones(size, stones).unwrap();
        ObservedGame::new(&root, &Position::from_board(board, Color::Black, KoRule::Simple))
    }

    #[test]
    fn a_refused_try_shows_a_stone_or_nothing() {
        // C3 is suicide: White stands at B3 and C2.
        let mut game = game("A1 B1", "B3 C2");
        assert_eq!(game.tries(), points("C1 A2 B2 C2 A3 B3 C3"));
        let before = game.key();
        game.play(play("B3"));
        assert_eq!(game.mover(), Color::Black, "still Black's turn");
        assert_eq!(game.tries(), points("C1 A2 B2 C2 A3 C3"), "B3 is seen");
        assert_ne!(game.key(), before);
        game.play(play("C3"));
        assert_eq!(game.tries(), points("C1 A2 B2 C2 A3"));
        game.play(play("C1"));
        assert_eq!(game.mover(), Color::White);
        assert_eq!(game.tries(), points("A1 B1 C1 A2 B2 A3 C3"), "White has seen nothing");
        game.play(Move::Pass);
        assert_eq!(game.tries(), points("A2 B2 C2 A3 C3"), "a new turn: C3 may be legal now");
    }

    #[test]
    fn own_eyes_may_be_filled_and_what_is_taken_is_forgotten() {
        let mut game = game("B1 B2 B3 C2", "A1 A2");
        assert!(game.tries().contains("C1".parse().unwrap()), "an own eye");
        game.play(play("A2"));
        game.play(play("A3"));
        // A1 and A2 are taken, and the stone that was seen at A2 is a try again.
        assert_eq!(game.mover(), Color::White);
        game.play(Move::Pass);
        assert_eq!(game.tries(), points("A1 C1 A2 C3"));
    }

    #[test]
    fn a_game_ends_by_passes_or_steps_and_has_a_winner() {
        let mut game = game("B1 B2 B3", "");
        assert!(!game.is_over());
        game.play(Move::Pass);
        game.play(Move::Pass);
        assert!(game.is_over());
        assert_eq!(game.returns(), ByColor { black: 1.0, white: -1.0 }, "9 points, komi or not");
        for seed in 0..50 {
            let mut game = self::game("B1", "");
            game.roll_out(&mut Stream::new(seed));
            assert!(game.is_over());
            let ByColor { black, white } = game.returns();
            assert!(black == -white && [-1.0, 0.0, 1.0].contains(&black));
        }
    }

    #[test]
    fn a_repeated_board_is_a_draw() {
        // Black takes at B1... and White takes back at once elsewhere is ko; a long cycle is not.
        let mut game = game("", "");
        game.steps_left = 3;
        for _ in 0..3 {
            assert!(!game.is_over());
            let first = game.tries().first().unwrap();
            game.play(Move::Play(first));
        }
        assert!(game.is_over(), "no step is left");
    }
}
