//! The single door between the truth and the seats.

use crate::{
    Answer, AtariCalls, CaptorHears, Lost, Observation, PassHeard, ReasonTold, RefereeRules,
    Refusal, Ruling, Sound, Table, Taken, TriesHeard,
};
use kage_goban::{ByColor, Move, PointSet};

/// What each seat hears of a ruling. Of the table it needs what was shown and tried before the ruling, and not the
/// position.
///
/// It is pure, so that a belief can ask of any imagined world: would this have sounded the same?
pub fn disclose(
    rules: &RefereeRules,
    before: &Table,
    ruling: &Ruling,
) -> ByColor<Option<Observation>> {
    let (Ruling::Refused { mover, .. } | Ruling::Accepted { mover, .. }) = *ruling;
    let (to_mover, to_other) = told(rules, before, ruling);
    ByColor::new(|seat| match seat == mover {
        true => Some(Observation::Mine(to_mover)),
        false => to_other.map(Observation::Theirs),
    })
}

/// What the mover is told, and what the other seat hears.
fn told(rules: &RefereeRules, before: &Table, ruling: &Ruling) -> (Answer, Option<Sound>) {
    match *ruling {
        Ruling::Refused { point, reason, .. } => {
            let reason = told_reason(rules, reason);
            let heard = rules.tries == TriesHeard::Each;
            (Answer::Refused { point, reason }, heard.then_some(Sound::Tried))
        }
        Ruling::Accepted { mover, play, taken, new_atari, any_atari, stones } => {
            let stones = rules.counts.then_some(stones);
            let atari = match rules.atari {
                AtariCalls::Never => false,
                AtariCalls::New => new_atari,
                AtariCalls::Every => any_atari,
            };
            let passed = play == Move::Pass && rules.pass == PassHeard::Announced;
            let tries = (rules.tries == TriesHeard::Count).then_some(before.tries());
            let lost = Lost::by_capture(taken);
            let taken = told_taken(rules, &before.shown(mover), taken);
            let answer = Answer::Accepted { play, taken, atari, stones };
            (answer, Some(Sound::Moved { passed, tries, lost, atari, stones }))
        }
    }
}

fn told_reason(rules: &RefereeRules, reason: Refusal) -> Option<Refusal> {
    let told = match rules.reason {
        ReasonTold::Never => false,
        ReasonTold::Always => true,
        ReasonTold::Stones => matches!(reason, Refusal::OpponentStone | Refusal::OwnStone),
    };
    told.then_some(reason)
}

fn told_taken(rules: &RefereeRules, shown: &PointSet, taken: PointSet) -> Taken {
    let points = match rules.captor {
        CaptorHears::Number => PointSet::EMPTY,
        CaptorHears::Points => taken,
        // Where no reason is told, no stone was ever shown.
        CaptorHears::Shown if rules.reason == ReasonTold::Never => PointSet::EMPTY,
        CaptorHears::Shown => taken & *shown,
    };
    Taken { number: taken.len() as u32, points }
}
