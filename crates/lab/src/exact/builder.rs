//! Builds a [`Tree`] by playing every game, turn by turn.
//!
//! In a turn the board does not change, so a turn is a set of refused tries and the move that ends
//! it. Sets are looked at in the order of their masks: what a set contains comes before it.

use super::board::points_of;
use super::game::{GameConfig, State, TinyGame, Tries};
use super::heard::{Answer, Event, Sound, Tried};
use super::infosets::{Fresh, Infosets, Options, Place, Step};
use super::support::{Knower, Support, World};
use super::symmetry::{Group, Symmetries, symmetries_of};
use super::tree::{Payoff, TooLarge, Tree};
use kage_goban::{ByColor, Color};
use kage_phantom::Refusal;

/// Where a seat is: its last decision, what it did there, and what it was answered.
#[derive(Clone, Copy, Debug)]
struct Seat {
    place: Option<Place>,
    step: Step,
    answer: Option<Answer>,
    /// Its own stones, and the opponent's that it was shown, before that answer.
    stones: u16,
    shown: u16,
}

/// The game at the beginning of a turn.
struct Moment {
    state: State,
    /// The symmetries that change nothing in the whole game so far.
    group: Group,
    /// How many games were merged in this one.
    games: f64,
    seats: ByColor<Seat>,
    /// What the side to move heard of its opponent's turn, and how many refused tries before it.
    sound: Option<Sound>,
    heard: u32,
}

/// A turn: what would be refused in it, and where it begins.
struct Turn<'a> {
    moment: &'a Moment,
    /// Points without an own stone.
    candidates: u16,
    /// Those of them that are refused, and why.
    refused: u16,
    reasons: [Option<Refusal>; 9],
    start: Place,
}

/// Refused tries of a turn.
#[derive(Clone, Copy)]
struct Set {
    points: u16,
    signals: u8,
}

pub(crate) struct Builder {
    game: TinyGame,
    most: u64,
    tree: Tree,
}

impl Builder {
    pub(crate) fn new(config: GameConfig, most: u64) -> Builder {
        let tree = Tree {
            config,
            symmetries: Symmetries::new(config.shape),
            sides: ByColor::new(|_| Infosets::new()),
            payoffs: Vec::new(),
            nodes: 0,
        };
        Builder { game: TinyGame::new(config), most, tree }
    }

    pub(crate) fn build(mut self) -> Result<Tree, TooLarge> {
        let step = Step { sequence: 0, share: 1.0 };
        let seat = Seat { place: None, step, answer: None, stones: 0, shown: 0 };
        let start = Moment {
            state: self.game.start(),
            group: self.tree.symmetries.all(),
            games: 1.0,
            seats: ByColor::new(|_| seat),
            sound: None,
            heard: 0,
        };
        self.turn(&start)?;
        self.tree.sides.black.finish();
        self.tree.sides.white.finish();
        Ok(self.tree)
    }

    /// Everything that can happen from the beginning of a turn.
    fn turn(&mut self, moment: &Moment) -> Result<(), TooLarge> {
        let mover = moment.state.turn;
        let candidates = self.game.grid.shape.all() & !moment.state.stones[mover];
        let (mut refused, mut reasons) = (0, [None; 9]);
        for point in points_of(candidates) {
            reasons[point] = self.game.refusal(&moment.state, point);
            refused |= u16::from(reasons[point].is_some()) << point;
        }
        let Seat { place, answer, step, .. } = moment.seats[mover];
        let event = Event::turns(answer.as_ref(), moment.heard, moment.sound.as_ref());
        let (side, symmetries) = (&mut self.tree.sides[mover], &self.tree.symmetries);
        let (start, fresh) = side.follow(symmetries, place, &event);
        let turn = Turn { moment, candidates, refused, reasons, start };
        if fresh == Fresh::Yes {
            let support = self.support_at_turn(moment);
            self.open(&turn, Set { points: 0, signals: 0 }, start, &support, vec![step]);
        }
        for signals in 0..=self.most_signals(&moment.state) {
            let mut points = 0u16;
            loop {
                self.after(&turn, Set { points, signals })?;
                points = points.wrapping_sub(refused) & refused;
                if points == 0 {
                    break;
                }
            }
        }
        Ok(())
    }

    /// How many tries of a turn may be made that can only be refused.
    fn most_signals(&self, state: &State) -> u8 {
        if self.game.config.tries != Tries::All || !self.game.hears_each() {
            return 0;
        }
        let left = self.game.config.most_steps().saturating_sub(state.steps + 1);
        self.game.config.rules.limits.tries.unwrap_or(0).min(left).min(255) as u8
    }

