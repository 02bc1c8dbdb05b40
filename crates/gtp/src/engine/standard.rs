//! The commands of GTP 2 itself.

use super::{
    Answer, Clock, CommandEntry, CommandError, Engine, Game, HostedPlayers, PlainGame, commands,
    find,
};
use crate::vertex::{read_color, read_move, read_point};
use kage_goban::{BoardSize, Point};
use kage_phantom::Setup;
use std::time::Instant;

pub(super) static COMMANDS: [CommandEntry; 19] = [
    CommandEntry { name: "protocol_version", usage: "", run: |_, _| Ok("2".to_owned()) },
    CommandEntry { name: "name", usage: "", run: |engine, _| Ok(engine.identity.name.clone()) },
    CommandEntry {
        name: "version",
        usage: "",
        run: |engine, _| Ok(engine.identity.version.clone()),
    },
    CommandEntry { name: "known_command", usage: "NAME", run: known_command },
    CommandEntry { name: "list_commands", usage: "", run: list_commands },
    CommandEntry { name: "quit", usage: "", run: quit },
    CommandEntry { name: "boardsize", usage: "SIZE", run: boardsize },
    CommandEntry { name: "clear_board", usage: "", run: clear_board },
    CommandEntry { name: "komi", usage: "POINTS", run: komi },
    CommandEntry { name: "play", usage: "COLOR VERTEX", run: play },
    CommandEntry { name: "genmove", usage: "COLOR", run: genmove },
    CommandEntry { name: "undo", usage: "", run: undo },
    CommandEntry { name: "fixed_handicap", usage: "NUMBER", run: fixed_handicap },
    CommandEntry { name: "place_free_handicap", usage: "NUMBER", run: fixed_handicap },
    CommandEntry { name: "set_free_handicap", usage: "VERTEX VERTEX ...", run: set_free_handicap },
    CommandEntry { name: "time_settings", usage: "MAIN BYOYOMI STONES", run: time_settings },
    CommandEntry { name: "time_left", usage: "COLOR SECONDS STONES", run: time_left },
    CommandEntry { name: "final_score", usage: "", run: final_score },
    CommandEntry { name: "showboard", usage: "", run: showboard },
];

fn known_command(_: &mut Engine, args: &[&str]) -> Answer {
    let name = args.first().ok_or(CommandError::Syntax)?;
    Ok(find(name).is_some().to_string())
}

fn list_commands(_: &mut Engine, _: &[&str]) -> Answer {
    Ok(commands().map(|known| known.name).collect::<Vec<_>>().join("\n"))
}

fn quit(engine: &mut Engine, _: &[&str]) -> Answer {
    engine.done = true;
    Ok(String::new())
}

fn boardsize(engine: &mut Engine, args: &[&str]) -> Answer {
    let lines: u32 = args.first().and_then(|size| size.parse().ok()).ok_or(CommandError::Syntax)?;
    let size = u8::try_from(lines).ok().and_then(BoardSize::new);
    engine.reset(Setup::even(size.ok_or(CommandError::Size)?));
    Ok(String::new())
}

fn clear_board(engine: &mut Engine, _: &[&str]) -> Answer {
    engine.reset(Setup::even(engine.setup.size()));
    Ok(String::new())
}

fn komi(engine: &mut Engine, args: &[&str]) -> Answer {
    let komi = args.first().ok_or(CommandError::Syntax)?.parse().map_err(CommandError::Komi)?;
    engine.rules.komi = komi;
    if let Game::Plain(game) = &mut engine.game {
        game.set_komi(komi);
    }
    Ok(String::new())
}

/// The current game if it is a plain one; a fresh game becomes one.
fn plain_game(engine: &mut Engine) -> Result<&mut PlainGame, CommandError> {
    if engine.is_fresh() {
        engine.game = Game::Plain(Box::new(PlainGame::new(engine.rules, engine.setup)));
    }
    match &mut engine.game {
        Game::Plain(game) => Ok(game),
        _ => Err(CommandError::PhantomGame),
    }
}

