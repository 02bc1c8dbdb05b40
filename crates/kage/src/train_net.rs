//! `kage train-net`: from self-play to a net.
//!
//! A pass goes through all lessons in an order that depends on the seed and the number of the pass
//! alone, and the trainer is kept in a file beside the net until that is written. So training that was
//! stopped goes on as if it had not been; the file says what is being trained, and nothing else goes on
//! from it.

use crate::args::TrainNet;
use crate::failure::Failure;
use crate::{data, files, interrupt};
use indicatif::{ProgressBar, ProgressStyle};
use kage_data::{Sample, replay};
use kage_goban::PointSet;
use kage_net::{Lesson, Losses, Net, Pace, Planes, Shape, Trainer};
use kage_phantom::Choice;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// One game in so many is held out.
const HELD_OUT: u32 = 20;
/// Steps between two savings.
const SAVED: u64 = 500;
/// The rate falls to this share of itself, along a cosine.
const LAST_RATE: f32 = 0.05;
const DECAY: f32 = 0.01;
/// The playouts behind a candidate's value at which half of it is trusted.
const HALF: f32 = 100.0;

pub(crate) fn run(options: &TrainNet) -> Result<(), Failure> {
    let shape = Shape { blocks: options.blocks, channels: options.channels };
    if !shape.is_sound() {
        return Err(Failure::Other(Shape::SOUND.to_owned()));
    }
    if options.out.exists() && !options.force {
        return Err(Failure::Exists(options.out.clone()));
    }
    let start = begin_with(options, shape)?;
    let mut school = School::default();
    for path in &options.data {
        school.read(path)?;
    }
    school.check()?;
    let stop = interrupt::stop_on_interrupt();
    let mut course = Course::begin(options, &start, &school)?;
    while course.has_more() && !stop.load(Ordering::Relaxed) {
        course.pass(&stop)?;
    }
    if course.has_more() {
        course.bar.finish_and_clear();
        let (made, all) = (course.trainer.steps(), course.all_steps());
        anstream::eprintln!("Stopped after {made} of {all} steps; the same command goes on.");
        return Ok(());
    }
    let report = course.finish()?;
    files::say(&report, options.json, || report.in_words())
}

/// What there is to learn.
#[derive(Default)]
pub(crate) struct School {
    pub(crate) learned: Vec<Lesson>,
    held_out: Vec<Lesson>,
    games: u32,
    /// A file whose notes are no chances of a win.
    in_points: Option<PathBuf>,
}

impl School {
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if let Some(path) = &self.in_points {
            return Err(Failure::Other(format!(
                "{}: its notes are in points; a net learns from players with scoring=win",
                path.display()
            )));
        }
        if self.learned.is_empty() || self.held_out.is_empty() {
            return Err(Failure::Other(format!(
                "{} games on 9x9 are too few to learn from: it takes {HELD_OUT}",
                self.games
            )));
        }
        Ok(())
    }

    pub(crate) fn read(&mut self, path: &Path) -> Result<(), Failure> {
        let (mut reader, bar) = data::open(path)?;
        let fail = |error| data::failure(path, &error);
        let header = reader.header().clone();
        let (rules, setup) = (header.referee_rules().map_err(fail)?, header.setup().map_err(fail)?);
        let mut number = 0;
        let mut in_points = false;
        while let Some(game) = reader.next_game().map_err(fail)? {
            let held_out = self.games % HELD_OUT == HELD_OUT - 1;
            let list = if held_out { &mut self.held_out } else { &mut self.learned };
            let before = list.len();
            let take = |sample: &Sample<'_>| {
                in_points |= has_points(sample);
                list.extend(lesson(sample));
            };
            replay(&game, number, rules, setup, take).map_err(fail)?;
            self.games += u32::from(list.len() > before);
            number += 1;
        }
        if in_points {
            self.in_points = Some(path.to_owned());
        }
        bar.finish_and_clear();
        data::note_cut(&reader, path);
        Ok(())
    }
}

/// Has a candidate a value that is no chance of a win, nor the difference of two?
fn has_points(sample: &Sample<'_>) -> bool {
    let noted = sample.notes.iter().flat_map(|notes| &notes.candidates);
    noted.map(|candidate| candidate.value.to_f32()).any(|value| !(-2.0..=2.0).contains(&value))
}

