//! A folder of results, and the run that fills it.

use super::experiment_run::{ExperimentRun, GameEnd, read};
use super::{CompactNote, CompactResults, CompactRunError, Page, page};
use crate::{Experiment, ExperimentError, Reproduction, ReproductionConfig};
use kage_arena::{Contestant, Entrant};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CompactEnd {
    /// Every game is played, but for so many that were void too often.
    Complete {
        /// How many.
        left_out: usize,
    },
    /// It was stopped from outside.
    Stopped,
    /// All games of the folder together took so many hours.
    Hours(f64),
}

/// How far a run goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CompactGoal {
    /// It ends once all games of the folder took so many hours.
    pub hours: f64,
    /// A pairing whose result is close after its own games goes on to this number.
    pub close: Option<u32>,
}

/// The experiments of a run, each with its results so far.
pub struct CompactRuns {
    folder: PathBuf,
    runs: Vec<ExperimentRun>,
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
        let all: Result<Vec<Experiment>, ExperimentError> = Experiment::all().collect();
        let all = all.map_err(CompactRunError::Definition)?;
        let mut runs = Vec::new();
        for experiment in experiments {
            for SweepPoint { value, elsewhere } in points(experiment, config, &all) {
                if elsewhere.len() == experiment.pairings.len() {
                    continue;
                }
                let mut config = config.clone();
                config.values.extend(value);
                let prepared = Reproduction::prepare(experiment, &config, &contestant);
                let reproduction = prepared.map_err(CompactRunError::Experiment)?;
                runs.push(ExperimentRun::open(folder, experiment, reproduction, elsewhere)?);
            }
        }
        Ok(CompactRuns { folder: folder.to_owned(), runs })
    }

    /// Plays the games that are missing, one experiment after the other, so that figures are decided
    /// early. A game that is void is played again, three times at most; `tell` hears of it.
    pub fn play(
        &mut self,
        goal: CompactGoal,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&CompactNote),
    ) -> Result<CompactEnd, CompactRunError> {
        let mut used: f64 = load_results(&self.folder)?.values().map(CompactResults::hours).sum();
        for run in &mut self.runs {
            while let Some(game) = run.next(goal.close) {
                if used >= goal.hours {
                    return Ok(CompactEnd::Hours(used));
                }
                match run.play(game, stop, tell)? {
                    GameEnd::Stored(seconds) => used += seconds / 3600.0,
                    GameEnd::LeftOut => {}
                    GameEnd::Stopped => return Ok(CompactEnd::Stopped),
                }
            }
        }
        Ok(CompactEnd::Complete { left_out: self.runs.iter().map(ExperimentRun::left_out).sum() })
    }
}

/// One run of an experiment: the value to set, if there is a sweep, and the pairings that another
/// experiment plays.
struct SweepPoint {
    value: Option<(String, u64)>,
    elsewhere: BTreeSet<usize>,
}

