//! The playouts of the crate `go_game_board`, as fast as it can do them with our rules.
//!
//! Its own benchmark chooses moves by weighted patterns. Uniform random play is faster: draw empty
//! points until one may be played. A table over the crate's 3x3 patterns tells whether a point may be
//! played; the patterns contain the colours around a point and the neighbours in atari, and their eye
//! is the same as Kage's. After a few failures all candidates are listed and one of them is drawn, or
//! the side passes. Both ways of drawing are uniform, so the choice is uniform.

use go_game_board::types::Nat;
use go_game_board::{Board, Hash3x3, Player, Vertex};

use crate::measure::Totals;

/// The number of draws before the candidates are listed. Tried: 2, 4, 6, 10.
const DRAWS: usize = 4;
/// What `playout_score` subtracts for the crate's default komi of 6.5.
const KOMI: i64 = 6;
/// The same limit as ours: eight times the points of the board.
const CAP: usize = 8 * 81;

/// Plays from the empty board. Each call continues the sequence of random numbers.
pub(crate) struct GoGameBoard {
    empty: Board,
    board: Board,
    /// For each pattern, a bit for each player: whether a point with it may be played, ko aside.
    playable: Vec<u8>,
    random: u64,
}

impl GoGameBoard {
    pub(crate) fn new(seed: u64) -> GoGameBoard {
        let playable = Hash3x3::all().map(|pattern| {
            let bit = |player| u8::from(pattern.is_legal(player) && !pattern.is_eyelike(player));
            bit(Player::Black) | bit(Player::White) << 1
        });
        let empty = Board::with_size(9, 9);
        GoGameBoard { board: empty.clone(), empty, playable: playable.collect(), random: seed }
    }

    pub(crate) fn play(&mut self, games: u64) -> Totals {
        let mut totals = Totals { games, ..Totals::default() };
        for _ in 0..games {
            self.board.load(&self.empty);
            while !self.board.both_player_pass() && self.board.move_count() < CAP {
                let player = self.board.act_player();
                let point = self.choose(player);
                self.board.play_legal(player, point);
            }
            totals.plies += self.board.move_count() as u64;
            totals.lead += i64::from(self.board.playout_score()) + KOMI;
            totals.capped += u64::from(!self.board.both_player_pass());
        }
        totals
    }

    fn choose(&mut self, player: Player) -> Vertex {
        let count = self.board.empty_vertex_count();
        for _ in 0..DRAWS.min(count) {
            let index = self.below(count);
            let point = self.board.empty_vertex(index);
            if self.may_play(player, point) {
                return point;
            }
        }
        let mut candidates = [Vertex::pass(); 81];
        let mut listed = 0;
        for i in 0..count {
            let point = self.board.empty_vertex(i);
            if self.may_play(player, point) {
                candidates[listed] = point;
                listed += 1;
            }
        }
        if listed == 0 { Vertex::pass() } else { candidates[self.below(listed)] }
    }

    #[inline]
    fn may_play(&self, player: Player, point: Vertex) -> bool {
        let pattern = usize::from(self.board.hash3x3_at(point));
        self.playable[pattern] >> usize::from(player) & 1 == 1 && point != self.board.ko_vertex()
    }

    /// A number below `count`: the high half of a product with a fresh word of wyrand.
    #[inline]
    fn below(&mut self, count: usize) -> usize {
        self.random = self.random.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.random) * u128::from(self.random ^ 0xe703_7ed1_a0b4_28db);
        let word = (product >> 64) as u64 ^ product as u64;
        ((u128::from(word) * count as u128) >> 64) as usize
    }
}
