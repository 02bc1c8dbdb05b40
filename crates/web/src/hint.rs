//! A hint: what a level would try in a seat's place, and why. It is made from what the seat has heard.

use crate::json;
use kage_phantom::{Choice, Explanation};
use serde::{Deserialize, Serialize};

/// How many other tries a hint names.
const OTHERS: usize = 3;

/// What a level would try, and why.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub(crate) struct Hint {
    #[serde(with = "json::choice")]
    pub(crate) choice: Choice,
    /// The chance to win with it, in percent, if the level gives chances.
    pub(crate) chance: Option<u32>,
    /// The chance that a hidden stone is on the point, in percent, if the level estimates it.
    pub(crate) hidden: Option<u32>,
    /// The next best tries.
    pub(crate) others: Vec<OtherTry>,
}

/// A try that is nearly as good, in a hint.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub(crate) struct OtherTry {
    #[serde(with = "json::choice")]
    pub(crate) choice: Choice,
    pub(crate) chance: Option<u32>,
}

/// Whether the values of a player's candidates are chances to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Values {
    Chances,
    Other,
}

impl Hint {
    pub(crate) fn of(choice: Choice, why: Option<&Explanation>, values: Values) -> Hint {
        let candidates = why.map_or(&[][..], |why| &why.candidates);
        let percent = |value: f64| (100.0 * value.clamp(0.0, 1.0)).round() as u32;
        let chance_of = |choice: Choice| {
            let found = candidates.iter().find(|c| c.choice == choice && c.visits > 0)?;
            (values == Values::Chances).then(|| percent(found.value))
        };
        let hidden = why.filter(|why| !why.hidden.is_empty()).and_then(|why| {
            let Choice::Try(tried) = choice else { return None };
            let at = why.hidden.iter().find(|(point, _)| *point == tried);
            Some(at.map_or(0, |(_, chance)| percent(*chance)))
        });
        let others = candidates.iter().map(|candidate| candidate.choice);
        let others = others.filter(|other| *other != choice).take(OTHERS);
        let others = others.map(|choice| OtherTry { choice, chance: chance_of(choice) });
        Hint { choice, chance: chance_of(choice), hidden, others: others.collect() }
    }
}
