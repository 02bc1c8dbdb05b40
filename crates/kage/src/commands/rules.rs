//! `kage rules`: the rule sets and what each setting means.

use crate::args::Rules;
use crate::failure::Failure;
use crate::files;
use kage_phantom::{Preset, RefereeRules};
use std::collections::BTreeMap;
use std::io::Write;

pub(crate) fn run(options: &Rules) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if options.rules.is_empty() {
        return list(&mut out, options.json);
    }
    let text = options.rules.join(" ");
    let rules: RefereeRules = text.parse().map_err(|error| Failure::Other(format!("{error}")))?;
    if options.json {
        files::write_json(&mut out, &settings(&rules))?;
        return Ok(());
    }
    writeln!(out, "{rules}\n")?;
    for ((name, value, takes), about) in rules.settings().into_iter().zip(RefereeRules::abouts()) {
        writeln!(out, "  {:<24} takes {takes}", format!("{name}={value}"))?;
        writeln!(out, "      {about}")?;
    }
    Ok(())
}

fn list(out: &mut impl Write, json: bool) -> Result<(), Failure> {
    if json {
        let all: BTreeMap<_, _> =
            Preset::ALL.map(|preset| (preset.name(), settings(&preset.rules()))).into();
        serde_json::to_writer_pretty(&mut *out, &all).map_err(std::io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    for preset in Preset::ALL {
        writeln!(out, "{:<11} {}", preset.name(), preset.about())?;
    }
    writeln!(
        out,
        "\n`kage rules common` explains each setting of that rule set. `common komi=7.5 atari=every`"
    )?;
    writeln!(
        out,
        "is that rule set with two changes: write it after `kage rules`, or after --rules in quotes."
    )?;
    Ok(())
}

fn settings(rules: &RefereeRules) -> BTreeMap<&'static str, String> {
    rules.settings().into_iter().map(|(name, value, _)| (name, value)).collect()
}
