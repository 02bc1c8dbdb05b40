//! What a seat hears, a second time: written from RULES.md and the documentation of the settings,
//! with whole grids, floods from scratch, and nothing of `disclose`, `adjudicate`, `Table`, `View`
//! or `Observation`. It shares with the product only the names of points, colours and settings.
//!
//! Its words are its own. Everything that is said to a seat at once is one text, so how often
//! something is said counts as sound, too.

#![allow(dead_code, unreachable_pub, reason = "a module of several tests, each uses its part")]

use kage_goban::{BoardSize, ByColor, Color, KoRule, Point};
use kage_phantom::{
    AtariCalls, CaptorHears, Choice, PassHeard, ReasonTold, RefereeRules, Repetition, Setup, Tie,
    TriesHeard,
};
use std::collections::BTreeSet;

/// A place as (row, column), both from 0 at A1. Its order is the order of points in words.
pub type Place = (usize, usize);

/// Stones by row and column; a smaller board uses a corner of it.
pub type Grid = [[Option<Color>; 19]; 19];

/// What is said to each seat at once; nothing, for who hears nothing.
pub type Said = ByColor<Option<String>>;

/// The oracle does not take what was said. Nothing has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    Over,
    Turn,
    OffBoard,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Why {
    Theirs,
    Own,
    Suicide,
    Ko,
}

/// A game as the oracle knows it.
#[derive(Clone)]
pub struct Oracle {
    rules: RefereeRules,
    lines: usize,
    turn: Color,
    /// The board before the first move and after each move, passes too.
    boards: Vec<Grid>,
    passes: u32,
    moves: u32,
    /// Refused tries of this turn.
    tries: u32,
    /// Moves and refused tries of the game.
    steps: u32,
    /// The stones each seat was told of, by the reason of a refusal.
    shown: ByColor<BTreeSet<Place>>,
    over: bool,
}

impl Oracle {
    pub fn new(rules: &RefereeRules, setup: &Setup) -> Oracle {
        let mut grid: Grid = [[None; 19]; 19];
        let handicap: Vec<Place> = setup.stones(Color::Black).iter().map(place).collect();
        for &(row, col) in &handicap {
            grid[row][col] = Some(Color::Black);
        }
        Oracle {
            rules: *rules,
            lines: usize::from(setup.size().get()),
            turn: if handicap.is_empty() { Color::Black } else { Color::White },
            boards: vec![grid],
            passes: 0,
            moves: 0,
            tries: 0,
            steps: 0,
            shown: ByColor::default(),
            over: false,
        }
    }

    pub fn grid(&self) -> &Grid {
        &self.boards[self.boards.len() - 1]
    }

    /// Whose turn it is; nobody's when the game is over.
    pub fn turn(&self) -> Option<Color> {
        (!self.over).then_some(self.turn)
    }

    pub fn hear(&mut self, seat: Color, choice: Choice) -> Result<Said, Wrong> {
        if self.over {
            return Err(Wrong::Over);
        }
        if choice == Choice::Resign {
            let over = self.end(&format!("{}+R", (!seat).letter()));
            return Ok(ByColor::new(|_| Some(over.clone())));
        }
        if seat != self.turn {
            return Err(Wrong::Turn);
        }
        let Choice::Try(point) = choice else { return Ok(self.accept(None)) };
        let place = place(point);
        if place.0 >= self.lines || place.1 >= self.lines {
            return Err(Wrong::OffBoard);
        }
        Ok(match self.why_not(place) {
            Some(why) => self.refuse(place, why),
            None => self.accept(Some(place)),
        })
    }

    fn why_not(&self, place: Place) -> Option<Why> {
        match at(self.grid(), place) {
            Some(owner) if owner == self.turn => return Some(Why::Own),
            Some(_) => return Some(Why::Theirs),
            None => {}
        }
        let after = after(self.grid(), self.lines, self.turn, place);
        if liberties(&after, self.lines, place) == 0 {
            return Some(Why::Suicide);
        }
        let banned = match self.rules.ko {
            // The board before the opponent's move: one back from the present one.
            KoRule::Simple => self.boards.iter().rev().nth(1) == Some(&after),
            KoRule::PositionalSuperko => self.boards.contains(&after),
        };
        banned.then_some(Why::Ko)
    }

    fn refuse(&mut self, place: Place, why: Why) -> Said {
        let mover = self.turn;
        let told = match self.rules.reason {
            ReasonTold::Never => false,
            ReasonTold::Always => true,
            ReasonTold::Stones => why == Why::Theirs || why == Why::Own,
        };
        if told && why == Why::Theirs {
            self.shown[mover].insert(place);
        }
        let why = if told { format!(", {why:?}") } else { String::new() };
        let to_mover = format!("refused {}{why}", name(place));
        let to_other = (self.rules.tries == TriesHeard::Each).then_some("they tried");
        self.tries += 1;
        self.steps += 1;
        if self.rules.limits.steps_per_point.is_some() {
            self.passes = 0;
        }
        let end = self.end_of_refusal();
        say(mover, &to_mover, to_other, end.as_deref())
    }

