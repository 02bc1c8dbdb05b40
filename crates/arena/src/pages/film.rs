//! A game taken through the referee: what each seat knew at each moment.
//!
//! A film is the game as the page replays it: one line of text, in which every try is an event
//! and every event says what changed on the three boards. The reader needs no rule of Go.
//!
//! Events are separated by spaces. An event is a letter (capital for Black), a point where it has
//! one, and then the changes: `!` for the truth, `"` for Black's board and `#` for White's, each
//! followed by a mark and the points that now have it. A point is one character, whose code is 40
//! plus its place on the board, row by row from A1; the apostrophe stands in for `<`, and past
//! `~` the codes go on at 161. Neither a space nor a sign of change is ever a point.

use kage_goban::{Board, BoardSize, ByColor, Color, Point, PointSet};
use kage_phantom::{HearingError, Observation, Refusal, Ruling, Setup, SetupError, Sound, View};
use kage_record::{End, Step, Transcript};
use std::collections::VecDeque;

/// How much a seat knows of the enemy's stones at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sight {
    /// Stones of theirs on the board.
    pub(super) stones: u32,
    /// Those of them that the seat is certain of.
    pub(super) known: u32,
}

/// A game, watched from both seats.
pub(super) struct Film {
    /// The replay's data.
    pub(super) text: String,
    /// What each seat knew after each move.
    pub(super) sights: Vec<ByColor<Sight>>,
    /// The refused tries, in order.
    pub(super) refused: Vec<(Color, Refusal)>,
}

/// Watches a game and makes its film.
pub(super) struct Camera {
    size: BoardSize,
    views: ByColor<View>,
    /// The marks of the truth, of Black's board and of White's, as last filmed.
    shown: [Vec<char>; 3],
    film: Film,
    /// A seat heard what cannot be.
    pub(super) fault: Option<HearingError>,
}

/// What starts the changes of the truth, of Black's board and of White's.
const SIGNS: [char; 3] = ['!', '"', '#'];
/// A point of which there is nothing to show.
const BLANK: char = '.';

impl Camera {
    /// The boards before the first try.
    pub(super) fn new(game: &Transcript) -> Result<Camera, SetupError> {
        let setup = Setup::handicap(game.size, game.handicap)?;
        let blank = vec![BLANK; game.size.area()];
        let mut camera = Camera {
            size: game.size,
            views: ByColor::new(|color| View::new(game.rules, &setup, color)),
            shown: [blank.clone(), blank.clone(), blank],
            film: Film { text: BLANK.to_string(), sights: Vec::new(), refused: Vec::new() },
            fault: None,
        };
        camera.expose(setup.position(game.rules.ko).board());
        Ok(camera)
    }

    /// One turn, try by try.
    pub(super) fn watch(&mut self, step: &Step<'_>, color: Color, end: End) {
        let mut heard = ByColor::new(|seat| VecDeque::from(step.heard[seat].clone()));
        for ruling in &step.rulings {
            self.hear(&mut heard, ruling);
            match *ruling {
                Ruling::Refused { mover, point, reason } => {
                    self.event(mover, reason_letter(reason), Some(point));
                    self.film.refused.push((mover, reason));
                    self.expose_seats();
                }
                Ruling::Accepted { mover, play, .. } => {
                    let point = play_point(play);
                    self.event(mover, if point.is_some() { 'p' } else { 'x' }, point);
                    self.expose(step.position.board());
                    self.note_sights(step.position.board());
                }
            }
        }
        match end {
            End::Resign => self.event(color, 'r', None),
            End::Forfeit => self.event(color, 'f', None),
            End::Play(_) | End::Pass | End::Open => {}
        }
    }

    /// The film, when the game is over.
    pub(super) fn develop(self) -> Film {
        self.film
    }

    /// Lets both seats hear of one ruling. The mover hears of each; the other seat of a refused
    /// try only where the rules say so.
    fn hear(&mut self, heard: &mut ByColor<VecDeque<Observation>>, ruling: &Ruling) {
        let (mover, refused) = match ruling {
            Ruling::Refused { mover, .. } => (*mover, true),
            Ruling::Accepted { mover, .. } => (*mover, false),
        };
        self.update(mover, heard[mover].pop_front());
        let next_is_a_try =
            matches!(heard[!mover].front(), Some(Observation::Theirs(Sound::Tried)));
        if refused == next_is_a_try {
            let news = heard[!mover].pop_front();
            self.update(!mover, news);
        }
    }

    fn update(&mut self, seat: Color, news: Option<Observation>) {
        if let Some(Err(error)) = news.map(|news| self.views[seat].update(&news)) {
            self.fault = self.fault.or(Some(error));
        }
    }

