//! Plots as plain SVG. Colours and fonts are classes of the page's style sheet, so that a plot
//! follows the reader's scheme.

use super::text::{escape, number};

/// The width of every plot; the page scales it.
const WIDTH: f64 = 460.0;

/// A straight scale from values to the page.
#[derive(Clone, Copy)]
struct Scale {
    from: [f64; 2],
    to: [f64; 2],
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let span = (self.from[1] - self.from[0]).max(f64::MIN_POSITIVE);
        self.to[0] + (value - self.from[0]) / span * (self.to[1] - self.to[0])
    }
}

/// Round steps, about as many as asked for, that cover the values.
fn ticks(low: f64, high: f64, about: f64) -> Vec<f64> {
    let step = round_step((high - low) / about);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|place| place as f64 * step).collect()
}

/// The next of 1, 2, 5, 10, 20, 50 ... upwards.
fn round_step(rough: f64) -> f64 {
    let rough = rough.max(1e-6);
    let power = 10_f64.powf(rough.log10().floor());
    let lead = rough / power;
    let round = [1.0, 2.0, 5.0].into_iter().find(|&round| lead <= round + 1e-9);
    round.unwrap_or(10.0) * power
}

/// An SVG with a title that is read out and shown on hover.
fn figure(height: f64, title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" \
         aria-label=\"{title}\"><title>{title}</title>{body}</svg>\n"
    )
}

fn text(x: f64, y: f64, anchor: &str, class: &str, what: &str) -> String {
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{}</text>",
        escape(what)
    )
}

/// The horizontal axis: a line, ticks with numbers, and what is counted.
fn axis_below(scale: &Scale, y: f64, label: &str, unit: &str) -> String {
    let [left, right] = scale.to;
    let mut svg = format!("<path class=\"axis\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>");
    for tick in ticks(scale.from[0], scale.from[1], 6.0) {
        let x = scale.at(tick);
        svg += &format!("<path class=\"axis\" d=\"M{x:.1} {y:.1}v4\"/>");
        svg += &text(x, y + 16.0, "middle", "tick", &format!("{}{unit}", tick_text(tick)));
    }
    svg + &text(f64::midpoint(left, right), y + 34.0, "middle", "label", label)
}

/// The vertical axis: faint lines across, with numbers.
fn axis_beside(scale: &Scale, left: f64, right: f64, about: f64, unit: &str) -> String {
    let mut svg = String::new();
    for tick in ticks(scale.from[0], scale.from[1], about) {
        let y = scale.at(tick);
        svg += &format!("<path class=\"grid\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>");
        svg += &text(left - 6.0, y + 4.0, "end", "tick", &format!("{}{unit}", tick_text(tick)));
    }
    svg
}

/// Ticks are round: no more decimals than they need.
fn tick_text(tick: f64) -> String {
    format!("{}", (tick * 1000.0).round() / 1000.0).replace('-', "\u{2212}")
}

/// A value with its interval.
pub(super) struct Whisker {
    /// The class of its colour.
    pub(super) class: String,
    /// The value.
    pub(super) value: f64,
    /// The lower end.
    pub(super) low: f64,
    /// The upper end.
    pub(super) high: f64,
    /// What it is, in words.
    pub(super) says: String,
}

/// A line of a plot of intervals.
pub(super) struct Row {
    /// What it is about.
    pub(super) label: String,
    /// Its values, each drawn on its own height.
    pub(super) whiskers: Vec<Whisker>,
}

/// Values with their intervals, a row each, on one axis with a reference line.
pub(super) fn intervals(
    title: &str,
    axis: &str,
    unit: &str,
    reference: f64,
    bounds: Option<[f64; 2]>,
    rows: &[Row],
) -> String {
    let all = || rows.iter().flat_map(|row| &row.whiskers);
    let low = all().map(|whisker| whisker.low).fold(reference, f64::min);
    let high = all().map(|whisker| whisker.high).fold(reference, f64::max);
    let margin = ((high - low) * 0.05).max(1e-3);
    let from = bounds.unwrap_or([low - margin, high + margin]);
    let scale = Scale { from, to: [14.0, WIDTH - 14.0] };
    let mut y = 6.0;
    let mut body = String::new();
    for row in rows {
        body += &text(scale.to[0], y + 12.0, "start", "name", &short(&row.label, 60));
        y += 18.0;
        for whisker in &row.whiskers {
            y += 10.0;
            body += &draw_whisker(whisker, &scale, y);
            y += 6.0;
        }
        y += 8.0;
    }
    let x = scale.at(reference);
    let line = format!("<path class=\"reference\" d=\"M{x:.1} 4V{y:.1}\"/>");
    figure(y + 40.0, title, &(line + &body + &axis_below(&scale, y, axis, unit)))
}

