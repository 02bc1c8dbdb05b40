//! The commands of Phantom Go.

use super::{Answer, BlindGame, Engine, Game, Known, Trouble, analysis};
use crate::vertex::{read_color, read_move, read_point, read_refusal};
use kage_goban::{BoardSize, ByColor, Color, Point, PointSet};
use kage_phantom::Outcome;
use std::time::Instant;

pub(super) static COMMANDS: [Known; 14] = [
    Known { name: "PG-SuggestMove", takes: "[VERTEX ...]", run: suggest_move },
    Known { name: "PG-MovePlayed", takes: "[VERTEX]", run: move_played },
    Known { name: "PG-Passed", takes: "", run: passed },
    Known { name: "PG-TriedMove", takes: "", run: tried_move },
    Known { name: "PG-StonesTaken", takes: "VERTEX ...", run: stones_taken },
    Known { name: "PG-Caught", takes: "NUMBER [VERTEX ...]", run: caught },
    Known { name: "PG-BeliefState", takes: "", run: belief_state },
    Known { name: "PG-Rules", takes: "PRESET [SETTING=VALUE ...]", run: rules },
    Known { name: "PG-Color", takes: "black|white", run: color },
    Known { name: "PG-Refused", takes: "VERTEX [REASON]", run: refused },
    Known { name: "PG-Atari", takes: "", run: atari },
    Known { name: "PG-Tries", takes: "NUMBER", run: tries },
    Known { name: "PG-Stones", takes: "BLACK WHITE", run: stones },
    Known { name: "PG-GameOver", takes: "RESULT", run: game_over },
];

/// More refused tries in a turn nobody makes; a view adds them up, and sums have an end.
const MOST_TRIES: u32 = 100_000;

/// The game as one of Phantom Go. If none has begun, the first command tells the seat: who is
/// asked or answered first moves first; who hears of a move first does not.
fn blind_game(engine: &mut Engine, i_move: bool) -> Result<&mut BlindGame, Trouble> {
    if engine.is_fresh() {
        let first = engine.setup.first();
        let color = engine.color.unwrap_or(if i_move { first } else { !first });
        let game = BlindGame::new(engine.rules, &engine.setup, color, engine.guests.blind()?)?;
        engine.game = Game::Blind(Box::new(game));
    }
    running_game(engine)
}

/// The game, which must have begun.
fn running_game(engine: &mut Engine) -> Result<&mut BlindGame, Trouble> {
    match &mut engine.game {
        Game::Blind(game) => Ok(game),
        Game::Plain(_) => Err(Trouble::said("this game is plain GTP: clear_board begins another")),
        Game::Fresh => Err(Trouble::said("no move has been made")),
    }
}

/// A first command may be out of turn or nonsense; then no seat has been told by it.
fn say(
    engine: &mut Engine,
    i_move: bool,
    tell: impl FnOnce(&mut BlindGame) -> Result<(), Trouble>,
) -> Answer {
    let fresh = engine.is_fresh();
    let told = tell(blind_game(engine, i_move)?);
    if told.is_err() && fresh {
        engine.game = Game::Fresh;
    }
    told.map(|()| String::new())
}

fn read_points(args: &[&str], size: BoardSize) -> Result<Vec<Point>, Trouble> {
    args.iter().map(|vertex| read_point(vertex, size)).collect::<Option<_>>().ok_or(Trouble::Syntax)
}

fn suggest_move(engine: &mut Engine, args: &[&str]) -> Answer {
    let tried = read_points(args, engine.setup.size())?;
    let color = blind_game(engine, true)?.color();
    let left = engine.clock.left(color);
    let start = Instant::now();
    let choice = running_game(engine)?.suggest(&tried, left);
    engine.clock.spend(color, start.elapsed());
    Ok(choice?.to_string())
}

fn move_played(engine: &mut Engine, args: &[&str]) -> Answer {
    match args {
        [] => say(engine, false, |game| game.moved(false)),
        [vertex] => {
            let play = read_move(vertex, engine.setup.size()).ok_or(Trouble::Syntax)?;
            say(engine, true, |game| game.accepted(play))
        }
        _ => Err(Trouble::Syntax),
    }
}

