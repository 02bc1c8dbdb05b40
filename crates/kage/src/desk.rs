//! `kage referee`: the operator's desk. A Kage player plays against a person or a foreign program,
//! with a human referee between them; the operator types what that referee says.

use crate::args::Referee as Options;
use crate::boards;
use crate::failure::Failure;
use crate::seating;
use crate::typed::Typed;
use kage_goban::{ByColor, Color, Move, Point, PointSet};
use kage_phantom::{Answer, Choice, Lost, Observation, Player, Refusal, Setup, Sound, Taken, View};
use std::io::Write;
use std::time::{Duration, Instant};

const HELP: &str = "\
On Kage's turn it says its try. Answer with what the referee said:
  l                 legal                    l 3           legal, and 3 stones were taken
  l 2 D4 D5         ... and where they stood l 0 atari     legal, and atari was called
  i                 illegal                  i stone|suicide|ko   ... with the reason
On the opponent's turn type what is heard:
  m                 a move was played        m D4 D5       ... and these stones of Kage's are gone
  m atari           ... and atari was called p             a pass
  t                 a try was refused        resigns       the opponent resigns
Where the referee says more, type it too: m after 2 (two tries were refused before the move),
  l stones 12 11, m stones 12 11 (Black's and White's stones on the board).
Any time: undo (the last answer), board, log, clock, help, quit.";

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut desk = Desk::new(options)?;
    let mut out = anstream::stdout().lock();
    let me = boards::name(options.seat);
    writeln!(out, "{} has {me}; {}, rules {}.", options.player, options.size, options.rules)?;
    writeln!(out, "{HELP}\n")?;
    desk.work(&Typed::listen(), &mut out)
}

struct Desk {
    spec: String,
    seed: u64,
    start: View,
    view: View,
    player: Box<dyn Player>,
    /// What Kage has said and the referee has not yet answered.
    pending: Option<Choice>,
    clocks: ByColor<Duration>,
    /// The clocks as they were before each thing that was heard, to be taken back with it.
    clocks_before: Vec<ByColor<Duration>>,
    since: Instant,
    limit: Option<Duration>,
    /// Two passes have been made: only taking back and leaving are left.
    counted: bool,
    over: bool,
}

/// What the operator may type.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Word {
    News(Observation),
    Resigns,
    Undo,
    Board,
    Log,
    Clock,
    Help,
    Quit,
}

impl Desk {
    fn new(options: &Options) -> Result<Desk, Failure> {
        let view = View::new(options.rules, &Setup::even(options.size), options.seat);
        let mut desk = Desk {
            spec: options.player.clone(),
            seed: options.seed,
            start: view.clone(),
            player: seating::blind(&options.player, options.seed)?,
            view,
            pending: None,
            clocks: ByColor::default(),
            clocks_before: Vec::new(),
            since: Instant::now(),
            limit: options.rules.clock.main,
            counted: false,
            over: false,
        };
        desk.sit(&[])?;
        Ok(desk)
    }

    /// Seats the player anew and lets him hear everything again: the way to take an answer back.
    fn sit(&mut self, heard: &[Observation]) -> Result<(), Failure> {
        self.player = seating::blind(&self.spec, self.seed)?;
        self.view = self.start.clone();
        self.player.begin(&self.view)?;
        for news in heard {
            self.hear(news).map_err(Failure::Other)?;
        }
        Ok(())
    }

    fn hear(&mut self, news: &Observation) -> Result<(), String> {
        self.view.update(news).map_err(|error| format!("that cannot be: {error}"))?;
        self.player.hear(&self.view, news).map_err(|error| error.to_string())
    }

    /// Takes answers until the game is over or the operator leaves.
    fn work(&mut self, input: &Typed, out: &mut impl Write) -> Result<(), Failure> {
        writeln!(out, "{}", boards::one(&self.view))?;
        while !self.over {
            if self.is_my_turn() && self.pending.is_none() && !self.counted {
                self.think(out)?;
                continue;
            }
            let Some(line) = self.prompt(input, out)? else { break };
            match self.read(line.trim()) {
                Ok(word) => self.act(word, out)?,
                Err(what) => writeln!(out, "{what}")?,
            }
        }
        Ok(())
    }

    fn is_my_turn(&self) -> bool {
        self.view.turn() == self.view.color()
    }

