//! A real peer: random games played here and in GNU Go 3.8, which must see the same game.
//!
//! What is compared, and what the two mean by it:
//! - Legal points, for both sides, at every fourth move. `all_legal` lists the points where a
//!   stone may be put, own eyes too, and no pass. It heeds ko, superko and suicide. For the side
//!   that is not to move it answers as if the other had passed. GNU Go knows no end of the game,
//!   so after a pass we do not ask. No verdict differs.
//! - Stones on the board, and stones taken. No difference.
//! - The final area, by colour, with the stones taken off that GNU Go calls dead, and the score.
//!   GNU Go imagines how play goes on, and gives each point to the side that gets it; we look at
//!   the board as it is. That makes two differences:
//!   1. *Open*: an empty region that touches both colours is nobody's for us, while GNU Go may
//!      give points of it to a side. In games played out it is a ko that nobody has filled: the
//!      stone in the ko is dead, and its point the captor's.
//!   2. *Unfilled*: a false eye that its owner will have to fill is dame for GNU Go, under
//!      Chinese rules too. For us it is surrounded by one colour, and counts.
//!
//!   Every point that counts differently must be of one of these kinds. `final_score` need not be
//!   the sum of GNU Go's own lists: it counts the stones with which the imagined play fills what
//!   the lists call dame, so it may be off by as many points as the lists give to nobody. In games
//!   where both sides do all there is to do none of this happens, and the score is the same to the
//!   half point.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

use kage_goban::{
    Board, BoardSize, ByColor, Color, Illegal, KoRule, Komi, Move, Point, PointSet, Position,
    Score, area,
};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// GNU Go, running.
struct GnuGo {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl GnuGo {
    fn start(options: &[&str]) -> GnuGo {
        // Debian puts it where root and services do not look.
        let try_start = |program: &&str| {
            Command::new(program)
                .args(["--mode", "gtp", "--level", "1", "--seed", "1", "--chinese-rules"])
                .args(options)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .ok()
        };
        let child = ["gnugo", "/usr/games/gnugo"].iter().find_map(try_start);
        let mut child = child.expect("this test needs GNU Go 3.8: `apt-get install gnugo`");
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut peer = GnuGo { child, stdin, stdout };
        assert_eq!(peer.ask_one("version"), "3.8", "this test knows GNU Go 3.8");
        peer
    }

    fn ask_one(&mut self, command: &str) -> String {
        self.ask(&[command.to_owned()]).remove(0)
    }

    /// Sends all commands at once, and returns the answers; a refusal fails the test.
    fn ask(&mut self, commands: &[String]) -> Vec<String> {
        let text = commands.join("\n") + "\n";
        let GnuGo { stdin, stdout, .. } = self;
        std::thread::scope(|scope| {
            // On a thread of its own: GNU Go stops reading while nobody reads its answers.
            scope.spawn(move || stdin.write_all(text.as_bytes()).unwrap());
            commands.iter().map(|command| read_answer(stdout, command)).collect()
        })
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer ends with an empty line.
fn read_answer(stdout: &mut impl BufRead, command: &str) -> String {
    let mut answer = String::new();
    while !answer.ends_with("\n\n") {
        let read = stdout.read_line(&mut answer).unwrap();
        assert!(read > 0, "GNU Go left at `{command}`");
    }
    let text = answer.strip_prefix('=').unwrap_or_else(|| panic!("`{command}`: {answer}"));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How a random game chooses its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// Fills no own eye: ends with nothing left to do.
    Tidy,
    /// Fills no point between own stones, false eyes neither: leaves kos open.
    Loose,
    /// Plays anywhere, and so meets positions again; it has no end.
    Wild,
}

/// A question, and what GNU Go should answer.
struct Question {
    command: String,
    expected: Expected,
}

enum Expected {
    Points(PointSet),
    Number(u32),
    Nothing,
}

impl Expected {
    fn is_met(&self, answer: &str) -> bool {
        match self {
            Expected::Points(points) => *points == read_points(answer),
            Expected::Number(number) => number.to_string() == answer,
            Expected::Nothing => answer.is_empty(),
        }
    }
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Expected::Points(points) => points.fmt(f),
            Expected::Number(number) => number.fmt(f),
            Expected::Nothing => Ok(()),
        }
    }
}

fn read_points(text: &str) -> PointSet {
    text.split_whitespace().map(|point| point.parse::<Point>().unwrap()).collect()
}

/// A game, with all there is to ask about it.
struct Game {
    seed: u64,
    random: fastrand::Rng,
    style: Style,
    komi: Komi,
    position: Position,
    questions: Vec<Question>,
    seen: Seen,
}

/// What the games met.
#[derive(Default, Debug)]
struct Seen {
    games: u32,
    verdicts: usize,
    kos: usize,
    superkos: usize,
    /// Games with the same score.
    same_score: u32,
    /// Games with dead stones.
    with_dead: u32,
    /// Games where GNU Go gave to a side what touches both.
    open: u32,
    /// Games where GNU Go gave a false eye to nobody.
    unfilled: u32,
}

impl Game {
    fn new(seed: u64, lines: u8, rule: KoRule, style: Style) -> Game {
        let mut random = fastrand::Rng::with_seed(seed);
        let komi = Komi::from_half_points(random.i16(-15..=15));
        let mut game = Game {
            seed,
            random,
            style,
            komi,
            position: Position::new(BoardSize::new(lines).unwrap(), rule),
            questions: Vec::new(),
            seen: Seen { games: 1, ..Seen::default() },
        };
        game.ask(format!("boardsize {lines}"), Expected::Nothing);
        game.ask("clear_board".into(), Expected::Nothing);
        game.ask(format!("komi {komi}"), Expected::Nothing);
        game
    }

