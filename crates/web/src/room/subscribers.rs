//! The sockets that listen to a room: who is here, and what each of them is sent.

use super::Role;
use super::frames::Snapshot;
use crate::game::Game;
use crate::game_summary::GameSummary;
use crate::lobby::Presence;
use crate::wire::ToClient;
use axum::extract::ws::Utf8Bytes;
use kage_goban::{ByColor, Color};
use std::collections::BTreeMap;
use tokio::sync::mpsc;

/// One socket that listens.
struct Subscriber {
    role: Role,
    /// The number of replay frames that it has been sent.
    shown: u32,
    /// The last summary that it has been sent.
    summary: GameSummary,
    queue: mpsc::Sender<Utf8Bytes>,
    /// Its queue was full or closed. It gets nothing more and is removed; the client reconnects.
    lost: bool,
}

impl Subscriber {
    fn send(&mut self, frame: Utf8Bytes) {
        if !self.lost && self.queue.try_send(frame).is_err() {
            self.lost = true;
        }
    }
}

/// The sockets that listen to a room.
#[derive(Default)]
pub(super) struct Subscribers {
    by_socket: BTreeMap<u64, Subscriber>,
}

impl Subscribers {
    pub(super) fn is_empty(&self) -> bool {
        self.by_socket.is_empty()
    }

    /// The role of a socket, if it listens.
    pub(super) fn role(&self, socket: u64) -> Option<&Role> {
        self.by_socket.get(&socket).map(|subscriber| &subscriber.role)
    }

    /// Does anyone listen in this role?
    pub(super) fn has(&self, role: &Role) -> bool {
        self.by_socket.values().any(|subscriber| subscriber.role == *role)
    }

    /// Does anyone listen who sees replay frames?
    pub(super) fn has_watchers(&self) -> bool {
        self.by_socket.values().any(|subscriber| !matches!(subscriber.role, Role::Seat(_)))
    }

    /// Is the opponent of a seat here? A bot always is.
    fn opponent_of(&self, seat: Color, game: &Game) -> Presence {
        let here = game.is_bot(!seat) || self.has(&Role::Seat(!seat));
        if here { Presence::Here } else { Presence::Away }
    }

    /// Adds a socket and sends its first frame. A socket that does not take it is not added.
    pub(super) fn add(
        &mut self,
        socket: u64,
        role: &Role,
        after: u32,
        queue: mpsc::Sender<Utf8Bytes>,
        now: Snapshot<'_>,
    ) -> bool {
        let first = match *role {
            Role::Seat(seat) => now.seated_frame(seat, after, self.opponent_of(seat, now.game)),
            Role::Desk | Role::Spectator(_) => now.stage_frame(role, after),
        };
        if queue.try_send(first).is_err() {
            return false;
        }
        let (shown, summary) = (now.visible(role), GameSummary::of(now.game));
        let role = role.clone();
        self.by_socket.insert(socket, Subscriber { role, shown, summary, queue, lost: false });
        true
    }

    /// Removes a socket and returns its role, if it was here.
    pub(super) fn remove(&mut self, socket: u64) -> Option<Role> {
        self.by_socket.remove(&socket).map(|subscriber| subscriber.role)
    }

    /// Removes the spectators of a browser, which has just taken a seat.
    pub(super) fn remove_spectators_of(&mut self, guest: &str) {
        self.by_socket.retain(|_, subscriber| {
            !matches!(&subscriber.role, Role::Spectator(Some(theirs)) if theirs == guest)
        });
    }

    /// A socket whose queue was full or closed and that must be removed.
    pub(super) fn lost_socket(&self) -> Option<u64> {
        self.by_socket.iter().find(|(_, subscriber)| subscriber.lost).map(|(&socket, _)| socket)
    }

    /// Sends a frame to one socket.
    pub(super) fn send_to_socket(&mut self, socket: u64, frame: Utf8Bytes) {
        if let Some(subscriber) = self.by_socket.get_mut(&socket) {
            subscriber.send(frame);
        }
    }

    /// Sends a frame to all sockets in this role.
    pub(super) fn send_to(&mut self, role: &Role, frame: &Utf8Bytes) {
        for subscriber in self.by_socket.values_mut().filter(|one| one.role == *role) {
            subscriber.send(frame.clone());
        }
    }

    /// Tells the other seat whether anyone is here for this seat.
    pub(super) fn send_presence(&mut self, seat: Color) {
        let opponent = self.has(&Role::Seat(seat));
        self.send_to(&Role::Seat(!seat), &ToClient::Present { opponent }.frame());
    }

