//! `kage practise`: a net plays against itself, and a judge who sees both boards tells it what its tries
//! were worth.
//!
//! It goes in rounds: some games with the net as it is, then some steps. The judge is a net too; it learns
//! from moments of the games how they end. What a try is worth is what the judge says of the game
//! after it, and the net learns that for all tries of some views: it sees the view alone, so it learns
//! the mean over what may be hidden. A round depends on both nets, the seed and its number alone, and
//! now and then everything is kept in a file; so what was stopped goes on as if it had not been.

use crate::args::Practise;
use crate::failure::Failure;
use crate::train_net::{kept_beside, lesson, load};
use crate::{contest, files, interrupt};
use kage_arena::{Seat, Terms, Time, play_watched};
use kage_data::{Game, Sample, replay};
use kage_goban::{BoardSize, ByColor, Color, Point, PointSet};
use kage_net::{Lesson, Losses, Net, Pace, Planes, Scene, Trainer};
use kage_phantom::{Choice, Explanation, Setup};
use kage_players::instinct;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Games a round.
const ROUND: u64 = 128;
/// Rounds between two savings.
const SAVED: u64 = 8;
const DECAY: f32 = 0.01;
/// How far a step of the judge goes, of the net's.
const JUDGE_RATE: f32 = 2.0;

pub(crate) fn run(options: &Practise) -> Result<(), Failure> {
    let start = match &options.from {
        Some(path) => Arc::new(load(path)?),
        None => Net::embedded().ok_or_else(|| Failure::Other("no net is built in".to_owned()))?,
    };
    let mut practice = Practice::begin(options, &start)?;
    let stop = interrupt::stop_on_interrupt();
    let bar = contest::progress_bar(options.games.min(u64::from(u32::MAX)) as u32);
    bar.set_position(practice.games);
    let mut said = [Losses::default(); 2];
    while practice.games < options.games && !stop.load(Ordering::Relaxed) {
        let Some(losses) = practice.round(&stop)? else { break };
        said.iter_mut().zip(&losses).for_each(|(said, losses)| said.add(losses));
        bar.set_position(practice.games);
        let rounds = practice.games / ROUND;
        if rounds.is_multiple_of(SAVED) || practice.games >= options.games {
            practice.save()?;
            let words = in_words(practice.games, &std::mem::take(&mut said));
            bar.suspend(|| anstream::eprintln!("{words}"));
        }
    }
    bar.finish_and_clear();
    if practice.games < options.games {
        practice.save()?;
        anstream::eprintln!("Stopped after {} games; the same command goes on.", practice.games);
    }
    Ok(())
}

/// How wrong both were about games they had not learned from yet.
fn in_words(games: u64, [net, judge]: &[Losses; 2]) -> String {
    let mean = |(sum, count): (f64, u64)| sum / count.max(1) as f64;
    let [gain, hidden, owner, win] = [net.gain, net.hidden, net.owner, net.win].map(mean);
    format!(
        "{games} games: gains {gain:.3}, hidden stones {hidden:.4}, area {owner:.3}, result {win:.3}; \
         the judge: area {:.3}, result {:.3}",
        mean(judge.owner),
        mean(judge.win)
    )
}

/// Practice under way.
struct Practice<'a> {
    options: &'a Practise,
    terms: Terms,
    /// All that it depends on but the number of games, as a number.
    name: [u8; 32],
    /// Where the trainer is kept, after the name and the number of games.
    kept: PathBuf,
    /// The net, and the judge.
    net: Trainer,
    judge: Trainer,
    games: u64,
}

/// What a game has to teach.
#[derive(Default)]
struct Lessons {
    net: Vec<Lesson>,
    judge: Vec<Lesson>,
}

impl<'a> Practice<'a> {
    /// Begins, or goes on where a file says.
    fn begin(options: &'a Practise, start: &Net) -> Result<Practice<'a>, Failure> {
        let (kept, name) = (kept_beside(&options.out), name_of(options, start));
        let terms =
            Terms { rules: options.rules, setup: Setup::even(BoardSize::NINE), time: Time::Free };
        let net = Trainer::new(start.clone());
        let judge = Trainer::new(Net::new(start.shape(), options.seed));
        let mut practice = Practice { options, terms, name, kept, net, judge, games: 0 };
        match fs::read(&practice.kept) {
            Ok(bytes) => practice.resume(&bytes)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if options.out.exists() && !options.force {
                    return Err(Failure::Exists(options.out.clone()));
                }
            }
            Err(error) => return Err(Failure::Read(practice.kept, error)),
        }
        Ok(practice)
    }