    fn end_of_refusal(&mut self) -> Option<String> {
        if self.rules.limits.tries.is_some_and(|limit| self.tries > limit) {
            return Some(self.end(&format!("{}+F, too many tries", (!self.turn).letter())));
        }
        self.is_long_enough().then(|| self.count())
    }

    fn accept(&mut self, play: Option<Place>) -> Said {
        let (mover, before, lines) = (self.turn, *self.grid(), self.lines);
        let now = play.map_or(before, |place| after(&before, lines, mover, place));
        let taken: Vec<Place> = places(lines)
            .filter(|&place| at(&before, place) == Some(!mover) && at(&now, place).is_none())
            .collect();
        let both = self.said_to_both(&before, &now);
        let mut to_mover = play.map_or("passed".to_owned(), |at| format!("played {}", name(at)));
        to_mover += &self.said_to_captor(&taken);
        to_mover += &both;
        let passed = play.is_none() && self.rules.pass == PassHeard::Announced;
        let mut to_other = if passed { "they passed" } else { "they moved" }.to_owned();
        if self.rules.tries == TriesHeard::Count {
            to_other += &format!(", {} refused before", self.tries);
        }
        if !taken.is_empty() {
            to_other += &format!(", lost {}", names(&taken));
        }
        to_other += &both;
        self.go_on(play, now, &taken);
        let end = self.end_of_move(play.is_some());
        say(mover, &to_mover, Some(&to_other), end.as_deref())
    }

    fn said_to_captor(&self, taken: &[Place]) -> String {
        let known = |place: &Place| self.shown[self.turn].contains(place);
        let told: Vec<Place> = match self.rules.captor {
            CaptorHears::Number => Vec::new(),
            CaptorHears::Points => taken.to_vec(),
            CaptorHears::Shown => taken.iter().copied().filter(known).collect(),
        };
        match (taken.len(), told.as_slice()) {
            (0, _) => String::new(),
            (number, []) => format!(", took {number}"),
            (number, told) => format!(", took {number}: {}", names(told)),
        }
    }

    fn said_to_both(&self, before: &Grid, now: &Grid) -> String {
        let lines = self.lines;
        let free = |grid: &Grid, place: Place| liberties(grid, lines, place);
        let mut stones = places(lines).filter(|&place| at(now, place).is_some());
        let atari = match self.rules.atari {
            AtariCalls::Never => false,
            AtariCalls::New => stones.any(|place| {
                at(now, place) == Some(!self.turn)
                    && free(now, place) == 1
                    && free(before, place) > 1
            }),
            AtariCalls::Every => stones.any(|place| free(now, place) == 1),
        };
        let mut words = if atari { ", atari".to_owned() } else { String::new() };
        if self.rules.counts {
            let number = |color| places(lines).filter(|&p| at(now, p) == Some(color)).count();
            let (black, white) = (number(Color::Black), number(Color::White));
            words += &format!(", {black} black and {white} white stones");
        }
        words
    }

    fn go_on(&mut self, play: Option<Place>, now: Grid, taken: &[Place]) {
        for place in taken {
            self.shown[self.turn].remove(place);
        }
        self.boards.push(now);
        self.passes = if play.is_none() { self.passes + 1 } else { 0 };
        self.moves += 1;
        self.steps += 1;
        self.tries = 0;
        self.turn = !self.turn;
    }

    fn end_of_move(&mut self, stone: bool) -> Option<String> {
        let (now, past) = self.boards.split_last()?;
        if stone && self.rules.repetition == Repetition::Draw && past.contains(now) {
            return Some(self.end("0, repeated"));
        }
        (self.passes == 2 || self.is_long_enough()).then(|| self.count())
    }

    fn is_long_enough(&self) -> bool {
        let (limits, points) = (self.rules.limits, (self.lines * self.lines) as u32);
        limits.moves.is_some_and(|most| self.moves >= most)
            || limits.steps_per_point.is_some_and(|each| self.steps >= each * points)
    }

    /// Stones and surrounded points, all stones alive; komi to White.
    fn count(&mut self) -> String {
        let area = ByColor::new(|color| area(self.grid(), self.lines, color));
        let komi = i32::from(self.rules.komi.half_points());
        let lead = 2 * (area.black as i32 - area.white as i32) - komi;
        let result = match (lead, self.rules.tie) {
            (0, Tie::Draw) => "0".to_owned(),
            (0, Tie::White) => "W+0".to_owned(),
            (1.., _) => format!("B+{}", f64::from(lead) / 2.0),
            (_, _) => format!("W+{}", f64::from(-lead) / 2.0),
        };
        self.end(&format!("{result}, counted {} to {}", area.black, area.white))
    }

