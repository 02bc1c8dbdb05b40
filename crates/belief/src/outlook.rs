//! What a learned prior sees in the moves of a story, worked out once as far as it can be.
//!
//! The seat's own stones are the same in all its worlds, so most of what is seen in a move of theirs
//! is known before their stones are. What is left is to look at those near it.

use crate::circle::Circle;
use crate::dice::Dice;
use crate::features::Features;
use crate::judge::{NOWHERE, State};
use crate::learned::Learned;
use crate::story::{NOTHING, PASS, Story};
use kage_goban::bits::{Bits, Grid};

/// The moves of a story as a learned prior sees them.
#[derive(Clone, Debug)]
pub(crate) struct Outlook<B> {
    /// By place: the places near enough to count.
    windows: Vec<B>,
    /// By two places: how far they are apart, and where the second lies around the first.
    pairs: Vec<Pair>,
    /// By turn and place, for the turns looked at so far.
    seen: Vec<Vec<Seen>>,
    /// By turn: the chances of its places as far as their stones do not matter, added up.
    odds: Vec<Vec<f64>>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Pair {
    distance: u8,
    circle: Circle,
}

/// What is seen in a move, whatever their stones are.
#[derive(Clone, Copy, Default, Debug)]
struct Seen {
    log_weight: f64,
    /// What is around it.
    circle: Circle,
}

impl<B: Bits> Outlook<B> {
    /// Nothing was looked at yet.
    pub(crate) fn new() -> Outlook<B> {
        Outlook { windows: Vec::new(), pairs: Vec::new(), seen: Vec::new(), odds: Vec::new() }
    }

    /// Looks at the turns of a story that are new since the last look. The last of them may be heard
    /// of again.
    pub(crate) fn look(&mut self, learned: &Learned, story: &Story<B>) {
        let features = learned.features();
        if self.windows.is_empty() {
            self.measure(features, &story.grid);
        }
        self.seen.truncate(story.turns.len().saturating_sub(2));
        for turn in self.seen.len()..story.turns.len() {
            self.seen.push(self.turn(learned, story, turn));
        }
        // Where a stone can have been is known better with all that is heard later.
        let turns = story.turns.iter().zip(&self.seen);
        self.odds = turns.map(|(turn, seen)| odds(&turn.places, seen)).collect();
    }

    /// Draws a place for a turn by what is seen in it, whatever their stones are. `None` if it has
    /// none.
    pub(crate) fn draw(&self, turn: usize, places: &[u16], dice: &mut Dice) -> Option<u16> {
        let odds = self.odds.get(turn)?;
        let at = dice.unit() * odds.last()?;
        places.get(odds.partition_point(|&sum| sum < at)).copied()
    }

    /// The logarithm of the chance to draw a place, but for what is the same for all of the turn.
    pub(crate) fn log_odds(&self, turn: usize, place: u16) -> f64 {
        self.seen[turn][usize::from(place)].log_weight
    }

    /// Is one of these places near enough to a move to count?
    pub(crate) fn sees(&self, play: u16, places: B) -> bool {
        play < NOTHING && !self.windows[usize::from(play)].and(places).is_none()
    }

    fn measure(&mut self, features: &Features, grid: &Grid<B>) {
        let places = grid.places();
        self.windows = vec![B::NONE; places];
        self.pairs = vec![Pair::default(); places * places];
        for place in grid.board.places() {
            for other in grid.board.places() {
                let Some((one, two)) = grid.point(place).zip(grid.point(other)) else { continue };
                let pair = &mut self.pairs[usize::from(place) * places + usize::from(other)];
                pair.distance = features.distance(one, two) as u8;
                pair.circle = Circle::own(one, two);
                if features.is_near(one, two) {
                    let window = &mut self.windows[usize::from(place)];
                    *window = window.or(B::of(other));
                }
            }
        }
    }

