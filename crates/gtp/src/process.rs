//! A program as a peer that sends and gets lines, and that can be killed.
//!
//! The program has a process group of its own (on Windows a job), and the group is killed with
//! the [`Process`], or by [`kill_all`]: whatever it started goes with it. Its output is read by a thread that keeps
//! only so much, so that a program which talks without end fills a pipe and not the memory.

use crate::{MAX_LINE, response::short};
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// How many lines may wait to be read.
const WAITING: usize = 64;
/// How many lines of standard error are kept, and how much of each.
const ERRORS: usize = 12;
const ERROR_LINE: usize = 1000;

/// What went wrong with a program.
#[derive(Debug)]
pub enum ProcessError {
    /// The command line cannot be read, or names nothing that runs.
    Start {
        /// The command line.
        command: String,
        /// Why not.
        why: String,
    },
    /// It has ended, or closed its output.
    Ended {
        /// How it ended, if that is known.
        status: Option<ExitStatus>,
        /// The last lines it wrote to standard error.
        errors: Vec<String>,
    },
    /// It sent no line in this time.
    Silent(Duration),
    /// It sent a line without end.
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
                    Some(_) => write!(f, "; its last words: {}", errors.join(" | ")),
                    None => Ok(()),
                }
            }
            ProcessError::Silent(time) => {
                write!(f, "no answer in {:.1} seconds", time.as_secs_f64())
            }
            ProcessError::Endless => {
                write!(f, "a line of more than {MAX_LINE} characters: output without end")
            }
        }
    }
}

impl std::error::Error for ProcessError {}

/// A sink for everything that is said, one line each: `> ` for what is sent, `< ` for what comes
/// back, then the seconds since the start.
pub struct WireLog {
    sink: Box<dyn Write + Send>,
    start: Instant,
}

impl WireLog {
    /// Logs to this sink; its errors are ignored, a game is more than its log.
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

/// What the reading thread has to say.
enum Heard {
    Line(String),
    TooLong,
}

/// A child that can be killed from elsewhere, too.
type Child = Mutex<Box<dyn ChildWrapper>>;

/// Every program that runs; `None` once all were killed and none may start.
static RUNNING: Mutex<Option<Vec<Weak<Child>>>> = Mutex::new(Some(Vec::new()));

/// Kills every program that runs, with its group, and lets none start any more: for one who leaves
/// at once and drops nothing.
pub fn kill_all() {
    let running = lock(&RUNNING).take();
    for child in running.iter().flatten().filter_map(Weak::upgrade) {
        let _ = lock(&child).start_kill();
    }
}

/// Whoever panicked with the lock left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running program. It is killed when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Arc<Child>,
    stdin: Option<ChildStdin>,
    lines: Receiver<Heard>,
    errors: Arc<Mutex<VecDeque<String>>>,
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
        // From its first moment a program is on the list.
        let mut running = lock(&RUNNING);
        let list = running.as_mut().ok_or_else(|| fail("all programs were stopped".to_owned()))?;
        let mut child = wrap.spawn().map_err(|error| fail(error.to_string()))?;
        let (sender, lines) = mpsc::sync_channel(WAITING);
        if let Some(stdout) = child.stdout().take() {
            thread::spawn(move || read_output(stdout, &sender));
        }
        let errors = Arc::default();
        if let Some(stderr) = child.stderr().take() {
            let errors = Arc::clone(&errors);
            thread::spawn(move || read_errors(stderr, &errors));
        }
        let stdin = child.stdin().take();
        let child = Arc::new(Mutex::new(child));
        list.retain(|other| other.strong_count() > 0);
        list.push(Arc::downgrade(&child));
        Ok(Process { child, stdin, lines, errors, log })
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

    /// The next line, without its end; waits for it so long.
    pub fn receive(&mut self, patience: Duration) -> Result<String, ProcessError> {
        match self.lines.recv_timeout(patience) {
            Ok(Heard::Line(line)) => {
                if let Some(log) = &mut self.log {
                    log.note('<', &line);
                }
                Ok(line)
            }
            Ok(Heard::TooLong) => Err(ProcessError::Endless),
            Err(RecvTimeoutError::Timeout) => Err(ProcessError::Silent(patience)),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// Throws away what has come in and nobody asked for.
    pub fn forget_waiting(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    pub(crate) fn take_log(&mut self) -> Option<WireLog> {
        self.log.take()
    }

    /// Closes the program's input: a well-behaved program then ends.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits so long for the program to end by itself; `None` if it does not.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = deadline(patience);
        loop {
            let status = lock(&self.child).try_wait();
            match status {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// The last lines it wrote to standard error.
    pub fn errors(&self) -> Vec<String> {
        lock(&self.errors).iter().cloned().collect()
    }

    /// What to say of a program that is gone: its last words may need a moment to come through.
    fn ended(&mut self) -> ProcessError {
        let status = self.wait(Duration::from_millis(200));
        thread::sleep(Duration::from_millis(20));
        ProcessError::Ended { status, errors: self.errors() }
    }
}

impl Drop for Process {
    /// Kills the whole group, which may outlive its leader, and waits for the leader.
    fn drop(&mut self) {
        self.stdin = None;
        let mut child = lock(&self.child);
        let _ = child.start_kill();
        let _ = child.wait();
    }
}

/// When so much time is over; a year does for ever.
pub(crate) fn deadline(patience: Duration) -> Instant {
    Instant::now() + patience.min(Duration::from_secs(365 * 24 * 60 * 60))
}

fn read_output(stdout: impl Read, lines: &SyncSender<Heard>) {
    let mut input = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let limit = MAX_LINE as u64 + 1;
        match input.by_ref().take(limit).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            _ => return,
        }
        let heard = if line.len() > MAX_LINE {
            Heard::TooLong
        } else {
            Heard::Line(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned())
        };
        // Nobody listens any more: the program is being killed.
        if lines.send(heard).is_err() {
            return;
        }
    }
}

fn read_errors(stderr: impl Read, errors: &Mutex<VecDeque<String>>) {
    let mut input = BufReader::new(stderr);
    let mut line = Vec::new();
    while let Ok(1..) = input.by_ref().take(ERROR_LINE as u64).read_until(b'\n', &mut line) {
        let text = short(String::from_utf8_lossy(&line).trim_end());
        let mut errors = lock(errors);
        if errors.len() == ERRORS {
            errors.pop_front();
        }
        errors.push_back(text);
        line.clear();
    }
}
