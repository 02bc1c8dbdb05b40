//! The metrics of a training by self-play, as a line of text and as a page of curves.

use crate::{Points, UpdateMetrics};
use kage_arena::wilson95;
use std::collections::BTreeMap;
use std::fmt::Write;

/// One line about an update, and one for each yardstick.
pub fn update_in_words(metrics: &UpdateMetrics) -> String {
    let UpdateMetrics { games, learned, moves, entropy, moved, explained, hidden, .. } = metrics;
    let line = format!(
        "{games} games: {learned} tries, {moves:.0} moves a game, entropy {entropy:.3}, \
         moved {moved:.4}, explained {explained:.3}, hidden stones {hidden:.4}"
    );
    metrics.yardsticks.iter().fold(line, |line, (name, points)| {
        format!("{line}\n  won {} of {} against {name}", points.won, points.games)
    })
}

/// A curve: what it shows, and its points.
struct Curve {
    title: String,
    points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 56.0;
const BELOW: f64 = 24.0;

/// A page with a curve for each metric.
pub fn training_page(name: &str, metrics: &[UpdateMetrics]) -> String {
    let body: String = curves(metrics).iter().map(Curve::draw).collect();
    let (name, games) = (escaped(name), metrics.last().map_or(0, |last| last.games));
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{name}</title>\n<style>{STYLE}</style>\n\
         <h1>{name}</h1>\n<p>{games} games, {} updates. The horizontal axis counts games.</p>\n{body}</html>\n",
        metrics.len()
    )
}

const STYLE: &str = "body{font:15px sans-serif;margin:2em;color-scheme:light dark}\
svg{width:460px;margin:0 1em 1em 0}path{fill:none;stroke:#2a6fbb;stroke-width:1.5}\
path.axis{stroke:#8888;stroke-width:1}text{font:12px sans-serif;fill:currentColor}";

/// How a metric is read.
type Read = fn(&UpdateMetrics) -> f64;

const METRICS: [(&str, Read); 13] = [
    ("entropy of choices, nats", |metrics| metrics.entropy),
    ("how far choices moved in an update, nats", |metrics| metrics.moved),
    ("distance from the older net, nats", |metrics| metrics.anchor),
    ("share of choices at the clip", |metrics| metrics.clipped),
    ("variance of returns explained by the critic", |metrics| metrics.explained),
    ("spread of advantages", |metrics| metrics.spread),
    ("norm of the gradient", |metrics| metrics.norm),
    ("hidden stones, nats a point", |metrics| metrics.hidden),
    ("owner of points, squared error", |metrics| metrics.owner),
    ("the opponent's next stone, nats", |metrics| metrics.next),
    ("result, nats", |metrics| metrics.win),
    ("moves a game", |metrics| metrics.moves),
    ("share of games that Black won", |metrics| metrics.black),
];

fn curves(metrics: &[UpdateMetrics]) -> Vec<Curve> {
    let games = |metrics: &UpdateMetrics| metrics.games as f64;
    let of_points = |read: fn(&UpdateMetrics) -> &BTreeMap<String, Points>, what: &str| {
        let mut all: BTreeMap<&String, Vec<(f64, f64)>> = BTreeMap::new();
        for metrics in metrics {
            for (name, points) in read(metrics) {
                let share = points.won / f64::from(points.games.max(1));
                all.entry(name).or_default().push((games(metrics), share));
            }
        }
        let curve = |(name, points): (&String, Vec<(f64, f64)>)| Curve {
            title: format!("{what} {name}"),
            points,
        };
        all.into_iter().map(curve).collect::<Vec<Curve>>()
    };
    let mut curves = of_points(|metrics| &metrics.yardsticks, "won against");
    if let Some(last) = metrics.iter().rev().find(|metrics| !metrics.yardsticks.is_empty()) {
        for curve in &mut curves {
            let met = last.yardsticks.iter().find(|(name, _)| curve.title.ends_with(*name));
            if let Some((_, Points { won, games })) = met {
                let interval = wilson95(*won, *games);
                let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
                let _ = write!(curve.title, ", at last {won} of {games} ({low:.0} to {high:.0}%)");
            }
        }
    }
    let of_metric = |(title, read): (&str, Read)| Curve {
        title: title.to_owned(),
        points: metrics.iter().map(|metrics| (games(metrics), read(metrics))).collect(),
    };
    curves.extend(METRICS.into_iter().map(of_metric));
    curves.extend(of_points(|metrics| &metrics.opponents, "won in training against"));
    curves
}

impl Curve {
    fn draw(&self) -> String {
        let xs = || self.points.iter().map(|(x, _)| *x);
        let ys = || self.points.iter().map(|(_, y)| *y);
        let most = xs().fold(1.0, f64::max);
        let (low, high) =
            (ys().fold(f64::INFINITY, f64::min), ys().fold(f64::NEG_INFINITY, f64::max));
        let (low, high) = if high - low > 1e-9 { (low, high) } else { (low - 0.5, low + 0.5) };
        let bottom = HEIGHT - BELOW;
        let place = |(x, y): &(f64, f64)| {
            let x = LEFT + x / most * (WIDTH - LEFT - 8.0);
            format!("{x:.1} {:.1}", bottom - (y - low) / (high - low) * (bottom - 30.0))
        };
        let line: Vec<String> = self.points.iter().map(place).collect();
        format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\"><text x=\"4\" y=\"16\">{}</text>\
             <path class=\"axis\" d=\"M{LEFT} 30V{bottom}H{WIDTH}\"/><path d=\"M{}\"/>\
             <text x=\"2\" y=\"34\">{high:.4}</text><text x=\"2\" y=\"{bottom}\">{low:.4}</text>\
             <text x=\"{WIDTH}\" y=\"{HEIGHT}\" text-anchor=\"end\">{most:.0}</text></svg>\n",
            escaped(&self.title),
            line.join("L")
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_a_curve_for_each_metric_and_yardstick() {
        let yardsticks = BTreeMap::from([("a<b".to_owned(), Points { won: 3.0, games: 4 })]);
        let one = UpdateMetrics { games: 32, yardsticks, ..UpdateMetrics::default() };
        let two = UpdateMetrics { games: 64, ..UpdateMetrics::default() };
        let page = training_page("run", &[one.clone(), two]);
        assert_eq!(page.matches("<svg").count(), METRICS.len() + 1);
        assert!(page.contains("won against a&lt;b, at last 3 of 4 (30 to 95%)"), "{page}");
        assert!(update_in_words(&one).contains("won 3 of 4 against a<b"));
    }
}
