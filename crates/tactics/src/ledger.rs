//! What goals are worth: the scores of playouts, by the goals that were reached in them.

use kage_goban::bits::{Bits, Grid, NARROW};
use kage_goban::{BoardSize, ByColor, Color, Move, Point, PointSet, Position};
use kage_playout::{Act, Playouts, World};

/// Two points that may come into one chain of a colour: a connection, or an empty connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Link {
    /// Whose chain.
    pub color: Color,
    /// A stone, or a point that is empty so far.
    pub one: Point,
    /// A stone.
    pub other: Point,
}

/// Two goals together, by their numbers in the ledger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pair {
    /// Both links, of one colour.
    Both(usize, usize),
    /// The first link, and not the second, which is the other colour's.
    But(usize, usize),
}

/// A sum of scores, Black's lead in each.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Account {
    sum: f64,
    games: u64,
}

impl Account {
    fn add(&mut self, lead: f64) {
        self.sum += lead;
        self.games += 1;
    }

    /// Black's mean lead, if any game counted.
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / self.games as f64)
    }

    /// How many games counted.
    pub const fn games(&self) -> u64 {
        self.games
    }
}

/// Whether a game counts for a mixed pair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Open { linked: bool },
    Yes,
    No,
}

/// Goals and pairs of goals, and what the playouts say of them.
#[derive(Clone, Debug)]
pub struct Ledger {
    links: Vec<Link>,
    pairs: Vec<Pair>,
    reached: Vec<Account>,
    missed: Vec<Account>,
    together: Vec<Account>,
    /// For each point, the games in which each colour played it first.
    first: Vec<ByColor<Account>>,
    all: Account,
}

impl Ledger {
    /// A ledger for these links, and pairs of them by their places.
    pub fn new(links: Vec<Link>, pairs: Vec<Pair>) -> Ledger {
        Ledger {
            reached: vec![Account::default(); links.len()],
            missed: vec![Account::default(); links.len()],
            together: vec![Account::default(); pairs.len()],
            first: vec![ByColor::default(); BoardSize::MAX.area()],
            all: Account::default(),
            links,
            pairs,
        }
    }

    /// Plays so many games from a position and books them.
    pub fn play(&mut self, position: &Position, games: u64, seed: u64) {
        if position.size().get() <= NARROW {
            self.play_on(Book::<u128>::new, position, games, seed);
        } else {
            self.play_on(Book::<PointSet>::new, position, games, seed);
        }
    }

    fn play_on<B: Bits>(
        &mut self,
        open: impl Fn(&Ledger, &Position) -> Book<B>,
        position: &Position,
        games: u64,
        seed: u64,
    ) {
        let world = World::from(position);
        let mut book = open(self, position);
        let record = |finish: kage_playout::Finish, acts: &[(Color, Act)]| {
            book.game(self, acts, f64::from(finish.lead()));
        };
        // The world is made of this position, so it has the size of the playouts.
        let played =
            Playouts::new(position.size(), seed).run_recorded(0..games, |_| &world, record);
        debug_assert!(played.is_ok());
    }

    /// The games in which a link was reached.
    pub fn reached(&self, link: usize) -> &Account {
        &self.reached[link]
    }

    /// The games in which it was not.
    pub fn missed(&self, link: usize) -> &Account {
        &self.missed[link]
    }

    /// The games in which a pair was reached.
    pub fn together(&self, pair: usize) -> &Account {
        &self.together[pair]
    }

    /// The games in which a colour was the first to play a point.
    pub fn first_at(&self, point: Point, color: Color) -> &Account {
        &self.first[point.index()][color]
    }

    /// All games.
    pub const fn all(&self) -> &Account {
        &self.all
    }
}

/// A link, by places.
#[derive(Clone, Copy)]
struct Tie<B> {
    color: Color,
    one: u16,
    other: u16,
    /// Both.
    ends: B,
}

/// What a move has changed: its chain, and what it took.
#[derive(Clone, Copy)]
struct Change<B> {
    color: Color,
    chain: B,
    taken: B,
    place: u16,
    reach: Reach,
}

/// Which links may be new after a move: chains grow together only where a stone has two friends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// None: the stone is alone.
    Nothing,
    /// Those that end at the stone: it has one friend beside it.
    Stone,
    /// Any of the chain.
    Chain,
}

impl<B: Bits> Change<B> {
    /// Does a link run through the chain? If the move has made one, it does.
    #[inline]
    fn has(&self, tie: &Tie<B>) -> bool {
        tie.color == self.color && tie.ends.minus(self.chain).is_none()
    }

    /// Has it to do with these points?
    #[inline]
    fn touches(&self, points: B) -> bool {
        !self.chain.or(self.taken).and(points).is_none()
    }
}