    fn ask(&mut self, command: String, expected: Expected) {
        self.questions.push(Question { command, expected });
    }

    /// Plays until both pass; from the move `last` on both do.
    fn play_to_the_end(&mut self, last: u32) {
        while !self.position.is_over() {
            let wish = if self.position.moves() < last { self.pick() } else { Move::Pass };
            self.play(wish);
        }
    }

    fn play(&mut self, wish: Move) {
        if self.position.moves().is_multiple_of(4) && self.position.passes() == 0 {
            self.ask_about_position();
        }
        self.ask(format!("play {} {wish}", self.position.turn()), Expected::Nothing);
        self.position.play(wish).unwrap();
    }

    /// A random legal move of the game's style; a pass when there is none.
    fn pick(&mut self) -> Move {
        let board = self.position.board();
        let sensible = |&point: &Point| !self.style.leaves(board, self.position.turn(), point);
        let points: Vec<Point> = self.position.legal_points().iter().filter(sensible).collect();
        self.random.choice(points).map_or(Move::Pass, Move::Play)
    }

    fn ask_about_position(&mut self) {
        for color in Color::BOTH {
            let legal = Expected::Points(self.legal_points(color));
            self.ask(format!("all_legal {color}"), legal);
            let stones = Expected::Points(self.position.board().stones(color));
            self.ask(format!("list_stones {color}"), stones);
            let taken = Expected::Number(self.position.taken()[color]);
            self.ask(format!("captures {color}"), taken);
        }
        self.count_verdicts();
    }

    fn legal_points(&self, color: Color) -> PointSet {
        let mut position = self.position.clone();
        if color != position.turn() {
            position.play(Move::Pass).unwrap();
        }
        position.legal_points()
    }

    fn count_verdicts(&mut self) {
        let check = |&point: &Point| self.position.check(Move::Play(point)) == Err(Illegal::Ko);
        let kos = self.position.size().points().filter(check).count();
        let simple = usize::from(self.position.ko().is_some());
        self.seen.verdicts += 2 * self.position.size().area();
        self.seen.kos += simple;
        self.seen.superkos += kos - simple;
    }

    /// Asks GNU Go all the questions; fails at the first wrong answer.
    fn check(&self, peer: &mut GnuGo) {
        let commands: Vec<String> = self.questions.iter().map(|q| q.command.clone()).collect();
        let answers = peer.ask(&commands);
        for (at, question) in self.questions.iter().enumerate() {
            let (answer, expected) = (&answers[at], &question.expected);
            assert!(expected.is_met(answer), "{}", self.failure(at, answer));
        }
    }

    fn failure(&self, at: usize, answer: &str) -> String {
        let Question { command, expected } = &self.questions[at];
        let is_play = |command: &&str| command.starts_with("play");
        let commands = self.questions[..at].iter().map(|q| q.command.as_str());
        let moves: Vec<&str> = commands.filter(is_play).collect();
        let (seed, position) = (self.seed, &self.position);
        format!(
            "seed {seed}, `{command}` after {moves:?}: ours {expected}, theirs {answer}\n\
             The end of the game is {position:?}"
        )
    }

