//! A numbered test of a program: can it be seated, and how?

mod script;

use crate::vertex::read_choice;
use crate::{Command, Line, Patience, Process, Response, response::short};
use kage_goban::{BoardSize, Color, KoRule, Move, Position};
use kage_phantom::{Choice, PlayerError};
use script::{Manner, Story, play_blind};
use std::fmt;
use std::time::Duration;

/// What a check found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As it should be.
    Pass,
    /// Not as it should be.
    Fail,
    /// Could not be tested, or need not be.
    Skip,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Pass => "pass",
            Verdict::Fail => "FAIL",
            Verdict::Skip => "skip",
        })
    }
}

/// One point of the test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// Its number, from 1.
    pub number: usize,
    /// What is asked.
    pub title: &'static str,
    /// What was found.
    pub verdict: Verdict,
    /// Why, and what to do.
    pub detail: String,
}

/// The result of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The command line.
    pub command: String,
    /// What the program calls itself, if it says.
    pub name: Option<String>,
    /// Can it take a blind seat: does it speak Phantom Go?
    pub blind: bool,
    /// Can it take a sighted seat: does it speak plain GTP?
    pub sighted: bool,
    /// The checks, in order.
    pub checks: Vec<Check>,
}

impl Report {
    /// Did no check fail, and is there a seat for the program?
    pub fn passed(&self) -> bool {
        let failed = self.checks.iter().any(|check| check.verdict == Verdict::Fail);
        !failed && (self.blind || self.sighted)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} (`{}`)", self.name.as_deref().unwrap_or("a program"), self.command)?;
        for Check { number, title, verdict, detail } in &self.checks {
            writeln!(
                f,
                "{number:3}. {verdict}  {title}{}",
                if detail.is_empty() { "" } else { ":" }
            )?;
            if !detail.is_empty() {
                writeln!(f, "           {detail}")?;
            }
        }
        let seats = match (self.blind, self.sighted) {
            (true, true) => "blind (gtp:) or sighted (sighted:)",
            (true, false) => "blind (gtp:)",
            (false, true) => "sighted (sighted:) only: it lists no PG- commands",
            (false, false) => "none",
        };
        let failed = self.checks.iter().filter(|check| check.verdict == Verdict::Fail).count();
        writeln!(f, "seat: {seats}; {failed} of {} checks failed", self.checks.len())
    }
}

/// Tests a program. It is started more than once, and no process is left behind.
pub fn check_engine(command: &str, patience: Patience) -> Report {
    let report = Report {
        command: command.to_owned(),
        name: None,
        blind: false,
        sighted: false,
        checks: Vec::new(),
    };
    // A game here is for manners, not for strength.
    let patience = Patience { answer: patience.answer.min(Duration::from_secs(60)), ..patience };
    let mut exam = Exam { report, line: None, starts: false, patience };
    exam.start();
    exam.administration();
    exam.setting_up();
    exam.phantom_games();
    exam.plain_game();
    exam.leaving();
    exam.report
}

/// A test under way.
struct Exam {
    report: Report,
    line: Option<Line>,
    /// Could the program be started at all?
    starts: bool,
    patience: Patience,
}

const GONE: &str = "the program is gone";

/// What a check says of itself when it passes, or why it fails.
type Finding = Result<String, String>;

impl Exam {
    fn note(&mut self, title: &'static str, verdict: Verdict, detail: impl Into<String>) {
        let number = self.report.checks.len() + 1;
        self.report.checks.push(Check { number, title, verdict, detail: detail.into() });
    }

    fn note_finding(&mut self, title: &'static str, finding: Finding) {
        match finding {
            Ok(detail) => self.note(title, Verdict::Pass, detail),
            Err(detail) => self.note(title, Verdict::Fail, detail),
        }
    }