/// The runs of an experiment: one, or one for each point of its sweep.
fn points(
    experiment: &Experiment,
    config: &ReproductionConfig,
    all: &[Experiment],
) -> Vec<SweepPoint> {
    let sweep = config.effort.scale(experiment).sweep.as_ref();
    let is_set = |value: &str| config.values.iter().any(|(name, _)| name == value);
    let Some(sweep) = sweep.filter(|sweep| !is_set(&sweep.value)) else {
        return vec![SweepPoint { value: None, elsewhere: BTreeSet::new() }];
    };
    let point = |&point: &u64| {
        let lines = experiment.pairings.iter().enumerate();
        let there = lines.filter(|(_, line)| experiment.twin(sweep, point, line, all).is_some());
        let elsewhere = there.map(|(place, _)| place).collect();
        SweepPoint { value: Some((sweep.value.clone(), point)), elsewhere }
    };
    sweep.points.iter().map(point).collect()
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "test helpers")]

    use super::*;
    use crate::Effort;
    use kage_arena::SeatedPlayer;
    use kage_phantom::PlayerError;
    use std::sync::{Arc, Mutex};

    /// Two experiments of random players, two pairings each; the first pairing has a published result.
    fn experiments() -> Vec<Experiment> {
        let text = r#"
            name = "NAME"
            version = 1
            title = "of a test"
            source = ""
            about = ""
            budget = ""
            rules = "borsboom"
            quick = { games = 22, values = {} }
            small = { games = 22, values = {} }
            full = { games = 22, values = {} }
            player = [{ name = "a", spec = "random" }, { name = "b", spec = "random" }, { name = "c", spec = "random" }]
            pairing = [{ players = ["a", "b"], published = [25, 25] }, { players = ["a", "c"] }]
        "#;
        let named = |name: &str| toml::from_str(&text.replace("NAME", name)).unwrap();
        ["first", "second"].map(named).into()
    }

    fn config(effort: Effort) -> ReproductionConfig {
        ReproductionConfig {
            effort,
            games: None,
            values: Vec::new(),
            folder: PathBuf::new(),
            concurrency: 1,
            seed: 1,
            version: "1".to_owned(),
            machine: "this".to_owned(),
        }
    }

    /// The games of a run in order: the second player, and the number. Those in `void` fail so often.
    struct Games {
        begun: Arc<Mutex<Vec<(String, u32)>>>,
        void: Arc<Mutex<BTreeMap<u32, u32>>>,
    }

    impl Games {
        fn new(void: &[(u32, u32)]) -> Games {
            let void = void.iter().copied().collect();
            Games { begun: Arc::default(), void: Arc::new(Mutex::new(void)) }
        }

        fn contestant(&self, entrant: &Entrant) -> Contestant {
            let (begun, void) = (Arc::clone(&self.begun), Arc::clone(&self.void));
            let (label, spec) = (entrant.name.clone(), entrant.spec.clone());
            let name = label.clone();
            let seat = Box::new(move |request: kage_arena::SeatRequest| {
                if name != "a" {
                    let mut void = void.lock().unwrap();
                    if let Some(left) = void.get_mut(&request.game).filter(|left| **left > 0) {
                        *left -= 1;
                        return Err(PlayerError::Infrastructure("a test".to_owned()));
                    }
                    begun.lock().unwrap().push((name.clone(), request.game));
                }
                Ok(SeatedPlayer::Blind(kage_players::seat(&spec, request.seed).unwrap()))
            });
            Contestant { label, seat }
        }

        /// Plays both experiments in a folder. What ended it, and what was said.
        fn play(&self, folder: &Path, close: Option<u32>) -> (CompactEnd, Vec<String>) {
            let (config, seat) = (config(Effort::Quick), |entrant: &_| self.contestant(entrant));
            let mut runs = CompactRuns::open(folder, &experiments(), &config, seat).unwrap();
            let (mut said, goal) = (Vec::new(), CompactGoal { hours: 1.0, close });
            let mut tell = |note: &CompactNote| said.push(note.to_string());
            let end = runs.play(goal, &AtomicBool::new(false), &mut tell).unwrap();
            (end, said)
        }
    }

    fn results(folder: &Path, name: &str) -> CompactResults {
        load_results(folder).unwrap().remove(name).unwrap()
    }

    #[test]
    fn one_experiment_is_played_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let games = Games::new(&[]);
        let (end, said) = games.play(folder.path(), None);
        assert_eq!((end, said), (CompactEnd::Complete { left_out: 0 }, Vec::new()));
        let block =
            |name: &str, from, to| (from..to).map(move |game| (name.to_owned(), game)).collect();
        let blocks: [Vec<_>; 4] =
            [block("b", 0, 20), block("c", 0, 20), block("b", 20, 22), block("c", 20, 22)];
        let once = blocks.concat();
        assert_eq!(*games.begun.lock().unwrap(), [once.clone(), once].concat());
        // Complete results are not played again.
        let again = Games::new(&[]);
        again.play(folder.path(), None);
        assert!(again.begun.lock().unwrap().is_empty());
    }

    #[test]
    fn a_void_game_is_played_again_and_left_out_after_three() {
        let folder = tempfile::tempdir().unwrap();
        // Game 1 of the first pairing fails twice; game 3 always does.
        let (end, said) = Games::new(&[(1, 2), (3, 100)]).play(folder.path(), None);
        assert_eq!(end, CompactEnd::Complete { left_out: 4 });
        assert_eq!(said.len(), 2 + 4 * 4, "{said:?}");
        assert!(said[0].starts_with("a v b, game 1 is void: ") && said[0].contains("a test"));
        assert!(said[5].starts_with("a v b, game 3 is left out"), "{said:?}");
        assert_eq!(results(folder.path(), "first-quick").tally(0).games(), 21);
        // The next run plays it.
        let healthy = Games::new(&[]);
        let (end, _) = healthy.play(folder.path(), None);
        assert_eq!(end, CompactEnd::Complete { left_out: 0 });
        let missing = ["b", "c", "b", "c"].map(|name| (name.to_owned(), 3));
        assert_eq!(*healthy.begun.lock().unwrap(), missing);
    }

    #[test]
    fn close_pairings_have_more_games() {
        let folder = tempfile::tempdir().unwrap();
        Games::new(&[]).play(folder.path(), Some(30));
        let first = results(folder.path(), "first-quick");
        assert_eq!([0, 1].map(|pairing| first.tally(pairing).games()), [30, 22]);
    }

    #[test]
    fn another_build_is_named_from_its_first_game_on() {
        let folder = tempfile::tempdir().unwrap();
        Games::new(&[]).play(folder.path(), None);
        let file = folder.path().join("first-quick.tsv");
        let text = fs::read_to_string(&file).unwrap();
        let now = results(folder.path(), "first-quick").origins[0].players.clone();
        let (cut, _) = text.trim_end().rsplit_once('\n').unwrap();
        fs::write(&file, format!("{}\n", cut.replace(&now, "0123"))).unwrap();
        let (_, said) = Games::new(&[]).play(folder.path(), None);
        assert!(said.len() == 1 && said[0].contains("plays differently"), "{said:?}");
        let origins = results(folder.path(), "first-quick").origins;
        let origins: Vec<_> = origins.iter().map(|one| (one.after, one.players.as_str())).collect();
        assert_eq!(origins, [(0, "0123"), (43, now.as_str())]);
    }

    #[test]
    fn what_another_experiment_plays_is_not_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["borsboom-uct-bank", "borsboom-curves"].map(str::to_owned);
        let sweeps = Experiment::named(&names).unwrap();
        let (config, games) = (config(Effort::Full), Games::new(&[]));
        let seat = |entrant: &_| games.contestant(entrant);
        let runs = CompactRuns::open(folder.path(), &sweeps, &config, seat).unwrap();
        let files = load_results(folder.path()).unwrap();
        let files: Vec<&str> = files.keys().map(String::as_str).collect();
        assert!(files.contains(&"borsboom-uct-bank-full-uct398000"), "{files:?}");
        assert!(!files.contains(&"borsboom-uct-bank-full-uct530000"), "{files:?}");
        let nexts: Vec<_> = runs.runs.iter().map(|run| run.next(None)).collect();
        assert_eq!(nexts.iter().filter(|next| **next == Some((0, 0))).count(), 3 + 5);
        assert_eq!(nexts.iter().filter(|next| **next == Some((5, 0))).count(), 1, "{nexts:?}");
    }
}
