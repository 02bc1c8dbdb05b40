//! One game, from the first try to the record.

use crate::Seat;
use kage_goban::{ByColor, Color, Move, Position};
use kage_phantom::{Choice, Explanation, Forfeit, PlayerError, RefereeRules, Ruling, Setup, View};
use kage_referee::{Heard, Record, Referee, Witness};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// As much as he likes.
    Free,
    /// So much for each turn, all its tries together.
    PerMove(Duration),
    /// So much for the whole game.
    PerGame(Duration),
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Time::Free => f.write_str("no clock"),
            Time::PerMove(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Time::PerGame(time) => write!(f, "{} s a side", time.as_secs_f64()),
        }
    }
}

/// The terms of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The rules.
    pub rules: RefereeRules,
    /// The start.
    pub setup: Setup,
    /// The time a player has.
    pub time: Time,
}

/// What one seat did in a game.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct SeatStats {
    /// Moves made, passes included.
    pub moves: u32,
    /// Tries refused.
    pub refused: u32,
    /// Time spent choosing.
    pub time: Duration,
    /// Playouts made, as far as the player says.
    pub playouts: u64,
}

/// Why a game does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Void {
    /// The seat whose house failed, if it was one.
    pub seat: Option<Color>,
    /// What happened, in words.
    pub what: String,
}

/// A game that was played, or as much of it as there was.
#[derive(Debug)]
pub struct Played {
    /// The whole truth.
    pub record: Record,
    /// What each seat did.
    pub stats: ByColor<SeatStats>,
    /// Why the game does not count, if it does not.
    pub void: Option<Void>,
    /// What the player did who forfeited, in words.
    pub fault: Option<String>,
}

/// A try as it is put to the referee: what was chosen, from what, and why.
#[derive(Clone, Copy, Debug)]
pub struct Try<'a> {
    /// The seat's view before the try. A sighted seat has one too, but did not choose from it.
    pub view: &'a View,
    /// The choice.
    pub choice: Choice,
    /// Why, if the player says.
    pub explanation: Option<&'a Explanation>,
}

/// Allowed once on top of a player's time before it is called: the clock is for players, not for
/// the scheduling of a busy machine.
const GRACE: Duration = Duration::from_millis(100);

/// Plays a game. When `stop` is set it ends at the next try, void.
pub fn play(seats: ByColor<&mut Seat>, terms: &Terms, stop: &AtomicBool) -> Played {
    play_watched(seats, terms, stop, &mut |_| {})
}

/// Plays a game as [`play`] does, and shows each try to `watch` before it is ruled.
pub fn play_watched(
    mut seats: ByColor<&mut Seat>,
    terms: &Terms,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(Try<'_>),
) -> Played {
    let (referee, witness) = Referee::new(terms.rules, terms.setup);
    let mut game = Game {
        terms,
        referee,
        witness,
        views: ByColor::new(|color| View::new(terms.rules, &terms.setup, color)),
        stats: ByColor::default(),
        turn_time: Duration::ZERO,
        void: None,
        fault: None,
        watch,
    };
    for color in Color::BOTH {
        let begun = seats[color].begin(&terms.rules, &terms.setup, color, &game.views[color]);
        game.blame(&mut seats, color, begun);
    }
    while let Some(turn) = game.referee.to_move().filter(|_| game.void.is_none()) {
        if stop.load(Ordering::Relaxed) {
            game.void = Some(Void { seat: None, what: "stopped".to_owned() });
        } else {
            game.take_try(&mut seats, turn);
        }
    }
    Played { record: game.referee.finish(), stats: game.stats, void: game.void, fault: game.fault }
}

/// A game under way.
struct Game<'a> {
    terms: &'a Terms,
    referee: Referee,
    witness: Witness,
    views: ByColor<View>,
    stats: ByColor<SeatStats>,
    /// Time spent in this turn so far.
    turn_time: Duration,
    void: Option<Void>,
    fault: Option<String>,
    watch: &'a mut dyn FnMut(Try<'_>),
}

