//! A program that sends and receives lines and can be killed.
//!
//! The program has a process group of its own (on Windows a job). The whole group is killed when the
//! [`Process`] is dropped, or by [`kill_all`]. A thread reads the output and keeps a limited number of
//! lines, so that a program with endless output fills a pipe and not the memory.

use crate::{MAX_LINE, response::short};
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The largest number of lines that wait to be read.
const MAX_WAITING_LINES: usize = 64;
/// The number of lines of standard error that are kept, and the length of each.
const MAX_ERROR_LINES: usize = 12;
const MAX_ERROR_LENGTH: usize = 1000;
/// How long the last words of a program are waited for. A child of the program may keep its standard
/// error open for longer.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What went wrong with a program.
#[derive(Debug)]
pub enum ProcessError {
    /// The command line cannot be parsed, or the program cannot be started.
    Start {
        /// The command line.
        command: String,
        /// The reason.
        why: String,
    },
    /// It ended or closed its output.
    Ended {
        /// The exit status, if it is known.
        status: Option<ExitStatus>,
        /// The last lines of its standard error.
        errors: Vec<String>,
    },
    /// It sent no line within this time.
    Silent(Duration),
    /// It sent a line that is too long.
    Endless,
}

impl fmt::Display for ProcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProcessError::Start { command, why } => {
                write!(f, "cannot start `{command}`: {why}; check the command line")
            }
            ProcessError::Ended { status, errors } => {
                match status {
                    Some(status) => write!(f, "the program ended ({status})")?,
                    None => f.write_str("the program closed its output")?,
                }
                match errors.last() {
                    Some(_) => write!(f, "; standard error: {}", errors.join(" | ")),
                    None => Ok(()),
                }
            }
            ProcessError::Silent(time) => {
                write!(f, "no answer in {:.1} seconds", time.as_secs_f64())
            }
            ProcessError::Endless => {
                write!(f, "a line of more than {MAX_LINE} characters")
            }
        }
    }
}

impl std::error::Error for ProcessError {}

/// A log of all lines: `> ` for a line sent, `< ` for a line received, then the seconds since the
/// start and the line.
pub struct WireLog {
    sink: Box<dyn Write + Send>,
    start: Instant,
}

impl WireLog {
    /// Logs to this sink. Its errors are ignored, because a game must not fail for its log.
    pub fn new(sink: impl Write + Send + 'static) -> WireLog {
        WireLog { sink: Box::new(sink), start: Instant::now() }
    }

    fn note(&mut self, mark: char, line: &str) {
        let at = self.start.elapsed().as_secs_f64();
        let _ = writeln!(self.sink, "{mark} {at:8.3} {line}");
        let _ = self.sink.flush();
    }
}

impl fmt::Debug for WireLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WireLog").finish_non_exhaustive()
    }
}

/// What the reading thread found.
enum Output {
    Line(String),
    TooLong,
}

/// A child that other threads can kill.
type Child = Mutex<Box<dyn ChildWrapper>>;

/// All running programs; `None` after [`kill_all`], when no program may start.
static RUNNING: Mutex<Option<Vec<Weak<Child>>>> = Mutex::new(Some(Vec::new()));

/// Kills every running program with its group and prevents new ones. This is for a process that exits
/// at once without dropping its values.
pub fn kill_all() {
    let running = lock(&RUNNING).take();
    for child in running.iter().flatten().filter_map(Weak::upgrade) {
        let _ = lock(&child).start_kill();
    }
}

/// Takes the lock. A thread that panicked with the lock left no inconsistent data.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running program. It is killed when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Arc<Child>,
    stdin: Option<ChildStdin>,
    lines: Receiver<Output>,
    errors: Arc<Mutex<VecDeque<String>>>,
    /// Reads standard error to its end.
    error_reader: Option<JoinHandle<()>>,
    log: Option<WireLog>,
}

