//! The values of connections: mean scores of the playouts in which they were made.

use kage_goban::bits::{Bits, Grid, NARROW};
use kage_goban::{BoardSize, ByColor, Color, Move, Point, PointSet, Position};
use kage_playout::{Act, Playouts, World};

/// Two points that may come into one chain of a colour: a connection, or an empty connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Link {
    /// The colour of the chain.
    pub color: Color,
    /// A stone, or a point that is empty at first.
    pub one: Point,
    /// A stone.
    pub other: Point,
}

/// Two links together, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pair {
    /// Both links are made. They have one colour.
    Both(usize, usize),
    /// The first link is made, and the second, which is the other colour's, is not.
    LinkAndCut(usize, usize),
}

/// The mean of Black's lead over some games.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct MeanScore {
    sum: f64,
    games: u64,
}

impl MeanScore {
    fn add(&mut self, lead: f64) {
        self.sum += lead;
        self.games += 1;
    }

    /// The mean; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / self.games as f64)
    }

    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.games
    }
}

/// Whether the current game counts for a link and a cut.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PairState {
    Open { linked: bool },
    Counts,
    Excluded,
}

/// Links and pairs of links, with the mean scores of the playouts in which each was made or missed.
#[derive(Clone, Debug)]
pub struct LinkScores {
    links: Vec<Link>,
    pairs: Vec<Pair>,
    reached: Vec<MeanScore>,
    missed: Vec<MeanScore>,
    together: Vec<MeanScore>,
    /// For each point, the games in which Black or White was the first to play there.
    first: Vec<ByColor<MeanScore>>,
    all: MeanScore,
}

impl LinkScores {
    /// Scores without games, for these links and for pairs of them.
    pub fn new(links: Vec<Link>, pairs: Vec<Pair>) -> LinkScores {
        LinkScores {
            reached: vec![MeanScore::default(); links.len()],
            missed: vec![MeanScore::default(); links.len()],
            together: vec![MeanScore::default(); pairs.len()],
            first: vec![ByColor::default(); BoardSize::MAX.area()],
            all: MeanScore::default(),
            links,
            pairs,
        }
    }

    /// Plays so many random games from a position and adds their scores.
    pub fn play(&mut self, position: &Position, games: u64, seed: u64) {
        if position.size().get() <= NARROW {
            self.play_on(LinkTracker::<u128>::new, position, games, seed);
        } else {
            self.play_on(LinkTracker::<PointSet>::new, position, games, seed);
        }
    }

    fn play_on<B: Bits>(
        &mut self,
        open: impl Fn(&LinkScores, &Position) -> LinkTracker<B>,
        position: &Position,
        games: u64,
        seed: u64,
    ) {
        let world = World::from(position);
        let mut tracker = open(self, position);
        let score = |finish: kage_playout::Finish, acts: &[(Color, Act)]| {
            tracker.record(self, acts, f64::from(finish.lead()));
        };
        // The world is made of this position, so it has the size of the playouts.
        let played = Playouts::new(position.size(), seed).run_recorded(0..games, |_| &world, score);
        debug_assert!(played.is_ok());
    }

    /// The games in which a link was made.
    pub fn reached(&self, link: usize) -> &MeanScore {
        &self.reached[link]
    }

    /// The games in which it was not made.
    pub fn missed(&self, link: usize) -> &MeanScore {
        &self.missed[link]
    }

    /// The games that count for a pair.
    pub fn together(&self, pair: usize) -> &MeanScore {
        &self.together[pair]
    }

    /// The games in which a colour was the first to play a point.
    pub fn first_at(&self, point: Point, color: Color) -> &MeanScore {
        &self.first[point.index()][color]
    }

    /// All games.
    pub const fn all(&self) -> &MeanScore {
        &self.all
    }
}

