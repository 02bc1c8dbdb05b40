//! `kage bench belief`: how near samplers of worlds come to the truth of recorded games.

use crate::args::{BenchBelief, SamplerKind};
use crate::failure::Failure;
use crate::prior_name::PriorName;
use crate::recorded::{self, Recorded};
use crate::{belief_page, files, hearing};
use indicatif::ProgressBar;
use kage_belief::{History, Metaposition, Options, Sampler, Uniform};
use kage_goban::{BoardSize, Color, PointSet};
use kage_net::{Outlook, Planes, Sight};
use kage_phantom::{Knowledge, View};
use serde::Serialize;
use std::sync::Arc;

/// Own moves made before, from where a row of the tables begins.
const ROWS: [usize; 4] = [0, 10, 20, 30];
/// Bins of predicted probability.
const BINS: usize = 10;

pub(crate) fn run(options: &BenchBelief) -> Result<(), Failure> {
    let mut games = recorded::load(&options.files)?;
    games.truncate(options.games.unwrap_or(usize::MAX));
    let mut contenders = Vec::new();
    for &kind in &options.samplers {
        // Only histories are weighed by a prior.
        let priors =
            if kind == SamplerKind::History { &options.priors[..] } else { &[PriorName::Flat] };
        contenders.extend(priors.iter().map(|prior| (kind, prior.clone())));
    }
    let bar = ProgressBar::new((games.len() * 2 * contenders.len()) as u64);
    let mut scored = Vec::new();
    for (kind, prior) in &contenders {
        let mut tally = Tally::default();
        for (number, game) in games.iter().enumerate() {
            for seat in Color::BOTH {
                // A stream of its own for each, whatever came before.
                let seed = options.seed.wrapping_add(2 * number as u64 + seat as u64);
                let settings = Options { chains: options.chains, seed, ..Options::default() };
                let mut believer = Believer::of(*kind, prior, settings)?;
                tally.hear(game, seat, &mut believer, options)?;
                bar.inc(1);
            }
        }
        scored.push(Scored::of(*kind, prior, &tally));
    }
    bar.finish_and_clear();
    let report = Report {
        games: games.len(),
        worlds: options.worlds,
        every: options.every,
        seed: options.seed,
        samplers: scored,
    };
    if let Some(path) = &options.html {
        files::save(path, &belief_page::page(&report), options.force)?;
    }
    files::say(&report, options.json, || report.in_words())
}

/// One who says how likely hidden stones are.
enum Believer {
    Sampler(Box<dyn Sampler>),
    Net(Arc<Sight>),
}

impl Believer {
    /// A sampler, with a prior if it has a use for one, or the net.
    fn of(kind: SamplerKind, prior: &PriorName, options: Options) -> Result<Believer, Failure> {
        let sampler: Box<dyn Sampler> = match kind {
            SamplerKind::Uniform => Box::new(Uniform::new(options)),
            SamplerKind::Metaposition => Box::new(Metaposition::new(options)),
            SamplerKind::History => Box::new(History::with_prior(options, prior.prior()?)),
            SamplerKind::Net => {
                let none = || Failure::Other("no net is built in".to_owned());
                return Ok(Believer::Net(Sight::embedded().ok_or_else(none)?));
            }
        };
        Ok(Believer::Sampler(sampler))
    }

    fn hear(&mut self, view: &View) {
        match self {
            Believer::Sampler(sampler) => sampler.update(view),
            Believer::Net(_) => {}
        }
    }

    /// The probability of a stone of theirs, by the index of a point. A half for everything is said
    /// where nothing can be.
    fn beliefs(&mut self, view: &View, worlds: usize) -> Vec<f64> {
        let mut beliefs = vec![0.0; BoardSize::MAX.area()];
        let mut all = 0.0;
        match self {
            Believer::Sampler(sampler) => sampler.draw(worlds, &mut |world| {
                all += world.weight();
                for point in &world.stones(!view.color()) {
                    beliefs[point.index()] += world.weight();
                }
            }),
            Believer::Net(sight) => {
                if let Some(planes) = Planes::of(view) {
                    all = 1.0;
                    let hidden = sight.look_around(&planes, 8).hidden;
                    for point in view.size().points() {
                        beliefs[point.index()] = f64::from(hidden[Outlook::place(point)]);
                    }
                }
            }
        }
        beliefs.iter_mut().for_each(|chance| *chance = if all > 0.0 { *chance / all } else { 0.5 });
        beliefs
    }
}