fn draw_whisker(whisker: &Whisker, scale: &Scale, y: f64) -> String {
    let Whisker { class, value, low, high, says } = whisker;
    let (x, low, high) = (scale.at(*value), scale.at(*low), scale.at(*high));
    format!(
        "<g class=\"{class}\"><title>{}</title>\
         <path class=\"whisker\" d=\"M{low:.1} {y:.1}H{high:.1}M{low:.1} {:.1}v8M{high:.1} {:.1}v8\"/>\
         <circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/></g>",
        escape(says),
        y - 4.0,
        y - 4.0
    )
}

/// The first letters of a name that is too long.
fn short(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let kept: String = name.chars().take(most - 1).collect();
    format!("{kept}\u{2026}")
}

/// The bars that values fall into.
pub(super) struct Bins {
    /// Where the first one begins.
    from: f64,
    /// How wide each is.
    width: f64,
    /// How many there are.
    number: usize,
}

impl Bins {
    /// Round bins, about this number, that hold all the values; 0 is between two of them.
    pub(super) fn of(values: impl Iterator<Item = f64>, about: f64) -> Bins {
        let (low, high) = values
            .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return Bins { from: 0.0, width: 1.0, number: 1 };
        }
        let width = round_step((high - low) / about).max(1.0);
        let first = (low / width).floor();
        let number = ((high / width).floor() - first) as usize + 1;
        Bins { from: first * width, width, number }
    }

    fn count(&self, values: &[f64]) -> Vec<u32> {
        let mut counts = vec![0; self.number];
        for value in values {
            let bin = ((value - self.from) / self.width).floor() as usize;
            counts[bin.min(self.number - 1)] += 1;
        }
        counts
    }

    fn start(&self, bin: usize) -> f64 {
        self.from + bin as f64 * self.width
    }
}

/// How a histogram is drawn.
pub(super) struct Histogram<'a> {
    /// What it shows, in words.
    pub(super) title: &'a str,
    /// What is counted along the axis.
    pub(super) axis: &'a str,
    /// The classes of bars below and above zero.
    pub(super) classes: [&'a str; 2],
    /// Its height without the axis.
    pub(super) height: f64,
}

impl Histogram<'_> {
    /// Draws how many values fall into each bin.
    pub(super) fn draw(&self, bins: &Bins, values: &[f64]) -> String {
        let counts = bins.count(values);
        let most = f64::from(counts.iter().copied().max().unwrap_or(0).max(1));
        let across = Scale { from: [bins.from, bins.start(bins.number)], to: [40.0, WIDTH - 14.0] };
        let floor = self.height + 10.0;
        let up = Scale { from: [0.0, most], to: [floor, 14.0] };
        let mut body = axis_beside(&up, across.to[0], across.to[1], 3.0, "");
        for (bin, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (start, end) = (bins.start(bin), bins.start(bin + 1));
            let (left, right, top) = (across.at(start), across.at(end), up.at(f64::from(count)));
            let class = self.classes[usize::from(start >= 0.0)];
            body += &format!(
                "<rect class=\"bar {class}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" \
                 height=\"{:.1}\" rx=\"1.5\"><title>{} to {}: {count}</title></rect>",
                left + 0.75,
                (right - left - 1.5).max(0.5),
                floor - top,
                tick_text(start),
                tick_text(end)
            );
        }
        body += &axis_below(&across, floor, self.axis, "");
        figure(floor + 40.0, self.title, &body)
    }
}

/// A line with a band around it.
pub(super) struct Line {
    /// The class of its colour.
    pub(super) class: String,
    /// What it is, in words.
    pub(super) says: String,
    /// Along the axis, and then the value and the ends of the band.
    pub(super) points: Vec<(f64, f64, [f64; 2])>,
}