/// A link, in the numbering of the bit sets.
#[derive(Clone, Copy)]
struct LinkBits<B> {
    color: Color,
    one: u16,
    other: u16,
    /// Both points as a set.
    ends: B,
    /// Those that are stones before the game.
    stones: B,
}

/// What a move changed: its chain, and the stones it captured.
#[derive(Clone, Copy)]
struct Change<B> {
    color: Color,
    chain: B,
    taken: B,
    place: u16,
    new_links: NewLinks,
}

/// Which links a move can have made. It joins chains only if it touches two friends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NewLinks {
    /// None: the stone touches no friend.
    None,
    /// Those that end at the stone: it touches one friend.
    AtStone,
    /// Any link of the chain.
    InChain,
}

impl<B: Bits> Change<B> {
    /// Whether the move's chain has both ends of a link. This is necessary for the move to have made
    /// the link.
    #[inline]
    fn has(&self, link: &LinkBits<B>) -> bool {
        link.color == self.color && link.ends.minus(self.chain).is_none()
    }

    /// Whether the move's chain or its captures have a point of this set.
    #[inline]
    fn touches(&self, points: B) -> bool {
        !self.chain.or(self.taken).and(points).is_none()
    }
}

/// The stones of the current game.
struct Stones<B> {
    grid: Grid<B>,
    of: ByColor<B>,
}

impl<B: Bits> Stones<B> {
    /// Plays a legal move.
    fn play(&mut self, color: Color, place: u16) -> Change<B> {
        let Stones { grid, of } = self;
        let before = of[!color];
        of[color] = of[color].or(B::of(place));
        let beside = grid.beside(place);
        let friends = beside.and(of[color]).count();
        for enemy in beside.and(before).places() {
            let empty = grid.board.minus(of[color]).minus(of[!color]);
            if of[!color].has(enemy) && !grid.breathes(enemy, of[!color], empty) {
                of[!color] = of[!color].minus(grid.flood(B::of(enemy), of[!color]));
            }
        }
        let (chain, new_links) = match friends {
            0 => (B::of(place), NewLinks::None),
            1 => (grid.flood(B::of(place), of[color]), NewLinks::AtStone),
            _ => (grid.flood(B::of(place), of[color]), NewLinks::InChain),
        };
        Change { color, chain, taken: before.minus(of[!color]), place, new_links }
    }

    /// Whether both ends are in one chain now.
    #[inline]
    fn stands(&self, link: &LinkBits<B>) -> bool {
        let own = self.of[link.color];
        link.ends.minus(own).is_none() && self.grid.flood(B::of(link.one), own).has(link.other)
    }
}

/// Follows the links of a batch of games, one game after the other.
struct LinkTracker<B> {
    start: ByColor<B>,
    stones: Stones<B>,
    links: Vec<LinkBits<B>>,
    /// By link: the pairs of one colour that it is in.
    both: Vec<Vec<usize>>,
    /// By place: the links that end there.
    ending: Vec<Vec<usize>>,
    /// By pair: the ends of its links.
    about: Vec<B>,
    /// By place: the pairs of a link and a cut that have it as an end.
    mixed_at: Vec<Vec<usize>>,
    /// The links of each colour that this game has not made so far.
    open_links: ByColor<Vec<usize>>,
    /// The pairs of one colour whose links were made, but never stood at the same time.
    waiting: Vec<usize>,
    /// The pairs of a link and a cut that are still open.
    open_pairs: Vec<usize>,
    linked: Vec<bool>,
    paired: Vec<bool>,
    mixed: Vec<PairState>,
    played: B,
    standing: LinkCache,
}

/// Which links stand after the current move. A link is in many pairs, so the answer is cached.
struct LinkCache {
    known: Vec<(u64, bool)>,
    move_number: u64,
}

impl LinkCache {
    /// Whether a link stands now.
    #[inline]
    fn ask<B: Bits>(&mut self, link: usize, links: &[LinkBits<B>], stones: &Stones<B>) -> bool {
        let known = &mut self.known[link];
        if known.0 != self.move_number {
            *known = (self.move_number, stones.stands(&links[link]));
        }
        known.1
    }
}

