//! Chooses moves on a visible board: values unsettled connections and plays the hottest first.
//!
//! The method is that of Cazenave (2006). It searches the connections and empty connections of both
//! colours. Those that are unsettled become subgames, which playouts value together with the threats
//! of their moves. The move of the hottest subgame is best.

use crate::goal::{Connect, EmptyConnect, Goal};
use crate::link_scores::{Link, LinkScores, Pair};
use crate::temperature::Subgame;
use crate::{AnyGoal, Opposite, Reader, ReadingBoard, Status, connections, empty_connections};
use kage_goban::{ByColor, Color, Point, PointSet, Position};
use std::collections::{BTreeMap, HashMap};

/// The settings of the method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// Whether threats are searched and valued.
    pub threats: bool,
    /// The number of playouts for a move.
    pub playouts: u64,
    /// The most moves tried in one search.
    pub reading: u64,
    /// The steps of iterative deepening in one search.
    pub deepening: usize,
}

impl Default for Strategy {
    /// The settings of the player `goals`: threats up to order two.
    fn default() -> Strategy {
        Strategy { threats: true, playouts: 10_000, reading: 300, deepening: 5 }
    }
}

/// A move with its temperature and its reason.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advice {
    /// The move.
    pub point: Point,
    /// The temperature of its subgame, in points.
    pub temperature: f64,
    /// The reason for the move.
    pub reason: Reason,
    /// The value claimed for the threat of the move, if it has a threat of ours that gains.
    pub claim: Option<Claim>,
}

/// The value of a threat, claimed by the playouts in which it was carried out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claim {
    /// Our mean lead in the games in which the goal was reached.
    pub goal: f64,
    /// Our mean lead in the games in which the threatened objective was reached too.
    pub threat: f64,
    /// The threatened goal: we threaten to reach it if it is ours, and to prevent it if not.
    pub target: AnyGoal,
}

/// The reason for a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// It connects two chains.
    Connects,
    /// It prevents the other colour from connecting.
    Disconnects,
    /// It links an empty point to a chain.
    Extends,
    /// No goal: playouts with this move early had good results (all moves as first).
    First,
}

/// A goal of one of the two kinds that are valued.
#[derive(Clone, Copy)]
enum LinkGoal {
    Chains(Connect),
    Point(EmptyConnect),
}

/// A goal with the results of its searches.
struct AnalysedGoal {
    goal_link: LinkGoal,
    status: Status,
    /// The moves of each colour that settle it, if it is unsettled.
    moves: ByColor<PointSet>,
    /// The moves that threaten to overturn it, if it is settled and threats are enabled.
    threats: PointSet,
}

impl LinkGoal {
    fn goal(self) -> AnyGoal {
        match self {
            LinkGoal::Chains(goal) => AnyGoal::Connect(goal),
            LinkGoal::Point(goal) => AnyGoal::EmptyConnect(goal),
        }
    }

    fn link(self) -> Link {
        match self {
            LinkGoal::Chains(Connect { color, one, other }) => Link { color, one, other },
            LinkGoal::Point(EmptyConnect { color, point, stone }) => {
                Link { color, one: point, other: stone }
            }
        }
    }
}

impl AnalysedGoal {
    fn color(&self) -> Color {
        self.goal_link.link().color
    }

    fn is_unsettled(&self) -> bool {
        matches!(self.status, Status::Unsettled { .. })
    }
}

