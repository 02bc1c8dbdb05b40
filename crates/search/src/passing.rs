//! When to pass: a game that is won as it stands.

use kage_goban::{Color, PointSet};
use kage_phantom::View;

/// Is the game won if it ends now, for every position of the hidden stones?
///
/// The seat's area is its stones and the regions that only they enclose, if no hidden stone can be
/// inside. Everything else counts for the opponent. A refused try may have been suicide or ko, so
/// only certain stones count as stones.
pub fn is_won(view: &View) -> bool {
    let (size, mine) = (view.size(), view.mine());
    let hidden = view.their_stones().at_most > view.theirs().len() as u32;
    let safe = |region: &PointSet| {
        let ours = (region.neighbors(size) - *region).is_subset(&mine);
        // A single stone in a region of one point has no liberty, so none is there.
        ours && (!hidden || region.len() == 1 || region.is_subset(&view.empty()))
    };
    let free = PointSet::board(size) - mine - view.theirs();
    let inside: usize = free.regions(size).filter(safe).map(|region| region.len()).sum();
    let ours = (mine.len() + inside) as i32;
    let komi = i32::from(view.rules().komi.half_points());
    let komi = if view.color() == Color::Black { -komi } else { komi };
    2 * (2 * ours - size.area() as i32) + komi > 0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::{CandidateOptions, RefusalModel};
    use kage_goban::{BoardSize, Point};
    use kage_phantom::{Answer, Lost, Observation, RefereeRules, Setup, Sound, Taken};

    /// Black has one stone and has heard of one move of White, then of a pass.
    #[test]
    fn a_hidden_stone_in_the_open_makes_nothing_ours() {
        let rules = RefereeRules::default();
        let mut view = View::new(rules, &Setup::even(BoardSize::NINE), Color::Black);
        let mut moves = |point: &str| {
            let point: Point = point.parse().unwrap();
            let (play, taken) = (kage_goban::Move::Play(point), Taken::default());
            let answer = Answer::Accepted { play, taken, atari: false, stones: None };
            view.update(&Observation::Mine(answer)).unwrap();
            let (tries, lost, atari, stones) = (None, Lost::NONE, false, None);
            let passed = point.row() != 4;
            let sound = Sound::Moved { passed, tries, lost, atari, stones };
            view.update(&Observation::Theirs(sound)).unwrap();
            is_won(&view)
        };
        assert!(!moves("E5"), "one of theirs is somewhere on the empty board");
        assert!(!moves("E6"), "and still is");
    }

    /// Black has half of the board and a row. White has three stones, and three tries of Black in a corner were
    /// refused. With stones on two of those points the third was suicide; then the last stone may be in
    /// Black's half.
    #[test]
    fn as_many_refusals_as_stones_do_not_say_where_the_stones_are() {
        let row = "ABCDEFGHJ".chars().map(|col| format!("{col}5").parse::<Point>().unwrap());
        let setup = Setup::handicap(BoardSize::NINE, row).unwrap();
        let mut view = View::new(RefereeRules::default(), &setup, Color::Black);
        let moved = |passed| {
            let (tries, lost, atari, stones) = (None, Lost::NONE, false, None);
            Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones })
        };
        let played = |point: &str| {
            let (play, taken) = (kage_goban::Move::Play(point.parse().unwrap()), Taken::default());
            Observation::Mine(Answer::Accepted { play, taken, atari: false, stones: None })
        };
        let refused = |point: &str| {
            Observation::Mine(Answer::Refused { point: point.parse().unwrap(), reason: None })
        };
        for news in [moved(false), played("E6"), moved(false), played("F6"), moved(false)] {
            view.update(&news).unwrap();
        }
        for news in [refused("A9"), refused("B9"), refused("A8"), played("G6"), moved(true)] {
            view.update(&news).unwrap();
        }
        let candidates = RefusalModel::default().candidates(&view, CandidateOptions::default());
        assert_eq!(candidates.unknown, 0, "all are assumed somewhere");
        assert!(!is_won(&view), "and one may be elsewhere");
    }

    #[test]
    fn all_known_and_ahead_is_won() {
        let rules = RefereeRules::default();
        let stones = ["C3", "C4"].map(|point| point.parse::<Point>().unwrap());
        let setup = Setup::handicap(BoardSize::NINE, stones).unwrap();
        let view = View::new(rules, &setup, Color::Black);
        assert!(is_won(&view));
    }
}
