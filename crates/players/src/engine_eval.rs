//! A program for visible Go evaluates sampled worlds.
//!
//! The program is not told the true position. It sees sampled boards only.

use crate::guard::GUARD;
use crate::ismcts::SIMULATIONS;
use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::{
    BANK, CLOCK, EXPLORE, EYE, PLAYOUTS, SCORING, SEED, SearchOptions, SearchPlayer, TIME,
};
use crate::spec::{OptionReader, SpecError};
use crate::world_source::{DRAWS, PRIOR, SAMPLER, WorldOptions};
use kage_goban::{Board, Color, Komi, Move, Point, Position};
use kage_gtp::{Command, GtpConnection, Timeouts};
use kage_phantom::{Candidate, Choice, Explanation, Player, PlayerError};
use kage_search::{BudgetMeter, RootState, Scoring, Search, SearchError};

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "engine-eval",
    about: "tries each open point in sampled worlds; a Go program estimates the score of the result",
    source: "Syrovátka 2022, chapters 5 and 6; GNU Go's estimate_score",
    beyond: &[],
    options: &[
        OptionEntry {
            name: "command",
            takes: "a command line without commas",
            default: "gnugo --mode gtp",
            about: "the command line of the Go program, which must know the GTP command of `method`",
        },
        OptionEntry {
            name: "method",
            takes: "estimate or experimental",
            default: "estimate",
            about: "the GTP command that gives a score. estimate: estimate_score; experimental: experimental_score for the side to move",
        },
        OptionEntry { default: "200", about: "estimates for each try", ..PLAYOUTS },
        SIMULATIONS,
        TIME,
        BANK,
        CLOCK,
        OptionEntry { default: "0.1", ..EXPLORE },
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

/// The command that the program is asked with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Method {
    Estimate,
    Experimental,
}

/// The default number of estimates for each try. It is small, because estimates are slow.
const ESTIMATES: u64 = 200;

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    options.alias(SIMULATIONS.name, PLAYOUTS.name)?;
    options.usual_playouts = ESTIMATES;
    let common = SearchOptions::from_options(options, seed, Scoring::Win)?;
    let methods = [("estimate", Method::Estimate), ("experimental", Method::Experimental)];
    let search = EngineEval {
        command: options.text("command").unwrap_or_else(|| "gnugo --mode gtp".to_owned()),
        method: options.word("method", &methods)?.unwrap_or(Method::Estimate),
        explore: options.decimal(EXPLORE.name)?.unwrap_or(0.1),
        scoring: common.scoring,
        program: None,
    };
    let worlds = WorldOptions::of_sampler(options)?;
    Ok(Box::new(SearchPlayer::new(Box::new(search), common).with_worlds(Some(worlds))))
}

/// A search of one ply by upper bounds. A program's estimate of the lead is the value.
struct EngineEval {
    command: String,
    method: Method,
    explore: f64,
    scoring: Scoring,
    /// The program, once it runs. On drop, it is killed.
    program: Option<GtpConnection>,
}

/// A candidate with its statistics.
struct Arm<'a> {
    point: Point,
    /// The positions in which it is legal.
    worlds: Vec<&'a Position>,
    visits: u64,
    sum: f64,
}

impl Search for EngineEval {
    fn search(
        &mut self,
        root: &RootState,
        budget: &mut BudgetMeter,
        _: u64,
    ) -> Result<Explanation, SearchError> {
        let assumed = root.position();
        let sampled = root.worlds.worlds().iter().map(|world| &world.position);
        let worlds: Vec<&Position> =
            if root.worlds.is_empty() { vec![&assumed] } else { sampled.collect() };
        let mut arms = arms(root, &worlds);
        if let Err(error) = self.pull(&mut arms, root, budget) {
            // The next try starts the program again.
            self.program = None;
            let what = PlayerError::Infrastructure(format!("the estimating program: {error}"));
            return Err(SearchError::Program(what));
        }
        Ok(explanation(root, &arms, budget.spent()))
    }
}

/// The open points that are legal in some world.
fn arms<'a>(root: &RootState, worlds: &[&'a Position]) -> Vec<Arm<'a>> {
    let arm = |point: Point| {
        let legal = |world: &&Position| world.check(Move::Play(point)).is_ok();
        let worlds: Vec<&Position> = worlds.iter().copied().filter(legal).collect();
        Arm { point, worlds, visits: 0, sum: 0.0 }
    };
    root.open.iter().map(arm).filter(|arm| !arm.worlds.is_empty()).collect()
}