/// Probabilities of points, held against the truth.
#[derive(Clone, Copy, Default)]
struct Row {
    views: u64,
    points: u64,
    /// Points with a hidden stone, and the sum of the probabilities they were given.
    stones: u64,
    on_stones: f64,
    /// The same of those where no refusal told of something.
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
struct Tally {
    rows: [Row; ROWS.len()],
    bins: [Bin; BINS],
    fallbacks: u64,
    drawn: u64,
}

impl Tally {
    /// Somebody hears a game as in play, and is asked before the seat's moves.
    fn hear(
        &mut self,
        recorded: &Recorded,
        seat: Color,
        believer: &mut Believer,
        options: &BenchBelief,
    ) -> Result<(), Failure> {
        let is_net = matches!(believer, Believer::Net(_));
        if is_net && recorded.game.size != BoardSize::NINE {
            let file = recorded.file.display();
            return Err(Failure::Other(format!("{file}: the net is for 9x9: leave it out")));
        }
        let heard = hearing::with_truth(&recorded.game, &recorded.file, seat)?;
        let own_turn =
            |(view, _): &&(View, PointSet)| view.turn() == seat && view.outcome().is_none();
        for (own, (view, truth)) in heard.iter().filter(own_turn).enumerate() {
            believer.hear(view);
            if own % options.every == options.every - 1 {
                let beliefs = believer.beliefs(view, options.worlds);
                self.ask(view, truth, own, &beliefs, options.worlds);
            }
        }
        if let Believer::Sampler(sampler) = believer {
            let stats = sampler.stats();
            self.fallbacks += stats.fallbacks;
            self.drawn += stats.fallbacks + stats.worlds;
        }
        Ok(())
    }

    fn ask(&mut self, view: &View, truth: &PointSet, own: usize, beliefs: &[f64], worlds: usize) {
        let row = ROWS.iter().rposition(|&first| own >= first).unwrap_or(0);
        self.rows[row].views += 1;
        for point in view.size().points().filter(|&point| is_open(view.at(point))) {
            let share = beliefs[point.index()];
            self.rows[row].add(share, truth.contains(point), worlds);
            if truth.contains(point) && is_unheard(view.at(point)) {
                self.rows[row].unheard += 1;
                self.rows[row].on_unheard += share;
            }
            let bin = &mut self.bins[((share * BINS as f64) as usize).min(BINS - 1)];
            bin.points += 1;
            bin.stones += u64::from(truth.contains(point));
            bin.predicted += share;
        }
    }
}

/// Is it not known what is there?
fn is_open(known: Knowledge) -> bool {
    !matches!(known, Knowledge::Mine | Knowledge::Theirs | Knowledge::Empty)
}

/// Was nothing ever refused there that is still open?
fn is_unheard(known: Knowledge) -> bool {
    matches!(known, Knowledge::WasEmpty(_) | Knowledge::Unknown)
}

impl Row {
    fn add(&mut self, share: f64, stone: bool, worlds: usize) {
        self.points += 1;
        // Of so many worlds a share of none or all may be chance: half a world is the least.
        let least = 0.5 / worlds as f64;
        let clipped = share.clamp(least, 1.0 - least);
        if stone {
            self.stones += 1;
            self.on_stones += share;
            self.log_loss -= clipped.ln();
            self.squares += (1.0 - share).powi(2);
        } else {
            self.log_loss -= (1.0 - clipped).ln();
            self.squares += share.powi(2);
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
}

/// What came of it all.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) games: usize,
    pub(crate) worlds: usize,
    pub(crate) every: usize,
    pub(crate) seed: u64,
    pub(crate) samplers: Vec<Scored>,
}

/// What came of one sampler.
#[derive(Serialize)]
pub(crate) struct Scored {
    pub(crate) sampler: String,
    pub(crate) prior: String,
    /// By own moves made before; the last is all together.
    pub(crate) rows: Vec<Measured>,
    pub(crate) calibration: Vec<Calibration>,
    /// The share of the worlds that a simpler sampler had to give.
    pub(crate) fallbacks: f64,
}

#[derive(Serialize)]
pub(crate) struct Measured {
    pub(crate) own_moves: String,
    pub(crate) views: u64,
    pub(crate) points: u64,
    pub(crate) hidden_stones: u64,
    /// Nats a point, the probability clipped to half a world.
    pub(crate) log_loss: f64,
    pub(crate) brier: f64,
    /// The mean probability of points where a hidden stone was.
    pub(crate) on_stones: f64,
    /// The same where no refusal told of something.
    pub(crate) unheard_stones: u64,
    pub(crate) on_unheard: f64,
}

#[derive(Serialize)]
pub(crate) struct Calibration {
    pub(crate) points: u64,
    pub(crate) predicted: f64,
    pub(crate) observed: f64,
}

impl Scored {
    fn of(kind: SamplerKind, prior: &PriorName, tally: &Tally) -> Scored {
        let name = |index: usize| match ROWS.get(index + 1) {
            Some(next) => format!("{}-{}", ROWS[index], next - 1),
            None => format!("{}+", ROWS[index]),
        };
        let all = tally.rows.iter().fold(Row::default(), Row::merge);
        let mut rows: Vec<Measured> =
            tally.rows.iter().enumerate().map(|(index, row)| row.measured(name(index))).collect();
        rows.push(all.measured("all".to_owned()));
        let calibration = tally.bins.iter().map(|bin| Calibration {
            points: bin.points,
            predicted: bin.predicted / bin.points.max(1) as f64,
            observed: bin.stones as f64 / bin.points.max(1) as f64,
        });
        Scored {
            sampler: kind.to_string(),
            prior: prior.to_string(),
            rows,
            calibration: calibration.collect(),
            fallbacks: tally.fallbacks as f64 / tally.drawn.max(1) as f64,
        }
    }

