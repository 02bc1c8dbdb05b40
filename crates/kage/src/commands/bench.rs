//! `kage bench`: speed and quality measurements.

pub(crate) mod belief;
mod net;
mod playouts;
mod server;
mod signature;
mod threats;
mod view;
mod worlds;

use crate::args::Bench;
use crate::failure::Failure;

pub(crate) fn run(options: &Bench) -> Result<(), Failure> {
    match options {
        Bench::Playouts(options) => playouts::run(options),
        Bench::Signature(options) => signature::run(options),
        Bench::Worlds(options) => worlds::run(options),
        Bench::Belief(options) => belief::run(options),
        Bench::Server(options) => server::run(options),
        Bench::Threats(options) => threats::run(options),
        Bench::Net(options) => net::run(options),
        Bench::View(options) => view::run(options),
    }
}
