//! The engine of the contest protocol.

use super::{SIZE, read_sau_points, sau_point};
use crate::seat::{Announced, HostedPlayer, SeatError, accepted};
use crate::{Factory, read_line};
use kage_goban::{Color, Move, PointSet};
use kage_phantom::{
    Answer, Choice, Lost, Observation, Player, PlayerError, Preset, RefereeRules, Seat, Setup,
    Taken,
};
use std::fmt;
use std::io::{self, BufRead, Write};

/// Why a line of the contest protocol was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SauError {
    /// The protocol has no such line.
    UnknownLine,
    /// `new` without `black` or `white`.
    Color,
    /// No game has begun.
    NoGame,
    /// `take` without a number of stones.
    Number,
    /// Something that should be points is not.
    Points,
    /// `take` without an accepted move.
    NoMoveAccepted,
    /// The player proposed a point that the contest's board does not have.
    OffBoard,
    /// The player failed, or was told something that cannot have happened.
    HostedPlayer(SeatError),
}

impl fmt::Display for SauError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SauError::UnknownLine => "the protocol has no such line",
            SauError::Color => "the colour must be black or white",
            SauError::NoGame => "no game has begun: `new black` or `new white`",
            SauError::Number => "the number of stones is missing",
            SauError::Points => "a point is two letters from A to I",
            SauError::NoMoveAccepted => "no move of mine was accepted that could take stones",
            SauError::OffBoard => "the player proposed a point off the board",
            SauError::HostedPlayer(error) => return error.fmt(f),
        })
    }
}

impl std::error::Error for SauError {}

impl From<SeatError> for SauError {
    fn from(error: SeatError) -> SauError {
        SauError::HostedPlayer(error)
    }
}

impl From<PlayerError> for SauError {
    fn from(error: PlayerError) -> SauError {
        SauError::HostedPlayer(SeatError::Player(error))
    }
}

/// Hosts a player over the contest protocol.
///
/// ```
/// use kage_gtp::SauEngine;
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
/// let factory = Box::new(|| Ok(Box::new(Passer) as Box<dyn Player>));
/// let mut engine = SauEngine::new("Passer", factory);
/// let mut said = Vec::new();
/// engine.serve(&b"name?\nnew black\naccept\nend\nquit\n"[..], &mut said, io::sink()).unwrap();
/// assert_eq!(said, b"name Passer\nmove pass\n");
/// # use std::io;
/// ```
pub struct SauEngine {
    name: String,
    factory: Factory,
    rules: RefereeRules,
    game: Option<ContestGame>,
    done: bool,
}

/// A game in progress.
struct ContestGame {
    seat: HostedPlayer,
    /// The proposed move, until it is answered.
    proposed: Option<Choice>,
    /// The stones lost by the move that will be announced next.
    lost: PointSet,
}

impl SauEngine {
    /// An engine before its first line. The name is sent as one word.
    pub fn new(name: &str, factory: Factory) -> SauEngine {
        let name = name.split_whitespace().collect::<Vec<_>>().join("-");
        SauEngine { name, factory, rules: Preset::Collegiate.rules(), game: None, done: false }
    }

    /// The same engine with other rules. Contests differ in komi.
    #[must_use]
    pub fn with_rules(mut self, rules: RefereeRules) -> SauEngine {
        self.rules = rules;
        self
    }

    /// Answers lines until `quit` or the end of the input. The protocol has no error messages, so
    /// rejected lines are reported to `complaints`, one line each.
    pub fn serve(
        &mut self,
        mut input: impl BufRead,
        mut output: impl Write,
        mut complaints: impl Write,
    ) -> io::Result<()> {
        while !self.done {
            let Some(line) = read_line(&mut input)? else { break };
            match self.answer(&line) {
                Ok(Some(answer)) => {
                    writeln!(output, "{answer}")?;
                    output.flush()?;
                }
                Ok(None) => {}
                Err(why) => writeln!(complaints, "`{}`: {why}", line.trim())?,
            }
        }
        Ok(())
    }

