//! A slow, independent check of a world, with the rules of the game alone.

use crate::World;
use kage_goban::{Color, Move, Point, Position};
use kage_phantom::{Answer, Observation, RefereeRules, Repetition, Seat, Sound, Table, TriesHeard};

/// Would the seat have heard exactly what it did hear, if this world were true?
///
/// The world's moves are played on a [`Table`], and what [`disclose`](kage_phantom::disclose()) says is compared
/// with the log, observation by observation. No code is shared with the samplers.
pub fn verify(seat: &Seat, world: &World) -> bool {
    replay(seat, world.plays()).is_some_and(|position| {
        let same = |color: Color| position.board().stones(color) == world.stones(color);
        let turn = position.turn() == world.turn() && position.ko() == world.ko();
        Color::BOTH.into_iter().all(same) && turn
    })
}

/// The position that these moves of the opponent lead to. `None` if the seat would have heard something else.
fn replay(seat: &Seat, plays: &[Move]) -> Option<Position> {
    let mut check = Check {
        rules: seat.rules(),
        seat: seat.color(),
        table: Table::new(seat.setup().position(seat.rules().ko)),
        over: seat.outcome().is_some(),
    };
    let mut plays = plays.iter();
    let log = seat.log();
    let last = log.iter().rposition(|news| !matches!(news, Observation::Over(_)));
    for (index, news) in log.iter().enumerate() {
        let fits = match news {
            Observation::Mine(Answer::Refused { point, .. }) => {
                check.hears(Move::Play(*point), news)
            }
            Observation::Mine(Answer::Accepted { play, .. }) => check.hears(*play, news),
            Observation::Theirs(Sound::Tried) => check.tries(1),
            Observation::Theirs(Sound::Moved { tries, .. }) => {
                check.tries_unheard();
                check.tries(tries.unwrap_or(0))
                    && plays.next().is_some_and(|&play| check.hears(play, news))
            }
            Observation::Over(_) => true,
        };
        if !fits || (Some(index) != last || !check.over) && check.is_over(news) {
            return None;
        }
    }
    plays.next().is_none().then(|| check.table.position().clone())
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

    /// Some tries of the opponent's are refused. Is there a point without a stone of its own where they can have
    /// been?
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

    /// Where tries are not heard and stand between passes, there may have been one.
    fn tries_unheard(&mut self) {
        if self.rules.refused_is_step() && self.rules.tries == TriesHeard::Nothing {
            self.tries(1);
        }
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