/// What a try on 9x9 teaches.
pub(crate) fn lesson(sample: &Sample<'_>) -> Option<Lesson> {
    let notes = sample.notes.filter(|notes| notes.playouts > 0);
    let planes = Planes::of(sample.view)?;
    let noted = notes.map_or(&[][..], |notes| &notes.candidates);
    let noted = noted.iter().filter(|candidate| candidate.visits > 0);
    let points = noted.filter_map(|candidate| match candidate.choice {
        Choice::Try(point) => Some((point, candidate.value.to_f32(), candidate.visits as f32)),
        _ => None,
    });
    let points: Vec<_> = points.collect();
    let mean = points.iter().map(|(_, value, _)| value).sum::<f32>() / points.len().max(1) as f32;
    let gain =
        |&(point, value, visits): &(_, f32, f32)| (point, value - mean, visits / (visits + HALF));
    let (view, me) = (sample.view, sample.color());
    let theirs = sample.truth.board().stones(!me);
    let counted = sample.lead().is_some();
    let area = |side| if counted { sample.area[side] } else { PointSet::EMPTY };
    Some(Lesson {
        planes,
        gains: points.iter().map(gain).collect(),
        unsure: PointSet::board(view.size()) - view.mine() - view.theirs() - view.empty(),
        hidden: theirs - view.theirs(),
        area: [area(me), area(!me)],
        won: (sample.result() != 0).then(|| f32::from(sample.result() > 0)),
    })
}

/// The net that training begins with.
fn begin_with(options: &TrainNet, shape: Shape) -> Result<Net, Failure> {
    let Some(path) = &options.from else { return Ok(Net::new(shape, options.seed)) };
    let net = load(path)?;
    if net.shape() == shape {
        return Ok(net);
    }
    let (path, Shape { blocks, channels }) = (path.display(), net.shape());
    let what = format!("{path}: this net has {blocks} blocks of {channels} channels: say so");
    Err(Failure::Other(what))
}

/// Reads a net.
pub(crate) fn load(path: &Path) -> Result<Net, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::Read(path.to_owned(), error))?;
    Net::from_bytes(&bytes).map_err(|error| Failure::Other(format!("{}: {error}", path.display())))
}

/// All that a course depends on, as a number: the net it begins with, the options and the games.
fn name_of(options: &TrainNet, start: &Net) -> Result<[u8; 32], Failure> {
    let TrainNet { passes, batch, rate, seed, .. } = options;
    let mut name = Sha256::new();
    name.update(start.to_bytes());
    name.update(format!("{passes} {batch} {rate} {seed}"));
    for path in &options.data {
        let fail = |error| Failure::Read(path.clone(), error);
        io::copy(&mut File::open(path).map_err(fail)?, &mut name).map_err(fail)?;
    }
    Ok(name.finalize().into())
}

/// Where training is kept until its net is done.
pub(crate) fn kept_beside(net: &Path) -> PathBuf {
    let mut kept = net.to_owned().into_os_string();
    kept.push(".training");
    PathBuf::from(kept)
}

/// A training under way.
struct Course<'a> {
    options: &'a TrainNet,
    school: &'a School,
    start: &'a Net,
    name: [u8; 32],
    trainer: Trainer,
    /// Where the trainer is kept until the net is written, after the name of the course.
    kept: PathBuf,
    steps_a_pass: u64,
    bar: ProgressBar,
}

