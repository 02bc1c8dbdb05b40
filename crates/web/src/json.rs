//! How seats, points, choices and boards are written in JSON and in the store.

use kage_goban::{Board, BoardSize, ByColor, Color, Komi, ParsePointError, Point, PointSet};
use kage_phantom::{Choice, View};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A seat's name in JSON.
pub(crate) const fn seat_word(seat: Color) -> &'static str {
    match seat {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The seat of this name.
pub(crate) fn read_seat(word: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|&seat| seat_word(seat) == word)
}

/// The values of both seats, in JSON.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(crate) struct Sides<T> {
    pub(crate) black: T,
    pub(crate) white: T,
}

impl<T> From<ByColor<T>> for Sides<T> {
    fn from(both: ByColor<T>) -> Sides<T> {
        Sides { black: both.black, white: both.white }
    }
}

/// A `ByColor`, in the store.
pub(crate) mod sides {
    use super::{ByColor, Deserialize, Deserializer, Serialize, Serializer, Sides};

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        both: &ByColor<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        Sides { black: &both.black, white: &both.white }.serialize(to)
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<ByColor<T>, D::Error>
    where
        T: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        let Sides { black, white } = Sides::deserialize(from)?;
        Ok(ByColor { black, white })
    }
}

/// A seat, in JSON and in the store.
pub(crate) mod seat {
    use super::{Color, Deserialize, Deserializer, Serializer, read_seat, seat_word};

    pub(crate) fn serialize<S: Serializer>(seat: &Color, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(seat_word(*seat))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Color, D::Error> {
        read_seat(&String::deserialize(from)?)
            .ok_or_else(|| serde::de::Error::custom("a seat is \"black\" or \"white\""))
    }
}

/// Anything that has a text form (`Display` and `FromStr`), in JSON and in the store.
pub(crate) mod text {
    use super::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<T: std::fmt::Display, S: Serializer>(
        thing: &T,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(thing)
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: std::str::FromStr<Err: std::fmt::Display>,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(from)?;
        text.parse().map_err(|error| serde::de::Error::custom(format!("`{text}`: {error}")))
    }
}

/// A choice, in JSON and in the store: a point, `pass` or `resign`.
pub(crate) mod choice {
    use super::{Choice, Deserialize, Deserializer, Serializer, read_choice};

    pub(crate) fn serialize<S: Serializer>(choice: &Choice, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(choice)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Choice, D::Error> {
        read_choice(&String::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

/// The text is neither a point, nor `pass`, nor `resign`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PointError {
    text: String,
    error: ParsePointError,
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.text, self.error)
    }
}

impl std::error::Error for PointError {}

/// Reads a point.
pub(crate) fn read_point(text: &str) -> Result<Point, PointError> {
    text.parse().map_err(|error| PointError { text: text.to_owned(), error })
}

/// Reads a choice: a point, `pass` or `resign`.
pub(crate) fn read_choice(text: &str) -> Result<Choice, PointError> {
    match text {
        "pass" => Ok(Choice::Pass),
        "resign" => Ok(Choice::Resign),
        point => read_point(point).map(Choice::Try),
    }
}

/// A set of points as a list.
pub(crate) mod points {
    use super::{Deserialize, Deserializer, Point, PointSet, Serializer};

    pub(crate) fn serialize<S: Serializer>(points: &PointSet, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(points.iter().map(|point| point.to_string()))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PointSet, D::Error> {
        let read = |text: &String| text.parse::<Point>();
        let list = Vec::<String>::deserialize(from)?;
        list.iter().map(read).collect::<Result<_, _>>().map_err(serde::de::Error::custom)
    }
}

/// The points of a board, row by row from the top left.
pub(crate) fn reading_order(size: BoardSize) -> impl Iterator<Item = Point> {
    let lines = size.get();
    (0..lines).rev().flat_map(move |row| (0..lines).filter_map(move |col| Point::new(col, row)))
}

/// The true board as text.
pub(crate) fn true_board(board: &Board) -> String {
    let mark = |color: Color| color.letter().to_ascii_lowercase();
    reading_order(board.size()).map(|point| board.at(point).map_or('.', mark)).collect()
}

/// A seat's board as text.
pub(crate) fn seat_board(view: &View) -> String {
    reading_order(view.size()).map(|point| view.mark(point)).collect()
}

/// Komi as a number.
pub(crate) fn komi(komi: Komi) -> f64 {
    f64::from(komi.half_points()) / 2.0
}

/// The names of points.
pub(crate) fn point_words(points: PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}
