//! Random games to test with: rules, a start, and a list of tries in which refusals of every kind
//! happen. A game is told by its seed alone.

#![allow(dead_code, unreachable_pub, reason = "a module of several tests, each uses its part")]

use fastrand::Rng;
use kage_goban::{BoardSize, Color, Move, Point, PointSet, Position};
use kage_phantom::{Choice, Preset, RefereeRules, Setup};
use kage_referee::Referee;
use std::fmt::{self, Write};

/// What a seat wishes to do.
pub type Step = (Color, Choice);

/// A game: what is needed to play it again.
#[derive(Clone, PartialEq, Eq)]
pub struct Game {
    pub seed: u64,
    pub preset: Preset,
    pub rules: RefereeRules,
    pub setup: Setup,
    pub steps: Vec<Step>,
}

/// Values to override a preset with. The limits are low, so that games reach them.
const OVERRIDES: [(&str, &[&str]); 13] = [
    ("reason", &["never", "always", "stones"]),
    ("captor", &["number", "points", "shown"]),
    ("tries", &["nothing", "each", "count"]),
    ("atari", &["never", "new", "every"]),
    ("pass", &["announced", "unannounced"]),
    ("counts", &["hidden", "announced"]),
    ("ko", &["simple", "superko"]),
    ("repetition", &["allowed", "draw"]),
    ("komi", &["0", "-3", "0.5", "7"]),
    ("tie", &["draw", "white"]),
    ("try-limit", &["1", "3", "6"]),
    ("move-limit", &["7", "20", "45"]),
    ("steps-per-point", &["1", "2", "3"]),
];

/// A preset by turns; half of the games are played by it as it is, the others with one setting or
/// several changed.
pub fn random_rules(random: &mut Rng, seed: u64) -> (Preset, RefereeRules) {
    let preset = Preset::ALL[(seed % 7) as usize];
    let mut rules = preset.rules();
    let changes = [0, 0, 0, 0, 1, 1, 2, 4][random.usize(0..8)];
    for _ in 0..changes {
        let (setting, values) = OVERRIDES[random.usize(0..OVERRIDES.len())];
        rules.set(setting, values[random.usize(0..values.len())]).unwrap();
    }
    (preset, rules)
}

/// Mostly without handicap.
pub fn random_setup(random: &mut Rng, lines: u8) -> Setup {
    let size = BoardSize::new(lines).unwrap();
    let most = if random.u8(0..4) == 0 { size.area() / 4 } else { 0 };
    let handicap: Vec<Point> = (0..most).map(|_| random_point(random, size)).collect();
    Setup::handicap(size, handicap).unwrap_or(Setup::even(size))
}

pub fn random_point(random: &mut Rng, size: BoardSize) -> Point {
    Point::new(random.u8(0..size.get()), random.u8(0..size.get())).unwrap()
}

/// A game of at most so many steps. The mover knows the truth, only to get into trouble more often
/// than a blind one would.
pub fn random_game(seed: u64, lines: u8, most: usize) -> Game {
    let mut random = Rng::with_seed(seed);
    let (preset, rules) = random_rules(&mut random, seed);
    let setup = random_setup(&mut random, lines);
    let (mut referee, mut witness) = Referee::new(rules, setup);
    let mut steps = Vec::new();
    while let Some(seat) = referee.to_move().filter(|_| steps.len() < most) {
        let choice = random_choice(&mut random, witness.position());
        referee.hear(seat, choice).unwrap();
        witness.news();
        steps.push((seat, choice));
    }
    Game { seed, preset, rules, setup, steps }
}

/// Anything on the board, with a taste for captures, kos, suicides and stones in the way.
pub fn random_choice(random: &mut Rng, position: &Position) -> Choice {
    let board = position.board();
    let mover = position.turn();
    let anything = PointSet::board(position.size());
    let wanted = match random.u8(0..100) {
        0..3 => return Choice::Pass,
        3..15 => points_where(board.empty(), |p| !board.would_take(mover, p).is_empty()),
        15..20 => points_where(board.empty(), |p| board.check(mover, p).is_err()),
        20..27 => points_where(anything, |p| banned(position, p)),
        27..31 => board.stones(!mover),
        31..32 => board.stones(mover),
        32..45 => board.stones(!mover).neighbors(position.size()) & board.empty(),
        45..85 => board.empty(),
        _ => anything,
    };
    let points: Vec<Point> = if wanted.is_empty() { anything } else { wanted }.iter().collect();
    Choice::Try(points[random.usize(0..points.len())])
}

fn points_where(points: PointSet, fits: impl Fn(Point) -> bool) -> PointSet {
    points.iter().filter(|&point| fits(point)).collect()
}

fn banned(position: &Position, point: Point) -> bool {
    position.check(Move::Play(point)) == Err(kage_goban::Illegal::Ko)
}

/// As in records, `b (D5 E4) E6`. Whether the last try of an open game was refused is not said.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# seed {}\n# size {}", self.seed, self.setup.size().get())?;
        writeln!(f, "# rules {}", self.rules)?;
        writeln!(f, "# handicap {}", self.setup.stones(Color::Black))?;
        for turn in self.steps.chunk_by(|a, b| a.0 == b.0) {
            f.write_char(turn[0].0.letter().to_ascii_lowercase())?;
            let (last, tries) = turn.split_last().unwrap_or((&turn[0], &[]));
            let tries: Vec<String> = tries.iter().map(|(_, choice)| choice.to_string()).collect();
            if !tries.is_empty() {
                write!(f, " ({})", tries.join(" "))?;
            }
            writeln!(f, " {}", last.1)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
