//! How fast views are updated and cloned, and how sharp they are.

use crate::{HeardGame, Sharpness, SharpnessError};
use kage_goban::{BoardSize, Color};
use kage_phantom::{HearingError, Preset, RefereeRules, Setup, View};
use kage_referee::RefereeError;
use serde::Serialize;
use std::fmt;
use std::hint::black_box;
use std::time::Instant;

/// Games whose observations are folded again and again.
const GAMES: u64 = 20;
/// Positions that are kept to say what can be known.
const POSITIONS: usize = 60_000;
/// Moves of a game on 5x5.
const MOVES_5: u32 = 20;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ViewRateConfig {
    /// How long each speed is measured.
    pub seconds: f64,
    /// Games on 5x5 for each preset, for the sharpness.
    pub games: u64,
    /// The seed of the games.
    pub seed: u64,
}

/// Why nothing was measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ViewRateError {
    /// A game could not be played.
    Referee(RefereeError),
    /// A view did not take what was heard.
    Hearing(HearingError),
    /// A view is wrong.
    Sharpness(SharpnessError),
}

impl fmt::Display for ViewRateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ViewRateError::Referee(error) => error.fmt(f),
            ViewRateError::Hearing(error) => error.fmt(f),
            ViewRateError::Sharpness(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ViewRateError {}

impl From<RefereeError> for ViewRateError {
    fn from(error: RefereeError) -> ViewRateError {
        ViewRateError::Referee(error)
    }
}

impl From<HearingError> for ViewRateError {
    fn from(error: HearingError) -> ViewRateError {
        ViewRateError::Hearing(error)
    }
}

impl From<SharpnessError> for ViewRateError {
    fn from(error: SharpnessError) -> ViewRateError {
        ViewRateError::Sharpness(error)
    }
}

/// The speed of views on one board.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
pub struct ViewSpeed {
    /// Lines of the board.
    pub size: u8,
    /// Observations folded in a second.
    pub updates_per_second: f64,
    /// Views cloned in a second.
    pub clones_per_second: f64,
}

/// How much of what can be known is known, under one preset.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct PresetSharpness {
    /// The rules.
    pub preset: String,
    /// The share of the certain stones that is known.
    pub stones: f64,
    /// The share of the certainly empty points that is known.
    pub empty: f64,
    /// The counts behind the shares.
    pub counts: Sharpness,
}

/// What was measured.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct ViewRate {
    /// The speed on each board.
    pub speed: Vec<ViewSpeed>,
    /// The sharpness on 5x5, by preset.
    pub sharpness: Vec<PresetSharpness>,
    /// The seed of the games.
    pub seed: u64,
}

impl ViewRate {
    /// Plays random games and measures views on what both seats hear in them, on one thread.
    pub fn measure(config: &ViewRateConfig) -> Result<ViewRate, ViewRateError> {
        let speed = [9, 19].into_iter().filter_map(BoardSize::new);
        let speed = speed.map(|size| speed_on(size, config)).collect::<Result<_, _>>()?;
        let sharpness = Preset::ALL.into_iter().map(|preset| sharpness_under(preset, config));
        let sharpness =
            if config.games == 0 { Vec::new() } else { sharpness.collect::<Result<_, _>>()? };
        Ok(ViewRate { speed, sharpness, seed: config.seed })
    }
}

fn speed_on(size: BoardSize, config: &ViewRateConfig) -> Result<ViewSpeed, ViewRateError> {
    let (rules, setup) = (RefereeRules::default(), Setup::even(size));
    let game =
        |number| HeardGame::random(rules, setup, 2 * size.area() as u32, config.seed + number);
    let games = (0..GAMES).map(game).collect::<Result<Vec<_>, _>>()?;
    let seats = || games.iter().flat_map(|game| Color::BOTH.map(|seat| (game, seat)));
    let (begun, mut updates) = (Instant::now(), 0_u64);
    let mut views = Vec::new();
    for (game, seat) in seats().cycle() {
        let mut view = View::new(rules, &setup, seat);
        for news in game.heard(seat) {
            view.update(news)?;
            updates += 1;
            if views.len() < 1_000 && updates.is_multiple_of(7) {
                views.push(view.clone());
            }
        }
        black_box(&view);
        if begun.elapsed().as_secs_f64() >= config.seconds {
            break;
        }
    }
    let updates_per_second = updates as f64 / begun.elapsed().as_secs_f64();
    let (begun, mut clones) = (Instant::now(), 0_u64);
    while begun.elapsed().as_secs_f64() < config.seconds {
        for view in &views {
            drop(black_box(view.clone()));
        }
        clones += views.len() as u64;
    }
    let clones_per_second = clones as f64 / begun.elapsed().as_secs_f64();
    Ok(ViewSpeed { size: size.get(), updates_per_second, clones_per_second })
}

fn sharpness_under(
    preset: Preset,
    config: &ViewRateConfig,
) -> Result<PresetSharpness, ViewRateError> {
    let mut counts = Sharpness::default();
    // There is a board of five lines.
    let size = BoardSize::new(5).unwrap_or(BoardSize::MIN);
    for number in 0..config.games {
        let seed = config.seed + number;
        let game = HeardGame::random(preset.rules(), Setup::even(size), MOVES_5, seed)?;
        counts.add(&game, POSITIONS, |_| {})?;
    }
    let (stones, empty) = (counts.stone_share(), counts.empty_share());
    Ok(PresetSharpness { preset: preset.name().to_owned(), stones, empty, counts })
}