    /// Compares the areas, by colour, and the score.
    fn check_area(&mut self, peer: &mut GnuGo) {
        let board = self.position.board();
        let end = Counted::ask(peer, board);
        let open = open_points(board, &end.dead);
        let settled = end.owned.map(|points| points - open);
        let unowned = PointSet::board(board.size()) - (end.owned.black | end.owned.white);
        let unfilled = ByColor::new(|color| unowned & false_eyes(board, color, &open));

        let story = || format!("seed {}, open {open}, {end:?}\n{:?}", self.seed, self.position);
        let ours = Score { area: area(board, &end.dead), komi: self.komi };
        let explained = ByColor::new(|color| settled[color] | unfilled[color]);
        assert_eq!(ours.area, count(&explained), "ours, theirs, {}", story());
        let listed = Score { area: count(&end.owned), komi: self.komi };
        let doubt = 2 * unowned.len() as u32;
        assert!(listed.lead().abs_diff(end.lead) <= doubt, "{}", story());

        self.seen.same_score += u32::from(ours.lead() == end.lead);
        self.seen.with_dead += u32::from(!end.dead.is_empty());
        self.seen.open += u32::from(settled != end.owned);
        self.seen.unfilled += u32::from(unfilled != ByColor::default());
    }
}

fn count(points: &ByColor<PointSet>) -> ByColor<u32> {
    points.map(|points| points.len() as u32)
}

impl Style {
    /// Does this style not play on such a point?
    fn leaves(self, board: &Board, color: Color, point: Point) -> bool {
        let between = is_between(board, color, point);
        match self {
            Style::Tidy => between && !is_false_eye(board.size(), point, &board.stones(!color)),
            Style::Loose => between,
            Style::Wild => false,
        }
    }
}

/// Has the point stones of this colour, and nothing else, next to it?
fn is_between(board: &Board, color: Color, point: Point) -> bool {
    PointSet::of(point).neighbors(board.size()).is_subset(&board.stones(color))
}

/// Does the enemy stand on enough diagonals to cut the stones around?
fn is_false_eye(size: BoardSize, point: Point, enemy: &PointSet) -> bool {
    let diagonals = diagonals(size, point);
    let enough = if diagonals.len() < 4 { 1 } else { 2 };
    (diagonals & *enemy).len() >= enough
}

fn diagonals(size: BoardSize, point: Point) -> PointSet {
    let (col, row) = (point.col(), point.row());
    let (west, south) = (col.wrapping_sub(1), row.wrapping_sub(1));
    let corners = [(west, south), (west, row + 1), (col + 1, south), (col + 1, row + 1)];
    let points = corners.into_iter().filter_map(|(col, row)| Point::new(col, row));
    points.filter(|&point| size.contains(point)).collect()
}

/// The end of a game as GNU Go sees it.
#[derive(Debug)]
struct Counted {
    /// Black's lead in half points.
    lead: i32,
    dead: PointSet,
    /// The points it gives to each side.
    owned: ByColor<PointSet>,
}

impl Counted {
    fn ask(peer: &mut GnuGo, board: &Board) -> Counted {
        let lists = ["dead", "black_territory", "white_territory"];
        let lists = lists.map(|status| format!("final_status_list {status}"));
        let mut answers = VecDeque::from(peer.ask(&lists));
        let mut next = || read_points(&answers.pop_front().unwrap());
        let (dead, territory) = (next(), ByColor::new(|_| next()));
        let owned = ByColor::new(|color| {
            let alive = board.stones(color) - dead;
            alive | territory[color] | (board.stones(!color) & dead)
        });
        Counted { lead: read_lead(&peer.ask_one("final_score")), dead, owned }
    }
}

/// The points between stones of a colour that the enemy, once on the open points, makes it fill.
fn false_eyes(board: &Board, color: Color, open: &PointSet) -> PointSet {
    let enemy = board.stones(!color) | *open;
    let is_one = |&point: &Point| {
        is_between(board, color, point) && is_false_eye(board.size(), point, &enemy)
    };
    (board.empty() - *open).iter().filter(is_one).collect()
}

/// The empty points of regions that touch both colours once the dead stones are gone.
fn open_points(board: &Board, dead: &PointSet) -> PointSet {
    let stones = ByColor::new(|color| board.stones(color) - *dead);
    let empty = PointSet::board(board.size()) - (stones.black | stones.white);
    let touches_both = |region: &PointSet| {
        let next = region.neighbors(board.size());
        next.intersects(&stones.black) && next.intersects(&stones.white)
    };
    let open = empty.regions(board.size()).filter(touches_both);
    open.fold(PointSet::EMPTY, |all, region| all | region)
}

/// Black's lead in half points, from a score such as `W+6.5`.
fn read_lead(score: &str) -> i32 {
    let (winner, points) = score.split_once('+').unwrap_or(("", score));
    let halves = (points.parse::<f64>().unwrap() * 2.0) as i32;
    if winner == "W" { -halves } else { halves }
}

impl Seen {
    fn add(&mut self, more: &Seen) {
        self.games += more.games;
        self.verdicts += more.verdicts;
        self.kos += more.kos;
        self.superkos += more.superkos;
        self.with_dead += more.with_dead;
        self.open += more.open;
        self.unfilled += more.unfilled;
        self.same_score += more.same_score;
    }
}

/// GNU Go forgets the oldest moves when there are more than 500, and with them their boards.
const LONGEST: u32 = 450;

fn play_random(peer: &mut GnuGo, rule: KoRule, style: Style, lines: u8, games: u64) -> Seen {
    let mut seen = Seen::default();
    for seed in 0..games {
        let mut game = Game::new(seed, lines, rule, style);
        game.play_to_the_end(LONGEST);
        game.check(peer);
        // Wild games stop in the middle of a fight: there is nothing to count.
        if style != Style::Wild {
            game.check_area(peer);
        }
        seen.add(&game.seen);
    }
    seen
}

/// A random beginning; then GNU Go plays itself to an end such as people reach, with dead stones.
fn play_sensibly(peer: &mut GnuGo, seed: u64) -> Seen {
    let mut game = Game::new(seed, 9, KoRule::Simple, Style::Tidy);
    for _ in 0..8 {
        let wish = game.pick();
        game.play(wish);
    }
    game.check(peer);
    while !game.position.is_over() {
        let answer = peer.ask_one(&format!("genmove {}", game.position.turn()));
        let wish = if answer == "PASS" { Move::Pass } else { Move::Play(answer.parse().unwrap()) };
        game.play(wish);
    }
    // The same game again, now with the questions.
    game.check(peer);
    game.check_area(peer);
    game.seen
}

#[test]
fn random_games_agree_under_simple_ko() {
    let peer = &mut GnuGo::start(&["--simple-ko"]);
    let mut seen = Seen::default();
    for (lines, games) in [(9, 160), (7, 30), (13, 20)] {
        seen.add(&play_random(peer, KoRule::Simple, Style::Tidy, lines, games));
    }
    println!("{seen:?}");
    assert!(seen.games >= 200 && seen.kos > 30, "{seen:?}");
    assert_eq!(seen.same_score, seen.games, "{seen:?}");
    assert_eq!((seen.open, seen.unfilled), (0, 0), "{seen:?}");
}

#[test]
fn random_games_agree_under_superko() {
    let peer = &mut GnuGo::start(&["--positional-superko"]);
    let mut seen = Seen::default();
    for (lines, games) in [(9, 40), (7, 20), (13, 5)] {
        seen.add(&play_random(peer, KoRule::PositionalSuperko, Style::Tidy, lines, games));
    }
    println!("{seen:?}");
    assert_eq!(seen.same_score, seen.games, "{seen:?}");
    assert_eq!((seen.open, seen.unfilled), (0, 0), "{seen:?}");
}

#[test]
fn wild_games_agree_under_both_rules() {
    let peer = &mut GnuGo::start(&["--simple-ko"]);
    let superko_peer = &mut GnuGo::start(&["--positional-superko"]);
    let mut seen = Seen::default();
    for (lines, games) in [(3, 50), (4, 50), (5, 30), (7, 5)] {
        seen.add(&play_random(peer, KoRule::Simple, Style::Wild, lines, games / 3));
        let rule = KoRule::PositionalSuperko;
        seen.add(&play_random(superko_peer, rule, Style::Wild, lines, games));
    }
    println!("{seen:?}");
    assert!(seen.kos > 100 && seen.superkos > 100, "{seen:?}");
}

#[test]
fn open_kos_and_false_eyes_are_all_that_differs() {
    let peer = &mut GnuGo::start(&["--simple-ko"]);
    let seen = play_random(peer, KoRule::Simple, Style::Loose, 9, 40);
    println!("{seen:?}");
    assert!(seen.open > 0 && seen.unfilled > 0, "{seen:?}");
    assert!(2 * seen.same_score > seen.games, "{seen:?}");
}

#[test]
fn sensible_games_agree_with_dead_stones() {
    let peer = &mut GnuGo::start(&["--simple-ko"]);
    let mut seen = Seen::default();
    for seed in 0..10 {
        seen.add(&play_sensibly(peer, seed));
    }
    println!("{seen:?}");
    assert!(seen.with_dead >= 7, "{seen:?}");
    assert_eq!(seen.same_score, seen.games, "{seen:?}");
    assert_eq!((seen.open, seen.unfilled), (0, 0), "{seen:?}");
}
