//! Belief calibration: the hidden stones that a sampler predicts, compared with the truth of
//! recorded games.

use crate::{Moment, PriorChoice, PriorError, RecordedGame, RecordedGameError};
use kage_belief::{History, Metaposition, Options, Sampler, Uniform};
use kage_goban::{BoardSize, Color};
use kage_net::{NetPolicy, PolicyNet};
use kage_phantom::{Knowledge, Policy, Seat};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;

/// The rows of the tables, by the number of own moves made before.
const ROWS: [usize; 4] = [0, 10, 20, 30];
/// Bins of predicted probability.
const BINS: usize = 10;
/// Symmetries of the board over which the net's predictions are averaged.
const SYMMETRIES: u8 = 8;

/// A sampler, or the net, that predicts hidden stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SamplerKind {
    /// Certain stones, and the missing ones at random points.
    Uniform,
    /// Boards that fit the latest view.
    Metaposition,
    /// Histories in which the seat hears exactly what it heard in the game.
    History,
    /// The net that is built in. It draws no worlds.
    Net,
}

impl fmt::Display for SamplerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SamplerKind::Uniform => "uniform",
            SamplerKind::Metaposition => "metaposition",
            SamplerKind::History => "history",
            SamplerKind::Net => "net",
        })
    }
}

/// What is measured.
#[derive(Clone, PartialEq, Debug)]
pub struct CalibrationConfig {
    /// The samplers, side by side.
    pub samplers: Vec<SamplerKind>,
    /// The priors of histories, side by side. Other samplers have none.
    pub priors: Vec<PriorChoice>,
    /// Worlds at each moment.
    pub worlds: usize,
    /// Histories that a sampler keeps side by side.
    pub chains: usize,
    /// Measure before every `every`-th own move of a seat.
    pub every: usize,
    /// The seed of the samplers.
    pub seed: u64,
}

/// Why a calibration failed.
#[derive(Debug)]
pub enum CalibrationError {
    /// A game cannot have been played.
    Game(RecordedGameError),
    /// A prior cannot be loaded.
    Prior(PriorError),
    /// No net is built in.
    NoNet,
    /// The net cannot evaluate boards of this size.
    BoardSize {
        /// The game's file.
        file: PathBuf,
        /// The size.
        size: BoardSize,
    },
}

impl fmt::Display for CalibrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CalibrationError::Game(error) => error.fmt(f),
            CalibrationError::Prior(error) => error.fmt(f),
            CalibrationError::NoNet => f.write_str("no net is built in"),
            CalibrationError::BoardSize { file, size } => {
                let file = file.display();
                write!(f, "{file}: the net cannot evaluate {size}; leave `net` out of --sampler")
            }
        }
    }
}

impl std::error::Error for CalibrationError {}

impl From<RecordedGameError> for CalibrationError {
    fn from(error: RecordedGameError) -> CalibrationError {
        CalibrationError::Game(error)
    }
}

impl From<PriorError> for CalibrationError {
    fn from(error: PriorError) -> CalibrationError {
        CalibrationError::Prior(error)
    }
}

impl CalibrationConfig {
    /// The samplers, each with its prior.
    fn contenders(&self) -> Vec<(SamplerKind, &PriorChoice)> {
        let with_priors = |&kind: &SamplerKind| {
            let priors = match kind {
                SamplerKind::History => &self.priors[..],
                _ => &[PriorChoice::Flat],
            };
            priors.iter().map(move |prior| (kind, prior))
        };
        self.samplers.iter().flat_map(with_priors).collect()
    }

    /// How often [`calibrate`] calls its `step` for this number of games.
    pub fn steps(&self, games: usize) -> u64 {
        (2 * games * self.contenders().len()) as u64
    }
}

/// Measures every sampler on every game, from both seats. `step` is called after each seat.
pub fn calibrate(
    games: &[RecordedGame],
    config: &CalibrationConfig,
    mut step: impl FnMut(),
) -> Result<Calibration, CalibrationError> {
    let mut samplers = Vec::new();
    for (kind, prior) in config.contenders() {
        let mut tally = CalibrationCounts::default();
        for (number, game) in games.iter().enumerate() {
            for seat in Color::BOTH {
                // Each sampler has its own random numbers, independent of those before it.
                let seed = config.seed.wrapping_add(2 * number as u64 + seat as u64);
                let options = Options { chains: config.chains, seed, ..Options::default() };
                let mut predictor = Predictor::new(kind, prior, options)?;
                tally.add_game(game, seat, &mut predictor, config)?;
                step();
            }
        }
        samplers.push(SamplerScore::of(kind, prior, &tally));
    }
    let CalibrationConfig { worlds, every, seed, .. } = *config;
    Ok(Calibration { games: games.len(), worlds, every, seed, samplers })
}

/// A source of probabilities of hidden stones.
enum Predictor {
    Sampler(Box<dyn Sampler>),
    Net(NetPolicy),
}

