//! The bots of the table in the browser, from the weakest to the strongest.

use crate::player_factory::SeatSpec;
use kage_phantom::View;
use kage_web::Level;
use std::sync::Arc;

/// A level: its name in addresses, its title, what it does, and the spec of its player.
struct Entry {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    spec: &'static str,
    /// Is the value of a try a win probability? For some players it is a difference of means.
    chance: bool,
}

/// Each has a limited budget: playouts that take well under a second, or time.
const LEVELS: [Entry; 5] = [
    Entry {
        id: "first-steps",
        title: "First steps",
        about: "Tries random points that are not its own eyes. It knows only the rules; good for a \
                first game.",
        spec: "random",
        chance: false,
    },
    Entry {
        id: "gentle",
        title: "Gentle",
        about: "Plays three hundred random games for each try, and chooses the point that won most \
                of them.",
        spec: "standard:playouts=300",
        chance: false,
    },
    Entry {
        id: "club",
        title: "Club",
        about: "Plays a thousand random games for each try, and learns about every point from each \
                of them. A good opponent if you know a little Go.",
        spec: "all-as-first:playouts=1000",
        chance: false,
    },
    Entry {
        id: "strong",
        title: "Strong",
        about: "Plays twenty thousand random games for each try, with the method of the strongest \
                programs of 2007.",
        spec: "all-as-first:playouts=20000",
        chance: false,
    },
    Entry {
        id: "strongest",
        title: "Strongest",
        about: "Guesses hidden stones from what it has heard, on 9x9 with a neural net, and plays \
                random games from many such positions, one second for each try. Kage's strongest player.",
        spec: "kage:time=1",
        chance: true,
    },
];

/// All levels, the weakest first.
pub(crate) fn all() -> Vec<Level> {
    LEVELS
        .iter()
        .map(|entry| {
            let player = SeatSpec::read(entry.spec);
            Level {
                id: entry.id.to_owned(),
                title: entry.title.to_owned(),
                about: entry.about.to_owned(),
                chance: entry.chance,
                make_player: Arc::new(move |_: &View, seed| player.clone()?.blind(seed)),
            }
        })
        .collect()
}
