//! Every published figure beside ours, as one page.

use super::finding::{Finding, chance};
use super::{CompactResults, Curve, CurvePoint};
use crate::{CitedFigure, Experiment, PairingLine, PublishedLead, published_rate};
use kage_arena::{Interval, Spread, WinDrawLoss, holm, wilson95};
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
    /// The leads of the first player at the published budget.
    leads: Vec<f64>,
    /// What the missing games at the published budget take, if that can be said.
    missing_hours: Option<f64>,
    date: &'a str,
}

/// What ours say of each figure, and the chance behind it. Those without games have none.
type Findings = Vec<Option<(f64, Finding)>>;

/// The page over these experiments. The results go by the names of their files, without an ending.
pub fn page(experiments: &[Experiment], results: &BTreeMap<String, CompactResults>) -> Page {
    let mut sources: Vec<&str> = Vec::new();
    for experiment in experiments {
        if !sources.contains(&experiment.family()) {
            sources.push(experiment.family());
        }
    }
    let (mut sections, mut full, mut small, mut cited) = (String::new(), Vec::new(), Vec::new(), 0);
    for source in sources {
        let family: Vec<&Experiment> =
            experiments.iter().filter(|one| one.family() == source).collect();
        let figures: Vec<Figure<'_>> =
            family.iter().flat_map(|experiment| figures(experiment, results)).collect();
        let others: Vec<String> = family.iter().flat_map(|one| cited_rows(one)).collect();
        if figures.is_empty() && others.is_empty() {
            continue;
        }
        let at_full = findings(&figures, |figure| figure.full);
        sections += &section(source, &figures, &at_full, &others);
        small.extend(findings(&figures, |figure| figure.small));
        full.extend(at_full);
        cited += others.len();
    }
    let mut text = String::from(HEAD);
    let _ = writeln!(
        text,
        "\nAll sources, at the published budgets: {}. At the small budgets: {}.",
        counted(&full, cited),
        counted(&small, cited)
    );
    text += &sections;
    let (curves, pictures) = curves(experiments, results);
    text += &curves;
    // The sum of nothing is -0.
    let hours = results.values().map(CompactResults::hours).sum::<f64>().abs();
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
everything else is *undecided*. `full` is the published budget, `small` about a thirteenth of it. A lead is the
first player's, in points, with the interval of its mean and the standard deviation (sd). `core-hours` is what
the missing games of `full` take here: by those played, or by an estimate of the experiment. The command plays
the figure's experiment again.
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
        let leads = at("full").map_or(Vec::new(), |results| results.leads(place));
        let a_game = at("full").and_then(|results| results.hours_a_game(place));
        let a_game = a_game.or(estimated_hours_a_game(experiment));
        let missing = experiment.full.games.saturating_sub(full.games());
        let missing_hours = a_game.map(|hours| hours * f64::from(missing));
        Some(Figure { experiment, line, published, full, small, leads, missing_hours, date })
    };
    lines.filter_map(figure).collect()
}

/// By the experiment's own estimate.
fn estimated_hours_a_game(experiment: &Experiment) -> Option<f64> {
    let games = experiment.full.games as usize * experiment.pairings.len();
    experiment.full.hours.map(|hours| hours / games.max(1) as f64)
}

/// Weighs the figures of a source at a scale, with Holm's correction over those that have games.
fn findings(figures: &[Figure<'_>], tally: impl Fn(&Figure<'_>) -> WinDrawLoss) -> Findings {
    let played = figures.iter().filter(|figure| tally(figure).games() > 0);
    let chances: Vec<f64> = played.map(|one| chance(one.published, tally(one))).collect();
    let mut corrected = holm(&chances).into_iter();
    let finding = |figure: &Figure<'_>| {
        let ours = tally(figure);
        let p = if ours.games() > 0 { corrected.next() } else { None }?;
        Some((p, Finding::of(figure.published, ours, p)))
    };
    figures.iter().map(finding).collect()
}

/// How many figures agree, differ and so on, in words.
fn counted(findings: &Findings, cited: usize) -> String {
    let count = |wanted: Option<Finding>| {
        findings.iter().filter(|found| found.map(|(_, finding)| finding) == wanted).count()
    };
    let counts = [
        (Finding::Agrees.word(), count(Some(Finding::Agrees))),
        (Finding::Differs.word(), count(Some(Finding::Differs))),
        (Finding::Undecided.word(), count(Some(Finding::Undecided))),
        (NOT_PLAYED, count(None)),
        (CANNOT, cited),
    ];
    let some = counts.into_iter().filter(|(_, count)| *count > 0);
    let words = some.map(|(word, count)| format!("{} {count}", word.replace('*', "")));
    words.collect::<Vec<_>>().join(", ")
}

const NOT_PLAYED: &str = "not played";
const CANNOT: &str = "cannot be played again";

