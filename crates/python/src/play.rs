//! A game with everything that a Python game remembers.

use kage_goban::Color;
use kage_phantom::{Choice, RefereeRules, Seat, Setup};
use kage_referee::{Heard, Record, RefereeError, Session, SessionError, Witness};

/// How a game begins, and when it is cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Terms {
    pub(crate) rules: RefereeRules,
    pub(crate) setup: Setup,
    /// After so many tries and moves the game is cut off, without a result.
    pub(crate) max_steps: Option<u32>,
}

/// A live game, and the choices that led to it. It can be copied, because the same choices give the same game.
#[derive(Debug)]
pub(crate) struct Play {
    terms: Terms,
    session: Session,
    choices: Vec<(Color, Choice)>,
}

impl Play {
    /// A game before its first try. Its witness sees everything.
    pub(crate) fn watched(terms: Terms) -> (Play, Witness) {
        let (session, witness) = Session::new(terms.rules, terms.setup);
        (Play { terms, session, choices: Vec::new() }, witness)
    }

    pub(crate) fn new(terms: Terms) -> Play {
        Play::watched(terms).0
    }

    /// The game that these choices lead to.
    pub(crate) fn replay(terms: Terms, choices: &[(Color, Choice)]) -> Result<Play, SessionError> {
        let mut play = Play::new(terms);
        for &(seat, choice) in choices {
            play.hear(seat, choice)?;
        }
        Ok(play)
    }

    pub(crate) const fn terms(&self) -> &Terms {
        &self.terms
    }

    pub(crate) const fn session(&self) -> &Session {
        &self.session
    }

    pub(crate) fn seat(&self, seat: Color) -> &Seat {
        self.session.seat(seat)
    }

    pub(crate) fn choices(&self) -> &[(Color, Choice)] {
        &self.choices
    }

    /// Whether the game was cut off.
    pub(crate) fn is_truncated(&self) -> bool {
        let most = self.terms.max_steps.map(|most| most as usize);
        self.session.to_move().is_some() && most.is_some_and(|most| self.choices.len() >= most)
    }

    /// Whose turn it is; `None` when the game is over or was cut off.
    pub(crate) fn to_move(&self) -> Option<Color> {
        if self.is_truncated() { None } else { self.session.to_move() }
    }

    /// Hears what a seat wishes to do. On an error nothing has changed.
    pub(crate) fn hear(&mut self, seat: Color, choice: Choice) -> Result<Heard, SessionError> {
        if self.is_truncated() {
            return Err(RefereeError::GameOver.into());
        }
        let heard = self.session.hear(seat, choice)?;
        self.choices.push((seat, choice));
        Ok(heard)
    }

    /// The same game, from which another one can go on.
    pub(crate) fn copied(&self) -> Result<Play, SessionError> {
        Play::replay(self.terms, &self.choices)
    }

    /// The whole truth. A game that is not over is recorded as unfinished.
    pub(crate) fn record(&self) -> Result<Record, SessionError> {
        Ok(self.copied()?.session.finish().0)
    }

    /// What the game is worth to a seat: 1 for a win, -1 for a loss, else 0.
    pub(crate) fn worth(&self, seat: Color) -> f32 {
        match self.session.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner == seat => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        }
    }
}
