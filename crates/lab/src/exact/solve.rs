//! A run: one game at several caps, solved until little can be won against the strategies.

use super::board::points_of;
use super::certificate;
use super::cfr::Cfr;
use super::checkpoint::{Checkpoint, CheckpointError};
use super::flows::{Bounds, Flow};
use super::game::{GameConfig, Tries};
use super::infosets::Action;
use super::lp::{self, LpError};
use super::tree::{TooLarge, Tree};
use kage_goban::{ByColor, Color};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How a game is solved.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveConfig {
    /// The game at its largest cap.
    pub game: GameConfig,
    /// How many caps are solved, the largest last.
    pub caps: u8,
    /// By which method.
    pub solver: Solver,
    /// A cap is solved by regrets when the bounds are this close.
    pub target: f64,
    /// The bytes that may be used.
    pub memory: u64,
    /// Whether the strategies at the largest cap are written out.
    pub certificate: Certificate,
    /// The file that the run resumes from.
    pub checkpoint: Option<PathBuf>,
    /// How often the file is written.
    pub save_every: Duration,
}

/// A method of solving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solver {
    /// Counterfactual regret minimization.
    Regrets,
    /// A linear program. It is slow on large games, and cannot be resumed.
    LinearProgram,
}

/// Whether strategies are written out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// They are not.
    Omitted,
    /// They are.
    Written,
}

/// A game cannot be solved.
#[derive(Debug)]
pub enum SolveError {
    /// Repeated tries go on for ever without a limit of tries.
    NoTryLimit,
    /// It does not fit in memory.
    TooLarge {
        /// The cap.
        cap: u8,
        /// The bytes that it needs, as estimated.
        needed: u64,
        /// The bytes that may be used.
        allowed: u64,
        /// The nodes, as estimated.
        nodes: u64,
    },
    /// The linear program was not solved.
    Lp(LpError),
    /// The checkpoint cannot be used.
    Checkpoint(CheckpointError),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::NoTryLimit => f.write_str(
                "a try may be repeated for ever; limit the tries of a turn: --rules \"... try-limit=4\"",
            ),
            SolveError::TooLarge { cap, needed, allowed, nodes } => write!(
                f,
                "at cap {cap} the game has about {} million nodes and needs about {:.1} GB of memory; {:.1} GB may \
                 be used: take a smaller --cap, or allow more with --memory",
                nodes.div_ceil(1_000_000),
                *needed as f64 / 1e9,
                *allowed as f64 / 1e9
            ),
            SolveError::Lp(error) => error.fmt(f),
            SolveError::Checkpoint(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SolveError {}

impl From<CheckpointError> for SolveError {
    fn from(error: CheckpointError) -> SolveError {
        SolveError::Checkpoint(error)
    }
}

/// The solution at one cap.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct SolvedCap {
    /// The cap on accepted moves.
    pub cap: u8,
    /// What the game is worth to Black: the middle of the bounds.
    pub value: f64,
    /// What Black's strategy gets for certain.
    pub lower: f64,
    /// What White's strategy allows at most.
    pub upper: f64,
    /// Half of what best answers to both strategies win together.
    pub exploitability: f64,
    /// Information sets of both sides.
    pub infosets: usize,
    /// Moments of the game: decisions and ends.
    pub nodes: u64,
    /// Those of them that are ends.
    pub ends: usize,
    /// The bytes of the tree and of the solver.
    pub memory: u64,
    /// Iterations of the solver.
    pub iterations: u64,
    /// How the first moves are chosen.
    pub first_moves: Vec<Choices>,
}

/// How a seat chooses at a decision.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Choices {
    /// The seat: `black` or `white`.
    pub seat: String,
    /// The probability of each point that may be tried, by its name.
    pub tries: Vec<(String, f64)>,
    /// The probability of a pass.
    pub pass: f64,
}

/// A game that was solved, or stopped before it was.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedGame {
    /// The solutions, the largest cap last.
    pub caps: Vec<SolvedCap>,
    /// The strategies at the largest cap, if they were wanted.
    pub certificate: Option<String>,
    /// Whether the run came to its end.
    pub run: SolveRun,
}

/// Whether a run came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveRun {
    /// All caps are solved.
    Done,
    /// It was stopped at this cap.
    Stopped {
        /// The cap.
        cap: u8,
        /// Its iterations so far.
        iterations: u64,
    },
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The cap that is being solved.
    pub cap: u8,
    /// Its information sets.
    pub infosets: usize,
    /// Iterations so far.
    pub iterations: u64,
    /// The present bounds.
    pub bounds: Bounds,
}