    /// May a try be made that can only be refused?
    fn can_signal(&self, turn: &Turn, set: Set) -> bool {
        let own = self.game.grid.shape.all() & !turn.candidates;
        let heard = self.game.config.tries == Tries::All && self.game.hears_each();
        heard && (own | set.points) != 0
    }

    /// What the side to move cannot rule out at the beginning of its turn.
    fn support_at_turn(&self, moment: &Moment) -> Support {
        let seat = moment.state.turn;
        if self.game.config.tries != Tries::Useful {
            return Support::default();
        }
        let Seat { place, answer, .. } = moment.seats[seat];
        let mut truth = moment.state.clone();
        truth.turn = seat;
        let mut support: Support = Box::new([World::EMPTY]);
        if let (Some(place), Some(answer)) = (place, answer) {
            truth.stones[seat] = moment.seats[seat].stones;
            truth.shown[seat] = moment.seats[seat].shown;
            let before = self.tree.sides[seat].support(&self.tree.symmetries, place);
            let knower = Knower { game: &self.game, seat, truth: &truth };
            support = knower.after_mine(&before, &answer);
            if let Answer::Accepted { point: Some(point), .. } = answer {
                truth.stones[seat] |= 1 << point;
            }
        }
        truth.turn = !seat;
        let knower = Knower { game: &self.game, seat, truth: &truth };
        match &moment.sound {
            Some(sound) => knower.after_theirs(&support, sound, moment.heard),
            None => support,
        }
    }

    /// Opens a decision that was found for the first time.
    fn open(&mut self, turn: &Turn, set: Set, place: Place, support: &[World], parents: Vec<Step>) {
        let seat = turn.moment.state.turn;
        let mut points = turn.candidates & !set.points;
        if self.game.config.tries == Tries::Useful {
            let knower = Knower { game: &self.game, seat, truth: &turn.moment.state };
            points = knower.useful(support, points);
        }
        let options = Options { points, signal: self.can_signal(turn, set) };
        let side = &mut self.tree.sides[seat];
        side.open(&self.tree.symmetries, place, options, support, parents);
    }

    /// Does the turn get as far as this set?
    fn is_reached(&self, turn: &Turn, set: Set) -> bool {
        let number = set.points.count_ones() + u32::from(set.signals);
        let config = &self.game.config;
        let within = config.rules.limits.tries.is_none_or(|limit| number <= limit)
            && turn.moment.state.steps + number < config.most_steps();
        within && (number == 0 || self.ways(turn, set).next().is_some())
    }

    /// The steps that lead to this set from smaller ones.
    fn ways<'a>(&'a self, turn: &'a Turn, set: Set) -> impl Iterator<Item = Step> + 'a {
        let (side, symmetries) = (self.side(turn), &self.tree.symmetries);
        let tries = points_of(set.points).filter_map(move |point| {
            let less = Set { points: set.points & !(1 << point), ..set };
            let place = self.find(turn, less)?;
            side.may_try(symmetries, place, point).then(|| side.try_at(symmetries, place, point))
        });
        let signal = set.signals.checked_sub(1).and_then(move |signals| {
            let less = Set { signals, ..set };
            let place = self.find(turn, less)?;
            self.can_signal(turn, less).then(|| side.signal_at(place))
        });
        tries.chain(signal)
    }

    /// What can happen after these refused tries.
    fn after(&mut self, turn: &Turn, set: Set) -> Result<(), TooLarge> {
        let symmetries = &self.tree.symmetries;
        let group = turn.moment.group;
        let turned = |symmetry| symmetries.mask(symmetry, set.points);
        let is_least = symmetries_of(group).all(|symmetry| turned(symmetry) >= set.points);
        if !is_least || !self.is_reached(turn, set) {
            return Ok(());
        }
        let fixes = |&symmetry: &u8| turned(symmetry) == set.points;
        let fixing: Group = symmetries_of(group).filter(fixes).fold(0, |all, s| all | 1 << s);
        let games = turn.moment.games * f64::from(group.count_ones() / fixing.count_ones());
        let place = self.decision(turn, set);
        self.count()?;
        let mut state = turn.moment.state.clone();
        for point in points_of(set.points) {
            if let Some(reason) = turn.reasons[point] {
                self.game.refuse(&mut state, point, reason);
            }
        }
        state.tries += u32::from(set.signals);
        state.steps += u32::from(set.signals);
        self.refusals(turn, set, place, &state, games)?;
        let plays = turn.candidates & !turn.refused;
        for point in points_of(plays) {
            let orbit = self.tree.symmetries.orbit(fixing, point);
            if orbit.trailing_zeros() as usize != point {
                continue;
            }
            let keeps = |&symmetry: &u8| self.tree.symmetries.point(symmetry, point) == point;
            let group = symmetries_of(fixing).filter(keeps).fold(0, |all, s| all | 1 << s);
            let games = games * f64::from(orbit.count_ones());
            self.accepted(turn, place, &state, Some(point), group, games)?;
        }
        self.accepted(turn, place, &state, None, fixing, games)
    }

