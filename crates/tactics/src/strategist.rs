//! A move for a visible board: unsettled connections, what they are worth, the hottest first.
//!
//! After Cazenave 2006: connections and empty connections of both colours are searched; those that
//! are unsettled become subgames, valued by playouts, with the threats that come with them; and the
//! move of the hottest subgame is played.

use crate::goal::{Connect, EmptyConnect, Goal};
use crate::ledger::{Ledger, Link, Pair};
use crate::temperature::Subgame;
use crate::{AnyGoal, Opposite, Reader, ReadingBoard, Status, connections, empty_connections};
use kage_goban::{ByColor, Color, Point, PointSet, Position};
use std::collections::{BTreeMap, HashMap};

/// How a strategist works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// Are threats looked for, and valued?
    pub threats: bool,
    /// Playouts for a move.
    pub playouts: u64,
    /// Moves tried in one search, at most.
    pub reading: u64,
    /// Steps of deepening in one search.
    pub deepening: usize,
}

impl Default for Strategy {
    /// As the player `goals` does: threats of order two, and no deeper.
    fn default() -> Strategy {
        Strategy { threats: true, playouts: 10_000, reading: 300, deepening: 5 }
    }
}

/// A move, how urgent it is, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advice {
    /// Where.
    pub point: Point,
    /// The temperature of its subgame, in points.
    pub temperature: f64,
    /// What it is about.
    pub reason: Reason,
    /// The threat that comes with it, if one of ours is worth something.
    pub claim: Option<Claim>,
}

/// What a threat is held to be worth, by the playouts in which it was carried out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claim {
    /// Our mean lead where the goal was reached.
    pub goal: f64,
    /// Our mean lead where what it threatens was reached too.
    pub threat: f64,
    /// What is threatened: to reach it if it is ours, to prevent it if not.
    pub target: AnyGoal,
}

/// What a move is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// It connects two chains.
    Connects,
    /// It prevents the other colour from connecting.
    Disconnects,
    /// It links an empty point to a chain.
    Extends,
    /// No goal: the games in which it was played first went well.
    First,
}

/// A goal of either kind.
#[derive(Clone, Copy)]
enum Tie {
    Chains(Connect),
    Point(EmptyConnect),
}

/// A goal with what the searches said of it.
struct Item {
    tie: Tie,
    status: Status,
    /// The moves that settle it, if it is unsettled.
    moves: ByColor<PointSet>,
    /// The moves that threaten to turn it over, if it is settled and threats are asked for.
    threats: PointSet,
}

impl Tie {
    fn goal(self) -> AnyGoal {
        match self {
            Tie::Chains(goal) => AnyGoal::Connect(goal),
            Tie::Point(goal) => AnyGoal::EmptyConnect(goal),
        }
    }

    fn link(self) -> Link {
        match self {
            Tie::Chains(Connect { color, one, other }) => Link { color, one, other },
            Tie::Point(EmptyConnect { color, point, stone }) => {
                Link { color, one: point, other: stone }
            }
        }
    }
}

impl Item {
    fn color(&self) -> Color {
        self.tie.link().color
    }

    fn is_unsettled(&self) -> bool {
        matches!(self.status, Status::Unsettled { .. })
    }
}

impl Strategy {
    /// All moves with a reason, the most urgent first. The same seed gives the same advice.
    pub fn advise(&self, position: &Position, seed: u64) -> Vec<Advice> {
        let board = ReadingBoard::from(position);
        let reader = Reader::new(board).limited_to(self.reading).deepening(self.deepening);
        let mut study = Study::new(reader);
        study.survey();
        if self.threats {
            study.find_threats();
        }
        let mut ledger = study.open_ledger();
        ledger.play(position, self.playouts, seed);
        let first = first_moves(position, &ledger);
        let mut advice = study.advise(position.turn(), &ledger);
        advice.extend(first.iter().map(|(&point, &temperature)| Advice {
            point,
            temperature,
            reason: Reason::First,
            claim: None,
        }));
        advice.retain(|advice| position.check(kage_goban::Move::Play(advice.point)).is_ok());
        // Several moves may play in one subgame: the one that does best in playouts goes first.
        let rank = |advice: &Advice| {
            let alone = first.get(&advice.point).copied().unwrap_or(f64::NEG_INFINITY);
            (advice.reason != Reason::First, advice.temperature, alone)
        };
        advice.sort_by(|one, other| {
            let ((a, b, c), (d, e, f)) = (rank(other), rank(one));
            a.cmp(&d).then(b.total_cmp(&e)).then(c.total_cmp(&f))
        });
        advice
    }
}

/// One move's work.
struct Study {
    reader: Reader,
    items: Vec<Item>,
    pairs: Vec<Pair>,
    /// The pairs that a move which settles an item carries with it.
    best: HashMap<(usize, Point), Vec<usize>>,
    /// The place in the ledger of each item that has one.
    places: Vec<usize>,
}

impl Study {
    fn new(reader: Reader) -> Study {
        let (items, pairs, places) = (Vec::new(), Vec::new(), Vec::new());
        Study { reader, items, pairs, best: HashMap::new(), places }
    }

