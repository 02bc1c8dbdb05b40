//! A game as bytes, and back. Bytes are not trusted: those that are not a game give an error.

use crate::{Game, MOST_NOTED, NotedCandidate, Notes, UnpackError};
use half::f16;
use kage_goban::{BoardSize, Color, Point};
use kage_phantom::{Choice, Forfeit};

/// A forfeit is written as its index in this list plus one.
const FORFEITS: [(Color, Forfeit); 4] = [
    (Color::Black, Forfeit::Time),
    (Color::White, Forfeit::Time),
    (Color::Black, Forfeit::Conduct),
    (Color::White, Forfeit::Conduct),
];

/// The number of a choice: points row by row from A1, then pass, then resign.
pub(crate) fn code(choice: Choice, size: BoardSize) -> u16 {
    let area = size.area() as u16;
    match choice {
        Choice::Try(point) => {
            u16::from(point.row()) * u16::from(size.get()) + u16::from(point.col())
        }
        Choice::Pass => area,
        Choice::Resign => area + 1,
    }
}

fn choice(code: u16, size: BoardSize) -> Result<Choice, UnpackError> {
    let (area, lines) = (size.area() as u16, u16::from(size.get()));
    if code == area {
        return Ok(Choice::Pass);
    }
    if code == area + 1 {
        return Ok(Choice::Resign);
    }
    let point = Point::new((code % lines) as u8, (code / lines).min(255) as u8);
    point.filter(|_| code < area).map(Choice::Try).ok_or(UnpackError::Choice(code))
}

/// Whether a choice needs two bytes: on boards of 16 lines and more.
fn is_wide(size: BoardSize) -> bool {
    size.area() + 2 > 256
}

/// Appends a game. `noted` is whether notes are kept.
pub(crate) fn pack(game: &Game, size: BoardSize, noted: bool, out: &mut Vec<u8>) {
    let place = FORFEITS.iter().position(|forfeit| Some(*forfeit) == game.forfeit);
    let ending = place.map_or(0, |place| place as u8 + 1);
    out.push(game.black & 1 | ending << 1);
    put_number(game.choices.len() as u64, out);
    put_choices(game.choices.iter().copied(), size, out);
    if noted {
        put_notes(game, size, out);
    }
}

/// Column by column, because similar bytes compress best next to each other.
fn put_notes(game: &Game, size: BoardSize, out: &mut Vec<u8>) {
    let none = Notes::default();
    let notes: Vec<&Notes> =
        (0..game.choices.len()).map(|index| game.notes.get(index).unwrap_or(&none)).collect();
    let candidates = || notes.iter().flat_map(|note| kept(note));
    for note in &notes {
        put_number(note.playouts, out);
    }
    out.extend(notes.iter().map(|note| kept(note).len() as u8));
    put_choices(candidates().map(|candidate| candidate.choice), size, out);
    for candidate in candidates() {
        put_number(candidate.visits, out);
    }
    out.extend(candidates().map(|candidate| candidate.value.to_le_bytes()[0]));
    out.extend(candidates().map(|candidate| candidate.value.to_le_bytes()[1]));
}

fn kept(note: &Notes) -> &[NotedCandidate] {
    &note.candidates[..note.candidates.len().min(usize::from(MOST_NOTED))]
}

fn put_choices(choices: impl Iterator<Item = Choice>, size: BoardSize, out: &mut Vec<u8>) {
    for choice in choices {
        let [low, high] = code(choice, size).to_le_bytes();
        out.push(low);
        if is_wide(size) {
            out.push(high);
        }
    }
}

/// Seven bits in each byte, the lowest first. The top bit is set if more bytes follow.
fn put_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes one game from the front of the bytes.
pub(crate) fn unpack(bytes: &mut &[u8], size: BoardSize, noted: bool) -> Result<Game, UnpackError> {
    let first = take(bytes, 1)?[0];
    let forfeit = match first >> 1 {
        0 => None,
        ending => {
            let forfeit = FORFEITS.get(usize::from(ending) - 1).copied();
            Some(forfeit.ok_or(UnpackError::Ending(ending))?)
        }
    };
    // A number larger than the number of bytes fails below.
    let tries = usize::try_from(take_number(bytes)?).unwrap_or(usize::MAX);
    let choices = take_choices(bytes, tries, size)?;
    let notes = if noted { take_notes(bytes, tries, size)? } else { Vec::new() };
    Ok(Game { black: first & 1, choices, forfeit, notes })
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Result<&'a [u8], UnpackError> {
    bytes.split_off(..count).ok_or(UnpackError::Cut)
}

