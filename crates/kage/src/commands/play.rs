//! `kage play`: a game in the terminal.

use crate::args::{OPPONENT, Play};
use crate::failure::Failure;
use crate::files;
use crate::player_factory;
use kage_goban::PointSet;
use kage_record::Transcript;
use kage_terminal::{Finished, GAME_HELP, GuessReview, TerminalGame, Typed, boards};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::Path;

pub(crate) fn run(options: &Play) -> Result<(), Failure> {
    let seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    // The user should see this error before the game, not after it.
    if let Some(path) = options.save.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Other(format!("{} exists already: name a new file", path.display())));
    }
    let spec = options.opponent.clone();
    let opponent = Box::new(move || player_factory::blind(&spec, seed));
    let adviser = Box::new(move || player_factory::blind(OPPONENT, seed));
    let mut game =
        TerminalGame::new(options.rules, options.size, options.color, opponent, adviser)?;
    let mut out = anstream::stdout().lock();
    let (rules, komi) = (&options.rules, options.rules.komi);
    writeln!(out, "Phantom Go, {}, rules {rules}, komi {komi}.", options.size)?;
    let (me, name) = (boards::name(options.color), game.opponent_name());
    writeln!(out, "You are {me}. Your opponent is `{name}`, seed {seed}.\n\n{GAME_HELP}\n")?;
    game.play(&Typed::listen(), &mut out)?;
    let finished = game.finish()?;
    show_end(&mut out, &finished)?;
    let record = finished.record;
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

fn show_end(out: &mut impl Write, finished: &Finished) -> Result<(), Failure> {
    let Finished { record, seats: views, guesses, hints } = finished;
    let last = record.turns().last().and_then(|turn| turn.end.play());
    let board = record.position().board();
    writeln!(out, "\n{}   {}", boards::three(views, board, last), boards::LEGEND)?;
    let score = record.score();
    let area = score.area;
    writeln!(out, "\nArea: Black {}, White {}; komi {}.", area.black, area.white, score.komi)?;
    writeln!(out, "Result: {}", record.outcome())?;
    if let Some(GuessReview { right, wrong, missed }) = guesses {
        let shown = |points: &PointSet| match points.len() {
            0 => "none".to_owned(),
            _ => points.to_string(),
        };
        writeln!(out, "Your guess stones: right {}; wrong {}.", shown(right), shown(wrong))?;
        writeln!(out, "Hidden at the end, and not guessed: {}.", shown(missed))?;
    }
    if *hints > 0 {
        writeln!(out, "You got {hints} hint{}.", if *hints == 1 { "" } else { "s" })?;
    }
    Ok(())
}
