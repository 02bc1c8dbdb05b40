//! A numbered test that tells whether and how an engine can be seated.

mod scripted_game;

use crate::vertex::read_choice;
use crate::{Command, GtpConnection, Process, Response, Timeouts, response::short};
use kage_goban::{BoardSize, Color, KoRule, Move, Position};
use kage_phantom::{Choice, PlayerError};
use scripted_game::{GameCounts, OpponentStyle, play_blind};
use std::fmt;
use std::time::Duration;

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckResult {
    /// The engine does what is required.
    Pass,
    /// The engine does not do what is required.
    Fail,
    /// The check could not be made or does not apply.
    Skip,
}

impl fmt::Display for CheckResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            CheckResult::Pass => "pass",
            CheckResult::Fail => "FAIL",
            CheckResult::Skip => "skip",
        })
    }
}

/// One point of the test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// Its number, from 1.
    pub number: usize,
    /// What is tested.
    pub title: &'static str,
    /// The result.
    pub result: CheckResult,
    /// Details, or the reason of a failure.
    pub detail: String,
}

/// The report of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineReport {
    /// The command line.
    pub command: String,
    /// The name of the program, if it starts.
    pub name: Option<String>,
    /// Whether it can take a blind seat: it lists the Phantom Go commands.
    pub blind: bool,
    /// Whether it can take a sighted seat: it lists the commands of plain GTP.
    pub sighted: bool,
    /// The checks, in order.
    pub checks: Vec<Check>,
}

impl EngineReport {
    /// Whether no check failed and there is a seat for the program.
    pub fn passed(&self) -> bool {
        let failed = self.checks.iter().any(|check| check.result == CheckResult::Fail);
        !failed && (self.blind || self.sighted)
    }
}

impl fmt::Display for EngineReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} (`{}`)", self.name.as_deref().unwrap_or("a program"), self.command)?;
        for Check { number, title, result, detail } in &self.checks {
            writeln!(
                f,
                "{number:3}. {result}  {title}{}",
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
        let failed = self.checks.iter().filter(|check| check.result == CheckResult::Fail).count();
        writeln!(f, "seat: {seats}; {failed} of {} checks failed", self.checks.len())
    }
}

/// Tests a program. It is started more than once. No process is left running.
pub fn check_engine(command: &str, timeouts: Timeouts) -> EngineReport {
    let report = EngineReport {
        command: command.to_owned(),
        name: None,
        blind: false,
        sighted: false,
        checks: Vec::new(),
    };
    // These games test the protocol and not the strength.
    let timeouts = Timeouts { answer: timeouts.answer.min(Duration::from_secs(60)), ..timeouts };
    let unheard = Vec::new();
    let mut run = ComplianceRun { report, program: None, starts: false, unheard, timeouts };
    run.start();
    run.administration();
    run.setting_up();
    run.phantom_games();
    run.plain_game();
    run.leaving();
    run.report
}

/// A test in progress.
struct ComplianceRun {
    report: EngineReport,
    program: Option<GtpConnection>,
    /// Whether the program could be started.
    starts: bool,
    /// The commands about captures that it does not list.
    unheard: Vec<&'static str>,
    timeouts: Timeouts,
}

const GONE: &str = "the program is gone";

/// The result of a check, with the details for the report.
struct Finding {
    result: CheckResult,
    detail: String,
}

impl Finding {
    fn pass(detail: impl Into<String>) -> Finding {
        Finding { result: CheckResult::Pass, detail: detail.into() }
    }

    fn fail(detail: impl Into<String>) -> Finding {
        Finding { result: CheckResult::Fail, detail: detail.into() }
    }
}

impl ComplianceRun {
    fn note(&mut self, title: &'static str, result: CheckResult, detail: impl Into<String>) {
        let number = self.report.checks.len() + 1;
        self.report.checks.push(Check { number, title, result, detail: detail.into() });
    }

    fn note_finding(&mut self, title: &'static str, finding: Finding) {
        self.note(title, finding.result, finding.detail);
    }

