//! `kage data make`: many games, with every try.

use super::{command_line, failure};
use crate::args::{DataMake, Match};
use crate::commands::r#match as matches;
use crate::failure::Failure;
use crate::render::progress;
use crate::{interrupt, player_factory};
use kage_data::{Progress, SelfPlay};
use std::num::NonZero;
use std::sync::atomic::Ordering;
use std::time::Instant;

pub(crate) fn run(options: &DataMake) -> Result<(), Failure> {
    let seats = as_match(options);
    let games = SelfPlay {
        players: [
            matches::contestant(&seats.first, &seats)?,
            matches::contestant(&seats.second, &seats)?,
        ],
        terms: matches::terms(&seats),
        games: options.games,
        seed: options.seed,
        concurrency: seats.concurrency,
        notes: options.notes,
    };
    for player in &games.players {
        // The file has the view that each try was made from. A sighted player does not choose from its view.
        player_factory::blind(&player.label, 0)?;
    }
    let stop = interrupt::stop_on_interrupt();
    let bar = progress::games(options.games);
    let (started, mut played) = (Instant::now(), 0);
    let done = games.run(&options.out, &command_line(), &stop, |progress| match progress {
        Progress::Resumed(games) => {
            bar.set_position(u64::from(games));
            bar.suspend(|| anstream::eprintln!("continuing after {games} games"));
        }
        Progress::Game(games, _) => {
            played += 1;
            bar.set_position(u64::from(games));
        }
    });
    bar.finish_and_clear();
    let there = done.map_err(|error| failure(&options.out, &error))?;
    let file = options.out.display();
    let rate = f64::from(played) / started.elapsed().as_secs_f64();
    anstream::eprintln!("{file}: {there} games, {played} of them new, {rate:.1} a second");
    if stop.load(Ordering::Relaxed) {
        anstream::eprintln!("Stopped; the same command continues.");
    }
    Ok(())
}

/// The match with the same players on the same terms.
fn as_match(options: &DataMake) -> Match {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    Match {
        first: options.player.clone(),
        second: options.against.clone().unwrap_or_else(|| options.player.clone()),
        games: options.games,
        rules: options.rules,
        size: options.size,
        komi: options.komi,
        time_per_move: None,
        clock: None,
        playouts: options.playouts,
        concurrency: options.concurrency.unwrap_or(cores.min(256) as u32),
        sgf_dir: None,
        log: None,
        seed: options.seed,
        sprt: Vec::new(),
        json: None,
    }
}
