//! Who listens to a room, and what they are sent.

use super::{Listener, Listening, Room};
use crate::card::Card;
use crate::clock::ClocksShown;
use crate::game::{Game, State};
use crate::json::{point_words, seat_word};
use crate::wire::{Asks, Marks, ToClient};
use axum::extract::ws::Utf8Bytes;
use kage_goban::{ByColor, Color};
use tokio::sync::mpsc;

impl Room {
    pub(super) fn open(
        &mut self,
        socket: u64,
        what: &Listening,
        after: u32,
        line: mpsc::Sender<Utf8Bytes>,
    ) {
        let holds =
            matches!(what, Listening::Spectator(Some(guest)) if self.game.holds_seat(guest));
        if holds && self.game.state() != State::Over {
            let say = "you hold a seat in this game: you can watch it when it is over";
            let error = ToClient::Error { id: None, code: "holds-seat", say };
            // A line that is closed needs no answer.
            let _ = line.try_send(error.frame());
            return;
        }
        let came = self.is_there(what);
        let first = match what {
            Listening::Seat(seat) => self.seated(*seat, after),
            _ => self.stage(what, after),
        };
        let shown = self.last_visible(what);
        if line.try_send(first).is_err() {
            return;
        }
        let card = Some(Card::of(&self.game));
        self.listeners.insert(socket, Listener { what: what.clone(), shown, card, line });
        if let Listening::Seat(seat) = *what {
            self.seen[seat] = true;
            self.hall.lobby.count_player(true);
            if !came {
                self.tell_presence(seat);
            }
            self.publish();
        }
        self.start_clock();
        self.wake_bot();
    }

    pub(super) fn close(&mut self, socket: u64) {
        let Some(gone) = self.listeners.remove(&socket) else { return };
        if let Listening::Seat(seat) = gone.what {
            self.hall.lobby.count_player(false);
            if !self.is_there(&gone.what) {
                self.tell_presence(seat);
            }
            self.publish();
        }
        let looks = |listener: &Listener| !matches!(listener.what, Listening::Seat(_));
        if !self.listeners.values().any(looks) {
            self.game.forget_scenes();
        }
    }

    pub(super) fn is_there(&self, what: &Listening) -> bool {
        self.listeners.values().any(|listener| listener.what == *what)
    }

    /// Is somebody at the other side? A bot always is.
    pub(super) fn opponent_there(&self, seat: Color) -> bool {
        self.game.is_bot(!seat) || self.is_there(&Listening::Seat(!seat))
    }

    pub(super) fn tell_presence(&mut self, of: Color) {
        let opponent = self.is_there(&Listening::Seat(of));
        self.send_to(&Listening::Seat(!of), &ToClient::Present { opponent }.frame());
    }

    /// Everything that a seat may know.
    pub(super) fn seated(&self, seat: Color, after: u32) -> Utf8Bytes {
        let story = &self.game.stories[seat];
        let ByColor { black, white } = self.game.marks();
        let asked = Color::BOTH.into_iter().find(|&seat| self.game.rematch_asked[seat]);
        ToClient::Seated {
            game: &Card::of(&self.game),
            seat: seat_word(seat),
            state: self.game.state().word(),
            seq: story.seq(),
            log: story.after(after),
            view: &story.shown(),
            clocks: self.clocks().as_ref(),
            guess: &point_words(self.guesses[seat]),
            asks: Asks { undo: self.game.undo_asked.map(seat_word), rematch: asked.map(seat_word) },
            marks: &Marks { black, white },
            opened: self.game.opened(seat, self.guesses[seat]).as_ref(),
            opponent: self.opponent_there(seat),
        }
        .frame()
    }

    /// Everything that may be shown by now to who may see all.
    pub(super) fn stage(&mut self, what: &Listening, after: u32) -> Utf8Bytes {
        if !self.game.has_scenes() {
            let spec = self.game.spec.clone();
            // These entries were applied before, in this order.
            if let Ok(game) = Game::read(spec, &self.entries, true) {
                self.game = game;
            }
        }
        let scenes = self.game.visible(self.delay(what));
        ToClient::Stage {
            game: &Card::of(&self.game),
            desk: *what == Listening::Desk,
            seq: scenes.len() as u32,
            scenes: scenes.get(after as usize..).unwrap_or(&[]),
            clocks: self.clocks_for(what).as_ref(),
        }
        .frame()
    }