/// Is the run wanted any longer?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watch {
    /// It goes on.
    Continue,
    /// It is to be saved and stopped.
    Stop,
}

/// Solves a game. `watch` is told of the progress and says when to stop.
pub fn solve(
    config: &SolveConfig,
    watch: &mut dyn FnMut(Progress) -> Watch,
) -> Result<SolvedGame, SolveError> {
    if config.game.tries == Tries::All && config.game.rules.limits.tries.is_none() {
        return Err(SolveError::NoTryLimit);
    }
    let game = in_words(&config.game);
    let loaded = match &config.checkpoint {
        Some(path) => Checkpoint::load(path, &game)?,
        None => None,
    };
    let (solved, sizes) = (Vec::new(), Vec::new());
    let mut run = Run { config, game, solved, sizes, certificate: None, watch };
    let mut found = None;
    if let Some(Checkpoint { head, state }) = loaded {
        run.solved = head.solved;
        found = state.map(|state| (head.cap, head.iterations, state));
    }
    // What is solved well enough stays, but a certificate needs the strategies again.
    let again = |cap: u8| config.certificate == Certificate::Written && cap == config.game.cap;
    run.solved.retain(|solved| solved.upper - solved.lower <= config.target && !again(solved.cap));
    run.all(&mut found)
}

/// The game in words, without its cap: what a checkpoint belongs to.
pub(crate) fn in_words(game: &GameConfig) -> String {
    let (tries, worth) = (game.tries.word(), game.worth.word());
    format!("{}, rules {}, {tries} tries, worth the {worth}", game.shape, game.rules)
}

type Found = Option<(u8, u64, ByColor<super::cfr::SideState>)>;

struct Run<'a> {
    config: &'a SolveConfig,
    game: String,
    solved: Vec<SolvedCap>,
    /// The nodes and bytes of the caps so far.
    sizes: Vec<(u64, u64)>,
    certificate: Option<String>,
    watch: &'a mut dyn FnMut(Progress) -> Watch,
}

impl Run<'_> {
    fn all(&mut self, found: &mut Found) -> Result<SolvedGame, SolveError> {
        let last = self.config.game.cap.max(1);
        let first = last.saturating_sub(self.config.caps.max(1) - 1).max(1);
        // Smaller caps are built too, in less time: they tell what the next one needs.
        for cap in first.saturating_sub(3).max(1)..=last {
            self.fits(cap)?;
            let wanted = cap >= first && self.solved.iter().all(|solved| solved.cap != cap);
            if !wanted && cap == last {
                break;
            }
            let tree = self.build(cap)?;
            if wanted && let Some(iterations) = self.one(&tree, found)? {
                let caps = std::mem::take(&mut self.solved);
                return Ok(SolvedGame {
                    caps,
                    certificate: None,
                    run: SolveRun::Stopped { cap, iterations },
                });
            }
        }
        let mut caps = std::mem::take(&mut self.solved);
        caps.retain(|solved| (first..=last).contains(&solved.cap));
        caps.sort_by_key(|solved| solved.cap);
        Ok(SolvedGame { caps, certificate: self.certificate.take(), run: SolveRun::Done })
    }

    /// Does the next cap fit, as far as the growth so far tells?
    fn fits(&self, cap: u8) -> Result<(), SolveError> {
        let [.., before, (_, small), (nodes, bytes)] = self.sizes[..] else { return Ok(()) };
        let growth = (bytes as f64 / small as f64).max(small as f64 / before.1 as f64);
        let needed = (bytes as f64 * growth) as u64;
        if needed <= self.config.memory {
            return Ok(());
        }
        let nodes = (nodes as f64 * growth) as u64;
        Err(SolveError::TooLarge { cap, needed, allowed: self.config.memory, nodes })
    }

    fn build(&mut self, cap: u8) -> Result<Tree, SolveError> {
        let allowed = self.config.memory;
        // Before anything is known, a node is taken to need what it needs on small boards.
        let each = self.sizes.last().map_or(100, |(nodes, bytes)| bytes.div_ceil(*nodes).max(1));
        let game = GameConfig { cap, ..self.config.game };
        let tree = Tree::build(game, allowed / each).map_err(|TooLarge { nodes }| {
            SolveError::TooLarge { cap, needed: nodes * each, allowed, nodes }
        })?;
        self.sizes.push((tree.nodes, tree.bytes()));
        Ok(tree)
    }

    /// Solves one cap; the number of iterations if it was stopped.
    fn one(&mut self, tree: &Tree, found: &mut Found) -> Result<Option<u64>, SolveError> {
        if self.config.solver == Solver::LinearProgram {
            return self.by_program(tree).map(|()| None);
        }
        let cap = tree.config.cap;
        let mut cfr = match found.take_if(|(of, ..)| *of == cap) {
            Some((_, iterations, state)) => Cfr::resumed(tree, iterations, state),
            None => Cfr::new(tree),
        };
        let mut saved = Instant::now();
        let mut bounds = Bounds::of(tree, &cfr.average());
        loop {
            let (infosets, iterations) = (tree.infosets(), cfr.iterations);
            if (self.watch)(Progress { cap, infosets, iterations, bounds }) == Watch::Stop {
                self.save(cap, Some(&cfr))?;
                return Ok(Some(iterations));
            }
            if is_looked_at(cfr.iterations) && bounds.upper - bounds.lower <= self.config.target {
                let average = cfr.average();
                self.solved.push(report(tree, &average, bounds, cfr.iterations));
                self.certificate = wanted_certificate(self.config, tree, &average, bounds);
                self.save(cap, Some(&cfr))?;
                return Ok(None);
            }
            cfr.step();
            // After a step, so that a file always has something to continue from.
            if saved.elapsed() >= self.config.save_every {
                self.save(cap, Some(&cfr))?;
                saved = Instant::now();
            }
            if is_looked_at(cfr.iterations) {
                bounds = Bounds::of(tree, &cfr.average());
            }
        }
    }

    fn by_program(&mut self, tree: &Tree) -> Result<(), SolveError> {
        let (flows, iterations) = lp::solve(tree).map_err(SolveError::Lp)?;
        let bounds = Bounds::of(tree, &flows);
        self.solved.push(report(tree, &flows, bounds, iterations));
        self.certificate = wanted_certificate(self.config, tree, &flows, bounds);
        Ok(())
    }

    fn save(&self, cap: u8, running: Option<&Cfr>) -> Result<(), SolveError> {
        let Some(path) = &self.config.checkpoint else { return Ok(()) };
        let running = running.map(|cfr| (cfr.iterations, cfr.state.clone()));
        let (game, solved) = (self.game.clone(), self.solved.clone());
        Ok(Checkpoint::new(game, solved, cap, running).save(path)?)
    }
}