impl Game<'_> {
    /// Asks the side to move for one try, and lets it have its consequences.
    fn take_try(&mut self, seats: &mut ByColor<&mut Seat>, turn: Color) {
        let left = self.limit().map(|limit| limit.saturating_sub(self.spent(turn)));
        let started = Instant::now();
        let choice = match &mut *seats[turn] {
            Seat::Blind(player) => player.choose(&self.views[turn], left),
            Seat::Sighted(player) => player.choose(self.position(), left),
        };
        let spent = started.elapsed();
        self.stats[turn].time += spent;
        let explanation = match &*seats[turn] {
            Seat::Blind(player) => player.explain(),
            Seat::Sighted(_) => None,
        };
        self.stats[turn].playouts += explanation.map_or(0, |told| told.playouts);
        self.turn_time += spent;
        if self.limit().is_some_and(|limit| self.spent(turn) > limit + GRACE) {
            self.forfeit(seats, turn, Forfeit::Time, "time is up");
            return;
        }
        match choice {
            Ok(choice) => {
                (self.watch)(Try { view: &self.views[turn], choice, explanation });
                self.rule(seats, turn, choice);
            }
            Err(error) => self.blame(seats, turn, Err(error)),
        }
    }

    /// The true position, for a sighted seat.
    fn position(&self) -> &Position {
        self.witness.position()
    }

    /// The time a player has, for the turn or for the game.
    fn limit(&self) -> Option<Duration> {
        match self.terms.time {
            Time::Free => None,
            Time::PerMove(time) | Time::PerGame(time) => Some(time),
        }
    }

    /// What a player has spent of it.
    fn spent(&self, turn: Color) -> Duration {
        match self.terms.time {
            Time::PerMove(_) => self.turn_time,
            Time::Free | Time::PerGame(_) => self.stats[turn].time,
        }
    }

    fn rule(&mut self, seats: &mut ByColor<&mut Seat>, turn: Color, choice: Choice) {
        match self.referee.hear(turn, choice) {
            Ok(heard) => self.spread(seats, &heard),
            Err(error) => {
                let what = format!("answered {choice}: {error}");
                self.forfeit(seats, turn, Forfeit::Conduct, &what);
            }
        }
    }

    /// Tells the seats what they hear, and sighted ones what happened.
    fn spread(&mut self, seats: &mut ByColor<&mut Seat>, heard: &Heard) {
        for ruling in self.witness.news() {
            match ruling {
                Ruling::Refused { mover, .. } => self.stats[mover].refused += 1,
                Ruling::Accepted { mover, play, .. } => {
                    self.stats[mover].moves += 1;
                    self.turn_time = Duration::ZERO;
                    self.show(seats, mover, play);
                }
            }
        }
        for color in Color::BOTH {
            for news in &heard[color] {
                if let Err(error) = self.views[color].update(news) {
                    let what = format!("the referee contradicts himself: {error}");
                    self.void = Some(Void { seat: None, what });
                    return;
                }
                if let Seat::Blind(player) = &mut *seats[color] {
                    let told = player.hear(&self.views[color], news);
                    self.blame(seats, color, told);
                }
            }
        }
    }

    /// Shows a move to the seats that see.
    fn show(&mut self, seats: &mut ByColor<&mut Seat>, mover: Color, play: Move) {
        for color in Color::BOTH {
            if let Seat::Sighted(player) = &mut *seats[color] {
                let told = player.played(mover, play);
                self.blame(seats, color, told);
            }
        }
    }

    /// A player who failed forfeits; where it was the house's fault the game is void.
    fn blame(
        &mut self,
        seats: &mut ByColor<&mut Seat>,
        color: Color,
        done: Result<(), PlayerError>,
    ) {
        match done {
            Ok(()) => {}
            Err(PlayerError::House(what)) => self.void = Some(Void { seat: Some(color), what }),
            Err(PlayerError::Fault(what)) => self.forfeit(seats, color, Forfeit::Conduct, &what),
        }
    }

    fn forfeit(&mut self, seats: &mut ByColor<&mut Seat>, color: Color, why: Forfeit, what: &str) {
        // The first fault ends the game; later ones are its echo.
        if let Ok(heard) = self.referee.forfeit(color, why) {
            self.fault = Some(format!("{color}: {what}"));
            self.spread(seats, &heard);
        }
    }
}
