//! A program for visible Go says what worlds are worth.
//!
//! The program is no player here and is told no truth: it sees boards that the player imagines.

use crate::catalogue::{Entry, OptionEntry};
use crate::imagination::{DRAWS, Fancy, PRIOR, SAMPLER};
use crate::ismcts::SIMULATIONS;
use crate::searcher::{BANK, Common, EYE, GUARD, SCORING, SEED, Searcher, TIME};
use crate::spec::{Options, SpecError};
use kage_goban::{Board, Color, Komi, Move, Point, Position};
use kage_gtp::{Command, Line, Patience};
use kage_phantom::{Candidate, Choice, Player, PlayerError};
use kage_search::{Evaluation, Evaluator, Meter, Reading, Scoring};

pub(crate) const ENTRY: Entry = Entry {
    name: "engine-eval",
    about: "each open point in turns in worlds that may be true; a Go program says what they are worth then",
    source: "Syrovátka 2022, chapters 5 and 6; GNU Go's estimate_score",
    options: &[
        OptionEntry {
            name: "command",
            takes: "a command line without commas",
            default: "gnugo --mode gtp",
            about: "the program: it must know the method's GTP command",
        },
        OptionEntry {
            name: "method",
            takes: "estimate or experimental",
            default: "estimate",
            about: "the GTP command to ask: estimate_score, or experimental_score of the side to move",
        },
        OptionEntry {
            name: "playouts",
            takes: "a number",
            default: "200",
            about: "estimates for each try",
        },
        SIMULATIONS,
        TIME,
        BANK,
        OptionEntry {
            name: "explore",
            takes: "a number",
            default: "0.1",
            about: "the exploration constant, as a share of the span of values",
        },
        SCORING,
        EYE,
        SAMPLER,
        PRIOR,
        DRAWS,
        GUARD,
        SEED,
    ],
    make,
};

/// How the program is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Method {
    Estimate,
    Experimental,
}

/// Estimates for each try, unless something else is said: they are slow.
const ESTIMATES: &str = "200";

fn make(options: &mut Options, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    options.alias("simulations", "playouts")?;
    if options.purse.is_none() && !options.has_any(&["playouts", "time", "bank"]) {
        options.set("playouts", ESTIMATES);
    }
    let common = Common::from_options(options, seed, Scoring::Win)?;
    let methods = [("estimate", Method::Estimate), ("experimental", Method::Experimental)];
    let evaluator = EngineEval {
        command: options.text("command").unwrap_or_else(|| "gnugo --mode gtp".to_owned()),
        method: options.word("method", &methods)?.unwrap_or(Method::Estimate),
        explore: options.decimal("explore")?.unwrap_or(0.1),
        scoring: common.scoring,
        line: None,
        trouble: None,
    };
    let fancy = Fancy::of_sampler(options)?;
    Ok(Box::new(Searcher::new(Box::new(evaluator), common).imagining(Some(fancy))))
}

/// One ply of search by upper bounds; a program's estimate of the lead is the value.
struct EngineEval {
    command: String,
    method: Method,
    explore: f64,
    scoring: Scoring,
    /// The program, once it runs. It is killed when this is dropped.
    line: Option<Line>,
    trouble: Option<String>,
}

/// A candidate with what was found out about it.
struct Arm<'a> {
    point: Point,
    /// The positions in which it is legal.
    worlds: Vec<&'a Position>,
    visits: u64,
    sum: f64,
}

impl Evaluator for EngineEval {
    fn evaluate(&mut self, reading: &Reading, komi: Komi, meter: Meter, _: u64) -> Evaluation {
        let assumed = reading.position();
        let scenes = reading.worlds.scenes().iter().map(|scene| &scene.position);
        let worlds: Vec<&Position> =
            if reading.worlds.is_empty() { vec![&assumed] } else { scenes.collect() };
        let mut arms = arms(reading, &worlds);
        let spent = match self.pull(&mut arms, reading, komi, meter) {
            Ok(spent) => spent,
            Err(error) => {
                // The next try starts the program anew.
                self.line = None;
                self.trouble = Some(format!("the estimating program: {error}"));
                0
            }
        };
        evaluation(reading, &arms, spent)
    }

    fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }
}

/// The open points that are legal in some world.
fn arms<'a>(reading: &Reading, worlds: &[&'a Position]) -> Vec<Arm<'a>> {
    let arm = |point: Point| {
        let legal = |world: &&Position| world.check(Move::Play(point)).is_ok();
        let worlds: Vec<&Position> = worlds.iter().copied().filter(legal).collect();
        Arm { point, worlds, visits: 0, sum: 0.0 }
    };
    reading.open.iter().map(arm).filter(|arm| !arm.worlds.is_empty()).collect()
}

fn evaluation(reading: &Reading, arms: &[Arm<'_>], playouts: u64) -> Evaluation {
    let candidate = |arm: &Arm<'_>| Candidate {
        choice: Choice::Try(arm.point),
        value: arm.sum / arm.visits.max(1) as f64,
        visits: arm.visits,
        reasons: vec!["engine's estimate"],
    };
    let mut candidates: Vec<Candidate> =
        arms.iter().filter(|arm| arm.visits > 0).map(candidate).collect();
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    Evaluation { playouts, candidates, hidden: reading.belief(), tree: Vec::new() }
}

