//! `kage tournament`: many players, many games, from a file.

use crate::args::{Tournament as Options, spec_error};
use crate::failure::Failure;
use crate::files;
use crate::player_factory::SeatSpec;
use crate::render::live::Live;
use crate::render::standings;
use crate::{interrupt, machine};
use kage_arena::{
    Budget, Config, Contestant, Entrant, Objection, Results, SeatRequest, Tournament,
    TournamentEvent, decide_by,
};
use kage_players::SpecError;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

const EXAMPLE: &str = include_str!("tournament/example.toml");

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let Some(file) = &options.file else {
        return Ok(anstream::stdout().write_all(EXAMPLE.as_bytes())?);
    };
    let tournament = prepare(file)?;
    let (results, _, stopped) = played(&tournament)?;
    conclude(&results, options.json)?;
    failed(stopped)
}

/// Plays a tournament, or the rest of it, with a live table. Returns whether it was interrupted.
pub(crate) fn play(tournament: &Tournament) -> Result<(Results, bool), Failure> {
    let (results, interrupted, stopped) = played(tournament)?;
    failed(stopped)?;
    Ok((results, interrupted))
}

/// The results, whether it was interrupted, and what stopped some pairings.
fn played(tournament: &Tournament) -> Result<(Results, bool, Vec<String>), Failure> {
    let stop = interrupt::stop_on_interrupt();
    let mut live = Live::new(&tournament.conditions);
    let mut stopped = Vec::new();
    let results = tournament.run(&stop, |news| {
        if let TournamentEvent::Stopped(pairing, reason) = &news {
            stopped.push(format!("{} stopped: {reason}", tournament.conditions.versus(*pairing)));
        }
        live.tell(&news);
    });
    live.clear();
    let results = results.map_err(|error| Failure::Other(error.to_string()))?;
    let interrupted = stop.load(Ordering::Relaxed) && !results.finished();
    if interrupted {
        anstream::eprintln!("Stopped; run the same command to go on.");
    }
    Ok((results, interrupted, stopped))
}

/// Pairings that stopped are a failure.
fn failed(mut stopped: Vec<String>) -> Result<(), Failure> {
    if stopped.is_empty() {
        return Ok(());
    }
    stopped.push("see what is wrong with the player, and run the same command".to_owned());
    Err(Failure::Other(stopped.join("\n")))
}

/// Reads the file, and seats every player once to find errors early.
fn prepare(file: &Path) -> Result<Tournament, Failure> {
    let read = std::fs::read_to_string(file);
    let text = read.map_err(|error| Failure::Read(file.to_owned(), error))?;
    let config = Config::read(file, &text, enter).map_err(Failure::Config)?;
    for entrant in &config.entrants {
        let spec = SeatSpec::read(&entrant.spec)?;
        if spec.is_program() {
            spec.seat(0, None)?;
        }
    }
    Ok(Tournament {
        conditions: config.conditions(env!("CARGO_PKG_VERSION"), &machine::describe()),
        terms: config.terms(),
        contestants: config.entrants.iter().map(contestant).collect(),
        concurrency: config.concurrency,
        decide: config.sprt.map(decide_by),
        store: config.store,
    })
}

pub(crate) fn contestant(entrant: &Entrant) -> Contestant {
    let spec = SeatSpec::read(&entrant.spec);
    let seat = move |to: SeatRequest| spec.clone()?.seat(to.seed, None);
    Contestant { label: entrant.name.clone(), seat: Box::new(seat) }
}

/// The player that a spec of the file names. Programs are not started yet.
fn enter(spec: &str, budget: &Budget) -> Result<Entrant, Objection> {
    let object = |error: SpecError| object(&error);
    let full = SeatSpec::parse(spec).map_err(object)?.with_budget(budget);
    if let SeatSpec::BuiltIn(player) = &full {
        match player.is_sighted() {
            true => player.seat_sighted(0).map(drop).map_err(object)?,
            false => player.seat(0).map(drop).map_err(object)?,
        }
    }
    Ok(Entrant { name: spec.to_owned(), spec: full.to_string(), sighted: full.is_sighted() })
}

fn object(error: &SpecError) -> Objection {
    let word = match error {
        SpecError::Name { name: word, .. }
        | SpecError::Word(word)
        | SpecError::Twice(word)
        | SpecError::Option { option: word, .. }
        | SpecError::Value { value: word, .. } => Some(word.clone()),
        SpecError::Sighted(word) => Some((*word).to_owned()),
        SpecError::Both(..) | SpecError::Missing(_) => None,
    };
    Objection { what: spec_error(error), word }
}

fn conclude(results: &Results, json: bool) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if json {
        return Ok(files::write_json(&mut out, &results.summary())?);
    }
    Ok(out.write_all(standings::report(results).as_bytes())?)
}
