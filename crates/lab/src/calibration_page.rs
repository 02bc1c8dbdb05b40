//! The page of `kage bench belief`: the table and the calibration plots.

use crate::{Calibration, CalibrationRow, SamplerScore};

/// The side of a plot.
const SIDE: f64 = 200.0;

const STYLE: &str = "body{font:15px/1.4 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}\
table{border-collapse:collapse}td,th{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #ccc}\
td:first-child,th:first-child{text-align:left}figure{display:inline-block;margin:1rem}\
svg{border:1px solid #999;background:#fff}";

/// The whole page; it needs no other file and no network.
pub fn calibration_page(report: &Calibration) -> String {
    let rows: String = report.samplers.iter().map(table_rows).collect();
    let plots: String = report.samplers.iter().map(plot).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Beliefs and the truth</title>\
         <style>{STYLE}</style>\n<h1>Beliefs and the truth</h1>\n<p>{} games, both seats, every {}. \
         own move, {} worlds each, seed {}.</p>\n<table><tr><th>sampler<th>own moves<th>views<th>hidden \
         stones<th>mean probability on them<th>on those unheard<th>log loss<th>Brier\n{rows}</table>\n<h2>Calibration</h2>\
         <p>Predicted to the right, observed upwards; the area of a dot is the number of points.</p>\n\
         {plots}</html>\n",
        report.games, report.every, report.worlds, report.seed
    )
}

fn table_rows(score: &SamplerScore) -> String {
    let title = escape(&score.title());
    let row = |row: &CalibrationRow| {
        format!(
            "<tr><td>{title}<td>{}<td>{}<td>{}<td>{:.3}<td>{:.3}<td>{:.4}<td>{:.4}\n",
            row.own_moves,
            row.views,
            row.hidden_stones,
            row.on_stones,
            row.on_unheard,
            row.log_loss,
            row.brier
        )
    };
    score.rows.iter().map(row).collect()
}

fn plot(score: &SamplerScore) -> String {
    let most = score.calibration.iter().map(|bin| bin.points).max().unwrap_or(0).max(1) as f64;
    let dots: String = score
        .calibration
        .iter()
        .filter(|bin| bin.points > 0)
        .map(|bin| {
            let (x, y) = (bin.predicted * SIDE, (1.0 - bin.observed) * SIDE);
            let radius = 2.0 + 8.0 * (bin.points as f64 / most).sqrt();
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"#36c\"/>")
        })
        .collect();
    format!(
        "<figure><svg width=\"{SIDE}\" height=\"{SIDE}\" role=\"img\"><path d=\"M0 {SIDE}L{SIDE} 0\" \
         stroke=\"#999\"/>{dots}</svg><figcaption>{}</figcaption></figure>\n",
        escape(&score.title())
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
