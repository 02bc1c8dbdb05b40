//! `kage bench net`: how many views nets evaluate in a second, and how many tries one learns from.

use crate::args::BenchNet;
use crate::failure::Failure;
use crate::files;
use kage_lab::{Instructions, NetRate};
use kage_net::PolicyNet;

pub(crate) fn run(options: &BenchNet) -> Result<(), Failure> {
    let BenchNet { blocks, channels, size, seconds, .. } = *options;
    Instructions::from(options.instructions).force()?;
    let default = PolicyNet::built_in_names().next().map(str::to_owned);
    let names = if options.net.is_empty() { Vec::from_iter(default) } else { options.net.clone() };
    let mut rates = Vec::new();
    for name in &names {
        rates.push(NetRate::of_net(name, &*files::policy_net(name)?, size, seconds)?);
    }
    rates.push(NetRate::of_shape(blocks, channels, size, seconds)?);
    files::say(&rates, options.json, || rates.iter().map(in_words).collect())
}

fn in_words(rate: &NetRate) -> String {
    let NetRate { net, hash, lines, views_per_second, single_views_per_second, .. } = rate;
    let learned = rate.tries_learned_per_second;
    let learned = learned.map(|rate| format!(", learns from {rate:.0} tries")).unwrap_or_default();
    format!(
        "net {net} ({hash}) on {lines}x{lines}, one thread: evaluates {views_per_second:.0} views a second \
         ({single_views_per_second:.0} one by one){learned}\n"
    )
}
