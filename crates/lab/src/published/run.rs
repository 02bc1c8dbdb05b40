//! A folder of results, and the run that fills it.

use super::{CompactError, CompactGame, CompactResults, Page, page};
use crate::{Experiment, Reproduction, ReproductionConfig, ReproductionError};
use kage_arena::{Conditions, Contestant, Entrant};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

/// Games of a pairing in a row.
const BLOCK: u32 = 20;

/// A run cannot go on.
#[derive(Debug)]
pub enum CompactRunError {
    /// A file or folder could not be read or written.
    File(PathBuf, std::io::Error),
    /// A file's results cannot be read, or are of other terms.
    Results(PathBuf, CompactError),
    /// An experiment cannot be played.
    Experiment(ReproductionError),
    /// A game does not count: which, and why.
    Void(String, String),
}

impl fmt::Display for CompactRunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompactRunError::File(path, error) => write!(f, "{}: {error}", path.display()),
            CompactRunError::Results(path, error) => write!(f, "{}: {error}", path.display()),
            CompactRunError::Experiment(error) => error.fmt(f),
            CompactRunError::Void(game, why) => write!(f, "{game} is void: {why}"),
        }
    }
}

impl std::error::Error for CompactRunError {}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CompactEnd {
    /// Every game is played.
    Complete,
    /// It was stopped from outside.
    Stopped,
    /// All games of the folder together took so many hours.
    Hours(f64),
}

/// The experiments of a run, each with its results so far.
pub struct CompactRuns {
    folder: PathBuf,
    runs: Vec<CompactRun>,
}

/// One experiment at one scale and value, with the results so far.
struct CompactRun {
    reproduction: Reproduction,
    results: CompactResults,
    file: PathBuf,
    /// Has this run written where it plays?
    begun: bool,
}

impl CompactRuns {
    /// Opens the runs of these experiments in a folder. `config` says how they are played;
    /// `contestant` how an entrant takes its seat.
    pub fn open(
        folder: &Path,
        experiments: &[Experiment],
        config: &ReproductionConfig,
        contestant: impl Fn(&Entrant) -> Contestant,
    ) -> Result<CompactRuns, CompactRunError> {
        let cannot = |error| CompactRunError::File(folder.to_owned(), error);
        fs::create_dir_all(folder).map_err(cannot)?;
        let mut runs = Vec::new();
        for experiment in experiments {
            for point in points(experiment, config) {
                let mut config = config.clone();
                config.values.extend(point);
                let prepared = Reproduction::prepare(experiment, &config, &contestant);
                let reproduction = prepared.map_err(CompactRunError::Experiment)?;
                runs.push(CompactRun::open(folder, reproduction)?);
            }
        }
        Ok(CompactRuns { folder: folder.to_owned(), runs })
    }

    /// Plays the games that are missing, block by block: all pairings grow evenly, those of the first
    /// experiments first. It ends once all games of the folder took so many `hours`.
    pub fn play(&mut self, hours: f64, stop: &AtomicBool) -> Result<CompactEnd, CompactRunError> {
        let mut used: f64 = load_results(&self.folder)?.values().map(CompactResults::hours).sum();
        while let Some((place, pairing)) = self.next() {
            let run = &mut self.runs[place];
            let from = run.results.next_game(pairing);
            let end = (from / BLOCK + 1) * BLOCK;
            for game in from..end.min(run.games(pairing)) {
                if used >= hours {
                    return Ok(CompactEnd::Hours(used));
                }
                let Some(seconds) = run.play(pairing, game, stop)? else {
                    return Ok(CompactEnd::Stopped);
                };
                used += seconds / 3600.0;
            }
        }
        Ok(CompactEnd::Complete)
    }

    /// The run and the pairing to play on: the first of those with the fewest whole blocks.
    fn next(&self) -> Option<(usize, usize)> {
        let pairings = self.runs.iter().enumerate().flat_map(|(place, run)| {
            let count = run.reproduction.tournament.conditions.pairings.len();
            (0..count).map(move |pairing| (place, pairing))
        });
        let played =
            |&(place, pairing): &(usize, usize)| self.runs[place].results.next_game(pairing);
        let open = pairings.filter(|at| played(at) < self.runs[at.0].games(at.1));
        open.min_by_key(|at| played(at) / BLOCK)
    }
}

