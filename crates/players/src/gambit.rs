//! Fixed openings until the first contact, then another player.

use crate::guard::GUARD;
use crate::knowledge::{CAPTURES, PASSING, REFUSALS, SAFE_STONES};
use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::{BANK, CLOCK, EYE, PLAYOUTS, SCORING, SEED, THREADS, TIME};
use crate::spec::{OptionReader, SpecError};
use crate::switching::{SharedOptions, SwitchingPlayer, THEN};
use kage_goban::{Point, PointSet};
use kage_phantom::{Candidate, Choice, Explanation, Player, PlayerError, Seat, View};
use std::time::Duration;

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "gambit",
    about: "a fixed opening until the first stone of the opponent is found, then another player",
    source: "Fei and others 2014, in Syrovátka 2022, 2.2.3",
    beyond: &[
        "the shapes of the openings",
        "what ends the opening beside the first stone found: a refused try and the loss of an own stone",
    ],
    options: &[
        OptionEntry {
            name: "opening",
            takes: "any, cross, wall or diamond",
            default: "any",
            about: "the shape of the opening stones around the centre; any: the seed chooses one",
        },
        PLAYOUTS,
        TIME,
        BANK,
        CLOCK,
        SCORING,
        EYE,
        REFUSALS,
        CAPTURES,
        SAFE_STONES,
        PASSING,
        THREADS,
        GUARD,
        SEED,
        THEN,
    ],
    make,
};

/// Steps from the centre: columns and rows.
type Steps = [(i8, i8); 5];

/// The shapes: points that are easy to connect and that divide the board.
const CROSS: Steps = [(0, 0), (0, 2), (0, -2), (2, 0), (-2, 0)];
const WALL: Steps = [(0, 0), (0, 1), (0, -1), (0, 3), (0, -3)];
const DIAMOND: Steps = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 2)];
const SHAPES: [Steps; 3] = [CROSS, WALL, DIAMOND];

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let words =
        [("any", None), ("cross", Some(CROSS)), ("wall", Some(WALL)), ("diamond", Some(DIAMOND))];
    let shape = options.word("opening", &words)?.flatten();
    let shared = SharedOptions::from_options(options, seed)?;
    let seed = shared.seed();
    let shape = shape.unwrap_or(SHAPES[(seed % SHAPES.len() as u64) as usize]);
    // The wall and the diamond may be rotated.
    let lying = seed / SHAPES.len() as u64 % 2 == 1;
    let steps = shape.map(|(col, row)| if lying { (row, col) } else { (col, row) });
    let opening = Box::new(Book { steps, explanation: Explanation::default() });
    let done = move |view: &View| is_contact(view) || next(&steps, view).is_none();
    Ok(Box::new(SwitchingPlayer::new("gambit", opening, shared.rest()?, done)))
}

/// Is a stone of the opponent known, or was an own stone captured?
fn is_contact(view: &View) -> bool {
    !view.theirs().is_empty() || !view.refused().is_empty() || view.lost() > 0
}

/// The first point of the shape without an own stone.
fn next(steps: &Steps, view: &View) -> Option<Point> {
    let centre = i16::from(view.size().get() / 2);
    let board = PointSet::board(view.size());
    let point = |&(col, row): &(i8, i8)| {
        let col = u8::try_from(centre + i16::from(col)).ok()?;
        let row = u8::try_from(centre + i16::from(row)).ok()?;
        Point::new(col, row)
    };
    steps
        .iter()
        .filter_map(point)
        .find(|&point| board.contains(point) && !view.mine().contains(point))
}

/// Plays the points of a shape one after the other.
struct Book {
    steps: Steps,
    explanation: Explanation,
}

impl Player for Book {
    fn name(&self) -> String {
        "book".to_owned()
    }

    fn choose(&mut self, seat: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
        let choice = next(&self.steps, seat).map_or(Choice::Pass, Choice::Try);
        let (value, visits, probability, reasons) = (0.0, 0, 1.0, vec!["gambit"]);
        self.explanation.candidates =
            vec![Candidate { choice, value, visits, probability, reasons }];
        Ok(choice)
    }

    fn explain(&self) -> Option<&Explanation> {
        Some(&self.explanation)
    }
}

#[cfg(test)]
mod tests {
    use crate::seat;
    use kage_goban::{BoardSize, Color, Move, Point};
    use kage_phantom::{
        Answer, Choice, Lost, Observation, RefereeRules, Seat, Setup, Sound, Taken,
    };

    fn heard(view: &mut Seat, choice: Choice) {
        let Choice::Try(point) = choice else { panic!("no try: {choice}") };
        let (taken, atari, stones) = (Taken::default(), false, None);
        let answer = Answer::Accepted { play: Move::Play(point), taken, atari, stones };
        view.hear(&Observation::Mine(answer)).unwrap();
        let (passed, tries, lost) = (false, None, Lost::NONE);
        let sound = Sound::Moved { passed, tries, lost, atari, stones };
        view.hear(&Observation::Theirs(sound)).unwrap();
    }

    #[test]
    fn the_shape_is_played_until_it_is_done() {
        let mut view =
            Seat::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::Black);
        let mut player = seat("gambit:opening=cross,playouts=50", 0).unwrap();
        let mut points = Vec::new();
        for _ in 0..5 {
            let choice = player.choose(&view, None).unwrap();
            points.push(choice.to_string());
            assert_eq!(player.explain().unwrap().candidates[0].reasons, ["gambit"]);
            heard(&mut view, choice);
        }
        assert_eq!(points, ["E5", "E7", "E3", "G5", "C5"]);
        player.choose(&view, None).unwrap();
        assert_ne!(player.explain().unwrap().candidates[0].reasons, ["gambit"]);
    }

    #[test]
    fn a_refused_try_ends_it() {
        let mut view =
            Seat::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::White);
        let mut player = seat("gambit:opening=cross,playouts=50", 0).unwrap();
        let sound = Sound::Moved {
            passed: false,
            tries: None,
            lost: Lost::NONE,
            atari: false,
            stones: None,
        };
        view.hear(&Observation::Theirs(sound)).unwrap();
        let e5: Point = "E5".parse().unwrap();
        assert_eq!(player.choose(&view, None).unwrap(), Choice::Try(e5));
        view.hear(&Observation::Mine(Answer::Refused { point: e5, reason: None })).unwrap();
        player.choose(&view, None).unwrap();
        assert_ne!(player.explain().unwrap().candidates[0].reasons, ["gambit"]);
    }
}