fn passed(engine: &mut Engine, _: &[&str]) -> Answer {
    say(engine, false, |game| game.moved(true))
}

fn tried_move(engine: &mut Engine, _: &[&str]) -> Answer {
    say(engine, false, BlindGame::tried)
}

fn refused(engine: &mut Engine, args: &[&str]) -> Answer {
    let (vertex, reason) = args.split_first().ok_or(Trouble::Syntax)?;
    let point = read_point(vertex, engine.setup.size()).ok_or(Trouble::Syntax)?;
    let reason = match reason {
        [] => None,
        words => Some(read_refusal(&words.join(" ")).ok_or(Trouble::Syntax)?),
    };
    say(engine, true, |game| game.refused(point, reason))
}

fn stones_taken(engine: &mut Engine, args: &[&str]) -> Answer {
    let points = read_points(args, engine.setup.size())?;
    if points.is_empty() {
        return Err(Trouble::Syntax);
    }
    running_game(engine)?.stones_taken(points.into_iter().collect())?;
    Ok(String::new())
}

fn caught(engine: &mut Engine, args: &[&str]) -> Answer {
    let (number, points) = args.split_first().ok_or(Trouble::Syntax)?;
    let number: u32 = number.parse().map_err(|_| Trouble::Syntax)?;
    let points: PointSet = read_points(points, engine.setup.size())?.into_iter().collect();
    running_game(engine)?.caught(number, points)?;
    Ok(String::new())
}

fn atari(engine: &mut Engine, _: &[&str]) -> Answer {
    running_game(engine)?.atari().map(|()| String::new())
}

fn tries(engine: &mut Engine, args: &[&str]) -> Answer {
    let number = args.first().and_then(|n| n.parse().ok()).filter(|&n| n <= MOST_TRIES);
    let number = number.ok_or(Trouble::Syntax)?;
    running_game(engine)?.tries(number).map(|()| String::new())
}

fn stones(engine: &mut Engine, args: &[&str]) -> Answer {
    let most = engine.setup.size().area() as u32;
    let count = |text: &str| text.parse().ok().filter(|&n| n <= most).ok_or(Trouble::Syntax);
    let &[black, white] = args else { return Err(Trouble::Syntax) };
    let counts = ByColor { black: count(black)?, white: count(white)? };
    running_game(engine)?.stones(counts).map(|()| String::new())
}

fn game_over(engine: &mut Engine, args: &[&str]) -> Answer {
    let outcome: Outcome =
        args.first().and_then(|result| result.parse().ok()).ok_or(Trouble::Syntax)?;
    // A game may be over before its first move: the opponent did not come.
    say(engine, true, |game| game.over(outcome))
}

fn rules(engine: &mut Engine, args: &[&str]) -> Answer {
    if args.is_empty() {
        return Err(Trouble::Syntax);
    }
    if !engine.is_fresh() {
        return Err(Trouble::said("the game has begun: clear_board first"));
    }
    let rules = args.join(" ").parse();
    engine.rules = rules.map_err(|error| Trouble::said(format!("syntax error: {error}")))?;
    Ok(String::new())
}

fn color(engine: &mut Engine, args: &[&str]) -> Answer {
    let color = args.first().and_then(|color| read_color(color)).ok_or(Trouble::Syntax)?;
    let seat: Option<Color> = match &engine.game {
        Game::Fresh => None,
        Game::Blind(game) => Some(game.color()),
        Game::Plain(_) => return Err(Trouble::said("in plain GTP I play what genmove asks")),
    };
    if let Some(seat) = seat.filter(|&seat| seat != color) {
        return Err(Trouble::said(format!("I am {seat} in this game: clear_board first")));
    }
    engine.color = Some(color);
    Ok(String::new())
}

fn belief_state(engine: &mut Engine, _: &[&str]) -> Answer {
    let view = engine.view()?;
    Ok(analysis::belief(&view, engine.player().and_then(|player| player.explain())))
}
