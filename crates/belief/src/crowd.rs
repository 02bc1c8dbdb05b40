//! Many chains side by side, told the same story.

use crate::chain::{Chain, Draft};
use crate::dice::Dice;
use crate::judge::NOWHERE;
use crate::mend::HEAT;
use crate::outlook::Outlook;
use crate::prior::Prior;
use crate::propose::{Temper, Walk};
use crate::sampler::{Options, SamplerStats};
use crate::story::Story;
use crate::world::{Source, World};
use kage_goban::bits::Bits;
use kage_phantom::{Observation, View};

/// Where one chain in so many fits, the others are copied from them: mending is slow, and walking
/// soon tells copies apart.
const ENOUGH: usize = 6;

/// Chains whatever the size of the board.
pub(crate) trait Worlds<P> {
    /// Takes in the first part of the log, one turn or a part of it longer than before.
    fn hear(&mut self, view: &View, log: &[Observation], prior: &P, stats: &mut SamplerStats);
    /// How many chains fit.
    fn fitting(&self) -> usize;
    /// Changes the next chain that fits and writes it down.
    fn next(&mut self, prior: &P, world: &mut World, stats: &mut SamplerStats) -> bool;
}

/// Chains on a board of one kind.
pub(crate) struct Crowd<B> {
    options: Options,
    story: Story<B>,
    chains: Vec<Chain<B>>,
    draft: Draft<B>,
    dice: Dice,
    at: usize,
}

impl<B: Bits> Crowd<B> {
    pub(crate) fn new(view: &View, options: Options) -> Crowd<B> {
        let story = Story::new(view.setup(), *view.rules(), view.color(), &[]);
        let chain = Chain::new(&story);
        Crowd {
            options,
            chains: vec![chain; options.chains.max(1)],
            story,
            draft: Draft::new(),
            dice: Dice::new(options.seed),
            at: 0,
        }
    }

    /// Lengthens the chains. Says of each whether it is as it was and fits: then it is as likely as
    /// it was among those that fit, and needs no mixing.
    fn follow(&mut self, prior: &impl Prior) -> Vec<bool> {
        let Crowd { story, chains, draft, dice, .. } = self;
        draft.fit(story);
        let follow = |chain: &mut Chain<B>| {
            let (fitted, turns) = (chain.fits(), chain.plays.len());
            if let Some(last) = turns.checked_sub(1) {
                chain.judge_from(story, prior, last);
            }
            while chain.plays.len() < story.turns.len() {
                chain.extend(story, prior, dice);
            }
            fitted && chain.fits() && chain.plays.len() == turns
        };
        chains.iter_mut().map(follow).collect()
    }

    /// Mends chains that do not fit any more, until there are enough to copy from.
    fn mend(&mut self, prior: &impl Prior, stats: &mut SamplerStats) {
        let mut fitting = self.chains.iter().filter(|chain| chain.fits()).count();
        let enough = self.chains.len().div_ceil(ENOUGH);
        let Crowd { story, chains, draft, dice, options, .. } = self;
        for chain in chains.iter_mut().filter(|chain| !chain.fits()) {
            if fitting >= enough {
                break;
            }
            let mut walk = Walk { story, prior, draft, dice, temper: HEAT };
            stats.steps += chain.mend(&mut walk, options.mending);
            fitting += usize::from(chain.fits());
            stats.repairs += u64::from(chain.fits());
        }
    }

    /// Replaces chains that do not fit by copies of others that do.
    fn refill(&mut self, stats: &mut SamplerStats) {
        let good: Vec<usize> =
            (0..self.chains.len()).filter(|&index| self.chains[index].fits()).collect();
        if good.is_empty() {
            stats.failures += 1;
            return;
        }
        for index in 0..self.chains.len() {
            if !self.chains[index].fits()
                && let Some(other) = self.dice.pick(&good)
            {
                self.chains[index] = self.chains[other].clone();
                stats.refills += 1;
            }
        }
    }

    /// Lets a chain that fits take so many steps.
    fn walk(&mut self, index: usize, steps: usize, prior: &impl Prior, stats: &mut SamplerStats) {
        let Crowd { story, chains, draft, dice, .. } = self;
        let chain = &mut chains[index];
        let mut walk = Walk { story, prior, draft, dice, temper: Temper::Strict };
        for _ in 0..steps {
            stats.accepted += u64::from(chain.step(&mut walk));
        }
        stats.steps += steps as u64;
    }

    fn write(&self, index: usize, world: &mut World) {
        let (story, chain) = (&self.story, &self.chains[index]);
        let Some((state, turn)) = chain.states.last().zip(story.turns.last()) else { return };
        let mover = story.color;
        let mine = turn.reply.as_ref().map_or(turn.mine_after, |reply| reply.mine);
        world.size = story.grid.size;
        world.stones[mover] = story.grid.points(mine);
        world.stones[!mover] = story.grid.points(state.theirs);
        world.turn = story.turn;
        world.ko = self.ko(index).and_then(|ko| story.grid.point(ko));
        world.plays.clear();
        world.plays.extend(chain.plays.iter().filter_map(|&play| story.play(play)));
        world.weight = 1.0;
        world.source = Source::History;
    }

    /// The point that ko forbids to the side to move.
    fn ko(&self, index: usize) -> Option<u16> {
        let (story, chain) = (&self.story, &self.chains[index]);
        let (turn, play) = (story.turns.last()?, *chain.plays.last()?);
        let ko = if story.turn != story.color {
            chain.states.last()?.ko
        } else {
            story.my_ko(turn, *chain.middles.last()?, play)
        };
        (ko != NOWHERE).then_some(ko)
    }
}

impl<B: Bits, P: Prior> Worlds<P> for Crowd<B> {
    fn hear(&mut self, view: &View, log: &[Observation], prior: &P, stats: &mut SamplerStats) {
        let earlier = std::mem::replace(&mut self.story.outlook, Outlook::new());
        let story = Story::new(view.setup(), *view.rules(), view.color(), log);
        self.story = story.after(earlier, prior);
        let settled = self.follow(prior);
        self.mend(prior, stats);
        self.refill(stats);
        let steps = self.options.mixing * self.story.open.len();
        for (index, settled) in settled.into_iter().enumerate() {
            if !settled && self.chains[index].fits() {
                self.walk(index, steps, prior, stats);
            }
        }
    }

    fn fitting(&self) -> usize {
        self.chains.iter().filter(|chain| chain.fits()).count()
    }

    fn next(&mut self, prior: &P, world: &mut World, stats: &mut SamplerStats) -> bool {
        let fits = |index: &usize| self.chains[*index].fits();
        let count = self.chains.len();
        let next = (self.at + 1..=self.at + count).map(|index| index % count).find(fits);
        let Some(index) = next else { return false };
        self.at = index;
        self.walk(index, self.options.steps * self.story.open.len(), prior, stats);
        self.write(index, world);
        true
    }
}
