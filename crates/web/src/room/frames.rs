//! The frames that a room sends: what each role gets to see of the game.
//!
//! A seat's frames are made from a [`SeatState`]. It has that seat's own log, and otherwise only
//! what both seats may know.

use super::Role;
use crate::clock::ClocksShown;
use crate::game::Game;
use crate::game_summary::GameSummary;
use crate::guess_log::Guesses;
use crate::json::{Sides, point_words, seat_word};
use crate::lobby::Presence;
use crate::opened::Opened;
use crate::seat_log::SeatLog;
use crate::wire::{OpenQuestions, ToClient};
use axum::extract::ws::Utf8Bytes;
use kage_goban::{Color, PointSet};

/// A game and its running clocks, at the moment when frames are made.
#[derive(Clone, Copy)]
pub(super) struct Snapshot<'a> {
    pub(super) game: &'a Game,
    pub(super) guesses: &'a Guesses,
    pub(super) clocks: Option<&'a ClocksShown>,
}

/// Everything that the frames of one seat are made from.
pub(super) struct SeatState<'a> {
    seat: Color,
    /// What this seat has heard.
    log: &'a SeatLog,
    /// This seat's guess stones.
    guess: PointSet,
    state: &'static str,
    clocks: Option<&'a ClocksShown>,
    /// The truth, after the end.
    opened: Option<Opened>,
}

impl<'a> Snapshot<'a> {
    /// The part of the snapshot that a seat may know.
    pub(super) fn seat_state(&self, seat: Color) -> SeatState<'a> {
        SeatState {
            seat,
            log: self.game.log(seat),
            guess: self.guesses.logs[seat].stones(),
            state: self.game.state().word(),
            clocks: self.clocks,
            opened: self.game.opened(self.guesses.scores[seat].clone()),
        }
    }

    /// A seat's first frame: everything that the seat may know. Its log begins after entry `after`.
    pub(super) fn seated_frame(&self, seat: Color, after: u32, opponent: Presence) -> Utf8Bytes {
        let game = self.game;
        let SeatState { seat, log, guess, state, clocks, opened } = self.seat_state(seat);
        let rematch = Color::BOTH.into_iter().find(|&seat| game.rematch_asked()[seat]);
        ToClient::Seated {
            game: &GameSummary::of(game),
            seat: seat_word(seat),
            state,
            seq: log.seq(),
            log: log.after(after),
            view: &log.shown(),
            clocks,
            guess: &point_words(guess),
            asks: OpenQuestions {
                undo: game.undo_asked().map(seat_word),
                rematch: rematch.map(seat_word),
            },
            marks: &Sides::from(game.dead_marks().map(|marks| marks.map(point_words))),
            opened: opened.as_ref(),
            opponent: opponent == Presence::Here,
        }
        .frame()
    }

    /// The first frame of a spectator or a desk: all replay frames that it may see now, after the
    /// one with number `after`.
    pub(super) fn stage_frame(&self, role: &Role, after: u32) -> Utf8Bytes {
        let delay = self.delay(role);
        let frames = self.game.visible_frames(delay);
        ToClient::Stage {
            game: &GameSummary::of(self.game),
            desk: *role == Role::Desk,
            seq: frames.len() as u32,
            scenes: frames.get(after as usize..).unwrap_or(&[]),
            clocks: self.clocks_with(delay),
        }
        .frame()
    }

    /// The frames of a spectator or a desk that has seen the first `shown` replay frames.
    pub(super) fn replay_frames(
        &self,
        role: &Role,
        shown: u32,
        summary: &GameSummary,
    ) -> Vec<Utf8Bytes> {
        let delay = self.delay(role);
        let clocks = self.clocks_with(delay);
        let frames = self.game.visible_frames(delay).get(shown as usize..).unwrap_or(&[]);
        frames
            .iter()
            .map(|scene| ToClient::Scene { scene, clocks, game: summary }.frame())
            .collect()
    }

    /// The number of replay frames that a role may see now.
    pub(super) fn visible(&self, role: &Role) -> u32 {
        self.game.visible_frames(self.delay(role)).len() as u32
    }

    fn delay(&self, role: &Role) -> Option<u32> {
        match role {
            Role::Desk => Some(0),
            Role::Seat(_) | Role::Spectator(_) => self.game.spec.delay,
        }
    }

    /// Clocks show the present moment, so they are not sent to those who watch with a delay.
    fn clocks_with(&self, delay: Option<u32>) -> Option<&'a ClocksShown> {
        self.clocks.filter(|_| delay == Some(0))
    }
}

impl SeatState<'_> {
    /// One frame for each entry of the seat's log after entry `after`.
    pub(super) fn news_frames(&self, after: u32) -> Vec<Utf8Bytes> {
        if self.log.seq() == after {
            return Vec::new();
        }
        let view = self.log.shown();
        let frame = |news| {
            let (view, state) = (&view, self.state);
            let (opened, clocks) = (self.opened.as_ref(), self.clocks);
            ToClient::News { news, state, view, clocks, opened }.frame()
        };
        self.log.after(after).iter().map(frame).collect()
    }
}
