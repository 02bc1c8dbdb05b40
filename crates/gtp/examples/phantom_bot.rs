//! A Phantom Go engine in one page. It plays random points and does not fill its own eyes.
//!
//! Play it:  kage match "gtp:target/debug/examples/phantom_bot" random
//!
//! The library speaks GTP, keeps the view and interprets refusals. The author of a bot writes `choose`.

use kage_goban::{Point, PointSet};
use kage_gtp::{Engine, Identity};
use kage_phantom::{Choice, Knowledge, Player, PlayerError, Seat, View};
use std::time::Duration;

struct Bot {
    dice: fastrand::Rng,
}

impl Bot {
    /// Whether a point is worth a try: it may be empty, it is no own eye, and it was not refused in
    /// this turn.
    fn wants(view: &View, point: Point) -> bool {
        let taken = matches!(view.at(point), Knowledge::Mine | Knowledge::Theirs);
        let eye = PointSet::of(point).neighbors(view.size()).is_subset(&view.mine());
        !taken && !eye && !view.tried().contains(&point)
    }
}

impl Player for Bot {
    fn name(&self) -> String {
        "phantom_bot".to_owned()
    }

    fn choose(&mut self, seat: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
        // A game this long repeats itself, for example in two kos. Passing ends it.
        if seat.moves() as usize > 2 * seat.size().area() {
            return Ok(Choice::Pass);
        }
        let points: Vec<Point> =
            seat.size().points().filter(|&point| Bot::wants(seat, point)).collect();
        Ok(self.dice.choice(points).map_or(Choice::Pass, Choice::Try))
    }
}

fn main() -> std::io::Result<()> {
    let identity = Identity { name: "phantom_bot".to_owned(), version: "1".to_owned() };
    // The same seed plays the same games.
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok());
    let mut seeds = seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    let make = move || Ok(Box::new(Bot { dice: seeds.fork() }) as Box<dyn Player>);
    Engine::new(identity, Box::new(make)).serve(std::io::stdin().lock(), std::io::stdout().lock())
}