/// The stones of a game under way.
struct Stones<B> {
    grid: Grid<B>,
    of: ByColor<B>,
}

impl<B: Bits> Stones<B> {
    /// Puts a stone and takes what it takes. The move is legal.
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
        let (chain, reach) = match friends {
            0 => (B::of(place), Reach::Nothing),
            1 => (grid.flood(B::of(place), of[color]), Reach::Stone),
            _ => (grid.flood(B::of(place), of[color]), Reach::Chain),
        };
        Change { color, chain, taken: before.minus(of[!color]), place, reach }
    }

    /// Are both ends in one chain?
    #[inline]
    fn hold(&self, tie: &Tie<B>) -> bool {
        let own = self.of[tie.color];
        tie.ends.minus(own).is_none() && self.grid.flood(B::of(tie.one), own).has(tie.other)
    }
}

/// The work of one batch of games.
struct Book<B> {
    start: ByColor<B>,
    stones: Stones<B>,
    ties: Vec<Tie<B>>,
    /// By link: the pairs of one colour that it is in.
    both: Vec<Vec<usize>>,
    /// By place: the links that end there.
    ending: Vec<Vec<usize>>,
    /// By pair: all points it is about.
    about: Vec<B>,
    /// By place: the mixed pairs that are about it.
    mixed_at: Vec<Vec<usize>>,
    /// The links of each colour that were not made in this game so far.
    open_links: ByColor<Vec<usize>>,
    /// The pairs of one colour whose links were made, but never held at once.
    waiting: Vec<usize>,
    /// The mixed pairs that are not decided.
    open_pairs: Vec<usize>,
    linked: Vec<bool>,
    paired: Vec<bool>,
    mixed: Vec<Count>,
    played: B,
    holds: Holds,
}

/// Which links hold at a moment of a game, found out once: a link is in many pairs.
struct Holds {
    known: Vec<(u64, bool)>,
    moment: u64,
}

impl Holds {
    /// Does a link hold now?
    #[inline]
    fn ask<B: Bits>(&mut self, link: usize, ties: &[Tie<B>], stones: &Stones<B>) -> bool {
        let known = &mut self.known[link];
        if known.0 != self.moment {
            *known = (self.moment, stones.hold(&ties[link]));
        }
        known.1
    }
}

impl<B: Bits> Book<B> {
    fn new(ledger: &Ledger, position: &Position) -> Book<B> {
        let grid = Grid::new(position.size());
        let start = ByColor::new(|color| grid.set(&position.board().stones(color)));
        let tie = |link: &Link| {
            let (one, other) = (grid.place(link.one), grid.place(link.other));
            Tie { color: link.color, one, other, ends: B::of(one).or(B::of(other)) }
        };
        let ties: Vec<Tie<B>> = ledger.links.iter().map(tie).collect();
        let mut both = vec![Vec::new(); ties.len()];
        for (i, pair) in ledger.pairs.iter().enumerate() {
            if let Pair::Both(one, other) = *pair {
                both[one].push(i);
                both[other].push(i);
            }
        }
        let about = |&(Pair::Both(one, other) | Pair::But(one, other)): &Pair| {
            ties[one].ends.or(ties[other].ends)
        };
        let about: Vec<B> = ledger.pairs.iter().map(about).collect();
        let is_mixed = |pair: usize| matches!(ledger.pairs[pair], Pair::But(..));
        let at = |place: usize, all: &mut dyn Iterator<Item = (usize, B)>| -> Vec<usize> {
            all.filter(|(_, points)| points.has(place as u16)).map(|(i, _)| i).collect()
        };
        let ends = |place| at(place, &mut ties.iter().map(|tie| tie.ends).enumerate());
        let mixed =
            |place| at(place, &mut about.iter().copied().enumerate().filter(|(i, _)| is_mixed(*i)));
        Book {
            ending: (0..grid.places()).map(ends).collect(),
            mixed_at: (0..grid.places()).map(mixed).collect(),
            about,
            both,
            ties,
            stones: Stones { grid, of: start },
            start,
            open_links: ByColor::default(),
            waiting: Vec::new(),
            open_pairs: Vec::new(),
            linked: Vec::new(),
            paired: Vec::new(),
            mixed: Vec::new(),
            played: B::NONE,
            holds: Holds { known: vec![(0, false); ledger.links.len()], moment: 0 },
        }
    }

