//! Everything that a seat can know: all true positions that fit what it has heard, carried forward.
//!
//! It is written from `docs/rules.md` and shares no code with `kage_phantom::View`, of which it is the measure.
//! It takes boards of up to five lines. Under superko, and where a repetition is a draw, a position includes
//! all earlier boards, so there are many more of them.

mod small_board;

use kage_goban::{BoardSize, ByColor, Color, KoRule, Move, Point, PointSet};
use kage_phantom::{
    Answer, AtariCalls, CaptorHears, Observation, PassHeard, ReasonTold, RefereeRules, Refusal,
    Repetition, Setup, Sound, Taken, TriesHeard,
};
use small_board::{Placed, SmallBoard, places};
use std::fmt;

/// Why it cannot be said what can be known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnowableError {
    /// The board has more than five lines.
    Size(BoardSize),
    /// More positions fit than may be kept.
    TooMany(usize),
    /// No position fits what was heard.
    NothingFits,
}

impl fmt::Display for KnowableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KnowableError::Size(size) => {
                write!(f, "a board of {size} has too many positions: use at most five lines")
            }
            KnowableError::TooMany(most) => {
                write!(f, "more than {most} positions fit: use a smaller board or a shorter game")
            }
            KnowableError::NothingFits => f.write_str("no position fits what was heard"),
        }
    }
}

impl std::error::Error for KnowableError {}

/// One true position that fits, without the seat's own stones, which are the same in all.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Possible {
    theirs: u32,
    /// The last move, if it took a single stone: where it was made, and where that stone stood.
    last_capture: Option<(u32, u32)>,
    passes: u8,
    over: bool,
    /// All earlier boards and the present one, where the rules need them.
    past: Vec<u64>,
}

/// All true positions that fit what one seat has heard.
#[derive(Clone, Debug)]
pub struct Knowable {
    rules: RefereeRules,
    size: BoardSize,
    board: SmallBoard,
    color: Color,
    turn: Color,
    mine: u32,
    /// The opponent's stones that the seat was told of after a refusal.
    shown: u32,
    possible: Vec<Possible>,
    most: usize,
}

impl Knowable {
    /// What a seat can know before the first try. At most this number of positions is kept.
    pub fn new(
        rules: RefereeRules,
        setup: &Setup,
        color: Color,
        most: usize,
    ) -> Result<Knowable, KnowableError> {
        let size = setup.size();
        if size.get() > 5 {
            return Err(KnowableError::Size(size));
        }
        let board = SmallBoard::new(size.get().into());
        let mut seat = Knowable {
            rules,
            size,
            board,
            color,
            turn: setup.first(),
            mine: 0,
            shown: 0,
            possible: Vec::new(),
            most,
        };
        seat.mine = seat.bits(&setup.stones(color));
        let theirs = seat.bits(&setup.stones(!color));
        let past = if seat.needs_past() { vec![pack(seat.mine, theirs)] } else { Vec::new() };
        seat.possible.push(Possible { theirs, last_capture: None, passes: 0, over: false, past });
        Ok(seat)
    }

    /// Keeps the positions that fit what was heard.
    pub fn hear(&mut self, news: &Observation) -> Result<(), KnowableError> {
        if matches!(news, Observation::Over(_)) {
            return Ok(());
        }
        self.goes_on();
        match *news {
            Observation::Mine(Answer::Refused { point, reason }) => {
                self.refused(point, reason);
                self.forget_passes();
            }
            Observation::Theirs(Sound::Tried) => self.forget_passes(),
            Observation::Mine(Answer::Accepted { play, taken, atari, stones }) => {
                self.accepted(play, &taken, atari, stones);
            }
            Observation::Theirs(sound) => self.moved(&sound)?,
            Observation::Over(_) => {}
        }
        self.possible.sort_unstable();
        self.possible.dedup();
        if self.possible.is_empty() { Err(KnowableError::NothingFits) } else { Ok(()) }
    }

    /// The seat learns that the game is not over.
    pub fn goes_on(&mut self) {
        self.possible.retain(|position| !position.over);
    }

    /// The number of positions that fit.
    pub fn positions(&self) -> usize {
        self.possible.len()
    }

    /// Is this one of the positions: these stones of the opponent's, and no others?
    pub fn contains(&self, theirs: &PointSet) -> bool {
        let theirs = self.bits(theirs);
        self.possible.iter().any(|one| one.theirs == theirs)
    }

