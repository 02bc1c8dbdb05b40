//! The commands of Phantom Go.

use super::{Answer, BlindGame, CommandEntry, CommandError, Engine, Game, analysis};
use crate::seat::Announced;
use crate::vertex::{read_color, read_move, read_point, read_refusal};
use kage_goban::{BoardSize, ByColor, Color, Point, PointSet};
use kage_phantom::Outcome;
use std::time::Instant;

pub(super) static COMMANDS: [CommandEntry; 14] = [
    CommandEntry { name: "PG-SuggestMove", usage: "[VERTEX ...]", run: suggest_move },
    CommandEntry { name: "PG-MovePlayed", usage: "[VERTEX]", run: move_played },
    CommandEntry { name: "PG-Passed", usage: "", run: passed },
    CommandEntry { name: "PG-TriedMove", usage: "", run: tried_move },
    CommandEntry { name: "PG-StonesTaken", usage: "VERTEX ...", run: stones_taken },
    CommandEntry { name: "PG-Caught", usage: "NUMBER [VERTEX ...]", run: caught },
    CommandEntry { name: "PG-BeliefState", usage: "", run: belief_state },
    CommandEntry { name: "PG-Rules", usage: "PRESET [SETTING=VALUE ...]", run: rules },
    CommandEntry { name: "PG-Color", usage: "black|white", run: color },
    CommandEntry { name: "PG-Refused", usage: "VERTEX [REASON]", run: refused },
    CommandEntry { name: "PG-Atari", usage: "", run: atari },
    CommandEntry { name: "PG-Tries", usage: "NUMBER", run: tries },
    CommandEntry { name: "PG-Stones", usage: "BLACK WHITE", run: stones },
    CommandEntry { name: "PG-GameOver", usage: "RESULT", run: game_over },
];

/// The largest number of refused tries in a turn. A view adds them up, and the sum must not overflow.
const MOST_TRIES: u32 = 100_000;

/// What the first command of a game is about. It tells the engine its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FirstTold {
    OwnMove,
    OpponentsMove,
}

/// The game as one of Phantom Go. If none has begun, the first command tells the engine's colour: an
/// engine that is asked for a move, or answered, moves first; an engine that hears of a move does not.
fn blind_game(engine: &mut Engine, first: FirstTold) -> Result<&mut BlindGame, CommandError> {
    if engine.is_fresh() {
        let mover = engine.setup.first();
        let told = match first {
            FirstTold::OwnMove => mover,
            FirstTold::OpponentsMove => !mover,
        };
        let color = engine.color.unwrap_or(told);
        let game = BlindGame::new(engine.rules, &engine.setup, color, engine.players.blind()?)?;
        engine.game = Game::Blind(Box::new(game));
    }
    running_game(engine)
}

/// The game, which must have begun.
fn running_game(engine: &mut Engine) -> Result<&mut BlindGame, CommandError> {
    match &mut engine.game {
        Game::Blind(game) => Ok(game),
        Game::Plain(_) => Err(CommandError::PlainGame),
        Game::Fresh => Err(CommandError::NoMove),
    }
}

/// Tells the game something. If the first command of a game is rejected, the game stays fresh.
fn say(
    engine: &mut Engine,
    first: FirstTold,
    tell: impl FnOnce(&mut BlindGame) -> Result<(), CommandError>,
) -> Answer {
    let fresh = engine.is_fresh();
    let told = tell(blind_game(engine, first)?);
    if told.is_err() && fresh {
        engine.game = Game::Fresh;
    }
    told.map(|()| String::new())
}

fn read_points(args: &[&str], size: BoardSize) -> Result<Vec<Point>, CommandError> {
    args.iter()
        .map(|vertex| read_point(vertex, size))
        .collect::<Option<_>>()
        .ok_or(CommandError::Syntax)
}

fn suggest_move(engine: &mut Engine, args: &[&str]) -> Answer {
    let tried = read_points(args, engine.setup.size())?;
    let color = blind_game(engine, FirstTold::OwnMove)?.color();
    let left = engine.clock.left(color);
    let start = Instant::now();
    let choice = running_game(engine)?.suggest(&tried, left);
    engine.clock.spend(color, start.elapsed());
    Ok(choice?.to_string())
}

