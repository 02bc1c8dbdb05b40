//! `kage bench playouts`: how many random games a second.

use crate::args::Playouts as Options;
use crate::failure::Failure;
use crate::files;
use crate::render::progress;
use kage_lab::{CHECKED, Instructions, PlayoutConfig, PlayoutRate, PlayoutRun};
use std::time::Duration;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let Options { size, seconds, threads, hidden, seed, .. } = *options;
    let instructions = if options.portable { Instructions::Portable } else { Instructions::Best };
    let config = PlayoutConfig { size, seconds, threads, hidden, seed, instructions };
    let bar = progress::time(Duration::from_secs_f64(seconds));
    let rate =
        PlayoutRun::new(config).measure(|elapsed| bar.set_position(elapsed.as_millis() as u64));
    bar.finish_and_clear();
    let rate = rate?;
    files::say(&rate, options.json, || in_words(&rate))
}

fn in_words(rate: &PlayoutRate) -> String {
    let threads = if rate.threads == 1 { "thread" } else { "threads" };
    let hidden = match rate.hidden {
        0 => String::new(),
        stones => format!(", {stones} hidden first and first moves noted"),
    };
    format!(
        "{0:.0} playouts a second on {1}x{1}, {2} {threads}, {3}{hidden}\n  \
         {4} in {5:.1} s, mean length {6:.2} plies, mean lead of Black {7:+.2}, {8} capped\n  \
         seed {9}, signature {10}; the first {CHECKED} agree with the portable path\n",
        rate.playouts_per_second,
        rate.size,
        rate.threads,
        rate.path,
        rate.playouts,
        rate.seconds,
        rate.mean_length,
        rate.mean_lead,
        rate.capped,
        rate.seed,
        rate.signature,
    )
}
