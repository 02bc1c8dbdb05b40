//! A replay with both seats' views beside the truth.

use crate::{ReplayError, Transcript, replay};
use kage_goban::{Move, Position};
use kage_phantom::{Misheard, Ruling, Seats, Setup};
use kage_referee::Record;

/// One moment of a replay.
#[derive(Debug)]
pub struct ReplayMoment<'a> {
    /// What each seat knew and had heard.
    pub seats: &'a Seats,
    /// The true position.
    pub position: &'a Position,
    /// The move that led here; `None` before the first turn and after a turn without a move.
    pub last: Option<Move>,
}

/// Takes a transcript through the referee, and shows the moment before the first turn and the one
/// after each turn.
///
/// ```
/// use kage_goban::Color;
/// use kage_record::{from_text, replay_with_views};
/// let game = from_text("b E5\nw (E5) E4").unwrap();
/// let mut hidden = Vec::new();
/// replay_with_views(&game, |moment| {
///     let theirs = moment.position.board().stones(Color::White);
///     hidden.push((theirs - moment.seats[Color::Black].theirs()).len());
/// })
/// .unwrap();
/// assert_eq!(hidden, [0, 0, 1], "Black does not know of E4");
/// ```
pub fn replay_with_views(
    game: &Transcript,
    mut watch: impl FnMut(ReplayMoment<'_>),
) -> Result<Record, ReplayError> {
    let setup = Setup::handicap(game.size, game.handicap).map_err(ReplayError::Setup)?;
    let mut seats = Seats::new(game.rules, &setup);
    watch(ReplayMoment { seats: &seats, position: &setup.position(game.rules.ko), last: None });
    let mut misheard: Option<Misheard> = None;
    let record = replay(game, |step| {
        if misheard.is_some() {
            return;
        }
        if let Err(error) = seats.hear(&step.heard) {
            misheard = Some(error);
            return;
        }
        let last = step.rulings.last().and_then(|ruling| match ruling {
            Ruling::Accepted { play, .. } => Some(*play),
            Ruling::Refused { .. } => None,
        });
        watch(ReplayMoment { seats: &seats, position: step.position, last });
    })?;
    misheard.map_or(Ok(record), |error| Err(ReplayError::Misheard(error)))
}
