//! The log of a seat: what it has heard, in order. It is the only source of the seat's stream.
//!
//! A log is made of the seat's own [`Observation`]s, its [`View`], and events at the table that
//! both seats may know. This file does not use the referee, a ruling or a witness. So a frame made
//! from a log cannot contain more than the seat was told.

use crate::hint::Hint;
use crate::json::{Sides, point_words, seat_board, seat_word};
use kage_goban::{ByColor, Color, Move, Point, PointSet};
use kage_phantom::{
    Answer, Causes, Ending, Forfeit, HearingError, Observation, Outcome, RefereeRules, Refusal,
    Seat, Setup, Sound, View,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a seat knows of a stone of theirs.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StoneSource {
    /// It is a handicap stone.
    Handicap,
    /// A try there was refused.
    Refused,
    /// It stood around stones that were taken.
    Border,
    /// It stands around a try that was refused as suicide.
    Suicide,
    /// No other point is left for it.
    Counted,
}

/// One thing that a seat heard. The protocol calls it news.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct LogEntry {
    pub(crate) seq: u32,
    /// The number of moves made after it.
    #[serde(rename = "move")]
    moves: u32,
    words: String,
    #[serde(flatten)]
    kind: EntryKind,
}

/// What was heard.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum EntryKind {
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
    Hint(Hint),
    Rematch { game: String, token: String, seat: &'static str },
}

type Counts = Option<Sides<u32>>;

/// An event at the table that both seats hear.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TableEvent {
    Began,
    UndoAsked(Color),
    UndoRefused(Color),
    DeadMarked(Color, PointSet),
    DeadAgreed(PointSet, Outcome),
    RematchAsked(Color),
}

/// A person's seat in the rematch, with that person's own token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RematchSeat {
    pub(crate) game: String,
    pub(crate) token: String,
    pub(crate) seat: Color,
}

/// Everything that one seat has heard.
#[derive(Clone, Debug)]
pub(crate) struct SeatLog {
    seat: Seat,
    /// How and at which move the seat got to know each enemy stone that it knows.
    sources: BTreeMap<Point, (StoneSource, u32)>,
    entries: Vec<LogEntry>,
}

impl SeatLog {
    pub(crate) fn new(rules: RefereeRules, setup: &Setup, seat: Color) -> SeatLog {
        let seat = Seat::new(rules, setup, seat);
        let handicap = seat.theirs();
        let sources = handicap.iter().map(|point| (point, (StoneSource::Handicap, 0))).collect();
        SeatLog { seat, sources, entries: Vec::new() }
    }

    /// What the seat knows.
    pub(crate) const fn view(&self) -> &View {
        self.seat.view()
    }

    /// The seat: what it knows, and all that the referee told it.
    pub(crate) const fn seat(&self) -> &Seat {
        &self.seat
    }

