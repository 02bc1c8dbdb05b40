//! `kage play`: a game in the terminal.

use crate::args::Play;
use crate::failure::Failure;
use crate::files;
use crate::player_factory;
use kage_phantom::Seats;
use kage_record::Transcript;
use kage_referee::Record;
use kage_terminal::{GAME_HELP, TerminalGame, Typed, boards};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::Path;

pub(crate) fn run(options: &Play) -> Result<(), Failure> {
    let seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    // The user should see this error before the game, not after it.
    if let Some(path) = options.save.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Other(format!("{} exists already: name a new file", path.display())));
    }
    let opponent = player_factory::blind(&options.opponent, seed)?;
    let mut game = TerminalGame::new(options.rules, options.size, options.color, opponent);
    let mut out = anstream::stdout().lock();
    let (rules, komi) = (&options.rules, options.rules.komi);
    writeln!(out, "Phantom Go, {}, rules {rules}, komi {komi}.", options.size)?;
    let (me, name) = (boards::name(options.color), game.opponent_name());
    writeln!(out, "You are {me}. Your opponent is `{name}`, seed {seed}.\n\n{GAME_HELP}\n")?;
    game.play(&Typed::listen(), &mut out)?;
    let (record, views) = game.finish();
    show_end(&mut out, &record, &views)?;
    if let Some(path) = &options.save {
        let mut transcript = Transcript::of(&record);
        transcript.names[options.color] = Some("you".to_owned());
        transcript.names[!options.color] = Some(name);
        save(&mut out, path, &transcript)?;
    }
    Ok(())
}

/// Saves the game. If that fails, the game is printed, so that it is not lost.
fn save(out: &mut impl Write, path: &Path, game: &Transcript) -> Result<(), Failure> {
    let text = files::in_form(game, files::form_of(path), path)?;
    match files::save(path, &text, false) {
        Ok(()) => Ok(writeln!(out, "Saved as {}.", path.display())?),
        Err(failure) => {
            writeln!(out, "\n{text}")?;
            Err(failure)
        }
    }
}

fn show_end(out: &mut impl Write, record: &Record, views: &Seats) -> Result<(), Failure> {
    let last = record.turns().last().and_then(|turn| turn.end.play());
    let board = record.position().board();
    writeln!(out, "\n{}   {}", boards::three(views, board, last), boards::LEGEND)?;
    let score = record.score();
    let area = score.area;
    writeln!(out, "\nArea: Black {}, White {}; komi {}.", area.black, area.white, score.komi)?;
    writeln!(out, "Result: {}", record.outcome())?;
    Ok(())
}