    /// Runs a check that talks to the program. If it fails, the program is started again, so
    /// that one mistake does not hide the next.
    fn check(
        &mut self,
        title: &'static str,
        look: impl FnOnce(&mut Line) -> Result<Finding, PlayerError>,
    ) {
        if self.line.is_none() && self.starts {
            self.line = Line::open(&self.report.command, self.patience, None).ok();
        }
        let Some(line) = &mut self.line else {
            return self.note(title, Verdict::Skip, GONE);
        };
        let finding = look(line).unwrap_or_else(|error| Err(error.to_string()));
        if finding.is_err() {
            // Who knows to which question its next answer belongs.
            self.line = None;
        }
        self.note_finding(title, finding);
    }

    fn start(&mut self) {
        let opened = Line::open(&self.report.command, self.patience, None);
        let finding = match &opened {
            Ok(_) => Ok(String::new()),
            Err(error) => Err(error.to_string()),
        };
        self.note_finding("starts and answers", finding);
        self.line = opened.ok();
        self.starts = self.line.is_some();
        if let Some(line) = &self.line {
            let lists = |names: &[&str]| names.iter().all(|name| line.lists(name));
            self.report.name = Some(line.name().to_owned());
            self.report.blind = lists(&["PG-SuggestMove", "PG-MovePlayed"]);
            self.report.sighted = lists(&["genmove", "play", "clear_board"]);
        }
    }

    fn administration(&mut self) {
        self.check("protocol_version is 2", |line| {
            let answer = quick(line, &Command::bare("protocol_version"))?;
            Ok(expect(&answer, answer.success && answer.text.trim() == "2"))
        });
        self.check("name says something", |line| {
            let answer = quick(line, &Command::bare("name"))?;
            Ok(expect(&answer, answer.success && !answer.text.trim().is_empty()))
        });
        self.check("version is answered", |line| {
            let answer = quick(line, &Command::bare("version"))?;
            Ok(expect(&answer, answer.success))
        });
        self.check("list_commands lists the required commands", |line| {
            let required = ["protocol_version", "name", "version", "list_commands", "quit"];
            let missing: Vec<&str> =
                required.into_iter().filter(|name| !line.lists(name)).collect();
            let found = missing.is_empty();
            Ok(if found {
                Ok(String::new())
            } else {
                Err(format!("missing: {}", missing.join(" ")))
            })
        });
        self.check("an unknown command gets a ?", |line| {
            let answer = quick(line, &Command::bare("no_such_command"))?;
            Ok(expect(&answer, !answer.success))
        });
        self.check("an id is repeated", |line| {
            let command = Command { id: Some(42), ..Command::bare("protocol_version") };
            Ok(expect_any(&quick(line, &command)?))
        });
        self.check("comments, empty lines and spaces do no harm", |line| {
            // Three lines, of which one is a command: one answer, and the next question fits.
            let lines = Command::bare("# a comment\n\n\tprotocol_version   # which?");
            let first = quick(line, &lines)?;
            let next = quick(line, &Command::bare("no_such_command"))?;
            Ok(expect(&first, first.success && !next.success))
        });
    }

    fn setting_up(&mut self) {
        self.check("takes boardsize 9, clear_board, komi 6.5", |line| {
            for command in small_opening() {
                let answer = quick(line, &command)?;
                if !answer.success {
                    return Ok(Err(format!("`{command}`: ? {}", short(&answer.text))));
                }
            }
            Ok(Ok(String::new()))
        });
        let (blind, sighted) = (self.report.blind, self.report.sighted);
        let finding = match (blind, sighted) {
            (true, _) => Ok("Phantom Go (PG- commands)".to_owned()),
            (false, true) => Ok("plain GTP: it can be a sighted player".to_owned()),
            _ => Err("it lists neither PG-SuggestMove and PG-MovePlayed nor genmove, play and \
                      clear_board"
                .to_owned()),
        };
        self.note_finding("speaks a language for a seat", finding);
    }