    /// The answer to a line, if it needs one.
    pub fn answer(&mut self, line: &str) -> Result<Option<String>, SauError> {
        let line = line.to_ascii_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => Ok(None),
            ["name?"] => Ok(Some(format!("name {}", self.name))),
            ["new", color] => {
                let color = color.parse().map_err(|_| SauError::Color)?;
                self.begin(color)?;
                if color == Color::Black { self.game()?.propose().map(Some) } else { Ok(None) }
            }
            ["move", "go"] => self.game()?.moved(Announced::Move).map(Some),
            ["move", "pass"] => self.game()?.moved(Announced::Pass).map(Some),
            ["accept" | "access"] => self.game()?.accepted().map(|()| None),
            ["refuse" | "error"] => self.game()?.refused().map(Some),
            ["take", number, ref points @ ..] => {
                self.game()?.take(number, &points.concat()).map(|()| None)
            }
            ["taked", _, ref points @ ..] => self.game()?.taked(&points.concat()).map(|()| None),
            ["end", ..] => {
                self.game = None;
                Ok(None)
            }
            ["quit", ..] => {
                self.done = true;
                Ok(None)
            }
            _ => Err(SauError::UnknownLine),
        }
    }

    fn begin(&mut self, color: Color) -> Result<(), SauError> {
        let start = Seat::new(self.rules, &Setup::even(SIZE), color);
        let player: Box<dyn Player> = (self.factory)()?;
        let seat = HostedPlayer::new(player, start)?;
        self.game = Some(ContestGame { seat, proposed: None, lost: PointSet::EMPTY });
        Ok(())
    }

    fn game(&mut self) -> Result<&mut ContestGame, SauError> {
        self.game.as_mut().ok_or(SauError::NoGame)
    }
}

impl ContestGame {
    /// Asks the player. The protocol has no word for resigning, so the engine passes instead.
    fn propose(&mut self) -> Result<String, SauError> {
        let (choice, text) = match self.seat.choose(None)? {
            choice @ Choice::Try(point) => (choice, sau_point(point)),
            Choice::Pass | Choice::Resign => (Choice::Pass, Some("pass".to_owned())),
        };
        self.proposed = Some(choice);
        Ok(format!("move {}", text.ok_or(SauError::OffBoard)?))
    }

    /// The proposed move stands. Older platforms say so twice (`accept`, `access`); once is enough.
    fn accepted(&mut self) -> Result<(), SauError> {
        let play = match self.proposed.take() {
            None => return Ok(()),
            Some(Choice::Try(point)) => Move::Play(point),
            Some(_) => Move::Pass,
        };
        self.seat.settle()?;
        Ok(self.seat.announce(accepted(play, Taken::default()))?)
    }

    /// What the accepted move took.
    fn take(&mut self, number: &str, points: &str) -> Result<(), SauError> {
        let number: u32 = number.parse().map_err(|_| SauError::Number)?;
        let points = read_sau_points(points).ok_or(SauError::Points)?;
        let amended = self.seat.amend(|observation| {
            let Observation::Mine(Answer::Accepted { taken, .. }) = observation else {
                return None;
            };
            *taken = Taken { number, points };
            Some(())
        })?;
        amended.ok_or(SauError::NoMoveAccepted)
    }

    fn refused(&mut self) -> Result<String, SauError> {
        self.seat.settle()?;
        if let Some(Choice::Try(point)) = self.proposed.take() {
            self.seat.hear(Observation::Mine(Answer::Refused { point, reason: None }))?;
        }
        self.propose()
    }

    /// What the opponent's move took. This line comes before the move is announced.
    fn taked(&mut self, points: &str) -> Result<(), SauError> {
        self.lost = read_sau_points(points).ok_or(SauError::Points)?;
        Ok(())
    }

    fn moved(&mut self, what: Announced) -> Result<String, SauError> {
        // Some platforms send no `accept` for a pass, or none at all.
        self.accepted()?;
        self.seat.settle()?;
        // A stone that is not ours cannot have been taken. The game goes on without it.
        let lost = std::mem::take(&mut self.lost) & self.seat.told().mine();
        let lost = Lost::of(self.seat.told(), lost).unwrap_or_default();
        self.seat.hear(what.taking(lost))?;
        self.propose()
    }
}
