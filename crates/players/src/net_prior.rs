//! A net as the prior of a search, and the options that choose it.

use crate::registry::OptionEntry;
use crate::spec::{OptionReader, SpecError};
use kage_goban::BoardSize;
use kage_net::{NetPolicy, PolicyNet};
use kage_phantom::{PlayerError, Policy, Prediction, View};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) const NET: OptionEntry = OptionEntry {
    name: "net",
    takes: "`none`, the name of a built-in net (`f`), or a file that `kage train` wrote",
    default: "the one built in",
    about: "the net that evaluates the view before the search",
};
pub(crate) const SYMMETRIES: OptionEntry = OptionEntry {
    name: "symmetries",
    takes: "a number from 1 to 8",
    default: "8",
    about: "how many rotations and mirror images of the view the net evaluates; a quarter of them after a refusal",
};

/// After a refusal the view has changed little, and a turn may have many refusals. So the number of
/// symmetries is divided by this.
const AFTER_REFUSAL: u8 = 4;
/// Default number of symmetries.
const DEFAULT_SYMMETRIES: u64 = 8;

/// Which net a player has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NetChoice {
    /// None.
    Off,
    /// The default one that is built in, on the boards it can evaluate.
    BuiltIn,
    /// A built-in one by its name, on the boards it can evaluate.
    Named(String),
    /// One from a file: a game on a board that it cannot evaluate does not begin.
    File(PathBuf),
}

impl NetChoice {
    /// Takes `net` out.
    pub(crate) fn from_options(options: &mut OptionReader) -> NetChoice {
        match options.text(NET.name) {
            None => NetChoice::BuiltIn,
            Some(path) if path == "none" => NetChoice::Off,
            Some(name) if PolicyNet::built_in_names().any(|known| known == name) => {
                NetChoice::Named(name)
            }
            Some(path) => NetChoice::File(path.into()),
        }
    }

    /// Reads the net, which is then evaluated at this number of symmetries.
    pub(crate) fn load(&self, symmetries: u8) -> Result<Option<NetPrior>, SpecError> {
        let need = Need::WherePossible;
        let built_in = |net| NetPrior { net, symmetries, need };
        match self {
            NetChoice::Off => Ok(None),
            NetChoice::BuiltIn => Ok(PolicyNet::default_net().map(built_in)),
            NetChoice::Named(name) => Ok(PolicyNet::built_in(name).map(built_in)),
            NetChoice::File(path) => Ok(Some(NetPrior::new(read(path)?, symmetries, Need::Always))),
        }
    }
}

fn read(path: &Path) -> Result<Arc<PolicyNet>, SpecError> {
    let wrong = |why: String| SpecError::Value {
        option: NET.name.to_owned(),
        value: path.display().to_string(),
        takes: format!("{} ({why})", NET.takes),
    };
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    let net = PolicyNet::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok(Arc::new(net))
}

/// Takes `symmetries` out.
pub(crate) fn symmetries(options: &mut OptionReader) -> Result<u8, SpecError> {
    Ok(options.count_to(SYMMETRIES.name, 8)?.unwrap_or(DEFAULT_SYMMETRIES) as u8)
}

/// Can a player do without its net?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// On boards that the net cannot evaluate, the player plays without it.
    WherePossible,
    /// A game on such a board is refused.
    Always,
}

/// A net, and how it is evaluated.
#[derive(Clone, Debug)]
pub(crate) struct NetPrior {
    net: Arc<PolicyNet>,
    symmetries: u8,
    need: Need,
}

impl NetPrior {
    pub(crate) fn new(net: Arc<PolicyNet>, symmetries: u8, need: Need) -> NetPrior {
        NetPrior { net, symmetries, need }
    }

    /// The same net for a player that cannot play without it.
    pub(crate) fn needed(self) -> NetPrior {
        NetPrior { need: Need::Always, ..self }
    }

    /// Was this net given by an option, or does the player need it?
    pub(crate) fn is_needed(&self) -> bool {
        self.need == Need::Always
    }

    /// Does the player play boards of this size with it, or without it?
    pub(crate) fn lets_play(&self, size: BoardSize) -> bool {
        self.net.plays(size) || !self.is_needed()
    }

    /// Can it evaluate boards of this size? If it cannot and the player needs it, this is an error.
    pub(crate) fn plays(&self, size: BoardSize) -> Result<bool, PlayerError> {
        let can = self.net.plays(size);
        if !self.lets_play(size) {
            return Err(PlayerError::Infrastructure(format!(
                "this net cannot evaluate {size} boards"
            )));
        }
        Ok(can)
    }

    /// The net's prediction for a view; `None` if it cannot evaluate it.
    pub(crate) fn predict(&self, view: &View) -> Option<Prediction> {
        let after_refusal = !view.tried().is_empty();
        let symmetries = match after_refusal {
            true => self.symmetries.div_ceil(AFTER_REFUSAL),
            false => self.symmetries,
        };
        let policy = NetPolicy { net: Arc::clone(&self.net), symmetries };
        policy.predict(&[view]).pop().flatten()
    }
}
