//! Everything that a seat heard, in order, as text and as numbers: with perfect recall, nothing is lost.

use crate::action::{count, number, of_move, seat_name};
use kage_goban::{BoardSize, ByColor, Color};
use kage_phantom::{Answer, Observation, Refusal, Seat, Sound};
use std::fmt::Write;

/// The text: the game as both seats know it, then a line for each thing that the seat heard. Two states of a seat
/// have the same text exactly if the seat cannot tell them apart.
pub(crate) fn text(seat: &Seat) -> String {
    let (setup, rules) = (seat.setup(), seat.rules());
    let mut text = format!("{} {rules}", setup.size());
    if !setup.stones(Color::Black).is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, ", handicap {}", setup.stones(Color::Black));
    }
    let _ = write!(text, ", {}", seat_name(seat.color()));
    for news in seat.log() {
        let _ = write!(text, "\n{news}");
    }
    text
}

/// Numbers of a row before those of points: the kind of news, the reason of a refusal, and the numbers told.
const KINDS: usize = 5;
const NUMBERS: usize = 6;
const BEFORE_POINTS: usize = KINDS + Refusal::ALL.len() + NUMBERS;

/// The length of a row. After the first numbers come the seat's own action, one-hot, and the points of stones that
/// were taken.
pub(crate) fn row_length(size: BoardSize) -> usize {
    BEFORE_POINTS + count(size) + size.area()
}

/// The rows, one for each thing that the seat heard, one after the other.
pub(crate) fn rows(seat: &Seat) -> Vec<f32> {
    let size = seat.size();
    let mut rows = vec![0.0; seat.log().len() * row_length(size)];
    for (row, news) in rows.chunks_exact_mut(row_length(size)).zip(seat.log()) {
        write_row(size, news, row);
    }
    rows
}

fn write_row(size: BoardSize, news: &Observation, row: &mut [f32]) {
    let (numbers, points) = row.split_at_mut(BEFORE_POINTS);
    let (kinds, numbers) = numbers.split_at_mut(KINDS);
    let (reasons, numbers) = numbers.split_at_mut(Refusal::ALL.len());
    let (actions, taken_points) = points.split_at_mut(count(size));
    match *news {
        Observation::Mine(Answer::Refused { point, reason }) => {
            kinds[0] = 1.0;
            actions[number(size, point)] = 1.0;
            let told = reason.and_then(|reason| Refusal::ALL.iter().position(|r| *r == reason));
            reasons.iter_mut().enumerate().for_each(|(at, to)| *to = of(told == Some(at)));
        }
        Observation::Mine(Answer::Accepted { play, taken, atari, stones }) => {
            kinds[1] = 1.0;
            actions[of_move(size, play)] = 1.0;
            numbers[0] = taken.number as f32;
            taken.points.iter().for_each(|point| taken_points[number(size, point)] = 1.0);
            write_told(atari, stones, numbers);
        }
        Observation::Theirs(Sound::Tried) => kinds[2] = 1.0,
        Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones }) => {
            kinds[3] = 1.0;
            numbers[0] = lost.points().len() as f32;
            numbers[1] = of(passed);
            numbers[2] = tries.unwrap_or(0) as f32;
            lost.points().iter().for_each(|point| taken_points[number(size, point)] = 1.0);
            write_told(atari, stones, numbers);
        }
        Observation::Over(_) => kinds[4] = 1.0,
    }
}

fn write_told(atari: bool, stones: Option<ByColor<u32>>, numbers: &mut [f32]) {
    numbers[3] = of(atari);
    let stones = stones.unwrap_or_default();
    numbers[4] = stones.black as f32;
    numbers[5] = stones.white as f32;
}

const fn of(so: bool) -> f32 {
    if so { 1.0 } else { 0.0 }
}
