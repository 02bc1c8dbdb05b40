//! A game summary: what everyone may know of a game. Both seats, the lobby and spectators get it.

use crate::clock::TimeControl;
use crate::game::{Game, State};
use crate::json::{Sides, komi, point_words};
use crate::spec::{Kind, Pair};
use kage_goban::ByColor;
use serde::Serialize;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// What everyone may know of a game. The protocol calls it a card.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct GameSummary {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) state: &'static str,
    #[serde(flatten)]
    players: Sides<PlayerName>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pair: Option<Pair>,
}

#[derive(Clone, PartialEq, Serialize, Debug)]
struct PlayerName {
    name: Option<String>,
    bot: Option<String>,
    /// How many hints the player got, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    hints: Option<NonZeroU32>,
}

impl GameSummary {
    pub(crate) fn of(game: &Game) -> GameSummary {
        let spec = &game.spec;
        let players = ByColor::new(|seat| PlayerName {
            name: game.names()[seat].clone(),
            bot: spec.seats[seat].bot.clone(),
            hints: NonZeroU32::new(game.hints()[seat]),
        });
        let settings = spec.rules.settings();
        GameSummary {
            id: spec.id.clone(),
            kind: spec.kind,
            state: game.state().word(),
            players: players.into(),
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
            next: game.rematch().map(str::to_owned),
            pair: spec.pair.clone(),
        }
    }

    /// The summary as JSON.
    pub(crate) fn text(&self) -> String {
        // No map here has a key that is not a string, so writing cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(crate) fn is_waiting(&self) -> bool {
        self.state == State::Waiting.word()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.state == State::Over.word()
    }
}
