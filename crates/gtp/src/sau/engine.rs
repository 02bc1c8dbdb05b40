//! A player in a contest.

use super::{SIZE, read_sau_points, sau_point};
use crate::{Factory, read_line, seat::Seat};
use kage_goban::{Color, Move, PointSet};
use kage_phantom::{
    Answer, Choice, Lost, Observation, Player, PlayerError, Preset, RefereeRules, Setup, Sound,
    Taken, View,
};
use std::io::{self, BufRead, Write};

/// Hosts a player over the contest protocol.
///
/// ```
/// use kage_gtp::SauEngine;
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
    game: Option<Game>,
    done: bool,
}

/// A game in progress.
struct Game {
    seat: Seat,
    /// What was proposed and not answered.
    proposed: Option<Choice>,
    /// The answer to our move, until we know whether it took anything.
    open: Option<Observation>,
    /// What we lost by the move that will be announced next.
    lost: PointSet,
}

impl SauEngine {
    /// An engine before its first line. The name is sent as one word.
    pub fn new(name: &str, factory: Factory) -> SauEngine {
        let name = name.split_whitespace().collect::<Vec<_>>().join("-");
        SauEngine { name, factory, rules: Preset::Collegiate.rules(), game: None, done: false }
    }

    /// The same engine under other rules: contests differ in komi.
    #[must_use]
    pub fn with_rules(mut self, rules: RefereeRules) -> SauEngine {
        self.rules = rules;
        self
    }

    /// Answers lines until `quit` or the end of the input. The protocol has no word for what makes
    /// no sense; it goes to `complaints`, one line each.
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

    /// The answer to a line, if it asks for one, or what is wrong with the line.
    pub fn answer(&mut self, line: &str) -> Result<Option<String>, String> {
        let line = line.to_ascii_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => Ok(None),
            ["name?"] => Ok(Some(format!("name {}", self.name))),
            ["new", color] => {
                let color = color.parse().map_err(|_| "a colour is black or white")?;
                self.begin(color).map_err(|error| error.to_string())?;
                if color == Color::Black { self.game()?.propose().map(Some) } else { Ok(None) }
            }
            ["move", "go"] => self.game()?.moved(false).map(Some),
            ["move", "pass"] => self.game()?.moved(true).map(Some),
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
            _ => Err("no line of this protocol".to_owned()),
        }
    }

    fn begin(&mut self, color: Color) -> Result<(), PlayerError> {
        let view = View::new(self.rules, &Setup::even(SIZE), color);
        let player: Box<dyn Player> = (self.factory)()?;
        let seat = Seat::new(player, view).map_err(|e| PlayerError::House(e.to_string()))?;
        self.game = Some(Game { seat, proposed: None, open: None, lost: PointSet::EMPTY });
        Ok(())
    }

    fn game(&mut self) -> Result<&mut Game, String> {
        self.game.as_mut().ok_or_else(|| "no game has begun: `new black` or `new white`".to_owned())
    }
}

impl Game {
    /// Asks the player. Nobody can resign here, so who wants to passes.
    fn propose(&mut self) -> Result<String, String> {
        let choice = self.seat.choose(None).map_err(|error| error.to_string())?;
        let (choice, text) = match choice {
            Choice::Try(point) => (choice, sau_point(point)),
            Choice::Pass | Choice::Resign => (Choice::Pass, Some("pass".to_owned())),
        };
        self.proposed = Some(choice);
        Ok(format!("move {}", text.ok_or("the player wants a point off the board")?))
    }

    /// Our move stands. Older platforms say so twice (`accept`, `access`); once is enough.
    fn accepted(&mut self) -> Result<(), String> {
        let play = match self.proposed.take() {
            None => return Ok(()),
            Some(Choice::Try(point)) => Move::Play(point),
            Some(_) => Move::Pass,
        };
        self.settle()?;
        let taken = Taken::default();
        let answer = Answer::Accepted { play, taken, atari: false, stones: None };
        self.open = Some(Observation::Mine(answer));
        Ok(())
    }

    fn take(&mut self, number: &str, points: &str) -> Result<(), String> {
        let number: u32 = number.parse().map_err(|_| "how many stones?")?;
        let points = read_sau_points(points).ok_or("a point is two letters from A to I")?;
        let Some(Observation::Mine(Answer::Accepted { play, .. })) = self.open else {
            return Err("no move of ours was accepted that could have taken stones".to_owned());
        };
        let answer =
            Answer::Accepted { play, taken: Taken { number, points }, atari: false, stones: None };
        let news = Observation::Mine(answer);
        self.seat.view().clone().update(&news).map_err(|error| error.to_string())?;
        self.open = Some(news);
        Ok(())
    }

    fn refused(&mut self) -> Result<String, String> {
        self.settle()?;
        if let Some(Choice::Try(point)) = self.proposed.take() {
            self.hear(&Observation::Mine(Answer::Refused { point, reason: None }))?;
        }
        self.propose()
    }

    /// Before the opponent's move is announced: what it took.
    fn taked(&mut self, points: &str) -> Result<(), String> {
        self.lost = read_sau_points(points).ok_or("a point is two letters from A to I")?;
        Ok(())
    }

    fn moved(&mut self, passed: bool) -> Result<String, String> {
        // Some platforms see no need to accept a pass, or say it by going on.
        self.accepted()?;
        self.settle()?;
        // What is not ours cannot have been taken; the game must go on all the same.
        let lost = std::mem::take(&mut self.lost) & self.seat.view().mine();
        let lost = Lost::of(self.seat.view(), lost).unwrap_or_default();
        let sound = Sound::Moved { passed, tries: None, lost, atari: false, stones: None };
        self.hear(&Observation::Theirs(sound))?;
        self.propose()
    }

    fn settle(&mut self) -> Result<(), String> {
        self.open.take().map_or(Ok(()), |news| self.hear(&news))
    }

    fn hear(&mut self, news: &Observation) -> Result<(), String> {
        self.seat.hear(news).map_err(|error| error.to_string())
    }
}
