//! What a seat heard, worked out once so that many worlds can be held against it.
//!
//! A seat's own stones are the same in every world at every moment, so all that depends on them
//! alone (its chains, their borders, where a stone of theirs cannot have been) is found here.

use crate::features::SIZE;
use crate::outlook::Outlook;
use crate::prior::Prior;
use kage_goban::bits::{Bits, Grid};
use kage_goban::{Color, KoRule, Move, Point, PointSet};
use kage_phantom::{
    Answer, AtariCalls, CaptorHears, Observation, PassHeard, ReasonTold, RefereeRules, Refusal,
    Repetition, Setup, Sound, Taken,
};

/// A turn of theirs in which they passed.
pub(crate) const PASS: u16 = u16::MAX;
/// The time before their first turn.
pub(crate) const NOTHING: u16 = u16::MAX - 1;

/// A moment of the game: twice the number of a turn before their move, one more after it.
pub(crate) type Moment = u32;

/// What was heard after a move: the same for both sides' moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) atari: bool,
    /// Their stones on the board, where numbers are announced.
    pub(crate) count: Option<u32>,
}

/// A refused try of the seat's own, on a point where it had no stone.
#[derive(Clone, Debug)]
pub(crate) struct Refused<B> {
    pub(crate) point: u16,
    /// What it can have been for, as it was told: their stone, suicide, ko.
    pub(crate) stone: bool,
    pub(crate) suicide: bool,
    pub(crate) ko: bool,
    /// The points next to the chain that a stone here would have made.
    pub(crate) border: B,
    /// Moments when the seat's stones were as they would have been with this one.
    pub(crate) repeats: Vec<Moment>,
}

/// What the captor was told of where the stones stood that he took.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Told<B> {
    Number,
    /// Of the stones on the first points, those on the second.
    Among(B, B),
}

/// An accepted stone of the seat's own.
#[derive(Clone, Debug)]
pub(crate) struct Stone<B> {
    pub(crate) point: u16,
    pub(crate) taken: u32,
    pub(crate) told: Told<B>,
    /// The points next to its chain.
    pub(crate) border: B,
    /// Is it a chain by itself?
    pub(crate) alone: bool,
    pub(crate) repeats: Vec<Moment>,
}

/// The accepted move of the seat's own that followed a move of theirs.
#[derive(Clone, Debug)]
pub(crate) struct Reply<B> {
    /// `None` is a pass.
    pub(crate) stone: Option<Stone<B>>,
    pub(crate) call: Call,
    /// The seat's stones afterwards.
    pub(crate) mine: B,
    /// The borders of their chains, where atari may be called.
    pub(crate) borders: Vec<B>,
}

/// A move of theirs, and all that was heard until their next.
#[derive(Clone, Debug)]
pub(crate) struct Turn<B> {
    /// The seat's stones before their move, and after it.
    pub(crate) mine: B,
    pub(crate) mine_after: B,
    /// The former as points.
    pub(crate) mine_points: PointSet,
    /// Their refused tries that were heard before their move.
    pub(crate) tries: u32,
    /// Where their stone can have been put, as far as the seat's own stones tell, and the same as a
    /// list; none in a turn that is known.
    pub(crate) allowed: B,
    pub(crate) places: Vec<u16>,
    /// May they have passed?
    pub(crate) pass: bool,
    /// The move, where it is known: an announced pass, or no turn at all.
    pub(crate) known: Option<u16>,
    /// Points where a stone of theirs stood later, or probably did.
    pub(crate) wanted: B,
    /// The points next to the stones they took.
    pub(crate) walls: B,
    /// The point of the only stone they took.
    pub(crate) hole: Option<u16>,
    /// The borders of the seat's chains that they did not take, before and after.
    pub(crate) survivors: Vec<B>,
    pub(crate) borders: Vec<B>,
    pub(crate) call: Call,
    pub(crate) repeats: Vec<Moment>,
    pub(crate) refused: Vec<Refused<B>>,
    pub(crate) reply: Option<Reply<B>>,
    /// Was a try of theirs refused after all this, with no stone of the seat's on the board? These
    /// are the moments when there was none either.
    pub(crate) tried: Option<Vec<Moment>>,
}

