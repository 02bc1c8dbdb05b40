//! What one seat has heard, in order: the only source of a seat's stream.
//!
//! Everything here is made of the seat's own [`Observation`]s, its [`View`] and table talk that both
//! sides hear alike. This file does not know the referee, a ruling or a witness, so that a frame made
//! here cannot say more than the seat was told.

use crate::json::{point_words, seat_board, seat_word};
use kage_goban::{ByColor, Color, Move, Point, PointSet};
use kage_phantom::{
    Answer, Causes, Ending, Forfeit, Observation, Outcome, RefereeRules, Refusal, Setup, Sound,
    View,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a seat knows of a stone of theirs.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum How {
    Handicap,
    Refused,
    Border,
    Suicide,
    Counted,
}

/// One thing that was heard.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct News {
    pub(crate) seq: u32,
    /// Moves made after it.
    #[serde(rename = "move")]
    moves: u32,
    words: String,
    #[serde(flatten)]
    what: What,
}

/// What it was.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum What {
    Refused { point: String, reason: Option<&'static str> },
    Accepted { point: Option<String>, taken: u32, points: Vec<String>, atari: bool, stones: Counts },
    Tried,
    Moved { passed: bool, tries: Option<u32>, lost: Vec<String>, atari: bool, stones: Counts },
    Over { result: String, winner: Option<&'static str>, how: &'static str },
    Began,
    UndoAsked { by: &'static str },
    UndoRefused { by: &'static str },
    Undone { to: u32 },
    Marked { by: &'static str, dead: Vec<String> },
    Settled { dead: Vec<String>, result: String, winner: Option<&'static str> },
    RematchAsked { by: &'static str },
    Rematch { game: String, token: String, seat: &'static str },
}

type Counts = Option<SideCounts>;

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
struct SideCounts {
    black: u32,
    white: u32,
}

/// What is said at the table and both seats hear.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Talk {
    Began,
    UndoAsked(Color),
    UndoRefused(Color),
    Marked(Color, PointSet),
    Settled(PointSet, Outcome),
    RematchAsked(Color),
}

/// Where a seat goes for a rematch. The token is its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NextSeat {
    pub(crate) game: String,
    pub(crate) token: String,
    pub(crate) seat: Color,
}

/// All that one seat has heard.
#[derive(Clone, Debug)]
pub(crate) struct Story {
    view: View,
    how: BTreeMap<Point, (How, u32)>,
    news: Vec<News>,
}

impl Story {
    pub(crate) fn new(rules: RefereeRules, setup: &Setup, seat: Color) -> Story {
        let view = View::new(rules, setup, seat);
        let how = view.theirs().iter().map(|point| (point, (How::Handicap, 0))).collect();
        Story { view, how, news: Vec::new() }
    }

    pub(crate) const fn view(&self) -> &View {
        &self.view
    }

    /// The number of the last news.
    pub(crate) fn seq(&self) -> u32 {
        self.news.len() as u32
    }

    /// What was heard after the news of that number.
    pub(crate) fn after(&self, seq: u32) -> &[News] {
        self.news.get(seq as usize..).unwrap_or(&[])
    }

    /// The referee speaks. A view that contradicts him would be a fault of the house; the words are
    /// kept all the same.
    pub(crate) fn hear(&mut self, said: &Observation) {
        self.fold(said);
        let what = What::of(said);
        self.tell(said.to_string(), what);
    }

    /// Somebody at the table speaks.
    pub(crate) fn hear_talk(&mut self, talk: &Talk) {
        let (words, what) = talk.heard_by(self.view.color());
        self.tell(words, what);
    }

    /// The next game, and one's own seat in it.
    pub(crate) fn hear_rematch(&mut self, next: &NextSeat) {
        let words = format!("a new game, you have {}", seat_word(next.seat));
        let NextSeat { game, token, seat } = next.clone();
        self.tell(words, What::Rematch { game, token, seat: seat_word(seat) });
    }

    /// Moves are taken back: the seat knows what it knew after the first so many things that the
    /// referee said. The words stay.
    pub(crate) fn rewind(&mut self, heard: usize) {
        let log: Vec<Observation> = self.view.log().iter().take(heard).copied().collect();
        let fresh = Story::new(*self.view.rules(), self.view.setup(), self.view.color());
        (self.view, self.how) = (fresh.view, fresh.how);
        for said in &log {
            self.fold(said);
        }
        let to = self.view.moves();
        let words = format!("taken back to move {to}; what you heard you have heard");
        self.tell(words, What::Undone { to });
    }

    fn fold(&mut self, said: &Observation) {
        let (before, moves) = (self.view.theirs(), self.view.moves());
        // The referee's words fit his own rules.
        let _ = self.view.update(said);
        let theirs = self.view.theirs();
        self.how.retain(|point, _| theirs.contains(*point));
        for point in theirs - before {
            self.how.insert(point, (how_shown(said, point), moves));
        }
    }

    fn tell(&mut self, words: String, what: What) {
        let seq = self.seq() + 1;
        self.news.push(News { seq, moves: self.view.moves(), words, what });
    }

    /// How the seat knows of each stone of theirs that it knows.
    pub(crate) fn how(&self) -> BTreeMap<String, How> {
        self.how.iter().map(|(point, &(how, _))| (point.to_string(), how)).collect()
    }

    /// All that the seat knows, for the page.
    pub(crate) fn shown(&self) -> ViewShown {
        let view = &self.view;
        let theirs = self.how.iter().map(|(point, &(how, moves))| Theirs {
            point: point.to_string(),
            how,
            moves,
        });
        let refused = view.refused().iter().map(|(point, refused)| OpenRefusal {
            point: point.to_string(),
            moves: refused.at,
            causes: cause_words(refused.causes),
        });
        ViewShown {
            moves: view.moves(),
            turn: view.outcome().is_none().then(|| seat_word(view.turn())),
            board: seat_board(view),
            theirs: theirs.collect(),
            refused: refused.collect(),
            tried: view.tried().iter().map(ToString::to_string).collect(),
            ko: view.likely_ko().map(|point| point.to_string()),
            stones: view.mine().len() as u32,
            their_stones: view.their_stones().at_most,
            their_stones_exact: view.their_stones().exact,
            taken: view.taken(),
            lost: view.lost(),
            tries_heard: view.tries_heard(),
        }
    }
}

/// What a piece of news shows of a stone that was not known before it.
fn how_shown(said: &Observation, point: Point) -> How {
    match said {
        Observation::Mine(Answer::Refused { point: tried, .. }) if *tried == point => How::Refused,
        Observation::Mine(Answer::Refused { .. }) => How::Suicide,
        Observation::Theirs(Sound::Moved { lost, .. }) if !lost.is_empty() => How::Border,
        _ => How::Counted,
    }
}

fn cause_words(causes: Causes) -> Vec<&'static str> {
    let Causes { stone, suicide, ko } = causes;
    let named = [(stone, "stone"), (suicide, "suicide"), (ko, "ko")];
    named.into_iter().filter(|(may, _)| *may).map(|(_, word)| word).collect()
}

impl What {
    fn of(said: &Observation) -> What {
        match *said {
            Observation::Mine(Answer::Refused { point, reason }) => {
                What::Refused { point: point.to_string(), reason: reason.map(Refusal::word) }
            }
            Observation::Mine(Answer::Accepted { play, taken, atari, stones }) => What::Accepted {
                point: played(play),
                taken: taken.number,
                points: point_words(taken.points),
                atari,
                stones: counts(stones),
            },
            Observation::Theirs(Sound::Tried) => What::Tried,
            Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones }) => {
                let lost = point_words(lost.points());
                What::Moved { passed, tries, lost, atari, stones: counts(stones) }
            }
            Observation::Over(outcome) => What::Over {
                result: outcome.to_string(),
                winner: outcome.winner.map(seat_word),
                how: ending_word(outcome.ending),
            },
        }
    }
}

fn played(play: Move) -> Option<String> {
    match play {
        Move::Play(point) => Some(point.to_string()),
        Move::Pass => None,
    }
}

fn counts(stones: Option<ByColor<u32>>) -> Counts {
    stones.map(|stones| SideCounts { black: stones.black, white: stones.white })
}

/// How a game ended, in a word.
pub(crate) const fn ending_word(ending: Ending) -> &'static str {
    match ending {
        Ending::Count(_) => "count",
        Ending::Resignation => "resignation",
        Ending::Forfeit(Forfeit::Time) => "time",
        Ending::Forfeit(Forfeit::Tries) => "tries",
        Ending::Forfeit(Forfeit::Conduct) => "conduct",
        Ending::Repetition => "repetition",
        Ending::Agreement(_) => "agreement",
        Ending::Unfinished => "unfinished",
    }
}