    fn end(&mut self, result: &str) -> String {
        self.over = true;
        format!("over: {result}")
    }
}

/// What each seat hears of a ruling, and of the end if there is one.
fn say(mover: Color, to_mover: &str, to_other: Option<&str>, end: Option<&str>) -> Said {
    ByColor::new(|seat| {
        let heard = if seat == mover { Some(to_mover) } else { to_other };
        let all: Vec<&str> = heard.into_iter().chain(end).collect();
        (!all.is_empty()).then(|| all.join("; "))
    })
}

/// Everything a seat hears of a game, in order, and every board of it; or why it is no game.
pub fn transcript(
    rules: &RefereeRules,
    setup: &Setup,
    steps: &[(Color, Choice)],
    seat: Color,
) -> Result<(Vec<String>, Vec<Grid>), Wrong> {
    let mut oracle = Oracle::new(rules, setup);
    let mut heard = Vec::new();
    for &(color, choice) in steps {
        heard.extend(oracle.hear(color, choice)?[seat].take());
    }
    Ok((heard, oracle.boards))
}

pub fn place(point: Point) -> Place {
    (usize::from(point.row()), usize::from(point.col()))
}

pub fn at(grid: &Grid, (row, col): Place) -> Option<Color> {
    grid[row][col]
}

fn name((row, col): Place) -> String {
    let letter = char::from(b"ABCDEFGHJKLMNOPQRST"[col]);
    format!("{letter}{}", row + 1)
}

fn names(places: &[Place]) -> String {
    places.iter().map(|&place| name(place)).collect::<Vec<_>>().join(" ")
}

fn places(lines: usize) -> impl Iterator<Item = Place> {
    (0..lines).flat_map(move |row| (0..lines).map(move |col| (row, col)))
}

fn next_to((row, col): Place, lines: usize) -> impl Iterator<Item = Place> {
    let south = (row > 0).then(|| (row - 1, col));
    let west = (col > 0).then(|| (row, col - 1));
    let north = (row + 1 < lines).then_some((row + 1, col));
    let east = (col + 1 < lines).then_some((row, col + 1));
    [south, west, north, east].into_iter().flatten()
}

/// All places with the same content that a walk over such places reaches.
fn connected(grid: &Grid, lines: usize, from: Place) -> Vec<Place> {
    let mut seen = [[false; 19]; 19];
    seen[from.0][from.1] = true;
    let (mut found, mut at_hand) = (vec![from], vec![from]);
    while let Some(here) = at_hand.pop() {
        for next in next_to(here, lines) {
            if at(grid, next) == at(grid, from) && !seen[next.0][next.1] {
                seen[next.0][next.1] = true;
                found.push(next);
                at_hand.push(next);
            }
        }
    }
    found
}

/// How many empty places are next to the chain of a stone.
fn liberties(grid: &Grid, lines: usize, stone: Place) -> usize {
    let chain = connected(grid, lines, stone);
    let around = chain.into_iter().flat_map(|stone| next_to(stone, lines));
    let mut free: Vec<Place> = around.filter(|&next| at(grid, next).is_none()).collect();
    free.sort_unstable();
    free.dedup();
    free.len()
}

/// The board after a stone is put down and what it takes is taken up; its own chain stays, even
/// without a liberty.
fn after(grid: &Grid, lines: usize, mover: Color, place: Place) -> Grid {
    let mut after = *grid;
    after[place.0][place.1] = Some(mover);
    for next in next_to(place, lines) {
        if at(&after, next) == Some(!mover) && liberties(&after, lines, next) == 0 {
            for (row, col) in connected(&after, lines, next) {
                after[row][col] = None;
            }
        }
    }
    after
}

/// The stones of a colour, and the empty regions that touch no other.
fn area(grid: &Grid, lines: usize, color: Color) -> usize {
    let belongs = |place: Place| {
        if let Some(owner) = at(grid, place) {
            return owner == color;
        }
        let region = connected(grid, lines, place);
        let mut border =
            region.into_iter().flat_map(|p| next_to(p, lines)).filter_map(|p| at(grid, p));
        let first = border.next();
        first == Some(color) && border.all(|owner| owner == color)
    };
    places(lines).filter(|&place| belongs(place)).count()
}

/// The board in text, for stories.
pub fn show(grid: &Grid, size: BoardSize) -> String {
    kage_goban::draw(size, |point| at(grid, place(point)).map_or('.', kage_goban::stone_mark))
}
