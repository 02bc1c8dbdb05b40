//! Phantom Go on a tiny board: what is legal, what is heard, and how it ends.
//!
//! A board of its own and rules of its own, because the other crates know square boards only and a
//! solver visits millions of positions. Tests compare it with `kage_goban` and `kage_phantom`.

use super::board::{Grid, Shape};
use super::heard::{Answer, Common, Sound};
use kage_goban::{ByColor, Color, KoRule};
use kage_phantom::{
    AtariCalls, CaptorHears, PassHeard, ReasonTold, RefereeRules, Refusal, Repetition, Tie,
    TriesHeard,
};

/// Which tries a player may make in the game that is solved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Tries {
    /// Points that may be legal, as far as the player can know. So no try is made that can only be
    /// refused; in particular, a point refused in this turn is not tried again.
    #[default]
    Useful,
    /// Points without an own stone that were not refused in this turn.
    Fresh,
    /// Every point. Where refused tries are heard, a try that can only be refused is a signal. It
    /// needs a limit of tries.
    All,
}

/// What a game is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Worth {
    /// 1 for a win of Black's, -1 for a win of White's, 0 for a draw.
    #[default]
    Result,
    /// Black's lead in points, after komi. A forfeit loses by all points of the board.
    Points,
}

/// A game to solve.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameConfig {
    /// The board.
    pub shape: Shape,
    /// The rules. Their clock means nothing here.
    pub rules: RefereeRules,
    /// The game ends after this many accepted moves, passes included, and is counted as it stands.
    pub cap: u8,
    /// Which tries a player may make.
    pub tries: Tries,
    /// What a game is worth.
    pub worth: Worth,
}

impl GameConfig {
    /// The number of steps (moves and refused tries) after which the game is counted.
    pub(crate) fn most_steps(&self) -> u32 {
        let points = self.shape.points() as u32;
        self.rules.limits.steps_per_point.map_or(u32::MAX, |each| each.saturating_mul(points))
    }

    /// The number of accepted moves after which the game is counted.
    pub(crate) fn most_moves(&self) -> u32 {
        self.rules.limits.moves.unwrap_or(u32::MAX).min(u32::from(self.cap))
    }
}

/// The rules on the board.
#[derive(Clone, Debug)]
pub(crate) struct TinyGame {
    pub(crate) config: GameConfig,
    pub(crate) grid: Grid,
}

/// A true position with what the rules need besides.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) stones: ByColor<u16>,
    pub(crate) turn: Color,
    /// The point that simple ko forbids, as a mask.
    pub(crate) ko: u16,
    pub(crate) passes: u8,
    pub(crate) moves: u32,
    pub(crate) steps: u32,
    /// Refused tries of this turn.
    pub(crate) tries: u32,
    pub(crate) shown: ByColor<u16>,
    /// All boards so far, where the rules ask for them.
    pub(crate) past: Vec<ByColor<u16>>,
}

/// What follows from a try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heard {
    pub(crate) mover: Answer,
    pub(crate) other: Option<Sound>,
}

impl TinyGame {
    pub(crate) fn new(config: GameConfig) -> TinyGame {
        TinyGame { config, grid: Grid::new(config.shape) }
    }

    pub(crate) fn start(&self) -> State {
        let stones = ByColor { black: 0, white: 0 };
        State {
            stones,
            turn: Color::Black,
            ko: 0,
            passes: 0,
            moves: 0,
            steps: 0,
            tries: 0,
            shown: ByColor { black: 0, white: 0 },
            past: if self.keeps_past() { vec![stones] } else { Vec::new() },
        }
    }

    fn keeps_past(&self) -> bool {
        let rules = &self.config.rules;
        rules.ko == KoRule::PositionalSuperko || rules.repetition == Repetition::Draw
    }

    /// Why the side to move may not play there; `None` if it may.
    pub(crate) fn refusal(&self, state: &State, point: usize) -> Option<Refusal> {
        let (mine, theirs) = (state.stones[state.turn], state.stones[!state.turn]);
        let here = 1 << point;
        if mine & here != 0 {
            return Some(Refusal::OwnStone);
        }
        if theirs & here != 0 {
            return Some(Refusal::OpponentStone);
        }
        let taken = self.grid.takes(point, mine, theirs);
        if taken == 0 && !self.grid.breathes(point, mine | here, theirs) {
            return Some(Refusal::Suicide);
        }
        let repeats = match self.config.rules.ko {
            KoRule::Simple => state.ko == here,
            KoRule::PositionalSuperko => {
                state.past.contains(&colored(state.turn, mine | here, theirs & !taken))
            }
        };
        repeats.then_some(Refusal::Ko)
    }

    /// What a mover is told of a reason.
    pub(crate) fn told(&self, reason: Refusal) -> Option<Refusal> {
        let stone = matches!(reason, Refusal::OpponentStone | Refusal::OwnStone);
        let told = match self.config.rules.reason {
            ReasonTold::Never => false,
            ReasonTold::Always => true,
            ReasonTold::Stones => stone,
        };
        told.then_some(reason)
    }

