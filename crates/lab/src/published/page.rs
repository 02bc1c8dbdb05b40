//! Every published figure beside ours, as one page.

use super::{CompactResults, Curve, CurvePoint};
use crate::{Experiment, PairingLine, published_rate};
use kage_arena::{Interval, WinDrawLoss, holm, p_same, wilson95};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Fewer games of ours than this decide nothing.
const ENOUGH: u32 = 100;
/// What counts as a difference, after the correction.
const LEVEL: f64 = 0.05;

/// The page and its pictures.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// The page, as Markdown.
    pub text: String,
    /// The pictures: the names of their files, and their content.
    pub pictures: Vec<(String, String)>,
}

/// What ours say of a published figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Finding {
    Agrees,
    Differs,
    Undecided,
}

impl Finding {
    /// Weighs our result against the published one. `p` is corrected for the number of figures. They
    /// agree if they do not differ and the same side is ahead for certain, or if all that ours leave
    /// open lies within what was published.
    fn of(published: [u32; 2], ours: WinDrawLoss, p: f64) -> Finding {
        let (theirs, mine) = (published_rate(published), wilson95(ours.points(), ours.games()));
        let sure = mine.low > 0.5 || mine.high < 0.5;
        let same_side = sure && (mine.rate > 0.5) == (theirs.rate > 0.5) && theirs.rate != 0.5;
        let within = mine.low >= theirs.low && mine.high <= theirs.high;
        match p < LEVEL {
            true => Finding::Differs,
            false if ours.games() >= ENOUGH && (same_side || within) => Finding::Agrees,
            false => Finding::Undecided,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Finding::Agrees => "agrees",
            Finding::Differs => "**differs**",
            Finding::Undecided => "undecided",
        }
    }
}

/// A figure: the experiment, its pairing, and our results by scale.
struct Figure<'a> {
    experiment: &'a Experiment,
    line: &'a PairingLine,
    published: [u32; 2],
    full: WinDrawLoss,
    small: WinDrawLoss,
    date: &'a str,
}

/// The page over these experiments. The results go by the names of their files, without an ending.
pub fn page(experiments: &[Experiment], results: &BTreeMap<String, CompactResults>) -> Page {
    let mut text = String::from(HEAD);
    let mut sources: Vec<&str> = Vec::new();
    for experiment in experiments {
        if !sources.contains(&experiment.family()) {
            sources.push(experiment.family());
        }
    }
    for source in sources {
        let family = experiments.iter().filter(|one| one.family() == source);
        let figures: Vec<Figure<'_>> =
            family.flat_map(|experiment| figures(experiment, results)).collect();
        if !figures.is_empty() {
            text += &section(source, &figures);
        }
    }
    let (curves, pictures) = curves(experiments, results);
    text += &curves;
    let hours: f64 = results.values().map(CompactResults::hours).sum();
    let games: usize = results.values().map(|results| results.games.len()).sum();
    let _ = writeln!(text, "\nAll results together: {games} games, {hours:.1} core-hours.");
    Page { text, pictures }
}

const HEAD: &str = "\
# The published figures, played again

`kage reproduce --page docs/published.md` makes this page from the results in `suites/published`; nothing is
typed by hand. Each pairing has the first player's wins. A rate has its 95% Wilson interval. `p` is the chance
of so large a difference between the two rates if they were equal (Fisher's exact test), after Holm's
correction over the figures of the source. The verdict *differs* means p under 0.05; *agrees* that the same
side is ahead for certain, or that our interval lies within the published one, with 100 games or more;
everything else is *undecided*. `full` is the published budget, `small` about a thirteenth of it.
";

fn figures<'a>(
    experiment: &'a Experiment,
    results: &'a BTreeMap<String, CompactResults>,
) -> Vec<Figure<'a>> {
    let at = |scale: &str| results.get(&format!("{}-{scale}", experiment.name));
    let tally = |scale: &str, place: usize| {
        let none = WinDrawLoss { wins: 0, draws: 0, losses: 0 };
        at(scale).map_or(none, |results| results.tally(place))
    };
    let newest = at("full").or(at("small")).and_then(|results| results.origins.last());
    let date = newest.map_or("", |origin| origin.date.as_str());
    let lines = experiment.pairings.iter().enumerate();
    let figure = |(place, line): (usize, &'a PairingLine)| {
        let published = line.published?;
        let (full, small) = (tally("full", place), tally("small", place));
        Some(Figure { experiment, line, published, full, small, date })
    };
    lines.filter_map(figure).collect()
}

/// The table of a source.
fn section(source: &str, figures: &[Figure<'_>]) -> String {
    let chance = |figure: &Figure<'_>| {
        let [won, lost] = figure.published;
        p_same(f64::from(won), won + lost, figure.full.points(), figure.full.games())
    };
    let played: Vec<&Figure<'_>> = figures.iter().filter(|one| one.full.games() > 0).collect();
    let chances: Vec<f64> = played.iter().map(|figure| chance(figure)).collect();
    let mut corrected = holm(&chances).into_iter();
    let mut counts = BTreeMap::new();
    let mut rows = String::new();
    for figure in figures {
        let p = if figure.full.games() > 0 { corrected.next() } else { None };
        let finding = p.map(|p| Finding::of(figure.published, figure.full, p));
        *counts.entry(finding.map_or("not played", Finding::word)).or_insert(0) += 1;
        rows += &row(figure, p, finding);
    }
    let counts: Vec<String> =
        counts.iter().map(|(word, count)| format!("{count} {}", word.replace('*', ""))).collect();
    format!(
        "\n## {source}\n\nOf {} figures: {}.\n\n| experiment | pairing | published | full | small | p | verdict | reason | played |\n|---|---|--:|--:|--:|--:|---|---|---|\n{rows}",
        figures.len(),
        counts.join(", ")
    )
}

