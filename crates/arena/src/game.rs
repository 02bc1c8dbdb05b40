//! One game, from the first try to the record.

use crate::SeatedPlayer;
use crate::guarded::guarded;
use kage_goban::{ByColor, Color, Move};
use kage_phantom::{Choice, Explanation, Forfeit, PlayerError, RefereeRules, Ruling, Setup, View};
use kage_referee::{Heard, Record, Session, SessionError, Witness};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// No limit.
    Free,
    /// For each turn, all its tries together.
    PerMove(Duration),
    /// For the whole game.
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
    /// Playouts, as the player reports them.
    pub playouts: u64,
}

/// Why a game does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Void {
    /// The seat whose player could not be started or reached, or panicked, if it was one.
    pub seat: Option<Color>,
    /// What happened, as text.
    pub what: String,
}

/// A game, played to its end or to the point where it became void.
#[derive(Debug)]
pub struct Played {
    /// The full record.
    pub record: Record,
    /// What each seat did.
    pub stats: ByColor<SeatStats>,
    /// Why the game does not count, if it does not.
    pub void: Option<Void>,
    /// Why a player forfeited, as text.
    pub fault: Option<String>,
}

/// A try before it is ruled: the choice, the view it was made from, and the player's explanation.
#[derive(Clone, Copy, Debug)]
pub struct Try<'a> {
    /// The seat's view before the try. A sighted seat has one too, but does not choose from it.
    pub view: &'a View,
    /// The choice.
    pub choice: Choice,
    /// The player's explanation, if it gives one.
    pub explanation: Option<&'a Explanation>,
}

/// Tolerance on top of a player's time: the clock measures players, not the scheduling of a busy
/// machine.
const GRACE: Duration = Duration::from_millis(100);

/// Plays a game. When `stop` is set, it ends at the next try and is void. A player that panics makes
/// it void too.
pub fn play(seats: ByColor<&mut SeatedPlayer>, terms: &Terms, stop: &AtomicBool) -> Played {
    play_watched(seats, terms, stop, &mut |_| {})
}

/// Plays a game as [`play`] does, and calls `watch` with each try before it is ruled.
pub fn play_watched(
    mut seats: ByColor<&mut SeatedPlayer>,
    terms: &Terms,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(Try<'_>),
) -> Played {
    let (session, witness) = Session::new(terms.rules, terms.setup);
    let mut game = GameRun {
        terms,
        session,
        witness,
        stats: ByColor::default(),
        turn_time: Duration::ZERO,
        void: None,
        fault: None,
        watch,
    };
    for color in Color::BOTH {
        let seat = game.session.seat(color);
        let begun = guarded(|| seats[color].begin(&terms.rules, &terms.setup, color, seat));
        game.blame(&mut seats, color, begun);
    }
    while let Some(turn) = game.session.to_move().filter(|_| game.void.is_none()) {
        if stop.load(Ordering::Relaxed) {
            game.make_void(None, "stopped".to_owned());
        } else {
            game.take_try(&mut seats, turn);
        }
    }
    let (record, _) = game.session.finish();
    Played { record, stats: game.stats, void: game.void, fault: game.fault }
}

/// A game in progress.
struct GameRun<'a> {
    terms: &'a Terms,
    session: Session,
    witness: Witness,
    stats: ByColor<SeatStats>,
    /// Time spent in this turn so far.
    turn_time: Duration,
    void: Option<Void>,
    fault: Option<String>,
    watch: &'a mut dyn FnMut(Try<'_>),
}

