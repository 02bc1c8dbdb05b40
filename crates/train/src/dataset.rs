//! Training examples from files of self-play.

use crate::{Teacher, TrainError};
use kage_data::{Reader, Sample, replay};
use kage_goban::PointSet;
use kage_net::{ChoiceTarget, Planes, TrainingExample, open_points};
use kage_phantom::{Choice, View};
use std::io::Read;
use std::path::Path;

/// One game of this many is held out.
const HELD_OUT: u32 = 20;

/// Training examples, and examples of other games to test with.
#[derive(Default)]
pub struct Dataset {
    /// Examples to train on.
    pub training: Vec<TrainingExample>,
    /// Examples of games that are held out.
    pub held_out: Vec<TrainingExample>,
    games: u32,
}

impl Dataset {
    /// Adds every try of a file. Its choices are learned, or the teacher's in their place. The path is for
    /// error messages.
    pub fn add<R: Read>(
        &mut self,
        reader: &mut Reader<R>,
        path: &Path,
        teacher: Option<Teacher<'_>>,
    ) -> Result<(), TrainError> {
        let fail = |error| TrainError::Data(path.to_owned(), error);
        let (rules, setup) = (*reader.rules(), *reader.setup());
        loop {
            let number = reader.number();
            let Some(game) = reader.next_game().map_err(fail)? else { break };
            let held_out = self.games % HELD_OUT == HELD_OUT - 1;
            let list = if held_out { &mut self.held_out } else { &mut self.training };
            let before = list.len();
            let mut views: Vec<View> = Vec::new();
            let take = |sample: &Sample<'_>| {
                list.push(example(sample));
                if teacher.is_some() {
                    views.push(sample.view.clone());
                }
            };
            replay(&game, number, rules, setup, take).map_err(fail)?;
            if let Some(teacher) = teacher {
                teacher.teach(&views, &mut list[before..]);
            }
            self.games += u32::from(list.len() > before);
        }
        Ok(())
    }

    /// Whether a net can be trained on it.
    pub fn check(&self) -> Result<(), TrainError> {
        if self.training.is_empty() || self.held_out.is_empty() {
            let (games, needed) = (self.games as usize, HELD_OUT as usize);
            return Err(TrainError::TooFewGames { games, needed });
        }
        Ok(())
    }
}

/// The training example of a try.
fn example(sample: &Sample<'_>) -> TrainingExample {
    let (view, me) = (sample.view, sample.color());
    let theirs = sample.truth.board().stones(!me);
    let counted = sample.lead().is_some();
    let area = |side| if counted { sample.area[side] } else { PointSet::EMPTY };
    TrainingExample {
        choice: imitated(sample),
        unknown: PointSet::board(view.size()) - view.mine() - view.theirs() - view.empty(),
        hidden: theirs - view.theirs(),
        own_area: area(me),
        their_area: area(!me),
        win: (sample.result() != 0).then(|| f32::from(sample.result() > 0)),
        lead: sample.lead().map(|lead| lead as f32),
        ..TrainingExample::of(Planes::of_view(view), 0)
    }
}

/// The choice that was made is imitated. A choice that a net does not have, an own eye for example, is not
/// learned.
fn imitated(sample: &Sample<'_>) -> ChoiceTarget {
    let open = open_points(sample.view);
    let number = match sample.choice {
        Choice::Try(point) => open.iter().position(|open| open == point),
        Choice::Pass => Some(open.len()),
        Choice::Resign => None,
    };
    number.map_or(ChoiceTarget::None, |made| ChoiceTarget::Imitate {
        open,
        chances: vec![(made, 1.0)],
    })
}
