//! `kage selfplay`: many games, kept whole to learn from.

use crate::args::{Match, SelfPlay as Options};
use crate::failure::Failure;
use crate::{contest, data, interrupt, seating};
use kage_data::{Progress, SelfPlay};
use std::num::NonZero;
use std::sync::atomic::Ordering;
use std::time::Instant;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let seats = as_match(options);
    let games = SelfPlay {
        players: [
            contest::contestant(&seats.first, &seats)?,
            contest::contestant(&seats.second, &seats)?,
        ],
        terms: contest::terms(&seats),
        games: options.games,
        seed: options.seed,
        concurrency: seats.concurrency,
        notes: options.notes,
    };
    for player in &games.players {
        // What is kept is what each try was made from, and that is a view.
        seating::blind(&player.label, 0)?;
    }
    let stop = interrupt::stop_on_interrupt();
    let bar = contest::progress_bar(options.games);
    let (started, mut played) = (Instant::now(), 0);
    let command = std::env::args().collect::<Vec<String>>().join(" ");
    let done = games.run(&options.out, &command, &stop, |progress| match progress {
        Progress::Resumed(games) => {
            bar.set_position(u64::from(games));
            bar.suspend(|| anstream::eprintln!("going on after {games} games"));
        }
        Progress::Game(games, _) => {
            played += 1;
            bar.set_position(u64::from(games));
        }
    });
    bar.finish_and_clear();
    let there = done.map_err(|error| data::failure(&options.out, &error))?;
    let file = options.out.display();
    let rate = f64::from(played) / started.elapsed().as_secs_f64();
    anstream::eprintln!("{file}: {there} games, {played} of them new, {rate:.1} a second");
    if stop.load(Ordering::Relaxed) {
        anstream::eprintln!("Stopped; the same command goes on.");
    }
    Ok(())
}

/// Self-play is a match whose games are kept: players are seated alike, on the same terms.
fn as_match(options: &Options) -> Match {
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
        json: None,
    }
}