impl<B: Bits> Turn<B> {
    /// In how many ways it can have been, at most.
    pub(crate) fn choices(&self) -> usize {
        self.places.len() + usize::from(self.pass)
    }

    /// May this have been their move?
    pub(crate) fn allows(&self, play: u16) -> bool {
        if play == PASS { self.pass } else { play != NOTHING && self.allowed.has(play) }
    }
}

/// A refused point that may have held a stone of theirs or been an eye of theirs.
#[derive(Clone, Debug)]
pub(crate) struct Doubt {
    pub(crate) point: u16,
    /// Where their stones would make it an eye.
    pub(crate) walls: Vec<u16>,
    /// The turns in which a stone can have been put there.
    pub(crate) turns: Vec<u16>,
}

/// A game as one seat heard it.
#[derive(Clone, Debug)]
pub(crate) struct Story<B> {
    pub(crate) grid: Grid<B>,
    pub(crate) color: Color,
    pub(crate) rules: RefereeRules,
    /// Their stones at the start.
    pub(crate) theirs: B,
    /// Who is to move.
    pub(crate) turn: Color,
    /// The first turn is the time before their first move; what follows is theirs, in order.
    pub(crate) turns: Vec<Turn<B>>,
    /// Turns that can have been in more than one way.
    pub(crate) open: Vec<u16>,
    /// Refused points whose reason is open, each once.
    pub(crate) doubts: Vec<Doubt>,
    /// Points that may have held more than one stone of theirs, one after the other.
    pub(crate) reusable: B,
    /// Does a judgement depend on boards long gone?
    pub(crate) remembers: bool,
    /// The moves as a learned prior sees them, once it was asked.
    pub(crate) outlook: Outlook<B>,
}

impl<B: Bits> Story<B> {
    /// The same story, a little longer: what a learned prior saw in it is kept.
    pub(crate) fn after(mut self, earlier: Outlook<B>, prior: &impl Prior) -> Story<B> {
        if let Some(learned) = prior.learned().filter(|_| self.grid.size == SIZE) {
            let mut outlook = earlier;
            outlook.look(learned, &self);
            self.outlook = outlook;
        }
        self
    }

    /// Works out what was heard.
    pub(crate) fn new(
        setup: &Setup,
        rules: RefereeRules,
        color: Color,
        log: &[Observation],
    ) -> Story<B> {
        let grid = Grid::<B>::new(setup.size());
        let theirs = grid.set(&setup.stones(!color));
        let mine = grid.set(&setup.stones(color));
        let mut teller = Teller {
            grid: &grid,
            rules: &rules,
            color,
            moments: Vec::new(),
            mine,
            taken: 0,
            shown: PointSet::EMPTY,
            turns: Vec::new(),
            tries: 0,
        };
        teller.begin();
        for news in log {
            teller.hear(news);
        }
        let turn = if log.iter().filter(|news| is_move(news)).count() % 2 == 0 {
            setup.first()
        } else {
            !setup.first()
        };
        let over = matches!(log.last(), Some(Observation::Over(_)));
        teller.close(over);
        let mut turns: Vec<Turn<B>> = teller.turns;
        let reusable = reusable(&grid, &turns);
        forbid(&grid, &mut turns);
        want(&mut turns);
        for turn in &mut turns {
            turn.places = turn.allowed.places().collect();
        }
        let is_open = |turn: &u16| turns[usize::from(*turn)].choices() > 1_usize;
        let open = (0..turns.len() as u16).filter(is_open).collect();
        let doubts = doubts(&turns, theirs);
        let remembers = turns.iter().any(Turn::remembers);
        let outlook = Outlook::new();
        Story {
            grid,
            color,
            rules,
            theirs,
            turn,
            turns,
            open,
            doubts,
            reusable,
            remembers,
            outlook,
        }
    }