impl Predictor {
    /// A sampler, with its prior if it uses one, or the net.
    fn new(
        kind: SamplerKind,
        prior: &PriorChoice,
        options: Options,
    ) -> Result<Predictor, CalibrationError> {
        let sampler: Box<dyn Sampler> = match kind {
            SamplerKind::Uniform => Box::new(Uniform::new(options)),
            SamplerKind::Metaposition => Box::new(Metaposition::new(options)),
            SamplerKind::History => Box::new(History::with_prior(options, prior.prior()?)),
            SamplerKind::Net => {
                let net = PolicyNet::default_net().ok_or(CalibrationError::NoNet)?;
                return Ok(Predictor::Net(NetPolicy { net, symmetries: SYMMETRIES }));
            }
        };
        Ok(Predictor::Sampler(sampler))
    }

    fn update(&mut self, seat: &Seat) {
        match self {
            Predictor::Sampler(sampler) => sampler.update(seat),
            Predictor::Net(_) => {}
        }
    }

    /// The probability of a stone of the opponent, by the index of a point. It is a half everywhere
    /// if no world was found.
    fn predict(&mut self, view: &Seat, worlds: usize) -> Vec<f64> {
        let mut chances = vec![0.0; BoardSize::MAX.area()];
        let mut all = 0.0;
        match self {
            Predictor::Sampler(sampler) => sampler.draw(worlds, &mut |world| {
                all += world.weight();
                for point in &world.stones(!view.color()) {
                    chances[point.index()] += world.weight();
                }
            }),
            Predictor::Net(policy) => {
                if let Some(prediction) = policy.predict(&[view]).pop().flatten() {
                    all = 1.0;
                    for (point, chance) in prediction.hidden {
                        chances[point.index()] = chance;
                    }
                }
            }
        }
        chances.iter_mut().for_each(|chance| *chance = if all > 0.0 { *chance / all } else { 0.5 });
        chances
    }
}

/// Probabilities of points, compared with the truth.
#[derive(Clone, Copy, Default)]
struct Row {
    views: u64,
    points: u64,
    /// Points with a hidden stone, and the sum of the probabilities they were given.
    stones: u64,
    on_stones: f64,
    /// The same for those without an open refusal.
    unheard: u64,
    on_unheard: f64,
    log_loss: f64,
    squares: f64,
}

/// The points whose probability fell into one bin.
#[derive(Clone, Copy, Default)]
struct Bin {
    points: u64,
    stones: u64,
    predicted: f64,
}

#[derive(Default)]
struct CalibrationCounts {
    rows: [Row; ROWS.len()],
    bins: [Bin; BINS],
    fallbacks: u64,
    drawn: u64,
}

impl CalibrationCounts {
    /// Gives a predictor the observations of a game as in play, and asks it before the seat's
    /// moves.
    fn add_game(
        &mut self,
        game: &RecordedGame,
        seat: Color,
        predictor: &mut Predictor,
        config: &CalibrationConfig,
    ) -> Result<(), CalibrationError> {
        let size = game.game.size;
        if matches!(predictor, Predictor::Net(policy) if !policy.net.plays(size)) {
            return Err(CalibrationError::BoardSize { file: game.file.clone(), size });
        }
        let moments = game.moments(seat)?;
        let own_turn =
            |moment: &&Moment| moment.seat.turn() == seat && moment.seat.outcome().is_none();
        for (own, moment) in moments.iter().filter(own_turn).enumerate() {
            predictor.update(&moment.seat);
            if own % config.every == config.every - 1 {
                let chances = predictor.predict(&moment.seat, config.worlds);
                self.add_view(moment, own, &chances, config.worlds);
            }
        }
        if let Predictor::Sampler(sampler) = predictor {
            let stats = sampler.stats();
            self.fallbacks += stats.fallbacks;
            self.drawn += stats.fallbacks + stats.worlds;
        }
        Ok(())
    }

    fn add_view(&mut self, moment: &Moment, own: usize, chances: &[f64], worlds: usize) {
        let Moment { seat: view, their_stones } = moment;
        let row = ROWS.iter().rposition(|&first| own >= first).unwrap_or(0);
        self.rows[row].views += 1;
        for point in view.size().points().filter(|&point| is_open(view.at(point))) {
            let chance = chances[point.index()];
            let stone = their_stones.contains(point);
            self.rows[row].add(chance, stone, worlds);
            if stone && is_unheard(view.at(point)) {
                self.rows[row].unheard += 1;
                self.rows[row].on_unheard += chance;
            }
            let bin = &mut self.bins[((chance * BINS as f64) as usize).min(BINS - 1)];
            bin.points += 1;
            bin.stones += u64::from(stone);
            bin.predicted += chance;
        }
    }
}

/// Is the point not certain?
const fn is_open(known: Knowledge) -> bool {
    !matches!(known, Knowledge::Mine | Knowledge::Theirs | Knowledge::Empty)
}

