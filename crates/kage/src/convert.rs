//! `kage convert`: a game file in the other form.

use crate::args::{Convert, Form};
use crate::failure::Failure;
use crate::files;
use std::io::Write;

pub(crate) fn run(options: &Convert) -> Result<(), Failure> {
    let (game, found) = files::load(&options.from, options.game)?;
    let form = options.form.unwrap_or(match (&options.to, found) {
        (Some(path), _) => files::form_of(path),
        // To standard output goes the form that the file does not have.
        (None, Form::Text) => Form::Sgf,
        (None, Form::Sgf) => Form::Text,
    });
    if (found, form) == (Form::Sgf, Form::Text) {
        anstream::eprintln!("note: the text form keeps the main line and its tries, nothing else");
    }
    let text = files::in_form(&game, form, &options.from)?;
    match &options.to {
        Some(path) => files::save(path, &text, options.force),
        None => Ok(std::io::stdout().write_all(text.as_bytes())?),
    }
}