    /// The opponent's stones that stand in every position.
    pub fn theirs(&self) -> PointSet {
        let all = self.possible.iter().fold(self.board.all(), |all, one| all & one.theirs);
        self.points(all)
    }

    /// The points that are empty in every position.
    pub fn empty(&self) -> PointSet {
        let any = self.possible.iter().fold(self.mine, |any, one| any | one.theirs);
        self.points(self.board.all() & !any)
    }

    fn needs_past(&self) -> bool {
        self.rules.ko == KoRule::PositionalSuperko || self.rules.repetition == Repetition::Draw
    }

    fn place(&self, point: Point) -> u32 {
        u32::from(point.row()) * u32::from(self.size.get()) + u32::from(point.col())
    }

    fn bits(&self, points: &PointSet) -> u32 {
        points.iter().fold(0, |bits, point| bits | 1 << self.place(point))
    }

    fn points(&self, bits: u32) -> PointSet {
        self.size.points().filter(|&point| bits >> self.place(point) & 1 == 1).collect()
    }

    /// A try was refused, which stands between two passes under some rules.
    fn forget_passes(&mut self) {
        if self.rules.refused_is_step() {
            self.possible.iter_mut().for_each(|one| one.passes = 0);
        }
    }

    fn refused(&mut self, point: Point, told: Option<Refusal>) {
        let place = self.place(point);
        let possible = std::mem::take(&mut self.possible);
        let fits = |one: &Possible| {
            let why = self.why_refused(place, one);
            why.is_some_and(|why| told_reason(self.rules.reason, why) == told)
        };
        let possible = possible.into_iter().filter(fits).collect();
        self.possible = possible;
        if told == Some(Refusal::OpponentStone) {
            self.shown |= 1 << place;
        }
    }

    fn why_refused(&self, place: u32, one: &Possible) -> Option<Refusal> {
        match self.board.put(place, self.mine, one.theirs) {
            Placed::OnOwn => Some(Refusal::OwnStone),
            Placed::OnOther => Some(Refusal::OpponentStone),
            Placed::Suicide => Some(Refusal::Suicide),
            Placed::Stands(taken) => {
                let after = pack(self.mine | 1 << place, one.theirs & !taken);
                self.repeats(place, taken, after, one).then_some(Refusal::Ko)
            }
        }
    }

    /// Would this stone, which takes those, bring back a board that must not come back?
    fn repeats(&self, place: u32, taken: u32, after: u64, one: &Possible) -> bool {
        match self.rules.ko {
            KoRule::Simple => {
                one.last_capture.is_some_and(|(stone, hole)| place == hole && taken == 1 << stone)
            }
            KoRule::PositionalSuperko => one.past.contains(&after),
        }
    }

    fn accepted(&mut self, play: Move, told: &Taken, atari: bool, stones: Option<ByColor<u32>>) {
        let before = self.mine;
        if let Move::Play(point) = play {
            self.mine |= 1 << self.place(point);
        }
        let points = self.bits(&told.points);
        let possible = std::mem::take(&mut self.possible);
        let after = |one: Possible| {
            let Move::Play(point) = play else {
                return Some((None, 0, passed(one)));
            };
            let place = self.place(point);
            let Placed::Stands(taken) = self.board.put(place, before, one.theirs) else {
                return None;
            };
            let theirs = one.theirs & !taken;
            if self.repeats(place, taken, pack(self.mine, theirs), &one) {
                return None;
            }
            Some((
                Some(place),
                taken,
                self.stone(one, place, taken, pack(self.mine, theirs), theirs),
            ))
        };
        let fits = |(place, taken, one): (Option<u32>, u32, Possible)| {
            let heard = taken.count_ones() == told.number
                && self.told_points(taken) == points
                && self.calls(place, self.mine, one.theirs) == atari
                && self.counts(self.mine, one.theirs, stones);
            heard.then_some(one)
        };
        let possible = possible.into_iter().filter_map(after).filter_map(fits).collect();
        self.possible = possible;
        self.shown &= !points;
        self.turn = !self.turn;
    }

    /// The position after a stone. `board` is what it becomes.
    fn stone(&self, one: Possible, place: u32, taken: u32, board: u64, theirs: u32) -> Possible {
        let mut past = one.past;
        let repeated = past.contains(&board);
        if self.needs_past() && !repeated {
            past.push(board);
            past.sort_unstable();
        }
        Possible {
            theirs,
            last_capture: (taken.count_ones() == 1).then(|| (place, taken.trailing_zeros())),
            passes: 0,
            over: repeated && self.rules.repetition == Repetition::Draw,
            past,
        }
    }