    /// Runs a check that talks to the program. If it fails, the program is started again, so
    /// that one mistake does not hide the next.
    fn check(
        &mut self,
        title: &'static str,
        look: impl FnOnce(&mut GtpConnection) -> Result<Finding, PlayerError>,
    ) {
        if self.program.is_none() && self.starts {
            self.program = GtpConnection::open(&self.report.command, self.timeouts, None).ok();
        }
        let Some(program) = &mut self.program else {
            return self.note(title, CheckResult::Skip, GONE);
        };
        let finding = look(program).unwrap_or_else(|error| Finding::fail(error.to_string()));
        if finding.result == CheckResult::Fail {
            // It is unknown to which question the next answer would belong.
            self.program = None;
        }
        self.note_finding(title, finding);
    }

    fn start(&mut self) {
        let opened = GtpConnection::open(&self.report.command, self.timeouts, None);
        let finding = match &opened {
            Ok(_) => Finding::pass(""),
            Err(error) => Finding::fail(error.to_string()),
        };
        self.note_finding("starts and answers", finding);
        self.program = opened.ok();
        self.starts = self.program.is_some();
        if let Some(program) = &self.program {
            let lists = |names: &[&str]| names.iter().all(|name| program.lists(name));
            self.report.name = Some(program.name().to_owned());
            self.report.blind = lists(&["PG-SuggestMove", "PG-MovePlayed"]);
            self.report.sighted = lists(&["genmove", "play", "clear_board"]);
            self.unheard = vec!["PG-StonesTaken", "PG-Caught"];
            self.unheard.retain(|name| !program.lists(name));
        }
    }

    fn administration(&mut self) {
        self.check("protocol_version is 2", |program| {
            let answer = quick(program, &Command::bare("protocol_version"))?;
            Ok(expect(&answer, answer.success && answer.text.trim() == "2"))
        });
        self.check("name says something", |program| {
            let answer = quick(program, &Command::bare("name"))?;
            Ok(expect(&answer, answer.success && !answer.text.trim().is_empty()))
        });
        self.check("version is answered", |program| {
            let answer = quick(program, &Command::bare("version"))?;
            Ok(expect(&answer, answer.success))
        });
        self.check("list_commands lists the required commands", |program| {
            let required = ["protocol_version", "name", "version", "list_commands", "quit"];
            let missing: Vec<&str> =
                required.into_iter().filter(|name| !program.lists(name)).collect();
            Ok(match missing.is_empty() {
                true => Finding::pass(""),
                false => Finding::fail(format!("missing: {}", missing.join(" "))),
            })
        });
        self.check("an unknown command gets a ?", |program| {
            let answer = quick(program, &Command::bare("no_such_command"))?;
            Ok(expect(&answer, !answer.success))
        });
        self.check("an id is repeated", |program| {
            let command = Command { id: Some(42), ..Command::bare("protocol_version") };
            // The answer could be parsed, so its id is right.
            quick(program, &command).map(|_| Finding::pass(""))
        });
        self.check("comments, empty lines and spaces do no harm", |program| {
            // Three lines with one command: there must be one answer, and the next must fit.
            let lines = Command::bare("# a comment\n\n\tprotocol_version   # which?");
            let first = quick(program, &lines)?;
            let next = quick(program, &Command::bare("no_such_command"))?;
            Ok(expect(&first, first.success && !next.success))
        });
    }

    fn setting_up(&mut self) {
        self.check("takes boardsize 9, clear_board, komi 6.5", |program| {
            for command in small_opening() {
                let answer = quick(program, &command)?;
                if !answer.success {
                    return Ok(Finding::fail(format!("`{command}`: ? {}", short(&answer.text))));
                }
            }
            Ok(Finding::pass(""))
        });
        let (blind, sighted) = (self.report.blind, self.report.sighted);
        let finding = match (blind, sighted) {
            (true, _) => Finding::pass("Phantom Go (PG- commands)"),
            (false, true) => Finding::pass("plain GTP: it can be a sighted player"),
            _ => Finding::fail(
                "it lists neither PG-SuggestMove and PG-MovePlayed nor genmove, play and \
                 clear_board",
            ),
        };
        self.note_finding("speaks a language for a seat", finding);
    }

    fn phantom_games(&mut self) {
        if !self.report.blind {
            return;
        }
        let white = self.phantom_game("plays White", Color::White, OpponentStyle::Attacking);
        let black = self.phantom_game("plays Black", Color::Black, OpponentStyle::Careless);
        let mut all = GameCounts::default();
        for counts in [white, black].into_iter().flatten() {
            all.add(&counts);
        }
        self.note_tested(
            "after a refusal, tries another point",
            all.refused,
            (all.repeated > 0)
                .then(|| format!("{} tries were made again in the same turn", all.repeated)),
        );
        self.note_heard("hears of stones it lost (PG-StonesTaken)", "PG-StonesTaken", all.lost);
        self.note_heard("hears of stones it took (PG-Caught)", "PG-Caught", all.taken);
        self.note_tested("hears of a pass", all.passes_heard, None);
    }