impl Process {
    /// Starts a command line, split as a shell would split it, but run without one.
    ///
    /// ```
    /// use kage_gtp::Process;
    /// use std::time::Duration;
    /// let mut cat = Process::start("cat -u", None).unwrap();
    /// cat.send("hello").unwrap();
    /// assert_eq!(cat.receive(Duration::from_secs(5)).unwrap(), "hello");
    /// ```
    pub fn start(command: &str, log: Option<WireLog>) -> Result<Process, ProcessError> {
        let fail = |why: String| ProcessError::Start { command: command.to_owned(), why };
        let words = shell_words::split(command).map_err(|error| fail(error.to_string()))?;
        let (program, args) = words.split_first().ok_or_else(|| fail("it is empty".to_owned()))?;
        let mut wrap = CommandWrap::with_new(program, |command| {
            command.args(args);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        });
        #[cfg(unix)]
        wrap.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrap.wrap(process_wrap::std::JobObject);
        // The list is locked until the new program is on it, so `kill_all` cannot miss it.
        let mut running = lock(&RUNNING);
        let list = running.as_mut().ok_or_else(|| fail("all programs were stopped".to_owned()))?;
        let mut child = wrap.spawn().map_err(|error| fail(error.to_string()))?;
        let (sender, lines) = mpsc::sync_channel(MAX_WAITING_LINES);
        if let Some(stdout) = child.stdout().take() {
            thread::spawn(move || read_output(stdout, &sender));
        }
        let errors = Arc::default();
        let error_reader = child.stderr().take().map(|stderr| {
            let errors = Arc::clone(&errors);
            thread::spawn(move || read_errors(stderr, &errors))
        });
        let stdin = child.stdin().take();
        let child = Arc::new(Mutex::new(child));
        list.retain(|other| other.strong_count() > 0);
        list.push(Arc::downgrade(&child));
        Ok(Process { child, stdin, lines, errors, error_reader, log })
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        lock(&self.child).id()
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), ProcessError> {
        if let Some(log) = &mut self.log {
            log.note('>', line);
        }
        let sent = match &mut self.stdin {
            Some(stdin) => stdin.write_all(format!("{line}\n").as_bytes()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        sent.map_err(|_| self.ended())
    }

    /// The next line, without its end. Waits at most so long.
    pub fn receive(&mut self, limit: Duration) -> Result<String, ProcessError> {
        match self.lines.recv_timeout(limit) {
            Ok(Output::Line(line)) => {
                if let Some(log) = &mut self.log {
                    log.note('<', &line);
                }
                Ok(line)
            }
            Ok(Output::TooLong) => Err(ProcessError::Endless),
            Err(RecvTimeoutError::Timeout) => Err(ProcessError::Silent(limit)),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// Discards lines that were received and not read.
    pub fn discard_waiting(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    pub(crate) fn take_log(&mut self) -> Option<WireLog> {
        self.log.take()
    }

    /// Closes the program's input. A compliant program then ends.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits at most so long for the program to end; `None` if it does not.
    pub fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let deadline = deadline(limit);
        loop {
            let status = lock(&self.child).try_wait();
            match status {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// The last lines of its standard error.
    pub fn errors(&self) -> Vec<String> {
        lock(&self.errors).iter().cloned().collect()
    }

    /// The error for a program that is gone, with all that it said on standard error.
    fn ended(&mut self) -> ProcessError {
        let status = self.wait(Duration::from_millis(200));
        let deadline = deadline(LAST_WORDS);
        let reading = |reader: &JoinHandle<()>| !reader.is_finished();
        while self.error_reader.as_ref().is_some_and(reading) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        ProcessError::Ended { status, errors: self.errors() }
    }
}

impl Drop for Process {
    /// Kills the whole group, because it may outlive its leader, and waits for the leader.
    fn drop(&mut self) {
        self.stdin = None;
        let mut child = lock(&self.child);
        let _ = child.start_kill();
        let _ = child.wait();
    }
}

/// The instant after this time. The time is limited to a year, because instants can overflow.
pub(crate) fn deadline(limit: Duration) -> Instant {
    Instant::now() + limit.min(Duration::from_secs(365 * 24 * 60 * 60))
}

fn read_output(stdout: impl Read, lines: &SyncSender<Output>) {
    let mut input = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let limit = MAX_LINE as u64 + 1;
        match input.by_ref().take(limit).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            _ => return,
        }
        let output = if line.len() > MAX_LINE {
            Output::TooLong
        } else {
            Output::Line(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned())
        };
        // The process was dropped.
        if lines.send(output).is_err() {
            return;
        }
    }
}

fn read_errors(stderr: impl Read, errors: &Mutex<VecDeque<String>>) {
    let mut input = BufReader::new(stderr);
    let mut line = Vec::new();
    while let Ok(1..) = input.by_ref().take(MAX_ERROR_LENGTH as u64).read_until(b'\n', &mut line) {
        let text = short(String::from_utf8_lossy(&line).trim_end());
        let mut errors = lock(errors);
        if errors.len() == MAX_ERROR_LINES {
            errors.pop_front();
        }
        errors.push_back(text);
        line.clear();
    }
}
