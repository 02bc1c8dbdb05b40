//! A game's card: what both seats, the lobby and everyone may know of it.

use crate::clock::TimeControl;
use crate::game::{Game, State};
use crate::json::{komi, point_words};
use crate::spec::Kind;
use kage_goban::Color;
use serde::Serialize;
use std::collections::BTreeMap;

/// What everyone may know of a game.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) state: &'static str,
    black: Side,
    white: Side,
    size: u8,
    rules: String,
    settings: BTreeMap<&'static str, String>,
    komi: f64,
    handicap: Vec<String>,
    clock: Option<TimeControl>,
    undo: bool,
    pub(crate) delay: Option<u32>,
    pub(crate) listed: bool,
    moves: u32,
    result: Option<String>,
    pub(crate) created: u64,
    next: Option<String>,
}

#[derive(Clone, PartialEq, Serialize, Debug)]
struct Side {
    name: Option<String>,
    bot: Option<String>,
}

impl Card {
    pub(crate) fn of(game: &Game) -> Card {
        let spec = &game.spec;
        let side =
            |seat: Color| Side { name: game.names[seat].clone(), bot: spec.seat(seat).bot.clone() };
        let settings = spec.rules.settings();
        Card {
            id: spec.id.clone(),
            kind: spec.kind,
            state: game.state().word(),
            black: side(Color::Black),
            white: side(Color::White),
            size: spec.size,
            rules: spec.rules.to_string(),
            settings: settings.into_iter().map(|(name, value, _)| (name, value)).collect(),
            komi: komi(spec.rules.komi),
            handicap: point_words(spec.handicap),
            clock: spec.clock,
            undo: spec.undo,
            delay: spec.delay,
            listed: spec.listed,
            moves: game.moves(),
            result: game.result(),
            created: spec.created,
            next: game.next.clone(),
        }
    }

    pub(crate) fn text(&self) -> String {
        // Nothing here has a map whose keys are not strings, so it can be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(crate) fn is_waiting(&self) -> bool {
        self.state == State::Waiting.word()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.state == State::Over.word()
    }
}
