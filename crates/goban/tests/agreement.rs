//! The board and the slow, obvious one play thousands of random games and agree on every step.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

mod slow;

use kage_goban::{
    BoardSize, ByColor, Chain, Color, Illegal, KoRule, Move, Point, PointSet, Position, area,
};
use slow::{Place, SlowGame, Verdict};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;

/// One game on both boards.
struct Pair {
    seed: u64,
    random: fastrand::Rng,
    fast: Position,
    slow: SlowGame,
    /// Each hash met, and the stones it stood for.
    hashes: HashMap<u128, slow::Grid>,
    grids: HashMap<slow::Grid, u128>,
    seen: Seen,
}

/// How often the games met what they are meant to meet.
#[derive(Default, Debug)]
struct Seen {
    games: u32,
    moves: u32,
    verdicts: u32,
    suicides: u32,
    kos: u32,
    superkos: u32,
    captures: u32,
    finished: u32,
}

/// Most games are small: there everything happens soon, and every point can be asked for.
fn pick_lines(random: &mut fastrand::Rng) -> u8 {
    match random.u8(0..100) {
        0..75 => random.u8(2..=5),
        75..82 => random.u8(6..=8),
        82..97 => 9,
        _ => random.u8(10..=19),
    }
}

impl Pair {
    fn new(seed: u64) -> Pair {
        let mut random = fastrand::Rng::with_seed(seed);
        let lines = pick_lines(&mut random);
        let superko = random.bool();
        let rule = if superko { KoRule::PositionalSuperko } else { KoRule::Simple };
        Pair {
            seed,
            random,
            fast: Position::new(BoardSize::new(lines).unwrap(), rule),
            slow: SlowGame::new(usize::from(lines), superko),
            hashes: HashMap::new(),
            grids: HashMap::new(),
            seen: Seen { games: 1, ..Seen::default() },
        }
    }

    fn lines(&self) -> usize {
        usize::from(self.fast.size().get())
    }

    /// Fails with the seed and the boards unless both say the same.
    fn same<T: PartialEq + Debug>(&self, what: impl Debug, fast: &T, slow: &T) {
        assert!(fast == slow, "{what:?}: fast {fast:?}, slow {slow:?}\n{}", self.story());
    }

    fn story(&self) -> String {
        let (seed, rule, grid) = (self.seed, self.fast.ko_rule(), slow::show(self.slow.grid()));
        format!("seed {seed}, {rule:?}, {:?}\nslow:\n{grid}", self.fast)
    }

    fn play_out(mut self) -> Seen {
        let cap = (2 * self.lines() * self.lines() + 20).min(200);
        while !self.fast.is_over() && self.seen.moves < cap as u32 {
            self.compare_state();
            self.compare_verdicts();
            self.make_move();
            self.seen.moves += 1;
        }
        self.compare_state();
        self.compare_area();
        self.seen.finished += u32::from(self.fast.is_over());
        self.seen
    }

    fn compare_state(&mut self) {
        self.same("turn", &self.fast.turn(), &self.slow.turn);
        let taken = ByColor { black: self.slow.taken_by_black, white: self.slow.taken_by_white };
        self.same("taken", &self.fast.taken(), &taken);
        for color in Color::BOTH {
            let stones = self.slow_stones(color);
            self.same("stones", &self.fast.board().stones(color), &stones);
        }
        let ko: Vec<Point> = self.slow.simple_ko().into_iter().map(slow::point).collect();
        self.same("ko", &self.fast.ko().into_iter().collect(), &ko);
        self.compare_hash();
        if self.is_thorough_move() {
            self.compare_chains();
        }
    }

    /// On small boards everything is compared at each move, on large ones now and then.
    fn is_thorough_move(&self) -> bool {
        self.lines() <= 5 || self.seen.moves.is_multiple_of(16)
    }

    fn slow_stones(&self, color: Color) -> PointSet {
        let grid = self.slow.grid();
        let own = |&place: &Place| slow::at(grid, place) == Some(color);
        slow::places(grid).into_iter().filter(own).map(slow::point).collect()
    }

    /// Every chain, with its liberties, and nothing but these chains.
    fn compare_chains(&self) {
        let (board, grid) = (self.fast.board(), self.slow.grid());
        let mut first_stones = BTreeSet::new();
        let mut visited = BTreeSet::new();
        for place in slow::places(grid) {
            let Some(color) = slow::at(grid, place) else {
                self.same(place, &board.chain_at(slow::point(place)).copied(), &None);
                continue;
            };
            if visited.contains(&place) {
                continue;
            }
            let stones = slow::connected(grid, place);
            let chain = Chain {
                color,
                stones: set(&stones),
                liberties: slow::liberties(grid, place).map(slow::point).collect(),
            };
            for &stone in &stones {
                self.same(stone, &board.chain_at(slow::point(stone)).copied(), &Some(chain));
            }
            first_stones.insert(chain.stones.first().unwrap());
            visited.extend(stones);
        }
        let mut listed: Vec<Point> = board.chains().map(|c| c.stones.first().unwrap()).collect();
        listed.sort_unstable();
        self.same("chains", &listed, &first_stones.into_iter().collect());
    }

