//! `kage practise`: a net plays against itself, and a judge who sees both boards tells it what its tries
//! were worth.
//!
//! It goes in rounds: some games with the net as it is, then some steps by what they teach (`hindsight`).
//! A round depends on both nets, the seed and its number alone, and now and then everything is kept in a
//! file; so what was stopped goes on as if it had not been.

mod hindsight;

use crate::args::Practise;
use crate::failure::Failure;
use crate::train_net::{kept_beside, load};
use crate::{contest, files, interrupt};
use hindsight::{Hindsight, Lessons, Met, candidates, choose_tries, some};
use kage_arena::{Budget, Seat, Terms, play_watched};
use kage_data::{Game, replay};
use kage_goban::{BoardSize, ByColor, Color, Point};
use kage_net::{Lesson, Losses, Net, Pace, Shape, Sight, Trainer};
use kage_players::{instinct, seat};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
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
/// Games after which steps are shorter by the root of two.
const SLOWER: f32 = 20_000.0;
/// How far a step of the judge goes, of the net's.
const JUDGE_RATE: f32 = 2.0;

pub(crate) fn run(options: &Practise) -> Result<(), Failure> {
    let start = match &options.from {
        Some(path) => Arc::new(load(path)?),
        None => Net::embedded().ok_or_else(|| Failure::Other("no net is built in".to_owned()))?,
    };
    let start = grown(&start, options.grow, options.seed)?;
    let mut practice = Practice::begin(options, &start)?;
    let stop = interrupt::stop_on_interrupt();
    let bar = contest::progress_bar(options.games.min(u64::from(u32::MAX)) as u32);
    bar.set_position(practice.games);
    let mut said = Said::default();
    while practice.games < options.games && !stop.load(Ordering::Relaxed) {
        let Some(round) = practice.round(&stop)? else { break };
        said.add(round);
        bar.set_position(practice.games);
        let rounds = practice.games / ROUND;
        if rounds.is_multiple_of(SAVED) || practice.games >= options.games {
            practice.save()?;
            let words = std::mem::take(&mut said).in_words(practice.games);
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

/// A net as large as it was asked for.
fn grown(net: &Net, shape: Option<Shape>, seed: u64) -> Result<Net, Failure> {
    let Shape { blocks, channels } = net.shape();
    let grown = net.grown(shape.unwrap_or(net.shape()), seed);
    let what = || format!("a net of {blocks}x{channels} cannot shrink: let it grow, or not");
    grown.ok_or_else(|| Failure::Other(what()))
}

/// What there is to say of some rounds.
#[derive(Default)]
struct Said {
    /// How wrong the net and the judge were about games they had not learned from yet.
    losses: [Losses; 2],
    /// How the net did against partners.
    met: Vec<Met>,
}

impl Said {
    fn add(&mut self, round: Said) {
        self.losses.iter_mut().zip(&round.losses).for_each(|(all, losses)| all.add(losses));
        self.met.extend(round.met);
    }

    fn in_words(&self, games: u64) -> String {
        let mean = |(sum, count): (f64, u64)| sum / count.max(1) as f64;
        let [net, judge] = &self.losses;
        let [gain, hidden, owner, win] = [net.gain, net.hidden, net.owner, net.win].map(mean);
        let losses = format!(
            "{games} games: gains {gain:.3}, hidden stones {hidden:.4}, area {owner:.3}, result {win:.3}; \
             the judge: area {:.3}, result {:.3}",
            mean(judge.owner),
            mean(judge.win)
        );
        let mut met: BTreeMap<&str, (f64, u32)> = BTreeMap::new();
        for Met { partner, won } in &self.met {
            let (sum, count) = met.entry(partner).or_default();
            (*sum, *count) = (*sum + won, *count + 1);
        }
        met.into_iter().fold(losses, |words, (partner, (won, count))| {
            let share = 100.0 * won / f64::from(count);
            format!("{words}\n  won {share:.0}% of {count} against {partner}")
        })
    }
}

/// Practice under way.
struct Practice<'a> {
    options: &'a Practise,
    /// All that it depends on but the number of games, as a number.
    name: [u8; 32],
    /// Where the trainers are kept, after the name, the number of games and the length of the first.
    kept: PathBuf,
    /// The net, and the judge.
    net: Trainer,
    judge: Trainer,
    games: u64,
}

impl<'a> Practice<'a> {
    /// Begins, or goes on where a file says.
    fn begin(options: &'a Practise, start: &Net) -> Result<Practice<'a>, Failure> {
        let kept = kept_beside(&options.out);
        for partner in &options.partner {
            seat(partner, 0).map_err(|error| Failure::Other(error.to_string()))?;
        }
        let net = Trainer::new(start.clone());
        let judge = match &options.judge_from {
            Some(path) => grown(&load(path)?, options.grow_judge, options.seed)?,
            None => Net::new(options.grow_judge.unwrap_or(start.shape()), options.seed),
        };
        let name = name_of(options, [start, &judge]);
        let judge = Trainer::new(judge);
        let mut practice = Practice { options, name, kept, net, judge, games: 0 };
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
        let (games, rest) = rest.split_first_chunk::<8>().ok_or_else(cut)?;
        let (length, trainers) = rest.split_first_chunk::<8>().ok_or_else(cut)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let (net, judge) = trainers.split_at_checked(length).ok_or_else(cut)?;
        let read = |bytes| Trainer::from_bytes(bytes).map_err(|error| wrong(&error.to_string()));
        (self.net, self.judge, self.games) = (read(net)?, read(judge)?, u64::from_le_bytes(*games));
        anstream::eprintln!("going on after {} games", self.games);
        Ok(())
    }

    /// Some games, then the steps they lead to. `None` if it was stopped before they were over.
    fn round(&mut self, stop: &AtomicBool) -> Result<Option<Said>, Failure> {
        let (first, last) = (self.games, self.options.games.min(self.games + ROUND));
        let lessons = self.play(first..last, stop)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let seed = self.options.seed.wrapping_add(first.wrapping_mul(0xA076_1D64_78BD_642F));
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let Practise { rate, batch, .. } = *self.options;
        let rate = rate / (1.0 + first as f32 / SLOWER).sqrt();
        let threads = self.options.threads();
        let mut learn = |trainer: &mut Trainer, lessons: &[Lesson], passes: usize, rate: f32| {
            let mut losses = Losses::default();
            for pass in 0..passes {
                let ways = (0..8).cycle().skip(pass);
                let mut order: Vec<(&Lesson, u8)> = lessons.iter().zip(ways).collect();
                order.shuffle(&mut random);
                for batch in order.chunks(batch) {
                    let wrong = trainer.step(batch, Pace { rate, decay: DECAY }, threads);
                    // What was learned from before says nothing of what is known.
                    if pass == 0 {
                        losses.add(&wrong);
                    }
                }
            }
            losses
        };
        let losses = [
            learn(&mut self.net, &lessons.net, self.options.passes, rate),
            learn(&mut self.judge, &lessons.judge, 1, JUDGE_RATE * rate),
        ];
        if !losses.iter().all(|losses| losses.total().is_finite()) {
            return Err(Failure::Other(format!(
                "the weights ran away after {} games: a smaller --rate than {rate} may help",
                self.games
            )));
        }
        self.games = last;
        Ok(Some(Said { losses, met: lessons.met }))
    }

    /// Plays games on all threads, and returns their lessons in order.
    fn play(&self, games: std::ops::Range<u64>, stop: &AtomicBool) -> Result<Lessons, Failure> {
        let net = Arc::new(Sight::new(&self.net.calm()));
        let judge = Sight::new(&self.judge.calm());
        let next = AtomicU64::new(games.start);
        let work = || {
            let mut done = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= games.end {
                    break;
                }
                done.push((game, self.game(&net, &judge, game, stop)));
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
            let Lessons { net, judge, met } = game?;
            lessons.net.extend(net);
            lessons.judge.extend(judge);
            lessons.met.extend(met);
        }
        Ok(lessons)
    }

    /// One game, and what some of its moments teach.
    fn game(
        &self,
        net: &Arc<Sight>,
        judge: &Sight,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Lessons, Failure> {
        let seed = self.options.seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let invited = self.invite(&mut random);
        let sit = |side: Color| {
            let seed = seed.wrapping_mul(2).wrapping_add(side as u64);
            let of_net = || Ok(instinct(Arc::clone(net), self.options.temperature.into(), seed));
            let player = invited.filter(|(at, _)| *at == side);
            player.map_or_else(of_net, |(_, partner)| seat(partner, seed)).map(Seat::Blind)
        };
        let wrong = |what: String| Failure::Other(format!("game {number}: {what}"));
        let mut black = sit(Color::Black).map_err(|error| wrong(error.to_string()))?;
        let mut white = sit(Color::White).map_err(|error| wrong(error.to_string()))?;
        let seats = ByColor { black: &mut black, white: &mut white };
        let terms = self.terms(number);
        // What the net chose from, the likeliest first, and after how many moves that was.
        let mut open: Vec<Vec<Point>> = Vec::new();
        let mut moves: Vec<u32> = Vec::new();
        let played = play_watched(seats, &terms, stop, &mut |tried| {
            let ours = invited.is_none_or(|(at, _)| at != tried.view.color());
            let told = tried.explanation.filter(|_| ours);
            open.push(told.map_or_else(Vec::new, candidates));
            moves.push(tried.view.moves());
        });
        if stop.load(Ordering::Relaxed) {
            return Ok(Lessons::default());
        }
        if let Some(void) = played.void {
            return Err(wrong(void.what));
        }
        let Practise { tries, points, warm, .. } = *self.options;
        let tries = if number < warm { 0 } else { tries };
        let chosen = choose_tries(tries, &open, &moves, &mut random);
        let mut hindsight = Hindsight::new(self.options, judge);
        let game = Game::of(&played.record, 0, Vec::new());
        replay(&game, 0, terms.rules, terms.setup, |sample| {
            hindsight.go_on(sample);
            if chosen.get(sample.number) == Some(&true) {
                hindsight.ask(sample, &some(&open[sample.number], points, &mut random));
            }
        })
        .map_err(|error| wrong(error.to_string()))?;
        let met = invited.map(|(side, partner)| Met::of(partner, !side, played.record.outcome()));
        Ok(Lessons { met: met.into_iter().collect(), ..hindsight.lessons(&mut random) })
    }

    /// Who plays against the net, and where he sits, if it is not the net itself.
    fn invite(&self, random: &mut ChaCha8Rng) -> Option<(Color, &'a str)> {
        let Practise { partner, partners, .. } = self.options;
        if partner.is_empty() || random.random::<f64>() >= *partners {
            return None;
        }
        let color = if random.random() { Color::Black } else { Color::White };
        Some((color, &partner[random.random_range(0..partner.len())]))
    }

    /// The terms of a game: all rules have their turn.
    fn terms(&self, number: u64) -> Terms {
        let rules = &self.options.rules;
        Budget::default().terms(rules[number as usize % rules.len()], BoardSize::NINE)
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
        let length = (net.len() as u64).to_le_bytes();
        write(&self.kept, &[&self.name, &games, &length, &net, &judge])?;
        write(&self.options.out, &[&self.net.calm().to_bytes()])?;
        let judge = self.options.judge.as_ref();
        judge.map_or(Ok(()), |path| write(path, &[&self.judge.calm().to_bytes()]))
    }
}

/// What a thread came to. Its panic is ours.
fn finished<T>(work: std::thread::ScopedJoinHandle<'_, T>) -> T {
    work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn name_of(options: &Practise, start: [&Net; 2]) -> [u8; 32] {
    let Practise { temperature, warm, moments, tries, points, batch, rate, .. } = options;
    let Practise { lead, hindsight, partner, partners, passes, rules, seed, .. } = options;
    let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
    let mut name = Sha256::new();
    start.iter().for_each(|net| name.update(net.to_bytes()));
    name.update(format!("{temperature} {warm} {moments} {tries} {points} {batch} {rate} {seed}"));
    name.update(format!(" {lead} {hindsight} {passes} {partners} {partner:?} {rules:?}"));
    name.finalize().into()
}
