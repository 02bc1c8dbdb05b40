//! Observations as the commands that say them.

use crate::Command;
use crate::vertex::refusal_word;
use kage_phantom::{Answer, Observation, Sound, Taken};

/// The commands that tell an engine what its seat has heard, in the order of the protocol. `lists`
/// returns whether the engine lists a command. Commands that it does not list are left out.
///
/// A refusal without a reason gives no command: the next `PG-SuggestMove` names the try.
///
/// ```
/// use kage_gtp::observation_commands;
/// use kage_phantom::{Lost, Observation, Sound};
/// let pass = Observation::Theirs(Sound::Moved {
///     passed: true, tries: None, lost: Lost::NONE, atari: false, stones: None,
/// });
/// assert_eq!(observation_commands(&pass, |_| true)[0].to_string(), "PG-Passed");
/// assert_eq!(observation_commands(&pass, |name| name != "PG-Passed")[0].to_string(), "PG-MovePlayed");
/// ```
pub fn observation_commands(
    observation: &Observation,
    lists: impl Fn(&str) -> bool,
) -> Vec<Command> {
    let commands = match observation {
        Observation::Mine(answer) => of_answer(answer, &lists),
        Observation::Theirs(sound) => of_sound(sound, &lists),
        Observation::Over(outcome) => vec![Command::new("PG-GameOver", [outcome])],
    };
    commands.into_iter().filter(|command| lists(&command.name)).collect()
}

fn of_answer(answer: &Answer, lists: &impl Fn(&str) -> bool) -> Vec<Command> {
    match answer {
        Answer::Refused { reason: None, .. } => Vec::new(),
        Answer::Refused { point, reason: Some(reason) } => {
            vec![Command::new("PG-Refused", [point.to_string(), refusal_word(*reason)])]
        }
        Answer::Accepted { play, taken, atari, stones } => {
            let mut commands = vec![Command::new("PG-MovePlayed", [play])];
            if taken.number > 0 {
                commands.push(caught(taken, lists("PG-Rules")));
            }
            if *atari {
                commands.push(Command::bare("PG-Atari"));
            }
            commands.extend(stones.map(|n| Command::new("PG-Stones", [n.black, n.white])));
            commands
        }
    }
}

/// An engine that does not list `PG-Rules` expects a number and no points.
fn caught(taken: &Taken, with_points: bool) -> Command {
    let points = if with_points { taken.points } else { Default::default() };
    let points = points.iter().map(|point| point.to_string());
    Command::new("PG-Caught", std::iter::once(taken.number.to_string()).chain(points))
}

fn of_sound(sound: &Sound, lists: &impl Fn(&str) -> bool) -> Vec<Command> {
    match sound {
        Sound::Tried => vec![Command::bare("PG-TriedMove")],
        Sound::Moved { passed, tries, lost, atari, stones } => {
            let named = *passed && lists("PG-Passed");
            let mut commands =
                vec![Command::bare(if named { "PG-Passed" } else { "PG-MovePlayed" })];
            if !lost.is_empty() {
                commands.push(Command::new("PG-StonesTaken", lost.points().iter()));
            }
            commands.extend(tries.map(|tries| Command::new("PG-Tries", [tries])));
            if *atari {
                commands.push(Command::bare("PG-Atari"));
            }
            commands.extend(stones.map(|n| Command::new("PG-Stones", [n.black, n.white])));
            commands
        }
    }
}
