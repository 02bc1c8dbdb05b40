//! `kage convert`: a game file in the other form.

use crate::args::{Convert, Form};
use crate::failure::Failure;
use crate::files;
use std::io::Write;

pub(crate) fn run(options: &Convert) -> Result<(), Failure> {
    let game = files::load(&options.from, options.game)?;
    let form = options.form.unwrap_or(match &options.to {
        Some(path) => files::form_of(path),
        // To standard output goes the form that the file does not have.
        None if files::form_of(&options.from) == Form::Text => Form::Sgf,
        None => Form::Text,
    });
    let text = files::in_form(&game, form, &options.from)?;
    match &options.to {
        Some(path) => files::save(path, &text, options.force),
        None => Ok(std::io::stdout().write_all(text.as_bytes())?),
    }
}