fn row(figure: &Figure<'_>, p: Option<f64>, finding: Option<Finding>) -> String {
    let Figure { experiment, line, published: [won, lost], full, small, date } = figure;
    let [first, second] = &line.players;
    let published = rate(published_rate([*won, *lost]));
    let ours = |tally: &WinDrawLoss| match tally.games() {
        0 => String::new(),
        games => {
            format!("{} of {games}, {}", tally.points(), rate(wilson95(tally.points(), games)))
        }
    };
    let reason = line.reason.clone().unwrap_or_default();
    let date = if full.games() + small.games() > 0 { *date } else { "" };
    format!(
        "| {} | {first} v {second} | {won} - {lost}, {published} | {} | {} | {} | {} | {reason} | {date} |\n",
        experiment.name,
        ours(full),
        ours(small),
        p.map_or(String::new(), |p| format!("{p:.3}")),
        finding.map_or("not played", Finding::word),
    )
}

fn rate(Interval { rate, low, high }: Interval) -> String {
    format!("{:.0}% ({:.0} to {:.0})", 100.0 * rate, 100.0 * low, 100.0 * high)
}

/// The pictures of all sweeps, and the text that shows them.
fn curves(
    experiments: &[Experiment],
    results: &BTreeMap<String, CompactResults>,
) -> (String, Vec<(String, String)>) {
    let (mut text, mut pictures) = (String::new(), Vec::new());
    for experiment in experiments {
        let Some(sweep) = &experiment.full.sweep else { continue };
        let mut shown = String::new();
        for (place, line) in experiment.pairings.iter().enumerate() {
            let point = |&budget: &u64| {
                let name = format!("{}-full-{}{budget}", experiment.name, sweep.value);
                let tally = results.get(&name)?.tally(place);
                Some(CurvePoint { budget, points: tally.points(), games: tally.games() })
            };
            let title = line.players.join(" v ");
            let points = sweep.points.iter().filter_map(point).collect();
            let Some(svg) = (Curve { title: title.clone(), points }).svg() else { continue };
            let file = format!("{}-{place}.svg", experiment.name);
            let _ = writeln!(shown, "![{title}](images/published/{file})");
            pictures.push((file, svg));
        }
        if !shown.is_empty() {
            let Experiment { name, title, about, .. } = experiment;
            let _ = write!(text, "\n## {title}\n\n`{name}`. {}\n\n{shown}", about.trim());
        }
    }
    (text, pictures)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::{CompactGame, CompactResults, Origin};

    fn results(wins: u32, games: u32) -> CompactResults {
        let game = |game: u32| CompactGame {
            pairing: 0,
            game,
            winner: Some(usize::from(game >= wins)),
            moves: 80,
            seconds: 7.2,
        };
        let origin = Origin { date: "2007-08-31".to_owned(), machine: String::new() };
        let games = (0..games).map(game).collect();
        CompactResults { terms: Vec::new(), origins: vec![origin], games }
    }

    /// The first figure of table 3.1 is 36 of 50, or 72%.
    #[test]
    fn findings_follow_the_intervals() {
        let of = |wins, games| {
            let ours = WinDrawLoss { wins, draws: 0, losses: games - wins };
            let p = p_same(36.0, 50, f64::from(wins), games);
            Finding::of([36, 14], ours, p)
        };
        assert_eq!(of(72, 100), Finding::Agrees);
        assert_eq!(of(20, 100), Finding::Differs);
        assert_eq!(of(30, 40), Finding::Undecided, "too few games");
        assert_eq!(of(57, 100), Finding::Undecided, "neither far from it nor surely ahead");
    }

    #[test]
    fn the_page_has_every_figure() {
        let experiments: Vec<Experiment> = Experiment::all().map(Result::unwrap).collect();
        let mut all = BTreeMap::new();
        all.insert("borsboom-3.1-full".to_owned(), results(72, 100));
        all.insert("borsboom-curves-full-bank10000".to_owned(), results(5, 50));
        let Page { text, pictures } = page(&experiments, &all);
        let published = experiments.iter().flat_map(|one| &one.pairings);
        let published = published.filter(|line| line.published.is_some()).count();
        let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| exp"));
        assert_eq!(rows.count(), published);
        assert!(
            text.contains("| 50 - 0, 100% (93 to 100) | 72 of 100, 72% (63 to 80) |"),
            "{text}"
        );
        assert!(text.contains("150 games, 0.3 core-hours"));
        assert_eq!(pictures.len(), 1);
        assert!(text.contains("](images/published/borsboom-curves-0.svg)"));
    }
}
