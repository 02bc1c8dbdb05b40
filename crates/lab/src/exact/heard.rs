//! What a seat hears on a tiny board, and its packed form.
//!
//! It says exactly what `kage_phantom::disclose` says. A test compares the two as text.

use super::board::{Shape, points_of};
use super::symmetry::{Symmetries, Symmetry};
use kage_goban::ByColor;
use kage_phantom::Refusal;

/// What both seats hear when a move is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Common {
    /// Was atari called?
    pub(crate) atari: bool,
    /// Both sides' stones, where they are announced.
    pub(crate) stones: Option<ByColor<u32>>,
}

/// The answer to a seat's own try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Not legal.
    Refused { point: usize, reason: Option<Refusal> },
    /// It stands; `None` is a pass.
    Accepted { point: Option<usize>, number: u32, points: u16, common: Common },
}

/// What a seat hears of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sound {
    /// A try was refused.
    Tried,
    /// A move was accepted.
    Moved { passed: bool, tries: Option<u32>, lost: u16, common: Common },
}

impl Answer {
    /// The words of `kage_phantom::Answer`.
    #[cfg(test)]
    pub(crate) fn words(&self, shape: Shape) -> String {
        match *self {
            Answer::Refused { point, reason: None } => format!("{} is illegal", shape.name(point)),
            Answer::Refused { point, reason: Some(reason) } => {
                format!("{} is illegal: {reason}", shape.name(point))
            }
            Answer::Accepted { point, number, points, common } => {
                let mut words = match point {
                    Some(point) => format!("{} is legal", shape.name(point)),
                    None => "you pass".to_owned(),
                };
                if number > 0 {
                    words += &format!(", you take {number}");
                }
                if points != 0 {
                    words += &format!(" ({})", names(shape, points));
                }
                words + &common.words()
            }
        }
    }
}

impl Sound {
    /// The words of `kage_phantom::Sound`.
    #[cfg(test)]
    pub(crate) fn words(&self, shape: Shape) -> String {
        match *self {
            Sound::Tried => "your opponent's try is illegal".to_owned(),
            Sound::Moved { passed, tries, lost, common } => {
                let what = if passed { "passes" } else { "moves" };
                let mut words = format!("your opponent {what}");
                if let Some(tries) = tries {
                    words += &format!(" after {tries} refused");
                }
                if lost != 0 {
                    let number = lost.count_ones();
                    words += &format!(", you lose {number} ({})", names(shape, lost));
                }
                words + &common.words()
            }
        }
    }
}

#[cfg(test)]
impl Common {
    fn words(&self) -> String {
        let mut words = String::new();
        if self.atari {
            words += ", atari";
        }
        if let Some(stones) = self.stones {
            words += &format!(", stones: {} black, {} white", stones.black, stones.white);
        }
        words
    }
}

#[cfg(test)]
fn names(shape: Shape, mask: u16) -> String {
    points_of(mask).map(|point| shape.name(point)).collect::<Vec<_>>().join(" ")
}

/// What a seat heard between two of its decisions, in one number. Equal numbers sound alike.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Event {
    /// Everything that is no point of the board.
    plain: u64,
    /// Up to four masks of points.
    masks: [u16; 4],
}

impl Event {
    /// The refused tries of this turn, whatever their order: a mask for each reason told, and the
    /// number of tries that could only be refused.
    pub(crate) fn refused(tried: &Tried) -> Event {
        Event { plain: 1 | u64::from(tried.signals) << 1, masks: tried.masks }
    }

    /// The answer to the move that ended a turn of the seat's own (`None` before its first), and
    /// all that it heard of the opponent's turn after it.
    pub(crate) fn turns(mine: Option<&Answer>, heard: u32, theirs: Option<&Sound>) -> Event {
        let mut event = Event::default();
        if let Some(Answer::Accepted { point, number, points, common }) = mine {
            event.masks[0] = point.map_or(0, |point| 1 << point);
            event.masks[1] = *points;
            event.plain |= 1 << 1 | u64::from(*number) << 4 | common.bits() << 8;
        }
        if let Some(Sound::Moved { passed, tries, lost, common }) = theirs {
            event.masks[2] = *lost;
            let tries = u64::from(tries.unwrap_or(heard).min(255));
            event.plain |= 1 << 2 | u64::from(*passed) << 3 | tries << 24 | common.bits() << 32;
        }
        event
    }

