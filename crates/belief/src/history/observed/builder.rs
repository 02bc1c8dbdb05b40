//! From a seat's log to the turns of an [`ObservedGame`](super::ObservedGame).

use super::{Call, HalfTurn, NOTHING, PASS, Refused, Reply, Stone, Told, Turn};
use kage_goban::bits::{Bits, Grid};
use kage_goban::{Color, KoRule, Move, Point, PointSet};
use kage_phantom::{
    Answer, AtariCalls, CaptorHears, Observation, PassHeard, ReasonTold, RefereeRules, Refusal,
    Repetition, Setup, Sound, Taken, TriesHeard,
};

/// Folds a log, observation by observation.
pub(super) struct GameBuilder<'a, B> {
    own: OwnStones<'a, B>,
    color: Color,
    /// The opponent's stones that the referee named and that still stand.
    shown: PointSet,
    /// The opponent's refused tries since the last move.
    tries: u32,
    /// The turns that are complete.
    earlier: Vec<Turn<B>>,
    /// The opponent's latest turn.
    turn: Turn<B>,
    /// For each turn that is complete, whether a try of the seat was refused before its reply.
    after_refusal: Vec<bool>,
    /// Was a try of the seat refused since the opponent's latest turn?
    refusal: bool,
}

impl<'a, B: Bits> GameBuilder<'a, B> {
    pub(super) fn new(
        grid: &'a Grid<B>,
        rules: &'a RefereeRules,
        color: Color,
        setup: &Setup,
    ) -> GameBuilder<'a, B> {
        let now = grid.set(&setup.stones(color));
        let mut own = OwnStones { grid, rules, past: Vec::new(), now, taken: 0 };
        let call = Call { atari: false, count: None };
        let turn = own.their_turn(B::NONE, Some(NOTHING), call, 0);
        GameBuilder {
            own,
            color,
            shown: PointSet::EMPTY,
            tries: 0,
            earlier: Vec::new(),
            turn,
            after_refusal: Vec::new(),
            refusal: false,
        }
    }

    /// The turns of a game, the time before the opponent's first move included.
    pub(super) fn build(mut self, log: &[Observation]) -> Vec<Turn<B>> {
        for news in log {
            self.hear(news);
        }
        let over = matches!(log.last(), Some(Observation::Over(_)));
        let rules = *self.own.rules;
        let mut turns = self.earlier;
        turns.push(self.turn);
        self.after_refusal.push(self.refusal);
        exclude_endings(&mut turns, over, &rules, &self.after_refusal);
        turns
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
                let tries = std::mem::take(&mut self.tries).saturating_add(tries.unwrap_or(0));
                let count = stones.map(|stones| stones[!self.color]);
                let lost = self.own.grid.set(&lost.points());
                let known = passed.then_some(PASS);
                let turn = self.own.their_turn(lost, known, Call { atari, count }, tries);
                self.earlier.push(std::mem::replace(&mut self.turn, turn));
                self.after_refusal.push(std::mem::take(&mut self.refusal));
            }
            Observation::Over(_) => {}
        }
    }

    fn refused(&mut self, point: Point, reason: Option<Refusal>) {
        self.refusal = true;
        let OwnStones { grid, rules, now, .. } = self.own;
        let place = grid.place(point);
        if reason == Some(Refusal::OpponentStone) {
            self.shown.insert(point);
        }
        if now.has(place) {
            return;
        }
        let may = |cause: Refusal| match reason {
            Some(told) => told == cause,
            None => cause != Refusal::OpponentStone || rules.reason == ReasonTold::Never,
        };
        let with = now.or(B::of(place));
        let joined = grid.flood(B::of(place), with);
        let superko = rules.ko == KoRule::PositionalSuperko;
        self.turn.refused.push(Refused {
            point: place,
            stone: may(Refusal::OpponentStone),
            suicide: may(Refusal::Suicide),
            ko: may(Refusal::Ko),
            border: joined.near(grid).minus(joined),
            repeats: if superko { self.own.when(with) } else { Vec::new() },
        });
    }

    fn reply(&mut self, play: Move, taken: &Taken, call: Call) {
        let stone = match play {
            Move::Pass => None,
            Move::Play(point) => Some(self.stone(self.own.grid.place(point), taken)),
        };
        let (mine, borders) = (self.own.now, self.own.borders());
        self.turn.reply = Some(Reply { stone, call, mine, borders });
    }

    fn stone(&mut self, place: u16, taken: &Taken) -> Stone<B> {
        let OwnStones { grid, rules, .. } = self.own;
        let told = match rules.captor {
            CaptorHears::Number => Told::Number,
            CaptorHears::Points => Told::Among(grid.board, grid.set(&taken.points)),
            CaptorHears::Shown if rules.reason == ReasonTold::Never => Told::Number,
            CaptorHears::Shown => Told::Among(grid.set(&self.shown), grid.set(&taken.points)),
        };
        self.shown -= taken.points;
        self.own.taken += taken.number;
        self.own.now = self.own.now.or(B::of(place));
        let chain = grid.flood(B::of(place), self.own.now);
        Stone {
            point: place,
            taken: taken.number,
            told,
            border: chain.near(grid).minus(chain),
            alone: chain == B::of(place),
            repeats: self.own.repeats(),
        }
    }

    /// A try of the opponent was refused. It says something only if the seat has no stone on the board: a
    /// stone of the seat's is always a possible reason.
    fn tried(&mut self) {
        if !self.own.now.is_none() {
            return;
        }
        let superko = self.own.rules.ko != KoRule::Simple;
        self.turn.tried = Some(if superko { self.own.when(B::NONE) } else { Vec::new() });
    }
}

