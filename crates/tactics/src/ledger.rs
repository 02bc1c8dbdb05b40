//! What goals are worth: the scores of playouts, by the goals that were reached in them.

use crate::ReadingBoard;
use kage_goban::{BoardSize, ByColor, Color, Move, Point, Position};
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

impl Link {
    fn holds(&self, board: &ReadingBoard) -> bool {
        board.at(self.one) == Some(self.color) && board.same_chain(self.one, self.other)
    }
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
        let world = World::from(position);
        let start = ReadingBoard::from(position);
        let mut book = Book::new(self, &start);
        let record = |finish: kage_playout::Finish, acts: &[(Color, Act)]| {
            book.game(acts, f64::from(finish.lead()));
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

/// The work of one batch of games.
struct Book<'a> {
    ledger: &'a mut Ledger,
    board: ReadingBoard,
    /// Links by colour, so that a stone is only asked about its own.
    by_color: ByColor<Vec<usize>>,
    linked: Vec<bool>,
    paired: Vec<bool>,
    mixed: Vec<Count>,
    /// Mixed pairs that are still open in this game.
    open: Vec<usize>,
    played: Vec<bool>,
}

impl<'a> Book<'a> {
    fn new(ledger: &'a mut Ledger, start: &ReadingBoard) -> Book<'a> {
        let links = &ledger.links;
        let of = |color| (0..links.len()).filter(|&i| links[i].color == color).collect();
        let (by_color, some_links, some_pairs) =
            (ByColor::new(of), ledger.links.len(), ledger.pairs.len());
        Book {
            ledger,
            board: start.clone(),
            by_color,
            linked: vec![false; some_links],
            paired: vec![false; some_pairs],
            mixed: vec![Count::No; some_pairs],
            open: Vec::with_capacity(some_pairs),
            played: vec![false; BoardSize::MAX.area()],
        }
    }

    fn game(&mut self, acts: &[(Color, Act)], lead: f64) {
        self.linked.fill(false);
        self.paired.fill(false);
        self.mixed.fill(Count::Open { linked: false });
        let mixed = |&i: &usize| matches!(self.ledger.pairs[i], Pair::But(..));
        self.open.clear();
        self.open.extend((0..self.ledger.pairs.len()).filter(mixed));
        self.played.fill(false);
        let mut stones = 0;
        for &(color, act) in acts {
            let Act::Move(Move::Play(point)) = act else {
                self.board.set_ko(None);
                continue;
            };
            if !self.board.play(color, point) {
                break;
            }
            stones += 1;
            self.note(color, point, lead);
        }
        for _ in 0..stones {
            self.board.undo();
        }
        self.close(lead);
    }

    /// A stone was played.
    fn note(&mut self, color: Color, point: Point, lead: f64) {
        if !std::mem::replace(&mut self.played[point.index()], true) {
            self.ledger.first[point.index()][color].add(lead);
        }
        // A link that this stone has made runs through its chain.
        let chain = self.board.group(point).stones;
        let mut made = false;
        for &link in &self.by_color[color] {
            let Link { one, other, .. } = self.ledger.links[link];
            if chain.contains(one) && chain.contains(other) {
                made = true;
                self.linked[link] = true;
            }
        }
        if made {
            self.note_pairs();
        }
        let Ledger { pairs, links, .. } = &*self.ledger;
        let (mixed, board) = (&mut self.mixed, &self.board);
        self.open.retain(|&i| {
            if let Pair::But(one, other) = pairs[i] {
                mixed[i] = judge(mixed[i], [links[one], links[other]], board);
            }
            matches!(mixed[i], Count::Open { .. })
        });
    }

    /// A link was made, or holds still: which pairs of links hold at once?
    fn note_pairs(&mut self) {
        let Ledger { pairs, links, .. } = &*self.ledger;
        for (i, &pair) in pairs.iter().enumerate() {
            if let Pair::Both(one, other) = pair
                && !self.paired[i]
                && self.linked[one]
                && self.linked[other]
            {
                self.paired[i] = links[one].holds(&self.board) && links[other].holds(&self.board);
            }
        }
    }

    fn close(&mut self, lead: f64) {
        let Ledger { reached, missed, together, all, pairs, .. } = &mut *self.ledger;
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
fn judge(count: Count, [link, cut]: [Link; 2], board: &ReadingBoard) -> Count {
    let Count::Open { linked } = count else { return count };
    let color = link.color;
    // An empty connection begins with an empty point; a stone that is gone is gone.
    if board.at(link.other) != Some(color) || board.at(link.one) == Some(!color) {
        return Count::No;
    }
    let linked = linked || link.holds(board);
    let gone = |point: Point| board.at(point) != Some(!color);
    if link.holds(board) && (gone(cut.one) || gone(cut.other)) {
        return Count::Yes;
    }
    if cut.holds(board) { Count::No } else { Count::Open { linked } }
}