impl Strategy {
    /// All moves that have a reason, the most urgent first. Equal seeds give equal advice.
    pub fn advise(&self, position: &Position, seed: u64) -> Vec<Advice> {
        let board = ReadingBoard::from(position);
        let reader = Reader::new(board).limited_to(self.reading).deepening(self.deepening);
        let mut analysis = Analysis::new(reader);
        analysis.survey();
        if self.threats {
            analysis.find_threats();
        }
        let mut scores = analysis.link_scores();
        scores.play(position, self.playouts, seed);
        let first = first_moves(position, &scores);
        let mut advice = analysis.advise(position.turn(), &scores);
        advice.extend(first.iter().map(|(&point, &temperature)| Advice {
            point,
            temperature,
            reason: Reason::First,
            claim: None,
        }));
        advice.retain(|advice| position.check(kage_goban::Move::Play(advice.point)).is_ok());
        // Of several moves in one subgame, the one with the best playouts goes first.
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

/// The analysis of one position.
struct Analysis {
    reader: Reader,
    items: Vec<AnalysedGoal>,
    pairs: Vec<Pair>,
    /// By goal and settling move: the pairs of the goal and what the move threatens.
    best: HashMap<(usize, Point), Vec<usize>>,
    /// By goal: its number in the scores, if it is valued.
    places: Vec<usize>,
}

impl Analysis {
    fn new(reader: Reader) -> Analysis {
        let (items, pairs, places) = (Vec::new(), Vec::new(), Vec::new());
        Analysis { reader, items, pairs, best: HashMap::new(), places }
    }

    /// Scores for everything that has to be valued: unsettled goals and threatened goals.
    fn link_scores(&mut self) -> LinkScores {
        let mut wanted: Vec<bool> = self.items.iter().map(AnalysedGoal::is_unsettled).collect();
        for &(Pair::Both(_, threat) | Pair::LinkAndCut(_, threat)) in &self.pairs {
            wanted[threat] = true;
        }
        let mut links = Vec::new();
        let mut places = vec![0; self.items.len()];
        for (i, item) in self.items.iter().enumerate().filter(|(i, _)| wanted[*i]) {
            places[i] = links.len();
            links.push(item.goal_link.link());
        }
        let place = |pair: &Pair| match *pair {
            Pair::Both(goal, threat) => Pair::Both(places[goal], places[threat]),
            Pair::LinkAndCut(goal, threat) => Pair::LinkAndCut(places[goal], places[threat]),
        };
        let scores = LinkScores::new(links, self.pairs.iter().map(place).collect());
        self.places = places;
        scores
    }

    /// Searches all connections and empty connections of both colours.
    fn survey(&mut self) {
        for color in Color::BOTH {
            for goal in connections(self.reader.board(), color) {
                self.add(LinkGoal::Chains(goal), goal);
            }
            for goal in empty_connections(self.reader.board(), color) {
                self.add(LinkGoal::Point(goal), goal);
            }
        }
    }

    fn add<G: Goal>(&mut self, goal_link: LinkGoal, goal: G) {
        let status = self.reader.status(goal);
        let moves = match status {
            Status::Unsettled { first, second } => self.reader.settling_moves(goal, first, second),
            _ => ByColor::default(),
        };
        self.items.push(AnalysedGoal { goal_link, status, moves, threats: PointSet::EMPTY });
    }

    /// Finds what each move that reaches a goal threatens in sente. Empty connections can threaten
    /// empty connections, connections and cuts; connections can threaten cuts.
    fn find_threats(&mut self) {
        let settled = self.settled_points();
        for item in &mut self.items {
            // A lost goal is threatened by its own colour, a won connection by the other.
            item.threats = match (item.goal_link, item.status) {
                (LinkGoal::Chains(goal), status) => self.reader.threatening_moves(goal, status),
                (LinkGoal::Point(goal), Status::Lost(_))
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
            // Several moves may make the same threat, which is valued once.
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

    /// The points that are already connected to a chain of each colour.
    fn settled_points(&self) -> ByColor<PointSet> {
        let mut points = ByColor::<PointSet>::default();
        for item in &self.items {
            if let (LinkGoal::Point(goal), Status::Won(_)) = (item.goal_link, item.status) {
                points[goal.color].insert(goal.point);
            }
        }
        points
    }

    /// The pair of a goal and a threat, if the move that reaches the goal makes the threat in sente.
    fn threat(&mut self, item: usize, point: Point, threat: usize) -> Option<Pair> {
        let (goal, other) = (&self.items[item], &self.items[threat]);
        if !other.threats.contains(point) {
            return None;
        }
        let mine = other.color() == goal.color();
        let (status, goal, target) = (other.status, goal.goal_link, other.goal_link);
        let reader = &mut self.reader;
        let found = match (goal, target, status) {
            (LinkGoal::Point(goal), LinkGoal::Point(target), Status::Lost(_)) if mine => {
                reader.sente(goal, target, point).is_sente
            }
            (LinkGoal::Point(goal), LinkGoal::Chains(target), Status::Lost(_)) if mine => {
                reader.sente(goal, target, point).is_sente
            }
            (LinkGoal::Point(goal), LinkGoal::Chains(target), Status::Won(_)) if !mine => {
                reader.sente(goal, Opposite(target), point).is_sente
            }
            (LinkGoal::Chains(goal), LinkGoal::Chains(target), Status::Won(_)) if !mine => {
                reader.sente(goal, Opposite(target), point).is_sente
            }
            _ => false,
        };
        let pair = if mine { Pair::Both(item, threat) } else { Pair::LinkAndCut(item, threat) };
        found.then_some(pair)
    }

    /// The moves of a colour in unsettled subgames, each with its hottest subgame.
    fn advise(&self, us: Color, scores: &LinkScores) -> Vec<Advice> {
        let mut hottest: BTreeMap<Point, Advice> = BTreeMap::new();
        for (index, item) in self.items.iter().enumerate() {
            for point in item.moves[us] {
                let Some((subgame, reason)) = self.subgame(index, point, us, scores) else {
                    continue;
                };
                let temperature = subgame.temperature();
                let claim = self.claim(index, point, us, scores, &subgame);
                let advice = Advice { point, temperature, reason, claim };
                let known = hottest.entry(point).or_insert(advice);
                if temperature > known.temperature {
                    *known = advice;
                }
            }
        }
        hottest.into_values().collect()
    }

    /// The subgame of a move of ours, with scores from our side; `None` if the move loses by them.
    fn subgame(
        &self,
        index: usize,
        point: Point,
        us: Color,
        scores: &LinkScores,
    ) -> Option<(Subgame, Reason)> {
        let item = &self.items[index];
        let ours = |lead: f64| if us == Color::Black { lead } else { -lead };
        let reached = ours(scores.reached(self.places[index]).mean()?);
        let missed = ours(scores.missed(self.places[index]).mean()?);
        let (game, reason) = match (item.goal_link, item.color() == us) {
            (LinkGoal::Chains(_), true) => {
                let friend_threat = self.best_pair(index, point, us, us, scores, reached);
                (Subgame { friend_threat, ..Subgame::plain(reached, missed) }, Reason::Connects)
            }
            (LinkGoal::Chains(_), false) => {
                let enemy_threat = self.enemy_threat(index, us, scores, reached);
                (Subgame { enemy_threat, ..Subgame::plain(missed, reached) }, Reason::Disconnects)
            }
            (LinkGoal::Point(_), true) => {
                let friend_threat = self.best_pair(index, point, us, us, scores, reached);
                let (enemy, enemy_threat) =
                    self.invalidated(point, us, scores).unwrap_or((missed, missed));
                (Subgame { friend_threat, friend: reached, enemy, enemy_threat }, Reason::Extends)
            }
            (LinkGoal::Point(_), false) => return None,
        };
        (game.friend > game.enemy).then_some((game, reason))
    }

    /// The threat that gives a subgame its value if we move in it twice.
    fn claim(
        &self,
        index: usize,
        point: Point,
        us: Color,
        scores: &LinkScores,
        subgame: &Subgame,
    ) -> Option<Claim> {
        let Subgame { friend: goal, friend_threat: threat, .. } = *subgame;
        let sign = if us == Color::Black { 1.0 } else { -1.0 };
        let is_it = |&&pair: &&usize| {
            scores.together(pair).mean().is_some_and(|lead| sign * lead == threat)
        };
        let pair = self.best.get(&(index, point))?.iter().find(is_it)?;
        let (Pair::Both(_, target) | Pair::LinkAndCut(_, target)) = self.pairs[*pair];
        let target = self.items[target].goal_link.goal();
        (threat > goal).then_some(Claim { goal, threat, target })
    }

    /// Of the enemy's empty connections that our move prevents, the value of the one that is worth
    /// most to the enemy, without and with its best threat.
    fn invalidated(&self, point: Point, us: Color, scores: &LinkScores) -> Option<(f64, f64)> {
        let ours = |lead: f64| if us == Color::Black { lead } else { -lead };
        let prevented = self.items.iter().enumerate().filter(|(_, item)| {
            matches!(item.goal_link, LinkGoal::Point(_))
                && item.color() != us
                && item.is_unsettled()
                && item.moves[us].contains(point)
        });
        let valued =
            prevented.filter_map(|(i, _)| Some((i, ours(scores.reached(self.places[i]).mean()?))));
        let (index, worst) = valued.min_by(|one, other| one.1.total_cmp(&other.1))?;
        Some((worst, self.enemy_threat(index, us, scores, worst)))
    }

    /// The value, with its best threat, of an enemy's goal.
    fn enemy_threat(&self, index: usize, us: Color, scores: &LinkScores, plain: f64) -> f64 {
        let moves = self.items[index].moves[!us];
        let values = moves.iter().map(|p| self.best_pair(index, p, !us, us, scores, plain));
        values.fold(plain, f64::min)
    }

    /// The best value of a pair that a move of `by` leads to, from our side; without pairs, the
    /// value of the goal alone.
    fn best_pair(
        &self,
        index: usize,
        point: Point,
        by: Color,
        us: Color,
        scores: &LinkScores,
        plain: f64,
    ) -> f64 {
        let ours = |lead: f64| if us == Color::Black { lead } else { -lead };
        let pairs = self.best.get(&(index, point)).into_iter().flatten();
        let values = pairs.filter_map(|&pair| scores.together(pair).mean()).map(ours);
        let better = if by == us { f64::max } else { f64::min };
        values.fold(plain, better)
    }
}

/// For each empty point, half the difference between the games in which we were the first to play
/// there and those in which they were. This is its temperature by all moves as first.
pub(crate) fn first_moves(position: &Position, scores: &LinkScores) -> BTreeMap<Point, f64> {
    let us = position.turn();
    let sign = if us == Color::Black { 0.5 } else { -0.5 };
    let value = |point: Point| {
        let [mine, theirs] = [us, !us].map(|side| scores.first_at(point, side).mean());
        Some((point, sign * (mine? - theirs.or(scores.all().mean())?)))
    };
    position.board().empty().iter().filter_map(value).collect()
}