    /// In the words of a certificate.
    pub(crate) fn words(&self, shape: Shape, words: &mut Vec<String>) {
        if self.plain & 1 == 1 {
            for (mark, mask) in ["x:", "xs:", "xu:", "xk:"].into_iter().zip(self.masks) {
                words.extend(points_of(mask).map(|point| format!("{mark}{}", shape.name(point))));
            }
            let signals = self.plain >> 1;
            words.extend((signals > 0).then(|| format!("z:{signals}")));
            return;
        }
        let [played, taken, lost, _] = self.masks;
        if self.plain >> 1 & 1 == 1 {
            let mut word = points_of(played).next().map_or("pass".to_owned(), |p| shape.name(p));
            let number = self.plain >> 4 & 15;
            if number > 0 {
                word += &format!("+{number}");
            }
            words.push(word + &list(shape, taken) + &common_words(self.plain >> 8));
        }
        if self.plain >> 2 & 1 == 1 {
            let mut word = "theirs".to_owned();
            if self.plain >> 24 & 255 > 0 {
                word += &format!("*{}", self.plain >> 24 & 255);
            }
            if self.plain >> 3 & 1 == 1 {
                word += ".pass";
            }
            words.push(word + &list(shape, lost) + &common_words(self.plain >> 32));
        }
    }

    /// The event as it sounds on the turned board.
    pub(crate) fn turned(&self, symmetry: Symmetry, symmetries: &Symmetries) -> Event {
        Event { plain: self.plain, masks: self.masks.map(|mask| symmetries.mask(symmetry, mask)) }
    }

    /// As one number.
    pub(crate) fn pack(&self) -> u128 {
        let masks = self.masks.iter().fold(0, |all, &mask| all << 16 | u128::from(mask));
        masks << 64 | u128::from(self.plain)
    }
}

impl Common {
    /// In ten bits. Where stones are announced their number after one's own move follows from
    /// the rest, but it costs nothing to keep.
    fn bits(&self) -> u64 {
        let stones = self.stones.map_or(0, |stones| 1 << 8 | stones.black << 4 | stones.white);
        u64::from(self.atari) | u64::from(stones) << 1
    }
}

/// The words of [`Common::bits`].
fn common_words(bits: u64) -> String {
    let atari = if bits & 1 == 1 { "!" } else { "" };
    let stones = bits >> 1;
    let counted = format!("={}/{}", stones >> 4 & 15, stones & 15);
    format!("{atari}{}", if stones >> 8 & 1 == 1 { &counted } else { "" })
}

/// Points in brackets; nothing if there are none.
fn list(shape: Shape, mask: u16) -> String {
    let names: Vec<String> = points_of(mask).map(|point| shape.name(point)).collect();
    if names.is_empty() { String::new() } else { format!("[{}]", names.join(",")) }
}

/// The refused tries of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Tried {
    /// By what was told: nothing, a stone, suicide, ko.
    masks: [u16; 4],
    /// Tries of own stones and of points refused before, where such tries are allowed.
    pub(crate) signals: u8,
}

impl Tried {
    /// So many tries that could only be refused.
    pub(crate) fn signals(signals: u8) -> Tried {
        Tried { signals, ..Tried::default() }
    }

    /// One more refused try.
    pub(crate) fn add(&mut self, point: usize, told: Option<Refusal>) {
        let place = match told {
            None | Some(Refusal::OwnStone) => 0,
            Some(Refusal::OpponentStone) => 1,
            Some(Refusal::Suicide) => 2,
            Some(Refusal::Ko) => 3,
        };
        self.masks[place] |= 1 << point;
    }
}