    pub(crate) fn play(&self, play: u16) -> Option<Move> {
        match play {
            NOTHING => None,
            PASS => Some(Move::Pass),
            place => self.grid.point(place).map(Move::Play),
        }
    }
}

impl<B> Turn<B> {
    fn remembers(&self) -> bool {
        let reply = self.reply.as_ref().and_then(|reply| reply.stone.as_ref());
        !self.repeats.is_empty()
            || self.refused.iter().any(|refused| !refused.repeats.is_empty())
            || reply.is_some_and(|stone| !stone.repeats.is_empty())
            || self.tried.as_ref().is_some_and(|moments| !moments.is_empty())
    }
}

/// Listens to a game from its start.
struct Teller<'a, B> {
    grid: &'a Grid<B>,
    rules: &'a RefereeRules,
    color: Color,
    /// The seat's stones at each moment, and how many it had taken.
    moments: Vec<(B, u32)>,
    mine: B,
    taken: u32,
    /// Their stones that the referee named and that still stand.
    shown: PointSet,
    turns: Vec<Turn<B>>,
    /// Their refused tries since the last move.
    tries: u32,
}

impl<B: Bits> Teller<'_, B> {
    /// The time before their first turn.
    fn begin(&mut self) {
        let call = Call { atari: false, count: None };
        let turn = self.their_turn(B::NONE, Some(NOTHING), call);
        self.turns.push(turn);
    }

    fn hear(&mut self, news: &Observation) {
        match *news {
            Observation::Mine(Answer::Refused { point, reason }) => self.refused(point, reason),
            Observation::Mine(Answer::Accepted { play, taken, atari, stones }) => {
                let count = stones.map(|stones| stones[!self.color]);
                self.reply(play, &taken, Call { atari, count });
            }
            Observation::Theirs(Sound::Tried) => {
                self.tries += 1;
                self.tried();
            }
            Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones }) => {
                if tries.is_some_and(|tries| tries > 0) {
                    self.tried();
                }
                self.tries = self.tries.saturating_add(tries.unwrap_or(0));
                let count = stones.map(|stones| stones[!self.color]);
                let lost = self.grid.set(&lost.points());
                let known = passed.then_some(PASS);
                let turn = self.their_turn(lost, known, Call { atari, count });
                self.turns.push(turn);
            }
            Observation::Over(_) => {}
        }
    }

    fn their_turn(&mut self, lost: B, known: Option<u16>, call: Call) -> Turn<B> {
        let mine = self.mine;
        self.moments.push((mine, self.taken));
        self.mine = mine.minus(lost);
        let (taken, survivors): (Vec<B>, Vec<B>) =
            self.grid.regions(mine).partition(|chain| !chain.and(lost).is_none());
        let border = |chains: Vec<B>| -> Vec<B> {
            chains.into_iter().map(|chain| chain.near(self.grid).minus(mine)).collect()
        };
        let walls = border(taken).into_iter().fold(B::NONE, B::or);
        let survivors = border(survivors);
        let borders = self.borders();
        let repeats = self.repeats(self.mine);
        self.moments.push((self.mine, self.taken));
        let hole = lost.first().filter(|_| lost.count() == 1);
        let allowed = match known {
            Some(_) => B::NONE,
            None if lost.is_none() => self.grid.board.minus(mine),
            None => walls,
        };
        let silent = self.rules.pass == PassHeard::Unannounced;
        let pass = known.is_none() && silent && lost.is_none();
        Turn {
            mine,
            mine_after: self.mine,
            mine_points: self.grid.points(mine),
            tries: std::mem::take(&mut self.tries),
            allowed,
            places: Vec::new(),
            pass,
            known,
            wanted: B::NONE,
            walls,
            hole,
            survivors,
            borders,
            call,
            repeats,
            refused: Vec::new(),
            reply: None,
            tried: None,
        }
    }

    /// The borders of the seat's chains, where atari is called by them.
    fn borders(&self) -> Vec<B> {
        if self.rules.atari == AtariCalls::Never {
            return Vec::new();
        }
        let border = |chain: B| chain.near(self.grid).minus(self.mine);
        self.grid.regions(self.mine).map(border).collect()
    }

    /// The moments when the board may have been as it is with these stones of the seat's, if a
    /// board must not come back. Without a stone of theirs taken in between it cannot have been.
    fn repeats(&self, mine: B) -> Vec<Moment> {
        let draw = self.rules.repetition == Repetition::Draw;
        if !draw && self.rules.ko == KoRule::Simple {
            return Vec::new();
        }
        let taken_since = |moment: &Moment| self.moments[*moment as usize].1 < self.taken;
        self.when(mine).into_iter().filter(taken_since).collect()
    }

    /// The moments when the seat's stones were these.
    fn when(&self, mine: B) -> Vec<Moment> {
        let same = |moment: &Moment| self.moments[*moment as usize].0 == mine;
        (0..self.moments.len() as Moment).filter(same).collect()
    }

    fn refused(&mut self, point: Point, reason: Option<Refusal>) {
        let place = self.grid.place(point);
        if reason == Some(Refusal::OpponentStone) {
            self.shown.insert(point);
        }
        if self.mine.has(place) {
            return;
        }
        let may = |cause: Refusal| match reason {
            Some(told) => told == cause,
            None => cause != Refusal::OpponentStone || self.rules.reason == ReasonTold::Never,
        };
        let joined = self.grid.flood(B::of(place), self.mine.or(B::of(place)));
        let superko = self.rules.ko == KoRule::PositionalSuperko;
        let repeats = if superko { self.when(self.mine.or(B::of(place))) } else { Vec::new() };
        let refused = Refused {
            point: place,
            stone: may(Refusal::OpponentStone),
            suicide: may(Refusal::Suicide),
            ko: may(Refusal::Ko),
            border: joined.near(self.grid).minus(joined),
            repeats,
        };
        if let Some(turn) = self.turns.last_mut() {
            turn.refused.push(refused);
        }
    }

    fn reply(&mut self, play: Move, taken: &Taken, call: Call) {
        let stone = match play {
            Move::Pass => None,
            Move::Play(point) => Some(self.stone(self.grid.place(point), taken)),
        };
        let reply = Reply { stone, call, mine: self.mine, borders: self.borders() };
        if let Some(turn) = self.turns.last_mut() {
            turn.reply = Some(reply);
        }
    }

    fn stone(&mut self, place: u16, taken: &Taken) -> Stone<B> {
        let told = match self.rules.captor {
            CaptorHears::Number => Told::Number,
            CaptorHears::Points => Told::Among(self.grid.board, self.grid.set(&taken.points)),
            CaptorHears::Shown if self.rules.reason == ReasonTold::Never => Told::Number,
            CaptorHears::Shown => {
                Told::Among(self.grid.set(&self.shown), self.grid.set(&taken.points))
            }
        };
        self.shown -= taken.points;
        self.taken += taken.number;
        self.mine = self.mine.or(B::of(place));
        let chain = self.grid.flood(B::of(place), self.mine);
        Stone {
            point: place,
            taken: taken.number,
            told,
            border: chain.near(self.grid).minus(chain),
            alone: chain == B::of(place),
            repeats: self.repeats(self.mine),
        }
    }

    fn tried(&mut self) {
        let mut moments = if self.mine.is_none() { self.when(B::NONE) } else { return };
        if self.rules.ko == KoRule::Simple {
            moments.clear();
        }
        if let Some(turn) = self.turns.last_mut() {
            turn.tried = Some(moments);
        }
    }

    /// A game that goes on was not ended by two passes or a repetition; one that is over may have
    /// been, by what happened last.
    fn close(&mut self, over: bool) {
        let ends: Vec<bool> = self.turns.iter().map(ends_in_pass).collect();
        let last = self.turns.len() - 1;
        for (index, turn) in self.turns.iter_mut().enumerate() {
            if !over || index < last {
                let before = index > 0 && ends[index - 1];
                turn.pass &= !before && !ends[index];
            } else if self.rules.ko == KoRule::Simple {
                match turn.reply.as_mut() {
                    Some(Reply { stone: Some(stone), .. }) => stone.repeats.clear(),
                    Some(_) => {}
                    None => turn.repeats.clear(),
                }
            }
        }
    }
}