    fn turn(&self, learned: &Learned, story: &Story<B>, turn: usize) -> Vec<Seen> {
        let nobody = State { theirs: B::NONE, ko: NOWHERE };
        let moment = story.moment(turn, nobody, NOTHING);
        let mut seen = vec![Seen::default(); self.windows.len()];
        for place in story.grid.board.places() {
            let Some(point) = story.grid.point(place) else { continue };
            seen[usize::from(place)] = Seen {
                log_weight: learned.still(&moment, point),
                circle: learned.features().still_circle(point, &moment.others),
            };
        }
        seen
    }

    /// The logarithm of the factor of a turn.
    #[inline]
    pub(crate) fn log_weight(
        &self,
        learned: &Learned,
        turn: usize,
        theirs: B,
        last: u16,
        play: u16,
    ) -> f64 {
        let sums = learned.sums(turn.saturating_sub(1) as u32);
        if play >= NOTHING {
            return if play == PASS { sums.pass } else { 0.0 };
        }
        let (place, seen) = (usize::from(play), self.seen[turn][usize::from(play)]);
        let pairs = &self.pairs[place * self.windows.len()..][..self.windows.len()];
        let mut sum = seen.log_weight;
        let mut circle = seen.circle;
        for stone in theirs.and(self.windows[place]).places() {
            let pair = pairs[usize::from(stone)];
            sum += sums.own[usize::from(pair.distance)];
            circle = circle.or(pair.circle);
        }
        if last < NOTHING {
            sum += sums.last[usize::from(pairs[usize::from(last)].distance)];
        }
        sum + sums.pattern[learned.features().pattern(circle)]
    }
}

fn odds(places: &[u16], seen: &[Seen]) -> Vec<f64> {
    let mut sum = 0.0;
    let add = |&place: &u16| {
        sum += seen[usize::from(place)].log_weight.exp();
        sum
    };
    places.iter().map(add).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::prior::Prior;
    use fastrand::Rng;
    use kage_goban::{BoardSize, Color, Move, Point};
    use kage_phantom::{RefereeRules, Setup, Table, View};

    /// A game at random, as Black hears it.
    fn story(random: &mut Rng) -> Story<u128> {
        let (rules, setup) = (RefereeRules::default(), Setup::even(BoardSize::NINE));
        let mut table = Table::new(setup.position(rules.ko));
        let mut view = View::new(rules, &setup, Color::Black);
        for _ in 0..60 {
            let legal: Vec<Point> = table.position().legal_points().iter().collect();
            let wish = legal.get(random.usize(0..legal.len() + 1)).copied();
            let (_, heard) = table.rule(&rules, wish.map_or(Move::Pass, Move::Play)).unwrap();
            if table.position().is_over() {
                break;
            }
            if let Some(news) = &heard[Color::Black] {
                view.update(news).unwrap();
            }
        }
        Story::new(&setup, rules, Color::Black, view.log())
    }

    #[test]
    fn what_is_worked_out_beforehand_is_what_is_seen_in_the_move() {
        let learned = Learned::embedded().unwrap();
        let random = &mut Rng::with_seed(1);
        for _ in 0..20 {
            let story = story(random).after(Outlook::new(), &learned);
            for turn in 1..story.turns.len() {
                let mine = story.turns[turn].mine;
                let theirs = random.u128(..) & random.u128(..) & story.grid.board & !mine;
                let free: Vec<u16> = (story.grid.board & !mine & !theirs).places().collect();
                let pick = |random: &mut Rng| match random.usize(0..8) {
                    0 => PASS,
                    _ => free[random.usize(0..free.len())],
                };
                let (play, last) = (pick(random), pick(random));
                let state = State { theirs, ko: NOWHERE };
                let fast = story.outlook.log_weight(&learned, turn, theirs, last, play);
                let moment = story.moment(turn, state, last);
                let slow = learned.log_weight(&moment, story.play(play).unwrap());
                assert!((fast - slow).abs() < 1e-9, "{fast} {slow}");
            }
        }
    }
}