    /// Sends everyone what is new. `heard` has how many log entries each seat was sent before.
    pub(super) fn send_updates(&mut self, now: Snapshot<'_>, heard: &ByColor<u32>) {
        for seat in Color::BOTH {
            let role = Role::Seat(seat);
            if self.has(&role) {
                for frame in now.seat_state(seat).news_frames(heard[seat]) {
                    self.send_to(&role, &frame);
                }
            }
        }
        if now.game.frames().is_recording() {
            self.send_replay_frames(now);
        }
    }

    fn send_replay_frames(&mut self, now: Snapshot<'_>) {
        let summary = GameSummary::of(now.game);
        for subscriber in self.by_socket.values_mut() {
            if matches!(subscriber.role, Role::Seat(_)) {
                continue;
            }
            let frames = now.replay_frames(&subscriber.role, subscriber.shown, &summary);
            subscriber.shown += frames.len() as u32;
            // A frame that shows nothing new would still reveal that there was a try.
            if frames.is_empty() && subscriber.summary != summary {
                subscriber.send(ToClient::Card { game: &summary }.frame());
            }
            subscriber.summary = summary.clone();
            for frame in frames {
                subscriber.send(frame);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]
    use super::*;
    use crate::command::Command;
    use crate::game::Recording;
    use crate::game::tests::spec;
    use crate::guess_log::Guesses;
    use crate::spec::Kind;
    use kage_phantom::Choice;

    fn play(game: &mut Game, command: Command) {
        let event = game.decide(command).unwrap();
        game.apply(&event).unwrap();
    }

    fn frames(queue: &mut mpsc::Receiver<Utf8Bytes>) -> Vec<String> {
        std::iter::from_fn(|| queue.try_recv().ok()).map(|frame| frame.to_string()).collect()
    }

    #[test]
    fn each_role_gets_its_own_frames() {
        let guesses = Guesses::default();
        let mut game = Game::new(spec(Kind::Friend, "borsboom"), Recording::On);
        play(&mut game, Command::Begin);
        let now = Snapshot { game: &game, guesses: &guesses, clocks: None };
        let heard = ByColor::new(|seat| game.log(seat).seq());
        let roles = [Role::Seat(Color::Black), Role::Seat(Color::White), Role::Spectator(None)];
        let mut subscribers = Subscribers::default();
        let mut queues: Vec<_> = (roles.iter().zip(1..))
            .map(|(role, socket)| {
                let (sender, queue) = mpsc::channel(9);
                assert!(subscribers.add(socket, role, 0, sender, now));
                queue
            })
            .collect();
        let choice = Choice::Try("C3".parse().unwrap());
        let id = None;
        play(&mut game, Command::Choose { seat: Color::Black, choice, spent: 0, chance: None, id });
        let now = Snapshot { game: &game, guesses: &guesses, clocks: None };
        subscribers.send_updates(now, &heard);
        let [black, white, spectator] = [0, 1, 2].map(|at| frames(&mut queues[at]));
        assert_eq!((black.len(), white.len(), spectator.len()), (2, 2, 2));
        assert!(black[1].contains("C3 is legal"), "{black:?}");
        assert!(!white[1].contains("C3") && !white[1].contains("truth"), "{white:?}");
        assert!(spectator[1].contains("truth"), "{spectator:?}");
    }

    #[test]
    fn a_lost_subscriber_gets_nothing_more() {
        let guesses = Guesses::default();
        let game = Game::new(spec(Kind::Friend, "borsboom"), Recording::Off);
        let now = Snapshot { game: &game, guesses: &guesses, clocks: None };
        let role = Role::Seat(Color::Black);
        let (sender, mut queue) = mpsc::channel(1);
        let mut subscribers = Subscribers::default();
        assert!(subscribers.add(7, &role, 0, sender, now));
        assert_eq!(subscribers.lost_socket(), None);
        let frame = ToClient::Pong.frame();
        subscribers.send_to(&role, &frame);
        assert_eq!(subscribers.lost_socket(), Some(7));
        // There is room again, but a frame is missing: the client must reconnect.
        assert_eq!(frames(&mut queue).len(), 1);
        subscribers.send_to(&role, &frame);
        assert_eq!(frames(&mut queue).len(), 0);
        assert_eq!(subscribers.remove(7), Some(role));
    }
}
