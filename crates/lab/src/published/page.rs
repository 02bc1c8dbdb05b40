//! Every published figure beside ours, as one page.

use super::finding::{Finding, chance};
use super::{CompactResults, Curve, CurvePoint};
use crate::{Experiment, PairingLine, published_rate};
use kage_arena::{Interval, WinDrawLoss, holm, wilson95};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The page and its pictures.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// The page, as Markdown.
    pub text: String,
    /// The pictures: the names of their files, and their content.
    pub pictures: Vec<(String, String)>,
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
    let played: Vec<&Figure<'_>> = figures.iter().filter(|one| one.full.games() > 0).collect();
    let chances: Vec<f64> = played.iter().map(|one| chance(one.published, one.full)).collect();
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
                let tally = match experiment.twin(sweep, budget, line, experiments) {
                    Some(twin) => twin.tally(results.get(&format!("{}-full", twin.experiment))?),
                    None => {
                        let name = format!("{}-full-{}{budget}", experiment.name, sweep.value);
                        results.get(&name)?.tally(place)
                    }
                };
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
        let (players, machine) = (String::new(), String::new());
        let origin = Origin { after: 0, date: "2007-08-31".to_owned(), players, machine };
        let games = (0..games).map(game).collect();
        CompactResults { terms: Vec::new(), origins: vec![origin], games }
    }

    #[test]
    fn the_page_has_every_figure() {
        let experiments: Vec<Experiment> = Experiment::all().map(Result::unwrap).collect();
        let mut all = BTreeMap::new();
        let mut table = results(72, 100);
        let trees = results(30, 100).games.into_iter();
        table.games.extend(trees.map(|game| CompactGame { pairing: 7, ..game }));
        all.insert("borsboom-3.1-full".to_owned(), table);
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
        assert!(text.contains("250 games, 0.5 core-hours"));
        let files: Vec<&str> = pictures.iter().map(|(file, _)| file.as_str()).collect();
        assert_eq!(files, ["borsboom-curves-0.svg", "borsboom-uct-bank-0.svg"]);
        // The second picture has table 3.1's 30 of 100 alone, as seen by the other player.
        assert!(pictures[0].1.contains("n=50<") && pictures[0].1.contains("n=100<"));
        let at = 40.0 + (1.0 - 0.7) * 268.0;
        assert!(pictures[1].1.contains(&format!("cy=\"{at:.1}\"")), "{}", pictures[1].1);
        assert!(text.contains("](images/published/borsboom-curves-0.svg)"));
    }
}
