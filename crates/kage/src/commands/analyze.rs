//! `kage analyze`: what a player would do at a moment of a recorded game, and why.

use crate::args::Analyze;
use crate::failure::Failure;
use crate::files;
use crate::player_factory;
use crate::render::analysis;
use kage_goban::Color;
use kage_phantom::{Observation, Player, Seat, Seats, Setup};
use kage_record::{ReplayError, Transcript, TranscriptTurn, replay};

pub(crate) fn run(options: &Analyze) -> Result<(), Failure> {
    let (game, _) = files::load(&options.file, options.game)?;
    let mut player = player_factory::blind(&options.player, options.seed)?;
    let view = sit_down(&game, options, &mut *player)?;
    let choice = player.choose(&view, None)?;
    let explanation = player.explain().cloned().unwrap_or_default();
    if let Some(path) = &options.html {
        let page = kage_lab::search_page(&options.player, &view, choice, &explanation);
        files::save(path, &page, options.force)?;
    }
    let why = &explanation;
    files::say(&analysis::report(options, choice, why), options.json, || {
        analysis::in_words(options, &view, choice, why)
    })
}

/// Gives the player the observations of the game up to its move, and returns its seat.
fn sit_down(
    game: &Transcript,
    options: &Analyze,
    player: &mut dyn Player,
) -> Result<Seat, Failure> {
    let turn = asked_turn(game, options)?;
    let fail = |error| Failure::Impossible(options.file.clone(), error);
    let setup = Setup::handicap(game.size, game.handicap)
        .map_err(|error| fail(ReplayError::Setup(error)))?;
    let seat = options.seat;
    let mut views = Seats::new(game.rules, &setup);
    player.begin(&views[seat])?;
    let mut heard = Ok(());
    replay(&up_to(game, &turn, options), |step| {
        if heard.is_ok() {
            heard = tell(player, seat, &mut views, &step.heard[seat]);
        }
    })
    .map_err(fail)?;
    heard?;
    Ok(views[seat].clone())
}

fn tell(
    player: &mut dyn Player,
    seat: Color,
    views: &mut Seats,
    heard: &[Observation],
) -> Result<(), Failure> {
    for news in heard {
        views.hear_one(seat, news)?;
        player.hear(&views[seat], news)?;
    }
    Ok(())
}

/// The turn to analyze: one of the game, or the next one after its end.
fn asked_turn(game: &Transcript, options: &Analyze) -> Result<TranscriptTurn, Failure> {
    let (at, moves) = (options.at, game.turns.len());
    let next = || {
        let first = if game.handicap.is_empty() { Color::Black } else { Color::White };
        let color = game.turns.last().map_or(first, |turn| !turn.color);
        TranscriptTurn::new(color, Vec::new(), kage_record::End::Open)
    };
    let turn = match at.checked_sub(1) {
        Some(index) if index < moves => game.turns[index].clone(),
        Some(index) if index == moves => next(),
        _ => {
            let last = moves + 1;
            let what = format!("there is no turn {at} to ask about: use --at 1 to {last}");
            return Err(Failure::Other(what));
        }
    };
    if turn.color != options.seat {
        let letter = turn.color.letter().to_ascii_lowercase();
        let what =
            format!("move {at} is {}'s: ask for --seat {letter}, or another move", turn.color);
        return Err(Failure::Other(what));
    }
    if options.tries > turn.tries.len() {
        let tries = turn.tries.len();
        return Err(Failure::Other(format!("move {at} has {tries} refused tries, not more")));
    }
    Ok(turn)
}

/// The game up to the moment to analyze: the turns before, and some of this turn's refused tries.
fn up_to(game: &Transcript, turn: &TranscriptTurn, options: &Analyze) -> Transcript {
    let mut before = game.clone();
    before.turns.truncate(options.at - 1);
    before.result = None;
    before.dead = kage_goban::PointSet::EMPTY;
    let tries: Vec<_> = turn.tries.iter().take(options.tries).copied().collect();
    if !tries.is_empty() {
        before.turns.push(TranscriptTurn::new(turn.color, tries, kage_record::End::Open));
    }
    before
}
