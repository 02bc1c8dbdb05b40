//! A game as data for the replay of the page, and what each seat knew after each move.
//!
//! The data is one line of text. Every try is an event, and every event has the changes on the three
//! boards. The reader needs no rule of Go.
//!
//! Events are separated by spaces. An event is a letter (capital for Black), a point where it has
//! one, and then the changes: `!` for the truth, `"` for Black's board and `#` for White's, each
//! followed by a mark and the points that now have it. A point is one character: its code is 40
//! plus its place on the board, row by row from A1. The apostrophe replaces `<`, and after `~` the
//! codes go on at 161. Neither a space nor a sign of change is ever a point.

use kage_goban::{Board, BoardSize, ByColor, Color, Point, PointSet};
use kage_phantom::{Misheard, Observation, Refusal, Ruling, Setup, SetupError, Sound, Views};
use kage_record::{End, Step, Transcript};
use std::collections::VecDeque;

/// How much a seat knows of the enemy's stones at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KnownStones {
    /// Stones of the opponent on the board.
    pub(super) stones: u32,
    /// Those of them that the seat is certain of.
    pub(super) known: u32,
}

/// A game, encoded.
pub(super) struct EncodedGame {
    /// The replay's data.
    pub(super) text: String,
    /// What each seat knew after each move.
    pub(super) known: Vec<ByColor<KnownStones>>,
    /// The refused tries, in order.
    pub(super) refused: Vec<(Color, Refusal)>,
}

/// Encodes a game turn by turn.
pub(super) struct ReplayEncoder {
    size: BoardSize,
    views: Views,
    /// The marks of the truth, of Black's board and of White's, as last written.
    shown: [Vec<char>; 3],
    game: EncodedGame,
    /// The first observation of a seat that does not fit its view.
    pub(super) fault: Option<Misheard>,
}

/// The signs before the changes of the truth, of Black's board and of White's.
const SIGNS: [char; 3] = ['!', '"', '#'];
/// An empty point, or one of which the seat knows nothing.
const BLANK: char = '.';

impl ReplayEncoder {
    /// The boards before the first try.
    pub(super) fn new(game: &Transcript) -> Result<ReplayEncoder, SetupError> {
        let setup = Setup::handicap(game.size, game.handicap)?;
        let blank = vec![BLANK; game.size.area()];
        let mut encoder = ReplayEncoder {
            size: game.size,
            views: Views::new(game.rules, &setup),
            shown: [blank.clone(), blank.clone(), blank],
            game: EncodedGame { text: BLANK.to_string(), known: Vec::new(), refused: Vec::new() },
            fault: None,
        };
        encoder.expose(setup.position(game.rules.ko).board());
        Ok(encoder)
    }

    /// One turn, try by try.
    pub(super) fn watch(&mut self, step: &Step<'_>, color: Color, end: End) {
        let mut heard = ByColor::new(|seat| VecDeque::from(step.heard[seat].clone()));
        for ruling in &step.rulings {
            self.hear(&mut heard, ruling);
            match *ruling {
                Ruling::Refused { mover, point, reason } => {
                    self.event(mover, reason_letter(reason), Some(point));
                    self.game.refused.push((mover, reason));
                    self.expose_seats();
                }
                Ruling::Accepted { mover, play, .. } => {
                    let point = play_point(play);
                    self.event(mover, if point.is_some() { 'p' } else { 'x' }, point);
                    self.expose(step.position.board());
                    self.note_known(step.position.board());
                }
            }
        }
        match end {
            End::Resign => self.event(color, 'r', None),
            End::Forfeit => self.event(color, 'f', None),
            End::Play(_) | End::Pass | End::Open => {}
        }
    }

    /// The encoded game, when it is over.
    pub(super) fn finish(self) -> EncodedGame {
        self.game
    }

    /// Folds what both seats heard of one ruling into their views. The mover hears of each ruling; the
    /// other seat hears of a refused try only where the rules say so.
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
        let Some(news) = news else { return };
        if let Err(error) = self.views.hear_one(seat, &news) {
            self.fault.get_or_insert(error);
        }
    }

    fn event(&mut self, color: Color, letter: char, point: Option<Point>) {
        let black = color == Color::Black;
        self.game.text.push(' ');
        self.game.text.push(if black { letter.to_ascii_uppercase() } else { letter });
        self.game.text.extend(point.map(|point| point_letter(self.size, point)));
    }

    /// Writes what changed on all boards.
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
            self.game.text.push(SIGNS[board]);
            self.game.text.extend(group.first().map(|(mark, _)| *mark));
            let points = group.iter().map(|(_, point)| point_letter(self.size, *point));
            self.game.text.extend(points);
        }
        self.shown[board] = marks;
    }

    fn note_known(&mut self, truth: &Board) {
        let sight = |seat: Color| {
            let stones: PointSet = truth.stones(!seat);
            let known = self.views[seat].theirs() & stones;
            KnownStones { stones: stones.len() as u32, known: known.len() as u32 }
        };
        let known = ByColor::new(sight);
        self.game.known.push(known);
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
        // `<` could end the element that holds the data.
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

    fn encode(text: &str) -> EncodedGame {
        let game = from_text(text).unwrap();
        let mut encoder = ReplayEncoder::new(&game).unwrap();
        let mut turns = game.turns.iter();
        replay(&game, |step| {
            let turn = turns.next().unwrap();
            encoder.watch(&step, turn.color, turn.end);
        })
        .unwrap();
        assert_eq!(encoder.fault, None);
        encoder.finish()
    }

    #[test]
    fn every_try_is_an_event_with_what_it_changed() {
        // On 2x2 the points are ( ) * and +.
        let game = encode("# size 2\nb A1\nw (A1) B2\nb pass\nw resign");
        let events: Vec<&str> = game.text.split(' ').collect();
        assert_eq!(
            events,
            [
                ".\"e()*+#e()*+",
                // White hears a move: nothing is certain on White's board any more.
                "P(!b(\"b(#.()*+",
                // One black stone is on the board, and this is it; the rest is empty.
                "s(#b(#e)*+",
                "p+!w+\".)*+#w+",
                "X",
                "r",
            ]
        );
        assert_eq!(game.refused, [(Color::White, Refusal::OpponentStone)]);
        let white: Vec<(u32, u32)> =
            game.known.iter().map(|s| (s.white.known, s.white.stones)).collect();
        assert_eq!(white, [(0, 1), (1, 1), (1, 1)]);
        assert_eq!(game.known[1].black, KnownStones { stones: 1, known: 0 });
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
