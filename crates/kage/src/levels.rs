//! The bots of the table in the browser, from the weakest to the strongest.

use crate::player_factory::SeatSpec;
use crate::turn_limit::TurnLimit;
use kage_phantom::View;
use kage_web::{Level, LevelText};
use std::sync::Arc;
use std::time::Duration;

/// The time of a bot for a turn, all its tries together.
const TURN: Duration = Duration::from_secs(2);

/// A level: its name in addresses, its texts, and the spec of its player.
struct Entry {
    id: &'static str,
    /// Title, and what it does, on 9x9. There the order of the levels is measured.
    on_nine: (&'static str, &'static str),
    /// The same on other boards. There no strength is measured, so the title says what the level does.
    elsewhere: (&'static str, &'static str),
    spec: &'static str,
    /// Is the value of a try a win probability? For some players it is a difference of means.
    chance: bool,
}

const LEVELS: [Entry; 5] = [
    Entry {
        id: "first-steps",
        on_nine: (
            "First steps",
            "Tries random points, but not its own eyes, and not a point again where it was refused. \
             It knows only the rules; good for a first game.",
        ),
        elsewhere: (
            "Random points",
            "Tries random points, but not its own eyes, and not a point again where it was refused. \
             It knows only the rules.",
        ),
        spec: "random:refusals=stones",
        chance: false,
    },
    Entry {
        id: "gentle",
        on_nine: (
            "Gentle",
            "Plays three hundred random games for each try, equally many from each point, and \
             chooses the point that won most of them.",
        ),
        elsewhere: (
            "300 random games",
            "Plays three hundred random games for each try, equally many from each point. On a \
             large board these are one or two games a point. Its strength here is not measured.",
        ),
        spec: "standard:playouts=300",
        chance: false,
    },
    Entry {
        id: "club",
        on_nine: (
            "Club",
            "Plays a thousand random games for each try, and learns about every point from each \
             of them. A good opponent if you know a little Go.",
        ),
        elsewhere: (
            "1,000 random games",
            "Plays a thousand random games for each try, and learns about every point from each of \
             them. Its strength here is not measured.",
        ),
        spec: "all-as-first:playouts=1000",
        chance: false,
    },
    Entry {
        id: "strong",
        on_nine: (
            "Strong",
            "Plays up to twenty thousand random games for each try, with the method that programs \
             of 2006 and 2007 used.",
        ),
        elsewhere: (
            "20,000 random games",
            "Plays up to twenty thousand random games for each try, as many as two seconds a turn \
             allow. Its strength here is not measured.",
        ),
        spec: "all-as-first:playouts=20000",
        chance: false,
    },
    Entry {
        id: "strongest",
        on_nine: (
            "Strongest",
            "A neural net estimates where hidden stones are and which tries are good. Random games \
             from many such boards, for at most two seconds a turn, decide. Kage's strongest player \
             on 9x9.",
        ),
        elsewhere: (
            "Sampled histories",
            "Plays random games from boards that fit everything it has heard, for at most two \
             seconds a turn. There is no neural net for this board, and its strength here is not \
             measured.",
        ),
        spec: "kage:time=1",
        chance: true,
    },
];

/// All levels, the weakest first.
pub(crate) fn all() -> Vec<Level> {
    LEVELS.iter().map(level).collect()
}

fn level(entry: &'static Entry) -> Level {
    let text = |(title, about): (&str, &str)| LevelText {
        title: title.to_owned(),
        about: about.to_owned(),
    };
    let player = SeatSpec::read(entry.spec);
    Level {
        id: entry.id.to_owned(),
        on_nine: text(entry.on_nine),
        elsewhere: text(entry.elsewhere),
        chance: entry.chance,
        make_player: Arc::new(move |_: &View, seed| {
            Ok(Box::new(TurnLimit::new(player.clone()?.blind(seed)?, TURN)))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kage_goban::{BoardSize, Color};
    use kage_phantom::{Answer, Choice, Observation, RefereeRules, Setup};
    use kage_referee::Session;
    use std::time::Instant;

    /// A game of two levels: the refused tries and the moves of Black, and its longest turn.
    fn play(black: usize, white: usize, size: u8, most: u32, seed: u64) -> (u32, u32, Duration) {
        let size = BoardSize::new(size).unwrap();
        let (mut session, _) = Session::new(RefereeRules::default(), Setup::even(size));
        let levels = all();
        let mut players = [black, white]
            .map(|at| (levels[at].make_player)(session.view(Color::Black), seed).unwrap());
        for (player, seat) in players.iter_mut().zip(Color::BOTH) {
            player.begin(session.seat(seat)).unwrap();
        }
        let (mut refused, mut moves) = (0, 0);
        let (mut turn, mut longest) = (Duration::ZERO, Duration::ZERO);
        while let Some(seat) = session.to_move().filter(|_| moves < most) {
            let at = usize::from(seat == Color::White);
            let start = Instant::now();
            let choice: Choice = players[at].choose(session.seat(seat), None).unwrap();
            if seat == Color::Black {
                turn += start.elapsed();
            }
            let heard = session.hear(seat, choice).unwrap();
            for (player, seat) in players.iter_mut().zip(Color::BOTH) {
                for news in &heard[seat] {
                    player.hear(session.seat(seat), news).unwrap();
                }
            }
            match heard.black.first() {
                Some(Observation::Mine(Answer::Refused { .. })) => refused += 1,
                Some(Observation::Mine(Answer::Accepted { .. })) => {
                    (moves, longest, turn) = (moves + 1, longest.max(turn), Duration::ZERO);
                }
                _ => {}
            }
        }
        (refused, moves, longest)
    }

    #[test]
    fn the_gentlest_level_hardly_tries_what_was_refused_before() {
        let games = (1..=6).map(|seed| play(0, 0, 9, u32::MAX, seed));
        let (refused, moves) =
            games.fold((0, 0), |(refused, moves), game| (refused + game.0, moves + game.1));
        assert!(moves > 100, "{moves} moves");
        assert!(refused * 10 < moves * 13, "{refused} refused tries in {moves} moves");
    }

    /// The limit holds also after refusals. A debug build on a busy machine is slow, so the bound is wide; it
    /// still is far below the seconds of three tries of a second each in a debug build.
    #[test]
    fn the_strongest_level_answers_in_time() {
        let (_, moves, longest) = play(4, 0, 9, 4, 1);
        assert_eq!(moves, 4);
        assert!(longest < 2 * TURN, "{longest:?}");
    }

    #[test]
    fn levels_have_names_for_boards_on_which_their_strength_is_unknown() {
        for level in all() {
            assert_ne!(level.on_nine.title, level.elsewhere.title, "{}", level.id);
        }
    }
}