    fn told_points(&self, taken: u32) -> u32 {
        match self.rules.captor {
            CaptorHears::Number => 0,
            CaptorHears::Points => taken,
            CaptorHears::Shown => taken & self.shown,
        }
    }

    /// Is atari called after a move? `place` is where its stone is; a pass has none.
    fn calls(&self, place: Option<u32>, mover: u32, other: u32) -> bool {
        let occupied = mover | other;
        match self.rules.atari {
            AtariCalls::Never => false,
            AtariCalls::New => place.is_some() && self.board.atari(other, occupied, place),
            AtariCalls::Every => {
                self.board.atari(other, occupied, None) || self.board.atari(mover, occupied, None)
            }
        }
    }

    fn counts(&self, mine: u32, theirs: u32, told: Option<ByColor<u32>>) -> bool {
        told.is_none_or(|told| {
            told[self.color] == mine.count_ones() && told[!self.color] == theirs.count_ones()
        })
    }

    fn moved(&mut self, sound: &Sound) -> Result<(), KnowableError> {
        let Sound::Moved { passed: told_pass, tries, lost, atari, stones } = *sound else {
            return Ok(());
        };
        if tries.is_some_and(|tries| tries > 0) {
            self.forget_passes();
        }
        let lost = self.bits(&lost.points());
        let after = self.mine & !lost;
        let may_pass = told_pass || self.rules.pass == PassHeard::Unannounced;
        let mut fitting = Vec::new();
        for one in std::mem::take(&mut self.possible) {
            if may_pass && lost == 0 {
                fitting.extend(self.after_pass(&one).map(|one| (None, one)));
            }
            if told_pass {
                continue;
            }
            fitting.extend(self.after_stones(&one, lost).map(|(place, one)| (Some(place), one)));
            if fitting.len() > 8 * self.most {
                return Err(KnowableError::TooMany(self.most));
            }
        }
        self.mine = after;
        fitting.retain(|(place, one)| {
            self.calls(*place, one.theirs, after) == atari && self.counts(after, one.theirs, stones)
        });
        self.possible.extend(fitting.into_iter().map(|(_, one)| one));
        self.turn = !self.turn;
        self.possible.sort_unstable();
        self.possible.dedup();
        let too_many = self.possible.len() > self.most;
        if too_many { Err(KnowableError::TooMany(self.most)) } else { Ok(()) }
    }

    /// The positions after a pass of the opponent. A refused try before it may stand between two passes, and may not
    /// have been heard.
    fn after_pass(&self, one: &Possible) -> impl Iterator<Item = Possible> {
        let unheard = self.rules.refused_is_step() && self.rules.tries == TriesHeard::Nothing;
        let apart = (unheard && one.passes > 0).then(|| Possible { passes: 0, ..one.clone() });
        std::iter::once(one.clone()).chain(apart).map(passed)
    }

    /// The positions after a stone of the opponent that takes these stones, with its place.
    fn after_stones(&self, one: &Possible, lost: u32) -> impl Iterator<Item = (u32, Possible)> {
        places(self.board.all() & !(self.mine | one.theirs)).filter_map(move |place| {
            let place = place as u32;
            if self.board.put(place, one.theirs, self.mine) != Placed::Stands(lost) {
                return None;
            }
            let theirs = one.theirs | 1 << place;
            let board = pack(self.mine & !lost, theirs);
            let stands = !self.repeats(place, lost, board, one);
            stands.then(|| (place, self.stone(one.clone(), place, lost, board, theirs)))
        })
    }
}

fn passed(one: Possible) -> Possible {
    let passes = one.passes + 1;
    Possible { last_capture: None, passes, over: passes >= 2, ..one }
}

const fn pack(mine: u32, theirs: u32) -> u64 {
    (mine as u64) << 32 | theirs as u64
}

fn told_reason(told: ReasonTold, why: Refusal) -> Option<Refusal> {
    let stone = matches!(why, Refusal::OpponentStone | Refusal::OwnStone);
    match told {
        ReasonTold::Never => None,
        ReasonTold::Always => Some(why),
        ReasonTold::Stones => stone.then_some(why),
    }
}
