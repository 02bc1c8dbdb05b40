//! A tournament's file as it is written.

use super::Format;
use serde::Deserialize;
use toml::Spanned;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ConfigFile {
    pub(super) title: Option<String>,
    pub(super) format: Option<Spanned<Format>>,
    pub(super) hero: Option<Spanned<String>>,
    pub(super) games: Option<Spanned<u32>>,
    pub(super) rules: Option<Spanned<String>>,
    pub(super) size: Option<Spanned<u32>>,
    pub(super) komi: Option<Spanned<f64>>,
    pub(super) playouts: Option<Spanned<u64>>,
    pub(super) time_per_move: Option<Spanned<f64>>,
    pub(super) clock: Option<Spanned<f64>>,
    pub(super) concurrency: Option<Spanned<u32>>,
    #[serde(default = "one")]
    pub(super) seed: u64,
    pub(super) store: Option<Spanned<String>>,
    pub(super) sprt: Option<Spanned<SprtTable>>,
    #[serde(default)]
    pub(super) player: Vec<Spanned<PlayerTable>>,
}

impl ConfigFile {
    pub(super) fn format(&self) -> Format {
        self.format.as_ref().map_or(Format::default(), |format| *format.get_ref())
    }
}

#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SprtTable {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Default for SprtTable {
    fn default() -> SprtTable {
        SprtTable { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 }
    }
}

const fn one() -> u64 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerTable {
    pub(super) name: Option<Spanned<String>>,
    pub(super) spec: Spanned<String>,
}

impl PlayerTable {
    /// The name in the tables, with its place in the file.
    pub(super) fn name(&self) -> &Spanned<String> {
        self.name.as_ref().unwrap_or(&self.spec)
    }
}
