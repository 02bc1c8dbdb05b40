//! What a seat cannot rule out: the positions that fit everything it has heard, whatever its
//! opponent tried.
//!
//! It decides which tries are useful: those that are legal in one of these positions. Positional
//! superko is not followed: there a refusal without reason may always be ko.

use super::board::points_of;
use super::game::{State, TinyGame};
use super::heard::{Answer, Sound};
use super::symmetry::{Symmetries, Symmetry};
use kage_goban::{Color, KoRule};
use kage_phantom::Refusal;

/// What is hidden from a seat in one position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct World {
    theirs: u16,
    ko: u16,
    passes: u8,
}

/// All that a seat cannot rule out.
pub(crate) type Support = Box<[World]>;

/// A seat with what it knows for certain: its own part of the true position.
pub(crate) struct Knower<'a> {
    pub(crate) game: &'a TinyGame,
    pub(crate) seat: Color,
    pub(crate) truth: &'a State,
}

impl World {
    pub(crate) const EMPTY: World = World { theirs: 0, ko: 0, passes: 0 };

    fn of(seat: Color, state: &State) -> World {
        World { theirs: state.stones[!seat], ko: state.ko, passes: state.passes }
    }

    fn turned(self, symmetry: Symmetry, symmetries: &Symmetries) -> World {
        let moved = |mask| symmetries.mask(symmetry, mask);
        World { theirs: moved(self.theirs), ko: moved(self.ko), passes: self.passes }
    }
}

/// The support on the turned board.
pub(crate) fn turned(support: &[World], symmetry: Symmetry, symmetries: &Symmetries) -> Support {
    gather(support.iter().map(|world| world.turned(symmetry, symmetries)).collect())
}

fn gather(mut worlds: Vec<World>) -> Support {
    worlds.sort_unstable();
    worlds.dedup();
    worlds.into_boxed_slice()
}

impl Knower<'_> {
    /// The position as it would be in a world.
    fn imagine(&self, world: World) -> State {
        let mut state = self.truth.clone();
        state.stones[!self.seat] = world.theirs;
        (state.ko, state.passes, state.past) = (world.ko, world.passes, Vec::new());
        state
    }

    fn superko(&self) -> bool {
        self.game.config.rules.ko == KoRule::PositionalSuperko
    }

    /// May a try there be refused with this told reason?
    fn fits_refusal(&self, state: &State, point: usize, told: Option<Refusal>) -> bool {
        match self.game.refusal(state, point) {
            Some(reason) => self.game.told(reason) == told,
            None => self.superko() && self.game.told(Refusal::Ko) == told,
        }
    }

    /// Those worlds in which these tries of the seat's are refused.
    pub(crate) fn refused(&self, support: &[World], tried: &[(usize, Option<Refusal>)]) -> Support {
        let fits = |world: &&World| {
            let state = self.imagine(**world);
            tried.iter().all(|&(point, told)| self.fits_refusal(&state, point, told))
        };
        support.iter().filter(fits).copied().collect()
    }

    /// The points of these where a try may be accepted.
    pub(crate) fn useful(&self, support: &[World], points: u16) -> u16 {
        let mut useful = 0;
        for &world in support {
            let state = self.imagine(world);
            for point in points_of(points & !useful) {
                if self.game.refusal(&state, point).is_none() {
                    useful |= 1 << point;
                }
            }
            if useful == points {
                break;
            }
        }
        useful
    }

    /// The worlds after a move of the seat's own, which was answered so.
    pub(crate) fn after_mine(&self, support: &[World], answer: &Answer) -> Support {
        let Answer::Accepted { point, .. } = *answer else { return support.into() };
        let after = support.iter().filter_map(|&world| {
            let mut state = self.imagine(world);
            if point.is_some_and(|point| self.game.refusal(&state, point).is_some()) {
                return None;
            }
            let heard = self.game.accept(&mut state, point);
            (heard.mover == *answer).then(|| World::of(self.seat, &state))
        });
        gather(after.collect())
    }

    /// The worlds after a turn of the opponent's, of which this was heard.
    pub(crate) fn after_theirs(&self, support: &[World], sound: &Sound, heard: u32) -> Support {
        let mut after = Vec::new();
        for &world in support {
            let state = self.imagine(world);
            let free = self.game.grid.shape.all() & !world.theirs;
            let legal: u16 = points_of(free)
                .filter(|&point| self.game.refusal(&state, point).is_none())
                .fold(0, |all, point| all | 1 << point);
            let told = match *sound {
                Sound::Moved { tries: Some(tries), .. } => tries,
                _ => heard,
            };
            let refusable = if self.superko() { free } else { free & !legal };
            if told > refusable.count_ones() {
                continue;
            }
            for point in points_of(legal).map(Some).chain([None]) {
                let mut state = state.clone();
                state.tries = told;
                let heard = self.game.accept(&mut state, point);
                if heard.other.as_ref() == Some(sound) {
                    after.push(World::of(self.seat, &state));
                }
            }
        }
        gather(after)
    }
}