/// Did the turn go over with this?
pub(crate) fn is_move(news: &Observation) -> bool {
    matches!(
        news,
        Observation::Mine(Answer::Accepted { .. }) | Observation::Theirs(Sound::Moved { .. })
    )
}

/// Did the seat pass after this move of theirs?
fn ends_in_pass<B>(turn: &Turn<B>) -> bool {
    turn.reply.as_ref().is_some_and(|reply| reply.stone.is_none())
}

/// Points from which a stone of theirs may have been taken.
fn reusable<B: Bits>(grid: &Grid<B>, turns: &[Turn<B>]) -> B {
    turns.iter().fold(B::NONE, |sum, turn| sum.or(taken_in(grid, turn)))
}

/// The points from which the seat's reply in this turn may have taken stones.
fn taken_in<B: Bits>(grid: &Grid<B>, turn: &Turn<B>) -> B {
    match turn.reply.as_ref().and_then(|reply| reply.stone.as_ref()) {
        Some(Stone { taken: 1.., told: Told::Among(among, told), .. }) => {
            told.or(grid.board.minus(*among))
        }
        Some(Stone { taken: 1.., told: Told::Number, .. }) => grid.board,
        _ => B::NONE,
    }
}

/// A stone of theirs cannot have been put where the seat's own stone was accepted later, unless
/// something was taken from there in between.
fn forbid<B: Bits>(grid: &Grid<B>, turns: &mut [Turn<B>]) {
    let mut later = B::NONE;
    for turn in turns.iter_mut().rev() {
        later = later.minus(taken_in(grid, turn));
        if let Some(Reply { stone: Some(stone), .. }) = &turn.reply {
            later = later.or(B::of(stone.point));
        }
        turn.allowed = turn.allowed.minus(later);
    }
}

