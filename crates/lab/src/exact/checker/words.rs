//! The words of a certificate: what a seat has heard, and its symmetries.

use kage_goban::{Color, Move, Point, PointSet};
use kage_phantom::{Answer, Observation, Refusal, Sound};

/// A turn or reflection of the board, by number: 4 swaps columns and rows, 2 and 1 mirror.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turned {
    code: u8,
    lines: u8,
}

impl Turned {
    /// The board as it is.
    pub(super) const NONE: Turned = Turned { code: 0, lines: 0 };

    /// All turns and reflections of a square board.
    pub(super) fn all(lines: u8) -> impl Iterator<Item = Turned> {
        (0..8).map(move |code| Turned { code, lines })
    }

    pub(super) fn point(self, point: Point) -> Point {
        let (mut col, mut row) = (point.col(), point.row());
        if self.code & 4 != 0 {
            (col, row) = (row, col);
        }
        if self.code & 2 != 0 {
            col = self.lines - 1 - col;
        }
        if self.code & 1 != 0 {
            row = self.lines - 1 - row;
        }
        // It stays on the board, so it is a point.
        Point::new(col, row).unwrap_or(point)
    }

    fn set(self, set: PointSet) -> PointSet {
        set.iter().map(|point| self.point(point)).collect()
    }
}

/// One thing that a seat heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Heard {
    Refused(Point, Option<Refusal>),
    /// A refused try that could only be refused.
    Signal,
    Answer(Answer),
    /// The opponent's turn, and how many refused tries were heard in it.
    Theirs(Sound, u32),
}

/// All that a seat has heard.
#[derive(Clone, Default, Debug)]
pub(super) struct Log {
    heard: Vec<Heard>,
    /// Refused tries of the opponent's in its present turn.
    tried: u32,
}

impl Log {
    pub(super) fn hear(&mut self, observation: &Observation) {
        match *observation {
            Observation::Mine(Answer::Refused { point, reason }) => {
                self.heard.push(Heard::Refused(point, reason));
            }
            Observation::Mine(answer) => self.heard.push(Heard::Answer(answer)),
            Observation::Theirs(Sound::Tried) => self.tried += 1,
            Observation::Theirs(sound) => {
                let tried = std::mem::take(&mut self.tried);
                self.heard.push(Heard::Theirs(sound, tried));
            }
            Observation::Over(_) => {}
        }
    }

    /// Refused tries of the opponent's in its present turn.
    pub(super) fn tried(&self) -> u32 {
        self.tried
    }

    pub(super) fn hear_signal(&mut self) {
        self.heard.push(Heard::Signal);
    }

    /// The points refused in this turn.
    pub(super) fn refused(&self) -> PointSet {
        let this_turn = self.heard.iter().rev().map_while(|heard| match heard {
            Heard::Refused(point, _) => Some(Some(*point)),
            Heard::Signal => Some(None),
            _ => None,
        });
        this_turn.flatten().collect()
    }

    /// The log in words, as it is on the turned board.
    pub(super) fn text(&self, turned: Turned) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut refused: Vec<(u8, Point)> = Vec::new();
        let mut signals = 0;
        for heard in &self.heard {
            match *heard {
                Heard::Refused(point, told) => refused.push((kind(told), turned.point(point))),
                Heard::Signal => signals += 1,
                _ => {
                    end_tries(&mut refused, &mut signals, &mut words);
                    words.push(word(heard, turned));
                }
            }
        }
        end_tries(&mut refused, &mut signals, &mut words);
        words.join(" ")
    }
}

fn kind(told: Option<Refusal>) -> u8 {
    match told {
        None | Some(Refusal::OwnStone) => 0,
        Some(Refusal::OpponentStone) => 1,
        Some(Refusal::Suicide) => 2,
        Some(Refusal::Ko) => 3,
    }
}

fn end_tries(refused: &mut Vec<(u8, Point)>, signals: &mut u32, words: &mut Vec<String>) {
    refused.sort();
    for (kind, point) in refused.drain(..) {
        let mark = ["x", "xs", "xu", "xk"][usize::from(kind)];
        words.push(format!("{mark}:{point}"));
    }
    if *signals > 0 {
        words.push(format!("z:{signals}"));
        *signals = 0;
    }
}

fn word(heard: &Heard, turned: Turned) -> String {
    match *heard {
        Heard::Answer(Answer::Accepted { play, taken, atari, stones }) => {
            let mut word = match play {
                Move::Play(point) => turned.point(point).to_string(),
                Move::Pass => "pass".to_owned(),
            };
            if taken.number > 0 {
                word += &format!("+{}", taken.number);
            }
            let counts = stones.map(|stones| (stones.black, stones.white));
            word + &list(turned.set(taken.points)) + &extras(atari, counts)
        }
        Heard::Theirs(Sound::Moved { passed, tries, lost, atari, stones }, heard) => {
            let mut word = "theirs".to_owned();
            let tries = tries.unwrap_or(heard);
            if tries > 0 {
                word += &format!("*{tries}");
            }
            if passed {
                word += ".pass";
            }
            let counts = stones.map(|stones| (stones.black, stones.white));
            word + &list(turned.set(lost.points())) + &extras(atari, counts)
        }
        _ => String::new(),
    }
}

fn list(points: PointSet) -> String {
    if points.is_empty() {
        return String::new();
    }
    let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
    format!("[{}]", names.join(","))
}

fn extras(atari: bool, stones: Option<(u32, u32)>) -> String {
    let atari = if atari { "!" } else { "" };
    stones.map_or(atari.to_owned(), |(black, white)| format!("{atari}={black}/{white}"))
}

/// A choice in a certificate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Choice {
    Try(Point),
    Signal,
    Pass,
}

impl Choice {
    pub(super) fn read(text: &str) -> Option<Choice> {
        match text {
            "pass" => Some(Choice::Pass),
            "signal" => Some(Choice::Signal),
            point => point.parse().ok().map(Choice::Try),
        }
    }
}

/// The letter of a seat in a certificate.
pub(super) fn seat(text: &str) -> Option<Color> {
    match text {
        "b" => Some(Color::Black),
        "w" => Some(Color::White),
        _ => None,
    }
}
