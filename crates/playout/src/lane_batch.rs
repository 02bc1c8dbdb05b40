//! A batch of games, one in every lane: starts games, plays them, and hands on results.

use std::ops::Range;

use kage_goban::{BoardSize, ByColor, Color, Point};

use crate::area::area;
use crate::dice::{self, Rolls};
use crate::kernel::{LaneBoard, LaneGames};
use crate::lanes::Lanes;
use crate::observer::{Observer, Plain, Recorder, Tracer};
use crate::playouts::{Eyes, Finish, RecordSink, WrongSize};
use crate::point_rows::PointRows;
use crate::solo;
use crate::world::World;

/// LaneGames to be played.
pub(crate) struct Job<'a> {
    pub(crate) size: BoardSize,
    pub(crate) cap: u32,
    pub(crate) eyes: Eyes,
    pub(crate) seed: u64,
    pub(crate) games: Range<u64>,
    pub(crate) start: &'a mut dyn FnMut(u64) -> World,
}

impl Job<'_> {
    /// Are there too few games to fill the lanes?
    pub(crate) fn is_small(&self) -> bool {
        self.games.end.saturating_sub(self.games.start) <= solo::few(self.eyes)
    }
}

/// Where results go.
pub(crate) enum Sink<'a> {
    Plain(&'a mut dyn FnMut(Finish)),
    Traced(&'a mut dyn FnMut(Finish, &ByColor<PointRows>)),
}

/// Plays all games of a job, with lanes of this kind.
#[inline(always)]
pub(crate) fn play<V: Lanes, const H: usize, const WALLS: bool>(
    job: Job<'_>,
    sink: Sink<'_>,
) -> Result<(), WrongSize> {
    match sink {
        Sink::Plain(sink) => LaneBatch::<V, H, _>::new(job, Plain { sink }).run::<WALLS>(),
        Sink::Traced(sink) => LaneBatch::<V, H, _>::new(job, Tracer::new(sink)).run::<WALLS>(),
    }
}

/// Plays all games of a job, and writes everything down.
pub(crate) fn record<'a, V: Lanes, const H: usize>(
    job: Job<'a>,
    sink: &'a mut RecordSink<'a>,
) -> Result<(), WrongSize> {
    let eyes = job.eyes;
    let batch = LaneBatch::<V, H, _>::new(job, Recorder::new(V::COUNT, sink));
    match eyes {
        Eyes::Diagonals => batch.run::<false>(),
        Eyes::Walls => batch.run::<true>(),
    }
}

/// What a lane must remember of its game that the kernel does not need.
#[derive(Clone, Copy)]
struct LaneState {
    game: u64,
    turn: Color,
    ko: Option<Point>,
    unplaced: u32,
}

struct LaneBatch<'a, V: Lanes, const H: usize, S> {
    job: Job<'a>,
    observer: S,
    ground: LaneBoard<V, H>,
    games: LaneGames<V, H>,
    /// As many as the widest vectors have lanes.
    lanes: [Option<LaneState>; 16],
    playing: usize,
    /// How many games are in their fill.
    filling: usize,
}

impl<'a, V: Lanes, const H: usize, S: Observer<V, H>> LaneBatch<'a, V, H, S> {
    #[inline(always)]
    fn new(job: Job<'a>, observer: S) -> Self {
        let ground = LaneBoard::new(usize::from(job.size.get()), job.cap);
        let games = LaneGames::new();
        Self { job, observer, ground, games, lanes: [None; 16], playing: 0, filling: 0 }
    }

    #[inline(always)]
    fn run<const WALLS: bool>(mut self) -> Result<(), WrongSize> {
        for lane in 0..V::COUNT {
            self.start(lane)?;
        }
        while self.playing > 0 {
            let step = V::step::<H, WALLS>(&mut self.games, &self.ground, self.filling > 0);
            self.observer.note(&step);
            let over = step.ended | step.capped;
            if (over | step.filled).any() {
                for lane in step.filled.chosen() {
                    self.end_fill(lane);
                }
                for lane in over.chosen() {
                    self.finish(lane, step.capped.get(lane) != 0);
                    self.start(lane)?;
                }
            }
        }
        Ok(())
    }

