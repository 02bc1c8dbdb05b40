//! `kage tournament`: many players, many games, from a file.

mod show;

use crate::args::Tournament as Options;
use crate::failure::Failure;
use crate::files;
use crate::{interrupt, machine, seating};
use kage_arena::{
    Budget, Config, Contestant, Entrant, Invitation, News, Objection, Results, Tournament,
    decide_by,
};
use kage_goban::BoardSize;
use kage_players::SpecError;
use serde_json::json;
use show::Live;
pub(crate) use show::{aligned, aligned_left};
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

/// Plays a tournament, or the rest of it, before the user's eyes. Says whether it was interrupted.
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
        if let News::Stopped(pairing, reason) = &news {
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

/// Reads the file and sees that everyone can be seated.
fn prepare(file: &Path) -> Result<Tournament, Failure> {
    let read = std::fs::read_to_string(file);
    let text = read.map_err(|error| Failure::Read(file.to_owned(), error))?;
    let config = Config::read(file, &text, enter).map_err(Failure::Config)?;
    for engine in config.entrants.iter().filter(|entrant| seating::is_engine(&entrant.spec)) {
        seating::seat(&engine.spec, 0, None)?;
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
    let spec = entrant.spec.clone();
    let seat = move |to: Invitation| seating::seat(&spec, to.seed, None);
    Contestant { label: entrant.name.clone(), seat: Box::new(seat) }
}

/// The player a spec of the file stands for. Programs are not started yet.
fn enter(spec: &str, budget: &Budget, size: BoardSize) -> Result<Entrant, Objection> {
    let full = seating::with_budget(spec, budget, size);
    if kage_players::is_sighted(spec) {
        kage_players::seat_sighted(&full, 0).map_err(|error| object(&error))?;
    } else if !seating::is_engine(spec) {
        kage_players::seat(&full, 0).map_err(|error| object(&error))?;
    }
    let sighted = seating::is_sighted(spec);
    Ok(Entrant { name: spec.to_owned(), spec: full, sighted })
}

fn object(error: &SpecError) -> Objection {
    let word = match error {
        SpecError::Name { name: word, .. }
        | SpecError::Word(word)
        | SpecError::Option { option: word, .. }
        | SpecError::Value { value: word, .. } => Some(word.clone()),
        SpecError::Sighted(word) => Some((*word).to_owned()),
        SpecError::Both(..) | SpecError::Missing(_) => None,
    };
    Objection { what: error.to_string(), word }
}

fn conclude(results: &Results, json: bool) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if json {
        return Ok(files::write_json(&mut out, &summary(results))?);
    }
    Ok(out.write_all(show::report(results).as_bytes())?)
}

/// The tournament in short, for machines. The games are in the store.
fn summary(results: &Results) -> serde_json::Value {
    let conditions = &results.conditions;
    let standings = results.standings().into_iter().map(|standing| {
        let (tally, interval) = (standing.tally, standing.tally.interval());
        json!({
            "player": conditions.name(standing.entrant),
            "games": tally.games(),
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "points": tally.points(),
            "rate": interval.rate,
            "wilson95": [interval.low, interval.high],
        })
    });
    let pairings = conditions.pairings.iter().enumerate().map(|(place, pairing)| {
        let [first, second] = pairing.players;
        let tally = results.tally(first, Some(second));
        json!({
            "players": [conditions.name(first), conditions.name(second)],
            "games_wanted": pairing.games,
            "games": results.of_pairing(place).len(),
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "ended": results.why_ended(place),
        })
    });
    json!({
        "conditions": conditions,
        "finished": results.finished(),
        "standings": standings.collect::<Vec<_>>(),
        "pairings": pairings.collect::<Vec<_>>(),
        "voids": results.voids,
    })
}