/// Shares from 0 to 100% along an axis.
pub(super) fn lines(title: &str, axis: &str, lines: &[Line]) -> String {
    let ends = lines.iter().flat_map(|line| &line.points).map(|point| point.0);
    let end = ends.fold(1.0, f64::max);
    let across = Scale { from: [0.0, end], to: [48.0, WIDTH - 14.0] };
    let floor = 270.0;
    let up = Scale { from: [0.0, 100.0], to: [floor, 14.0] };
    let mut body = axis_beside(&up, across.to[0], across.to[1], 5.0, "%");
    for line in lines {
        body +=
            &format!("<path class=\"band {}\" d=\"{}\"/>", line.class, band(line, &across, &up));
    }
    for line in lines {
        let at = |(x, y, _): &(f64, f64, [f64; 2])| {
            format!("{:.1} {:.1}", across.at(*x), up.at(100.0 * y))
        };
        let points: Vec<String> = line.points.iter().map(at).collect();
        if !points.is_empty() {
            body += &format!(
                "<path class=\"line {}\" d=\"M{}\"><title>{}</title></path>",
                line.class,
                points.join("L"),
                escape(&line.says)
            );
        }
    }
    body += &axis_below(&across, floor, axis, "");
    figure(floor + 40.0, title, &body)
}

/// The outline of the band: along the upper ends, and back along the lower ones.
fn band(line: &Line, across: &Scale, up: &Scale) -> String {
    let there = line.points.iter().map(|(x, _, [_, high])| (x, high));
    let back = line.points.iter().rev().map(|(x, _, [low, _])| (x, low));
    let points: Vec<String> = there
        .chain(back)
        .map(|(x, y)| format!("{:.1} {:.1}", across.at(*x), up.at(100.0 * y)))
        .collect();
    if points.is_empty() { String::new() } else { format!("M{}Z", points.join("L")) }
}

/// A row of parts that make a whole.
pub(super) struct Stack {
    /// What it is about.
    pub(super) label: String,
    /// Each part's class, size and name.
    pub(super) parts: Vec<(&'static str, f64, &'static str)>,
}

/// Rows of parts, each row stretched to a hundred percent.
pub(super) fn stacks(title: &str, axis: &str, rows: &[Stack]) -> String {
    let scale = Scale { from: [0.0, 100.0], to: [14.0, WIDTH - 14.0] };
    let mut y = 6.0;
    let mut body = String::new();
    for row in rows {
        body += &text(scale.to[0], y + 12.0, "start", "name", &short(&row.label, 60));
        y += 18.0;
        let whole: f64 = row.parts.iter().map(|(_, size, _)| size).sum();
        let mut before = 0.0;
        for (class, size, name) in row.parts.iter().filter(|(_, size, _)| *size > 0.0) {
            let share = 100.0 * size / whole;
            let (left, right) = (scale.at(before), scale.at(before + share));
            body += &format!(
                "<rect class=\"bar {class}\" x=\"{left:.1}\" y=\"{y:.1}\" width=\"{:.1}\" \
                 height=\"14\"><title>{name}: {} ({share:.1}%)</title></rect>",
                right - left,
                number(*size)
            );
            before += share;
        }
        y += 24.0;
    }
    figure(y + 40.0, title, &(body + &axis_below(&scale, y, axis, "%")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(-87.5, 74.5, 6.0), [-50.0, 0.0, 50.0]);
        assert_eq!(ticks(0.0, 100.0, 5.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(3.0, 3.0, 5.0).len(), 1);
    }

    #[test]
    fn bins_hold_all_and_part_at_zero() {
        let values = [-7.5, -0.5, 0.5, 6.5, 6.5];
        let bins = Bins::of(values.into_iter(), 4.0);
        assert_eq!((bins.from, bins.width, bins.number), (-10.0, 5.0, 4));
        assert_eq!(bins.count(&values), [1, 1, 1, 2]);
        assert_eq!(Bins::of(std::iter::empty(), 4.0).count(&[]), [0]);
    }

    #[test]
    fn names_in_plots_are_harmless() {
        let row = Row { label: "<script>".to_owned(), whiskers: Vec::new() };
        let svg = intervals("\"<x>\"", "Elo", "", 0.0, None, &[row]);
        assert!(!svg.contains("<script") && !svg.contains("<x>") && !svg.contains("NaN"));
    }
}
