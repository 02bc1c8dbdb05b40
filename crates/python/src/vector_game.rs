//! One of many games that are played at once, with an opponent that may be built in.

use crate::action;
use crate::dice::Dice;
use crate::planes;
use crate::play::{Play, Terms};
use kage_goban::{BoardSize, Color};
use kage_phantom::{Player, PlayerError, Seat};
use kage_players::PlayerSpec;
use kage_referee::{Heard, SessionError};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which seat the agent has, if the opponent is built in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Agent {
    /// Always this one.
    Fixed(Color),
    /// Drawn for each game.
    Random,
}

/// What happens to a game after its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Autoreset {
    /// The next step begins another game; its action is ignored.
    NextStep,
    /// The same step begins another game.
    SameStep,
    /// Nothing, until it is reset.
    Disabled,
}

/// What all games have in common.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) terms: Terms,
    pub(crate) opponent: Option<PlayerSpec>,
    pub(crate) agent: Agent,
    pub(crate) autoreset: Autoreset,
}

/// Why a game cannot go on.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The opponent failed.
    Opponent(String),
    /// The referee contradicts itself, or was asked after the end.
    Session(SessionError),
    /// Ctrl-C.
    Stopped,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Opponent(what) => write!(f, "the opponent failed: {what}"),
            Trouble::Session(error) => error.fmt(f),
            Trouble::Stopped => f.write_str("stopped"),
        }
    }
}

impl From<SessionError> for Trouble {
    fn from(error: SessionError) -> Trouble {
        Trouble::Session(error)
    }
}

impl From<PlayerError> for Trouble {
    fn from(error: PlayerError) -> Trouble {
        Trouble::Opponent(error.to_string())
    }
}

/// The arrays of all games, or the part of them that belongs to one.
pub(crate) struct Row<'a> {
    pub(crate) observation: &'a mut [u8],
    pub(crate) final_observation: &'a mut [u8],
    pub(crate) mask: &'a mut [bool],
    /// What the step was worth to Black and to White, or to the agent and to its opponent.
    pub(crate) rewards: &'a mut [f32],
    /// 0 is Black, 1 is White.
    pub(crate) to_play: &'a mut [i8],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) truncated: &'a mut [bool],
}

impl<'a> Row<'a> {
    /// The parts of all games.
    pub(crate) fn of_games(self, size: BoardSize) -> impl Iterator<Item = Row<'a>> {
        let (boards, actions) = (planes::NAMES.len() * size.area(), action::count(size));
        let flags = (self.to_play.chunks_exact_mut(1))
            .zip(self.terminated.chunks_exact_mut(1))
            .zip(self.truncated.chunks_exact_mut(1));
        (self.observation.chunks_exact_mut(boards))
            .zip(self.final_observation.chunks_exact_mut(boards))
            .zip(self.mask.chunks_exact_mut(actions))
            .zip(self.rewards.chunks_exact_mut(2))
            .zip(flags)
            .map(|((((observation, final_observation), mask), rewards), flags)| {
                let ((to_play, terminated), truncated) = flags;
                Row {
                    observation,
                    final_observation,
                    mask,
                    rewards,
                    to_play,
                    terminated,
                    truncated,
                }
            })
    }
}

/// A built-in player in a game.
struct Opponent {
    player: Box<dyn Player>,
    color: Color,
}

impl Opponent {
    fn hear(&mut self, seat: &Seat, heard: &Heard) -> Result<(), PlayerError> {
        heard[self.color].iter().try_for_each(|news| self.player.hear(seat, news))
    }
}

/// One game of many.
pub(crate) struct VectorGame {
    play: Play,
    opponent: Option<Opponent>,
    /// The seeds of the games that are played here, one after the other.
    seeds: Dice,
    /// The present game is over.
    ended: bool,
}

impl VectorGame {
    /// A place for games, with its own seed. `reset` begins the first one.
    pub(crate) fn new(plan: &Plan, seed: u64) -> VectorGame {
        let play = Play::new(plan.terms);
        VectorGame { play, opponent: None, seeds: Dice::new(seed), ended: true }
    }

