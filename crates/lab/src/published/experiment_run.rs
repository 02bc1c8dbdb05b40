//! One experiment of a run: its results so far, and the game to play next.

use super::day::today;
use super::finding::is_close;
use super::{CompactError, CompactGame, CompactNote, CompactResults, CompactRunError, Origin};
use crate::{Experiment, Fingerprint, Reproduction};
use kage_arena::{Conditions, GameRow};
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Games of a pairing in a row.
const BLOCK: u32 = 20;
/// A game that was void so often is left out.
const VOIDS: usize = 3;

/// One experiment at one scale and value, with the results so far.
pub(super) struct ExperimentRun {
    experiment: Experiment,
    reproduction: Reproduction,
    results: CompactResults,
    file: PathBuf,
    /// Pairings that another experiment plays.
    elsewhere: BTreeSet<usize>,
    /// The games of each pairing that were void too often.
    left_out: Vec<BTreeSet<u32>>,
    /// The players of this build, once a game is to be played.
    players: Option<Fingerprint>,
}

/// How a game ended for the run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum GameEnd {
    /// It is stored, and took so many seconds.
    Stored(f64),
    /// It was void too often.
    LeftOut,
    /// The run was stopped.
    Stopped,
}

impl ExperimentRun {
    /// Opens the file of an experiment, or makes it.
    pub(super) fn open(
        folder: &Path,
        experiment: &Experiment,
        reproduction: Reproduction,
        elsewhere: BTreeSet<usize>,
    ) -> Result<ExperimentRun, CompactRunError> {
        let file = folder.join(format!("{}.tsv", reproduction.name));
        let fresh = CompactResults::new(&reproduction);
        let results = match fs::read_to_string(&file) {
            Ok(text) => read(&file, &text)?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => fresh.clone(),
            Err(error) => return Err(CompactRunError::File(file, error)),
        };
        let fits = results.check(&fresh);
        fits.map_err(|error| CompactRunError::Results(file.clone(), error))?;
        // What was cut off in the middle of a line goes; the old file stays until the new one is whole.
        let begun = file.with_extension("new");
        let saved = fs::write(&begun, results.to_string());
        let saved = saved.and_then(|()| fs::rename(&begun, &file));
        saved.map_err(|error| CompactRunError::File(file.clone(), error))?;
        let left_out = vec![BTreeSet::new(); reproduction.tournament.conditions.pairings.len()];
        let (experiment, players) = (experiment.clone(), None);
        let run =
            ExperimentRun { experiment, reproduction, results, file, elsewhere, left_out, players };
        Ok(run)
    }

    /// How many games were left out.
    pub(super) fn left_out(&self) -> usize {
        self.left_out.iter().map(BTreeSet::len).sum()
    }

    /// The pairing and the game to play next: its pairings grow block by block. Those whose result is
    /// close after their own games grow to `close` games.
    pub(super) fn next(&self, close: Option<u32>) -> Option<(usize, u32)> {
        let pairings = (0..self.left_out.len()).filter(|place| !self.elsewhere.contains(place));
        let next = |place: usize| (place, self.results.next_game(place, &self.left_out[place]));
        let open = pairings.map(next).filter(|&(place, game)| game < self.games(place, close));
        open.min_by_key(|(_, game)| game / BLOCK)
    }

    /// How many games a pairing has in the end. What is close is judged by its first games alone, so
    /// that a run that was interrupted goes on to the same end.
    fn games(&self, pairing: usize, close: Option<u32>) -> u32 {
        let games = self.reproduction.tournament.conditions.pairings[pairing].games;
        let published = self.experiment.pairings.get(pairing).and_then(|line| line.published);
        let (Some(close), Some(published)) = (close, published) else { return games };
        let first = self.results.tally_of_first(pairing, games);
        let played = self.results.next_game(pairing, &self.left_out[pairing]) >= games;
        if played && is_close(published, first) { games.max(close) } else { games }
    }

    /// Plays a game and stores its result. A void game is played again, but not for ever.
    pub(super) fn play(
        &mut self,
        (pairing, game): (usize, u32),
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&CompactNote),
    ) -> Result<GameEnd, CompactRunError> {
        let players = self.players(tell)?;
        let tournament = &self.reproduction.tournament;
        let named = || format!("{}, game {game}", tournament.conditions.versus(pairing));
        for _ in 0..VOIDS {
            match tournament.play_game(pairing, game, stop) {
                Ok(row) => return self.store(pairing, &row, players),
                Err(_) if stop.load(Ordering::Relaxed) => return Ok(GameEnd::Stopped),
                Err(void) => tell(&CompactNote::Void(named(), void.what)),
            }
        }
        tell(&CompactNote::LeftOut(named()));
        self.left_out[pairing].insert(game);
        Ok(GameEnd::LeftOut)
    }

    /// The players of this build. It is said if others played the games so far.
    fn players(
        &mut self,
        tell: &mut dyn FnMut(&CompactNote),
    ) -> Result<Fingerprint, CompactRunError> {
        if let Some(players) = self.players {
            return Ok(players);
        }
        let players = Fingerprint::of(&self.experiment)
            .map_err(|error| CompactRunError::Players(self.file.clone(), error))?;
        let before = self.results.origins.last();
        if before.is_some_and(|before| before.players != players.to_string()) {
            tell(&CompactNote::OtherPlayers(self.file.clone()));
        }
        self.players = Some(players);
        Ok(players)
    }

    /// Adds a result to the file. Where and by whom it was played stands before it, if that is new.
    fn store(
        &mut self,
        pairing: usize,
        row: &GameRow,
        players: Fingerprint,
    ) -> Result<GameEnd, CompactRunError> {
        let Conditions { version, machine, .. } = &self.reproduction.tournament.conditions;
        let origin = Origin {
            after: self.results.games.len(),
            date: today(),
            players: players.to_string(),
            machine: format!("kage {version} on {machine}"),
        };
        let is_new = self.results.origins.last().is_none_or(|last| !last.is_like(&origin));
        let has_lead =
            self.experiment.pairings.get(pairing).is_some_and(|line| line.lead.is_some());
        let result = CompactGame::of(pairing, row);
        let result = if has_lead { result.with_lead(row) } else { result };
        let line = format!("{result}\n");
        let lines = if is_new { format!("{origin}\n{line}") } else { line };
        self.append(&lines)?;
        self.results.origins.extend(is_new.then_some(origin));
        self.results.games.push(result);
        Ok(GameEnd::Stored(result.seconds))
    }

    fn append(&self, lines: &str) -> Result<(), CompactRunError> {
        let file = OpenOptions::new().append(true).open(&self.file);
        file.and_then(|mut file| file.write_all(lines.as_bytes()))
            .map_err(|error| CompactRunError::File(self.file.clone(), error))
    }
}

/// The results in a file's text.
pub(super) fn read(file: &Path, text: &str) -> Result<CompactResults, CompactRunError> {
    let wrong = |error: CompactError| CompactRunError::Results(file.to_owned(), error);
    CompactResults::read(text).map_err(wrong)
}
