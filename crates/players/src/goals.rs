//! A player of visible Go: unsettled goals, their threats, and the hottest move first.

use crate::catalogue::{Entry, OptionEntry};
use crate::searcher::SEED;
use crate::spec::{Options, SpecError};
use kage_goban::{Color, Komi, Move, Point, PointSet, Position, Score, area};
use kage_phantom::{Choice, PlayerError, RefereeRules, Setup, SightedPlayer};
use kage_tactics::{Advice, Strategy};
use std::time::Duration;

/// What the player is called in specs.
pub(crate) const NAME: &str = "goals";

pub(crate) const ENTRY: Entry = Entry {
    name: NAME,
    about: "sighted, for visible Go: unsettled connections, valued by playouts, hottest first",
    source: "Cazenave, Goal threats, temperature and Monte-Carlo Go",
    options: &[
        OptionEntry {
            name: "playouts",
            takes: "a number",
            default: "10000",
            about: "playouts for each move",
        },
        OptionEntry {
            name: "threats",
            takes: "on or off",
            default: "on",
            about: "on: what a move threatens in sente counts",
        },
        OptionEntry {
            name: "reading",
            takes: "a number",
            default: "300",
            about: "moves tried in each search, at most",
        },
        SEED,
    ],
    make: |_, _| Err(SpecError::Sighted(NAME)),
};

/// Plays the hottest move. He sees the board.
#[derive(Debug)]
pub(crate) struct Goals {
    strategy: Strategy,
    seed: u64,
    komi: Komi,
    moves: u64,
    they_passed: bool,
    color: Color,
}

impl Goals {
    pub(crate) fn from_options(options: &mut Options, seed: u64) -> Result<Goals, SpecError> {
        let usual = Strategy::default();
        let strategy = Strategy {
            threats: options
                .word("threats", &[("on", true), ("off", false)])?
                .unwrap_or(usual.threats),
            playouts: options.count("playouts")?.unwrap_or(usual.playouts),
            reading: options.count("reading")?.unwrap_or(usual.reading),
            ..usual
        };
        let seed = options.number("seed")?.unwrap_or(seed);
        let (komi, color) = (Komi::default(), Color::Black);
        Ok(Goals { strategy, seed, komi, moves: 0, they_passed: false, color })
    }

    /// Would it win to end the game here, with every stone alive?
    fn is_ahead(&self, position: &Position) -> bool {
        let area = area(position.board(), &PointSet::EMPTY);
        let winner = Score { area, komi: self.komi }.winner();
        winner.is_some_and(|(color, _)| color == self.color)
    }
}

/// Is this an own eye, which one does not fill?
fn is_eye(position: &Position, point: Point) -> bool {
    let (size, own) = (position.size(), position.board().stones(position.turn()));
    if !PointSet::of(point).neighbors(size).is_subset(&own) {
        return false;
    }
    let (col, row) = (point.col(), point.row());
    let corners = [(1, 1), (1, u8::MAX), (u8::MAX, 1), (u8::MAX, u8::MAX)]
        .map(|(x, y)| Point::new(col.wrapping_add(x), row.wrapping_add(y)));
    let on_board = corners.iter().flatten().filter(|&&corner| size.contains(corner));
    let theirs = position.board().stones(!position.turn());
    let bad = on_board.clone().filter(|&&corner| theirs.contains(corner)).count();
    if on_board.count() == 4 { bad < 2 } else { bad == 0 }
}

impl SightedPlayer for Goals {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn begin(&mut self, rules: &RefereeRules, _: &Setup, color: Color) -> Result<(), PlayerError> {
        (self.komi, self.color) = (rules.komi, color);
        (self.moves, self.they_passed) = (0, false);
        Ok(())
    }

    fn choose(&mut self, position: &Position, _: Option<Duration>) -> Result<Choice, PlayerError> {
        if self.they_passed && self.is_ahead(position) {
            return Ok(Choice::Pass);
        }
        self.moves += 1;
        let seed = self.seed.wrapping_add(self.moves.wrapping_mul(0xA076_1D64_78BD_642F));
        let advice = self.strategy.advise(position, seed);
        let good = |advice: &&Advice| !is_eye(position, advice.point);
        let best = advice.iter().find(good);
        Ok(best.map_or(Choice::Pass, |advice| Choice::Try(advice.point)))
    }

    fn played(&mut self, color: Color, play: Move) -> Result<(), PlayerError> {
        if color != self.color {
            self.they_passed = play == Move::Pass;
        }
        Ok(())
    }
}