impl GameRun<'_> {
    /// Asks the side to move for one try and rules on it.
    fn take_try(&mut self, seats: &mut ByColor<&mut SeatedPlayer>, turn: Color) {
        let left = self.limit().map(|limit| limit.saturating_sub(self.spent(turn)));
        let started = Instant::now();
        let choice = guarded(|| match &mut *seats[turn] {
            SeatedPlayer::Blind(player) => player.choose(self.session.seat(turn), left),
            SeatedPlayer::Sighted(player) => player.choose(self.witness.position(), left),
        });
        let spent = started.elapsed();
        self.stats[turn].time += spent;
        let explanation = match &*seats[turn] {
            SeatedPlayer::Blind(player) => player.explain(),
            SeatedPlayer::Sighted(_) => None,
        };
        self.stats[turn].playouts += explanation.map_or(0, |told| told.playouts);
        self.turn_time += spent;
        if self.limit().is_some_and(|limit| self.spent(turn) > limit + GRACE) {
            self.forfeit(seats, turn, Forfeit::Time, "time is up");
            return;
        }
        match choice {
            Ok(choice) => {
                (self.watch)(Try { view: self.session.view(turn), choice, explanation });
                self.rule(seats, turn, choice);
            }
            Err(error) => self.blame(seats, turn, Err(error)),
        }
    }

    /// The time a player has, for the turn or for the game.
    fn limit(&self) -> Option<Duration> {
        match self.terms.time {
            Time::Free => None,
            Time::PerMove(time) | Time::PerGame(time) => Some(time),
        }
    }

    /// The time a player has used.
    fn spent(&self, turn: Color) -> Duration {
        match self.terms.time {
            Time::PerMove(_) => self.turn_time,
            Time::Free | Time::PerGame(_) => self.stats[turn].time,
        }
    }

    fn rule(&mut self, seats: &mut ByColor<&mut SeatedPlayer>, turn: Color, choice: Choice) {
        match self.session.hear(turn, choice) {
            Ok(heard) => self.tell(seats, &heard),
            Err(SessionError::Refused(error)) => {
                let what = format!("answered {choice}: {error}");
                self.forfeit(seats, turn, Forfeit::Conduct, &what);
            }
            Err(error) => self.make_void(None, error.to_string()),
        }
    }

    /// Gives the seats their observations, and sighted seats the move. In a void game nobody is
    /// told any more.
    fn tell(&mut self, seats: &mut ByColor<&mut SeatedPlayer>, heard: &Heard) {
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
                if self.void.is_some() {
                    return;
                }
                if let SeatedPlayer::Blind(player) = &mut *seats[color] {
                    let told = guarded(|| player.hear(self.session.seat(color), news));
                    self.blame(seats, color, told);
                }
            }
        }
    }

    /// Shows a move to the sighted seats.
    fn show(&mut self, seats: &mut ByColor<&mut SeatedPlayer>, mover: Color, play: Move) {
        for color in Color::BOTH {
            if let SeatedPlayer::Sighted(player) = &mut *seats[color] {
                let told = guarded(|| player.played(mover, play));
                self.blame(seats, color, told);
            }
        }
    }

    /// A player at fault forfeits; if it could not be reached or panicked, the game is void.
    fn blame(
        &mut self,
        seats: &mut ByColor<&mut SeatedPlayer>,
        color: Color,
        done: Result<(), PlayerError>,
    ) {
        match done {
            Ok(()) => {}
            Err(PlayerError::Infrastructure(what)) => self.make_void(Some(color), what),
            Err(PlayerError::Fault(what)) => self.forfeit(seats, color, Forfeit::Conduct, &what),
        }
    }

    fn forfeit(
        &mut self,
        seats: &mut ByColor<&mut SeatedPlayer>,
        color: Color,
        why: Forfeit,
        what: &str,
    ) {
        match self.session.forfeit(color, why) {
            Ok(heard) => {
                self.fault = Some(format!("{color}: {what}"));
                self.tell(seats, &heard);
            }
            // The game is over: the first fault has ended it, and later ones only follow from it.
            Err(SessionError::Refused(_)) => {}
            Err(error) => self.make_void(None, error.to_string()),
        }
    }

    /// The game does not count. The first reason stays.
    fn make_void(&mut self, seat: Option<Color>, what: String) {
        self.void.get_or_insert(Void { seat, what });
    }
}
