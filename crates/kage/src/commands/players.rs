//! `kage players`: the players, their options and sources.

use crate::args::{Players, spec_error};
use crate::failure::Failure;
use crate::files;
use kage_players::{PlayerEntry, PlayerSpec, REGISTRY};
use serde_json::{Value, json};
use std::io::Write;

pub(crate) fn run(options: &Players) -> Result<(), Failure> {
    let chosen: Vec<&PlayerEntry> = match &options.name {
        None => REGISTRY.iter().collect(),
        Some(name) => vec![find(name)?],
    };
    let mut out = anstream::stdout().lock();
    if options.json {
        let all: Vec<Value> = chosen.iter().map(|entry| as_json(entry)).collect();
        files::write_json(&mut out, &all)?;
        return Ok(());
    }
    for entry in &chosen {
        writeln!(out, "{:<19} {}", entry.name, entry.about)?;
        if options.name.is_some() {
            show_options(&mut out, entry)?;
        }
    }
    if options.name.is_none() {
        writeln!(
            out,
            "\n`kage players NAME` shows a player's options. A spec is NAME:option=value,option=value"
        )?;
        writeln!(out, "such as all-as-first:playouts=2000,scoring=territory.")?;
    }
    Ok(())
}

fn find(name: &str) -> Result<&'static PlayerEntry, Failure> {
    let entry = name.parse::<PlayerSpec>().and_then(|spec| spec.entry());
    entry.map_err(|error| Failure::Other(spec_error(&error)))
}

fn show_options(out: &mut impl Write, entry: &PlayerEntry) -> Result<(), Failure> {
    writeln!(out, "  from {}", entry.source)?;
    if !entry.beyond.is_empty() {
        writeln!(out, "  not described there:")?;
    }
    for part in entry.beyond {
        writeln!(out, "  - {part}")?;
    }
    writeln!(out)?;
    for option in entry.options {
        writeln!(out, "  {:<12} {} [{}]", option.name, option.takes, option.default)?;
        writeln!(out, "               {}", option.about)?;
    }
    Ok(())
}

fn as_json(entry: &PlayerEntry) -> Value {
    let options: Vec<Value> = entry
        .options
        .iter()
        .map(|o| json!({"name": o.name, "takes": o.takes, "default": o.default, "about": o.about}))
        .collect();
    json!({"name": entry.name, "about": entry.about, "source": entry.source, "beyond": entry.beyond, "options": options})
}
