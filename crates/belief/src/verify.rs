//! The slow and obvious test of a world, through the rules' own door.

use crate::World;
use kage_goban::{Color, Move, Point};
use kage_phantom::{Answer, Observation, RefereeRules, Repetition, Sound, Table, View};

/// Would this world have sounded exactly like the game, observation by observation?
///
/// The world is played on a [`Table`], and what [`disclose`](kage_phantom::disclose()) says of it is
/// compared with what was heard. Nothing here is shared with the samplers.
pub fn verify(view: &View, world: &World) -> bool {
    sounds_alike(view, world.plays()) && has_board(view, world)
}

/// Do these moves of the opponent's sound exactly like the game?
fn sounds_alike(view: &View, plays: &[Move]) -> bool {
    let mut check = Check {
        rules: view.rules(),
        seat: view.color(),
        table: Table::new(view.setup().position(view.rules().ko)),
        over: view.outcome().is_some(),
    };
    let mut plays = plays.iter();
    let log = view.log();
    let last = log.iter().rposition(|news| !matches!(news, Observation::Over(_)));
    for (index, news) in log.iter().enumerate() {
        let fits = match news {
            Observation::Mine(Answer::Refused { point, .. }) => {
                check.hears(Move::Play(*point), news)
            }
            Observation::Mine(Answer::Accepted { play, .. }) => check.hears(*play, news),
            Observation::Theirs(Sound::Tried) => check.tries(1),
            Observation::Theirs(Sound::Moved { tries, .. }) => {
                check.tries(tries.unwrap_or(0))
                    && plays.next().is_some_and(|&play| check.hears(play, news))
            }
            Observation::Over(_) => true,
        };
        if !fits || (Some(index) != last || !check.over) && check.is_over(news) {
            return false;
        }
    }
    plays.next().is_none()
}

/// Is the world's board the one its moves lead to?
fn has_board(view: &View, world: &World) -> bool {
    world.position(view).is_some_and(|position| {
        let same = |color: Color| position.board().stones(color) == world.stones(color);
        let turn = position.turn() == world.turn() && position.ko() == world.ko();
        Color::BOTH.into_iter().all(same) && turn
    })
}

struct Check<'a> {
    rules: &'a RefereeRules,
    seat: Color,
    table: Table,
    over: bool,
}

impl Check<'_> {
    /// Does the seat hear this when that is tried?
    fn hears(&mut self, wish: Move, news: &Observation) -> bool {
        let heard = self.table.rule(self.rules, wish);
        heard.is_ok_and(|(_, heard)| heard[self.seat].as_ref() == Some(news))
    }

    /// Some tries of the opponent's are refused: is there a point, not with a stone of his own,
    /// where they can have been?
    fn tries(&mut self, count: u32) -> bool {
        let position = self.table.position();
        let mover = position.turn();
        let refused = |point: &Point| {
            position.board().at(*point) != Some(mover)
                && position.check(Move::Play(*point)).is_err()
        };
        let Some(point) = position.size().points().find(refused) else { return count == 0 };
        (0..count).all(|_| self.table.rule(self.rules, Move::Play(point)).is_ok())
    }

    /// Would the game have ended here?
    fn is_over(&self, news: &Observation) -> bool {
        let position = self.table.position();
        let moved = matches!(
            news,
            Observation::Mine(Answer::Accepted { .. }) | Observation::Theirs(Sound::Moved { .. })
        );
        let draw = self.rules.repetition == Repetition::Draw && position.is_repetition();
        moved && (position.is_over() || draw)
    }
}