    fn count(&mut self) -> Result<(), TooLarge> {
        self.tree.nodes += 1;
        if self.tree.nodes > self.most {
            return Err(TooLarge { nodes: self.most });
        }
        Ok(())
    }

    /// The decision after these refused tries.
    fn decision(&mut self, turn: &Turn, set: Set) -> Place {
        let seat = turn.moment.state.turn;
        let Some(event) = self.event(turn, set) else { return turn.start };
        let (side, symmetries) = (&mut self.tree.sides[seat], &self.tree.symmetries);
        let (place, fresh) = side.follow(symmetries, Some(turn.start), &event);
        if fresh == Fresh::Yes {
            let ways = self.ways(turn, set).collect();
            let support = self.side(turn).support(&self.tree.symmetries, turn.start);
            let told =
                |point: usize| turn.reasons[point].map(|reason| (point, self.game.told(reason)));
            let tried: Vec<_> = points_of(set.points).filter_map(told).collect();
            let knower = Knower { game: &self.game, seat, truth: &turn.moment.state };
            let support = knower.refused(&support, &tried);
            self.open(turn, set, place, &support, ways);
        }
        place
    }

    fn side(&self, turn: &Turn) -> &Infosets {
        &self.tree.sides[turn.moment.state.turn]
    }

    fn find(&self, turn: &Turn, set: Set) -> Option<Place> {
        match self.event(turn, set) {
            Some(event) => self.side(turn).find(&self.tree.symmetries, turn.start, &event),
            None => Some(turn.start),
        }
    }

    /// What the side to move hears of these refused tries; `None` if there are none.
    fn event(&self, turn: &Turn, set: Set) -> Option<Event> {
        let mut tried = Tried::signals(set.signals);
        for point in points_of(set.points) {
            if let Some(reason) = turn.reasons[point] {
                tried.add(point, self.game.told(reason));
            }
        }
        (set.points != 0 || set.signals > 0).then(|| Event::refused(&tried))
    }

    /// The refused tries that end the game here.
    fn refusals(
        &mut self,
        turn: &Turn,
        set: Set,
        place: Place,
        state: &State,
        games: f64,
    ) -> Result<(), TooLarge> {
        let mut ends = Vec::new();
        for point in points_of(turn.refused & !set.points) {
            if !self.side(turn).may_try(&self.tree.symmetries, place, point) {
                continue;
            }
            let mut after = state.clone();
            if let Some(reason) = turn.reasons[point] {
                self.game.refuse(&mut after, point, reason);
            }
            if let Some(worth) = self.game.ended_by_refusal(&after) {
                ends.push((self.side(turn).try_at(&self.tree.symmetries, place, point), worth));
            }
        }
        if self.can_signal(turn, set) {
            let mut after = state.clone();
            after.tries += 1;
            after.steps += 1;
            if let Some(worth) = self.game.ended_by_refusal(&after) {
                ends.push((self.side(turn).signal_at(place), worth));
            }
        }
        for (step, worth) in ends {
            let mut seats = turn.moment.seats;
            seats[state.turn].step = step;
            self.end(&seats, worth * games)?;
        }
        Ok(())
    }

    /// A move ends the turn.
    fn accepted(
        &mut self,
        turn: &Turn,
        place: Place,
        before: &State,
        point: Option<usize>,
        group: Group,
        games: f64,
    ) -> Result<(), TooLarge> {
        let mover = before.turn;
        let mut state = before.clone();
        let heard = self.game.accept(&mut state, point);
        let step = match point {
            Some(point) => self.side(turn).try_at(&self.tree.symmetries, place, point),
            None => self.side(turn).pass_at(place),
        };
        let mut seats = turn.moment.seats;
        let (stones, shown) = (before.stones[mover], before.shown[mover]);
        seats[mover] = Seat { place: Some(place), step, answer: Some(heard.mover), stones, shown };
        if let Some(worth) = self.game.ended(&state, point.is_some()) {
            return self.end(&seats, worth * games);
        }
        let heard_tries = if self.game.hears_each() { before.tries } else { 0 };
        let sound = heard.other;
        self.turn(&Moment { state, group, games, seats, sound, heard: heard_tries })
    }

    fn end(&mut self, seats: &ByColor<Seat>, worth: f64) -> Result<(), TooLarge> {
        self.count()?;
        let step = |color: Color| seats[color].step;
        let (black, white) = (step(Color::Black), step(Color::White));
        let worth = (worth * black.share * white.share) as f32;
        let (black, white) = (black.sequence, white.sequence);
        self.tree.payoffs.push(Payoff { black, white, worth });
        Ok(())
    }
}
