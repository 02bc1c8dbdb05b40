//! A tournament for the eye: standings and cross table, live and at the end.

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use kage_arena::{Conditions, News, Results, Tally};
use std::fmt::Write;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How often the live table is drawn anew, and how often a line is written where there is no
/// terminal.
const DRAW: Duration = Duration::from_millis(200);
const LINE: Duration = Duration::from_secs(30);

/// What is seen while games are played.
pub(super) struct Live {
    conditions: Conditions,
    screen: MultiProgress,
    table: ProgressBar,
    bar: ProgressBar,
    terminal: bool,
    drawn: Instant,
}

impl Live {
    pub(super) fn new(conditions: &Conditions) -> Live {
        let games = conditions.pairings.iter().map(|pairing| u64::from(pairing.games)).sum();
        let screen = MultiProgress::new();
        let style =
            |text| ProgressStyle::with_template(text).unwrap_or(ProgressStyle::default_bar());
        let table = screen.add(ProgressBar::no_length()).with_style(style("{msg}"));
        let bar = screen.add(ProgressBar::new(games));
        bar.set_style(style("{bar:30} {pos}/{len} games, {elapsed} so far, {eta} to go"));
        bar.enable_steady_tick(Duration::from_millis(500));
        let (terminal, drawn) = (std::io::stderr().is_terminal(), Instant::now());
        Live { conditions: conditions.clone(), screen, table, bar, terminal, drawn }
    }

    pub(super) fn tell(&mut self, news: &News<'_>) {
        match news {
            News::Begins(results) => self.begin(results),
            News::Game(results, _) => self.draw(results),
            News::Void(what) => self.say(&format!("void, played again: {what}")),
            News::Decided(pairing, reason) => {
                self.say(&format!("{}: {reason}", self.conditions.versus(*pairing)));
            }
            News::Stopped(pairing, reason) => {
                self.say(&format!("{} stopped: {reason}", self.conditions.versus(*pairing)));
            }
        }
    }

    fn begin(&mut self, results: &Results) {
        if results.games.is_empty() {
            return;
        }
        self.bar.set_position(results.games.len() as u64);
        // The games of an earlier run say nothing about the pace of this one.
        self.bar.reset_eta();
        self.say(&format!("going on after {} games", results.games.len()));
    }

    fn draw(&mut self, results: &Results) {
        self.bar.set_position(results.games.len() as u64);
        let pause = if self.terminal { DRAW } else { LINE };
        if self.drawn.elapsed() < pause {
            return;
        }
        self.drawn = Instant::now();
        if self.terminal {
            self.table.set_message(standings(results));
        } else {
            self.say(&format!(
                "{} games of {}",
                results.games.len(),
                self.bar.length().unwrap_or(0)
            ));
        }
    }

    fn say(&self, line: &str) {
        self.screen.suspend(|| anstream::eprintln!("{line}"));
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
        self.table.finish_and_clear();
    }
}

/// The whole report at the end.
pub(super) fn report(results: &Results) -> String {
    let conditions = &results.conditions;
    let wanted: u32 = conditions.pairings.iter().map(|pairing| pairing.games).sum();
    let mut text = format!("{}: {} games of {wanted}\n", conditions.title, results.games.len());
    let _ = writeln!(
        text,
        "{size}x{size}, {}, {}, seed {}\n",
        conditions.rules,
        conditions.time,
        conditions.seed,
        size = conditions.size
    );
    text += &standings(results);
    let _ = write!(text, "\n{}", cross_table(results));
    for (pairing, reason) in &results.ended {
        let _ = writeln!(text, "\n{}: {reason}", conditions.versus(*pairing));
    }
    if let Some(test) = conditions.sprt.as_ref().filter(|_| results.ended.is_empty()) {
        let _ = writeln!(text, "\nnot decided yet ({test}); a larger `games` lets it go on");
    }
    for void in &results.voids {
        let _ = writeln!(text, "void: {void}");
    }
    text
}

/// Everyone's games and points, the best first.
fn standings(results: &Results) -> String {
    let head = ["", "player", "games", "won", "drawn", "lost", "points", "rate", "95% interval"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (place, standing) in results.standings().iter().enumerate() {
        let (tally, interval) = (standing.tally, standing.tally.interval());
        let [rate, low, high] =
            [interval.rate, interval.low, interval.high].map(|rate| format!("{:.1}", 100.0 * rate));
        rows.push(vec![
            (place + 1).to_string(),
            called(&results.conditions, standing.entrant),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            tally.points().to_string(),
            format!("{rate}%"),
            format!("{low} to {high}%"),
        ]);
    }
    aligned(&rows)
}

/// Everyone's points against everyone, in the order of the standings.
fn cross_table(results: &Results) -> String {
    let order: Vec<usize> = results.standings().iter().map(|standing| standing.entrant).collect();
    let mut head = vec![String::new(), "points against".to_owned()];
    head.extend((1..=order.len()).map(|place| place.to_string()));
    let mut rows = vec![head];
    for (place, &entrant) in order.iter().enumerate() {
        let mut row = vec![(place + 1).to_string(), called(&results.conditions, entrant)];
        row.extend(order.iter().map(|&other| cell(results, entrant, other)));
        rows.push(row);
    }
    aligned(&rows)
}

fn cell(results: &Results, entrant: usize, other: usize) -> String {
    let tally = results.tally(entrant, Some(other));
    match tally {
        Tally { wins: 0, draws: 0, losses: 0 } => "-".to_owned(),
        _ => format!("{}/{}", tally.points(), tally.games()),
    }
}

/// A player's name; the word follows him who is told the truth.
fn called(conditions: &Conditions, entrant: usize) -> String {
    let sighted = conditions.entrants.get(entrant).is_some_and(|entrant| entrant.sighted);
    format!("{}{}", conditions.name(entrant), if sighted { " (sighted)" } else { "" })
}

/// Rows with columns under each other: names to the left, numbers to the right.
pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
    in_columns(rows, |column| column == 1)
}

/// Rows with columns under each other, all to the left.
pub(crate) fn aligned_left(rows: &[Vec<String>]) -> String {
    in_columns(rows, |_| true)
}

fn in_columns(rows: &[Vec<String>], left: impl Fn(usize) -> bool) -> String {
    let length = |cell: &String| cell.chars().count();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(length).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if left(column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
