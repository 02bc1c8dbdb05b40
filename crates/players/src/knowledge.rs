//! What a player makes of what it hears: the options of the programs of 2006 and 2007.
//!
//! By default a player draws every certain conclusion (its [`View`]). The first programs drew few,
//! and a reproduction plays with these options as they did.

use crate::registry::OptionEntry;
use crate::spec::{OptionReader, SpecError};
use kage_phantom::{Observation, View};
use kage_search::{
    CandidateOptions, CaptureModel, PassRule, PerceivedBoard, RefusalModel, SurroundedStones,
};

pub(crate) const REFUSALS: OptionEntry = OptionEntry {
    name: "refusals",
    takes: "causes or stones",
    default: "causes",
    about: "what a refused point is taken for. causes: whatever is possible; stones: a stone, always (Cazenave 2006, 4; Borsboom 2007, 2.3.4)",
};
pub(crate) const CAPTURES: OptionEntry = OptionEntry {
    name: "captures",
    takes: "certain or all-configurations",
    default: "certain",
    about: "with refusals=stones, which stones a capture removes. certain: only stones that every possible capture includes; all-configurations: all that some capture includes (Borsboom 2007, 2.3.4)",
};
pub(crate) const SAFE_STONES: OptionEntry = OptionEntry {
    name: "safe-stones",
    takes: "certain, believed or off",
    default: "certain",
    about: "which surrounded stones are tried, in case not all are stones. certain: with a certain stone among them; believed: all (Borsboom 2007, 2.5.4)",
};
pub(crate) const PASSING: OptionEntry = OptionEntry {
    name: "passing",
    takes: "when-won or as-2007",
    default: "when-won",
    about: "as-2007: only when own eyes and suicides are left, without retries, and ko is ignored (Borsboom 2007, 2.3.4)",
};

/// The options of the first programs.
pub(crate) const CLASSIC: [OptionEntry; 4] = [REFUSALS, CAPTURES, SAFE_STONES, PASSING];

/// Whose conclusions a player believes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Knowledge {
    /// The view's: whatever is certain.
    View,
    /// Those of the first programs.
    Perceived(CaptureModel),
}

impl Knowledge {
    /// Takes the two options out that say what is believed.
    pub(crate) fn from_options(options: &mut OptionReader) -> Result<Knowledge, SpecError> {
        let words = [
            ("certain", CaptureModel::Certain),
            ("all-configurations", CaptureModel::AllConfigurations),
        ];
        let captures = options.word(CAPTURES.name, &words)?.unwrap_or_default();
        let words = [("causes", Knowledge::View), ("stones", Knowledge::Perceived(captures))];
        let knowledge = options.word(REFUSALS.name, &words)?.unwrap_or(Knowledge::View);
        if knowledge == Knowledge::View && captures != CaptureModel::default() {
            return Err(SpecError::Value {
                option: CAPTURES.name.to_owned(),
                value: "all-configurations".to_owned(),
                takes: "certain, unless refusals=stones is given too".to_owned(),
            });
        }
        Ok(knowledge)
    }
}

/// Takes the options out that say which points are tried, and when to pass.
pub(crate) fn tries_from_options(
    options: &mut OptionReader,
) -> Result<CandidateOptions, SpecError> {
    let words = [
        ("certain", SurroundedStones::Certain),
        ("believed", SurroundedStones::Believed),
        ("off", SurroundedStones::Off),
    ];
    let surrounded = options.word(SAFE_STONES.name, &words)?.unwrap_or_default();
    let words = [("when-won", PassRule::WhenWon), ("as-2007", PassRule::AtTheEnd)];
    let pass = options.word(PASSING.name, &words)?.unwrap_or_default();
    Ok(CandidateOptions { surrounded, pass, ..CandidateOptions::default() })
}

/// What a player assumes of refusals, made anew in each game.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    knowledge: Knowledge,
    pub(crate) refusals: RefusalModel,
}

impl Heard {
    pub(crate) fn new(knowledge: Knowledge) -> Heard {
        Heard { knowledge, refusals: RefusalModel::default() }
    }

    /// A game begins.
    pub(crate) fn begin(&mut self, view: &View) {
        self.refusals = match self.knowledge {
            Knowledge::View => RefusalModel::default(),
            Knowledge::Perceived(captures) => RefusalModel::stones(view, captures),
        };
    }

    /// Follows what was heard. The view has it already.
    pub(crate) fn hear(&mut self, view: &View, news: &Observation) {
        self.refusals.hear(view, news);
    }

    /// What the player believes, if it is not what its view knows.
    pub(crate) const fn perceived(&self) -> Option<&PerceivedBoard> {
        self.refusals.perceived()
    }
}

#[cfg(test)]
mod tests {
    use crate::{PlayerSpec, seat};

    #[test]
    fn options_parse_print_back_and_complain() {
        let full = "all-as-first:playouts=9,refusals=stones,captures=all-configurations,safe-stones=believed,passing=as-2007";
        assert_eq!(seat(full, 1).unwrap().name(), full);
        assert_eq!(full.parse::<PlayerSpec>().unwrap().to_string(), full);
        for spec in ["uct-late", "uct-early", "uct-rave", "standard", "hybrid", "gambit"] {
            let spec = format!("{spec}:playouts=9,refusals=stones,safe-stones=off,passing=as-2007");
            assert!(seat(&spec, 1).is_ok(), "{spec}");
        }
        for (spec, part) in [
            ("standard:refusals=stone", "causes or stones"),
            ("standard:captures=all-configurations", "unless refusals=stones"),
            ("standard:safe-stones=on", "certain or believed or off"),
            ("uct-late:passing=2007", "when-won or as-2007"),
            ("random:captures=all-configurations", "unless refusals=stones"),
            ("standard:refusals=stones,worlds=uniform", "refusals=stones"),
        ] {
            let error = seat(spec, 1).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(part), "{spec}: {error}");
        }
    }
}
