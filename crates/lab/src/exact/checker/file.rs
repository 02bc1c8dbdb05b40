//! A certificate as it is read.

use super::CheckError;
use super::words::{Choice, seat};
use kage_goban::{BoardSize, ByColor, KoRule};
use kage_phantom::RefereeRules;
use std::collections::HashMap;

/// The choices of a decision, with their probabilities.
pub(super) type Choices = Vec<(Choice, f64)>;

/// Which tries the game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tries {
    Useful,
    Fresh,
    All,
}

/// The text of a certificate, taken apart.
#[derive(Debug)]
pub(super) struct CertificateFile {
    pub(super) size: BoardSize,
    pub(super) rules: RefereeRules,
    pub(super) cap: u32,
    pub(super) tries: Tries,
    /// Does a game count by its points, not by its result?
    pub(super) by_points: bool,
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) decisions: ByColor<HashMap<String, Choices>>,
}

impl CertificateFile {
    pub(super) fn read(text: &str) -> Result<CertificateFile, CheckError> {
        let header = |name: &'static str| {
            let find =
                |line: &str| Some(line.strip_prefix("# ")?.strip_prefix(name)?.trim().to_owned());
            text.lines().take_while(|line| line.starts_with('#')).find_map(find)
        };
        let need = |name| header(name).ok_or(CheckError::Header(name));
        if need("kage certificate")? != "1" {
            return Err(CheckError::Header("kage certificate 1"));
        }
        let rules: RefereeRules =
            need("rules")?.parse().map_err(|_| CheckError::Header("rules"))?;
        if rules.ko == KoRule::PositionalSuperko {
            return Err(CheckError::Unsupported("certificates are checked under simple ko only"));
        }
        let number = |name| need(name)?.parse::<f64>().map_err(|_| CheckError::Header(name));
        Ok(CertificateFile {
            size: read_board(&need("board")?)?,
            rules,
            cap: number("cap")? as u32,
            tries: match need("tries")?.as_str() {
                "useful" => Tries::Useful,
                "fresh" => Tries::Fresh,
                "all" => Tries::All,
                _ => return Err(CheckError::Header("tries useful, fresh or all")),
            },
            by_points: need("worth")? == "points",
            lower: number("lower")?,
            upper: number("upper")?,
            decisions: read_decisions(text)?,
        })
    }

    /// The number of moves after which the game is counted.
    pub(super) fn most_moves(&self) -> u32 {
        self.rules.limits.moves.unwrap_or(u32::MAX).min(self.cap)
    }

    /// The number of moves and refused tries after which the game is counted.
    pub(super) fn most_steps(&self) -> u32 {
        let area = self.size.area() as u32;
        self.rules.limits.steps_per_point.map_or(u32::MAX, |each| each.saturating_mul(area))
    }
}

fn read_board(text: &str) -> Result<BoardSize, CheckError> {
    let (rows, columns) = text.split_once('x').ok_or(CheckError::Header("board"))?;
    if rows != columns {
        return Err(CheckError::Unsupported(
            "certificates are checked on square boards only: other boards are not in `kage_goban`",
        ));
    }
    rows.parse().ok().and_then(BoardSize::new).ok_or(CheckError::Header("board"))
}

fn read_decisions(text: &str) -> Result<ByColor<HashMap<String, Choices>>, CheckError> {
    let mut decisions: ByColor<HashMap<String, Choices>> = ByColor::default();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let wrong = |what| CheckError::Line { line: number + 1, what };
        let (heard, choices) = line.split_once('|').ok_or(wrong("there is no bar"))?;
        let (color, log) = heard.split_once(' ').ok_or(wrong("there is no seat"))?;
        let color = seat(color).ok_or(wrong("the seat is neither b nor w"))?;
        let words: Vec<&str> = choices.split_whitespace().collect();
        let choice = |pair: &[&str]| {
            let [choice, probability] = pair else { return None };
            let probability = probability.parse::<f64>().ok().filter(|p| (0.0..=1.01).contains(p));
            Some((Choice::read(choice)?, probability?))
        };
        let choices = words.chunks(2).map(choice).collect::<Option<Choices>>();
        let choices = choices.ok_or(wrong("a choice is a point, pass or signal, and a number"))?;
        let sum: f64 = choices.iter().map(|(_, probability)| probability).sum();
        if (sum - 1.0).abs() > 1e-4 {
            return Err(CheckError::Sum(log.trim().to_owned()));
        }
        let choices = choices.into_iter().map(|(choice, share)| (choice, share / sum)).collect();
        if decisions[color].insert(log.trim().to_owned(), choices).is_some() {
            return Err(wrong("this decision has two lines"));
        }
    }
    Ok(decisions)
}
