//! Elo of all players of a tournament.
//!
//! The model is Bradley and Terry's: the expected score of a player against another depends only on
//! the difference of their ratings. The ratings maximize the likelihood of all games; a draw is half
//! a win for each side.
//!
//! **The prior.** A player that won all its games has no finite rating of maximum likelihood. Each
//! player is therefore given one virtual drawn game, shared out evenly among the opponents it met
//! (each pair has the mean of its two shares). Between two players this is Jeffreys' prior, which also
//! removes most of the bias of few games (Firth 1993). After a hundred games its effect is an Elo or
//! two.
//!
//! **The zero.** Ratings are differences. Zero is the mean of the players connected by games, directly
//! or through others. Each such component has its own zero, and ratings of different components cannot
//! be compared. A player without games has rating 0 and an infinite interval.
//!
//! **The interval** holds the player's distance from that mean with 95% confidence. It is computed from
//! the profile likelihood, so it is longer on the side where less is known. It is always finite if
//! there are games: for a player that won everything the far end depends on the prior alone. One of
//! two players can be significantly stronger although their intervals overlap; see
//! [`p_even`](super::p_even).

use super::elo::ELO;
use super::interval::Z;
use std::collections::BTreeMap;
use std::fmt;

/// Virtual drawn games a player.
const PRIOR: f64 = 1.0;

/// How far the logarithm of the likelihood may fall within an interval.
const DROP: f64 = Z * Z / 2.0;

/// Newton's steps, at most. Some ten are usual.
const STEPS: u32 = 200;

/// Games between two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    /// The two, by number from 0.
    pub players: [usize; 2],
    /// Points of the first; a draw is a half.
    pub points: f64,
    /// How many games they played.
    pub games: u32,
}

/// A player's rating, in Elo above the mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// The lower end of its 95% interval; minus infinity without games.
    pub low: f64,
    /// The upper end; infinity without games.
    pub high: f64,
}

/// An impossible encounter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RatingError {
    /// A player's number is too large.
    NoSuchPlayer(Encounter, usize),
    /// A player against itself.
    Alone(Encounter),
    /// More points than games, negative points, or NaN.
    Points(Encounter),
}

impl fmt::Display for RatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RatingError::NoSuchPlayer(Encounter { players: [a, b], .. }, players) => write!(
                f,
                "games between players {a} and {b}, but the table has {players} players, counted \
                 from 0"
            ),
            RatingError::Alone(Encounter { players: [a, _], .. }) => {
                write!(f, "games of player {a} against itself: leave them out of the ratings")
            }
            RatingError::Points(Encounter { players: [a, b], points, games }) => write!(
                f,
                "{points} points in {games} games between players {a} and {b}: a game gives 0, \
                 half a point or 1"
            ),
        }
    }
}

impl std::error::Error for RatingError {}