    /// All later games are drawn from this seed.
    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.seeds = Dice::new(seed);
    }

    pub(crate) const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Begins another game, up to the agent's first turn.
    pub(crate) fn reset(
        &mut self,
        plan: &Plan,
        row: &mut Row<'_>,
        stop: &AtomicBool,
    ) -> Result<(), Trouble> {
        self.begin(plan, stop)?;
        row.rewards.fill(0.0);
        row.terminated.fill(false);
        row.truncated.fill(false);
        self.look(row);
        Ok(())
    }

    fn begin(&mut self, plan: &Plan, stop: &AtomicBool) -> Result<(), Trouble> {
        let seed = self.seeds.seed();
        self.play = Play::new(plan.terms);
        self.ended = false;
        self.opponent = match &plan.opponent {
            None => None,
            Some(spec) => {
                let agent = match plan.agent {
                    Agent::Fixed(color) => color,
                    Agent::Random => Color::BOTH[self.seeds.below(2)],
                };
                let made = spec.seat(seed);
                let mut player = made.map_err(|error| Trouble::Opponent(error.to_string()))?;
                player.begin(self.play.seat(!agent))?;
                Some(Opponent { player, color: !agent })
            }
        };
        self.let_opponent_play(stop)
    }

    /// One step with an action that exists.
    pub(crate) fn step(
        &mut self,
        plan: &Plan,
        number: usize,
        row: &mut Row<'_>,
        stop: &AtomicBool,
    ) -> Result<(), Trouble> {
        if self.ended && plan.autoreset == Autoreset::NextStep {
            return self.reset(plan, row, stop);
        }
        let choice = action::choice(plan.terms.setup.size(), number);
        if let (Some(turn), Some(choice)) = (self.play.to_move(), choice) {
            let heard = self.play.hear(turn, choice)?;
            self.tell_opponent(&heard)?;
            self.let_opponent_play(stop)?;
        }
        self.ended = self.play.to_move().is_none();
        row.truncated.fill(self.play.is_truncated());
        row.terminated.fill(self.ended && !self.play.is_truncated());
        let first = self.opponent.as_ref().map_or(Color::Black, |opponent| !opponent.color);
        row.rewards.copy_from_slice(&[self.play.worth(first), self.play.worth(!first)]);
        self.look(row);
        if self.ended && plan.autoreset == Autoreset::SameStep {
            row.final_observation.copy_from_slice(row.observation);
            self.begin(plan, stop)?;
            self.look(row);
        }
        Ok(())
    }

    fn tell_opponent(&mut self, heard: &Heard) -> Result<(), PlayerError> {
        match &mut self.opponent {
            Some(opponent) => opponent.hear(self.play.seat(opponent.color), heard),
            None => Ok(()),
        }
    }

    fn let_opponent_play(&mut self, stop: &AtomicBool) -> Result<(), Trouble> {
        while let Some(opponent) = &mut self.opponent
            && self.play.to_move() == Some(opponent.color)
        {
            if stop.load(Ordering::Relaxed) {
                return Err(Trouble::Stopped);
            }
            let choice = opponent.player.choose(self.play.seat(opponent.color), None)?;
            let heard = self.play.hear(opponent.color, choice)?;
            self.tell_opponent(&heard)?;
        }
        Ok(())
    }

    /// The seat that looks at the game: the agent, or the side to move.
    fn looker(&self) -> Color {
        match &self.opponent {
            Some(opponent) => !opponent.color,
            None => self.play.seat(Color::Black).turn(),
        }
    }

    fn look(&self, row: &mut Row<'_>) {
        let looker = self.looker();
        let view = self.play.seat(looker);
        planes::write(view, row.observation);
        planes::write_mask(view, self.play.is_truncated(), row.mask);
        row.to_play.fill(looker as i8);
    }
}
