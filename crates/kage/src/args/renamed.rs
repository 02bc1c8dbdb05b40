//! Names that have changed or that were removed. Only `renamed.txt` contains them.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use kage_players::SpecError;

/// What a name belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Command,
    Option,
    Player,
    PlayerOption,
    RemovedOption,
    RemovedPlayerOption,
}

/// A name that has changed, or that was removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Renamed<'a> {
    kind: Kind,
    /// The command that an option belongs to.
    place: &'a str,
    old: &'a str,
    /// The new name, or why there is none.
    new: &'a str,
}

/// The word of the table for an argument without a name.
const FILE: &str = "a file";

const TABLE: &str = include_str!("renamed.txt");

fn read(line: &str) -> Option<Renamed<'_>> {
    let mut cells = line.split('|').map(str::trim);
    let kind = match cells.next()? {
        "command" => Kind::Command,
        "option" => Kind::Option,
        "player" => Kind::Player,
        "player option" => Kind::PlayerOption,
        "removed option" => Kind::RemovedOption,
        "removed player option" => Kind::RemovedPlayerOption,
        _ => return None,
    };
    let renamed = Renamed { kind, place: cells.next()?, old: cells.next()?, new: cells.next()? };
    cells.next().is_none().then_some(renamed)
}

fn new_name(kind: Kind, place: Option<&str>, old: &str) -> Option<String> {
    let fits = |renamed: &Renamed<'_>| {
        renamed.kind == kind && renamed.old == old && place.is_none_or(|at| renamed.place == at)
    };
    TABLE.lines().filter_map(read).find(fits).map(|renamed| renamed.new.to_owned())
}

/// A hint about an old name on the command line, if the error is about one. `words` are the
/// arguments, without the program's name.
pub(super) fn hint(error: &clap::Error, words: &[String]) -> Option<String> {
    let wrong = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (kind, wrong) = match error.kind() {
        ErrorKind::InvalidSubcommand => (Kind::Command, wrong(ContextKind::InvalidSubcommand)?),
        ErrorKind::UnknownArgument => (Kind::Option, wrong(ContextKind::InvalidArg)?),
        _ => return None,
    };
    // The words before the wrong one are the commands that it belongs to.
    let before: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .take_while(|word| !word.starts_with('-') && *word != wrong)
        .collect();
    let place = before.join(" ");
    let command = |old: &str| {
        let new = new_name(Kind::Command, None, old.trim())?;
        Some(format!("`kage {}` is now `kage {new}`", old.trim()))
    };
    let of_command = || command(&format!("{place} {wrong}")).or_else(|| command(&place));
    match kind {
        Kind::Option => option_hint(&before, wrong).or_else(of_command),
        _ => of_command(),
    }
}

/// An option belongs to the longest chain of commands that is in the table.
fn option_hint(before: &[&str], wrong: &str) -> Option<String> {
    let old = if wrong.starts_with('-') { wrong.split('=').next()? } else { FILE };
    (1..=before.len()).rev().find_map(|length| {
        let place = before[..length].join(" ");
        let is_now = new_name(Kind::Option, Some(&place), old)
            .map(|new| format!("`{old}` of `kage {place}` is now `{new}`"));
        is_now.or_else(|| {
            let why = new_name(Kind::RemovedOption, Some(&place), old)?;
            Some(format!("`{old}` of `kage {place}` was removed: {why}"))
        })
    })
}

/// An error in a player's spec, with the new name if an old one was used.
pub(crate) fn spec_error(error: &SpecError) -> String {
    let hint = match error {
        SpecError::Name { name, .. } if looks_like_a_command(name) => {
            return format!(
                "there is no player `{name}`; if it is a program, put gtp: before it: \"gtp:{name}\""
            );
        }
        SpecError::Name { name, .. } => new_name(Kind::Player, None, name)
            .map(|new| format!("the player `{name}` is now `{new}`")),
        SpecError::Option { player, option, .. } => {
            let is_now = new_name(Kind::PlayerOption, Some(player), option)
                .map(|new| format!("`{option}=` is now `{new}=`"));
            is_now.or_else(|| {
                let why = new_name(Kind::RemovedPlayerOption, Some(player), option)?;
                Some(format!("`{option}=` was removed: {why}"))
            })
        }
        _ => None,
    };
    match hint {
        Some(hint) => format!("{hint}; {error}"),
        None => error.to_string(),
    }
}

/// Names of players have neither spaces, nor slashes, nor dots.
fn looks_like_a_command(name: &str) -> bool {
    name.trim().contains([' ', '/', '\\', '.'])
}
