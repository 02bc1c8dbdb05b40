//! Worlds by given probabilities: each as likely as it should be, and on boards that can stand.

#![allow(clippy::unwrap_used, reason = "test helpers")]

mod games;

use fastrand::Rng;
use games::{Game, board};
use kage_belief::{Health, MarginalSampler, Options, Sampler, Source};
use kage_goban::{Color, Point};
use kage_phantom::{Preset, Seat, Setup};

/// The probability of each point, given the number of stones, summed over all sets of that many points.
fn exactly(chances: &[(Point, f64)], count: usize) -> Vec<f64> {
    let mut sums = vec![0.0; chances.len()];
    let mut all = 0.0;
    for chosen in 0_u32..1 << chances.len() {
        if chosen.count_ones() as usize != count {
            continue;
        }
        let is = |place: usize| chosen >> place & 1 == 1;
        let chance = |(place, (_, chance)): (usize, &(Point, f64))| {
            if is(place) { *chance } else { 1.0 - chance }
        };
        let likely: f64 = chances.iter().enumerate().map(chance).product();
        all += likely;
        (0..chances.len()).filter(|&place| is(place)).for_each(|place| sums[place] += likely);
    }
    sums.into_iter().map(|sum| sum / all).collect()
}

#[test]
fn stones_are_as_likely_as_they_should_be() {
    let size = board(4);
    let rules = Preset::ALL[0].rules();
    let mut game = Game::new(rules, &Setup::even(size));
    let mut random = Rng::with_seed(4);
    while game.views.white.their_stones().at_most < 3 {
        let wish = game.random_wish(&mut random);
        game.try_it(wish);
    }
    let view = &game.views.white;
    let unsure = size.points().filter(|point| {
        let known = view.mine() | view.theirs() | view.empty();
        !known.contains(*point)
    });
    let chances: Vec<(Point, f64)> =
        unsure.enumerate().map(|(at, point)| (point, 0.05 + 0.06 * at as f64)).collect();
    let hidden = view.their_stones().at_most as usize - view.theirs().len();
    assert!(hidden > 1 && chances.len() > 6, "{hidden} of {}", chances.len());
    let mut sampler = MarginalSampler::new(Options::default());
    sampler.update_with_marginals(view, &chances);
    let mut counts = vec![0_u32; chances.len()];
    const WORLDS: usize = 40_000;
    sampler.draw(WORLDS, &mut |world| {
        let theirs = world.stones(!view.color());
        let found =
            chances.iter().zip(&mut counts).filter(|((point, _), _)| theirs.contains(*point));
        found.for_each(|(_, count)| *count += 1);
    });
    for ((point, _), (count, should)) in
        chances.iter().zip(counts.iter().zip(exactly(&chances, hidden)))
    {
        let share = f64::from(*count) / WORLDS as f64;
        assert!((share - should).abs() < 0.015, "{point}: {share} {should}");
    }
}

/// The number of 50 worlds with all the missing stones in which this turn's refusals are illegal.
fn fitting(view: &Seat, chances: &[(Point, f64)]) -> u32 {
    let mut sampler = MarginalSampler::new(Options::default());
    sampler.update_with_marginals(view, chances);
    assert_eq!(sampler.health(), Health::Good);
    let mut fit = 0;
    sampler.draw(50, &mut |world| {
        let theirs = world.stones(!view.color());
        assert_eq!(world.source(), Source::Marginal);
        assert_eq!(world.stones(view.color()), view.mine());
        assert!(view.theirs().is_subset(&theirs) && !theirs.intersects(&view.empty()));
        assert!(theirs.len() as u32 <= view.their_stones().at_most);
        let board = world.board();
        let refused = |point: &Point| board.clone().place(view.color(), *point).is_err();
        let all = theirs.len() as u32 == view.their_stones().at_most;
        fit += u32::from(all && view.tried().iter().all(refused));
    });
    fit
}

#[test]
fn worlds_of_random_games_can_stand_and_most_fit() {
    let (mut views, mut fit) = (0, 0);
    for seed in 0..14_u64 {
        let rules = Preset::ALL[seed as usize % 7].rules();
        let mut game = Game::new(rules, &Setup::even(board(9)));
        let mut random = Rng::with_seed(seed);
        for step in 0..110 {
            let wish = game.random_wish(&mut random);
            game.try_it(wish);
            if step % 10 == 9 {
                for color in Color::BOTH {
                    let view = &game.views[color];
                    // Refused points are likely stones.
                    let chance = |point: Point| {
                        (point, if view.tried().contains(&point) { 0.9 } else { 0.3 })
                    };
                    let chances: Vec<(Point, f64)> = board(9).points().map(chance).collect();
                    fit += fitting(view, &chances);
                    views += 1;
                }
            }
        }
    }
    assert!(fit > 33 * views, "{fit} of {}", 50 * views);
}
