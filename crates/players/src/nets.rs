//! The options that name a net, for all who have one look.

use crate::catalogue::OptionEntry;
use crate::spec::{Options, SpecError};
use kage_goban::Point;
use kage_net::{Net, Outlook, Planes, Sight};
use kage_phantom::View;
use kage_search::Hunch;
use std::sync::Arc;

pub(crate) const NET: OptionEntry = OptionEntry {
    name: "net",
    takes: "`none`, or a file that `kage train-net` wrote",
    default: "the one built in",
    about: "what looks at the view first, and says which tries look good",
};
pub(crate) const SIDES: OptionEntry = OptionEntry {
    name: "sides",
    takes: "a number from 1 to 8",
    default: "8",
    about: "from how many sides the net looks at a view, turned and mirrored; a quarter of them after a refusal",
};

/// A net, and how it looks.
pub(crate) struct Looker {
    sight: Arc<Sight>,
    sides: u8,
    /// Was this net asked for? Then it is a mistake if it cannot look.
    pub(crate) is_given: bool,
}

/// How many times less sides do after a refusal.
const AGAIN: u8 = 4;
/// From how many sides, unless something else is said.
const USUAL_SIDES: u64 = 8;

impl Looker {
    /// A net that looks from one side.
    pub(crate) fn of(sight: Arc<Sight>) -> Looker {
        Looker { sight, sides: 1, is_given: true }
    }

    /// Takes `net` and `sides` out, and reads the net.
    pub(crate) fn from_options(options: &mut Options) -> Result<Option<Looker>, SpecError> {
        let sides = options.count_to(SIDES.name, 8)?.unwrap_or(USUAL_SIDES) as u8;
        let Some(path) = options.text(NET.name) else {
            return Ok(Sight::embedded().map(|sight| Looker { sight, sides, is_given: false }));
        };
        if path == "none" {
            return Ok(None);
        }
        let wrong = |takes: String| SpecError::Value {
            option: NET.name.to_owned(),
            value: path.clone(),
            takes: format!("{} ({takes})", NET.takes),
        };
        let bytes = std::fs::read(&path).map_err(|error| wrong(error.to_string()))?;
        let net = Net::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
        Ok(Some(Looker { sight: Arc::new(Sight::new(&net)), sides, is_given: true }))
    }

    /// How a view looks; nets know 9x9 alone. After a refusal little is new, and there may be many in a turn: a
    /// quarter of the sides will do.
    pub(crate) fn look(&self, view: &View) -> Option<Hunch> {
        let again = !view.tried().is_empty();
        let sides = if again { self.sides.div_ceil(AGAIN) } else { self.sides };
        let seen = self.sight.look_around(&Planes::of(view)?, sides);
        let of = |said: [f32; 81]| {
            let at = |point: Point| (point, f64::from(said[Outlook::place(point)]));
            view.size().points().map(at).collect()
        };
        Some(Hunch { win: seen.win.into(), gains: of(seen.gains), hidden: of(seen.hidden) })
    }
}