    fn phantom_game(
        &mut self,
        title: &'static str,
        color: Color,
        style: OpponentStyle,
    ) -> Option<GameCounts> {
        let mut kept = None;
        self.check(title, |program| {
            let counts = play_blind(program, color, style)?;
            let told = counts.to_string();
            kept = Some(counts);
            Ok(Finding::pass(told))
        });
        kept
    }

    /// Notes whether the program was told something. A program is told by the commands that it lists.
    fn note_heard(&mut self, title: &'static str, command: &'static str, times: u32) {
        if self.unheard.contains(&command) {
            let detail = format!("not offered: the program does not list {command}");
            return self.note(title, CheckResult::Skip, detail);
        }
        self.note_tested(title, times, None);
    }

    /// Notes a check that passes only if its situation occurred in the games.
    fn note_tested(&mut self, title: &'static str, times: u32, wrong: Option<String>) {
        match (times, wrong) {
            (_, Some(wrong)) => self.note(title, CheckResult::Fail, wrong),
            (0, None) => self.note(title, CheckResult::Skip, "it did not occur in these games"),
            (_, None) => self.note(title, CheckResult::Pass, ""),
        }
    }

    fn plain_game(&mut self) {
        if self.report.sighted {
            self.check("plays plain Go (genmove, play)", play_sighted);
        }
    }

    fn leaving(&mut self) {
        self.check("quits on quit", |program| {
            let quit = program.quit(Duration::from_secs(1));
            Ok(match quit {
                true => Finding::pass(""),
                false => Finding::fail("it still ran a second after `quit`"),
            })
        });
        self.program = None;
        let title = "ends when its input ends";
        match Process::start(&self.report.command, None) {
            Err(_) => self.note(title, CheckResult::Skip, "it does not start"),
            Ok(mut process) => {
                process.close_input();
                // A program may load data before it reads its input.
                let ended = process.wait(self.timeouts.start.min(Duration::from_secs(10)));
                let stayed =
                    "it still ran after its input ended: such a program outlives a crashed referee";
                let finding = ended.map_or(Finding::fail(stayed), |_| Finding::pass(""));
                self.note_finding(title, finding);
            }
        }
    }
}

fn small_opening() -> [Command; 3] {
    [Command::new("boardsize", [9]), Command::bare("clear_board"), Command::new("komi", ["6.5"])]
}

fn quick(program: &mut GtpConnection, command: &Command) -> Result<Response, PlayerError> {
    program.ask(command, program.timeouts().quick)
}

fn expect(answer: &Response, right: bool) -> Finding {
    let sign = if answer.success { '=' } else { '?' };
    let said = format!("{sign} {}", short(&answer.text));
    if right { Finding::pass(said) } else { Finding::fail(format!("it answered `{said}`")) }
}

/// A few moves of plain Go with the program as Black. White plays the first legal point.
fn play_sighted(program: &mut GtpConnection) -> Result<Finding, PlayerError> {
    for command in small_opening() {
        program.prepare(&command)?;
    }
    let mut position = Position::new(BoardSize::NINE, KoRule::Simple);
    for _ in 0..6 {
        let answer = program.ask(&Command::new("genmove", ["b"]), program.timeouts().answer)?;
        let text = short(answer.text.trim());
        let choice = read_choice(&text, position.size()).filter(|_| answer.success);
        let play = match choice {
            None => return Ok(Finding::fail(format!("genmove gave `{text}`"))),
            Some(Choice::Resign) => return Ok(Finding::pass("it resigned")),
            Some(Choice::Pass) => Move::Pass,
            Some(Choice::Try(point)) => Move::Play(point),
        };
        if let Err(why) = position.play(play) {
            return Ok(Finding::fail(format!("it played {play}: {why}")));
        }
        let reply = position.legal_points().first().map_or(Move::Pass, Move::Play);
        if position.play(reply).is_err() {
            break;
        }
        program.tell(&Command::new("play", ["w", &reply.to_string()]))?;
    }
    Ok(Finding::pass(format!("{} moves", position.moves())))
}
