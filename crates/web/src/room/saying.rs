//! What sockets say to a room, and what it does about it.

use super::{Chair, Listening, Room, Trouble, millis};
use crate::game::State;
use crate::journal::{Entry, Why};
use crate::json::{point_words, seat_word};
use crate::objection::Objection;
use crate::wire::{ToClient, ToServer};
use kage_goban::{Color, Point, PointSet};
use kage_phantom::{Choice, RefusedCost};
use std::time::Instant;

impl Room {
    pub(super) async fn answer(&mut self, socket: u64, message: &ToServer, at: Instant) {
        let Some(listener) = self.listeners.get(&socket) else { return };
        let what = listener.what.clone();
        let Some(id) = message.id() else { return };
        let done = self.act(&what, id, message, at).await;
        let reply = match &done {
            Ok(()) => ToClient::Done { id }.frame(),
            Err(trouble) => {
                let say = trouble.say();
                ToClient::Error { id: Some(id), code: trouble.code(), say: &say }.frame()
            }
        };
        if let Some(listener) = self.listeners.get(&socket)
            && listener.line.try_send(reply).is_err()
        {
            self.close(socket);
        }
        if done.is_ok() {
            self.go_on().await;
        }
    }

    pub(super) async fn act(
        &mut self,
        what: &Listening,
        id: &str,
        message: &ToServer,
        at: Instant,
    ) -> Result<(), Trouble> {
        match *what {
            Listening::Seat(seat) if self.game.knows(Some(seat), id) => Ok(()),
            Listening::Desk if self.game.knows(None, id) => Ok(()),
            Listening::Seat(seat) => self.act_for_seat(seat, id, message, at).await,
            Listening::Desk => self.act_for_desk(id, message, at).await,
            Listening::Spectator(_) => Err(not_here("who watches has nothing to say")),
        }
    }

    pub(super) async fn act_for_seat(
        &mut self,
        seat: Color,
        id: &str,
        message: &ToServer,
        at: Instant,
    ) -> Result<(), Trouble> {
        let id = Some(id.to_owned());
        match message {
            ToServer::Try { point, .. } => {
                self.say(seat, Choice::Try(read_point(point)?), id, at).await
            }
            ToServer::Pass { .. } => self.say(seat, Choice::Pass, id, at).await,
            ToServer::Resign { .. } => self.say(seat, Choice::Resign, id, at).await,
            ToServer::Undo { .. } => self.commit(Entry::UndoAsked { seat, id }).await,
            ToServer::Answer { yes, .. } => {
                self.rewinding(Entry::UndoAnswered { seat, yes: *yes, id }).await
            }
            ToServer::Mark { dead, .. } => {
                self.commit(Entry::Marked { seat, dead: read_points(dead)?, id }).await
            }
            ToServer::Guess { stones, .. } => self.guess(seat, read_points(stones)?).await,
            ToServer::Rematch { .. } => self.commit(Entry::RematchAsked { seat, id }).await,
            _ => Err(not_here("that message is not for a seat")),
        }
    }

    pub(super) async fn act_for_desk(
        &mut self,
        id: &str,
        message: &ToServer,
        at: Instant,
    ) -> Result<(), Trouble> {
        let id = Some(id.to_owned());
        match message {
            ToServer::Enter { seat, choice, .. } => {
                let seat = read_seat(seat)?;
                if self.game.is_bot(seat) {
                    return Err(Objection::NotYourTurn.into());
                }
                self.say(seat, read_choice(choice)?, id, at).await
            }
            ToServer::Back { .. } => self.rewinding(Entry::Back { id }).await,
            ToServer::Mark { dead, .. } => {
                // The people at the table have agreed, or the operator would not enter it.
                let dead = read_points(dead)?;
                self.commit(Entry::Marked { seat: Color::Black, dead, id: None }).await?;
                self.commit(Entry::Marked { seat: Color::White, dead, id }).await
            }
            _ => Err(not_here("that message is not for a desk")),
        }
    }

    /// A person's try, pass or resignation.
    pub(super) async fn say(
        &mut self,
        seat: Color,
        choice: Choice,
        id: Option<String>,
        at: Instant,
    ) -> Result<(), Trouble> {
        let mine = self.game.to_move() == Some(seat);
        let spent = self.since.filter(|_| mine).map_or(0, |since| millis(since, at));
        if mine && self.game.clocks.is_some_and(|clocks| clocks.left(seat) <= spent) {
            self.commit(Entry::Forfeited { seat, why: Why::Time }).await?;
            return Err(Trouble::Said("not-playing", "your time is up".to_owned()));
        }
        let since = self.since;
        let entry = Entry::Said { seat, choice, ruled: String::new(), spent, chance: None, id };
        let said = self.commit(entry).await;
        if said.is_err() {
            // Nothing has happened, so nothing was paid for.
            self.since = since;
        } else if self.game.spec.rules.clock.refused == RefusedCost::Referee && self.since.is_some()
        {
            // The referee's time is on the clock too.
            self.since = Some(at);
        }
        said
    }

    pub(super) async fn guess(&mut self, seat: Color, stones: PointSet) -> Result<(), Trouble> {
        if !stones.is_subset(&PointSet::board(self.game.spec.board_size())) {
            return Err(Objection::OffBoard.into());
        }
        if self.game.state() == State::Over {
            return Err(Trouble::Said(
                "bad-guess",
                "the board is open: no more guesses".to_owned(),
            ));
        }
        let kept = self.hall.store.guess(&self.game.spec.id, seat, stones).await;
        kept.map_err(Trouble::Store)?;
        self.guesses[seat] = stones;
        let frame = ToClient::Guessed { stones: point_words(stones) }.frame();
        self.send_to(&Listening::Seat(seat), &frame);
        Ok(())
    }

    /// An entry that may take moves back: bots must then hear everything anew.
    pub(super) async fn rewinding(&mut self, entry: Entry) -> Result<(), Trouble> {
        let moves = self.game.moves();
        self.commit(entry).await?;
        for seat in Color::BOTH {
            let chair = &mut self.chairs[seat];
            if self.game.moves() != moves
                || chair.heard > self.game.stories[seat].view().log().len()
            {
                *chair = Chair { epoch: chair.epoch + 1, ..Chair::default() };
            }
        }
        Ok(())
    }
}

fn not_here(say: &str) -> Trouble {
    Trouble::Said("not-here", say.to_owned())
}

fn read_point(text: &str) -> Result<Point, Trouble> {
    text.parse().map_err(|error| Trouble::Said("bad-point", format!("`{text}`: {error}")))
}

fn read_points(words: &[String]) -> Result<PointSet, Trouble> {
    words.iter().map(|word| read_point(word)).collect()
}

fn read_seat(word: &str) -> Result<Color, Trouble> {
    let seat = Color::BOTH.into_iter().find(|&seat| seat_word(seat) == word);
    seat.ok_or_else(|| Trouble::Said("bad-json", "a seat is \"black\" or \"white\"".to_owned()))
}

fn read_choice(text: &str) -> Result<Choice, Trouble> {
    match text {
        "pass" => Ok(Choice::Pass),
        "resign" => Ok(Choice::Resign),
        point => read_point(point).map(Choice::Try),
    }
}
