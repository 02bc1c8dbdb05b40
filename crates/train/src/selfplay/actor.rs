//! Some games at once: whenever nets are to move, their views are evaluated together.

use super::seats::{LiveSeat, Nets, Pairing};
use crate::TrainError;
use kage_data::PlayError;
use kage_goban::{ByColor, Color, PointSet};
use kage_net::{Choices, Inference, Look, Planes, Side, open_points};
use kage_phantom::{Choice, Player, PlayerError, RefereeRules, Setup};
use kage_referee::{Heard, Record, Session, Witness};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::sync::atomic::{AtomicBool, Ordering};

/// A game that is going on.
pub(super) struct LiveGame {
    pub(super) number: u64,
    pub(super) pairing: Pairing,
    session: Session,
    witness: Witness,
    seats: ByColor<LiveSeat>,
    sides: ByColor<Side>,
    turns: Vec<Turn>,
    tries: Vec<Try>,
    random: ChaCha8Rng,
}

/// A turn, as a critic sees its beginning.
pub(super) struct Turn {
    pub(super) mover: Color,
    pub(super) planes: Planes,
    pub(super) symmetry: u8,
    /// The choice that ended it.
    pub(super) made: Option<Choice>,
}

/// A try of the net that learns.
pub(super) struct Try {
    /// The index of its turn.
    pub(super) turn: usize,
    pub(super) planes: Planes,
    pub(super) symmetry: u8,
    pub(super) open: PointSet,
    pub(super) made: usize,
    pub(super) chance: f32,
    pub(super) log_chance: f32,
    /// The points where a hidden stone is possible, and those with one.
    pub(super) unknown: PointSet,
    pub(super) hidden: PointSet,
}

impl Turn {
    pub(super) fn look(&self) -> Look<'_> {
        Look { planes: &self.planes, symmetry: self.symmetry }
    }
}

impl Try {
    pub(super) fn look(&self) -> Look<'_> {
        Look { planes: &self.planes, symmetry: self.symmetry }
    }
}

/// A game that is over.
pub(super) struct FinishedGame {
    pub(super) pairing: Pairing,
    pub(super) record: Record,
    pub(super) turns: Vec<Turn>,
    pub(super) tries: Vec<Try>,
}

impl LiveGame {
    pub(super) fn begin(
        number: u64,
        pairing: Pairing,
        (rules, setup): (RefereeRules, Setup),
        other: Option<Box<dyn Player>>,
        random: ChaCha8Rng,
    ) -> Result<LiveGame, PlayerError> {
        let (session, witness) = Session::new(rules, setup);
        let mut other = other;
        let mut seat = |color| match pairing {
            Pairing::League(learner, index) if learner != color => LiveSeat::Past(index),
            Pairing::Opponent(learner, _) if learner != color => {
                other.take().map_or(LiveSeat::Learner, LiveSeat::Other)
            }
            _ => LiveSeat::Learner,
        };
        let mut seats = ByColor::new(&mut seat);
        for color in Color::BOTH {
            if let LiveSeat::Other(player) = &mut seats[color] {
                player.begin(session.seat(color))?;
            }
        }
        let sides = pairing.sides();
        let (turns, tries) = (Vec::new(), Vec::new());
        Ok(LiveGame { number, pairing, session, witness, seats, sides, turns, tries, random })
    }

    /// Notes the beginning of a turn.
    fn note_turn(&mut self, mover: Color) {
        let began = self.turns.last().is_none_or(|turn| turn.made.is_some());
        if began {
            let position = self.witness.position();
            let views = ByColor::new(|color| self.session.view(color));
            let planes = Planes::of_table(position, views, self.sides);
            let symmetry = self.random.random_range(0..8);
            self.turns.push(Turn { mover, planes, symmetry, made: None });
        }
    }

    /// Lets players that are not nets choose, until a net is to move or the game is over.
    fn let_others_choose(&mut self) -> Result<(), PlayError> {
        while let Some(mover) = self.session.to_move() {
            let LiveSeat::Other(player) = &mut self.seats[mover] else { return Ok(()) };
            let chosen = player.choose(self.session.seat(mover), None);
            let choice = chosen.map_err(PlayError::Seat)?;
            self.note_turn(mover);
            self.hear(mover, choice)?;
        }
        Ok(())
    }

