//! Game files on disk.

use crate::args::Form;
use crate::failure::Failure;
use kage_net::PolicyNet;
use kage_record::{Transcript, is_sgf, read, to_sgf, to_text};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

/// Reads one game of a file, or of standard input if the path is `-`. Warnings go to standard
/// error.
pub(crate) fn load(path: &Path, game: usize) -> Result<(Transcript, Form), Failure> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes = bytes.map_err(|error| Failure::Read(path.to_owned(), error))?;
    let mut games = read(&bytes).map_err(|error| Failure::NoGame(path.to_owned(), error))?;
    if game == 0 || game > games.len() {
        let (file, games) = (path.to_owned(), games.len());
        return Err(Failure::NoSuchGame { file, wanted: game, games });
    }
    if games.len() > 1 {
        anstream::eprintln!("note: the file has {} games; this is game {game}", games.len());
    }
    let game = games.swap_remove(game - 1);
    if let Some(rules) = game.other.get("RU") {
        anstream::eprintln!(
            "note: `RU[{rules}]` is not a rule set of Kage; the game is read with the rules {}",
            game.rules
        );
    }
    Ok((game, if is_sgf(&bytes) { Form::Sgf } else { Form::Text }))
}

/// A net by the name of a built-in one, or from a file.
pub(crate) fn policy_net(name: &str) -> Result<Arc<PolicyNet>, Failure> {
    if let Some(net) = PolicyNet::built_in(name) {
        return Ok(net);
    }
    let wrong = |error: &dyn std::fmt::Display| Failure::Other(format!("{name}: {error}"));
    let bytes = fs::read(name).map_err(|error| wrong(&error))?;
    PolicyNet::from_bytes(&bytes).map(Arc::new).map_err(|error| wrong(&error))
}

/// The game in a form of game files.
pub(crate) fn in_form(game: &Transcript, form: Form, path: &Path) -> Result<String, Failure> {
    match form {
        Form::Text => Ok(to_text(game)),
        Form::Sgf => {
            let tree = to_sgf(game).map_err(|error| Failure::Form(path.to_owned(), error))?;
            Ok(format!("{tree}\n"))
        }
    }
}

/// The form of a file by its name.
pub(crate) fn form_of(path: &Path) -> Form {
    let text = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("txt"));
    if text { Form::Text } else { Form::Sgf }
}

/// Writes JSON and a line end.
pub(crate) fn write_json(
    out: &mut impl Write,
    value: &impl serde::Serialize,
) -> std::io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Prints the result of a command, as JSON or as text.
pub(crate) fn say(
    report: &impl serde::Serialize,
    json: bool,
    in_words: impl FnOnce() -> String,
) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if json {
        write_json(&mut out, report)?;
    } else {
        write!(out, "{}", in_words())?;
    }
    Ok(())
}

/// Writes a file as [`save`] does, or to standard output if the path is `-`.
pub(crate) fn put(path: &Path, text: &str, replace: bool) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(std::io::stdout().write_all(text.as_bytes())?);
    }
    save(path, text, replace)
}

/// Writes a file whole or not at all: after a full disk or a crash the old contents are unchanged.
pub(crate) fn save(path: &Path, text: &str, replace: bool) -> Result<(), Failure> {
    save_with(path, replace, |file| {
        file.write_all(text.as_bytes()).map_err(|error| Failure::Write(path.to_owned(), error))
    })
}

/// Writes a file by a function, and keeps it only without an error.
pub(crate) fn save_with<T>(
    path: &Path,
    replace: bool,
    write: impl FnOnce(&mut fs::File) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let fail = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Failure::Exists(path.to_owned()),
        _ => Failure::Write(path.to_owned(), error),
    };
    let mut file = kage_arena::unfinished(path).map_err(fail)?;
    let written = write(file.as_file_mut())?;
    file.as_file().sync_all().map_err(fail)?;
    let kept = if replace { file.persist(path) } else { file.persist_noclobber(path) };
    kept.map(|_| written).map_err(|error| fail(error.error))
}