/// By link: the pairs of one colour that it is in.
fn pairs_of_links(scores: &LinkScores) -> Vec<Vec<usize>> {
    let mut pairs = vec![Vec::new(); scores.links.len()];
    for (i, pair) in scores.pairs.iter().enumerate() {
        if let Pair::Both(one, other) = *pair {
            pairs[one].push(i);
            pairs[other].push(i);
        }
    }
    pairs
}

/// The numbers of the sets that contain a place.
fn with_place<B: Bits>(place: usize, sets: impl Iterator<Item = (usize, B)>) -> Vec<usize> {
    sets.filter(|(_, points)| points.has(place as u16)).map(|(i, _)| i).collect()
}

impl<B: Bits> LinkTracker<B> {
    fn new(scores: &LinkScores, position: &Position) -> LinkTracker<B> {
        let grid = Grid::new(position.size());
        let start = ByColor::new(|color| grid.set(&position.board().stones(color)));
        let link = |link: &Link| {
            let (one, other) = (grid.place(link.one), grid.place(link.other));
            let ends = B::of(one).or(B::of(other));
            LinkBits { color: link.color, one, other, ends, stones: ends.and(start[link.color]) }
        };
        let links: Vec<LinkBits<B>> = scores.links.iter().map(link).collect();
        let about = |&(Pair::Both(one, other) | Pair::LinkAndCut(one, other)): &Pair| {
            links[one].ends.or(links[other].ends)
        };
        let about: Vec<B> = scores.pairs.iter().map(about).collect();
        let is_mixed = |pair: usize| matches!(scores.pairs[pair], Pair::LinkAndCut(..));
        let ends = |place| with_place(place, links.iter().map(|link| link.ends).enumerate());
        let mixed = |place| {
            with_place(place, about.iter().copied().enumerate().filter(|(i, _)| is_mixed(*i)))
        };
        LinkTracker {
            ending: (0..grid.places()).map(ends).collect(),
            mixed_at: (0..grid.places()).map(mixed).collect(),
            about,
            both: pairs_of_links(scores),
            links,
            stones: Stones { grid, of: start },
            start,
            open_links: ByColor::default(),
            waiting: Vec::new(),
            open_pairs: Vec::new(),
            linked: Vec::new(),
            paired: Vec::new(),
            mixed: Vec::new(),
            played: B::NONE,
            standing: LinkCache { known: vec![(0, false); scores.links.len()], move_number: 0 },
        }
    }

    fn record(&mut self, scores: &mut LinkScores, acts: &[(Color, Act)], lead: f64) {
        self.begin(scores);
        for &(color, act) in acts {
            let Act::Move(Move::Play(point)) = act else { continue };
            let place = self.stones.grid.place(point);
            if !self.played.has(place) {
                self.played = self.played.or(B::of(place));
                scores.first[point.index()][color].add(lead);
            }
            let change = self.stones.play(color, place);
            self.standing.move_number += 1;
            self.update_links(scores, &change);
            self.update_mixed(scores, &change);
        }
        self.add_result(scores, lead);
    }

    fn begin(&mut self, scores: &LinkScores) {
        (self.stones.of, self.played) = (self.start, B::NONE);
        for color in Color::BOTH {
            let open = &mut self.open_links[color];
            open.clear();
            open.extend((0..self.links.len()).filter(|&link| self.links[link].color == color));
        }
        self.waiting.clear();
        self.open_pairs.clear();
        let is_mixed = |&pair: &usize| matches!(scores.pairs[pair], Pair::LinkAndCut(..));
        self.open_pairs.extend((0..scores.pairs.len()).filter(is_mixed));
        for (list, length) in
            [(&mut self.linked, self.links.len()), (&mut self.paired, scores.pairs.len())]
        {
            list.clear();
            list.resize(length, false);
        }
        self.mixed.clear();
        self.mixed.resize(scores.pairs.len(), PairState::Open { linked: false });
    }