    fn event(&mut self, color: Color, letter: char, point: Option<Point>) {
        let black = color == Color::Black;
        self.film.text.push(' ');
        self.film.text.push(if black { letter.to_ascii_uppercase() } else { letter });
        self.film.text.extend(point.map(|point| point_letter(self.size, point)));
    }

    /// Writes down what changed on all boards.
    fn expose(&mut self, truth: &Board) {
        let marks = self.size.points().map(|point| truth.at(point).map_or(BLANK, stone)).collect();
        self.write_changes(0, marks);
        self.expose_seats();
    }

    fn expose_seats(&mut self) {
        for (board, color) in [(1, Color::Black), (2, Color::White)] {
            let view = &self.views[color];
            let marks = self.size.points().map(|point| view.mark(point)).collect();
            self.write_changes(board, marks);
        }
    }

    fn write_changes(&mut self, board: usize, marks: Vec<char>) {
        let before = &self.shown[board];
        let mut changed: Vec<(char, Point)> = (self.size.points())
            .zip(before.iter().zip(&marks))
            .filter(|(_, (before, after))| before != after)
            .map(|(point, (_, after))| (*after, point))
            .collect();
        // A stable sort: the points of a mark stay in the order of the board.
        changed.sort_by_key(|(mark, _)| *mark);
        for group in changed.chunk_by(|one, next| one.0 == next.0) {
            self.film.text.push(SIGNS[board]);
            self.film.text.extend(group.first().map(|(mark, _)| *mark));
            let points = group.iter().map(|(_, point)| point_letter(self.size, *point));
            self.film.text.extend(points);
        }
        self.shown[board] = marks;
    }

    fn note_sights(&mut self, truth: &Board) {
        let sight = |seat: Color| {
            let stones: PointSet = truth.stones(!seat);
            let known = self.views[seat].theirs() & stones;
            Sight { stones: stones.len() as u32, known: known.len() as u32 }
        };
        let sights = ByColor::new(sight);
        self.film.sights.push(sights);
    }
}

const fn play_point(play: kage_goban::Move) -> Option<Point> {
    match play {
        kage_goban::Move::Play(point) => Some(point),
        kage_goban::Move::Pass => None,
    }
}

const fn reason_letter(reason: Refusal) -> char {
    match reason {
        Refusal::OpponentStone => 's',
        Refusal::OwnStone => 'o',
        Refusal::Suicide => 'u',
        Refusal::Ko => 'k',
    }
}

const fn stone(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

fn point_letter(size: BoardSize, point: Point) -> char {
    let place = u32::from(point.row()) * u32::from(size.get()) + u32::from(point.col());
    let code = match 40 + place {
        // `<` could end the element that the film stands in.
        60 => 39,
        code if code < 127 => code,
        code => code + 34,
    };
    char::from_u32(code).unwrap_or(BLANK)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]
    use super::*;
    use kage_record::{from_text, replay};

    fn film(text: &str) -> Film {
        let game = from_text(text).unwrap();
        let mut camera = Camera::new(&game).unwrap();
        let mut turns = game.turns.iter();
        replay(&game, |step| {
            let turn = turns.next().unwrap();
            camera.watch(&step, turn.color, turn.end);
        })
        .unwrap();
        assert_eq!(camera.fault, None);
        camera.develop()
    }

    #[test]
    fn every_try_is_an_event_with_what_it_changed() {
        // On 2x2 the points are ( ) * and +.
        let film = film("# size 2\nb A1\nw (A1) B2\nb pass\nw resign");
        let events: Vec<&str> = film.text.split(' ').collect();
        assert_eq!(
            events,
            [
                ".\"e()*+#e()*+",
                // White hears a move: his board is dark again.
                "P(!b(\"b(#.()*+",
                // One black stone is on the board, and this is it; the rest is empty.
                "s(#b(#e)*+",
                "p+!w+\".)*+#w+",
                "X",
                "r",
            ]
        );
        assert_eq!(film.refused, [(Color::White, Refusal::OpponentStone)]);
        let white: Vec<(u32, u32)> =
            film.sights.iter().map(|s| (s.white.known, s.white.stones)).collect();
        assert_eq!(white, [(0, 1), (1, 1), (1, 1)]);
        assert_eq!(film.sights[1].black, Sight { stones: 1, known: 0 });
    }

    #[test]
    fn no_point_is_a_sign_or_can_end_the_element() {
        let size = BoardSize::MAX;
        let letters: Vec<char> = size.points().map(|point| point_letter(size, point)).collect();
        let mut unique = letters.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), 361);
        for letter in letters {
            assert!(!SIGNS.contains(&letter) && letter != '<');
            assert!(!letter.is_control() && !letter.is_whitespace());
        }
    }
}