/// The table of a source.
fn section(source: &str, figures: &[Figure<'_>], findings: &Findings, others: &[String]) -> String {
    let rows: String =
        figures.iter().zip(findings).map(|(figure, found)| row(figure, *found)).collect();
    format!(
        "\n## {source}\n\nOf {} figures: {}.\n\n| experiment | pairing | published | full | small | p | verdict | reason | played | core-hours | command |\n|---|---|--:|--:|--:|--:|---|---|---|--:|---|\n{rows}{}",
        figures.len() + others.len(),
        counted(findings, others.len()),
        others.concat()
    )
}

fn row(figure: &Figure<'_>, found: Option<(f64, Finding)>) -> String {
    let Figure { experiment, line, published: [won, lost], full, small, leads, date, .. } = figure;
    let [first, second] = &line.players;
    let published = rate(published_rate([*won, *lost]));
    let theirs = line.lead.map_or(String::new(), |PublishedLead { mean, deviation }| {
        format!("; lead {mean:.1}, sd {deviation:.1}")
    });
    let ours = |tally: &WinDrawLoss| match tally.games() {
        0 => String::new(),
        games => {
            format!("{} of {games}, {}", tally.points(), rate(wilson95(tally.points(), games)))
        }
    };
    let reason = line.reason.clone().unwrap_or_default();
    let date = if full.games() + small.games() > 0 { *date } else { "" };
    let missing = figure.missing_hours.filter(|hours| *hours > 0.0);
    format!(
        "| {name} | {first} v {second} | {won} - {lost}, {published}{theirs} | {}{} | {} | {} | {} | {reason} | {date} | {} | `kage reproduce {name} --scale full` |\n",
        ours(full),
        lead(leads),
        ours(small),
        found.map_or(String::new(), |(p, _)| format!("{p:.3}")),
        found.map_or(NOT_PLAYED, |(_, finding)| finding.word()),
        missing.map_or(String::new(), |hours| format!("{hours:.1}")),
        name = experiment.name,
    )
}

/// The rows of figures that nobody can play again.
fn cited_rows(experiment: &Experiment) -> impl Iterator<Item = String> {
    experiment.cited.iter().map(|CitedFigure { what, published, reason }| {
        let name = &experiment.name;
        format!("| {name} | {what} | {published} | | | | {CANNOT} | {reason} | | | |\n")
    })
}

/// Our lead, with the interval of its mean.
fn lead(leads: &[f64]) -> String {
    let Some(Spread { n, mean, sd, .. }) = Spread::of(leads) else { return String::new() };
    let half = 1.96 * sd / (n as f64).sqrt();
    format!("; lead {mean:.1} ({:.1} to {:.1}), sd {sd:.1}", mean - half, mean + half)
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
            lead: None,
        };
        let (players, machine) = (String::new(), String::new());
        let origin = Origin { after: 0, date: "2007-08-31".to_owned(), players, machine };
        let games = (0..games).map(game).collect();
        CompactResults { terms: Vec::new(), origins: vec![origin], games }
    }

    /// The goals paper has leads. Fifty games are played, and fifty are missing.
    #[test]
    fn leads_and_costs_are_shown() {
        let experiments = Experiment::named(&["cazenave-goals".to_owned()]).unwrap();
        let mut half = results(6, 50);
        for (place, game) in half.games.iter_mut().enumerate() {
            game.lead = Some(if place % 2 == 0 { -10.0 } else { -30.0 });
            game.seconds = 720.0;
        }
        let all = BTreeMap::from([("cazenave-goals-full".to_owned(), half)]);
        let text = page(&experiments, &all).text;
        assert!(text.contains("| 11 - 89, 11% (6 to 19); lead -22.3, sd 24.8 |"), "{text}");
        assert!(text.contains("; lead -20.0 (-22.8 to -17.2), sd 10.1 |"), "{text}");
        assert!(text.contains("| 10.0 | `kage reproduce cazenave-goals --scale full` |"), "{text}");
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
        let cited: usize = experiments.iter().map(|experiment| experiment.cited.len()).sum();
        let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| exp"));
        assert_eq!(rows.count(), published + cited);
        assert!(cited > 0);
        assert!(
            text.contains("| 50 - 0, 100% (93 to 100) | 72 of 100, 72% (63 to 80) |"),
            "{text}"
        );
        assert!(text.contains("250 games, 0.5 core-hours"));
        // Two figures are played: 72 of 100 for 50 of 50, and 30 of 100 for 28 of 50.
        let rest = published - 2;
        let head = format!(
            "published budgets: differs 2, not played {rest}, cannot be played again {cited}. At"
        );
        assert!(text.contains(&head), "{text}");
        assert!(text.contains("| `kage reproduce borsboom-3.1 --scale full` |"));
        let files: Vec<&str> = pictures.iter().map(|(file, _)| file.as_str()).collect();
        assert_eq!(files, ["borsboom-curves-0.svg", "borsboom-uct-bank-0.svg"]);
        // The second picture has table 3.1's 30 of 100 alone, as seen by the other player.
        assert!(pictures[0].1.contains("n=50<") && pictures[0].1.contains("n=100<"));
        let at = 40.0 + (1.0 - 0.7) * 268.0;
        assert!(pictures[1].1.contains(&format!("cy=\"{at:.1}\"")), "{}", pictures[1].1);
        assert!(text.contains("](images/published/borsboom-curves-0.svg)"));
    }
}