impl Talk {
    fn heard_by(&self, seat: Color) -> (String, What) {
        let who = |by: Color| if by == seat { "you" } else { "your opponent" };
        match *self {
            Talk::Began => ("the game begins".to_owned(), What::Began),
            Talk::UndoAsked(by) => {
                let what = What::UndoAsked { by: seat_word(by) };
                let ask = if by == seat { "ask" } else { "asks" };
                (format!("{} {ask} to take a move back", who(by)), what)
            }
            Talk::UndoRefused(by) => {
                let what = What::UndoRefused { by: seat_word(by) };
                let say = if by == seat { "say" } else { "says" };
                (format!("{} {say} no: the move stands", who(by)), what)
            }
            Talk::Marked(by, dead) => {
                let what = What::Marked { by: seat_word(by), dead: point_words(dead) };
                let mark = if by == seat { "mark" } else { "marks" };
                let stones = if dead.is_empty() { "none".to_owned() } else { dead.to_string() };
                (format!("{} {mark} as dead: {stones}", who(by)), what)
            }
            Talk::Settled(dead, outcome) => {
                let (result, winner) = (outcome.to_string(), outcome.winner.map(seat_word));
                let words = format!("both have marked the same: {result}");
                (words, What::Settled { dead: point_words(dead), result, winner })
            }
            Talk::RematchAsked(by) => {
                let what = What::RematchAsked { by: seat_word(by) };
                let offer = if by == seat { "offer" } else { "offers" };
                (format!("{} {offer} another game", who(by)), what)
            }
        }
    }
}

/// What a seat knows, for the page.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ViewShown {
    moves: u32,
    turn: Option<&'static str>,
    board: String,
    theirs: Vec<Theirs>,
    refused: Vec<OpenRefusal>,
    tried: Vec<String>,
    ko: Option<String>,
    stones: u32,
    their_stones: u32,
    their_stones_exact: bool,
    taken: u32,
    lost: u32,
    tries_heard: u32,
}

#[derive(Clone, PartialEq, Serialize, Debug)]
struct Theirs {
    point: String,
    how: How,
    #[serde(rename = "move")]
    moves: u32,
}

#[derive(Clone, PartialEq, Serialize, Debug)]
struct OpenRefusal {
    point: String,
    #[serde(rename = "move")]
    moves: u32,
    causes: Vec<&'static str>,
}