    pub(super) fn delay(&self, what: &Listening) -> Option<u32> {
        match what {
            Listening::Desk => Some(0),
            _ => self.game.spec.delay,
        }
    }

    pub(super) fn last_visible(&self, what: &Listening) -> u32 {
        self.game.visible(self.delay(what)).len() as u32
    }

    /// Clocks run with the game, so who sees the game later sees none.
    pub(super) fn clocks_for(&self, what: &Listening) -> Option<ClocksShown> {
        (self.delay(what) == Some(0)).then(|| self.clocks()).flatten()
    }

    pub(super) fn clocks(&self) -> Option<ClocksShown> {
        let running = self.game.to_move().filter(|_| self.since.is_some());
        let thinking = self.since.map_or(0, |since| since.elapsed().as_millis() as u64);
        Some(self.game.clocks?.shown(running, thinking))
    }

    /// Lets everyone hear what is new for him. `heard` is what each seat had heard before.
    pub(super) fn spread(&mut self, heard: &ByColor<u32>) {
        self.start_clock();
        for seat in Color::BOTH {
            for frame in self.news(seat, heard[seat]) {
                self.send_to(&Listening::Seat(seat), &frame);
            }
        }
        self.spread_scenes();
        self.publish();
    }

    /// A seat's news after that number: of its own story, and nothing else.
    pub(super) fn news(&self, seat: Color, after: u32) -> Vec<Utf8Bytes> {
        let story = &self.game.stories[seat];
        if story.seq() == after || !self.is_there(&Listening::Seat(seat)) {
            return Vec::new();
        }
        let (view, state) = (story.shown(), self.game.state().word());
        let (opened, clocks) = (self.game.opened(seat, self.guesses[seat]), self.clocks());
        let frame = |news| {
            let (view, opened, clocks) = (&view, opened.as_ref(), clocks.as_ref());
            ToClient::News { news, state, view, clocks, opened }.frame()
        };
        story.after(after).iter().map(frame).collect()
    }

    pub(super) fn spread_scenes(&mut self) {
        if !self.game.has_scenes() {
            return;
        }
        let card = Card::of(&self.game);
        let mut gone = Vec::new();
        let game = &self.game;
        let clocks = self.clocks();
        for (&socket, listener) in &mut self.listeners {
            let delay = match listener.what {
                Listening::Seat(_) => continue,
                Listening::Desk => Some(0),
                Listening::Spectator(_) => game.spec.delay,
            };
            let scenes = game.visible(delay).get(listener.shown as usize..).unwrap_or(&[]);
            let clocks = clocks.as_ref().filter(|_| delay == Some(0));
            let mut frames: Vec<Utf8Bytes> = (scenes.iter())
                .map(|scene| ToClient::Scene { scene, clocks, game: &card }.frame())
                .collect();
            listener.shown += scenes.len() as u32;
            // A frame that says nothing new would still say that something was tried.
            if frames.is_empty() && listener.card.as_ref() != Some(&card) {
                frames.push(ToClient::Card { game: &card }.frame());
            }
            listener.card = Some(card.clone());
            if frames.into_iter().any(|frame| listener.line.try_send(frame).is_err()) {
                gone.push(socket);
            }
        }
        for socket in gone {
            self.close(socket);
        }
    }

    /// Sends a frame to all who listen as this. Who does not take it is let go, and comes again.
    pub(super) fn send_to(&mut self, what: &Listening, frame: &Utf8Bytes) {
        let fails = |listener: &Listener| {
            listener.what == *what && listener.line.try_send(frame.clone()).is_err()
        };
        let gone: Vec<u64> =
            self.listeners.iter().filter(|(_, l)| fails(l)).map(|(&socket, _)| socket).collect();
        for socket in gone {
            self.close(socket);
        }
    }

    pub(super) fn publish(&self) {
        let host_present = Color::BOTH.into_iter().any(|s| self.is_there(&Listening::Seat(s)));
        self.hall.lobby.show(Card::of(&self.game), host_present);
    }
}
