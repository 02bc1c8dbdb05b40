//! The groups of commands in `kage --help`, so that a newcomer finds the few that matter.

use anstyle::{Effects, Style};
use clap::Command;

/// Some commands that serve one purpose.
struct Group {
    title: &'static str,
    commands: &'static [&'static str],
}

/// The commands for newcomers. They are the first in their groups.
const FIRST: [&str; 5] = ["serve", "play", "replay", "match", "gtp"];

const GROUPS: [Group; 5] = [
    Group { title: "Play", commands: &["serve", "play", "referee", "rules"] },
    Group {
        title: "Study games and positions",
        commands: &["replay", "analyze", "worlds", "solve", "convert"],
    },
    Group {
        title: "Compete",
        commands: &[
            "match",
            "gtp",
            "sau",
            "check-engine",
            "players",
            "tournament",
            "report",
            "reproduce",
        ],
    },
    Group { title: "Learn and measure", commands: &["data", "train", "bench", "solve-game"] },
    Group { title: "Other", commands: &["completions", "help"] },
];

const HEADING: Style = Style::new().effects(Effects::BOLD.insert(Effects::UNDERLINE));
const NAME: Style = Style::new().effects(Effects::BOLD);

/// The command with its subcommands listed in groups.
pub(super) fn grouped(command: Command) -> Command {
    let mut built = command.clone();
    built.build();
    let mut list = String::new();
    for Group { title, commands } in GROUPS {
        list += &format!("{HEADING}{title}{HEADING:#}\n");
        for name in commands {
            let about = built.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let mark = if FIRST.contains(name) { '*' } else { ' ' };
            list += &format!("{mark} {NAME}{name:<13}{NAME:#} {about}\n");
        }
        list.push('\n');
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n\
         The commands marked * are the five to begin with. `kage help COMMAND` explains one.\n\n\
         {list}{HEADING}Options{HEADING:#}\n{{options}}{{after-help}}"
    ))
}
