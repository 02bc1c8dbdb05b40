//! A game taken through the referee again, and shown try by try.

use crate::{DataError, Game, Notes};
use kage_goban::{ByColor, Color, Move, PointSet, Position, area_points};
use kage_phantom::{Choice, Ending, RefereeRules, Refusal, Setup, View};
use kage_referee::{Heard, Record, Referee};

/// One try, with all that is known of it.
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
    /// The truth at that moment.
    pub truth: &'a Position,
    /// What was chosen.
    pub choice: Choice,
    /// Why it was refused, if it was.
    pub refused: Option<Refusal>,
    /// What the player noted.
    pub notes: Option<&'a Notes>,
    /// The game to its end.
    pub record: &'a Record,
    /// The points that count for each side at the end.
    pub area: &'a ByColor<PointSet>,
}

impl Sample<'_> {
    /// Whose try it is.
    pub const fn color(&self) -> Color {
        self.view.color()
    }

    /// How the game ends for who makes the try: 1 for a win, -1 for a loss, 0 for neither.
    pub fn result(&self) -> i8 {
        match self.record.outcome().winner {
            Some(winner) if winner == self.color() => 1,
            Some(_) => -1,
            None => 0,
        }
    }

    /// By how many points he leads at the end, komi included; `None` where nobody counted.
    pub fn lead(&self) -> Option<f64> {
        let Ending::Count(score) = self.record.outcome().ending else { return None };
        let black = f64::from(score.lead()) / 2.0;
        Some(if self.color() == Color::Black { black } else { -black })
    }
}

/// Takes a game through the referee and shows every try, with the view it was made from. The
/// number is only passed on.
///
/// The referee decides everything once, for the end must be known before the first sample; then
/// the same moves are made on a board, and the views are folded from what he said.
pub fn replay(
    game: &Game,
    number: u32,
    rules: RefereeRules,
    setup: Setup,
    mut watch: impl FnMut(&Sample<'_>),
) -> Result<Record, DataError> {
    let fail = |what: String| DataError::Impossible { game: number, what };
    let (record, heard) = judge(game, rules, setup).map_err(fail)?;
    let area = area_points(record.position().board(), &record.dead());
    let mut refusals = refusals(&record).into_iter();
    let mut truth = setup.position(rules.ko);
    let mut views = ByColor::new(|color| View::new(rules, &setup, color));
    for (index, (&choice, heard)) in game.choices.iter().zip(&heard).enumerate() {
        let refused = refusals.next().flatten();
        let turn = truth.turn();
        watch(&Sample {
            game: number,
            number: index,
            player: game.player(turn),
            view: &views[turn],
            their_view: &views[!turn],
            truth: &truth,
            choice,
            refused,
            notes: game.notes.get(index),
            record: &record,
            area: &area,
        });
        match choice {
            Choice::Try(point) if refused.is_none() => play(&mut truth, Move::Play(point)),
            Choice::Pass => play(&mut truth, Move::Pass),
            Choice::Try(_) | Choice::Resign => Ok(()),
        }
        .map_err(fail)?;
        fold(&mut views, heard).map_err(fail)?;
    }
    Ok(record)
}

/// What the referee makes of it: the record, and what was heard after each try.
fn judge(game: &Game, rules: RefereeRules, setup: Setup) -> Result<(Record, Vec<Heard>), String> {
    let (mut referee, _) = Referee::new(rules, setup);
    let mut all = Vec::with_capacity(game.choices.len());
    for &choice in &game.choices {
        let turn = referee.to_move().ok_or("it goes on after its end")?;
        all.push(referee.hear(turn, choice).map_err(|error| error.to_string())?);
    }
    if let Some((color, why)) = game.forfeit {
        referee.forfeit(color, why).map_err(|error| error.to_string())?;
    }
    if referee.to_move().is_some() {
        return Err("it has no end".to_owned());
    }
    Ok((referee.finish(), all))
}

/// For every try of a record, why it was refused, if it was.
fn refusals(record: &Record) -> Vec<Option<Refusal>> {
    let mut all = Vec::new();
    for turn in record.turns() {
        all.extend(turn.refused.iter().map(|&(_, reason)| Some(reason)));
        all.extend(turn.end.play().map(|_| None));
    }
    all
}

fn play(truth: &mut Position, play: Move) -> Result<(), String> {
    truth.play(play).map(drop).map_err(|error| format!("{play}: {error}"))
}

fn fold(views: &mut ByColor<View>, heard: &Heard) -> Result<(), String> {
    for color in Color::BOTH {
        for news in &heard[color] {
            views[color].update(news).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}
