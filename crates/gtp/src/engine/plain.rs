//! A game in plain GTP: the engine rules for itself, and its players stay blind, unless they are
//! players of plain Go who see the board.

use super::{Guests, Trouble};
use crate::seat::Seat;
use kage_goban::{ByColor, Color, Move, PointSet, Position, Score, area};
use kage_phantom::{
    Choice, Observation, Player, RefereeRules, Ruling, Setup, SightedPlayer, Table, View,
};
use std::time::Duration;

/// A wish that was put to the table. The game is their list.
#[derive(Clone, Copy)]
struct Wish {
    play: Move,
    accepted: bool,
    /// A pass that nobody asked for: the other colour moved twice.
    inserted: bool,
}

/// Who sits at the table.
enum Chair {
    Blind(Box<Seat>),
    Sighted(Box<dyn SightedPlayer>),
}

impl Chair {
    fn blind(&self) -> Option<&Seat> {
        match self {
            Chair::Blind(seat) => Some(seat),
            Chair::Sighted(_) => None,
        }
    }
}

/// A game with a table of its own. A blind seat gets nothing of it but observations.
pub(super) struct PlainGame {
    rules: RefereeRules,
    setup: Setup,
    table: Table,
    wishes: Vec<Wish>,
    heard: ByColor<Vec<Observation>>,
    seats: ByColor<Option<Chair>>,
    /// The colour that was last asked for a move.
    asked: Option<Color>,
}

impl PlainGame {
    pub(super) fn new(rules: RefereeRules, setup: Setup) -> PlainGame {
        PlainGame {
            rules,
            setup,
            table: Table::new(setup.position(rules.ko)),
            wishes: Vec::new(),
            heard: ByColor::default(),
            seats: ByColor::default(),
            asked: None,
        }
    }

    /// Komi only matters for the count, so it may still change.
    pub(super) fn set_komi(&mut self, komi: kage_goban::Komi) {
        self.rules.komi = komi;
    }

    /// `play`: a move of either colour. If it is not that colour's turn, the other has passed.
    pub(super) fn play(&mut self, color: Color, play: Move) -> Result<(), Trouble> {
        let mut trial = self.table.clone();
        resume(&mut trial);
        if trial.position().turn() != color {
            trial.rule(&self.rules, Move::Pass)?;
            resume(&mut trial);
        }
        if trial.position().check(play).is_err() {
            return Err(Trouble::said("illegal move"));
        }
        self.give_turn(color)?;
        self.rule(play, false).map(|_| ())
    }

    /// `genmove`: asks the colour's player until he finds a legal move.
    pub(super) fn genmove(
        &mut self,
        color: Color,
        left: Option<Duration>,
        guests: &mut Guests,
    ) -> Result<Choice, Trouble> {
        self.give_turn(color)?;
        self.asked = Some(color);
        self.take_seat(color, guests)?;
        let most = self.rules.limits.tries.unwrap_or(4 * self.setup.size().area() as u32);
        while self.table.tries() <= most {
            let choice = match &mut self.seats[color] {
                Some(Chair::Blind(seat)) => seat.choose(left)?,
                Some(Chair::Sighted(player)) => player.choose(self.table.position(), left)?,
                None => break,
            };
            let play = match choice {
                Choice::Resign => return Ok(choice),
                Choice::Pass => Move::Pass,
                Choice::Try(point) => Move::Play(point),
            };
            if let Ruling::Accepted { .. } = self.rule(play, false)? {
                return Ok(choice);
            }
        }
        Err(Trouble::said(format!("no legal move after {} refused tries", self.table.tries())))
    }

