//! The calibration of beliefs as tables and plots in the terminal.

use kage_lab::{Calibration, SamplerScore};

/// The width of a plot.
const WIDTH: f64 = 40.0;

/// A table of all samplers, and a plot of each.
pub(crate) fn table(report: &Calibration) -> String {
    let mut text = String::from(
        "sampler                   own moves  views  stones  on stones  unheard  on them  log loss   Brier\n",
    );
    for score in &report.samplers {
        for row in &score.rows {
            text += &format!(
                "{:<25.25} {:<9} {:>6} {:>7} {:>10.3} {:>8} {:>8.3} {:>9.4} {:>7.4}\n",
                score.title(),
                row.own_moves,
                row.views,
                row.hidden_stones,
                row.on_stones,
                row.unheard_stones,
                row.on_unheard,
                row.log_loss,
                row.brier,
            );
        }
    }
    text.extend(report.samplers.iter().map(plot));
    text + &notes(report)
}

fn notes(report: &Calibration) -> String {
    let fallbacks = report.samplers.iter().map(|score| format!("{:.1}%", 100.0 * score.fallbacks));
    format!(
        "\n{} games, both seats, every {}. own move, {} worlds each, seed {}; on stones: the mean\n\
         probability of points where a stone was hidden; unheard: those where no refusal is open;\n\
         log loss in nats a point that is not certain, probabilities clipped to half a world;\n\
         fallbacks {}\n",
        report.games,
        report.every,
        report.worlds,
        report.seed,
        fallbacks.collect::<Vec<String>>().join(", ")
    )
}

/// Predicted and observed shares, one bar for each bin.
fn plot(score: &SamplerScore) -> String {
    let mut text =
        format!("\n{}: predicted, there (#), points; | is where # should end\n", score.title());
    for (index, bin) in score.calibration.iter().enumerate().filter(|(_, bin)| bin.points > 0) {
        let (there, said) = ((bin.observed * WIDTH) as usize, (bin.predicted * WIDTH) as usize);
        let cell = |at: usize| match at {
            at if at == said => '|',
            at if at < there => '#',
            _ => ' ',
        };
        let bar: String = (0..=WIDTH as usize).map(cell).collect();
        let (from, to) = (index * 10, (index + 1) * 10);
        let (predicted, observed) = (100.0 * bin.predicted, 100.0 * bin.observed);
        let points = bin.points;
        text += &format!("{from:>3}-{to:<3}% {predicted:>5.1}% {observed:>5.1}% {bar} {points}\n");
    }
    text
}