    fn think(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let left = self.limit.map(|limit| limit.saturating_sub(self.clock_of(self.view.color())));
        let choice = self.player.choose(&self.view, left)?;
        match choice {
            Choice::Resign => {
                writeln!(out, "Kage resigns.")?;
                self.over = true;
            }
            Choice::Pass => writeln!(out, "Kage passes. (l when the referee has heard it)")?,
            Choice::Try(point) => writeln!(out, "Kage tries {point}.")?,
        }
        self.pending = Some(choice);
        Ok(())
    }

    fn prompt(&self, input: &Typed, out: &mut impl Write) -> Result<Option<String>, Failure> {
        let question = match self.pending {
            Some(choice) => format!("referee on {choice}"),
            None => "opponent".to_owned(),
        };
        write!(out, "move {}, {question}> ", self.view.moves() + 1)?;
        out.flush()?;
        Ok(input.line())
    }

    fn act(&mut self, word: Word, out: &mut impl Write) -> Result<(), Failure> {
        match word {
            Word::News(_) if self.counted => writeln!(out, "The game is over: undo or quit.")?,
            Word::News(news) => return self.take(&news, out),
            Word::Resigns => {
                writeln!(out, "The opponent resigns: Kage wins.")?;
                self.over = true;
            }
            Word::Undo => return self.undo(out),
            Word::Board => writeln!(out, "{}", boards::one(&self.view))?,
            Word::Log => {
                for news in self.view.log() {
                    writeln!(out, "  {news}")?;
                }
            }
            Word::Clock => self.show_clocks(out)?,
            Word::Help => writeln!(out, "{HELP}")?,
            Word::Quit => self.over = true,
        }
        Ok(())
    }

    fn take(&mut self, news: &Observation, out: &mut impl Write) -> Result<(), Failure> {
        let turn = self.view.turn();
        let passed_before = self.last_was_pass();
        match self.hear(news) {
            Err(what) => return Ok(writeln!(out, "{what}; nothing was taken down")?),
            Ok(()) => self.pending = None,
        }
        self.clocks_before.push(self.clocks);
        if self.view.turn() != turn {
            self.clocks[turn] += self.since.elapsed();
            self.since = Instant::now();
            writeln!(out, "{}", boards::one(&self.view))?;
            self.show_clocks(out)?;
            if passed_before && self.last_was_pass() {
                writeln!(
                    out,
                    "Two passes: the game is over. Open the board and count; then quit,"
                )?;
                writeln!(out, "or undo if the last one was mistyped.")?;
                self.counted = true;
            }
        }
        Ok(())
    }

    fn last_was_pass(&self) -> bool {
        let moves = self.view.log().iter().rev().find(|news| {
            matches!(
                news,
                Observation::Mine(Answer::Accepted { .. })
                    | Observation::Theirs(Sound::Moved { .. })
            )
        });
        matches!(
            moves,
            Some(
                Observation::Mine(Answer::Accepted { play: Move::Pass, .. })
                    | Observation::Theirs(Sound::Moved { passed: true, .. })
            )
        )
    }

    /// Takes the last answer back. If it was about a try of Kage's, that try stands again.
    fn undo(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let mut heard = self.view.log().to_vec();
        let Some(last) = heard.pop() else {
            return Ok(writeln!(out, "There is nothing to take back.")?);
        };
        self.sit(&heard)?;
        self.counted = false;
        if let Some(clocks) = self.clocks_before.pop() {
            self.clocks = clocks;
            self.since = Instant::now();
        }
        self.pending = match last {
            Observation::Mine(Answer::Refused { point, .. }) => Some(Choice::Try(point)),
            Observation::Mine(Answer::Accepted { play: Move::Play(point), .. }) => {
                Some(Choice::Try(point))
            }
            Observation::Mine(Answer::Accepted { play: Move::Pass, .. }) => Some(Choice::Pass),
            _ => None,
        };
        writeln!(out, "Taken back: {last}\n{}", boards::one(&self.view))?;
        Ok(())
    }

    fn clock_of(&self, color: Color) -> Duration {
        let running = if self.view.turn() == color { self.since.elapsed() } else { Duration::ZERO };
        self.clocks[color] + running
    }

    fn show_clocks(&self, out: &mut impl Write) -> Result<(), Failure> {
        let clock = |color: Color| {
            let time = self.clock_of(color).as_secs();
            format!("{color} {}:{:02}", time / 60, time % 60)
        };
        Ok(writeln!(out, "  {}   {}", clock(Color::Black), clock(Color::White))?)
    }