impl<'a> Course<'a> {
    /// Begins, or goes on where a file says.
    fn begin(
        options: &'a TrainNet,
        start: &'a Net,
        school: &'a School,
    ) -> Result<Course<'a>, Failure> {
        let (kept, name) = (kept_beside(&options.out), name_of(options, start)?);
        let trainer = match fs::read(&kept) {
            Ok(bytes) => resume(&kept, &bytes, &name)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Trainer::new(start.clone()),
            Err(error) => return Err(Failure::Read(kept, error)),
        };
        let steps_a_pass = school.learned.len().div_ceil(options.batch) as u64;
        let bar = ProgressBar::new(steps_a_pass * u64::from(options.passes));
        let style =
            ProgressStyle::with_template("{bar:30} {percent}%, {elapsed} of {duration} {msg}");
        bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
        bar.set_position(trainer.steps());
        Ok(Course { options, school, start, name, trainer, kept, steps_a_pass, bar })
    }

    fn all_steps(&self) -> u64 {
        self.steps_a_pass * u64::from(self.options.passes)
    }

    fn has_more(&self) -> bool {
        self.trainer.steps() < self.all_steps()
    }

    /// What is left of a pass.
    fn pass(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        let pass = self.trainer.steps() / self.steps_a_pass;
        let done = self.trainer.steps() % self.steps_a_pass;
        let mut random = ChaCha8Rng::seed_from_u64(self.options.seed.wrapping_add(pass << 32));
        let mut order: Vec<(&Lesson, u8)> =
            self.school.learned.iter().map(|lesson| (lesson, random.random_range(0..8))).collect();
        order.shuffle(&mut random);
        for batch in order.chunks(self.options.batch).skip(done as usize) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let part = self.trainer.steps() as f32 / self.all_steps() as f32;
            let fall = 0.5 + 0.5 * (std::f32::consts::PI * part).cos();
            let rate = self.options.rate * (LAST_RATE + (1.0 - LAST_RATE) * fall);
            let pace = Pace { rate, decay: DECAY };
            let losses = self.trainer.step(batch, pace, self.options.threads());
            if !losses.total().is_finite() {
                return Err(Failure::Other(format!(
                    "the weights ran away at step {}: a smaller --rate than {} may help",
                    self.trainer.steps(),
                    self.options.rate
                )));
            }
            self.bar.inc(1);
            if self.trainer.steps().is_multiple_of(SAVED) {
                self.bar.set_message(Means::of(&losses).in_words());
                self.save()?;
            }
        }
        self.save()
    }

    fn save(&self) -> Result<(), Failure> {
        let write = |file: &mut File| {
            file.write_all(&self.name)?;
            file.write_all(&self.trainer.to_bytes())
        };
        files::save_with(&self.kept, true, |file| {
            write(file).map_err(|error| Failure::Write(self.kept.clone(), error))
        })
    }

    /// Writes the net, and says how good it is.
    fn finish(self) -> Result<Report, Failure> {
        self.bar.finish_and_clear();
        let path = &self.options.out;
        files::save_with(path, self.options.force, |file| {
            file.write_all(&self.trainer.net.to_bytes())
                .map_err(|error| Failure::Write(path.clone(), error))
        })?;
        let held_out = self.trainer.test(&self.school.held_out, self.options.threads());
        let start = Trainer::new(self.start.clone());
        let before = start.test(&self.school.held_out, self.options.threads());
        fs::remove_file(&self.kept).map_err(|error| Failure::Write(self.kept.clone(), error))?;
        Ok(Report {
            steps: self.trainer.steps(),
            tries: self.school.learned.len(),
            held_out_tries: self.school.held_out.len(),
            weights: self.trainer.net.shape().weights(),
            held_out: Means::of(&held_out),
            before: Means::of(&before),
        })
    }
}

/// What was kept of this course. Another one does not go on from it.
fn resume(kept: &Path, bytes: &[u8], name: &[u8; 32]) -> Result<Trainer, Failure> {
    let wrong = |what: &str| Failure::Other(format!("{}: {what}", kept.display()));
    let (of, trainer) = bytes.split_at_checked(name.len()).ok_or_else(|| wrong("it is cut off"))?;
    if of != name {
        let what = "another net, other games or other options are being trained here: \
                    finish that, or delete this file";
        return Err(wrong(what));
    }
    let trainer = Trainer::from_bytes(trainer).map_err(|error| wrong(&error.to_string()))?;
    anstream::eprintln!("going on after {} steps", trainer.steps());
    Ok(trainer)
}

/// How wrong a net is, a try.
#[derive(Serialize)]
struct Means {
    gain: f64,
    hidden: f64,
    owner: f64,
    win: f64,
    total: f64,
}

impl Means {
    fn of(losses: &Losses) -> Means {
        let mean = |(sum, count): (f64, u64)| sum / count.max(1) as f64;
        let Losses { gain, hidden, owner, win, .. } = *losses;
        let [gain, hidden, owner, win] = [gain, hidden, owner, win].map(mean);
        Means { gain, hidden, owner, win, total: losses.total() }
    }

    fn in_words(&self) -> String {
        let Means { gain, hidden, owner, win, .. } = self;
        format!("gains {gain:.3}, hidden stones {hidden:.4}, area {owner:.3}, result {win:.3}")
    }
}

#[derive(Serialize)]
struct Report {
    steps: u64,
    tries: usize,
    held_out_tries: usize,
    weights: usize,
    held_out: Means,
    /// The same of the net that training began with.
    before: Means,
}

impl Report {
    fn in_words(&self) -> String {
        format!(
            "{} steps, {} tries, {} weights\n{} tries held out: {}\n  before: {}\n",
            self.steps,
            self.tries,
            self.weights,
            self.held_out_tries,
            self.held_out.in_words(),
            self.before.in_words()
        )
    }
}
