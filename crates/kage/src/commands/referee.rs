//! `kage referee`: the operator's desk. A Kage player plays against a person or a foreign program,
//! with a human referee between them; the operator types what that referee says.

use crate::args::Referee as Options;
use crate::failure::Failure;
use crate::player_factory::SeatSpec;
use kage_terminal::{DESK_HELP, Desk, Typed, boards};
use std::io::Write;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let (spec, seed) = (SeatSpec::read(&options.player)?, options.seed);
    let player = Box::new(move || spec.blind(seed));
    let mut desk = Desk::new(player, options.rules, options.size, options.seat)?;
    let mut out = anstream::stdout().lock();
    let me = boards::name(options.seat);
    writeln!(out, "{} has {me}; {}, rules {}.", options.player, options.size, options.rules)?;
    writeln!(out, "{DESK_HELP}\n")?;
    Ok(desk.work(&Typed::listen(), &mut out)?)
}
