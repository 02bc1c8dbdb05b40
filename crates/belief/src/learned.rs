//! A prior learned from games.

use crate::features::{Features, SIZE, Sums, TABLES, WEIGHTS, phase};
use crate::prior::{Moment, Prior};
use kage_goban::{Move, Point};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The weights that come with Kage.
const EMBEDDED: &str = include_str!("../weights/opponent-9x9.toml");

/// An opponent who plays as those did whose games it was learned from.
///
/// The factor of a turn is the exponential of a weighted sum of what is seen in the move: where it
/// is, what it touches, how far it is from the last moves. It is not normalised, for it was learned
/// as it is used: to tell true histories from others that would have sounded alike (see
/// [`Trainer`](crate::Trainer)). It was learned on 9x9 and has no opinion on other boards.
#[derive(Clone, Debug)]
pub struct Learned {
    features: Arc<Features>,
    weights: Arc<[f64]>,
    /// The same as they are looked up, by phase.
    sums: Arc<[Sums]>,
}

/// A file of weights cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsError(String);

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "these are no weights of an opponent: {}", self.0)
    }
}

impl std::error::Error for WeightsError {}

impl Learned {
    /// The prior that comes with Kage. An error only if the program was built wrongly.
    pub fn embedded() -> Result<Learned, WeightsError> {
        static READ: OnceLock<Result<Learned, WeightsError>> = OnceLock::new();
        READ.get_or_init(|| Learned::from_toml(EMBEDDED)).clone()
    }

    /// Reads weights: for each table an array of rows, as [`to_toml`](Self::to_toml) writes them.
    pub fn from_toml(text: &str) -> Result<Learned, WeightsError> {
        let file: toml::Table =
            text.parse().map_err(|error: toml::de::Error| WeightsError(error.to_string()))?;
        let mut weights = Vec::with_capacity(WEIGHTS);
        for table in TABLES {
            let fail = |what: &str| WeightsError(format!("{}: {what}", table.name));
            let rows = file.get(table.name).and_then(toml::Value::as_array);
            let rows = rows.ok_or_else(|| fail("there is no such array"))?;
            if rows.len() != table.rows {
                return Err(fail(&format!("{} rows, not {}", rows.len(), table.rows)));
            }
            for row in rows {
                let row = row.as_array().filter(|row| row.len() == table.columns);
                let row =
                    row.ok_or_else(|| fail(&format!("a row has {} numbers", table.columns)))?;
                for weight in row {
                    let weight = weight.as_float().filter(|weight| weight.is_finite());
                    weights.push(weight.ok_or_else(|| fail("not a number, such as 1.5"))?);
                }
            }
        }
        if let Some(name) = file.keys().find(|key| !TABLES.iter().any(|table| table.name == **key))
        {
            return Err(WeightsError(format!("there is no table `{name}`")));
        }
        Ok(Learned::of(weights))
    }

    /// The weights as text. Each line of the heading becomes a comment.
    pub fn to_toml(&self, heading: &str) -> String {
        let mut text: String = heading.lines().map(|line| format!("# {line}\n")).collect();
        let mut weights = self.weights.iter();
        for table in TABLES {
            text += &format!("\n{} = [\n", table.name);
            for _ in 0..table.rows {
                let row: Vec<String> = weights
                    .by_ref()
                    .take(table.columns)
                    .map(|weight| format!("{:.4}", weight + 0.0))
                    .collect();
                text += &format!("  [{}],\n", row.join(", "));
            }
            text += "]\n";
        }
        text
    }

    /// One weight for each thing looked at.
    pub(crate) fn of(weights: Vec<f64>) -> Learned {
        let features = Features::new();
        let sums = Sums::of(&features, &weights).into();
        Learned { features: Arc::new(features), weights: weights.into(), sums }
    }

    pub(crate) fn features(&self) -> &Features {
        &self.features
    }

    /// What counts in a turn.
    #[inline]
    pub(crate) fn sums(&self, turn: u32) -> &Sums {
        &self.sums[phase(turn)]
    }

    /// The part of a stone's factor that does not depend on the mover's stones, as a logarithm.
    pub(crate) fn still(&self, before: &Moment, point: Point) -> f64 {
        let mut sum = 0.0;
        let mut add = |index: usize, value: f64| sum += self.weights[index] * value;
        self.features.each_still(before, point, &mut add);
        sum
    }
}

impl Prior for Learned {
    #[inline]
    fn log_weight(&self, before: &Moment, play: Move) -> f64 {
        if before.size != SIZE {
            return 0.0;
        }
        let mut sum = 0.0;
        self.features.each(before, play, |index, value| sum += self.weights[index] * value);
        sum
    }

    fn learned(&self) -> Option<&Learned> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;

    #[test]
    fn the_weights_that_come_with_kage_can_be_read() {
        let learned = Learned::embedded().unwrap();
        assert!(learned.weights.iter().any(|&weight| weight != 0.0));
        let again = Learned::from_toml(&learned.to_toml("once more")).unwrap();
        assert_eq!(learned.weights, again.weights);
        // What they are from must be said, so that they can be made again.
        for word in ["kage selfplay", "kage train", "held out"] {
            assert!(EMBEDDED.contains(word), "{word}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let good = Learned::embedded().unwrap().to_toml("");
        let said = |text: String| Learned::from_toml(&text).unwrap_err().to_string();
        assert!(
            said(good.replace("touch = ", "tuch = ")).contains("touch: there is no such array")
        );
        assert!(said(good.clone() + "more = 1\n").contains("no table `more`"));
        assert!(said(good.replacen("[\n  [", "[\n  [0.5, ", 1)).contains("a row has 15 numbers"));
        assert!(said(good.replacen("[\n  [", "[\n  [nan, ", 1)).contains("location"));
        assert!(said("location = [[".to_owned()).contains("no weights"));
    }
}