fn play(engine: &mut Engine, args: &[&str]) -> Answer {
    let &[color, vertex, ..] = args else { return Err(CommandError::Syntax) };
    let color = read_color(color).ok_or(CommandError::Syntax)?;
    let play = read_move(vertex, engine.setup.size()).ok_or(CommandError::Syntax)?;
    plain_game(engine)?.play(color, play)?;
    Ok(String::new())
}

fn genmove(engine: &mut Engine, args: &[&str]) -> Answer {
    let color = args.first().and_then(|color| read_color(color)).ok_or(CommandError::Syntax)?;
    let left = engine.clock.left(color);
    plain_game(engine)?;
    let Engine { game: Game::Plain(game), players, clock, .. } = engine else {
        return Err(CommandError::Syntax);
    };
    let start = Instant::now();
    let choice = game.genmove(color, left, players);
    clock.spend(color, start.elapsed());
    if choice.is_ok() {
        clock.count_stone(color);
    }
    Ok(choice?.to_string())
}

fn undo(engine: &mut Engine, _: &[&str]) -> Answer {
    match &mut engine.game {
        Game::Plain(game) => game.undo().map(|()| String::new()),
        _ => Err(CommandError::CannotUndo),
    }
}

fn fixed_handicap(engine: &mut Engine, args: &[&str]) -> Answer {
    let number = args.first().and_then(|n| n.parse().ok()).ok_or(CommandError::Syntax)?;
    let points = kage_phantom::usual_handicap(engine.setup.size(), number);
    set_handicap(engine, &points.ok_or(CommandError::Handicap)?)
}

fn set_free_handicap(engine: &mut Engine, args: &[&str]) -> Answer {
    let size = engine.setup.size();
    let points: Option<Vec<Point>> = args.iter().map(|vertex| read_point(vertex, size)).collect();
    let points = points.ok_or(CommandError::Syntax)?;
    let twice = (1..points.len()).any(|i| points[..i].contains(&points[i]));
    if points.len() < 2 || twice {
        return Err(CommandError::Vertices(None));
    }
    set_handicap(engine, &points).map(|_| String::new())
}

fn set_handicap(engine: &mut Engine, points: &[Point]) -> Answer {
    if !engine.is_fresh() || engine.setup != Setup::even(engine.setup.size()) {
        return Err(CommandError::BoardNotEmpty);
    }
    let setup = Setup::handicap(engine.setup.size(), points.iter().copied());
    engine.setup = setup.map_err(|error| CommandError::Vertices(Some(error)))?;
    Ok(points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

fn time_settings(engine: &mut Engine, args: &[&str]) -> Answer {
    let &[main, extra, stones, ..] = args else { return Err(CommandError::Syntax) };
    engine.clock = Clock::from_settings(main, extra, stones).ok_or(CommandError::Syntax)?;
    Ok(String::new())
}

fn time_left(engine: &mut Engine, args: &[&str]) -> Answer {
    let &[color, time, stones, ..] = args else { return Err(CommandError::Syntax) };
    let color = read_color(color).ok_or(CommandError::Syntax)?;
    engine.clock.set(color, time, stones).ok_or(CommandError::Syntax)?;
    Ok(String::new())
}

/// Only a finished plain game has a score: in Phantom Go the engine does not know the board.
fn final_score(engine: &mut Engine, _: &[&str]) -> Answer {
    let score = match &engine.game {
        Game::Plain(game) => game.score(),
        _ => None,
    };
    Ok(score.ok_or(CommandError::CannotScore)?.to_string())
}

/// The player's board: never more than it knows.
fn showboard(engine: &mut Engine, _: &[&str]) -> Answer {
    if let (HostedPlayers::Sighted(_), Game::Plain(game)) = (&engine.players, &engine.game) {
        let position = game.position();
        return Ok(format!("\n{}{} to move", position.board(), position.turn()));
    }
    let view = engine.view()?;
    Ok(format!("\n{view}{} knows this; {} to move", view.color(), view.turn()))
}
