//! A game in plain GTP. The engine rules for itself, and its players stay blind unless they are
//! sighted players of plain Go.

use super::{CommandError, HostedPlayers};
use crate::seat::{HostedPlayer, fold};
use kage_goban::{ByColor, Color, Move, PointSet, Position, Score, area};
use kage_phantom::{
    Choice, Observation, Player, RefereeRules, Ruling, Seat, Setup, SightedPlayer, Table, View,
};
use std::time::{Duration, Instant};

/// A move or try that was put to the table, with what became of it. The game is their list.
#[derive(Clone, Copy)]
struct Entry {
    play: Move,
    origin: Origin,
    accepted: bool,
}

/// Where a move comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// From `play` or a player.
    Requested,
    /// A pass between two moves of one colour.
    Inserted,
}

/// A hosted player of either kind.
enum HostedSeat {
    Blind(Box<HostedPlayer>),
    Sighted(Box<dyn SightedPlayer>),
}

impl HostedSeat {
    fn blind(&self) -> Option<&HostedPlayer> {
        match self {
            HostedSeat::Blind(seat) => Some(seat),
            HostedSeat::Sighted(_) => None,
        }
    }
}

/// A game with a table of its own. A blind seat gets only observations of it.
pub(super) struct PlainGame {
    rules: RefereeRules,
    setup: Setup,
    table: Table,
    entries: Vec<Entry>,
    heard: ByColor<Vec<Observation>>,
    seats: ByColor<Option<HostedSeat>>,
    /// The colour that was last asked for a move.
    asked: Option<Color>,
}

impl PlainGame {
    pub(super) fn new(rules: RefereeRules, setup: Setup) -> PlainGame {
        PlainGame {
            rules,
            setup,
            table: Table::new(setup.position(rules.ko)),
            entries: Vec::new(),
            heard: ByColor::default(),
            seats: ByColor::default(),
            asked: None,
        }
    }

    /// Sets the komi. It matters only for the score, so it may change during a game.
    pub(super) fn set_komi(&mut self, komi: kage_goban::Komi) {
        self.rules.komi = komi;
    }

    /// `play`: a move of either colour. If it is not that colour's turn, the other colour passes.
    pub(super) fn play(&mut self, color: Color, play: Move) -> Result<(), CommandError> {
        let mut trial = self.table.clone();
        resume(&mut trial);
        if trial.position().turn() != color {
            trial.rule(&self.rules, Move::Pass)?;
            resume(&mut trial);
        }
        if trial.position().check(play).is_err() {
            return Err(CommandError::IllegalMove);
        }
        self.give_turn(color)?;
        self.rule(play, Origin::Requested).map(|_| ())
    }

    /// `genmove`: asks the colour's player until a try is legal.
    pub(super) fn genmove(
        &mut self,
        color: Color,
        left: Option<Duration>,
        players: &mut HostedPlayers,
    ) -> Result<Choice, CommandError> {
        self.give_turn(color)?;
        self.asked = Some(color);
        self.take_seat(color, players)?;
        let most = self.rules.limits.tries.unwrap_or(4 * self.setup.size().area() as u32);
        let start = Instant::now();
        while self.table.tries() <= most {
            let left = left.map(|left| left.saturating_sub(start.elapsed()));
            let choice = match &mut self.seats[color] {
                Some(HostedSeat::Blind(seat)) => seat.choose(left)?,
                Some(HostedSeat::Sighted(player)) => player.choose(self.table.position(), left)?,
                None => break,
            };
            let play = match choice {
                Choice::Resign => return Ok(choice),
                Choice::Pass => Move::Pass,
                Choice::Try(point) => Move::Play(point),
            };
            if let Ruling::Accepted { .. } = self.rule(play, Origin::Requested)? {
                return Ok(choice);
            }
        }
        Err(CommandError::NoLegalMove(self.table.tries()))
    }

