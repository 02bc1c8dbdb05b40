//! The best answer to a strategy, by playing everything.

use super::CheckError;
use super::file::{CertificateFile, Choices, Tries};
use super::possible::{self, Possible};
use super::table;
use super::words::{Choice, Log, Turned};
use kage_goban::{Color, Move, Point, PointSet};
use kage_phantom::{Observation, Sound, Table};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// A game against the strategy, as likely as the strategy makes it.
#[derive(Clone)]
struct World {
    table: Table,
    weight: f64,
    /// What the strategy's seat has heard, and what it cannot rule out.
    log: Log,
    possible: Rc<Possible>,
}

/// What the answering seat knows: the same in all worlds.
struct Responder {
    possible: Possible,
    refused: PointSet,
    signals: u32,
}

pub(super) struct Walk<'a> {
    file: &'a CertificateFile,
    responder: Color,
    /// What the strategy's seat cannot rule out, by its log.
    known: HashMap<String, Rc<Possible>>,
    pub(super) positions: u64,
}

impl<'a> Walk<'a> {
    pub(super) fn new(file: &'a CertificateFile, responder: Color) -> Walk<'a> {
        Walk { file, responder, known: HashMap::new(), positions: 0 }
    }

    /// The value of the best response, for the side that responds.
    pub(super) fn value(&mut self) -> Result<f64, CheckError> {
        let possible = possible::start(self.file);
        let world = World {
            table: Table::new(kage_goban::Position::new(self.file.size, self.file.rules.ko)),
            weight: 1.0,
            log: Log::default(),
            possible: Rc::new(possible.clone()),
        };
        let responder = Responder { possible, refused: PointSet::EMPTY, signals: 0 };
        self.play_on(vec![world], &responder)
    }

    fn play_on(&mut self, worlds: Vec<World>, responder: &Responder) -> Result<f64, CheckError> {
        let turn = worlds.first().map(|world| world.table.position().turn());
        self.positions += worlds.len() as u64;
        match turn {
            None => Ok(0.0),
            Some(turn) if turn == self.responder => self.answer(&worlds, responder),
            Some(_) => self.let_play(worlds, responder),
        }
    }

    fn signed(&self, worth: f64) -> f64 {
        if self.responder == Color::Black { worth } else { -worth }
    }

    /// The responder's turn: the best of its choices.
    fn answer(&mut self, worlds: &[World], responder: &Responder) -> Result<f64, CheckError> {
        let own = worlds
            .first()
            .map_or(PointSet::EMPTY, |world| world.table.position().board().stones(self.responder));
        let mut best = self.after_choice(worlds, responder, Move::Pass, Choice::Pass)?;
        let tries = self.tries(&responder.possible, own, responder.refused);
        for point in &tries {
            let choice = Choice::Try(point);
            best = best.max(self.after_choice(worlds, responder, Move::Play(point), choice)?);
        }
        let hopeless = (own | responder.refused).first();
        if let Some(point) = hopeless.filter(|_| self.file.tries == Tries::All) {
            let wish = Move::Play(point);
            best = best.max(self.after_choice(worlds, responder, wish, Choice::Signal)?);
        }
        Ok(best)
    }

    /// The points that a seat may try.
    fn tries(&self, possible: &Possible, own: PointSet, refused: PointSet) -> PointSet {
        let free = PointSet::board(self.file.size) - own - refused;
        if self.file.tries == Tries::Useful {
            return free & possible::legal_somewhere(possible);
        }
        free
    }

    fn after_choice(
        &mut self,
        worlds: &[World],
        responder: &Responder,
        wish: Move,
        choice: Choice,
    ) -> Result<f64, CheckError> {
        let mut ended = 0.0;
        let mut groups: BTreeMap<String, (Observation, Vec<World>)> = BTreeMap::new();
        for world in worlds {
            let mut world = world.clone();
            let Some(ruled) = table::rule(self.file, &mut world.table, wish) else { continue };
            if let Some(worth) = ruled.worth {
                ended += world.weight * self.signed(worth);
                continue;
            }
            if let Some(heard) = &ruled.heard[!self.responder] {
                self.tell(&mut world, heard);
            }
            if let Some(heard) = ruled.heard[self.responder] {
                groups.entry(heard.to_string()).or_insert((heard, Vec::new())).1.push(world);
            }
        }
        for (heard, worlds) in groups.into_values() {
            let next = self.after_hearing(responder, wish, choice, &heard);
            ended += self.play_on(worlds, &next)?;
        }
        Ok(ended)
    }

    /// The responder after it heard the ruling on its own choice.
    fn after_hearing(
        &self,
        responder: &Responder,
        wish: Move,
        choice: Choice,
        heard: &Observation,
    ) -> Responder {
        let Responder { refused, signals, .. } = *responder;
        let seat = self.responder;
        let possible = possible::after_mine(self.file, &responder.possible, seat, wish, heard);
        let is_refused = matches!(heard, Observation::Mine(kage_phantom::Answer::Refused { .. }));
        match (is_refused, choice, wish) {
            (true, Choice::Signal, _) => Responder { possible, refused, signals: signals + 1 },
            (true, _, Move::Play(point)) => {
                Responder { possible, refused: refused | PointSet::of(point), signals }
            }
            _ => Responder { possible, refused: PointSet::EMPTY, signals: 0 },
        }
    }

    /// The strategy's seat hears something of the responder.
    fn tell(&mut self, world: &mut World, heard: &Observation) {
        let Observation::Theirs(sound) = heard else { return };
        let tried = world.log.tried();
        world.log.hear(heard);
        if matches!(sound, Sound::Moved { .. }) {
            let text = world.log.text(Turned::NONE);
            let (file, seat) = (self.file, !self.responder);
            let known = self.known.entry(text).or_insert_with(|| {
                Rc::new(possible::after_theirs(file, &world.possible, seat, sound, tried))
            });
            world.possible = Rc::clone(known);
        }
    }

    /// The strategy's turn, in every world; then the responder goes on from what it heard.
    fn let_play(&mut self, worlds: Vec<World>, responder: &Responder) -> Result<f64, CheckError> {
        let mut ended = 0.0;
        let mut groups: BTreeMap<String, (Sound, u32, Vec<World>)> = BTreeMap::new();
        for world in worlds {
            self.play_out(&world, 0, &mut ended, &mut groups)?;
        }
        for (sound, tries, worlds) in groups.into_values() {
            let (file, seat) = (self.file, self.responder);
            let possible = possible::after_theirs(file, &responder.possible, seat, &sound, tries);
            let next = Responder { possible, refused: PointSet::EMPTY, signals: 0 };
            ended += self.play_on(worlds, &next)?;
        }
        Ok(ended)
    }

    /// All that the strategy may do from here until its turn is over.
    fn play_out(
        &mut self,
        world: &World,
        heard_tries: u32,
        ended: &mut f64,
        groups: &mut BTreeMap<String, (Sound, u32, Vec<World>)>,
    ) -> Result<(), CheckError> {
        let seat = !self.responder;
        for (choice, share) in self.choices(&world.log)? {
            let wish = self.wish(world, choice)?;
            let mut next = world.clone();
            next.weight *= share;
            let Some(ruled) = table::rule(self.file, &mut next.table, wish) else { continue };
            if let Some(worth) = ruled.worth {
                *ended += next.weight * self.signed(worth);
                continue;
            }
            match (choice, &ruled.heard[seat]) {
                (Choice::Signal, _) => next.log.hear_signal(),
                (_, Some(heard)) => {
                    next.log.hear(heard);
                    next.possible = self.after_own(&next, world, wish, heard);
                }
                (_, None) => {}
            }
            match ruled.heard[self.responder] {
                Some(Observation::Theirs(sound @ Sound::Moved { .. })) => {
                    let key = format!("{heard_tries} {sound}");
                    groups.entry(key).or_insert((sound, heard_tries, Vec::new())).2.push(next);
                }
                heard => {
                    let more = heard_tries + u32::from(heard.is_some());
                    self.play_out(&next, more, ended, groups)?;
                }
            }
        }
        Ok(())
    }

    /// A choice of the strategy as a try, if the game has it.
    fn wish(&self, world: &World, choice: Choice) -> Result<Move, CheckError> {
        let own = world.table.position().board().stones(!self.responder);
        let refused = world.log.refused();
        let wish = match choice {
            Choice::Pass => Some(Move::Pass),
            Choice::Try(point) => {
                let allowed = self.tries(&world.possible, own, refused);
                allowed.contains(point).then_some(Move::Play(point))
            }
            Choice::Signal if self.file.tries == Tries::All => {
                (own | refused).first().map(Move::Play)
            }
            Choice::Signal => None,
        };
        wish.ok_or_else(|| CheckError::ForbiddenTry(world.log.text(Turned::NONE)))
    }

    fn after_own(
        &mut self,
        next: &World,
        before: &World,
        wish: Move,
        heard: &Observation,
    ) -> Rc<Possible> {
        let (file, seat) = (self.file, !self.responder);
        let known = self.known.entry(next.log.text(Turned::NONE)).or_insert_with(|| {
            Rc::new(possible::after_mine(file, &before.possible, seat, wish, heard))
        });
        Rc::clone(known)
    }

    /// What the strategy does after this log: the line of one of its turned copies.
    fn choices(&self, log: &Log) -> Result<Choices, CheckError> {
        let lines = self.file.size.get();
        let decisions = &self.file.decisions[!self.responder];
        for turned in Turned::all(lines) {
            let Some(choices) = decisions.get(&log.text(turned)) else { continue };
            let back = |seen: Point| {
                let all = PointSet::board(self.file.size);
                let found = all.iter().find(|&point| turned.point(point) == seen);
                found.unwrap_or(seen)
            };
            let turn_back = |&(choice, share): &(Choice, f64)| match choice {
                Choice::Try(point) => (Choice::Try(back(point)), share),
                other => (other, share),
            };
            return Ok(choices.iter().map(turn_back).collect());
        }
        Err(CheckError::NoDecision(log.text(Turned::NONE)))
    }
}
