//! Random games to test with, and all worlds that are consistent with a view, listed the slow way.

#![allow(dead_code, unreachable_pub, reason = "a module of several tests, each uses its part")]

use fastrand::Rng;
use kage_goban::{BoardSize, ByColor, Color, Move, Point, Position};
use kage_phantom::{
    Answer, Observation, RefereeRules, Repetition, Ruling, Seat, Setup, Sound, Table,
};

/// A game under way: the truth, and what both seats heard.
pub struct Game {
    pub rules: RefereeRules,
    pub table: Table,
    pub views: ByColor<Seat>,
    pub truth: ByColor<Vec<Move>>,
}

impl Game {
    pub fn new(rules: RefereeRules, setup: &Setup) -> Game {
        Game {
            rules,
            table: Table::new(setup.position(rules.ko)),
            views: ByColor::new(|color| Seat::new(rules, setup, color)),
            truth: ByColor::default(),
        }
    }

    /// Makes a try, unless that would end the game. Returns whether it was made.
    pub fn try_it(&mut self, wish: Move) -> bool {
        let mut table = self.table.clone();
        let Ok((ruling, heard)) = table.rule(&self.rules, wish) else { return false };
        if ends(&self.rules, &table) {
            return false;
        }
        self.table = table;
        if let Ruling::Accepted { mover, play, .. } = ruling {
            self.truth[mover].push(play);
        }
        for color in Color::BOTH {
            if let Some(news) = &heard[color] {
                self.views[color].hear(news).unwrap();
            }
        }
        true
    }

    /// A random try, more often refused or a capture than a player's.
    pub fn random_wish(&self, random: &mut Rng) -> Move {
        let position = self.table.position();
        let size = position.size();
        let any = Point::new(random.u8(0..size.get()), random.u8(0..size.get())).unwrap();
        match random.u8(0..24) {
            0 => Move::Pass,
            1..4 => Move::Play(any),
            4..8 => Move::Play(contact(position, random).unwrap_or(any)),
            _ => {
                let legal: Vec<Point> = position.legal_points().iter().collect();
                legal
                    .get(random.usize(0..legal.len().max(1)))
                    .map_or(Move::Pass, |&p| Move::Play(p))
            }
        }
    }

    /// The true moves of a seat's opponent.
    pub fn truth_for(&self, seat: Color) -> &[Move] {
        &self.truth[!seat]
    }
}

/// A point that captures something, or is suicide or ko.
fn contact(position: &Position, random: &mut Rng) -> Option<Point> {
    let board = position.board();
    let sharp = |&point: &Point| {
        !board.would_take(position.turn(), point).is_empty()
            || position.check(Move::Play(point)).is_err()
    };
    let points: Vec<Point> = board.empty().iter().filter(sharp).collect();
    points.get(random.usize(0..points.len().max(1))).copied()
}

fn ends(rules: &RefereeRules, table: &Table) -> bool {
    let position = table.position();
    position.is_over() || rules.repetition == Repetition::Draw && position.is_repetition()
}

/// Every consistent list of the opponent's moves. `None` if there are more than so many.
pub fn all_worlds(view: &Seat, most: usize) -> Option<Vec<Vec<Move>>> {
    let table = Table::new(view.setup().position(view.rules().ko));
    let mut found = Vec::new();
    search(view, 0, &table, &mut Vec::new(), &mut found, most).then_some(found)
}

#[allow(clippy::too_many_lines, reason = "one recursive function, a case for each observation")]
fn search(
    view: &Seat,
    at: usize,
    table: &Table,
    plays: &mut Vec<Move>,
    found: &mut Vec<Vec<Move>>,
    most: usize,
) -> bool {
    let Some(news) = view.log().get(at) else {
        found.push(plays.clone());
        return found.len() <= most;
    };
    let hears = |table: &Table, wish: Move| {
        let mut table = table.clone();
        let (_, heard) = table.rule(view.rules(), wish).ok()?;
        let same = heard[view.color()].as_ref() == Some(news);
        (same && !ends(view.rules(), &table)).then_some(table)
    };
    match news {
        Observation::Mine(answer) => {
            let wish = match *answer {
                Answer::Refused { point, .. } => Move::Play(point),
                Answer::Accepted { play, .. } => play,
            };
            hears(table, wish).is_none_or(|next| search(view, at + 1, &next, plays, found, most))
        }
        Observation::Theirs(Sound::Tried) => match refused(table) {
            None => true,
            Some(point) => {
                let mut next = table.clone();
                next.rule(view.rules(), Move::Play(point)).unwrap();
                search(view, at + 1, &next, plays, found, most)
            }
        },
        Observation::Theirs(Sound::Moved { tries, .. }) => {
            let mut table = table.clone();
            for _ in 0..tries.unwrap_or(0) {
                let Some(point) = refused(&table) else { return true };
                table.rule(view.rules(), Move::Play(point)).unwrap();
            }
            let points = view.size().points().map(Move::Play);
            for wish in points.chain([Move::Pass]) {
                let Some(next) = hears(&table, wish) else { continue };
                plays.push(wish);
                let go_on = search(view, at + 1, &next, plays, found, most);
                plays.pop();
                if !go_on {
                    return false;
                }
            }
            true
        }
        Observation::Over(_) => true,
    }
}

/// A point without a stone of the mover's own that is illegal for the mover.
fn refused(table: &Table) -> Option<Point> {
    let position = table.position();
    let mover = position.turn();
    let legal = position.legal_points();
    let mut others = position.size().points().filter(|p| position.board().at(*p) != Some(mover));
    others.find(|point| !legal.contains(*point))
}

pub fn board(lines: u8) -> BoardSize {
    BoardSize::new(lines).unwrap()
}
