//! The bots of the table in the browser, from the gentlest to the strongest.

use crate::seating;
use kage_phantom::View;
use kage_web::Level;
use std::sync::Arc;

/// A level: its name in addresses, its title, what it does, and the spec of its player.
struct Entry {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    spec: &'static str,
    /// Is a value of its a chance to win? Not where values are differences.
    chance: bool,
}

/// Each is bounded: by playouts that take well under a second, or by time.
const LEVELS: [Entry; 5] = [
    Entry {
        id: "first-steps",
        title: "First steps",
        about: "Tries any point that is not an eye of its own. Knows the rules and nothing else; \
                good for a first game.",
        spec: "random",
        chance: false,
    },
    Entry {
        id: "gentle",
        title: "Gentle",
        about: "Looks at each point with a few random games. Sees captures next to it, forgets the \
                rest.",
        spec: "standard:playouts=300",
        chance: false,
    },
    Entry {
        id: "club",
        title: "Club",
        about: "A thousand random games for each try, each of which teaches it about every point. \
                A sound opponent for who knows a little Go.",
        spec: "all-as-first:playouts=1000",
        chance: false,
    },
    Entry {
        id: "strong",
        title: "Strong",
        about: "Twenty thousand random games for each try: the method that the programs of 2007 \
                found hard to beat.",
        spec: "all-as-first:playouts=20000",
        chance: false,
    },
    Entry {
        id: "strongest",
        title: "Strongest",
        about: "Imagines games that would have sounded like this one, the likelier ones more often, \
                and plays random games from there, for up to a second a try. The best that Kage has.",
        spec: "kage:time=1",
        chance: true,
    },
];

/// All levels, the gentlest first.
pub(crate) fn all() -> Vec<Level> {
    LEVELS
        .iter()
        .map(|entry| Level {
            id: entry.id.to_owned(),
            title: entry.title.to_owned(),
            about: entry.about.to_owned(),
            chance: entry.chance,
            seat: Arc::new(|_: &View, seed| seating::blind(entry.spec, seed)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]
    use super::*;
    use kage_goban::{BoardSize, Color};
    use kage_phantom::{RefereeRules, Setup};

    #[test]
    fn every_level_takes_its_seat() {
        let setup = Setup::even(BoardSize::NINE);
        let view = View::new(RefereeRules::default(), &setup, Color::Black);
        for level in all() {
            let mut player = (level.seat)(&view, 1).unwrap();
            player.begin(&view).unwrap();
            player.choose(&view, None).unwrap();
        }
    }
}
