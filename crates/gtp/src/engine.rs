//! The engine: hosts a player over GTP, plain or with the Phantom Go commands.

mod analysis;
mod blind;
mod clock;
mod error;
mod phantom;
mod plain;
mod standard;

use crate::{Command, Response, read_line};
use blind::BlindGame;
use clock::Clock;
use error::CommandError;
use kage_goban::{BoardSize, Color};
use kage_phantom::{Player, PlayerError, RefereeRules, Setup, SightedPlayer, View};
use plain::PlainGame;
use std::io::{self, BufRead, Write};

/// Makes the players of an engine: a new one for each game, and in plain GTP one for each colour that
/// is asked for moves.
pub type Factory = Box<dyn FnMut() -> Result<Box<dyn Player>, PlayerError> + Send>;

/// The same for players that see the board. They play plain Go only.
pub type SightedFactory = Box<dyn FnMut() -> Result<Box<dyn SightedPlayer>, PlayerError> + Send>;

/// The kind of player that the engine hosts.
enum HostedPlayers {
    Blind(Factory),
    Sighted(SightedFactory),
}

impl HostedPlayers {
    /// The factory of blind players, which Phantom Go needs.
    fn blind(&mut self) -> Result<&mut Factory, CommandError> {
        match self {
            HostedPlayers::Blind(factory) => Ok(factory),
            HostedPlayers::Sighted(_) => Err(CommandError::SightedPlayer),
        }
    }
}

/// What an engine answers to `name` and `version`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The name of the program or of its player.
    pub name: String,
    /// Its version, in any form.
    pub version: String,
}

/// The result of a command.
type Answer = Result<String, CommandError>;

/// A command of the engine.
struct CommandEntry {
    name: &'static str,
    /// Its arguments, as in the text of a syntax error.
    usage: &'static str,
    run: fn(&mut Engine, &[&str]) -> Answer,
}

/// The current game.
enum Game {
    /// No move has been made. The first command decides the kind of game.
    Fresh,
    Plain(Box<PlainGame>),
    Blind(Box<BlindGame>),
}

/// Hosts a player over GTP.
///
/// ```
/// use kage_gtp::{Engine, Identity};
/// use kage_phantom::{Choice, Player, PlayerError, Seat};
/// use std::time::Duration;
///
/// struct Passer;
/// impl Player for Passer {
///     fn name(&self) -> String { "passer".to_owned() }
///     fn choose(&mut self, _: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
///         Ok(Choice::Pass)
///     }
/// }
///
/// let identity = Identity { name: "Passer".to_owned(), version: "1".to_owned() };
/// let mut engine = Engine::new(identity, Box::new(|| Ok(Box::new(Passer) as Box<dyn Player>)));
/// let mut said = Vec::new();
/// engine.serve(&b"1 name\ngenmove b\nPG-Passed\nquit\n"[..], &mut said).unwrap();
/// assert_eq!(String::from_utf8(said).unwrap(), concat!(
///     "=1 Passer\n\n",
///     "= pass\n\n",
///     "? this game is plain GTP: clear_board begins another\n\n",
///     "=\n\n",
/// ));
/// ```
pub struct Engine {
    identity: Identity,
    players: HostedPlayers,
    rules: RefereeRules,
    setup: Setup,
    /// The engine's colour, if `PG-Color` has set it.
    color: Option<Color>,
    clock: Clock,
    game: Game,
    done: bool,
}

impl Engine {
    /// An engine before its first command: 9x9, the default rules.
    pub fn new(identity: Identity, factory: Factory) -> Engine {
        Engine::hosting(identity, HostedPlayers::Blind(factory))
    }

    /// An engine for plain Go with players that see the board.
    pub fn sighted(identity: Identity, factory: SightedFactory) -> Engine {
        Engine::hosting(identity, HostedPlayers::Sighted(factory))
    }

    fn hosting(identity: Identity, players: HostedPlayers) -> Engine {
        Engine {
            identity,
            players,
            rules: RefereeRules::default(),
            setup: Setup::even(BoardSize::NINE),
            color: None,
            clock: Clock::default(),
            game: Game::Fresh,
            done: false,
        }
    }

    /// The same engine with these rules until `PG-Rules` sets others.
    #[must_use]
    pub fn with_rules(mut self, rules: RefereeRules) -> Engine {
        self.rules = rules;
        self
    }

    /// Answers commands until `quit` or the end of the input.
    pub fn serve(&mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        while !self.done {
            let Some(line) = read_line(&mut input)? else { break };
            if let Some(answer) = self.answer(&line) {
                output.write_all(answer.as_bytes())?;
                output.flush()?;
            }
        }
        Ok(())
    }

    /// The answer to a line, as it is sent; `None` if the line asks for none.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let command = Command::parse(line)?;
        Some(self.run(&command).to_wire(command.id))
    }

    /// Whether it has received `quit`.
    pub const fn is_done(&self) -> bool {
        self.done
    }

    /// Runs a command.
    pub fn run(&mut self, command: &Command) -> Response {
        let Some(entry) = find(&command.name) else {
            return Response::error("unknown command");
        };
        let args: Vec<&str> = command.args.iter().map(String::as_str).collect();
        match (entry.run)(self, &args) {
            Ok(text) => Response::ok(text),
            Err(error @ CommandError::Syntax) => {
                let usage = format!("{} {}", entry.name, entry.usage);
                Response::error(format!("{error}: {}", usage.trim_end()))
            }
            Err(error) => Response::error(error.to_string()),
        }
    }

    /// Resets the board to the start of a game with this setup.
    fn reset(&mut self, setup: Setup) {
        self.setup = setup;
        self.color = None;
        self.clock.reset();
        self.game = Game::Fresh;
    }

    fn is_fresh(&self) -> bool {
        matches!(self.game, Game::Fresh)
    }

    /// What the player knows. If the colour is still open, what the side to move first knows.
    fn view(&self) -> Result<View, CommandError> {
        match &self.game {
            Game::Fresh => {
                let color = self.color.unwrap_or(self.setup.first());
                Ok(View::new(self.rules, &self.setup, color))
            }
            Game::Plain(game) => game.view(),
            Game::Blind(game) => game.view(),
        }
    }

    /// The player with that view, if it is seated.
    fn player(&self) -> Option<&dyn Player> {
        match &self.game {
            Game::Fresh => None,
            Game::Plain(game) => game.player(),
            Game::Blind(game) => Some(game.player()),
        }
    }
}

/// All commands, in the order of `list_commands`.
fn commands() -> impl Iterator<Item = &'static CommandEntry> {
    standard::COMMANDS.iter().chain(&phantom::COMMANDS).chain(&analysis::COMMANDS)
}

/// Finds a command. GTP's own commands are case-sensitive; those of Phantom Go are not.
fn find(name: &str) -> Option<&'static CommandEntry> {
    let is_phantom = |entry: &CommandEntry| entry.name.starts_with("PG-");
    commands().find(|entry| {
        entry.name == name || is_phantom(entry) && entry.name.eq_ignore_ascii_case(name)
    })
}