    /// A ledger for all that has to be valued: unsettled goals, and what is threatened.
    fn open_ledger(&mut self) -> Ledger {
        let mut wanted: Vec<bool> = self.items.iter().map(Item::is_unsettled).collect();
        for &(Pair::Both(_, threat) | Pair::But(_, threat)) in &self.pairs {
            wanted[threat] = true;
        }
        let mut links = Vec::new();
        let mut places = vec![0; self.items.len()];
        for (i, item) in self.items.iter().enumerate().filter(|(i, _)| wanted[*i]) {
            places[i] = links.len();
            links.push(item.tie.link());
        }
        let place = |pair: &Pair| match *pair {
            Pair::Both(goal, threat) => Pair::Both(places[goal], places[threat]),
            Pair::But(goal, threat) => Pair::But(places[goal], places[threat]),
        };
        let ledger = Ledger::new(links, self.pairs.iter().map(place).collect());
        self.places = places;
        ledger
    }

    /// Searches every goal in sight.
    fn survey(&mut self) {
        for color in Color::BOTH {
            for goal in connections(self.reader.board(), color) {
                self.add(Tie::Chains(goal), goal);
            }
            for goal in empty_connections(self.reader.board(), color) {
                self.add(Tie::Point(goal), goal);
            }
        }
    }

    fn add<G: Goal>(&mut self, tie: Tie, goal: G) {
        let status = self.reader.status(goal);
        let moves = match status {
            Status::Unsettled { first, second } => self.reader.settling_moves(goal, first, second),
            _ => ByColor::default(),
        };
        self.items.push(Item { tie, status, moves, threats: PointSet::EMPTY });
    }

    /// For each move that reaches a goal, what it threatens in sente: empty connections threaten
    /// empty connections, connections and cuts; connections threaten cuts.
    fn find_threats(&mut self) {
        let settled = self.settled_points();
        for item in &mut self.items {
            // A lost goal may be threatened by its colour, a won connection by the other.
            item.threats = match (item.tie, item.status) {
                (Tie::Chains(goal), status) => self.reader.threatening_moves(goal, status),
                (Tie::Point(goal), Status::Lost(_))
                    if !settled[goal.color].contains(goal.point) =>
                {
                    self.reader.threatening_moves(goal, item.status)
                }
                _ => PointSet::EMPTY,
            };
        }
        for item in 0..self.items.len() {
            if !self.items[item].is_unsettled() {
                continue;
            }
            let color = self.items[item].color();
            // Several moves may carry the same threat, which is valued once.
            let mut known: HashMap<Pair, usize> = HashMap::new();
            for point in self.items[item].moves[color] {
                for threat in 0..self.items.len() {
                    if let Some(pair) = self.threat(item, point, threat) {
                        let place = *known.entry(pair).or_insert(self.pairs.len());
                        if place == self.pairs.len() {
                            self.pairs.push(pair);
                        }
                        self.best.entry((item, point)).or_default().push(place);
                    }
                }
            }
        }
    }

    /// Points that are linked to a chain of a colour already.
    fn settled_points(&self) -> ByColor<PointSet> {
        let mut points = ByColor::<PointSet>::default();
        for item in &self.items {
            if let (Tie::Point(goal), Status::Won(_)) = (item.tie, item.status) {
                points[goal.color].insert(goal.point);
            }
        }
        points
    }

    /// Does the move that reaches an item's goal threaten another in sente?
    fn threat(&mut self, item: usize, point: Point, threat: usize) -> Option<Pair> {
        let (goal, other) = (&self.items[item], &self.items[threat]);
        if !other.threats.contains(point) {
            return None;
        }
        let mine = other.color() == goal.color();
        let (status, goal, target) = (other.status, goal.tie, other.tie);
        let reader = &mut self.reader;
        let found = match (goal, target, status) {
            (Tie::Point(goal), Tie::Point(target), Status::Lost(_)) if mine => {
                reader.sente(goal, target, point).is_sente
            }
            (Tie::Point(goal), Tie::Chains(target), Status::Lost(_)) if mine => {
                reader.sente(goal, target, point).is_sente
            }
            (Tie::Point(goal), Tie::Chains(target), Status::Won(_)) if !mine => {
                reader.sente(goal, Opposite(target), point).is_sente
            }
            (Tie::Chains(goal), Tie::Chains(target), Status::Won(_)) if !mine => {
                reader.sente(goal, Opposite(target), point).is_sente
            }
            _ => false,
        };
        let pair = if mine { Pair::Both(item, threat) } else { Pair::But(item, threat) };
        found.then_some(pair)
    }

    /// The moves of a colour, by the subgames they are in.
    fn advise(&self, us: Color, ledger: &Ledger) -> Vec<Advice> {
        let mut hottest: BTreeMap<Point, Advice> = BTreeMap::new();
        for (index, item) in self.items.iter().enumerate() {
            for point in item.moves[us] {
                let Some((subgame, reason)) = self.subgame(index, point, us, ledger) else {
                    continue;
                };
                let temperature = subgame.temperature();
                let claim = self.claim(index, point, us, ledger, &subgame);
                let advice = Advice { point, temperature, reason, claim };
                let known = hottest.entry(point).or_insert(advice);
                if temperature > known.temperature {
                    *known = advice;
                }
            }
        }
        hottest.into_values().collect()
    }

