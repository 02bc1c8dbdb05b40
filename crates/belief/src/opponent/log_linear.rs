//! A log-linear prior, with weights learned from games.

use crate::opponent::features::{Features, SIZE, Sums, TABLES, WEIGHTS, WeightTable, phase};
use crate::opponent::prior::{MoveContext, Prior};
use kage_goban::{BoardSize, Move, Point};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The weights that are built in.
const EMBEDDED: &str = include_str!("../../weights/opponent-9x9.toml");

/// An opponent that plays like those whose games the weights were learned from.
///
/// The factor of a turn is the exponential of a weighted sum of features: where the move is, what it touches, how far
/// it is from the last moves. It is not normalised. The weights were learned for the way they are used, to tell true
/// histories from other consistent ones (see [`Trainer`](crate::Trainer)). They are for 9x9. On other boards all
/// moves are equally likely.
#[derive(Clone, Debug)]
pub struct LogLinearPrior {
    features: Arc<Features>,
    weights: Arc<[f64]>,
    /// Sums of weights by phase, ready to be looked up.
    sums: Arc<[Sums]>,
}

/// Why a file of weights cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// It is not TOML. The text is the parser's, with the place of the mistake.
    NotToml(String),
    /// A table of weights is missing.
    NoTable(&'static str),
    /// There is a table that no weights belong to.
    UnknownTable(String),
    /// A table has the wrong number of rows.
    Rows {
        /// The table.
        table: &'static str,
        /// The number it has.
        found: usize,
        /// The number it must have.
        expected: usize,
    },
    /// A row has the wrong number of columns.
    Columns {
        /// The table.
        table: &'static str,
        /// The number it must have.
        expected: usize,
    },
    /// A weight is not a finite decimal number.
    NotANumber(&'static str),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a file of opponent weights: ")?;
        match self {
            WeightsError::NotToml(error) => f.write_str(error),
            WeightsError::NoTable(table) => write!(f, "there is no table `{table}`"),
            WeightsError::UnknownTable(table) => write!(f, "the table `{table}` is unknown"),
            WeightsError::Rows { table, found, expected } => {
                write!(f, "`{table}` has {found} rows instead of {expected}")
            }
            WeightsError::Columns { table, expected } => {
                write!(f, "a row of `{table}` does not have {expected} numbers")
            }
            WeightsError::NotANumber(table) => {
                write!(f, "a weight of `{table}` is not a number such as 1.5")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

impl LogLinearPrior {
    /// The prior that is built in. An error only if the program was built wrongly.
    pub fn embedded() -> Result<LogLinearPrior, WeightsError> {
        static READ: OnceLock<Result<LogLinearPrior, WeightsError>> = OnceLock::new();
        READ.get_or_init(|| LogLinearPrior::from_toml(EMBEDDED)).clone()
    }

    /// Reads weights: for each table an array of rows, as [`to_toml`](Self::to_toml) writes them.
    pub fn from_toml(text: &str) -> Result<LogLinearPrior, WeightsError> {
        let file: toml::Table = text
            .parse()
            .map_err(|error: toml::de::Error| WeightsError::NotToml(error.to_string()))?;
        let mut weights = Vec::with_capacity(WEIGHTS);
        for table in TABLES {
            read_table(&file, table, &mut weights)?;
        }
        if let Some(name) = file.keys().find(|key| !TABLES.iter().any(|table| table.name == **key))
        {
            return Err(WeightsError::UnknownTable(name.clone()));
        }
        Ok(LogLinearPrior::of(weights))
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

    /// A prior with these weights, one for each feature.
    pub(crate) fn of(weights: Vec<f64>) -> LogLinearPrior {
        let features = Features::new();
        let sums = Sums::of(&features, &weights).into();
        LogLinearPrior { features: Arc::new(features), weights: weights.into(), sums }
    }

    /// Whether the weights say anything of boards of this size. On others all moves are equally likely.
    pub fn applies_to(&self, size: BoardSize) -> bool {
        size == SIZE
    }

    pub(crate) fn features(&self) -> &Features {
        &self.features
    }

    /// The sums of weights for a turn.
    #[inline]
    pub(crate) fn sums(&self, turn: u32) -> &Sums {
        &self.sums[phase(turn)]
    }

    /// The logarithm of the part of a stone's factor that does not depend on the mover's stones.
    pub(crate) fn static_log_weight(&self, before: &MoveContext, point: Point) -> f64 {
        let mut sum = 0.0;
        let mut add = |index: usize, value: f64| sum += self.weights[index] * value;
        self.features.each_static(before, point, &mut add);
        sum
    }
}

fn read_table(
    file: &toml::Table,
    table: WeightTable,
    weights: &mut Vec<f64>,
) -> Result<(), WeightsError> {
    let WeightTable { name, rows: expected, columns, .. } = table;
    let rows = file.get(name).and_then(toml::Value::as_array).ok_or(WeightsError::NoTable(name))?;
    if rows.len() != expected {
        return Err(WeightsError::Rows { table: name, found: rows.len(), expected });
    }
    for row in rows {
        let row = row.as_array().filter(|row| row.len() == columns);
        for weight in row.ok_or(WeightsError::Columns { table: name, expected: columns })? {
            let weight = weight.as_float().filter(|weight| weight.is_finite());
            weights.push(weight.ok_or(WeightsError::NotANumber(name))?);
        }
    }
    Ok(())
}

impl Prior for LogLinearPrior {
    #[inline]
    fn log_weight(&self, before: &MoveContext, play: Move) -> f64 {
        if !self.applies_to(before.size) {
            return 0.0;
        }
        let mut sum = 0.0;
        self.features.each(before, play, |index, value| sum += self.weights[index] * value);
        sum
    }

    fn log_linear(&self) -> Option<&LogLinearPrior> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;

    #[test]
    fn the_built_in_weights_are_read_and_written_back() {
        let built_in = LogLinearPrior::embedded().unwrap();
        let text = built_in.to_toml("a heading");
        assert_eq!(LogLinearPrior::from_toml(&text).unwrap().weights, built_in.weights);
        let tables =
            |text: &str| text[text.find("location").unwrap()..].replace("-0.0000", "0.0000");
        assert!(tables(&text) == tables(EMBEDDED), "the tables are written differently");
        // The heading names the commands that make the weights again.
        for word in ["kage selfplay", "kage train", "held out"] {
            assert!(EMBEDDED.contains(word), "{word}");
        }
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_reason() {
        let good = LogLinearPrior::embedded().unwrap().to_toml("");
        let error = |text: String| LogLinearPrior::from_toml(&text).unwrap_err();
        let columns = WeightsError::Columns { table: "location", expected: 15 };
        let rows = WeightsError::Rows { table: "location", found: 11, expected: 10 };
        let row = format!("[\n  [{}],\n  [", ["0.5"; 15].join(", "));
        for (text, expected) in [
            (good.replace("touch = ", "tuch = "), WeightsError::NoTable("touch")),
            (good.clone() + "more = 1\n", WeightsError::UnknownTable("more".to_owned())),
            (good.replacen("[\n  [", "[\n  [0.5, ", 1), columns),
            (good.replacen("[\n  [", &row, 1), rows),
        ] {
            assert_eq!(error(text), expected);
        }
        let first = good.split("[\n  [").nth(1).unwrap().split(',').next().unwrap().to_owned();
        let with_nan = good.replacen(&format!("[\n  [{first},"), "[\n  [nan,", 1);
        assert_eq!(error(with_nan), WeightsError::NotANumber("location"));
        let broken = error("location = [[".to_owned());
        assert!(matches!(&broken, WeightsError::NotToml(text) if text.contains("line 1")));
        assert!(broken.to_string().starts_with("not a file of opponent weights: "));
    }
}