/// Rates all players by all their games. The module's documentation has the model, the prior, the
/// zero and the intervals.
///
/// ```
/// use kage_arena::{Encounter, ratings};
/// let games = [Encounter { players: [0, 1], points: 760.0, games: 1000 }];
/// let ratings = ratings(2, &games).unwrap();
/// assert!((ratings[0].elo - ratings[1].elo - 200.0).abs() < 0.1);
/// assert!(ratings[0].low > 85.0 && ratings[0].high < 115.0);
/// ```
pub fn ratings(players: usize, encounters: &[Encounter]) -> Result<Vec<Rating>, RatingError> {
    for encounter in encounters {
        check(players, encounter)?;
    }
    let open = Rating { elo: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
    let mut all = vec![open; players];
    for component in components(players, encounters) {
        let table = RatingModel::new(&component, encounters);
        for (player, rating) in component.iter().zip(table.ratings()) {
            all[*player] = rating;
        }
    }
    Ok(all)
}

fn check(players: usize, encounter: &Encounter) -> Result<(), RatingError> {
    let [a, b] = encounter.players;
    if a >= players || b >= players {
        return Err(RatingError::NoSuchPlayer(*encounter, players));
    }
    if a == b {
        return Err(RatingError::Alone(*encounter));
    }
    if !(0.0..=f64::from(encounter.games)).contains(&encounter.points) {
        return Err(RatingError::Points(*encounter));
    }
    Ok(())
}

/// The players with games, in connected components.
fn components(players: usize, encounters: &[Encounter]) -> Vec<Vec<usize>> {
    let mut leader: Vec<usize> = (0..players).collect();
    for Encounter { players: [a, b], .. } in encounters.iter().filter(|e| e.games > 0) {
        let (from, to) = (leader[*b], leader[*a]);
        leader.iter_mut().filter(|leader| **leader == from).for_each(|leader| *leader = to);
    }
    let component = |first| (0..players).filter(|player| leader[*player] == first).collect();
    let components = (0..players).map(component);
    components.filter(|component: &Vec<usize>| component.len() > 1).collect()
}

/// The games of one component, with the virtual ones. Players have new numbers; ratings are in
/// logistic units with sum 0.
struct RatingModel {
    players: usize,
    pairs: Vec<PairScore>,
}

/// All games of two players, with their virtual ones.
struct PairScore {
    players: [usize; 2],
    /// Points of the first.
    points: f64,
    games: f64,
}

/// The ratings of maximum likelihood, with one rating fixed or none.
struct Peak {
    ratings: Vec<f64>,
    /// The logarithm of the likelihood there.
    height: f64,
    /// The derivative of the height by the fixed rating.
    slope: f64,
}

impl RatingModel {
    fn new(component: &[usize], encounters: &[Encounter]) -> RatingModel {
        let place = |player: usize| component.iter().position(|member| *member == player);
        let mut met = BTreeMap::new();
        for encounter in encounters.iter().filter(|encounter| encounter.games > 0) {
            let [Some(a), Some(b)] = encounter.players.map(place) else { continue };
            let games = f64::from(encounter.games);
            let points = if a < b { encounter.points } else { games - encounter.points };
            let sums = met.entry([a.min(b), a.max(b)]).or_insert((0.0, 0.0));
            *sums = (sums.0 + points, sums.1 + games);
        }
        let mut opponents = vec![0.0; component.len()];
        for player in met.keys().flatten() {
            opponents[*player] += 1.0;
        }
        let pair = |([a, b], (points, games)): ([usize; 2], (f64, f64))| {
            let drawn = PRIOR / 2.0 * (1.0 / opponents[a] + 1.0 / opponents[b]);
            PairScore { players: [a, b], points: points + drawn / 2.0, games: games + drawn }
        };
        let pairs = met.into_iter().map(pair).collect();
        RatingModel { players: component.len(), pairs }
    }

    fn ratings(&self) -> Vec<Rating> {
        let peak = self.climb(vec![0.0; self.players], None);
        let rate = |player| {
            let low = ELO * self.end(&peak, player, -1.0);
            let high = ELO * self.end(&peak, player, 1.0);
            Rating { elo: ELO * peak.ratings[player], low, high }
        };
        (0..self.players).map(rate).collect()
    }

    /// The end of a player's interval on one side, found by Newton's method. The steps are kept inside
    /// a bracket, and at most double the distance.
    fn end(&self, peak: &Peak, player: usize, side: f64) -> f64 {
        let middle = peak.ratings[player];
        let hold = solve(&self.steepness(&peak.ratings, None), &held_fast(player, self.players));
        let (mut inner, mut outer) = (0.0, f64::INFINITY);
        let mut way = Z * hold[player].sqrt();
        let mut ratings = peak.ratings.clone();
        for _ in 0..STEPS {
            move_to(&mut ratings, player, middle + side * way);
            let here = self.climb(ratings, Some(player));
            let lacking = DROP - (peak.height - here.height);
            *(if lacking > 0.0 { &mut inner } else { &mut outer }) = way;
            let next = (way - side * lacking / here.slope).min(2.0 * way);
            let next = if inner < next && next < outer { next } else { halfway(inner, outer) };
            ratings = here.ratings;
            let done = (next - way).abs() < 1e-6;
            way = next;
            if done {
                break;
            }
        }
        middle + side * way
    }

    /// The maximum, with the rating of `fixed` kept at its distance from the mean, found from `ratings`
    /// by Newton's method. The log-likelihood is concave and has one maximum.
    fn climb(&self, mut ratings: Vec<f64>, fixed: Option<usize>) -> Peak {
        let mut height = self.height(&ratings);
        let mut slope = 0.0;
        for _ in 0..STEPS {
            let steepness = self.steepness(&ratings, fixed);
            let mut step = solve(&steepness, &self.gradient(&ratings));
            if let Some(player) = fixed {
                let hold = solve(&steepness, &held_fast(player, ratings.len()));
                slope = step[player] / hold[player];
                step.iter_mut().zip(hold).for_each(|(step, hold)| *step -= slope * hold);
            }
            centre(&mut step, fixed);
            let Some(higher) = self.higher(&ratings, height, &step) else { break };
            (ratings, height) = higher;
        }
        Peak { ratings, height, slope }
    }

    /// Goes a step, or the part of it that leads upwards; `None` at the maximum. Far from it a full
    /// step may overshoot.
    fn higher(&self, ratings: &[f64], height: f64, step: &[f64]) -> Option<(Vec<f64>, f64)> {
        let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
        let mut part = (1.0 / longest).min(1.0);
        while part * longest > 1e-10 {
            let there: Vec<f64> =
                ratings.iter().zip(step).map(|(rating, step)| rating + part * step).collect();
            let found = self.height(&there);
            if found >= height {
                return Some((there, found));
            }
            part /= 2.0;
        }
        None
    }

    /// The logarithm of the likelihood.
    fn height(&self, ratings: &[f64]) -> f64 {
        let one = |PairScore { players: [a, b], points, games }: &PairScore| {
            let ahead = ratings[*a] - ratings[*b];
            points * ln_logistic(ahead) + (games - points) * ln_logistic(-ahead)
        };
        self.pairs.iter().map(one).sum()
    }

    /// Points above the expected points, by player.
    fn gradient(&self, ratings: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.players];
        for PairScore { players: [a, b], points, games } in &self.pairs {
            let ahead = ratings[*a] - ratings[*b];
            // Each side from its own end: near 1 a rate has lost its precision.
            let above = points * logistic(-ahead) - (games - points) * logistic(ahead);
            gradient[*a] += above;
            gradient[*b] -= above;
        }
        gradient
    }

    /// Fisher's information. The directions in which no step may lead get a large value: the common
    /// shift of all ratings, and that of a `fixed` player. No permitted step is changed by it, and
    /// without it the matrix would be nearly singular.
    fn steepness(&self, ratings: &[f64], fixed: Option<usize>) -> Vec<Vec<f64>> {
        let games: f64 = self.pairs.iter().map(|pair| pair.games).sum();
        let steep = games / self.players as f64;
        let mut matrix = vec![vec![steep / self.players as f64; self.players]; self.players];
        if let Some(player) = fixed {
            let hold = held_fast(player, self.players);
            for (row, one) in matrix.iter_mut().zip(&hold) {
                row.iter_mut().zip(&hold).for_each(|(cell, other)| *cell += steep * one * other);
            }
        }
        for PairScore { players: [a, b], games, .. } in &self.pairs {
            let ahead = ratings[*a] - ratings[*b];
            let weight = games * logistic(ahead) * logistic(-ahead);
            matrix[*a][*a] += weight;
            matrix[*b][*b] += weight;
            matrix[*a][*b] -= weight;
            matrix[*b][*a] -= weight;
        }
        matrix
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The logarithm of that, accurate also near 0 and 1.
fn ln_logistic(x: f64) -> f64 {
    x.min(0.0) - (-x.abs()).exp().ln_1p()
}

/// The midpoint, or twice the inner value if there is no outer one yet.
fn halfway(inner: f64, outer: f64) -> f64 {
    if outer.is_finite() { f64::midpoint(inner, outer) } else { 2.0 * inner }
}

/// The direction of one player's distance from the mean.
fn held_fast(player: usize, players: usize) -> Vec<f64> {
    let mut direction = vec![-1.0 / players as f64; players];
    direction[player] += 1.0;
    direction
}

/// Removes rounding errors from a step: neither the mean nor a `fixed` player moves.
fn centre(step: &mut [f64], fixed: Option<usize>) {
    let free = step.len() - usize::from(fixed.is_some());
    if let Some(player) = fixed {
        step[player] = 0.0;
    }
    let drift = step.iter().sum::<f64>() / free as f64;
    let movers = step.iter_mut().enumerate().filter(|(player, _)| Some(*player) != fixed);
    movers.for_each(|(_, step)| *step -= drift);
}

/// Sets a player's rating and shifts the others so that the mean stays 0.
fn move_to(ratings: &mut [f64], player: usize, at: f64) {
    let others = ratings.len() as f64 - 1.0;
    let way = at - ratings[player];
    ratings.iter_mut().for_each(|rating| *rating -= way / others);
    ratings[player] = at;
}

/// Solves a symmetric, positive definite system by Cholesky's method.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut lower = matrix.to_vec();
    let mut x = right.to_vec();
    for row in 0..size {
        for column in 0..=row {
            let sum: f64 = (0..column).map(|k| lower[row][k] * lower[column][k]).sum();
            let rest = matrix[row][column] - sum;
            // Rounding must not give the root of a negative number.
            lower[row][column] = if row == column {
                rest.max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / lower[column][column]
            };
        }
        let sum: f64 = (0..row).map(|k| lower[row][k] * x[k]).sum();
        x[row] = (x[row] - sum) / lower[row][row];
    }
    for row in (0..size).rev() {
        let sum: f64 = (row + 1..size).map(|k| lower[k][row] * x[k]).sum();
        x[row] = (x[row] - sum) / lower[row][row];
    }
    x
}