/// The values to set for each run of an experiment: none, or one for each point of its sweep.
fn points(experiment: &Experiment, config: &ReproductionConfig) -> Vec<Vec<(String, u64)>> {
    let sweep = config.effort.scale(experiment).sweep.as_ref();
    let is_set = |value: &str| config.values.iter().any(|(name, _)| name == value);
    let points = sweep.filter(|sweep| !is_set(&sweep.value)).map(|sweep| {
        let point = |point: &u64| vec![(sweep.value.clone(), *point)];
        sweep.points.iter().map(point).collect()
    });
    points.unwrap_or_else(|| vec![Vec::new()])
}

impl CompactRun {
    fn open(folder: &Path, reproduction: Reproduction) -> Result<CompactRun, CompactRunError> {
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
        Ok(CompactRun { reproduction, results, file, begun: false })
    }

    /// How many games a pairing has in the end.
    fn games(&self, pairing: usize) -> u32 {
        self.reproduction.tournament.conditions.pairings[pairing].games
    }

    /// Plays a game and stores its result. Returns how long it took; `None` if it was interrupted.
    fn play(
        &mut self,
        pairing: usize,
        game: u32,
        stop: &AtomicBool,
    ) -> Result<Option<f64>, CompactRunError> {
        let tournament = &self.reproduction.tournament;
        let row = match tournament.play_game(pairing, game, stop) {
            Ok(row) => row,
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(None),
            Err(void) => {
                let versus = tournament.conditions.versus(pairing);
                return Err(CompactRunError::Void(format!("{versus}, game {game}"), void.what));
            }
        };
        if !self.begun {
            let Conditions { version, machine, .. } = &tournament.conditions;
            let machine = format!("kage {version} on {machine}");
            self.append(&format!("# played\t{}\t{machine}\n", today()))?;
            self.begun = true;
        }
        let result = CompactGame::of(pairing, &row);
        self.append(&format!("{result}\n"))?;
        self.results.games.push(result);
        Ok(Some(result.seconds))
    }

    fn append(&self, line: &str) -> Result<(), CompactRunError> {
        let file = OpenOptions::new().append(true).open(&self.file);
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .map_err(|error| CompactRunError::File(self.file.clone(), error))
    }
}

fn read(file: &Path, text: &str) -> Result<CompactResults, CompactRunError> {
    CompactResults::read(text).map_err(|error| CompactRunError::Results(file.to_owned(), error))
}

/// All results of a folder, by the names of their files.
fn load_results(folder: &Path) -> Result<BTreeMap<String, CompactResults>, CompactRunError> {
    let unread = |error| CompactRunError::File(folder.to_owned(), error);
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(unread)? {
        let file = entry.map_err(unread)?.path();
        let name = file.file_name().and_then(|name| name.to_str());
        if let Some(name) = name.and_then(|name| name.strip_suffix(".tsv")) {
            let text = fs::read_to_string(&file)
                .map_err(|error| CompactRunError::File(file.clone(), error))?;
            all.insert(name.to_owned(), read(&file, &text)?);
        }
    }
    Ok(all)
}

/// Writes the page of a folder's results, and its pictures in `images/published` beside it.
pub fn write_page(
    folder: &Path,
    at: &Path,
    experiments: &[Experiment],
) -> Result<(), CompactRunError> {
    let Page { text, pictures } = page(experiments, &load_results(folder)?);
    let images = at.parent().unwrap_or(Path::new("")).join("images/published");
    let write = |file: &Path, text: &str| {
        fs::write(file, text).map_err(|error| CompactRunError::File(file.to_owned(), error))
    };
    if !pictures.is_empty() {
        let made = fs::create_dir_all(&images);
        made.map_err(|error| CompactRunError::File(images.clone(), error))?;
    }
    for (name, svg) in pictures {
        write(&images.join(name), &svg)?;
    }
    write(at, &text)
}

/// The day in UTC, as in 2007-08-31.
fn today() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let (year, month, day) = civil(since.map_or(0, |time| time.as_secs() / 86_400));
    format!("{year}-{month:02}-{day:02}")
}

/// The date of a day since 1970, in the Gregorian calendar: years are counted from March, so that a
/// leap day is the last of its year.
const fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_have_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(59), (1970, 3, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(13_756), (2007, 8, 31));
    }
}