fn move_played(engine: &mut Engine, args: &[&str]) -> Answer {
    match args {
        [] => say(engine, FirstTold::OpponentsMove, |game| game.moved(Announced::Move)),
        [vertex] => {
            let play = read_move(vertex, engine.setup.size()).ok_or(CommandError::Syntax)?;
            say(engine, FirstTold::OwnMove, |game| game.accepted(play))?;
            let color = running_game(engine)?.color();
            engine.clock.count_stone(color);
            Ok(String::new())
        }
        _ => Err(CommandError::Syntax),
    }
}

fn passed(engine: &mut Engine, _: &[&str]) -> Answer {
    say(engine, FirstTold::OpponentsMove, |game| game.moved(Announced::Pass))
}

fn tried_move(engine: &mut Engine, _: &[&str]) -> Answer {
    say(engine, FirstTold::OpponentsMove, BlindGame::tried)
}

fn refused(engine: &mut Engine, args: &[&str]) -> Answer {
    let (vertex, reason) = args.split_first().ok_or(CommandError::Syntax)?;
    let point = read_point(vertex, engine.setup.size()).ok_or(CommandError::Syntax)?;
    let reason = match reason {
        [] => None,
        words => Some(read_refusal(&words.join(" ")).ok_or(CommandError::Syntax)?),
    };
    say(engine, FirstTold::OwnMove, |game| game.refused(point, reason))
}

fn stones_taken(engine: &mut Engine, args: &[&str]) -> Answer {
    let points = read_points(args, engine.setup.size())?;
    if points.is_empty() {
        return Err(CommandError::Syntax);
    }
    running_game(engine)?.stones_taken(points.into_iter().collect())?;
    Ok(String::new())
}

fn caught(engine: &mut Engine, args: &[&str]) -> Answer {
    let (number, points) = args.split_first().ok_or(CommandError::Syntax)?;
    let number: u32 = number.parse().map_err(|_| CommandError::Syntax)?;
    let points: PointSet = read_points(points, engine.setup.size())?.into_iter().collect();
    running_game(engine)?.caught(number, points)?;
    Ok(String::new())
}

fn atari(engine: &mut Engine, _: &[&str]) -> Answer {
    running_game(engine)?.atari().map(|()| String::new())
}

fn tries(engine: &mut Engine, args: &[&str]) -> Answer {
    let number = args.first().and_then(|n| n.parse().ok()).filter(|&n| n <= MOST_TRIES);
    let number = number.ok_or(CommandError::Syntax)?;
    running_game(engine)?.tries(number).map(|()| String::new())
}

fn stones(engine: &mut Engine, args: &[&str]) -> Answer {
    let most = engine.setup.size().area() as u32;
    let count = |text: &str| text.parse().ok().filter(|&n| n <= most).ok_or(CommandError::Syntax);
    let &[black, white] = args else { return Err(CommandError::Syntax) };
    let counts = ByColor { black: count(black)?, white: count(white)? };
    running_game(engine)?.stones(counts).map(|()| String::new())
}

fn game_over(engine: &mut Engine, args: &[&str]) -> Answer {
    let outcome: Outcome =
        args.first().and_then(|result| result.parse().ok()).ok_or(CommandError::Syntax)?;
    // A game may be over before its first move, if the opponent did not come.
    say(engine, FirstTold::OwnMove, |game| game.over(outcome))
}

fn rules(engine: &mut Engine, args: &[&str]) -> Answer {
    if args.is_empty() {
        return Err(CommandError::Syntax);
    }
    if !engine.is_fresh() {
        return Err(CommandError::GameBegan);
    }
    engine.rules = args.join(" ").parse().map_err(CommandError::Rules)?;
    Ok(String::new())
}

fn color(engine: &mut Engine, args: &[&str]) -> Answer {
    let color = args.first().and_then(|color| read_color(color)).ok_or(CommandError::Syntax)?;
    let seat: Option<Color> = match &engine.game {
        Game::Fresh => None,
        Game::Blind(game) => Some(game.color()),
        Game::Plain(_) => return Err(CommandError::PlainColor),
    };
    if let Some(seat) = seat.filter(|&seat| seat != color) {
        return Err(CommandError::OtherSeat(seat));
    }
    engine.color = Some(color);
    Ok(String::new())
}

fn belief_state(engine: &mut Engine, _: &[&str]) -> Answer {
    let view = engine.view()?;
    Ok(analysis::belief(&view, engine.player().and_then(|player| player.explain())))
}
