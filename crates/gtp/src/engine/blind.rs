//! A game by Phantom Go commands: a referee at the other end says what the player hears.

use super::{Factory, Trouble};
use crate::seat::Seat;
use kage_goban::{ByColor, Color, Move, Point, PointSet};
use kage_phantom::{
    Answer, Choice, Lost, Observation, Outcome, Player, RefereeRules, Refusal, Setup, Sound, Taken,
    View,
};
use std::time::Duration;

/// A game whose truth is elsewhere.
///
/// What is heard of a move comes in several commands, and none says that it is the last one. So a
/// move's observation stays open until a command comes that is not part of it. The player hears it
/// then, whole.
pub(super) struct BlindGame {
    seat: Seat,
    /// What is being said, not yet told to the player. It fits his view.
    open: Option<Observation>,
    /// What the player last proposed and has not been answered.
    proposed: Option<Point>,
}

impl BlindGame {
    pub(super) fn new(
        rules: RefereeRules,
        setup: &Setup,
        color: Color,
        factory: &mut Factory,
    ) -> Result<BlindGame, Trouble> {
        let seat = Seat::new(factory()?, View::new(rules, setup, color))?;
        Ok(BlindGame { seat, open: None, proposed: None })
    }

    pub(super) fn color(&self) -> Color {
        self.seat.view().color()
    }

    pub(super) fn player(&self) -> &dyn Player {
        self.seat.player()
    }

    /// What the player knows, with all that has been said.
    pub(super) fn view(&self) -> Result<View, Trouble> {
        let mut view = self.seat.view().clone();
        self.open.iter().try_for_each(|news| view.update(news))?;
        Ok(view)
    }

    /// `PG-SuggestMove`, with the tries refused so far in this turn.
    pub(super) fn suggest(
        &mut self,
        tried: &[Point],
        left: Option<Duration>,
    ) -> Result<Choice, Trouble> {
        let view = self.view()?;
        if view.outcome().is_some() {
            return Err(Trouble::said("the game is over"));
        }
        if view.turn() != view.color() {
            return Err(Trouble::said("it is the opponent's turn"));
        }
        for point in self.news_of(&view, tried) {
            self.say_now(Observation::Mine(Answer::Refused { point, reason: None }))?;
        }
        self.settle()?;
        let choice = self.seat.choose(left)?;
        self.proposed = if let Choice::Try(point) = choice { Some(point) } else { None };
        Ok(choice)
    }

    /// The tries that the player has not heard of as refused: those he has not heard of at all,
    /// and the last one, if he made it a second time.
    fn news_of(&mut self, view: &View, tried: &[Point]) -> Vec<Point> {
        let again = self.proposed.take();
        let known: PointSet = view.tried().iter().copied().collect();
        let mut fresh: Vec<Point> = Vec::new();
        for &point in tried {
            let new = !known.contains(point) || again == Some(point);
            if new && !fresh.contains(&point) {
                fresh.push(point);
            }
        }
        fresh
    }

    /// `PG-Refused`: a try was refused, and why.
    pub(super) fn refused(&mut self, point: Point, reason: Option<Refusal>) -> Result<(), Trouble> {
        self.say_now(Observation::Mine(Answer::Refused { point, reason }))?;
        self.proposed = None;
        Ok(())
    }

    /// `PG-MovePlayed` with an argument.
    pub(super) fn accepted(&mut self, play: Move) -> Result<(), Trouble> {
        let taken = Taken::default();
        self.say(Observation::Mine(Answer::Accepted { play, taken, atari: false, stones: None }))?;
        self.proposed = None;
        Ok(())
    }

    /// `PG-MovePlayed` without an argument, and `PG-Passed`.
    pub(super) fn moved(&mut self, passed: bool) -> Result<(), Trouble> {
        let lost = Lost::NONE;
        let sound = Sound::Moved { passed, tries: None, lost, atari: false, stones: None };
        self.say(Observation::Theirs(sound))
    }

    /// `PG-TriedMove`.
    pub(super) fn tried(&mut self) -> Result<(), Trouble> {
        self.say_now(Observation::Theirs(Sound::Tried))
    }

    /// `PG-GameOver`.
    pub(super) fn over(&mut self, outcome: Outcome) -> Result<(), Trouble> {
        self.say_now(Observation::Over(outcome))
    }

    /// `PG-StonesTaken`: part of the opponent's move.
    pub(super) fn stones_taken(&mut self, points: PointSet) -> Result<(), Trouble> {
        let all_mine = Lost::of(self.seat.view(), points);
        let stones = all_mine.ok_or_else(|| Trouble::said("these are not all stones of mine"))?;
        self.amend("the opponent's move", |news| match news {
            Observation::Theirs(Sound::Moved { passed: false, lost, .. }) => {
                *lost = stones;
                true
            }
            _ => false,
        })
    }

    /// `PG-Caught`: part of the player's move.
    pub(super) fn caught(&mut self, number: u32, points: PointSet) -> Result<(), Trouble> {
        self.amend("a stone I played", |news| match news {
            Observation::Mine(Answer::Accepted { play: Move::Play(point), taken, .. })
                if !points.contains(*point) =>
            {
                *taken = Taken { number, points };
                true
            }
            _ => false,
        })
    }

    /// `PG-Tries`: part of the opponent's move.
    pub(super) fn tries(&mut self, number: u32) -> Result<(), Trouble> {
        self.amend("the opponent's move", |news| match news {
            Observation::Theirs(Sound::Moved { tries, .. }) => {
                *tries = Some(number);
                true
            }
            _ => false,
        })
    }

    /// `PG-Atari`: part of any move.
    pub(super) fn atari(&mut self) -> Result<(), Trouble> {
        self.amend("a move", |news| match news {
            Observation::Mine(Answer::Accepted { atari, .. })
            | Observation::Theirs(Sound::Moved { atari, .. }) => {
                *atari = true;
                true
            }
            _ => false,
        })
    }

    /// `PG-Stones`: part of any move.
    pub(super) fn stones(&mut self, counts: ByColor<u32>) -> Result<(), Trouble> {
        self.amend("a move", |news| match news {
            Observation::Mine(Answer::Accepted { stones, .. })
            | Observation::Theirs(Sound::Moved { stones, .. }) => {
                *stones = Some(counts);
                true
            }
            _ => false,
        })
    }

    /// Changes what is being said, if there is such a thing and it still fits the view.
    fn amend(
        &mut self,
        what: &str,
        change: impl FnOnce(&mut Observation) -> bool,
    ) -> Result<(), Trouble> {
        let misplaced = || Trouble::said(format!("this must follow {what}, and does not"));
        let mut news = self.open.ok_or_else(misplaced)?;
        if !change(&mut news) {
            return Err(misplaced());
        }
        self.seat.view().clone().update(&news)?;
        self.open = Some(news);
        Ok(())
    }

    /// Something new is said; what was said before is complete. If it cannot be, nothing changes.
    fn say(&mut self, news: Observation) -> Result<(), Trouble> {
        self.view()?.update(&news)?;
        self.settle()?;
        self.open = Some(news);
        Ok(())
    }

    /// Something is said that no other command adds to.
    fn say_now(&mut self, news: Observation) -> Result<(), Trouble> {
        self.say(news)?;
        self.settle()
    }

    fn settle(&mut self) -> Result<(), Trouble> {
        self.open.take().map_or(Ok(()), |news| Ok(self.seat.hear(&news)?))
    }
}