    /// Equal stones have equal hashes, and unequal stones unequal ones.
    fn compare_hash(&mut self) {
        let (hash, grid) = (self.fast.board().hash(), self.slow.grid().clone());
        let known = self.hashes.entry(hash).or_insert_with(|| grid.clone());
        let alike = *known == grid;
        assert!(alike, "two boards share a hash\n{}", self.story());
        let known = *self.grids.entry(grid).or_insert(hash);
        self.same("hash", &hash, &known);
    }

    /// Every point, or a handful of them.
    fn compare_verdicts(&mut self) {
        let mut places = slow::places(self.slow.grid());
        if !self.is_thorough_move() {
            places = self.random.choose_multiple(places, 6);
        }
        for place in places {
            self.compare_verdict(place);
        }
    }

    fn compare_verdict(&mut self, place: Place) {
        let verdict = self.slow.verdict(place);
        let fast = self.fast.check(Move::Play(slow::point(place)));
        self.same(slow::point(place), &fast, &as_result(verdict));
        self.seen.verdicts += 1;
        self.seen.suicides += u32::from(verdict == Verdict::Suicide);
        if verdict == Verdict::Ko {
            let simple = self.fast.ko() == Some(slow::point(place));
            self.seen.kos += u32::from(simple);
            self.seen.superkos += u32::from(!simple);
        }
    }

    /// A random legal move, own eyes or not, and now and then a pass.
    fn make_move(&mut self) {
        let mut empty: Vec<Place> = self.fast.board().empty().iter().map(slow::place).collect();
        self.random.shuffle(&mut empty);
        let legal = empty.into_iter().find(|&place| self.slow.verdict(place) == Verdict::Legal);
        match legal.filter(|_| self.random.u8(..) >= 6) {
            Some(place) => self.play_both(place),
            None => {
                let nothing = self.fast.play(Move::Pass);
                self.same("pass", &nothing, &Ok(PointSet::EMPTY));
                self.slow.pass();
            }
        }
    }

    fn play_both(&mut self, place: Place) {
        let would_take = self.fast.board().would_take(self.fast.turn(), slow::point(place));
        let fast = self.fast.play(Move::Play(slow::point(place)));
        let slow = set(&self.slow.play(place));
        self.same(slow::point(place), &fast, &Ok(slow));
        self.same("would take", &would_take, &slow);
        self.seen.captures += slow.len() as u32;
    }

    /// With all stones alive, and with some random stones called dead.
    fn compare_area(&mut self) {
        let grid = self.slow.grid().clone();
        for odds in [0, 64, 255] {
            let is_dead = |_: &Place| self.random.u8(..) < odds;
            let dead: Vec<Place> = slow::places(&grid).into_iter().filter(is_dead).collect();
            let slow = ByColor::new(|color| slow::area(&grid, color, &dead));
            self.same("area", &area(self.fast.board(), &set(&dead)), &slow);
        }
    }
}

fn set(places: &[Place]) -> PointSet {
    places.iter().map(|&place| slow::point(place)).collect()
}

fn as_result(verdict: Verdict) -> Result<(), Illegal> {
    match verdict {
        Verdict::Legal => Ok(()),
        Verdict::Occupied(color) => Err(Illegal::Occupied(color)),
        Verdict::Suicide => Err(Illegal::Suicide),
        Verdict::Ko => Err(Illegal::Ko),
    }
}

impl Seen {
    fn add(&mut self, more: &Seen) {
        self.games += more.games;
        self.moves += more.moves;
        self.verdicts += more.verdicts;
        self.suicides += more.suicides;
        self.kos += more.kos;
        self.superkos += more.superkos;
        self.captures += more.captures;
        self.finished += more.finished;
    }
}

#[test]
fn ten_thousand_random_games_agree() {
    let mut seen = Seen::default();
    for seed in 0..10_000 {
        seen.add(&Pair::new(seed).play_out());
    }
    println!("{seen:?}");
    // Agreement means little unless the games met what is hard.
    assert!(seen.suicides > 10_000 && seen.captures > 100_000, "{seen:?}");
    assert!(seen.kos > 1_000 && seen.superkos > 1_000, "{seen:?}");
    assert!(seen.finished > 100, "{seen:?}");
}
