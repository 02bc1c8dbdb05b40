//! The features of a log-linear prior that are the same in all worlds of a game, computed once.
//!
//! The seat's own stones are the same in all its worlds, so most features of the opponent's moves do not depend on the
//! world. Only the opponent's stones near a move remain to be looked at.

use crate::dice::Dice;
use crate::history::{NOTHING, NOWHERE, ObservedGame, PASS, State};
use crate::opponent::features::Features;
use crate::opponent::log_linear::LogLinearPrior;
use crate::opponent::pattern::Pattern3x3;
use kage_goban::bits::{Bits, Grid};

/// The moves of a game as a log-linear prior sees them.
#[derive(Clone, Debug)]
pub(crate) struct PriorCache<B> {
    /// By place: the places whose stones count there.
    windows: Vec<B>,
    /// By two places: their distance, and the second one in the pattern around the first.
    pairs: Vec<Pair>,
    /// By turn and place, for the turns so far.
    parts: Vec<Vec<StaticPart>>,
    /// By turn: the weights of its places without the opponent's stones, summed up.
    sums: Vec<Vec<f64>>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Pair {
    distance: u8,
    pattern: Pattern3x3,
}

/// The part of a move's factor that does not depend on the opponent's stones.
#[derive(Clone, Copy, Default, Debug)]
struct StaticPart {
    log_weight: f64,
    /// The seat's stones and the edge around it.
    pattern: Pattern3x3,
}

impl<B: Bits> PriorCache<B> {
    /// An empty cache.
    pub(crate) fn new() -> PriorCache<B> {
        PriorCache { windows: Vec::new(), pairs: Vec::new(), parts: Vec::new(), sums: Vec::new() }
    }

    /// Adds the turns of a game that are new. The last known turn is computed again, since more may have been heard of
    /// it.
    pub(crate) fn extend(&mut self, log_linear: &LogLinearPrior, game: &ObservedGame<B>) {
        let features = log_linear.features();
        if self.windows.is_empty() {
            self.measure(features, &game.grid);
        }
        self.parts.truncate(game.turns.len().saturating_sub(2));
        for turn in self.parts.len()..game.turns.len() {
            self.parts.push(self.turn(log_linear, game, turn));
        }
        // Later news can exclude places of every earlier turn.
        let turns = game.turns.iter().zip(&self.parts);
        self.sums = turns.map(|(turn, parts)| running_sums(&turn.places, parts)).collect();
    }

    /// Draws a place for a turn by its weight without the opponent's stones. `None` if the turn has no places.
    pub(crate) fn draw(&self, turn: usize, places: &[u16], dice: &mut Dice) -> Option<u16> {
        let sums = self.sums.get(turn)?;
        let at = dice.unit() * sums.last()?;
        places.get(sums.partition_point(|&sum| sum < at)).copied()
    }

    /// The logarithm of the weight by which a place is drawn.
    pub(crate) fn log_weight_drawn(&self, turn: usize, place: u16) -> f64 {
        self.parts[turn][usize::from(place)].log_weight
    }

    /// Do stones on one of these places count for a move?
    pub(crate) fn is_near(&self, play: u16, places: B) -> bool {
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
                pair.pattern = Pattern3x3::own(one, two);
                if features.is_near(one, two) {
                    let window = &mut self.windows[usize::from(place)];
                    *window = window.or(B::of(other));
                }
            }
        }
    }

    fn turn(
        &self,
        log_linear: &LogLinearPrior,
        game: &ObservedGame<B>,
        turn: usize,
    ) -> Vec<StaticPart> {
        let nobody = State { theirs: B::NONE, ko: NOWHERE };
        let context = game.context(turn, nobody, NOTHING);
        let mut parts = vec![StaticPart::default(); self.windows.len()];
        for place in game.grid.board.places() {
            let Some(point) = game.grid.point(place) else { continue };
            parts[usize::from(place)] = StaticPart {
                log_weight: log_linear.static_log_weight(&context, point),
                pattern: log_linear.features().static_pattern(point, &context.others),
            };
        }
        parts
    }

    /// The logarithm of the factor of a turn.
    #[inline]
    pub(crate) fn log_weight(
        &self,
        log_linear: &LogLinearPrior,
        turn: usize,
        theirs: B,
        last: u16,
        play: u16,
    ) -> f64 {
        let sums = log_linear.sums(turn.saturating_sub(1) as u32);
        if play >= NOTHING {
            return if play == PASS { sums.pass } else { 0.0 };
        }
        let (place, part) = (usize::from(play), self.parts[turn][usize::from(play)]);
        let pairs = &self.pairs[place * self.windows.len()..][..self.windows.len()];
        let mut sum = part.log_weight;
        let mut pattern = part.pattern;
        for stone in theirs.and(self.windows[place]).places() {
            let pair = pairs[usize::from(stone)];
            sum += sums.own[usize::from(pair.distance)];
            pattern = pattern.or(pair.pattern);
        }
        if last < NOTHING {
            sum += sums.last[usize::from(pairs[usize::from(last)].distance)];
        }
        sum + sums.pattern[log_linear.features().pattern_number(pattern)]
    }
}

/// The running sums of the weights of these places.
fn running_sums(places: &[u16], parts: &[StaticPart]) -> Vec<f64> {
    let mut sum = 0.0;
    let add = |&place: &u16| {
        sum += libm::exp(parts[usize::from(place)].log_weight);
        sum
    };
    places.iter().map(add).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::opponent::prior::Prior;
    use fastrand::Rng;
    use kage_goban::{BoardSize, Color, Move, Point};
    use kage_phantom::{RefereeRules, Seat, Setup, Table};

    /// A random game, as Black hears it.
    fn game(random: &mut Rng) -> ObservedGame<u128> {
        let (rules, setup) = (RefereeRules::default(), Setup::even(BoardSize::NINE));
        let mut table = Table::new(setup.position(rules.ko));
        let mut seat = Seat::new(rules, &setup, Color::Black);
        for _ in 0..60 {
            let legal: Vec<Point> = table.position().legal_points().iter().collect();
            let wish = legal.get(random.usize(0..legal.len() + 1)).copied();
            let (_, heard) = table.rule(&rules, wish.map_or(Move::Pass, Move::Play)).unwrap();
            if table.position().is_over() {
                break;
            }
            if let Some(news) = &heard[Color::Black] {
                seat.hear(news).unwrap();
            }
        }
        ObservedGame::new(&setup, rules, Color::Black, seat.log())
    }

    #[test]
    fn cached_weights_are_those_of_the_prior_itself() {
        let log_linear = LogLinearPrior::embedded().unwrap();
        let random = &mut Rng::with_seed(1);
        for _ in 0..20 {
            let game = game(random).with_cache(PriorCache::new(), &log_linear);
            for turn in 1..game.turns.len() {
                let mine = game.turns[turn].mine;
                let theirs = random.u128(..) & random.u128(..) & game.grid.board & !mine;
                let free: Vec<u16> = (game.grid.board & !mine & !theirs).places().collect();
                let pick = |random: &mut Rng| match random.usize(0..8) {
                    0 => PASS,
                    _ => free[random.usize(0..free.len())],
                };
                let (play, last) = (pick(random), pick(random));
                let state = State { theirs, ko: NOWHERE };
                let fast = game.prior_cache.log_weight(&log_linear, turn, theirs, last, play);
                let context = game.context(turn, state, last);
                let slow = log_linear.log_weight(&context, game.play(play).unwrap());
                assert!((fast - slow).abs() < 1e-9, "{fast} {slow}");
            }
        }
    }
}
