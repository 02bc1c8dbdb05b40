//! `kage train`: from games to a prior, how opponents play.

use crate::args::Train;
use crate::failure::Failure;
use crate::recorded::{self, Recorded};
use crate::{files, hearing};
use indicatif::{ProgressBar, ProgressStyle};
use kage_belief::{Score, Trainer};
use kage_goban::{Color, Move};
use kage_phantom::View;
use serde::Serialize;

/// One game in so many is held out.
const HELD_OUT: usize = 10;
/// How many turns there are between two looks at a seat's view.
const STRIDE: usize = 13;

pub(crate) fn run(options: &Train) -> Result<(), Failure> {
    let mut games = recorded::load(&options.data)?;
    games.truncate(options.games.unwrap_or(usize::MAX));
    let mut lessons = Lessons::default();
    for (number, game) in games.iter().enumerate() {
        lessons.add(game, number)?;
    }
    if lessons.learned.is_empty() || lessons.held_out.is_empty() {
        return Err(Failure::Other(format!(
            "{} games are too few to learn from: on 9x9 it takes {HELD_OUT} or more",
            games.len()
        )));
    }
    let report = teach(&lessons, options, games.len())?;
    files::say(&report, options.json, || report.in_words() + "\n")
}

/// What a seat heard up to a moment, and what its opponent really played.
type Lesson = (View, Vec<Move>);

#[derive(Default)]
struct Lessons {
    learned: Vec<Lesson>,
    held_out: Vec<Lesson>,
}

impl Lessons {
    fn add(&mut self, recorded: &Recorded, number: usize) -> Result<(), Failure> {
        let list =
            if number % HELD_OUT == HELD_OUT - 1 { &mut self.held_out } else { &mut self.learned };
        for seat in Color::BOTH {
            let views = hearing::views(&recorded.game, &recorded.file, seat)?;
            // Each game is cut at other turns.
            for (turns, view) in views.into_iter().enumerate() {
                let cut = turns % STRIDE == number % STRIDE;
                if cut && view.outcome().is_none() && Trainer::suits(&view) {
                    let before = recorded.plays(!seat).filter(|(turn, _)| *turn < turns);
                    list.push((view, before.map(|(_, play)| play).collect()));
                }
            }
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct Report {
    games: usize,
    passes: u32,
    seed: u64,
    moves: u64,
    /// Nats a move of the games held out, and the same if all moves were alike.
    held_out_moves: u64,
    held_out_loss: f64,
    even_loss: f64,
    learned_loss: f64,
}

impl Report {
    fn in_words(&self) -> String {
        format!(
            "{} games, {} passes, seed {}: a hidden move is found with {:.3} nats in {} moves \
             held out ({:.3} in {} learned from), {:.3} if all were alike",
            self.games,
            self.passes,
            self.seed,
            self.held_out_loss,
            self.held_out_moves,
            self.learned_loss,
            self.moves,
            self.even_loss
        )
    }
}

fn teach(lessons: &Lessons, options: &Train, games: usize) -> Result<Report, Failure> {
    let bar = progress_bar(lessons.learned.len() as u64 * u64::from(options.passes));
    let mut trainer = Trainer::new(options.seed);
    let mut learned = Score::default();
    for _ in 0..options.passes {
        trainer.begin_pass();
        learned = Score::default();
        for lesson in trainer.shuffle(lessons.learned.len()) {
            let (view, plays) = &lessons.learned[lesson];
            learned.add(&trainer.learn(view, plays));
            bar.inc(1);
        }
        bar.set_message(format!("{:.3} nats a move", learned.losses().0));
    }
    bar.finish_and_clear();
    let weights = trainer.finish();
    let mut held_out = Score::default();
    for (view, plays) in &lessons.held_out {
        held_out.add(&trainer.test(view, plays));
    }
    let (held_out_loss, even_loss) = held_out.losses();
    let report = Report {
        games,
        passes: options.passes,
        seed: options.seed,
        moves: learned.moves,
        held_out_moves: held_out.moves,
        held_out_loss,
        even_loss,
        learned_loss: learned.losses().0,
    };
    let heading = heading(&report, options)?;
    files::save(&options.out, &weights.to_toml(&heading), options.force)?;
    Ok(report)
}

/// Where the weights are from: the commands that make them again.
fn heading(report: &Report, options: &Train) -> Result<String, Failure> {
    let mut text =
        format!("How opponents play, for worlds: learned by Kage {}.\n", env!("CARGO_PKG_VERSION"));
    for path in &options.data {
        if let Some(header) = recorded::header(path)? {
            text += &format!("{} is from\n  {}\n", path.display(), header.command);
        }
    }
    let command: Vec<String> = std::env::args().skip(1).collect();
    text += &format!("The weights are from\n  kage {}\n", command.join(" "));
    Ok(text + &report.in_words() + ".\n")
}

fn progress_bar(lessons: u64) -> ProgressBar {
    let bar = ProgressBar::new(lessons);
    let style = ProgressStyle::with_template("{bar:30} {percent}%, {elapsed} of {duration} {msg}");
    bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
    bar
}