impl EngineEval {
    /// Spends the budget on estimates and returns how many there were.
    fn pull(
        &mut self,
        arms: &mut [Arm<'_>],
        reading: &Reading,
        komi: Komi,
        mut meter: Meter,
    ) -> Result<u64, PlayerError> {
        let span = self.scoring.span(reading.board.size().area());
        while let Some(next) = self.best(arms, span, meter.spent())
            && meter.next(1).is_some()
        {
            let arm = &mut arms[next];
            let mut position = arm.worlds[arm.visits as usize % arm.worlds.len()].clone();
            // It was legal when the candidates were gathered.
            let _ = position.play(Move::Play(arm.point));
            let lead = self.lead(&position, komi, reading.color)?;
            arm.sum += self.value(lead);
            arm.visits += 1;
        }
        Ok(meter.spent())
    }

    /// The candidate with the best bound; new ones first.
    fn best(&self, arms: &[Arm<'_>], span: f64, all: u64) -> Option<usize> {
        let bound = |arm: &Arm<'_>| match arm.visits {
            0 => f64::INFINITY,
            visits => {
                let doubt = ((all.max(1) as f64).ln() / visits as f64).sqrt();
                arm.sum / visits as f64 + self.explore * span * doubt
            }
        };
        let bounds: Vec<f64> = arms.iter().map(bound).collect();
        // The first of equals.
        (0..arms.len()).rev().max_by(|&a, &b| bounds[a].total_cmp(&bounds[b]))
    }

    /// A lead as a value: itself, or something like a chance to win, since it is an estimate.
    fn value(&self, lead: f64) -> f64 {
        match self.scoring {
            Scoring::Territory => lead,
            Scoring::Win | Scoring::WinAndTerritory => 1.0 / (1.0 + (-lead / SURE_LEAD).exp()),
        }
    }

    /// How much a side leads by, with komi, as the program sees it.
    fn lead(&mut self, position: &Position, komi: Komi, side: Color) -> Result<f64, PlayerError> {
        let (command, method) = (self.command.clone(), self.method);
        let line = self.line(&command)?;
        for command in setting_up(position.board(), komi) {
            line.prepare(&command)?;
        }
        let ask = match method {
            Method::Estimate => Command::bare("estimate_score"),
            Method::Experimental => Command::new("experimental_score", [word(position.turn())]),
        };
        let answer = line.ask(&ask, line.patience().answer)?;
        let white = match method {
            Method::Estimate => white_lead(&answer.text),
            // By GNU Go's manual and source: the score as White counts it.
            Method::Experimental => answer.text.trim().parse().ok(),
        };
        let white = white.filter(|lead: &f64| answer.success && lead.is_finite());
        let white = white.ok_or_else(|| {
            let text = answer.text.lines().next().unwrap_or_default();
            line.fault(&format!("`{ask}` was answered `{text}`, which is no score"))
        })?;
        Ok(if side == Color::White { white } else { -white })
    }

    /// The line to the program, which is started if it does not run.
    fn line(&mut self, command: &str) -> Result<&mut Line, PlayerError> {
        let open = match self.line.take() {
            Some(line) => line,
            None => Line::open(command, Patience::default(), None)?,
        };
        Ok(self.line.insert(open))
    }
}

/// A lead of so many points is won three times in four.
const SURE_LEAD: f64 = 8.0;

/// The commands that put a position up. Every chain has a liberty in the end, so no stone is taken
/// on the way, whatever the order.
fn setting_up(board: &Board, komi: Komi) -> Vec<Command> {
    let mut commands = vec![
        Command::new("boardsize", [board.size().get()]),
        Command::new("komi", [komi]),
        Command::bare("clear_board"),
    ];
    for color in Color::BOTH {
        let play = |point: Point| Command::new("play", [word(color), &point.to_string()]);
        commands.extend(board.stones(color).iter().map(play));
    }
    commands
}

const fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Reads `W+11.3 (upper bound: ...)`, `B+3` or `0`: White's lead.
fn white_lead(text: &str) -> Option<f64> {
    let score = text.split_whitespace().next()?;
    match score.split_once('+') {
        Some(("W" | "w", lead)) => lead.parse().ok(),
        Some(("B" | "b", lead)) => lead.parse::<f64>().ok().map(|lead| -lead),
        Some(_) => None,
        None => score.parse::<f64>().ok().filter(|lead| *lead == 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read() {
        assert_eq!(white_lead("W+11.3 (upper bound: 11.3, lower: 11.3)"), Some(11.3));
        assert_eq!(white_lead("B+3"), Some(-3.0));
        assert_eq!(white_lead("0"), Some(0.0));
        for bad in ["", "W", "X+2", "W+much", "3"] {
            assert_eq!(white_lead(bad), None, "{bad}");
        }
    }
}
