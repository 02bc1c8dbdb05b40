//! `kage train prior`: a prior of how opponents play, learned from games.

use crate::args::TrainPrior;
use crate::failure::Failure;
use crate::{files, recorded};
use indicatif::{ProgressBar, ProgressStyle};
use kage_goban::{Color, Move};
use kage_lab::RecordedGame;
use kage_train::{PriorConfig, PriorDataset, PriorReport};

pub(crate) fn run(options: &TrainPrior) -> Result<(), Failure> {
    let mut games = recorded::load(&options.data)?;
    games.truncate(options.games.unwrap_or(usize::MAX));
    let dataset = dataset(&games)?;
    let bar = progress_bar(dataset.examples() as u64 * u64::from(options.passes));
    let config = PriorConfig { passes: options.passes, seed: options.seed };
    let trained = dataset.train(config, |loss| {
        bar.inc(1);
        bar.set_message(format!("{loss:.3} nats a move"));
    });
    bar.finish_and_clear();
    let (weights, report) = trained?;
    let heading = heading(&report, options)?;
    files::save(&options.out, &weights.to_toml(&heading), options.force)?;
    files::say(&report, options.json, || in_words(&report) + "\n")
}

fn dataset(games: &[RecordedGame]) -> Result<PriorDataset, Failure> {
    let mut dataset = PriorDataset::default();
    for (number, recorded) in games.iter().enumerate() {
        for seat in Color::BOTH {
            let seats = recorded.seats(seat)?;
            let plays: Vec<(usize, Move)> = recorded.plays(!seat).collect();
            dataset.add_seat(number, seats, &plays);
        }
    }
    Ok(dataset)
}

fn in_words(report: &PriorReport) -> String {
    format!(
        "{} games, {} passes, seed {}: the loss is {:.3} nats a move on {} held-out moves \
         ({:.3} on {} training moves); {:.3} if all moves were equally likely",
        report.games,
        report.passes,
        report.seed,
        report.held_out_loss,
        report.held_out_moves,
        report.learned_loss,
        report.moves,
        report.even_loss
    )
}

/// The origin of the weights: the commands that make them again.
fn heading(report: &PriorReport, options: &TrainPrior) -> Result<String, Failure> {
    let mut text =
        format!("How opponents play, for worlds: learned by Kage {}.\n", env!("CARGO_PKG_VERSION"));
    for path in &options.data {
        if let Some(header) = recorded::header(path)? {
            text += &format!("{} is from\n  {}\n", path.display(), header.command);
        }
    }
    let command: Vec<String> = std::env::args().skip(1).collect();
    text += &format!("The weights are from\n  kage {}\n", command.join(" "));
    Ok(text + &in_words(report) + ".\n")
}

fn progress_bar(examples: u64) -> ProgressBar {
    let bar = ProgressBar::new(examples);
    let style = ProgressStyle::with_template("{bar:30} {percent}%, {elapsed} of {duration} {msg}");
    bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
    bar
}