    /// Goes on from what was kept of this practice, and of no other.
    fn resume(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let wrong = |what: &str| Failure::Other(format!("{}: {what}", self.kept.display()));
        let cut = || wrong("it is cut off");
        let (name, rest) = bytes.split_first_chunk::<32>().ok_or_else(cut)?;
        if *name != self.name {
            let what = "another net or other options are being trained here: \
                        finish that, or delete this file";
            return Err(wrong(what));
        }
        let (games, trainers) = rest.split_first_chunk::<8>().ok_or_else(cut)?;
        // Both are of one shape, so each has half.
        let (net, judge) = trainers.split_at(trainers.len() / 2);
        let read = |bytes| Trainer::from_bytes(bytes).map_err(|error| wrong(&error.to_string()));
        (self.net, self.judge, self.games) = (read(net)?, read(judge)?, u64::from_le_bytes(*games));
        anstream::eprintln!("going on after {} games", self.games);
        Ok(())
    }

    /// Some games, then the steps they lead to. `None` if it was stopped before they were over.
    fn round(&mut self, stop: &AtomicBool) -> Result<Option<[Losses; 2]>, Failure> {
        let (first, last) = (self.games, self.options.games.min(self.games + ROUND));
        let lessons = self.play(first..last, stop)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let seed = self.options.seed.wrapping_add(first.wrapping_mul(0xA076_1D64_78BD_642F));
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let Practise { rate, batch, .. } = *self.options;
        let threads = self.options.threads();
        let mut learn = |trainer: &mut Trainer, lessons: &[Lesson], rate: f32| {
            let mut losses = Losses::default();
            let mut order: Vec<(&Lesson, u8)> = lessons.iter().zip((0..8).cycle()).collect();
            order.shuffle(&mut random);
            for batch in order.chunks(batch) {
                losses.add(&trainer.step(batch, Pace { rate, decay: DECAY }, threads));
            }
            losses
        };
        let losses = [
            learn(&mut self.net, &lessons.net, rate),
            learn(&mut self.judge, &lessons.judge, JUDGE_RATE * rate),
        ];
        if !losses.iter().all(|losses| losses.total().is_finite()) {
            return Err(Failure::Other(format!(
                "the weights ran away after {} games: a smaller --rate than {rate} may help",
                self.games
            )));
        }
        self.games = last;
        Ok(Some(losses))
    }

