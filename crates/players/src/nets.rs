//! The option that names a net, for all who have one look.

use crate::catalogue::OptionEntry;
use crate::spec::{Options, SpecError};
use kage_net::Net;
use std::sync::Arc;

pub(crate) const NET: OptionEntry = OptionEntry {
    name: "net",
    takes: "a file that `kage train-net` wrote",
    default: "none",
    about: "what looks at the view first, and says which tries look good",
};

/// Takes `net` out and reads it.
pub(crate) fn load(options: &mut Options) -> Result<Option<Arc<Net>>, SpecError> {
    let Some(path) = options.text(NET.name) else { return Ok(None) };
    let wrong = |takes: String| SpecError::Value {
        option: NET.name.to_owned(),
        value: path.clone(),
        takes: format!("{} ({takes})", NET.takes),
    };
    let bytes = std::fs::read(&path).map_err(|error| wrong(error.to_string()))?;
    let net = Net::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok(Some(Arc::new(net)))
}