fn take_number(bytes: &mut &[u8]) -> Result<u64, UnpackError> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(bytes, 1)?[0];
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits {
            break;
        }
        number |= bits << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(UnpackError::LongNumber)
}

fn take_choices(
    bytes: &mut &[u8],
    count: usize,
    size: BoardSize,
) -> Result<Vec<Choice>, UnpackError> {
    let width = if is_wide(size) { 2 } else { 1 };
    let codes = take(bytes, count.saturating_mul(width))?.chunks_exact(width);
    let number = |code: &[u8]| code.iter().rev().fold(0, |all, byte| all << 8 | u16::from(*byte));
    codes.map(|code| choice(number(code), size)).collect()
}

fn take_notes(bytes: &mut &[u8], tries: usize, size: BoardSize) -> Result<Vec<Notes>, UnpackError> {
    let playouts: Vec<u64> = (0..tries).map(|_| take_number(bytes)).collect::<Result<_, _>>()?;
    let counts = take(bytes, tries)?;
    if counts.iter().any(|&count| count > MOST_NOTED) {
        return Err(UnpackError::Candidates);
    }
    let all: usize = counts.iter().map(|&count| usize::from(count)).sum();
    let choices = take_choices(bytes, all, size)?;
    let visits: Vec<u64> = (0..all).map(|_| take_number(bytes)).collect::<Result<_, _>>()?;
    let (low, high) = (take(bytes, all)?, take(bytes, all)?);
    let mut candidates = (0..all).map(|index| NotedCandidate {
        choice: choices[index],
        visits: visits[index],
        value: f16::from_le_bytes([low[index], high[index]]),
    });
    let notes = playouts.into_iter().zip(counts).map(|(playouts, &count)| Notes {
        playouts,
        candidates: candidates.by_ref().take(usize::from(count)).collect(),
    });
    Ok(notes.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_choice(size: BoardSize) -> impl Strategy<Value = Choice> {
        (0..size.area() as u16 + 2).prop_map(move |code| choice(code, size).unwrap())
    }

    fn any_notes(size: BoardSize) -> impl Strategy<Value = Notes> {
        let candidate =
            (any_choice(size), any::<u64>(), -400.0..400.0).prop_map(|(choice, visits, value)| {
                NotedCandidate { choice, visits, value: f16::from_f64(value) }
            });
        (any::<u64>(), prop::collection::vec(candidate, 0..5))
            .prop_map(|(playouts, candidates)| Notes { playouts, candidates })
    }

    fn any_game(size: BoardSize) -> impl Strategy<Value = Game> {
        let steps = prop::collection::vec((any_choice(size), any_notes(size)), 0..40);
        (0..2u8, steps, prop::option::of(prop::sample::select(FORFEITS.to_vec()))).prop_map(
            |(black, steps, forfeit)| {
                let (choices, notes) = steps.into_iter().unzip();
                Game { black, choices, forfeit, notes }
            },
        )
    }

    fn any_size() -> impl Strategy<Value = BoardSize> {
        (2..=19u8).prop_map(|lines| BoardSize::new(lines).unwrap())
    }

    proptest! {
        #[test]
        fn a_game_reads_back(
            (size, game) in any_size().prop_flat_map(|size| (Just(size), any_game(size)))
        ) {
            for noted in [true, false] {
                let mut bytes = Vec::new();
                pack(&game, size, noted, &mut bytes);
                let mut rest = bytes.as_slice();
                let again = unpack(&mut rest, size, noted).unwrap();
                prop_assert!(rest.is_empty());
                let notes = if noted { game.notes.clone() } else { Vec::new() };
                prop_assert_eq!(again, Game { notes, ..game.clone() });
            }
        }

        #[test]
        fn any_bytes_give_a_game_or_an_error(
            bytes in prop::collection::vec(any::<u8>(), 0..200), size in any_size()
        ) {
            for noted in [true, false] {
                let _ = unpack(&mut bytes.as_slice(), size, noted);
            }
        }
    }

    #[test]
    fn a_number_of_any_length_reads_back() {
        for number in [0, 1, 127, 128, 1 << 20, u64::MAX] {
            let mut bytes = Vec::new();
            put_number(number, &mut bytes);
            assert_eq!(take_number(&mut bytes.as_slice()), Ok(number));
        }
        assert!(take_number(&mut [0xff; 12].as_slice()).is_err());
        assert!(take_number(&mut [0x80; 3].as_slice()).is_err());
    }
}
