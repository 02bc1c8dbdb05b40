//! What a seat could have believed at a moment, computed in bounded time for replays in the
//! browser.

use crate::certain;
use kage_belief::{History, LogLinearPrior, Metaposition, Options, SampleDiagnostics, Sampler};
use kage_goban::Point;
use kage_phantom::{HearingError, Seat};
use std::time::{Duration, Instant};

/// The number of worlds of a belief.
const WORLDS: usize = 256;
/// The time that histories may take. In a long game on a large board they would take minutes.
const TIME_LIMIT: Duration = Duration::from_secs(3);

/// What a seat could have believed at a moment.
#[derive(Clone, PartialEq, Debug)]
pub struct BeliefView {
    /// The probability of a hidden stone of the opponent, for each point without an own stone.
    pub hidden: Vec<(Point, f64)>,
    /// What was certain, in words.
    pub certain: Vec<String>,
    /// The number of worlds it was computed from.
    pub worlds: u32,
    /// How well they fit, in words.
    pub health: String,
}

impl BeliefView {
    /// Draws worlds with histories if that is fast enough, otherwise boards that fit the latest
    /// view.
    pub fn of(seat: &Seat) -> Result<BeliefView, HearingError> {
        let (diagnostics, health) = match histories(seat)? {
            Some(found) => found,
            None => boards(seat),
        };
        let chance = |point| {
            let known = seat.theirs().contains(point);
            (point, if known { 1.0 } else { diagnostics.share(point) })
        };
        let points = seat.size().points().filter(|point| !seat.mine().contains(*point));
        Ok(BeliefView {
            hidden: points.map(chance).collect(),
            certain: certain(seat)?,
            worlds: diagnostics.worlds() as u32,
            health,
        })
    }
}

/// Worlds with a history, sampled turn by turn; `None` if that takes too long.
fn histories(seat: &Seat) -> Result<Option<(SampleDiagnostics, String)>, HearingError> {
    let start = Instant::now();
    // The tests of `belief` find broken weights. Here the prior is then flat.
    let learned = LogLinearPrior::embedded().ok().filter(|prior| prior.applies_to(seat.size()));
    let is_learned = learned.is_some();
    let mut sampler: Box<dyn Sampler> = match learned {
        Some(learned) => Box::new(History::with_prior(Options::default(), learned)),
        None => Box::new(History::new(Options::default())),
    };
    let mut earlier = Seat::new(*seat.rules(), seat.setup(), seat.color());
    sampler.update(&earlier);
    for news in seat.log() {
        let moves = earlier.moves();
        earlier.hear(news)?;
        if earlier.moves() != moves {
            sampler.update(&earlier);
        }
        if start.elapsed() > TIME_LIMIT {
            return Ok(None);
        }
    }
    sampler.update(seat);
    let diagnostics = draw(&mut *sampler, seat);
    let mut health = sampler.health().to_string();
    if is_learned {
        health += "; likelier as programs play";
    }
    Ok(Some((diagnostics, health)))
}

/// Boards that fit the latest seat, without a history.
fn boards(seat: &Seat) -> (SampleDiagnostics, String) {
    let mut sampler = Metaposition::new(Options::default());
    sampler.update(seat);
    let diagnostics = draw(&mut sampler, seat);
    (diagnostics, "the game is long: boards that fit the last seat, without a history".to_owned())
}

fn draw(sampler: &mut dyn Sampler, seat: &Seat) -> SampleDiagnostics {
    let mut diagnostics = SampleDiagnostics::new(Options::default().chains);
    sampler.draw(WORLDS, &mut |world| diagnostics.add(&world, !seat.color()));
    diagnostics
}