    /// Begins the next game in a lane, if there is one. An empty lane plays on; its results are ignored.
    #[inline(never)]
    fn start(&mut self, lane: usize) -> Result<(), WrongSize> {
        self.lanes[lane] = None;
        let games = &mut self.games;
        games.passed.set(lane, 0);
        games.plies.set(lane, 0);
        let Some(game) = self.job.games.next() else { return Ok(()) };
        let world = (self.job.start)(game);
        if world.size() != self.job.size {
            return Err(WrongSize { game, found: world.size(), wanted: self.job.size });
        }
        let hidden = world.hidden();
        let side = hidden.map_or(world.turn(), |hidden| hidden.color);
        let (own, opp) = (world.stones()[side].rows(), world.stones()[!side].rows());
        for row in 1..=usize::from(self.job.size.get()) {
            games.own[row].set(lane, own[row - 1]);
            games.opp[row].set(lane, opp[row - 1]);
            games.shut[row].set(lane, 0);
        }
        games.black.set(lane, mask(side == Color::Black));
        games.passed.set(lane, mask(world.passed()));
        games.filling.set(lane, mask(hidden.is_some()));
        games.dice.seed(lane, dice::seed(self.job.seed, game));
        if let Some(hidden) = hidden {
            games.hidden.set(lane, u32::from(hidden.count));
            for (row, &line) in (1..H - 1).zip(hidden.onto.rows()) {
                games.onto[row].set(lane, line);
            }
            self.filling += 1;
        } else {
            self.shut_ko(lane, world.ko());
        }
        self.lanes[lane] =
            Some(LaneState { game, turn: world.turn(), ko: world.ko(), unplaced: 0 });
        self.playing += 1;
        self.observer.open(lane);
        Ok(())
    }

    fn shut_ko(&mut self, lane: usize, ko: Option<Point>) {
        if let Some(ko) = ko {
            self.games.shut[usize::from(ko.row()) + 1].set(lane, 1 << ko.col());
        }
    }

    /// Hands the board of a lane from the side that filled to the side to move.
    fn end_fill(&mut self, lane: usize) {
        let Some(mut state) = self.lanes[lane] else { return };
        let games = &mut self.games;
        state.unplaced = games.hidden.get(lane);
        self.lanes[lane] = Some(state);
        let turn = mask(state.turn == Color::Black);
        // All ones read back as the largest word, so that masks are compared as yes or no.
        let turned = (games.black.get(lane) != 0) != (turn != 0);
        for row in 1..H - 1 {
            let (own, opp) = (games.own[row].get(lane), games.opp[row].get(lane));
            games.shut[row].set(lane, 0);
            if turned {
                games.own[row].set(lane, opp);
                games.opp[row].set(lane, own);
            }
        }
        games.black.set(lane, turn);
        games.filling.set(lane, 0);
        games.hidden.set(lane, 0);
        self.filling -= 1;
        self.shut_ko(lane, state.ko);
    }

    /// Scores the game in a lane.
    #[inline(always)]
    fn finish(&mut self, lane: usize, capped: bool) {
        let Some(state) = self.lanes[lane].take() else { return };
        let games = &self.games;
        let stones = |row: usize| [games.own[row + 1].get(lane), games.opp[row + 1].get(lane)];
        let [own, opp] = area(usize::from(self.job.size.get()), stones);
        let (black, white) = if games.black.get(lane) != 0 { (own, opp) } else { (opp, own) };
        let finish = Finish {
            game: state.game,
            area: ByColor { black, white },
            plies: games.plies.get(lane),
            capped,
            unplaced: state.unplaced,
        };
        self.playing -= 1;
        self.observer.close(lane, finish);
    }
}

/// The mask that says yes or no.
const fn mask(yes: bool) -> u32 {
    if yes { u32::MAX } else { 0 }
}
