//! Small things as the page reads them: seats, points, choices, boards.

use kage_goban::{Board, BoardSize, Color, Komi, Point, PointSet};
use kage_phantom::{Choice, View};
use serde::{Deserialize, Deserializer, Serializer};

/// A seat's name in JSON.
pub(crate) const fn seat_word(seat: Color) -> &'static str {
    match seat {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A seat, in JSON and in the store.
pub(crate) mod seat {
    use super::{Color, Deserialize, Deserializer, Serializer, seat_word};

    pub(crate) fn serialize<S: Serializer>(seat: &Color, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(seat_word(*seat))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Color, D::Error> {
        match String::deserialize(from)?.as_str() {
            "black" => Ok(Color::Black),
            "white" => Ok(Color::White),
            _ => Err(serde::de::Error::custom("a seat is \"black\" or \"white\"")),
        }
    }
}

/// Anything with a text form of its own, in JSON and in the store.
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

/// What a seat wishes to do, in JSON and in the store: a point, `pass` or `resign`.
pub(crate) mod choice {
    use super::{Choice, Deserialize, Deserializer, Serializer, read_choice};

    pub(crate) fn serialize<S: Serializer>(choice: &Choice, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(choice)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Choice, D::Error> {
        read_choice(&String::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

fn read_choice(text: &str) -> Result<Choice, String> {
    match text {
        "pass" => Ok(Choice::Pass),
        "resign" => Ok(Choice::Resign),
        point => point.parse().map(Choice::Try).map_err(|error| format!("`{point}`: {error}")),
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

/// The points of a board as one reads them, from the top left.
pub(crate) fn reading_order(size: BoardSize) -> impl Iterator<Item = Point> {
    let lines = size.get();
    (0..lines).rev().flat_map(move |row| (0..lines).filter_map(move |col| Point::new(col, row)))
}

/// The true board.
pub(crate) fn true_board(board: &Board) -> String {
    let mark = |color: Color| color.letter().to_ascii_lowercase();
    reading_order(board.size()).map(|point| board.at(point).map_or('.', mark)).collect()
}

/// A seat's board.
pub(crate) fn seat_board(view: &View) -> String {
    reading_order(view.size()).map(|point| view.mark(point)).collect()
}

/// Komi as a number.
pub(crate) fn komi(komi: Komi) -> f64 {
    f64::from(komi.half_points()) / 2.0
}

/// Points as words.
pub(crate) fn point_words(points: PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}