/// Is there no refusal whose cause is open?
const fn is_unheard(known: Knowledge) -> bool {
    matches!(known, Knowledge::WasEmpty(_) | Knowledge::Unknown)
}

impl Row {
    fn add(&mut self, chance: f64, stone: bool, worlds: usize) {
        self.points += 1;
        // With few worlds a share of 0 or 1 may be chance, so probabilities are clipped to half a
        // world.
        let least = 0.5 / worlds as f64;
        let clipped = chance.clamp(least, 1.0 - least);
        if stone {
            self.stones += 1;
            self.on_stones += chance;
            self.log_loss -= clipped.ln();
            self.squares += (1.0 - chance).powi(2);
        } else {
            self.log_loss -= (1.0 - clipped).ln();
            self.squares += chance.powi(2);
        }
    }

    fn merge(mut self, other: &Row) -> Row {
        self.views += other.views;
        self.points += other.points;
        self.stones += other.stones;
        self.on_stones += other.on_stones;
        self.unheard += other.unheard;
        self.on_unheard += other.on_unheard;
        self.log_loss += other.log_loss;
        self.squares += other.squares;
        self
    }

    fn summary(&self, own_moves: String) -> CalibrationRow {
        let points = self.points.max(1) as f64;
        CalibrationRow {
            own_moves,
            views: self.views,
            points: self.points,
            hidden_stones: self.stones,
            log_loss: self.log_loss / points,
            brier: self.squares / points,
            on_stones: self.on_stones / self.stones.max(1) as f64,
            unheard_stones: self.unheard,
            on_unheard: self.on_unheard / self.unheard.max(1) as f64,
        }
    }
}

/// The calibration of several samplers on the same games.
#[derive(Clone, Serialize, Debug)]
pub struct Calibration {
    /// Games, each heard from both seats.
    pub games: usize,
    /// Worlds at each moment.
    pub worlds: usize,
    /// Measure before every `every`-th own move of a seat.
    pub every: usize,
    /// The seed.
    pub seed: u64,
    /// The samplers.
    pub samplers: Vec<SamplerScore>,
}

/// The calibration of one sampler.
#[derive(Clone, Serialize, Debug)]
pub struct SamplerScore {
    /// Its name.
    pub sampler: String,
    /// The name of its prior.
    pub prior: String,
    /// By own moves made before; the last row is all together.
    pub rows: Vec<CalibrationRow>,
    /// By predicted probability.
    pub calibration: Vec<CalibrationBin>,
    /// The share of the worlds that came from a simpler sampler.
    pub fallbacks: f64,
}

/// The quality of predictions over some moments.
#[derive(Clone, Serialize, Debug)]
pub struct CalibrationRow {
    /// Own moves made before, or `all`.
    pub own_moves: String,
    /// Moments.
    pub views: u64,
    /// Points that were not certain.
    pub points: u64,
    /// Those of them with a stone of the opponent's.
    pub hidden_stones: u64,
    /// Nats a point, the probability clipped to half a world.
    pub log_loss: f64,
    /// The mean squared error.
    pub brier: f64,
    /// The mean probability of points where a hidden stone was.
    pub on_stones: f64,
    /// Hidden stones without an open refusal.
    pub unheard_stones: u64,
    /// The mean probability of their points.
    pub on_unheard: f64,
}

/// The points whose predicted probability fell into one bin.
#[derive(Clone, Serialize, Debug)]
pub struct CalibrationBin {
    /// How many.
    pub points: u64,
    /// Their mean predicted probability.
    pub predicted: f64,
    /// The share of them that had a stone.
    pub observed: f64,
}

impl SamplerScore {
    fn of(kind: SamplerKind, prior: &PriorChoice, tally: &CalibrationCounts) -> SamplerScore {
        let name = |index: usize| match ROWS.get(index + 1) {
            Some(next) => format!("{}-{}", ROWS[index], next - 1),
            None => format!("{}+", ROWS[index]),
        };
        let all = tally.rows.iter().fold(Row::default(), Row::merge);
        let mut rows: Vec<CalibrationRow> =
            tally.rows.iter().enumerate().map(|(index, row)| row.summary(name(index))).collect();
        rows.push(all.summary("all".to_owned()));
        let calibration = tally.bins.iter().map(|bin| CalibrationBin {
            points: bin.points,
            predicted: bin.predicted / bin.points.max(1) as f64,
            observed: bin.stones as f64 / bin.points.max(1) as f64,
        });
        SamplerScore {
            sampler: kind.to_string(),
            prior: prior.to_string(),
            rows,
            calibration: calibration.collect(),
            fallbacks: tally.fallbacks as f64 / tally.drawn.max(1) as f64,
        }
    }

    /// The sampler, and its prior if it has one.
    pub fn title(&self) -> String {
        match (self.sampler.as_str(), self.prior.as_str()) {
            ("history", prior) => format!("history, {prior}"),
            (sampler, _) => sampler.to_owned(),
        }
    }
}