    fn phantom_games(&mut self) {
        if !self.report.blind {
            return;
        }
        let white = self.phantom_game("plays White", Color::White, Manner::Hunting);
        let black = self.phantom_game("plays Black", Color::Black, Manner::Careless);
        let mut all = Story::default();
        for story in [white, black].into_iter().flatten() {
            all.add(&story);
        }
        self.note_tested(
            "after a refusal, tries another point",
            all.refused,
            (all.repeated > 0)
                .then(|| format!("{} tries were made again in the same turn", all.repeated)),
        );
        self.note_tested("hears of stones it lost (PG-StonesTaken)", all.lost, None);
        self.note_tested("hears of stones it took (PG-Caught)", all.taken, None);
        self.note_tested("hears of a pass", all.passes_heard, None);
    }

    fn phantom_game(&mut self, title: &'static str, color: Color, manner: Manner) -> Option<Story> {
        let mut kept = None;
        self.check(title, |line| {
            let story = play_blind(line, color, manner)?;
            let told = story.to_string();
            kept = Some(story);
            Ok(Ok(told))
        });
        kept
    }

    /// A thing that needed an occasion, and may not have had one.
    fn note_tested(&mut self, title: &'static str, times: u32, wrong: Option<String>) {
        match (times, wrong) {
            (_, Some(wrong)) => self.note(title, Verdict::Fail, wrong),
            (0, None) => self.note(title, Verdict::Skip, "it did not happen in these games"),
            (_, None) => self.note(title, Verdict::Pass, ""),
        }
    }

    fn plain_game(&mut self) {
        if self.report.sighted {
            self.check("plays plain Go (genmove, play)", play_sighted);
        }
    }

    fn leaving(&mut self) {
        self.check("quits on quit", |line| {
            let quit = line.quit(Duration::from_secs(1));
            let stayed = "it still ran a second after `quit`".to_owned();
            Ok(if quit { Ok(String::new()) } else { Err(stayed) })
        });
        self.line = None;
        let title = "ends when its input ends";
        match Process::start(&self.report.command, None) {
            Err(_) => self.note(title, Verdict::Skip, "it does not start"),
            Ok(mut process) => {
                process.close_input();
                // It may have to load itself before it looks at its input.
                let ended = process.wait(self.patience.start.min(Duration::from_secs(10)));
                let stayed = "it ran on without input: such a program outlives a crashed referee";
                self.note_finding(title, ended.map(|_| String::new()).ok_or(stayed.to_owned()));
            }
        }
    }
}

fn small_opening() -> [Command; 3] {
    [Command::new("boardsize", [9]), Command::bare("clear_board"), Command::new("komi", ["6.5"])]
}

fn quick(line: &mut Line, command: &Command) -> Result<Response, PlayerError> {
    line.ask(command, line.patience().notice)
}

fn expect(answer: &Response, right: bool) -> Finding {
    let sign = if answer.success { '=' } else { '?' };
    let said = format!("{sign} {}", short(&answer.text));
    if right { Ok(said) } else { Err(format!("it answered `{said}`")) }
}

/// The answer could be read; that is all.
fn expect_any(_: &Response) -> Finding {
    Ok(String::new())
}

/// A few moves of plain Go, the program as Black, White near the corner.
fn play_sighted(line: &mut Line) -> Result<Finding, PlayerError> {
    for command in small_opening() {
        line.prepare(&command)?;
    }
    let mut position = Position::new(BoardSize::NINE, KoRule::Simple);
    for _ in 0..6 {
        let answer = line.ask(&Command::new("genmove", ["b"]), line.patience().answer)?;
        let text = short(answer.text.trim());
        let choice = read_choice(&text, position.size()).filter(|_| answer.success);
        let play = match choice {
            None => return Ok(Err(format!("genmove gave `{text}`"))),
            Some(Choice::Resign) => return Ok(Ok("it resigned".to_owned())),
            Some(Choice::Pass) => Move::Pass,
            Some(Choice::Try(point)) => Move::Play(point),
        };
        if let Err(why) = position.play(play) {
            return Ok(Err(format!("it played {play}: {why}")));
        }
        let reply = position.legal_points().first().map_or(Move::Pass, Move::Play);
        if position.play(reply).is_err() {
            break;
        }
        line.tell(&Command::new("play", ["w", &reply.to_string()]))?;
    }
    Ok(Ok(format!("{} moves", position.moves())))
}