    /// The subgame that a move of ours plays in, with scores from our side; none if the move is
    /// not worth making.
    fn subgame(
        &self,
        index: usize,
        point: Point,
        us: Color,
        ledger: &Ledger,
    ) -> Option<(Subgame, Reason)> {
        let item = &self.items[index];
        let ours = |lead: f64| if us == Color::Black { lead } else { -lead };
        let reached = ours(ledger.reached(self.places[index]).mean()?);
        let missed = ours(ledger.missed(self.places[index]).mean()?);
        let (game, reason) = match (item.tie, item.color() == us) {
            (Tie::Chains(_), true) => {
                let friend_threat = self.best_pair(index, point, us, us, ledger, reached);
                (Subgame { friend_threat, ..Subgame::plain(reached, missed) }, Reason::Connects)
            }
            (Tie::Chains(_), false) => {
                let enemy_threat = self.enemy_threat(index, us, ledger, reached);
                (Subgame { enemy_threat, ..Subgame::plain(missed, reached) }, Reason::Disconnects)
            }
            (Tie::Point(_), true) => {
                let friend_threat = self.best_pair(index, point, us, us, ledger, reached);
                let (enemy, enemy_threat) =
                    self.invalidated(point, us, ledger).unwrap_or((missed, missed));
                (Subgame { friend_threat, friend: reached, enemy, enemy_threat }, Reason::Extends)
            }
            (Tie::Point(_), false) => return None,
        };
        (game.friend > game.enemy).then_some((game, reason))
    }

    /// The threat behind what a subgame is worth to us if we move in it twice.
    fn claim(
        &self,
        index: usize,
        point: Point,
        us: Color,
        ledger: &Ledger,
        subgame: &Subgame,
    ) -> Option<Claim> {
        let Subgame { friend: goal, friend_threat: threat, .. } = *subgame;
        let sign = if us == Color::Black { 1.0 } else { -1.0 };
        let is_it = |&&pair: &&usize| {
            ledger.together(pair).mean().is_some_and(|lead| sign * lead == threat)
        };
        let pair = self.best.get(&(index, point))?.iter().find(is_it)?;
        let (Pair::Both(_, target) | Pair::But(_, target)) = self.pairs[*pair];
        let target = self.items[target].tie.goal();
        (threat > goal).then_some(Claim { goal, threat, target })
    }

    /// Of the enemy's empty connections that our move prevents, the one that is worth most to him,
    /// and the same with his best threat.
    fn invalidated(&self, point: Point, us: Color, ledger: &Ledger) -> Option<(f64, f64)> {
        let ours = |lead: f64| if us == Color::Black { lead } else { -lead };
        let prevented = self.items.iter().enumerate().filter(|(_, item)| {
            matches!(item.tie, Tie::Point(_))
                && item.color() != us
                && item.is_unsettled()
                && item.moves[us].contains(point)
        });
        let valued =
            prevented.filter_map(|(i, _)| Some((i, ours(ledger.reached(self.places[i]).mean()?))));
        let (index, worst) = valued.min_by(|one, other| one.1.total_cmp(&other.1))?;
        Some((worst, self.enemy_threat(index, us, ledger, worst)))
    }

    /// The best that an enemy's move which reaches this goal threatens, for him.
    fn enemy_threat(&self, index: usize, us: Color, ledger: &Ledger, plain: f64) -> f64 {
        let moves = self.items[index].moves[!us];
        let values = moves.iter().map(|p| self.best_pair(index, p, !us, us, ledger, plain));
        values.fold(plain, f64::min)
    }

    /// The best pair that a move of `by` carries with it, seen from us; without one, the goal.
    fn best_pair(
        &self,
        index: usize,
        point: Point,
        by: Color,
        us: Color,
        ledger: &Ledger,
        plain: f64,
    ) -> f64 {
        let ours = |lead: f64| if us == Color::Black { lead } else { -lead };
        let pairs = self.best.get(&(index, point)).into_iter().flatten();
        let values = pairs.filter_map(|&pair| ledger.together(pair).mean()).map(ours);
        let better = if by == us { f64::max } else { f64::min };
        values.fold(plain, better)
    }
}

/// Points by the games in which we played them first, less those in which they did; halved, as a
/// temperature.
pub(crate) fn first_moves(position: &Position, ledger: &Ledger) -> BTreeMap<Point, f64> {
    let us = position.turn();
    let sign = if us == Color::Black { 0.5 } else { -0.5 };
    let value = |point: Point| {
        let [mine, theirs] = [us, !us].map(|side| ledger.first_at(point, side).mean());
        Some((point, sign * (mine? - theirs.or(ledger.all().mean())?)))
    };
    position.board().empty().iter().filter_map(value).collect()
}