fn explanation(root: &RootState, arms: &[Arm<'_>], playouts: u64) -> Explanation {
    let candidate = |arm: &Arm<'_>| Candidate {
        choice: Choice::Try(arm.point),
        value: arm.sum / arm.visits.max(1) as f64,
        visits: arm.visits,
        probability: 0.0,
        reasons: vec!["engine's estimate"],
    };
    let mut candidates: Vec<Candidate> =
        arms.iter().filter(|arm| arm.visits > 0).map(candidate).collect();
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    if let Some(first) = candidates.first_mut() {
        first.probability = 1.0;
    }
    Explanation { playouts, candidates, hidden: root.belief(), tree: Vec::new() }
}

impl EngineEval {
    /// Spends the budget on estimates.
    fn pull(
        &mut self,
        arms: &mut [Arm<'_>],
        root: &RootState,
        budget: &mut BudgetMeter,
    ) -> Result<(), PlayerError> {
        let span = self.scoring.span(root.board.size().area());
        while let Some(next) = self.best(arms, span, budget.spent())
            && budget.next(1).is_some()
        {
            let arm = &mut arms[next];
            let mut position = arm.worlds[arm.visits as usize % arm.worlds.len()].clone();
            // The move was legal when the candidates were collected.
            let _ = position.play(Move::Play(arm.point));
            let lead = self.lead(&position, root.komi, root.color)?;
            arm.sum += self.value(lead);
            arm.visits += 1;
        }
        Ok(())
    }

    /// The candidate with the best bound; candidates without an estimate come first.
    fn best(&self, arms: &[Arm<'_>], span: f64, all: u64) -> Option<usize> {
        let bound = |arm: &Arm<'_>| match arm.visits {
            0 => f64::INFINITY,
            visits => {
                let bonus = (libm::log(all.max(1) as f64) / visits as f64).sqrt();
                arm.sum / visits as f64 + self.explore * span * bonus
            }
        };
        let bounds: Vec<f64> = arms.iter().map(bound).collect();
        // The first of equal ones.
        (0..arms.len()).rev().max_by(|&a, &b| bounds[a].total_cmp(&bounds[b]))
    }

    /// The value of a lead: the lead itself, or an estimated probability to win.
    fn value(&self, lead: f64) -> f64 {
        match self.scoring {
            Scoring::Territory => lead,
            Scoring::Win | Scoring::WinAndTerritory => 1.0 / (1.0 + libm::exp(-lead / SURE_LEAD)),
        }
    }

    /// The lead of a side, with komi, as the program estimates it.
    fn lead(&mut self, position: &Position, komi: Komi, side: Color) -> Result<f64, PlayerError> {
        let (command, method) = (self.command.clone(), self.method);
        let program = self.program(&command)?;
        for command in setting_up(position.board(), komi) {
            program.prepare(&command)?;
        }
        let ask = match method {
            Method::Estimate => Command::bare("estimate_score"),
            Method::Experimental => Command::new("experimental_score", [word(position.turn())]),
        };
        let answer = program.ask(&ask, program.timeouts().answer)?;
        let white = match method {
            Method::Estimate => white_lead(&answer.text),
            // By GNU Go's manual and source, this is White's lead.
            Method::Experimental => answer.text.trim().parse().ok(),
        };
        let white = white.filter(|lead: &f64| answer.success && lead.is_finite());
        let white = white.ok_or_else(|| {
            let text = answer.text.lines().next().unwrap_or_default();
            program.fault(&format!("`{ask}` was answered `{text}`, which is no score"))
        })?;
        Ok(if side == Color::White { white } else { -white })
    }

    /// The connection to the program, which is started if it does not run.
    fn program(&mut self, command: &str) -> Result<&mut GtpConnection, PlayerError> {
        let open = match self.program.take() {
            Some(program) => program,
            None => GtpConnection::open(command, Timeouts::default(), None)?,
        };
        Ok(self.program.insert(open))
    }
}

/// A lead of this many points is won three times in four.
const SURE_LEAD: f64 = 8.0;

/// The commands that set up a position. Every chain of it has a liberty, so no order of the stones
/// captures one.
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
