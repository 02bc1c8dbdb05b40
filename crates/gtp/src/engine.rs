//! A player that speaks GTP, plain or with the Phantom Go commands.

mod analysis;
mod blind;
mod clock;
mod phantom;
mod plain;
mod standard;

use crate::seat::SeatError;
use crate::{Command, Response, read_line};
use blind::BlindGame;
use clock::Clock;
use kage_goban::{BoardSize, Color};
use kage_phantom::{
    HearingError, NotATry, Player, PlayerError, RefereeRules, Setup, SightedPlayer, View,
};
use plain::PlainGame;
use std::io::{self, BufRead, Write};

/// Makes the players of an engine: a new one for every game, and in plain GTP one for each colour
/// that is asked for moves.
pub type Factory = Box<dyn FnMut() -> Result<Box<dyn Player>, PlayerError> + Send>;

/// The same for players who see the board: they play plain Go, and nothing else.
pub type SightedFactory = Box<dyn FnMut() -> Result<Box<dyn SightedPlayer>, PlayerError> + Send>;

/// Who the engine hosts.
enum Guests {
    Blind(Factory),
    Sighted(SightedFactory),
}

impl Guests {
    /// Those who can play in the dark.
    fn blind(&mut self) -> Result<&mut Factory, Trouble> {
        match self {
            Guests::Blind(factory) => Ok(factory),
            Guests::Sighted(_) => {
                Err(Trouble::said("this player sees the board: he plays by plain GTP only"))
            }
        }
    }
}

/// What an engine answers to `name` and `version`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The name of the program or its player.
    pub name: String,
    /// Its version, in any form.
    pub version: String,
}

/// What went wrong with a command. Nothing has changed that the peer would have to know of.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Trouble {
    /// The arguments are not what the command takes.
    Syntax,
    /// Anything else, in words.
    Said(String),
}

impl Trouble {
    fn said(text: impl Into<String>) -> Trouble {
        Trouble::Said(text.into())
    }
}

impl From<PlayerError> for Trouble {
    fn from(error: PlayerError) -> Trouble {
        SeatError::Player(error).into()
    }
}

impl From<SeatError> for Trouble {
    fn from(error: SeatError) -> Trouble {
        Trouble::Said(error.to_string())
    }
}

impl From<HearingError> for Trouble {
    fn from(error: HearingError) -> Trouble {
        SeatError::Hearing(error).into()
    }
}

impl From<NotATry> for Trouble {
    fn from(error: NotATry) -> Trouble {
        Trouble::Said(error.to_string())
    }
}

/// The result of a command.
type Answer = Result<String, Trouble>;

/// A command that the engine knows.
struct Known {
    name: &'static str,
    /// Its arguments, as `? syntax error` shows them.
    takes: &'static str,
    run: fn(&mut Engine, &[&str]) -> Answer,
}

/// The game on the table.
enum Game {
    /// Nothing has happened; it is open which kind of game it will be.
    Fresh,
    Plain(Box<PlainGame>),
    Blind(Box<BlindGame>),
}

/// Hosts a player over GTP.
///
/// ```
/// use kage_gtp::{Engine, Identity};
/// use kage_phantom::{Choice, Player, PlayerError, View};
/// use std::time::Duration;
///
/// struct Passer;
/// impl Player for Passer {
///     fn name(&self) -> String { "passer".to_owned() }
///     fn choose(&mut self, _: &View, _: Option<Duration>) -> Result<Choice, PlayerError> {
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
    guests: Guests,
    rules: RefereeRules,
    setup: Setup,
    /// The seat, if the referee has named it.
    color: Option<Color>,
    clock: Clock,
    game: Game,
    done: bool,
}

impl Engine {
    /// An engine before its first command: 9x9, the default rules.
    pub fn new(identity: Identity, factory: Factory) -> Engine {
        Engine::hosting(identity, Guests::Blind(factory))
    }

    /// An engine for plain Go, whose players see the board.
    pub fn sighted(identity: Identity, factory: SightedFactory) -> Engine {
        Engine::hosting(identity, Guests::Sighted(factory))
    }

    fn hosting(identity: Identity, guests: Guests) -> Engine {
        Engine {
            identity,
            guests,
            rules: RefereeRules::default(),
            setup: Setup::even(BoardSize::NINE),
            color: None,
            clock: Clock::default(),
            game: Game::Fresh,
            done: false,
        }
    }

    /// The same engine with other rules than the default ones, until `PG-Rules` says otherwise.
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

    /// Has it been told to quit?
    pub const fn is_done(&self) -> bool {
        self.done
    }

    /// Does what a command says.
    pub fn run(&mut self, command: &Command) -> Response {
        let Some(known) = find(&command.name) else {
            return Response::error("unknown command");
        };
        let args: Vec<&str> = command.args.iter().map(String::as_str).collect();
        match (known.run)(self, &args) {
            Ok(text) => Response::ok(text),
            Err(Trouble::Said(text)) => Response::error(text),
            Err(Trouble::Syntax) => {
                let usage = format!("{} {}", known.name, known.takes);
                Response::error(format!("syntax error: {}", usage.trim_end()))
            }
        }
    }

    /// Puts the board back to the start of a game of this setup.
    fn reset(&mut self, setup: Setup) {
        self.setup = setup;
        self.color = None;
        self.clock.reset();
        self.game = Game::Fresh;
    }

    fn is_fresh(&self) -> bool {
        matches!(self.game, Game::Fresh)
    }

    /// What the player knows. Before the game has a seat, what the first to move knows.
    fn view(&self) -> Result<View, Trouble> {
        match &self.game {
            Game::Fresh => {
                let color = self.color.unwrap_or(self.setup.first());
                Ok(View::new(self.rules, &self.setup, color))
            }
            Game::Plain(game) => game.view(),
            Game::Blind(game) => game.view(),
        }
    }

    /// The player of that view, if he is seated.
    fn player(&self) -> Option<&dyn Player> {
        match &self.game {
            Game::Fresh => None,
            Game::Plain(game) => game.player(),
            Game::Blind(game) => Some(game.player()),
        }
    }
}

/// All commands, in the order in which they are listed.
fn commands() -> impl Iterator<Item = &'static Known> {
    standard::COMMANDS.iter().chain(&phantom::COMMANDS).chain(&analysis::COMMANDS)
}

/// GTP's own commands are written as they are; those of Phantom Go in any case.
fn find(name: &str) -> Option<&'static Known> {
    let phantom = |known: &Known| known.name.starts_with("PG-");
    commands()
        .find(|known| known.name == name || phantom(known) && known.name.eq_ignore_ascii_case(name))
}
