//! `kage bench server`: many games of scripted players at once, against a server in its own process.

use crate::args::BenchServer;
use crate::failure::Failure;
use crate::render::progress;
use crate::{files, machine};
use kage_lab::{AnswerTimes, ServerLoad, ServerLoadConfig, measure_server};
use std::time::Duration;

pub(crate) fn run(options: &BenchServer) -> Result<(), Failure> {
    let program = std::env::current_exe().map_err(|error| {
        Failure::Other(format!("this program's own file is not known: {error}"))
    })?;
    let config = ServerLoadConfig {
        program,
        games: options.games,
        seconds: options.seconds,
        pause: options.pause,
        seed: options.seed,
        machine: machine::describe(),
    };
    let bar = progress::time(Duration::from_secs_f64(options.seconds));
    let load = measure_server(&config, |elapsed| bar.set_position(elapsed.as_millis() as u64));
    bar.finish_and_clear();
    let load = load?;
    files::say(&load, options.json, || in_words(&load))
}

fn in_words(load: &ServerLoad) -> String {
    let AnswerTimes { p50, p90, p99, most } = load.answer_ms;
    let mut text = format!(
        "{} games at once, {} sockets, {:.1} s thought a try; seed {}\n\
         {} games played to an end that both seats agree on, in {:.0} s\n\
         {} tries, {:.0} a second; answered within\n  \
         {p50:.1} ms (half), {p90:.1} ms (9 of 10), {p99:.1} ms (99 of 100), {most:.1} ms (all)\n",
        load.games_at_once,
        load.sockets,
        load.pause_seconds,
        load.seed,
        load.games_played,
        load.seconds,
        load.tries,
        load.tries_per_second,
    );
    if let (Some(idle), Some(a_game)) = (load.memory_idle_bytes, load.memory_a_game_bytes) {
        let megabytes = |bytes: &u64| format!("{:.0}", *bytes as f64 / 1e6);
        let tenths: Vec<String> = load.memory_bytes.iter().map(megabytes).collect();
        text += &format!(
            "memory: {} MB at rest, {} kB a game; the most in each tenth of the time: {} MB\n",
            megabytes(&idle),
            a_game / 1_000,
            tenths.join(", "),
        );
    }
    text + &format!("on {}\n", load.machine)
}
