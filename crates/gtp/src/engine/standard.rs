//! The commands of GTP 2 itself.

use super::{Answer, Clock, Engine, Game, Guests, Known, PlainGame, Trouble, commands, find};
use crate::vertex::{read_color, read_move, read_point};
use kage_goban::{BoardSize, ParseKomiError, Point};
use kage_phantom::Setup;
use std::time::Instant;

pub(super) static COMMANDS: [Known; 19] = [
    Known { name: "protocol_version", takes: "", run: |_, _| Ok("2".to_owned()) },
    Known { name: "name", takes: "", run: |engine, _| Ok(engine.identity.name.clone()) },
    Known { name: "version", takes: "", run: |engine, _| Ok(engine.identity.version.clone()) },
    Known { name: "known_command", takes: "NAME", run: known_command },
    Known { name: "list_commands", takes: "", run: list_commands },
    Known { name: "quit", takes: "", run: quit },
    Known { name: "boardsize", takes: "SIZE", run: boardsize },
    Known { name: "clear_board", takes: "", run: clear_board },
    Known { name: "komi", takes: "POINTS", run: komi },
    Known { name: "play", takes: "COLOR VERTEX", run: play },
    Known { name: "genmove", takes: "COLOR", run: genmove },
    Known { name: "undo", takes: "", run: undo },
    Known { name: "fixed_handicap", takes: "NUMBER", run: fixed_handicap },
    Known { name: "place_free_handicap", takes: "NUMBER", run: fixed_handicap },
    Known { name: "set_free_handicap", takes: "VERTEX VERTEX ...", run: set_free_handicap },
    Known { name: "time_settings", takes: "MAIN BYOYOMI STONES", run: time_settings },
    Known { name: "time_left", takes: "COLOR SECONDS STONES", run: time_left },
    Known { name: "final_score", takes: "", run: final_score },
    Known { name: "showboard", takes: "", run: showboard },
];

fn known_command(_: &mut Engine, args: &[&str]) -> Answer {
    let name = args.first().ok_or(Trouble::Syntax)?;
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
    let lines: u32 = args.first().and_then(|size| size.parse().ok()).ok_or(Trouble::Syntax)?;
    let size = u8::try_from(lines).ok().and_then(BoardSize::new);
    engine.reset(Setup::even(size.ok_or_else(|| Trouble::said("unacceptable size"))?));
    Ok(String::new())
}

fn clear_board(engine: &mut Engine, _: &[&str]) -> Answer {
    engine.reset(Setup::even(engine.setup.size()));
    Ok(String::new())
}

fn komi(engine: &mut Engine, args: &[&str]) -> Answer {
    let komi = args.first().ok_or(Trouble::Syntax)?.parse();
    let komi = komi.map_err(|error: ParseKomiError| format!("syntax error: {error}"));
    let komi = komi.map_err(Trouble::Said)?;
    engine.rules.komi = komi;
    if let Game::Plain(game) = &mut engine.game {
        game.set_komi(komi);
    }
    Ok(String::new())
}

/// The game as a plain one, if it is one or may still become one.
fn plain_game(engine: &mut Engine) -> Result<&mut PlainGame, Trouble> {
    if engine.is_fresh() {
        engine.game = Game::Plain(Box::new(PlainGame::new(engine.rules, engine.setup)));
    }
    match &mut engine.game {
        Game::Plain(game) => Ok(game),
        _ => Err(Trouble::said("this game is by PG- commands: clear_board begins another")),
    }
}

fn play(engine: &mut Engine, args: &[&str]) -> Answer {
    let &[color, vertex, ..] = args else { return Err(Trouble::Syntax) };
    let color = read_color(color).ok_or(Trouble::Syntax)?;
    let play = read_move(vertex, engine.setup.size()).ok_or(Trouble::Syntax)?;
    plain_game(engine)?.play(color, play)?;
    Ok(String::new())
}

fn genmove(engine: &mut Engine, args: &[&str]) -> Answer {
    let color = args.first().and_then(|color| read_color(color)).ok_or(Trouble::Syntax)?;
    let left = engine.clock.left(color);
    plain_game(engine)?;
    let Engine { game: Game::Plain(game), guests, clock, .. } = engine else {
        return Err(Trouble::Syntax);
    };
    let start = Instant::now();
    let choice = game.genmove(color, left, guests);
    clock.spend(color, start.elapsed());
    Ok(choice?.to_string())
}

fn undo(engine: &mut Engine, _: &[&str]) -> Answer {
    match &mut engine.game {
        Game::Plain(game) => game.undo().map(|()| String::new()),
        _ => Err(Trouble::said("cannot undo")),
    }
}

fn fixed_handicap(engine: &mut Engine, args: &[&str]) -> Answer {
    let number = args.first().and_then(|n| n.parse().ok()).ok_or(Trouble::Syntax)?;
    let points = kage_phantom::usual_handicap(engine.setup.size(), number);
    set_handicap(engine, &points.ok_or_else(|| Trouble::said("invalid number of stones"))?)
}

fn set_free_handicap(engine: &mut Engine, args: &[&str]) -> Answer {
    let size = engine.setup.size();
    let points: Option<Vec<Point>> = args.iter().map(|vertex| read_point(vertex, size)).collect();
    let points = points.ok_or(Trouble::Syntax)?;
    let twice = (1..points.len()).any(|i| points[..i].contains(&points[i]));
    if points.len() < 2 || twice {
        return Err(Trouble::said("bad vertex list"));
    }
    set_handicap(engine, &points).map(|_| String::new())
}

fn set_handicap(engine: &mut Engine, points: &[Point]) -> Answer {
    if !engine.is_fresh() || engine.setup != Setup::even(engine.setup.size()) {
        return Err(Trouble::said("board not empty"));
    }
    let setup = Setup::handicap(engine.setup.size(), points.iter().copied());
    engine.setup = setup.map_err(|error| Trouble::said(format!("bad vertex list: {error}")))?;
    Ok(points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

fn time_settings(engine: &mut Engine, args: &[&str]) -> Answer {
    let &[main, extra, stones, ..] = args else { return Err(Trouble::Syntax) };
    engine.clock = Clock::from_settings(main, extra, stones).ok_or(Trouble::Syntax)?;
    Ok(String::new())
}

fn time_left(engine: &mut Engine, args: &[&str]) -> Answer {
    let &[color, time, stones, ..] = args else { return Err(Trouble::Syntax) };
    let color = read_color(color).ok_or(Trouble::Syntax)?;
    engine.clock.set(color, time, stones).ok_or(Trouble::Syntax)?;
    Ok(String::new())
}

/// Only a plain game, and only a finished one: in Phantom Go the engine cannot know.
fn final_score(engine: &mut Engine, _: &[&str]) -> Answer {
    let score = match &engine.game {
        Game::Plain(game) => game.score(),
        _ => None,
    };
    Ok(score.ok_or_else(|| Trouble::said("cannot score"))?.to_string())
}

/// The player's board: never more than he knows.
fn showboard(engine: &mut Engine, _: &[&str]) -> Answer {
    if let (Guests::Sighted(_), Game::Plain(game)) = (&engine.guests, &engine.game) {
        let position = game.position();
        return Ok(format!("\n{}{} to move", position.board(), position.turn()));
    }
    let view = engine.view()?;
    Ok(format!("\n{view}{} knows this; {} to move", view.color(), view.turn()))
}