    /// The number of the last entry.
    pub(crate) fn seq(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The entries after the one of that number.
    pub(crate) fn after(&self, seq: u32) -> &[LogEntry] {
        self.entries.get(seq as usize..).unwrap_or(&[])
    }

    /// Adds an observation of the referee.
    pub(crate) fn hear(&mut self, observation: &Observation) -> Result<(), HearingError> {
        self.update_view(observation)?;
        self.add(observation.to_string(), EntryKind::of(observation));
        Ok(())
    }

    /// Adds an event at the table.
    pub(crate) fn hear_table(&mut self, event: &TableEvent) {
        let (words, kind) = event.heard_by(self.seat.color());
        self.add(words, kind);
    }

    /// Adds a hint, which was made from this log.
    pub(crate) fn hear_hint(&mut self, hint: &Hint) {
        let words = format!("hint: Kage would play {}", hint.choice);
        self.add(words, EntryKind::Hint(hint.clone()));
    }

    /// Adds the rematch.
    pub(crate) fn hear_rematch(&mut self, rematch: RematchSeat) {
        let RematchSeat { game, token, seat } = rematch;
        let seat = seat_word(seat);
        self.add(format!("a new game, you have {seat}"), EntryKind::Rematch { game, token, seat });
    }

    /// Takes moves back: the view becomes what it was after the first `keep` observations. The
    /// entries stay.
    pub(crate) fn rewind(&mut self, keep: usize) -> Result<(), HearingError> {
        let log: Vec<Observation> = self.seat.log().iter().take(keep).copied().collect();
        let fresh = SeatLog::new(*self.seat.rules(), self.seat.setup(), self.seat.color());
        (self.seat, self.sources) = (fresh.seat, fresh.sources);
        for observation in &log {
            self.update_view(observation)?;
        }
        let to = self.seat.moves();
        let words = format!("taken back to move {to}; you keep what you heard");
        self.add(words, EntryKind::Undone { to });
        Ok(())
    }

    fn update_view(&mut self, observation: &Observation) -> Result<(), HearingError> {
        let (before, moves) = (self.seat.theirs(), self.seat.moves());
        self.seat.hear(observation)?;
        let theirs = self.seat.theirs();
        self.sources.retain(|point, _| theirs.contains(*point));
        for point in theirs - before {
            self.sources.insert(point, (source_of(observation, point), moves));
        }
        Ok(())
    }

    fn add(&mut self, words: String, kind: EntryKind) {
        let seq = self.seq() + 1;
        self.entries.push(LogEntry { seq, moves: self.seat.moves(), words, kind });
    }

    /// How the seat knows each enemy stone that it knows, by the point's name.
    pub(crate) fn sources(&self) -> BTreeMap<String, StoneSource> {
        self.sources.iter().map(|(point, &(source, _))| (point.to_string(), source)).collect()
    }

    /// Everything that the seat knows, as the page gets it.
    pub(crate) fn shown(&self) -> ViewShown {
        let view = &self.seat;
        let theirs = self.sources.iter().map(|(point, &(how, moves))| EnemyStone {
            point: point.to_string(),
            how,
            moves,
        });
        let refused = view.refusals().map(|(point, refused)| OpenRefusal {
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

/// How an observation shows an enemy stone that was not known before it.
fn source_of(observation: &Observation, point: Point) -> StoneSource {
    match observation {
        Observation::Mine(Answer::Refused { point: tried, .. }) if *tried == point => {
            StoneSource::Refused
        }
        Observation::Mine(Answer::Refused { .. }) => StoneSource::Suicide,
        Observation::Theirs(Sound::Moved { lost, .. }) if !lost.is_empty() => StoneSource::Border,
        _ => StoneSource::Counted,
    }
}

fn cause_words(causes: Causes) -> Vec<&'static str> {
    let Causes { stone, suicide, ko } = causes;
    let named = [(stone, "stone"), (suicide, "suicide"), (ko, "ko")];
    named.into_iter().filter(|(may, _)| *may).map(|(_, word)| word).collect()
}

impl EntryKind {
    fn of(observation: &Observation) -> EntryKind {
        match *observation {
            Observation::Mine(Answer::Refused { point, reason }) => {
                EntryKind::Refused { point: point.to_string(), reason: reason.map(Refusal::word) }
            }
            Observation::Mine(Answer::Accepted { play, taken, atari, stones }) => {
                EntryKind::Accepted {
                    point: point_of(play),
                    taken: taken.number,
                    points: point_words(taken.points),
                    atari,
                    stones: counts(stones),
                }
            }
            Observation::Theirs(Sound::Tried) => EntryKind::Tried,
            Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones }) => {
                let lost = point_words(lost.points());
                EntryKind::Moved { passed, tries, lost, atari, stones: counts(stones) }
            }
            Observation::Over(outcome) => EntryKind::Over {
                result: outcome.to_string(),
                winner: outcome.winner.map(seat_word),
                how: ending_word(outcome.ending),
            },
        }
    }
}

fn point_of(play: Move) -> Option<String> {
    match play {
        Move::Play(point) => Some(point.to_string()),
        Move::Pass => None,
    }
}

fn counts(stones: Option<ByColor<u32>>) -> Counts {
    stones.map(Sides::from)
}

/// How a game ended, in one word.
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

impl TableEvent {
    fn heard_by(&self, seat: Color) -> (String, EntryKind) {
        let who = |by: Color| if by == seat { "you" } else { "your opponent" };
        match *self {
            TableEvent::Began => ("the game begins".to_owned(), EntryKind::Began),
            TableEvent::UndoAsked(by) => {
                let kind = EntryKind::UndoAsked { by: seat_word(by) };
                let ask = if by == seat { "ask" } else { "asks" };
                (format!("{} {ask} to take a move back", who(by)), kind)
            }
            TableEvent::UndoRefused(by) => {
                let kind = EntryKind::UndoRefused { by: seat_word(by) };
                let say = if by == seat { "say" } else { "says" };
                (format!("{} {say} no: the move stands", who(by)), kind)
            }
            TableEvent::DeadMarked(by, dead) => {
                let kind = EntryKind::Marked { by: seat_word(by), dead: point_words(dead) };
                let mark = if by == seat { "mark" } else { "marks" };
                let stones = if dead.is_empty() { "none".to_owned() } else { dead.to_string() };
                (format!("{} {mark} as dead: {stones}", who(by)), kind)
            }
            TableEvent::DeadAgreed(dead, outcome) => {
                let (result, winner) = (outcome.to_string(), outcome.winner.map(seat_word));
                let words = format!("both have marked the same: {result}");
                (words, EntryKind::Settled { dead: point_words(dead), result, winner })
            }
            TableEvent::RematchAsked(by) => {
                let kind = EntryKind::RematchAsked { by: seat_word(by) };
                let offer = if by == seat { "offer" } else { "offers" };
                (format!("{} {offer} another game", who(by)), kind)
            }
        }
    }
}

/// What a seat knows, as the page gets it.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ViewShown {
    moves: u32,
    turn: Option<&'static str>,
    board: String,
    theirs: Vec<EnemyStone>,
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
struct EnemyStone {
    point: String,
    how: StoneSource,
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
