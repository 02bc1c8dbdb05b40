//! Games as both seats hear them, step by step, for measuring views.

use kage_goban::{ByColor, Color, KoRule, Move, Point, PointSet, Position};
use kage_phantom::{Choice, Observation, Player, PlayerError, RefereeRules, Seats, Setup};
use kage_referee::{Heard, Referee, RefereeError};

/// A game: how it began, and what both seats heard at each step.
#[derive(Clone, Debug)]
pub struct HeardGame {
    /// The rules.
    pub rules: RefereeRules,
    /// The start.
    pub setup: Setup,
    /// What was heard at each step: a try or a pass.
    pub steps: Vec<Heard>,
    /// The opponent's stones after each step, by seat.
    pub hidden: Vec<ByColor<PointSet>>,
}

/// A moment of a game that goes on.
struct Now<'a> {
    position: &'a Position,
    steps: &'a [Heard],
    /// Refused tries of this turn.
    tries: usize,
}

impl HeardGame {
    /// A random game of at most so many moves. The mover knows the truth, only to meet captures, kos, suicides
    /// and stones in the way more often than a blind one would.
    pub fn random(
        rules: RefereeRules,
        setup: Setup,
        moves: u32,
        seed: u64,
    ) -> Result<HeardGame, RefereeError> {
        let mut random = fastrand::Rng::with_seed(seed);
        // Who is stuck passes: games are about moves, not about endless tries.
        let most = 2 * setup.size().get() as usize;
        HeardGame::play(rules, setup, moves, |now| {
            let choice = random_choice(&mut random, now.position);
            Ok(if now.tries < most { choice } else { Choice::Pass })
        })
    }

    /// A game between two blind players, of at most this number of moves.
    pub fn between(
        rules: RefereeRules,
        setup: Setup,
        moves: u32,
        mut players: ByColor<Box<dyn Player>>,
    ) -> Result<HeardGame, HeardGameError> {
        let mut views = Seats::new(rules, &setup);
        for color in Color::BOTH {
            players[color].begin(&views[color])?;
        }
        let mut folded = 0;
        HeardGame::play(rules, setup, moves, |now| {
            for heard in &now.steps[folded..] {
                views
                    .hear(heard)
                    .map_err(|error| PlayerError::Infrastructure(error.to_string()))?;
                for color in Color::BOTH {
                    for news in &heard[color] {
                        players[color].hear(&views[color], news)?;
                    }
                }
            }
            folded = now.steps.len();
            let seat = now.position.turn();
            Ok(players[seat].choose(&views[seat], None)?)
        })
    }

    fn play<E: From<RefereeError>>(
        rules: RefereeRules,
        setup: Setup,
        moves: u32,
        mut choose: impl FnMut(Now<'_>) -> Result<Choice, E>,
    ) -> Result<HeardGame, E> {
        let (mut referee, mut witness) = Referee::new(rules, setup);
        let mut game = HeardGame { rules, setup, steps: Vec::new(), hidden: Vec::new() };
        let mut tries = 0;
        while let Some(seat) = referee.to_move() {
            if witness.position().moves() >= moves || game.steps.len() >= 4 * moves as usize {
                break;
            }
            let (position, before) = (witness.position(), witness.position().moves());
            let choice = choose(Now { position, steps: &game.steps, tries })?;
            game.steps.push(referee.hear(seat, choice)?);
            witness.news();
            tries = if witness.position().moves() == before { tries + 1 } else { 0 };
            let board = witness.position().board();
            game.hidden.push(ByColor::new(|seat| board.stones(!seat)));
        }
        Ok(game)
    }

    /// How many things a seat heard.
    pub fn heard(&self, seat: Color) -> impl Iterator<Item = &Observation> {
        self.steps.iter().flat_map(move |heard| &heard[seat])
    }
}

/// A game could not be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeardGameError {
    /// A player failed.
    Player(PlayerError),
    /// The referee refused to rule.
    Referee(RefereeError),
}

impl std::fmt::Display for HeardGameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HeardGameError::Player(error) => error.fmt(f),
            HeardGameError::Referee(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HeardGameError {}

impl From<PlayerError> for HeardGameError {
    fn from(error: PlayerError) -> HeardGameError {
        HeardGameError::Player(error)
    }
}

impl From<RefereeError> for HeardGameError {
    fn from(error: RefereeError) -> HeardGameError {
        HeardGameError::Referee(error)
    }
}

/// Anything on the board, with a taste for captures, kos, suicides and stones in the way.
fn random_choice(random: &mut fastrand::Rng, position: &Position) -> Choice {
    let (board, mover) = (position.board(), position.turn());
    let anything = PointSet::board(position.size());
    let wanted = match random.u8(0..100) {
        0..2 => return Choice::Pass,
        2..14 => points_where(board.empty(), |p| !board.would_take(mover, p).is_empty()),
        14..19 => points_where(board.empty(), |p| board.check(mover, p).is_err()),
        19..23 => points_where(board.empty(), |p| is_ko(position, p)),
        23..33 => board.stones(!mover),
        33..45 => board.stones(!mover).neighbors(position.size()) & board.empty(),
        _ => board.empty(),
    };
    let wanted = if wanted.is_empty() { anything } else { wanted };
    let points: Vec<Point> = wanted.iter().collect();
    Choice::Try(points[random.usize(0..points.len())])
}

fn points_where(points: PointSet, fits: impl Fn(Point) -> bool) -> PointSet {
    points.iter().filter(|&point| fits(point)).collect()
}

fn is_ko(position: &Position, point: Point) -> bool {
    let ko = Err(kage_goban::Illegal::Ko);
    (position.ko_rule() != KoRule::Simple || position.ko() == Some(point))
        && position.check(Move::Play(point)) == ko
}
