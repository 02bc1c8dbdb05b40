//! Training examples of finished games: what each turn was worth beyond what the critic expected of it.

use super::actor::{FinishedGame, Try, Turn};
use super::config::SelfPlayConfig;
use crate::returns::{Value, lambda_returns};
use kage_goban::{ByColor, Color, Point, PointSet, area_points};
use kage_net::{ChoiceTarget, Choices, Inference, Look, TrainingExample};
use kage_phantom::{Choice, Ending};
use kage_referee::Record;

/// The nets that a review asks.
pub(super) struct Reviewers<'a> {
    pub(super) critic: &'a Inference,
    /// The net that choices are held near, if they are.
    pub(super) anchor: Option<&'a Inference>,
}

/// What a game teaches.
pub(super) struct ReviewedGame {
    pub(super) net: Vec<TrainingExample>,
    pub(super) critic: Vec<TrainingExample>,
    /// For each turn, what the critic expected and what came of it, for Black.
    pub(super) expected: Vec<(f32, f32)>,
}

impl Reviewers<'_> {
    /// The examples of a game.
    pub(super) fn review(&self, config: &SelfPlayConfig, game: FinishedGame) -> ReviewedGame {
        let FinishedGame { record, turns, tries, .. } = game;
        let end = end(&record);
        let expected = self.expected(&turns);
        let returns = lambda_returns(end, &expected, config.lambda as f32);
        let worth = |value: Value| value.worth(config.lead_weight);
        let pairs = expected.iter().zip(&returns);
        let pairs = pairs.map(|(expected, came)| (worth(*expected), worth(*came))).collect();
        let area = area(&record);
        let anchors = self.anchors(&tries);
        let next = next_stones(&turns);
        let learned = tries.into_iter().zip(anchors);
        let net =
            learned.filter(|(tried, _)| tried.chance <= config.certain).map(|(tried, anchor)| {
                let (turn, mover) = (tried.turn, turns[tried.turn].mover);
                let [expected, came] =
                    [expected[turn], returns[turn]].map(|value| worth(value.for_side(mover)));
                let example = example_of_try(tried, came - expected, anchor);
                let next = next[turn];
                with_end(TrainingExample { next, ..example }, area, mover, end.for_side(mover))
            });
        let net = net.collect();
        let critic = turns.into_iter().zip(returns).map(|(turn, came)| {
            let example = TrainingExample::of(turn.planes, turn.symmetry);
            with_end(example, area, turn.mover, came.for_side(turn.mover))
        });
        ReviewedGame { net, critic: critic.collect(), expected: pairs }
    }

    /// What the critic expects of each turn, for Black.
    fn expected(&self, turns: &[Turn]) -> Vec<Value> {
        let looks: Vec<Look<'_>> = turns.iter().map(Turn::look).collect();
        let outputs = self.critic.evaluate(&looks);
        let values = turns.iter().zip(&outputs);
        values.map(|(turn, output)| Value::of(output).for_side(turn.mover)).collect()
    }

    /// What the older net would have chosen.
    fn anchors(&self, tries: &[Try]) -> Vec<Option<Vec<f32>>> {
        let Some(anchor) = self.anchor else { return vec![None; tries.len()] };
        let looks: Vec<Look<'_>> = tries.iter().map(Try::look).collect();
        let outputs = anchor.evaluate(&looks);
        let pairs = tries.iter().zip(&outputs);
        pairs.map(|(tried, output)| Some(Choices::of(output, tried.open).log_chances)).collect()
    }
}

fn example_of_try(tried: Try, advantage: f32, anchor: Option<Vec<f32>>) -> TrainingExample {
    let Try { planes, symmetry, open, made, log_chance, unknown, hidden, .. } = tried;
    let choice = ChoiceTarget::Improve { open, made, log_chance, advantage, anchor };
    TrainingExample { choice, unknown, hidden, ..TrainingExample::of(planes, symmetry) }
}

/// The same example with the end of the game, or what it is thought to be.
fn with_end(
    example: TrainingExample,
    area: Option<ByColor<PointSet>>,
    side: Color,
    value: Value,
) -> TrainingExample {
    TrainingExample {
        own_area: area.map_or(PointSet::EMPTY, |area| area[side]),
        their_area: area.map_or(PointSet::EMPTY, |area| area[!side]),
        win: Some(value.win),
        lead: Some(value.lead),
        ..example
    }
}

/// The end of a game, for Black.
fn end(record: &Record) -> Value {
    let outcome = record.outcome();
    let win = outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == Color::Black)));
    let lead = match outcome.ending {
        Ending::Count(score) => score.lead() as f32 / 2.0,
        _ => 0.0,
    };
    Value { win, lead }
}

/// The points that count for each side at the end; `None` if the game was not counted.
pub(super) fn area(record: &Record) -> Option<ByColor<PointSet>> {
    let counted = matches!(record.outcome().ending, Ending::Count(_));
    counted.then(|| area_points(record.position().board(), &record.dead()))
}

/// For each turn, the stone with which the opponent answered.
fn next_stones(turns: &[Turn]) -> Vec<Option<Point>> {
    let next = |index: usize| match turns.get(index + 1)?.made? {
        Choice::Try(point) => Some(point),
        _ => None,
    };
    (0..turns.len()).map(next).collect()
}
