//! Checks a certificate: plays every game against the strategies in it and finds what the best
//! answers win.
//!
//! It shares no code with the solvers. It reads the file by the words of `docs/exact.md`, moves
//! stones with `kage_goban`, and asks `kage_phantom` what each seat hears. It merges nothing: every
//! turned copy and every order of refused tries is played. So it is slow, and simple.

mod file;
mod possible;
mod table;
mod walk;
mod words;

use file::CertificateFile;
use kage_goban::Color;
use std::fmt;
use walk::Walk;

/// What a checker found.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// What Black's strategy gets against every answer.
    pub lower: f64,
    /// What White's strategy allows at most.
    pub upper: f64,
    /// The lower bound that the certificate claims.
    pub claimed_lower: f64,
    /// The upper bound that the certificate claims.
    pub claimed_upper: f64,
    /// Positions that were visited.
    pub positions: u64,
    /// Decisions in the certificate.
    pub decisions: usize,
}

impl Checked {
    /// Do the claimed bounds hold, up to rounding and to the small shares that are not written?
    pub fn holds(&self) -> bool {
        let slack = 1e-5;
        self.lower >= self.claimed_lower - slack && self.upper <= self.claimed_upper + slack
    }

    /// Half of what the best answers win together.
    pub fn exploitability(&self) -> f64 {
        (self.upper - self.lower) / 2.0
    }
}

/// A certificate cannot be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckError {
    /// A line is not as it should be.
    Line {
        /// Its number.
        line: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// The header lacks this.
    Header(&'static str),
    /// The board or the rules are none that it can play on.
    Unsupported(&'static str),
    /// A seat comes to a decision that has no line.
    NoDecision(String),
    /// A strategy makes a try that the game does not have.
    ForbiddenTry(String),
    /// The probabilities of a decision do not sum to 1.
    Sum(String),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Line { line, what } => write!(f, "line {line}: {what}"),
            CheckError::Header(name) => write!(f, "the header has no `# {name} ...`"),
            CheckError::Unsupported(what) => f.write_str(what),
            CheckError::NoDecision(log) => write!(f, "there is no line for `{log}`"),
            CheckError::ForbiddenTry(log) => {
                write!(f, "after `{log}` a try is made that the game does not have")
            }
            CheckError::Sum(log) => write!(f, "the probabilities after `{log}` do not sum to 1"),
        }
    }
}

impl std::error::Error for CheckError {}

/// Checks the text of a certificate.
pub fn check(text: &str) -> Result<Checked, CheckError> {
    let file = CertificateFile::read(text)?;
    let mut positions = 0;
    let mut best = |responder: Color| {
        let mut walk = Walk::new(&file, responder);
        let value = walk.value();
        positions += walk.positions;
        value
    };
    let (upper, lower) = (best(Color::Black)?, -best(Color::White)?);
    Ok(Checked {
        lower,
        upper,
        claimed_lower: file.lower,
        claimed_upper: file.upper,
        positions,
        decisions: file.decisions.black.len() + file.decisions.white.len(),
    })
}
