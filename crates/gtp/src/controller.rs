//! A program with Phantom Go commands as a player.

use crate::restartable::RestartableEngine;
use crate::vertex::{color_word, read_choice};
use crate::{Command, GtpConnection, Timeouts, WireLog, observation_commands, response::short};
use kage_goban::{BoardSize, PointSet};
use kage_phantom::{Choice, Observation, Player, PlayerError, Seat, View};
use std::time::Duration;

/// The commands that a program must list to play Phantom Go.
const NEEDED: (&[&str], &str) = (
    &["PG-SuggestMove", "PG-MovePlayed"],
    "it plays no Phantom Go and can only be seated as a sighted player",
);

/// A blind player in a process of its own. The program is sent only what a [`View`] and an
/// [`Observation`] contain.
///
/// After a fault the program is killed. The next game starts it again.
#[derive(Debug)]
pub struct GtpPlayer {
    engine: RestartableEngine,
    /// Whether the program has played since it was started.
    used: bool,
}

impl GtpPlayer {
    /// Starts a program. The line is split into words as a shell would.
    pub fn start(
        command: &str,
        timeouts: Timeouts,
        log: Option<WireLog>,
    ) -> Result<GtpPlayer, PlayerError> {
        let engine = RestartableEngine::open(command, timeouts, log, NEEDED)?;
        Ok(GtpPlayer { engine, used: false })
    }
}

impl Player for GtpPlayer {
    fn name(&self) -> String {
        self.engine.name().to_owned()
    }

    fn begin(&mut self, seat: &Seat) -> Result<(), PlayerError> {
        let fit = |program: &GtpConnection| !self.used || program.lists("clear_board");
        if !self.engine.program().is_some_and(fit) {
            // It has failed, or cannot begin a second game.
            self.engine.close();
        }
        self.engine.reopen()?;
        self.used = true;
        let mut commands = opening(seat);
        self.engine.with(|program| {
            check_able(program, seat)?;
            commands.retain(|command| program.lists(&command.name));
            commands.iter().try_for_each(|command| program.prepare(command))
        })
    }

    fn choose(&mut self, seat: &Seat, left: Option<Duration>) -> Result<Choice, PlayerError> {
        let color = color_word(seat.color());
        let mut tried = seat.tried().to_vec();
        let mut seen = PointSet::EMPTY;
        tried.retain(|&point| seen.insert(point));
        self.engine.with(|program| {
            if let Some(left) = left.filter(|_| program.lists("time_left")) {
                let seconds = seconds(left, program.lists("PG-Rules"));
                program.tell(&Command::new("time_left", [color, &seconds, "0"]))?;
            }
            let limit = program.timeouts().for_move(left);
            let response = program.ask(&Command::new("PG-SuggestMove", &tried), limit)?;
            let text = short(response.text.trim());
            if !response.success {
                return Err(program.fault(&format!("has no move to suggest: {text}")));
            }
            read_choice(&text, seat.size()).ok_or_else(|| {
                program.fault(&format!(
                    "suggests `{text}`, which is no point of the {} board",
                    seat.size()
                ))
            })
        })
    }

    fn hear(&mut self, _: &Seat, observation: &Observation) -> Result<(), PlayerError> {
        let told = self.engine.with(|program| {
            let commands = observation_commands(observation, |name| program.lists(name));
            commands.iter().try_for_each(|command| program.tell(command))
        });
        // After the end of the game a fault has no effect on the result.
        if matches!(observation, Observation::Over(_)) { Ok(()) } else { told }
    }
}

/// GTP has whole seconds. Engines that list `PG-Rules` take fractions.
fn seconds(time: Duration, fractions: bool) -> String {
    if fractions { format!("{:.3}", time.as_secs_f64()) } else { time.as_secs().to_string() }
}

/// Checks that the program can play this board and handicap.
fn check_able(program: &GtpConnection, view: &View) -> Result<(), PlayerError> {
    let handicap = !view.mine().is_empty() || !view.theirs().is_empty();
    let missing = match () {
        () if view.size() != BoardSize::NINE && !program.lists("boardsize") => "boardsize",
        () if handicap && !program.lists("set_free_handicap") => "set_free_handicap",
        () => return Ok(()),
    };
    let name = program.name();
    Err(PlayerError::Infrastructure(format!(
        "{name} cannot play this game: it does not list {missing}"
    )))
}

/// The commands that begin a game. The program need not list all of them.
fn opening(view: &View) -> Vec<Command> {
    let rules = view.rules();
    let mut commands = vec![
        Command::new("boardsize", [view.size().get()]),
        Command::bare("clear_board"),
        Command::new("PG-Rules", [rules]),
        Command::new("komi", [rules.komi]),
    ];
    let handicap = view.mine() | view.theirs();
    if !handicap.is_empty() {
        commands.push(Command::new("set_free_handicap", handicap.iter()));
    }
    if let Some(main) = rules.clock.main {
        commands.push(Command::new("time_settings", [main.as_secs(), 0, 0]));
    }
    commands.push(Command::new("PG-Color", [view.color().to_string().to_ascii_lowercase()]));
    commands
}