    /// Reads what the operator typed, in the light of whose turn it is.
    fn read(&self, line: &str) -> Result<Word, String> {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or("").to_ascii_lowercase();
        let rest: Vec<&str> = words.collect();
        match (first.as_str(), self.pending) {
            ("undo", _) => Ok(Word::Undo),
            ("board" | "b", _) => Ok(Word::Board),
            ("log", _) => Ok(Word::Log),
            ("clock", _) => Ok(Word::Clock),
            ("help" | "?", _) => Ok(Word::Help),
            ("quit", _) => Ok(Word::Quit),
            ("resigns", _) => Ok(Word::Resigns),
            ("l" | "legal", Some(choice)) => legal(choice, &Heard::read(&rest)?).map(Word::News),
            ("i" | "illegal", Some(Choice::Try(point))) => illegal(point, &rest).map(Word::News),
            ("m" | "moved", None) => self.moved(false, &Heard::read(&rest)?).map(Word::News),
            ("p" | "passed", None) => self.moved(true, &Heard::read(&rest)?).map(Word::News),
            ("t" | "tried", None) => Ok(Word::News(Observation::Theirs(Sound::Tried))),
            (_, Some(_)) => Err("The referee's answer: l (legal) or i (illegal); help".to_owned()),
            (_, None) => Err("The opponent's doings: m, p or t; help for more".to_owned()),
        }
    }

    fn moved(&self, passed: bool, heard: &Heard) -> Result<Observation, String> {
        let Heard { number, points, atari, tries, stones } = *heard;
        let lost = Lost::of(&self.view, points)
            .ok_or_else(|| "Kage does not have all of these stones".to_owned())?;
        if number.is_some_and(|number| number != points.len() as u32) {
            return Err("Which stones of Kage's are gone? Type their points".to_owned());
        }
        Ok(Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones }))
    }
}

/// What may be said with a move.
#[derive(Clone, Copy, Default, Debug)]
struct Heard {
    /// How many stones were taken.
    number: Option<u32>,
    /// Where they stood.
    points: PointSet,
    atari: bool,
    /// Tries refused before it.
    tries: Option<u32>,
    /// Both sides' stones on the board.
    stones: Option<ByColor<u32>>,
}

impl Heard {
    /// Reads `3`, `D4 D5`, `atari`, `after 2` and `stones 12 11`, each at most once.
    fn read(words: &[&str]) -> Result<Heard, String> {
        let mut heard = Heard::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut count = |what: &str| {
                let number = words.next().and_then(|word| word.parse::<u32>().ok());
                number.ok_or_else(|| format!("`{what}` needs a number after it; help"))
            };
            match word.to_ascii_lowercase().as_str() {
                "atari" => heard.atari = true,
                "after" => heard.tries = Some(count("after")?),
                "stones" => {
                    let (black, white) = (count("stones")?, count("stones")?);
                    heard.stones = Some(ByColor { black, white });
                }
                number if number.parse::<u32>().is_ok() => heard.number = number.parse().ok(),
                point => {
                    let point = point.parse::<Point>();
                    heard.points.insert(point.map_err(|error| format!("`{word}`: {error}"))?);
                }
            }
        }
        Ok(heard)
    }
}

fn legal(choice: Choice, heard: &Heard) -> Result<Observation, String> {
    let play = match choice {
        Choice::Try(point) => Move::Play(point),
        Choice::Pass | Choice::Resign => Move::Pass,
    };
    let Heard { number, points, atari, tries, stones } = *heard;
    if tries.is_some() {
        return Err("`after` is for the opponent's moves; help".to_owned());
    }
    let taken = Taken { number: number.unwrap_or(points.len() as u32), points };
    if points.len() as u32 > taken.number {
        return Err(format!("{} points, but {} taken", points.len(), taken.number));
    }
    Ok(Observation::Mine(Answer::Accepted { play, taken, atari, stones }))
}

fn illegal(point: Point, rest: &[&str]) -> Result<Observation, String> {
    let reason = match rest {
        [] => None,
        ["stone"] => Some(Refusal::OpponentStone),
        ["suicide"] => Some(Refusal::Suicide),
        ["ko"] => Some(Refusal::Ko),
        _ => return Err("A reason is stone, suicide or ko".to_owned()),
    };
    Ok(Observation::Mine(Answer::Refused { point, reason }))
}