    fn hear(&mut self, mover: Color, choice: Choice) -> Result<(), PlayError> {
        let fault = |error: &dyn std::fmt::Display| {
            PlayError::Seat(PlayerError::Fault(format!("{choice}: {error}")))
        };
        let heard = self.session.hear(mover, choice).map_err(|error| fault(&error))?;
        let moves = self.witness.position().moves();
        self.witness.news();
        let accepted = self.witness.position().moves() > moves || choice == Choice::Resign;
        if let Some(turn) = self.turns.last_mut().filter(|_| accepted) {
            turn.made = Some(choice);
        }
        self.tell(&heard)
    }

    fn tell(&mut self, heard: &Heard) -> Result<(), PlayError> {
        for color in Color::BOTH {
            if let LiveSeat::Other(player) = &mut self.seats[color] {
                for news in &heard[color] {
                    player.hear(self.session.seat(color), news).map_err(PlayError::Seat)?;
                }
            }
        }
        Ok(())
    }

    /// What the net that is to move sees.
    fn look(&mut self) -> Option<(Planes, u8)> {
        let mover = self.session.to_move()?;
        let symmetry = self.random.random_range(0..8);
        Some((Planes::of_view(self.session.view(mover)), symmetry))
    }

    /// Draws the choice of the net that is to move, and plays it.
    fn choose(
        &mut self,
        (planes, symmetry): (Planes, u8),
        output: &kage_net::NetOutput,
    ) -> Result<(), PlayError> {
        let Some(mover) = self.session.to_move() else { return Ok(()) };
        self.note_turn(mover);
        let view = self.session.view(mover);
        let choices = Choices::of(output, open_points(view));
        let made = choices.draw(self.random.random());
        if let LiveSeat::Learner = self.seats[mover] {
            let theirs = self.witness.position().board().stones(!mover);
            let known = view.mine() | view.theirs() | view.empty();
            self.tries.push(Try {
                turn: self.turns.len() - 1,
                planes,
                symmetry,
                open: choices.open,
                made,
                chance: choices.chance(made),
                log_chance: choices.log_chances[made],
                unknown: PointSet::board(view.size()) - known,
                hidden: theirs - view.theirs(),
            });
        }
        self.hear(mover, choices.choice(made))
    }

    fn finish(self) -> FinishedGame {
        let LiveGame { pairing, session, turns, tries, .. } = self;
        FinishedGame { pairing, record: session.finish().0, turns, tries }
    }
}

/// Plays games to their ends, in the order in which they are given. `None` if it was stopped.
pub(super) fn play(
    mut games: Vec<LiveGame>,
    nets: &Nets<'_>,
    stop: &AtomicBool,
) -> Result<Option<Vec<FinishedGame>>, TrainError> {
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        for game in &mut games {
            let number = game.number;
            let fail = |error| TrainError::Play { game: number, error };
            game.let_others_choose().map_err(fail)?;
        }
        if games.iter().all(|game| game.session.to_move().is_none()) {
            return Ok(Some(games.into_iter().map(LiveGame::finish).collect()));
        }
        step(&mut games, nets)?;
    }
}

/// One try of every net that is to move.
fn step(games: &mut [LiveGame], nets: &Nets<'_>) -> Result<(), TrainError> {
    let all = std::iter::once(nets.learner).chain(nets.league);
    for net in all {
        let turn_of = |game: &LiveGame| {
            let mover = game.session.to_move()?;
            nets.of(&game.seats[mover]).filter(|own| std::ptr::eq::<Inference>(*own, net))
        };
        let mut ready: Vec<&mut LiveGame> =
            games.iter_mut().filter(|game| turn_of(game).is_some()).collect();
        let looks: Vec<(Planes, u8)> = ready.iter_mut().filter_map(|game| game.look()).collect();
        let shown: Vec<Look<'_>> =
            looks.iter().map(|(planes, symmetry)| Look { planes, symmetry: *symmetry }).collect();
        let outputs = net.evaluate(&shown);
        for ((game, look), output) in ready.iter_mut().zip(looks).zip(&outputs) {
            let number = game.number;
            let played = game.choose(look, output);
            played.map_err(|error| TrainError::Play { game: number, error })?;
        }
    }
    Ok(())
}