/// The seat's own stones, now and at every moment before.
struct OwnStones<'a, B> {
    grid: &'a Grid<B>,
    rules: &'a RefereeRules,
    /// The stones at each moment, and how many the seat had captured by then.
    past: Vec<(B, u32)>,
    now: B,
    taken: u32,
}

impl<B: Bits> OwnStones<'_, B> {
    /// A move of the opponent that captured these stones. `known` is the move, where it is certain.
    fn their_turn(&mut self, lost: B, known: Option<u16>, call: Call, tries: u32) -> Turn<B> {
        let mine = self.now;
        let (walls, survivors) = self.split_borders(lost);
        self.past.push((mine, self.taken));
        self.now = mine.minus(lost);
        let (borders, repeats) = (self.borders(), self.repeats());
        self.past.push((self.now, self.taken));
        let allowed = match known {
            Some(_) => B::NONE,
            None if lost.is_none() => self.grid.board.minus(mine),
            None => walls,
        };
        let silent = self.rules.pass == PassHeard::Unannounced;
        Turn {
            mine,
            mine_after: self.now,
            mine_points: self.grid.points(mine),
            tries,
            allowed,
            places: Vec::new(),
            pass: known.is_none() && silent && lost.is_none(),
            known,
            wanted: B::NONE,
            walls,
            hole: lost.first().filter(|_| lost.count() == 1),
            survivors,
            borders,
            call,
            repeats,
            refused: Vec::new(),
            reply: None,
            tried: None,
        }
    }

    /// The border of the lost stones, and the borders of the chains that remain.
    fn split_borders(&self, lost: B) -> (B, Vec<B>) {
        let mut walls = B::NONE;
        let mut survivors = Vec::new();
        for chain in self.grid.regions(self.now) {
            let border = chain.near(self.grid).minus(self.now);
            if chain.and(lost).is_none() {
                survivors.push(border);
            } else {
                walls = walls.or(border);
            }
        }
        (walls, survivors)
    }

    /// The borders of the seat's chains, where atari is called by them.
    fn borders(&self) -> Vec<B> {
        if self.rules.atari == AtariCalls::Never {
            return Vec::new();
        }
        let border = |chain: B| chain.near(self.grid).minus(self.now);
        self.grid.regions(self.now).map(border).collect()
    }

    /// The moments when the whole board may have been as it is now, where the rules forbid repetition.
    /// It cannot have been unless a stone of the opponent's was captured in between.
    fn repeats(&self) -> Vec<HalfTurn> {
        let draw = self.rules.repetition == Repetition::Draw;
        if !draw && self.rules.ko == KoRule::Simple {
            return Vec::new();
        }
        let taken_since = |half_turn: &HalfTurn| self.past[*half_turn as usize].1 < self.taken;
        self.when(self.now).into_iter().filter(taken_since).collect()
    }

    /// The moments when the seat's stones were these.
    fn when(&self, mine: B) -> Vec<HalfTurn> {
        let same = |half_turn: &HalfTurn| self.past[*half_turn as usize].0 == mine;
        (0..self.past.len() as HalfTurn).filter(same).collect()
    }
}

/// A game that goes on was not ended by two passes or a repetition. A game that is over may have been, by
/// its last move. `after_refusal` says of each turn whether a try of the seat was refused before its reply.
fn exclude_endings<B: Bits>(
    turns: &mut [Turn<B>],
    over: bool,
    rules: &RefereeRules,
    after_refusal: &[bool],
) {
    let ends: Vec<bool> = turns.iter().map(ends_in_pass).collect();
    // Under some rules a refused try stands between two passes, also one that was not heard.
    let apart = rules.refused_is_step();
    let unheard = rules.tries == TriesHeard::Nothing;
    let last = turns.len() - 1;
    for (index, turn) in turns.iter_mut().enumerate() {
        if !over || index < last {
            let tried = apart && (unheard || turn.tries > 0);
            let before = index > 0 && ends[index - 1] && !tried;
            let after = ends[index] && !(apart && after_refusal[index]);
            turn.pass &= !before && !after;
        } else if rules.ko == KoRule::Simple {
            match turn.reply.as_mut() {
                Some(Reply { stone: Some(stone), .. }) => stone.repeats.clear(),
                Some(_) => {}
                None => turn.repeats.clear(),
            }
        }
    }
}

/// Did the seat pass after this move of the opponent?
fn ends_in_pass<B>(turn: &Turn<B>) -> bool {
    turn.reply.as_ref().is_some_and(|reply| reply.stone.is_none())
}