    /// Undoes the last move and the tries before it.
    pub(super) fn undo(&mut self) -> Result<(), CommandError> {
        let inserted = |entry: &Entry| entry.origin == Origin::Inserted;
        while self.entries.pop_if(|entry| !entry.accepted).is_some() {}
        self.entries.pop().ok_or(CommandError::CannotUndo)?;
        while self.entries.pop_if(|entry| !entry.accepted || inserted(entry)).is_some() {}
        let entries = std::mem::take(&mut self.entries);
        // A player cannot unhear, so new players hear the game up to this point.
        *self = PlainGame { asked: self.asked, ..PlainGame::new(self.rules, self.setup) };
        entries.iter().try_for_each(|entry| self.rule(entry.play, entry.origin).map(|_| ()))
    }

    /// The score, once both sides have passed.
    pub(super) fn score(&self) -> Option<Score> {
        let position = self.table.position();
        let area = area(position.board(), &PointSet::EMPTY);
        position.is_over().then_some(Score { area, komi: self.rules.komi })
    }

    /// The view of the colour that was last asked for a move; before that, of the side to move.
    pub(super) fn view(&self) -> Result<View, CommandError> {
        let color = self.asked.unwrap_or(self.table.position().turn());
        if let Some(seat) = self.seats[color].as_ref().and_then(HostedSeat::blind) {
            return Ok(seat.heard()?.view().clone());
        }
        let start = Seat::new(self.rules, &self.setup, color);
        Ok(self.heard[color].iter().try_fold(start, fold)?.view().clone())
    }

    /// The player that was last asked for a move, if it is blind.
    pub(super) fn player(&self) -> Option<&dyn Player> {
        self.seats[self.asked?].as_ref()?.blind().map(HostedPlayer::player)
    }

    fn give_turn(&mut self, color: Color) -> Result<(), CommandError> {
        if self.table.position().turn() == color {
            return Ok(());
        }
        self.rule(Move::Pass, Origin::Inserted).map(|_| ())
    }

    /// The true position, for sighted players.
    pub(super) fn position(&self) -> &Position {
        self.table.position()
    }

    /// Seats a new player and tells it everything that this seat has heard, or all moves if it is
    /// sighted.
    fn take_seat(&mut self, color: Color, players: &mut HostedPlayers) -> Result<(), CommandError> {
        if self.seats[color].is_some() {
            return Ok(());
        }
        self.seats[color] = Some(match players {
            HostedPlayers::Blind(factory) => {
                let mut seat =
                    HostedPlayer::new(factory()?, Seat::new(self.rules, &self.setup, color))?;
                for &observation in &self.heard[color] {
                    seat.hear(observation)?;
                }
                HostedSeat::Blind(Box::new(seat))
            }
            HostedPlayers::Sighted(factory) => {
                let mut player = factory()?;
                player.begin(&self.rules, &self.setup, color)?;
                let mut mover = self.setup.first();
                for entry in self.entries.iter().filter(|entry| entry.accepted) {
                    player.played(mover, entry.play)?;
                    mover = !mover;
                }
                HostedSeat::Sighted(player)
            }
        });
        Ok(())
    }

    fn rule(&mut self, play: Move, origin: Origin) -> Result<Ruling, CommandError> {
        resume(&mut self.table);
        let mover = self.table.position().turn();
        let (ruling, heard) = self.table.rule(&self.rules, play)?;
        let accepted = matches!(ruling, Ruling::Accepted { .. });
        self.entries.push(Entry { play, origin, accepted });
        let mut told = Ok(());
        for color in Color::BOTH {
            if let (Some(HostedSeat::Sighted(player)), true) = (&mut self.seats[color], accepted) {
                told = told.and(player.played(mover, play).map_err(CommandError::from));
            }
            let Some(observation) = heard[color] else { continue };
            self.heard[color].push(observation);
            if let Some(HostedSeat::Blind(seat)) = &mut self.seats[color] {
                told = told.and(seat.hear(observation).map_err(CommandError::from));
            }
        }
        told.map(|()| ruling)
    }
}

/// GTP has no end of the game: after two passes play may go on, with a new history.
fn resume(table: &mut Table) {
    let position = table.position();
    if position.is_over() {
        let (board, turn) = (position.board().clone(), position.turn());
        *table = Table::new(Position::from_board(board, turn, position.ko_rule()));
    }
}
