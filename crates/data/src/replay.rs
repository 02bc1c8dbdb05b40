//! Games replayed: every try, with both views and the truth.

use crate::{DataError, Game, GameError, Notes};
use kage_goban::{ByColor, Color, Move, PointSet, Position, area_points};
use kage_phantom::{Choice, Ending, RefereeRules, Refusal, Setup, Table, View, Views};
use kage_referee::{Record, Referee, Turn, TurnEnd};

/// One try of a replayed game.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The number of the game, from 0.
    pub game: u32,
    /// The number of the try in the game, from 0.
    pub number: usize,
    /// Which player of the header made it: 0 or 1.
    pub player: u8,
    /// The view it was made from.
    pub view: &'a View,
    /// The opponent's view at that moment.
    pub their_view: &'a View,
    /// The true position at that moment.
    pub truth: &'a Position,
    /// The choice.
    pub choice: Choice,
    /// The reason of the refusal, if it was refused.
    pub refused: Option<Refusal>,
    /// The notes of the player.
    pub notes: Option<&'a Notes>,
    /// The whole game.
    pub record: &'a Record,
    /// The points that count for each side at the end.
    pub area: &'a ByColor<PointSet>,
}

impl Sample<'_> {
    /// The side that makes the try.
    pub const fn color(&self) -> Color {
        self.view.color()
    }

    /// The result for the side that makes the try: 1 for a win, -1 for a loss, 0 for neither.
    pub fn result(&self) -> i8 {
        match self.record.outcome().winner {
            Some(winner) if winner == self.color() => 1,
            Some(_) => -1,
            None => 0,
        }
    }

    /// The lead of that side at the end in points, komi included; `None` if the game was not counted.
    pub fn lead(&self) -> Option<f64> {
        let Ending::Count(score) = self.record.outcome().ending else { return None };
        let black = f64::from(score.lead()) / 2.0;
        Some(if self.color() == Color::Black { black } else { -black })
    }
}

/// Takes a game through the referee, and then shows every try to `watch`.
///
/// The referee comes first, because the end must be known before the first sample. The number is only
/// passed on.
pub fn replay(
    game: &Game,
    number: u32,
    rules: RefereeRules,
    setup: Setup,
    watch: impl FnMut(&Sample<'_>),
) -> Result<Record, DataError> {
    let fail = |error| DataError::Impossible { game: number, error };
    let record = referee(game, rules, setup).map_err(fail)?;
    let played = PlayedGame { record: &record, number, black: game.black, notes: &game.notes };
    played.replay(watch).map_err(fail)?;
    Ok(record)
}

/// The record of a game that nobody has checked.
fn referee(game: &Game, rules: RefereeRules, setup: Setup) -> Result<Record, GameError> {
    let (mut referee, _) = Referee::new(rules, setup);
    for &choice in &game.choices {
        let turn = referee.to_move().ok_or(GameError::GoesOn)?;
        referee.hear(turn, choice)?;
    }
    if let Some((color, why)) = game.forfeit {
        referee.forfeit(color, why)?;
    }
    if referee.to_move().is_some() {
        return Err(GameError::Endless);
    }
    Ok(referee.finish())
}

/// A game that a referee has seen to its end.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGame<'a> {
    /// The game.
    pub record: &'a Record,
    /// The number of the game, from 0.
    pub number: u32,
    /// Which player of the header has Black: 0 or 1.
    pub black: u8,
    /// The notes of each try; may be empty.
    pub notes: &'a [Notes],
}

impl PlayedGame<'_> {
    /// Shows every try to `watch`. No referee is needed: the record is the truth, and a [`Table`] says
    /// again what each seat heard.
    pub fn replay(&self, mut watch: impl FnMut(&Sample<'_>)) -> Result<(), GameError> {
        let (rules, setup) = (*self.record.rules(), *self.record.setup());
        let area = area_points(self.record.position().board(), &self.record.dead());
        let mut table = Table::new(setup.position(rules.ko));
        let mut views = Views::new(rules, &setup);
        let tries = self.record.turns().iter().flat_map(tries);
        for (index, (choice, refused)) in tries.enumerate() {
            let turn = table.position().turn();
            watch(&Sample {
                game: self.number,
                number: index,
                player: if turn == Color::Black { self.black } else { 1 - self.black },
                view: &views[turn],
                their_view: &views[!turn],
                truth: table.position(),
                choice,
                refused,
                notes: self.notes.get(index),
                record: self.record,
                area: &area,
            });
            let wish = match choice {
                Choice::Try(point) => Move::Play(point),
                Choice::Pass => Move::Pass,
                Choice::Resign => break,
            };
            let (_, heard) = table.rule(&rules, wish)?;
            views.hear(&heard)?;
        }
        Ok(())
    }
}

/// The tries of a turn, each with the reason of its refusal.
pub(crate) fn tries(turn: &Turn) -> impl Iterator<Item = (Choice, Option<Refusal>)> + '_ {
    let refused = turn.refused.iter().map(|&(point, reason)| (Choice::Try(point), Some(reason)));
    let last = match turn.end {
        TurnEnd::Play { point, .. } => Some(Choice::Try(point)),
        TurnEnd::Pass => Some(Choice::Pass),
        TurnEnd::Resign => Some(Choice::Resign),
        TurnEnd::Forfeit(_) | TurnEnd::Open => None,
    };
    refused.chain(last.map(|choice| (choice, None)))
}
