//! Won is never wrong: the prover checks every Won of many goals in random positions.
//!
//! The long run has ten thousand positions:
//! `cargo test --release -p kage-tactics --test soundness -- --ignored --nocapture`

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]
#![allow(clippy::print_stdout, reason = "the long run says how far it is")]

mod prover;

use kage_goban::{Board, BoardSize, Color, KoRule, Move, Point, PointSet, Position};
use kage_tactics::{
    Capture, Connect, EmptyConnect, First, Goal, Live, Reader, ReadingBoard, Separate,
};
use prover::{Graph, ProverGoal};

/// The numbers of positions, and of answers by kind.
#[derive(Default, Debug)]
struct Counts {
    positions: u64,
    questions: u64,
    /// Won, and the prover agrees.
    confirmed: u64,
    /// Lost, and the prover agrees.
    given_up: u64,
    /// Lost, but the goal could be reached. This is allowed: Lost is no proof.
    missed: u64,
}

/// A position in the middle of a random game in which no side fills its own eyes.
fn middle_game(rng: &mut fastrand::Rng, size: BoardSize) -> Position {
    let mut position = Position::new(size, KoRule::Simple);
    let area = size.area() as u64;
    for _ in 0..rng.u64(area / 3..=area) {
        let color = position.turn();
        let own = position.board().stones(color);
        let wish = |&point: &Point| !PointSet::of(point).neighbors(size).is_subset(&own);
        let points: Vec<Point> = position.legal_points().iter().filter(wish).collect();
        let play = rng.choice(points).map_or(Move::Pass, Move::Play);
        position.play(play).unwrap();
        if position.is_over() {
            return middle_game(rng, size);
        }
    }
    position
}

/// A region of empty points around a random one.
fn some_region(rng: &mut fastrand::Rng, board: &Board, many: usize) -> PointSet {
    let size = board.size();
    let Some(start) = rng.choice(board.empty().iter().collect::<Vec<_>>()) else {
        return PointSet::EMPTY;
    };
    let mut near = PointSet::of(start);
    while (near & board.empty()).len() < many.min(board.empty().len()) {
        near |= near.neighbors(size);
    }
    let mut points: Vec<Point> = (near & board.empty()).iter().collect();
    rng.shuffle(&mut points);
    points.truncate(many);
    // Stones may be captured, so some of their points belong to the region too.
    let stones = near - board.empty();
    points.into_iter().chain(stones.iter().filter(|_| rng.bool())).collect()
}

struct Trial<'a> {
    graph: &'a Graph,
    board: &'a Board,
    ko: Option<Point>,
    turn: Color,
    reader: Reader,
    counts: &'a mut Counts,
}

impl Trial<'_> {
    fn ask<G: Goal + std::fmt::Debug>(&mut self, goal: G, aim: ProverGoal) {
        let forced = self.graph.forced(aim);
        for first in [First::Friend, First::Enemy] {
            let turn = if first == First::Friend { aim.color() } else { !aim.color() };
            let ko = self.ko.filter(|_| turn == self.turn);
            let mut board = ReadingBoard::from(self.board);
            board.set_ko(ko);
            self.reader.set_board(board);
            let answer = self.reader.search(goal, first);
            let truth = forced[self.graph.find(self.board, turn, ko)];
            assert!(
                truth || !answer.is_won(),
                "{goal:?}, {first:?}, region {}, ko {ko:?}: refuted\n{}trace {}\nline {:?}",
                self.reader.region(),
                self.board,
                answer.trace(),
                self.reader.line(goal, first),
            );
            self.counts.questions += 1;
            match (answer.is_won(), truth) {
                (true, _) => self.counts.confirmed += 1,
                (false, false) => self.counts.given_up += 1,
                (false, true) => self.counts.missed += 1,
            }
        }
    }

    fn ask_all(&mut self, region: PointSet) {
        let size = self.board.size();
        let near = region | region.neighbors(size);
        let chains: Vec<_> = self.board.chains().filter(|c| c.stones.intersects(&near)).collect();
        let stones: Vec<(Color, Point)> =
            chains.iter().map(|c| (c.color, (c.stones & near).first().unwrap())).collect();
        for (i, &(color, one)) in stones.iter().enumerate() {
            self.ask(Capture { color: !color, stone: one }, ProverGoal::Take(!color, one));
            for &(_, other) in stones[i + 1..].iter().filter(|(c, _)| *c == color) {
                self.ask(Connect { color, one, other }, ProverGoal::Link(color, one, other));
                let color = !color;
                self.ask(Separate { color, one, other }, ProverGoal::Part(color, one, other));
            }
            for point in (region & self.board.empty()).iter().take(3) {
                let stone = one;
                self.ask(
                    EmptyConnect { color, point, stone },
                    ProverGoal::Link(color, point, stone),
                );
            }
            // The prover fills the empty points in every order, so the graph must be small.
            if self.graph.most_empty() < 11 && self.graph.len() < 2_000 {
                self.ask(Live { color, stone: one }, ProverGoal::Live(color, one));
            }
        }
    }
}

fn run(positions: u64, seed: u64) -> Counts {
    let mut counts = Counts::default();
    for number in 0..positions {
        let mut rng = fastrand::Rng::with_seed(seed + number);
        let size = BoardSize::new([4, 5, 5, 6, 7, 9][rng.usize(..6)]).unwrap();
        let position = middle_game(&mut rng, size);
        let board = position.board();
        let many = rng.usize(4..=7);
        let region = some_region(&mut rng, board, many);
        let Some(graph) = Graph::new(board, position.ko(), region, 6_000) else { continue };
        counts.positions += 1;
        let reader = Reader::new(ReadingBoard::from(board)).within(region).limited_to(2_000);
        let (ko, turn) = (position.ko(), position.turn());
        Trial { graph: &graph, board, ko, turn, reader, counts: &mut counts }.ask_all(region);
        if counts.positions.is_multiple_of(500) {
            println!("{counts:?}");
        }
    }
    counts
}

#[test]
fn won_is_never_wrong() {
    let counts = run(200, 1);
    println!("{counts:?}");
    let Counts { positions, confirmed, given_up, missed, .. } = counts;
    assert_eq!(
        (positions, confirmed, given_up, missed),
        (145, 2_882, 8_042, 136),
        "the search changed"
    );
}

/// The long run: `./test` has the same with two hundred positions.
#[test]
#[ignore = "ten thousand positions, each proved, take a quarter of an hour: cargo test --release -p kage-tactics --test soundness -- --ignored --nocapture"]
fn won_is_never_wrong_in_ten_thousand_positions() {
    let counts = run(16_000, 1_000_000);
    println!("{counts:?}");
    assert!(counts.positions >= 10_000, "{counts:?}");
}