    /// Notes the links that a move made, and the pairs of them that stand at the same time.
    fn update_links(&mut self, scores: &LinkScores, change: &Change<B>) {
        let LinkTracker { stones, links, both, linked, paired, waiting, standing, .. } = self;
        let mut update = |link: usize| {
            if !linked[link] && change.has(&links[link]) {
                linked[link] = true;
                waiting.extend(&both[link]);
            }
            !linked[link]
        };
        match change.new_links {
            NewLinks::None => return,
            NewLinks::AtStone => {
                for &link in &self.ending[usize::from(change.place)] {
                    update(link);
                }
            }
            NewLinks::InChain => self.open_links[change.color].retain(|&link| update(link)),
        }
        waiting.retain(|&pair| {
            let Pair::Both(one, other) = scores.pairs[pair] else { return false };
            if paired[pair] || !linked[one] || !linked[other] {
                // The pair is queued again when its other link is made.
                return false;
            }
            let new = change.has(&links[one]) || change.has(&links[other]);
            paired[pair] =
                new && standing.ask(one, links, stones) && standing.ask(other, links, stones);
            !paired[pair]
        });
    }

    /// Notes what a move decides for the pairs of a link and a cut.
    fn update_mixed(&mut self, scores: &LinkScores, change: &Change<B>) {
        let LinkTracker { stones, links, about, mixed, standing, .. } = self;
        let mut update = |pair: usize| {
            if let Pair::LinkAndCut(link, cut) = scores.pairs[pair]
                && change.touches(about[pair])
            {
                let stands = || standing.ask(link, links, stones);
                mixed[pair] =
                    next_state(mixed[pair], [&links[link], &links[cut]], stones, change, stands);
            }
            matches!(mixed[pair], PairState::Open { .. })
        };
        if change.new_links == NewLinks::InChain || !change.taken.is_none() {
            self.open_pairs.retain(|&pair| update(pair));
        } else {
            for &pair in &self.mixed_at[usize::from(change.place)] {
                update(pair);
            }
        }
    }

    fn add_result(&mut self, scores: &mut LinkScores, lead: f64) {
        let LinkScores { reached, missed, together, all, pairs, .. } = scores;
        for (link, &linked) in self.linked.iter().enumerate() {
            let mean = if linked { &mut reached[link] } else { &mut missed[link] };
            mean.add(lead);
        }
        for (i, pair) in pairs.iter().enumerate() {
            let counts = match pair {
                Pair::Both(..) => self.paired[i],
                Pair::LinkAndCut(..) => {
                    matches!(self.mixed[i], PairState::Counts | PairState::Open { linked: true })
                }
            };
            if counts {
                together[i].add(lead);
            }
        }
        all.add(lead);
    }
}

/// The tests of Cazenave (2006) for a link and a cut, after a move of a playout.
fn next_state<B: Bits>(
    state: PairState,
    [link, cut]: [&LinkBits<B>; 2],
    stones: &Stones<B>,
    change: &Change<B>,
    stands: impl FnOnce() -> bool,
) -> PairState {
    let PairState::Open { linked } = state else { return state };
    let [own, theirs] = [link.color, !link.color].map(|color| stones.of[color]);
    // Section 5.3: the game does not count once an end is empty or the other colour's. The first end
    // of an empty connection is empty before the game, and may be so until it is played.
    if !link.stones.minus(own).is_none() || !link.ends.and(theirs).is_none() {
        return PairState::Excluded;
    }
    if !cut.ends.minus(theirs).is_none() && stands() {
        return PairState::Counts;
    }
    if change.has(cut) {
        PairState::Excluded
    } else {
        PairState::Open { linked: linked || change.has(link) }
    }
}
