//! `kage convert`: a game file in the other form.

use crate::args::{Convert, Form};
use crate::failure::Failure;
use crate::files;
use std::path::Path;

pub(crate) fn run(options: &Convert) -> Result<(), Failure> {
    let (game, found) = files::load(&options.from, options.game)?;
    let to = options.to.as_deref().unwrap_or(Path::new("-"));
    let form = options.form.unwrap_or(match found {
        _ if to != Path::new("-") => files::form_of(to),
        // On standard output the game has the other form than the file.
        Form::Text => Form::Sgf,
        Form::Sgf => Form::Text,
    });
    if (found, form) == (Form::Sgf, Form::Text) {
        anstream::eprintln!("note: the text form keeps the main line and its tries, nothing else");
    }
    let text = files::in_form(&game, form, &options.from)?;
    files::put(to, &text, options.force)
}