    fn game(&mut self, ledger: &mut Ledger, acts: &[(Color, Act)], lead: f64) {
        self.begin(ledger);
        for &(color, act) in acts {
            let Act::Move(Move::Play(point)) = act else { continue };
            let place = self.stones.grid.place(point);
            if !self.played.has(place) {
                self.played = self.played.or(B::of(place));
                ledger.first[point.index()][color].add(lead);
            }
            let change = self.stones.play(color, place);
            self.holds.moment += 1;
            self.note_links(ledger, &change);
            self.note_mixed(ledger, &change);
        }
        self.close(ledger, lead);
    }

    fn begin(&mut self, ledger: &Ledger) {
        (self.stones.of, self.played) = (self.start, B::NONE);
        for color in Color::BOTH {
            let open = &mut self.open_links[color];
            open.clear();
            open.extend((0..self.ties.len()).filter(|&tie| self.ties[tie].color == color));
        }
        self.waiting.clear();
        self.open_pairs.clear();
        let is_mixed = |&pair: &usize| matches!(ledger.pairs[pair], Pair::But(..));
        self.open_pairs.extend((0..ledger.pairs.len()).filter(is_mixed));
        for (list, length) in
            [(&mut self.linked, self.ties.len()), (&mut self.paired, ledger.pairs.len())]
        {
            list.clear();
            list.resize(length, false);
        }
        self.mixed.clear();
        self.mixed.resize(ledger.pairs.len(), Count::Open { linked: false });
    }

    /// Which links has a move made, and which pairs of them hold at once?
    fn note_links(&mut self, ledger: &Ledger, change: &Change<B>) {
        let Book { stones, ties, both, linked, paired, waiting, holds, .. } = self;
        let mut note = |link: usize| {
            if !linked[link] && change.has(&ties[link]) {
                linked[link] = true;
                waiting.extend(&both[link]);
            }
            !linked[link]
        };
        match change.reach {
            Reach::Nothing => return,
            Reach::Stone => {
                for &link in &self.ending[usize::from(change.place)] {
                    note(link);
                }
            }
            Reach::Chain => self.open_links[change.color].retain(|&link| note(link)),
        }
        waiting.retain(|&pair| {
            let Pair::Both(one, other) = ledger.pairs[pair] else { return false };
            if paired[pair] || !linked[one] || !linked[other] {
                // It comes again with its other link.
                return false;
            }
            let news = change.has(&ties[one]) || change.has(&ties[other]);
            paired[pair] = news && holds.ask(one, ties, stones) && holds.ask(other, ties, stones);
            !paired[pair]
        });
    }

    /// What has a move decided of links that come with a cut?
    fn note_mixed(&mut self, ledger: &Ledger, change: &Change<B>) {
        let Book { stones, ties, about, mixed, holds, .. } = self;
        let mut note = |pair: usize| {
            if let Pair::But(link, cut) = ledger.pairs[pair]
                && change.touches(about[pair])
            {
                let holds = || holds.ask(link, ties, stones);
                mixed[pair] = judge(mixed[pair], [&ties[link], &ties[cut]], stones, change, holds);
            }
            matches!(mixed[pair], Count::Open { .. })
        };
        if change.reach == Reach::Chain || !change.taken.is_none() {
            self.open_pairs.retain(|&pair| note(pair));
        } else {
            for &pair in &self.mixed_at[usize::from(change.place)] {
                note(pair);
            }
        }
    }

    fn close(&mut self, ledger: &mut Ledger, lead: f64) {
        let Ledger { reached, missed, together, all, pairs, .. } = ledger;
        for (link, &linked) in self.linked.iter().enumerate() {
            let account = if linked { &mut reached[link] } else { &mut missed[link] };
            account.add(lead);
        }
        for (i, pair) in pairs.iter().enumerate() {
            let counts = match pair {
                Pair::Both(..) => self.paired[i],
                Pair::But(..) => {
                    matches!(self.mixed[i], Count::Yes | Count::Open { linked: true })
                }
            };
            if counts {
                together[i].add(lead);
            }
        }
        all.add(lead);
    }
}

/// The paper's tests of a link that comes with a cut, after a move of a playout.
fn judge<B: Bits>(
    count: Count,
    [link, cut]: [&Tie<B>; 2],
    stones: &Stones<B>,
    change: &Change<B>,
    holds: impl FnOnce() -> bool,
) -> Count {
    let Count::Open { linked } = count else { return count };
    let [own, theirs] = [link.color, !link.color].map(|color| stones.of[color]);
    // An empty connection begins with an empty point; a stone that is gone is gone.
    if !own.has(link.other) || theirs.has(link.one) {
        return Count::No;
    }
    if !cut.ends.minus(theirs).is_none() && holds() {
        return Count::Yes;
    }
    if change.has(cut) { Count::No } else { Count::Open { linked: linked || change.has(link) } }
}