/// Where their stones stood later, or probably did: good guesses for a turn.
fn want<B: Bits>(turns: &mut [Turn<B>]) {
    let mut later = B::NONE;
    for turn in turns.iter_mut().rev() {
        for refused in turn.refused.iter().filter(|refused| refused.stone) {
            later = later.or(B::of(refused.point));
        }
        later = later.or(turn.walls);
        turn.wanted = later.and(turn.allowed);
    }
}

/// The refused points whose reason is open, with what was last heard of each. Where the walls of an
/// eye cannot all have been theirs there is no doubt.
fn doubts<B: Bits>(turns: &[Turn<B>], theirs: B) -> Vec<Doubt> {
    let mut doubts: Vec<Doubt> = Vec::new();
    let mut possible = theirs;
    for turn in turns {
        possible = possible.or(turn.allowed);
        for refused in turn.refused.iter().filter(|refused| refused.stone) {
            doubts.retain(|doubt| doubt.point != refused.point);
            if refused.suicide && refused.border.minus(possible).is_none() {
                let can = |turn: &u16| turns[usize::from(*turn)].allows(refused.point);
                let turns = (0..turns.len() as u16).filter(can).collect();
                let walls = refused.border.places().collect();
                doubts.push(Doubt { point: refused.point, walls, turns });
            }
        }
    }
    doubts
}
