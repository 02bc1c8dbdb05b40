//! `kage players`: who there is.

use crate::args::Players;
use crate::failure::Failure;
use crate::files;
use kage_players::{CATALOGUE, Entry};
use serde_json::{Value, json};
use std::io::Write;

pub(crate) fn run(options: &Players) -> Result<(), Failure> {
    let chosen: Vec<&Entry> = match &options.name {
        None => CATALOGUE.iter().collect(),
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
            "\n`kage players NAME` shows a player's options. A spec is NAME:option=value,"
        )?;
        writeln!(out, "option=value, such as all-as-first:playouts=2000,scoring=territory.")?;
    }
    Ok(())
}

fn find(name: &str) -> Result<&'static Entry, Failure> {
    let name = name.split(':').next().unwrap_or(name);
    match CATALOGUE.iter().find(|entry| entry.name == name) {
        Some(entry) => Ok(entry),
        // The error of the spec names the nearest player.
        None => Err(Failure::Other(
            kage_players::seat(name, 0).err().map_or(String::new(), |error| error.to_string()),
        )),
    }
}

fn show_options(out: &mut impl Write, entry: &Entry) -> Result<(), Failure> {
    writeln!(out, "  from {}\n", entry.source)?;
    for option in entry.options {
        writeln!(out, "  {:<11} {} [{}]", option.name, option.takes, option.default)?;
        writeln!(out, "              {}", option.about)?;
    }
    Ok(())
}

fn as_json(entry: &Entry) -> Value {
    let options: Vec<Value> = entry
        .options
        .iter()
        .map(|o| json!({"name": o.name, "takes": o.takes, "default": o.default, "about": o.about}))
        .collect();
    json!({"name": entry.name, "about": entry.about, "source": entry.source, "options": options})
}