/// Best answers cost as much as an iteration, so they are asked for now and then. When depends on
/// the iteration alone: a resumed run stops where an unbroken one does.
fn is_looked_at(iterations: u64) -> bool {
    iterations > 0 && (iterations <= 8 || iterations.is_multiple_of(8))
}

/// The certificate of the largest cap, if it is wanted.
fn wanted_certificate(
    config: &SolveConfig,
    tree: &Tree,
    flows: &ByColor<Flow>,
    bounds: Bounds,
) -> Option<String> {
    let wanted = config.certificate == Certificate::Written && tree.config.cap == config.game.cap;
    wanted.then(|| certificate::text(tree, flows, bounds))
}

fn report(tree: &Tree, flows: &ByColor<Flow>, bounds: Bounds, iterations: u64) -> SolvedCap {
    SolvedCap {
        cap: tree.config.cap,
        value: bounds.middle(),
        lower: bounds.lower,
        upper: bounds.upper,
        exploitability: bounds.exploitability(),
        infosets: tree.infosets(),
        nodes: tree.nodes,
        ends: tree.payoffs.len(),
        memory: tree.bytes(),
        iterations,
        first_moves: Color::BOTH.map(|seat| first_move(tree, flows, seat)).to_vec(),
    }
}

/// How a side chooses at its first decision: Black at the start, White after a move of Black's.
fn first_move(tree: &Tree, flows: &ByColor<Flow>, seat: Color) -> Choices {
    let (side, flow) = (&tree.sides[seat], &flows[seat]);
    let word = if seat == Color::Black { "black" } else { "white" };
    let mut choices = Choices { seat: word.to_owned(), tries: Vec::new(), pass: 0.0 };
    if side.len() == 0 {
        return choices;
    }
    let reach: f64 = flow[side.of(0)].iter().sum();
    for (action, at) in side.actions(&tree.symmetries, 0).zip(side.of(0)) {
        let share = flow[at] / reach;
        match action {
            Action::Try(points) => {
                let each = share / f64::from(points.count_ones());
                let named = |point| (tree.config.shape.name(point), each);
                choices.tries.extend(points_of(points).map(named));
            }
            Action::Pass => choices.pass = share,
            Action::Signal => {}
        }
    }
    choices.tries.sort_by(|(a, _), (b, _)| a.cmp(b));
    choices
}