    /// Does the opponent hear each refused try?
    pub(crate) fn hears_each(&self) -> bool {
        self.config.rules.tries == TriesHeard::Each
    }

    /// A refused try happens.
    pub(crate) fn refuse(&self, state: &mut State, point: usize, reason: Refusal) -> Heard {
        state.tries += 1;
        state.steps += 1;
        if self.config.rules.refused_is_step() {
            state.passes = 0;
        }
        if reason == Refusal::OpponentStone {
            state.shown[state.turn] |= 1 << point;
        }
        Heard {
            mover: Answer::Refused { point, reason: self.told(reason) },
            other: self.hears_each().then_some(Sound::Tried),
        }
    }

    /// An accepted move happens; `None` is a pass. The caller has checked that it is legal.
    pub(crate) fn accept(&self, state: &mut State, point: Option<usize>) -> Heard {
        let rules = &self.config.rules;
        let mover = state.turn;
        let shown = state.shown[mover];
        let taken = point.map_or(0, |point| self.put(state, point));
        if point.is_none() {
            state.passes += 1;
            state.ko = 0;
        }
        state.shown[mover] &= !taken;
        let tries = std::mem::take(&mut state.tries);
        let common = self.common(state, point);
        state.turn = !mover;
        state.moves += 1;
        state.steps += 1;
        let points = match rules.captor {
            CaptorHears::Number => 0,
            CaptorHears::Points => taken,
            CaptorHears::Shown if rules.reason == ReasonTold::Never => 0,
            CaptorHears::Shown => taken & shown,
        };
        let passed = point.is_none() && rules.pass == PassHeard::Announced;
        let tries = (rules.tries == TriesHeard::Count).then_some(tries);
        Heard {
            mover: Answer::Accepted { point, number: taken.count_ones(), points, common },
            other: Some(Sound::Moved { passed, tries, lost: taken, common }),
        }
    }

    /// Puts a stone down and returns what it takes.
    fn put(&self, state: &mut State, point: usize) -> u16 {
        let (mover, here) = (state.turn, 1 << point);
        let taken = self.grid.takes(point, state.stones[mover], state.stones[!mover]);
        state.stones[mover] |= here;
        state.stones[!mover] &= !taken;
        state.passes = 0;
        let mine = state.stones[mover];
        let alone = self.grid.beside(point) & mine == 0;
        let liberties =
            self.grid.beside(point) & !(mine | state.stones[!mover]) & self.grid.shape.all();
        let ko = taken.count_ones() == 1 && alone && liberties == taken;
        state.ko = if ko { taken } else { 0 };
        if self.keeps_past() {
            state.past.push(state.stones);
        }
        taken
    }

    /// What both seats hear after a move of the side that has just put its stone.
    fn common(&self, state: &State, point: Option<usize>) -> Common {
        let (mine, theirs) = (state.stones[state.turn], state.stones[!state.turn]);
        let all = self.grid.shape.all();
        let atari = match self.config.rules.atari {
            AtariCalls::Never => false,
            AtariCalls::New => {
                point.is_some_and(|point| self.grid.in_atari(self.grid.beside(point), theirs, mine))
            }
            AtariCalls::Every => {
                self.grid.in_atari(all, mine, theirs) || self.grid.in_atari(all, theirs, mine)
            }
        };
        let stones = state.stones.map(u16::count_ones);
        Common { atari, stones: self.config.rules.counts.then_some(stones) }
    }

    /// What the game is worth to Black, if an accepted move has just ended it.
    pub(crate) fn ended(&self, state: &State, stone: bool) -> Option<f64> {
        if stone && self.config.rules.repetition == Repetition::Draw {
            let (now, before) = state.past.split_last()?;
            if before.contains(now) {
                return Some(0.0);
            }
        }
        let over = state.passes >= 2
            || state.moves >= self.config.most_moves()
            || state.steps >= self.config.most_steps();
        over.then(|| self.count(state))
    }

    /// What the game is worth to Black, if a refused try has just ended it.
    pub(crate) fn ended_by_refusal(&self, state: &State) -> Option<f64> {
        if self.config.rules.limits.tries.is_some_and(|limit| state.tries > limit) {
            let loss = match self.config.worth {
                Worth::Result => 1.0,
                Worth::Points => self.config.shape.points() as f64,
            };
            return Some(if state.turn == Color::Black { -loss } else { loss });
        }
        (state.steps >= self.config.most_steps()).then(|| self.count(state))
    }

    /// What the board is worth to Black as it stands.
    pub(crate) fn count(&self, state: &State) -> f64 {
        let area = self.grid.area(&state.stones);
        let rules = &self.config.rules;
        let halves =
            2 * (area.black as i32 - area.white as i32) - i32::from(rules.komi.half_points());
        match self.config.worth {
            Worth::Points => f64::from(halves) / 2.0,
            Worth::Result if halves == 0 && rules.tie == Tie::White => -1.0,
            Worth::Result => f64::from(halves.signum()),
        }
    }
}

fn colored(mover: Color, mine: u16, theirs: u16) -> ByColor<u16> {
    ByColor::new(|color| if color == mover { mine } else { theirs })
}
