//! The display of a running tournament.

use super::standings::standings;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use kage_arena::{Conditions, Results, TournamentEvent};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How often the live table is drawn, and how often a line is written without a terminal.
const DRAW: Duration = Duration::from_millis(200);
const LINE: Duration = Duration::from_secs(30);

/// The display while games are played.
pub(crate) struct Live {
    conditions: Conditions,
    screen: MultiProgress,
    table: ProgressBar,
    bar: ProgressBar,
    terminal: bool,
    drawn: Instant,
}

impl Live {
    pub(crate) fn new(conditions: &Conditions) -> Live {
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

    pub(crate) fn tell(&mut self, news: &TournamentEvent<'_>) {
        match news {
            TournamentEvent::Begins(results) => self.begin(results),
            TournamentEvent::Game(results, game) => {
                if let Some(forfeit) = results.forfeit(game) {
                    self.say(&forfeit);
                }
                self.draw(results);
            }
            TournamentEvent::Void(what) => self.say(&format!("void, played again: {what}")),
            TournamentEvent::Decided(pairing, reason) => {
                self.say(&format!("{}: {reason}", self.conditions.versus(*pairing)));
            }
            TournamentEvent::Stopped(pairing, reason) => {
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

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
        self.table.finish_and_clear();
    }
}