    /// Plays games on all threads, and returns their lessons in order.
    fn play(&self, games: std::ops::Range<u64>, stop: &AtomicBool) -> Result<Lessons, Failure> {
        let net = Arc::new(self.net.net.clone());
        let next = AtomicU64::new(games.start);
        let work = || {
            let mut done = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= games.end {
                    break;
                }
                done.push((game, self.game(&net, game, stop)));
            }
            done
        };
        let mut all = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.options.threads()).map(|_| scope.spawn(work)).collect();
            let finished = threads.into_iter().flat_map(finished);
            finished.collect::<Vec<_>>()
        });
        all.sort_by_key(|(game, _)| *game);
        let mut lessons = Lessons::default();
        for (_, game) in all {
            let Lessons { net, judge } = game?;
            lessons.net.extend(net);
            lessons.judge.extend(judge);
        }
        Ok(lessons)
    }

    /// One game, and what some of its moments teach.
    fn game(&self, net: &Arc<Net>, number: u64, stop: &AtomicBool) -> Result<Lessons, Failure> {
        let seed = self.options.seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let seat = |side: u64| {
            let seed = seed.wrapping_mul(2).wrapping_add(side);
            Seat::Blind(instinct(Arc::clone(net), self.options.temperature.into(), seed))
        };
        let (mut black, mut white) = (seat(0), seat(1));
        let seats = ByColor { black: &mut black, white: &mut white };
        let mut open: Vec<PointSet> = Vec::new();
        let played = play_watched(seats, &self.terms, stop, &mut |tried| {
            open.push(tried.explanation.map_or(PointSet::EMPTY, candidates));
        });
        if stop.load(Ordering::Relaxed) {
            return Ok(Lessons::default());
        }
        if let Some(void) = played.void {
            return Err(Failure::Other(format!("game {number}: {}", void.what)));
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let moments = choose(self.options.moments, open.len(), &mut random);
        let tries = choose(self.options.tries, open.len(), &mut random);
        let game = Game::of(&played.record, 0, Vec::new());
        let mut lessons = Lessons::default();
        let Terms { rules, setup, .. } = self.terms;
        replay(&game, 0, rules, setup, |sample| {
            let at = sample.number;
            if moments.get(at) == Some(&true) {
                lessons.judge.extend(moment(sample));
            }
            if tries.get(at) == Some(&true) && number >= self.options.warm {
                lessons.net.extend(self.advice(sample, open[at]));
            }
        })
        .map_err(|error| Failure::Other(error.to_string()))?;
        Ok(lessons)
    }

    /// What the judge has to say of all that could have been tried.
    fn advice(&self, sample: &Sample<'_>, open: PointSet) -> Option<Lesson> {
        let me = sample.color();
        let known = known(sample);
        let after = |point: Point| {
            let mut board = sample.truth.board().clone();
            board.place(me, point).ok()?;
            let moves = sample.truth.moves() + 1;
            let scene = Scene { board: &board, turn: !me, known, moves };
            let theirs = self.judge.net.look(&Planes::from_above(&scene)?).win;
            Some((point, 1.0 - theirs))
        };
        let values: Vec<(Point, f32)> = open.iter().filter_map(after).collect();
        let mean = values.iter().map(|(_, value)| value).sum::<f32>() / values.len() as f32;
        let gains = values.iter().map(|&(point, value)| (point, value - mean, 1.0)).collect();
        lesson(sample).map(|lesson| Lesson { gains, ..lesson })
    }

    /// Keeps both, and the net as it is.
    fn save(&self) -> Result<(), Failure> {
        let write = |path: &PathBuf, parts: &[&[u8]]| {
            files::save_with(path, true, |file| {
                let mut parts = parts.iter();
                parts
                    .try_for_each(|part| file.write_all(part))
                    .map_err(|error| Failure::Write(path.clone(), error))
            })
        };
        let games = self.games.to_le_bytes();
        let (net, judge) = (self.net.to_bytes(), self.judge.to_bytes());
        write(&self.kept, &[&self.name, &games, &net, &judge])?;
        write(&self.options.out, &[&self.net.net.to_bytes()])
    }
}

/// Chooses so many of so many.
fn choose(count: usize, of: usize, random: &mut ChaCha8Rng) -> Vec<bool> {
    let mut chosen = vec![false; of];
    chosen.iter_mut().take(count).for_each(|chosen| *chosen = true);
    chosen.shuffle(random);
    chosen
}

/// The points that a player chose from.
fn candidates(told: &Explanation) -> PointSet {
    let tries = told.candidates.iter().filter_map(|candidate| match candidate.choice {
        Choice::Try(point) => Some(point),
        _ => None,
    });
    tries.collect()
}

/// The stones of each side that the other is certain of.
fn known(sample: &Sample<'_>) -> ByColor<PointSet> {
    let me = sample.color();
    let of = |side: Color| if side == me { sample.their_view } else { sample.view };
    ByColor::new(|side| of(side).theirs())
}

/// What a moment teaches one who sees both boards: how the game ends.
fn moment(sample: &Sample<'_>) -> Option<Lesson> {
    let (board, turn) = (sample.truth.board(), sample.color());
    let scene = Scene { board, turn, known: known(sample), moves: sample.truth.moves() };
    let planes = Planes::from_above(&scene)?;
    let (gains, unsure) = (Vec::new(), PointSet::EMPTY);
    lesson(sample).map(|lesson| Lesson { planes, gains, unsure, ..lesson })
}

/// What a thread came to. Its panic is ours.
fn finished<T>(work: std::thread::ScopedJoinHandle<'_, T>) -> T {
    work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn name_of(options: &Practise, start: &Net) -> [u8; 32] {
    let Practise { temperature, warm, moments, tries, batch, rate, rules, seed, .. } = options;
    let mut name = Sha256::new();
    name.update(start.to_bytes());
    name.update(format!("{temperature} {warm} {moments} {tries} {batch} {rate} {rules} {seed}"));
    name.finalize().into()
}
