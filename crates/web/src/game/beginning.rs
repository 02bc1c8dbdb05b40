//! A game that begins with the choices of another one.

use super::{Game, Recording, State};
use crate::command::Command;
use crate::command_error::CommandError;
use crate::event::Event;
use crate::spec::Spec;
use kage_goban::Color;
use kage_phantom::Choice;

/// The journal of a game with these first choices. It must not be over after them.
pub(crate) fn journal_with(
    spec: &Spec,
    choices: &[(Color, Choice)],
) -> Result<Vec<Event>, CommandError> {
    let mut game = Game::new(spec.clone(), Recording::Off);
    let choose =
        |&(seat, choice)| Command::Choose { seat, choice, spent: 0, chance: None, id: None };
    let mut journal = Vec::new();
    for command in std::iter::once(Command::Begin).chain(choices.iter().map(choose)) {
        let event = game.decide(command)?;
        game.apply(&event)?;
        journal.push(event);
    }
    if game.state() == State::Over { Err(CommandError::NotPlaying) } else { Ok(journal) }
}