    /// The sampler, and its prior if it has one.
    pub(crate) fn title(&self) -> String {
        match (self.sampler.as_str(), self.prior.as_str()) {
            ("history", prior) => format!("history, {prior}"),
            (sampler, _) => sampler.to_owned(),
        }
    }
}

impl Row {
    fn measured(&self, own_moves: String) -> Measured {
        let points = self.points.max(1) as f64;
        Measured {
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

impl Report {
    fn in_words(&self) -> String {
        let mut text = String::from(
            "sampler                   own moves  views  stones  on stones  unheard  on them  log loss   Brier\n",
        );
        for scored in &self.samplers {
            for row in &scored.rows {
                text += &format!(
                    "{:<25.25} {:<9} {:>6} {:>7} {:>10.3} {:>8} {:>8.3} {:>9.4} {:>7.4}\n",
                    scored.title(),
                    row.own_moves,
                    row.views,
                    row.hidden_stones,
                    row.on_stones,
                    row.unheard_stones,
                    row.on_unheard,
                    row.log_loss,
                    row.brier,
                );
            }
        }
        for scored in &self.samplers {
            text += &scored.plot();
        }
        text + &format!(
            "\n{} games, both seats, every {}. own move, {} worlds each, seed {}; on stones: the mean\n\
             probability of points where a stone was hidden; unheard: those where no refusal is open;\n\
             log loss in nats a point that is not certain, probabilities clipped to half a world;\n\
             fallbacks {}\n",
            self.games,
            self.every,
            self.worlds,
            self.seed,
            self.samplers
                .iter()
                .map(|scored| format!("{:.1}%", 100.0 * scored.fallbacks))
                .collect::<Vec<String>>()
                .join(", ")
        )
    }
}

impl Scored {
    /// What was predicted and what was there, a bar a bin.
    fn plot(&self) -> String {
        const WIDTH: f64 = 40.0;
        let mut text =
            format!("\n{}: predicted, there (#), points; | is where # should end\n", self.title());
        for (index, bin) in self.calibration.iter().enumerate() {
            if bin.points == 0 {
                continue;
            }
            let (there, said) = ((bin.observed * WIDTH) as usize, (bin.predicted * WIDTH) as usize);
            let cell = |at: usize| {
                if at == said {
                    '|'
                } else if at < there {
                    '#'
                } else {
                    ' '
                }
            };
            let bar: String = (0..=WIDTH as usize).map(cell).collect();
            text += &format!(
                "{:>3}-{:<3}% {:>5.1}% {:>5.1}% {bar} {}\n",
                index * BINS,
                (index + 1) * BINS,
                100.0 * bin.predicted,
                100.0 * bin.observed,
                bin.points
            );
        }
        text
    }
}
