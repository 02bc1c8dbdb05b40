//! A player of visible Go: it values unsettled goals and their threats, and plays the move of the
//! highest temperature.

use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::SEED;
use crate::spec::{OptionReader, SpecError};
use kage_goban::{Color, Komi, Move, PointSet, Position, Score, area, is_eye};
use kage_phantom::{Choice, PlayerError, RefereeRules, Setup, SightedPlayer};
use kage_tactics::{Advice, Strategy};
use std::time::Duration;

/// The name of the player in specs.
const NAME: &str = "goals";

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: NAME,
    about: "for visible Go only: playouts give the values of unsettled connections; plays the one of highest temperature",
    source: "Cazenave, Goal threats, temperature and Monte-Carlo Go",
    beyond: &[],
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
            about: "on: the value of a move includes the goal that it threatens in sente",
        },
        OptionEntry {
            name: "reading",
            takes: "a number",
            default: "300",
            about: "limit of moves in each tactical search",
        },
        SEED,
    ],
    make: |_, _| Err(SpecError::Sighted(NAME)),
};

pub(crate) fn make(
    options: &mut OptionReader,
    seed: u64,
) -> Result<Box<dyn SightedPlayer>, SpecError> {
    Ok(Box::new(Goals::from_options(options, seed)?))
}

/// Plays the move of the highest temperature. It sees the board.
#[derive(Debug)]
struct Goals {
    strategy: Strategy,
    seed: u64,
    komi: Komi,
    moves: u64,
    they_passed: bool,
    color: Color,
}

impl Goals {
    fn from_options(options: &mut OptionReader, seed: u64) -> Result<Goals, SpecError> {
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

    /// Does the player win if the game ends now, with all stones alive?
    fn is_ahead(&self, position: &Position) -> bool {
        let area = area(position.board(), &PointSet::EMPTY);
        let winner = Score { area, komi: self.komi }.winner();
        winner.is_some_and(|(color, _)| color == self.color)
    }
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
        let board = position.board();
        let (own, theirs) = (board.stones(position.turn()), board.stones(!position.turn()));
        let good = |advice: &&Advice| !is_eye(position.size(), advice.point, &own, &theirs);
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
