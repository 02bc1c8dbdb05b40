//! Many chains side by side that follow the same game.

use crate::dice::Dice;
use crate::history::chain::{HistoryChain, Proposal};
use crate::history::consistency::NOWHERE;
use crate::history::observed::ObservedGame;
use crate::history::proposals::{Acceptance, Walk};
use crate::history::repair::REPAIRING;
use crate::opponent::{Prior, PriorCache};
use crate::sampler::{Options, SamplerStats};
use crate::world::{Source, World};
use kage_goban::bits::Bits;
use kage_goban::{Board, ByColor};
use kage_phantom::{Observation, View};

/// If one chain in this many is consistent, the others become copies of these. Repairs are slow,
/// and copies soon differ.
const ENOUGH: usize = 6;

/// A population of chains, whatever the size of the board.
pub(crate) trait Population<P> {
    /// Takes in the first part of the log, one turn or a part of it longer than before.
    fn hear(&mut self, view: &View, log: &[Observation], prior: &P, stats: &mut SamplerStats);
    /// The number of consistent chains.
    fn consistent(&self) -> usize;
    /// Advances the next consistent chain and returns its world. `None` if there is none.
    fn next(&mut self, prior: &P, stats: &mut SamplerStats) -> Option<World>;
}

/// Chains whose sets of points are of one kind.
pub(crate) struct ChainPopulation<B> {
    options: Options,
    game: ObservedGame<B>,
    chains: Vec<HistoryChain<B>>,
    proposal: Proposal<B>,
    dice: Dice,
    /// The chain that was drawn from last.
    at: usize,
}

impl<B: Bits> ChainPopulation<B> {
    pub(crate) fn new(view: &View, options: Options) -> ChainPopulation<B> {
        let game = ObservedGame::new(view.setup(), *view.rules(), view.color(), &[]);
        let chain = HistoryChain::new(&game);
        ChainPopulation {
            options,
            chains: vec![chain; options.chains.max(1)],
            game,
            proposal: Proposal::new(),
            dice: Dice::new(options.seed),
            at: 0,
        }
    }

    /// Extends the chains by the new turns. Returns which chains are unchanged and consistent: these are still drawn
    /// from the right distribution and need no burn-in.
    fn extend(&mut self, prior: &impl Prior) -> Vec<bool> {
        let ChainPopulation { game, chains, proposal, dice, .. } = self;
        proposal.fit(game);
        let extend = |chain: &mut HistoryChain<B>| {
            let (consistent, turns) = (chain.is_consistent(), chain.plays.len());
            if let Some(last) = turns.checked_sub(1) {
                chain.check_from(game, prior, last);
            }
            while chain.plays.len() < game.turns.len() {
                chain.extend(game, prior, dice);
            }
            consistent && chain.is_consistent() && chain.plays.len() == turns
        };
        chains.iter_mut().map(extend).collect()
    }

    /// Repairs inconsistent chains until there are enough to copy from.
    fn repair(&mut self, prior: &impl Prior, stats: &mut SamplerStats) {
        let mut consistent = self.chains.iter().filter(|chain| chain.is_consistent()).count();
        let enough = self.chains.len().div_ceil(ENOUGH);
        let ChainPopulation { game, chains, proposal, dice, options, .. } = self;
        for chain in chains.iter_mut().filter(|chain| !chain.is_consistent()) {
            if consistent >= enough {
                break;
            }
            let mut walk = Walk { game, prior, proposal, dice, acceptance: REPAIRING };
            stats.steps += chain.repair(&mut walk, options.repair_steps);
            consistent += usize::from(chain.is_consistent());
            stats.repairs += u64::from(chain.is_consistent());
        }
    }

    /// Replaces inconsistent chains by copies of consistent ones.
    fn refill(&mut self, stats: &mut SamplerStats) {
        let good: Vec<usize> =
            (0..self.chains.len()).filter(|&index| self.chains[index].is_consistent()).collect();
        if good.is_empty() {
            stats.failures += 1;
            return;
        }
        for index in 0..self.chains.len() {
            if !self.chains[index].is_consistent()
                && let Some(other) = self.dice.pick(&good)
            {
                self.chains[index] = self.chains[other].clone();
                stats.refills += 1;
            }
        }
    }

    /// Lets a consistent chain take this number of steps.
    fn walk(&mut self, index: usize, steps: usize, prior: &impl Prior, stats: &mut SamplerStats) {
        let ChainPopulation { game, chains, proposal, dice, .. } = self;
        let chain = &mut chains[index];
        let mut walk = Walk { game, prior, proposal, dice, acceptance: Acceptance::Strict };
        for _ in 0..steps {
            stats.accepted += u64::from(chain.step(&mut walk));
        }
        stats.steps += steps as u64;
    }

    /// The world of a chain. `None` if its board cannot be built, which a consistent chain does not let happen.
    fn world(&self, index: usize) -> Option<World> {
        let (game, chain) = (&self.game, &self.chains[index]);
        let (state, turn) = chain.states.last().zip(game.turns.last())?;
        let mine = turn.reply.as_ref().map_or(turn.mine_after, |reply| reply.mine);
        let mut stones = ByColor::default();
        stones[game.color] = game.grid.points(mine);
        stones[!game.color] = game.grid.points(state.theirs);
        let board = Board::from_stones(game.grid.size, stones).ok()?;
        let ko = self.ko(index).and_then(|ko| game.grid.point(ko));
        let plays = chain.plays.iter().filter_map(|&play| game.play(play)).collect();
        Some(World::new(board, game.turn, ko, plays, Source::History))
    }

    /// The point that ko forbids to the side to move.
    fn ko(&self, index: usize) -> Option<u16> {
        let (game, chain) = (&self.game, &self.chains[index]);
        let (turn, play) = (game.turns.last()?, *chain.plays.last()?);
        let ko = if game.turn != game.color {
            chain.states.last()?.ko
        } else {
            game.my_ko(turn, *chain.middles.last()?, play)
        };
        (ko != NOWHERE).then_some(ko)
    }
}

impl<B: Bits, P: Prior> Population<P> for ChainPopulation<B> {
    fn hear(&mut self, view: &View, log: &[Observation], prior: &P, stats: &mut SamplerStats) {
        let earlier = std::mem::replace(&mut self.game.prior_cache, PriorCache::new());
        let game = ObservedGame::new(view.setup(), *view.rules(), view.color(), log);
        self.game = game.with_cache(earlier, prior);
        let settled = self.extend(prior);
        self.repair(prior, stats);
        self.refill(stats);
        let steps = self.options.burn_in * self.game.open.len();
        for (index, settled) in settled.into_iter().enumerate() {
            if !settled && self.chains[index].is_consistent() {
                self.walk(index, steps, prior, stats);
            }
        }
    }

    fn consistent(&self) -> usize {
        self.chains.iter().filter(|chain| chain.is_consistent()).count()
    }

    fn next(&mut self, prior: &P, stats: &mut SamplerStats) -> Option<World> {
        let consistent = |index: &usize| self.chains[*index].is_consistent();
        let count = self.chains.len();
        let index = (self.at + 1..=self.at + count).map(|index| index % count).find(consistent)?;
        self.at = index;
        self.walk(index, self.options.steps * self.game.open.len(), prior, stats);
        self.world(index)
    }
}