    /// Takes back the last move, with the tries before it.
    pub(super) fn undo(&mut self) -> Result<(), Trouble> {
        while self.wishes.pop_if(|wish| !wish.accepted).is_some() {}
        self.wishes.pop().ok_or_else(|| Trouble::said("cannot undo"))?;
        while self.wishes.pop_if(|wish| !wish.accepted || wish.inserted).is_some() {}
        let wishes = std::mem::take(&mut self.wishes);
        // Nobody can forget on demand: new players hear the game up to here.
        *self = PlainGame { asked: self.asked, ..PlainGame::new(self.rules, self.setup) };
        wishes.iter().try_for_each(|wish| self.rule(wish.play, wish.inserted).map(|_| ()))
    }

    /// The score, once both sides have passed.
    pub(super) fn score(&self) -> Option<Score> {
        let position = self.table.position();
        let area = area(position.board(), &PointSet::EMPTY);
        position.is_over().then_some(Score { area, komi: self.rules.komi })
    }

    /// What the player knows who was last asked for a move; before that, what the side to move
    /// would know.
    pub(super) fn view(&self) -> Result<View, Trouble> {
        let color = self.asked.unwrap_or(self.table.position().turn());
        if let Some(seat) = self.seats[color].as_ref().and_then(Chair::blind) {
            return Ok(seat.view().clone());
        }
        let mut view = View::new(self.rules, &self.setup, color);
        for news in &self.heard[color] {
            view.update(news)?;
        }
        Ok(view)
    }

    /// The player who was last asked for a move.
    pub(super) fn player(&self) -> Option<&dyn Player> {
        self.seats[self.asked?].as_ref()?.blind().map(Seat::player)
    }

    fn give_turn(&mut self, color: Color) -> Result<(), Trouble> {
        if self.table.position().turn() == color {
            return Ok(());
        }
        self.rule(Move::Pass, true).map(|_| ())
    }

    /// The board as it is: for those who may see it.
    pub(super) fn position(&self) -> &Position {
        self.table.position()
    }

    /// Seats a player who has heard, or seen, all that there was for this seat.
    fn take_seat(&mut self, color: Color, guests: &mut Guests) -> Result<(), Trouble> {
        if self.seats[color].is_some() {
            return Ok(());
        }
        self.seats[color] = Some(match guests {
            Guests::Blind(factory) => {
                let mut seat = Seat::new(factory()?, View::new(self.rules, &self.setup, color))?;
                for news in &self.heard[color] {
                    seat.hear(news)?;
                }
                Chair::Blind(Box::new(seat))
            }
            Guests::Sighted(factory) => {
                let mut player = factory()?;
                player.begin(&self.rules, &self.setup, color)?;
                let mut mover = self.setup.first();
                for wish in self.wishes.iter().filter(|wish| wish.accepted) {
                    player.played(mover, wish.play)?;
                    mover = !mover;
                }
                Chair::Sighted(player)
            }
        });
        Ok(())
    }

    fn rule(&mut self, play: Move, inserted: bool) -> Result<Ruling, Trouble> {
        resume(&mut self.table);
        let mover = self.table.position().turn();
        let (ruling, heard) = self.table.rule(&self.rules, play)?;
        let accepted = matches!(ruling, Ruling::Accepted { .. });
        self.wishes.push(Wish { play, accepted, inserted });
        let mut told = Ok(());
        for color in Color::BOTH {
            if let (Some(Chair::Sighted(player)), true) = (&mut self.seats[color], accepted) {
                told = told.and(player.played(mover, play).map_err(Trouble::from));
            }
            let Some(news) = heard[color] else { continue };
            self.heard[color].push(news);
            if let Some(Chair::Blind(seat)) = &mut self.seats[color] {
                told = told.and(seat.hear(&news).map_err(Trouble::from));
            }
        }
        told.map(|()| ruling)
    }
}

/// GTP knows no end of the game: after two passes one may play on, with a new past.
fn resume(table: &mut Table) {
    let position = table.position();
    if position.is_over() {
        let (board, turn) = (position.board().clone(), position.turn());
        *table = Table::new(Position::from_board(board, turn, position.ko_rule()));
    }
}
