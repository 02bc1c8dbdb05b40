//! A rate over a budget, as a picture.

use kage_arena::{Interval, wilson95};
use std::fmt::Write;

/// One point of a curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// The budget.
    pub budget: u64,
    /// The first player's points.
    pub points: f64,
    /// The games.
    pub games: u32,
}

/// How often a player wins, by budget.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// Who plays whom.
    pub title: String,
    /// The points, by budget.
    pub points: Vec<CurvePoint>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 52.0;

impl Curve {
    /// The picture: the budget on a logarithmic axis, the rate with its 95% interval. `None` without
    /// games.
    pub fn svg(&self) -> Option<String> {
        let played: Vec<&CurvePoint> = self.points.iter().filter(|point| point.games > 0).collect();
        let (first, last) = (played.first()?, played.last()?);
        let log = |budget: u64| (budget.max(1) as f64).ln();
        let span = (log(last.budget) - log(first.budget)).max(1e-9);
        let x = |budget: u64| {
            let share = (log(budget) - log(first.budget)) / span;
            LEFT + share * (WIDTH - LEFT - RIGHT)
        };
        let y = |rate: f64| TOP + (1.0 - rate) * (HEIGHT - TOP - BOTTOM);
        let mut svg = frame(&self.title, y);
        let mut line = String::new();
        for point in &played {
            let Interval { rate, low, high } = wilson95(point.points, point.games);
            let (x, bottom) = (x(point.budget), HEIGHT - BOTTOM);
            let _ = write!(line, "{x:.1},{:.1} ", y(rate));
            let _ = writeln!(
                svg,
                "<path class=\"bar\" d=\"M{x:.1} {:.1}V{:.1}\"/><circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">n={}</text>",
                y(low),
                y(high),
                y(rate),
                bottom + 18.0,
                thousands(point.budget),
                bottom + 34.0,
                point.games,
            );
        }
        let _ = writeln!(svg, "<polyline points=\"{}\"/>\n</svg>", line.trim_end());
        Some(svg)
    }
}

/// The axes, the title and the style.
fn frame(title: &str, y: impl Fn(f64) -> f64) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n<style>path,polyline{{fill:none;stroke:#444}}.bar{{stroke:#8aa}}polyline{{stroke:#046}}circle{{fill:#046}}.grid{{stroke:#ddd}}</style>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n<text x=\"{LEFT}\" y=\"22\" font-size=\"14\">{}</text>\n",
        title.replace('&', "&amp;").replace('<', "&lt;")
    );
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent}%</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0
        );
    }
    svg
}

/// A number as people write budgets: 530000 is 530k.
fn thousands(number: u64) -> String {
    if number >= 1000 && number.is_multiple_of(1000) {
        format!("{}k", number / 1000)
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_drawn() {
        let point = |budget, points| CurvePoint { budget, points, games: 50 };
        let points = vec![point(10_000, 5.0), point(100_000, 25.0), point(1_000_000, 45.0)];
        let svg = Curve { title: "A v B".to_owned(), points }.svg().unwrap();
        // Half of the wins at the middle of both axes: x is 56 + 564 / 2, y is 40 + 268 / 2.
        assert!(svg.contains("cx=\"338.0\" cy=\"174.0\""), "{svg}");
        assert!(svg.contains(">10k<") && svg.contains(">1000k<") && svg.contains("A v B"));
        assert_eq!(Curve { title: String::new(), points: Vec::new() }.svg(), None);
    }
}
