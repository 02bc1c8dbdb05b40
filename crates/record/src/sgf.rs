//! The SGF form: the true game for any viewer, with the tries in `PGT`.

use crate::{End, Transcript, TranscriptTurn};
use kage_goban::{BoardSize, ByColor, Color, Komi, ParseKomiError, Point};
use kage_phantom::{Ending, Outcome, RefereeRules};
use kage_sgf::point::{PointError, format_move, parse_list, parse_move, parse_size};
use kage_sgf::{GameTree, IdentError, Node, Value};
use std::fmt;

/// The refused tries of the turn that the node's move ended.
const TRIES: &str = "PGT";
/// The stones both sides marked as dead, on the root.
const DEAD: &str = "PGD";
/// The start of the comment line that lists the refused tries for people.
const REFUSED: &str = "Refused: ";
/// Root properties that a transcript has a place for.
const KNOWN_ROOT: [&str; 15] =
    ["FF", "GM", "CA", "AP", "SZ", "KM", "RU", "PB", "PW", "RE", "HA", "AB", "PL", "GC", DEAD];

/// Why Kage cannot read or write a game as SGF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError {
    /// The node of the main line, counted from 0 at the root.
    pub node: usize,
    /// What is wrong there.
    pub fault: SgfFault,
}

/// What is wrong with a node of an SGF game. The text says what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SgfFault {
    /// The file is for another game.
    NotGo,
    /// The board is not square, or has another number of lines.
    Size(String),
    /// The komi cannot be read.
    Komi(String, ParseKomiError),
    /// A value of a property is not a point of the board.
    Points(&'static str, PointError),
    /// Stones are set up that are not Black's handicap.
    Setup(&'static str),
    /// Both colours move on one node.
    TwoMoves,
    /// The move is not a point of the board.
    Move(PointError),
    /// A point is not on the board.
    OffBoard(String, BoardSize),
    /// The name cannot stand for a property.
    Ident(IdentError),
}

impl fmt::Display for SgfFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfFault::NotGo => f.write_str("`GM` is not 1: this is not a game of Go"),
            SgfFault::Size(text) => {
                write!(f, "`SZ[{text}]`: Kage plays on square boards from 2 to 19")
            }
            SgfFault::Komi(text, error) => write!(f, "`KM[{text}]`: {error}"),
            SgfFault::Points(ident, error) => write!(f, "`{ident}`: {error}"),
            SgfFault::Setup(ident) => {
                write!(f, "`{ident}`: only Black's handicap stones may be set up, on the root")
            }
            SgfFault::TwoMoves => f.write_str("moves of both colours on one node"),
            SgfFault::Move(error) => error.fmt(f),
            SgfFault::OffBoard(point, size) => write!(f, "{point} is off the {size} board"),
            SgfFault::Ident(error) => error.fmt(f),
        }
    }
}

impl From<IdentError> for SgfFault {
    fn from(error: IdentError) -> SgfFault {
        SgfFault::Ident(error)
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node {
            0 => write!(f, "root node: {}", self.fault),
            node => write!(f, "node {node} after the root: {}", self.fault),
        }
    }
}

impl std::error::Error for GameError {}

/// Reads the main line of a game.
///
/// ```
/// let sgf = kage_sgf::parse(b"(;GM[1]SZ[9]KM[7];B[ee];W[ed]PGT[ee][fe])").unwrap();
/// let game = kage_record::from_sgf(&sgf.games[0]).unwrap();
/// assert_eq!(kage_record::to_text(&game).lines().last(), Some("w (E5 F5) E6"));
/// ```
pub fn from_sgf(tree: &GameTree) -> Result<Transcript, GameError> {
    let root = tree.root();
    let mut game = read_root(root).map_err(|fault| GameError { node: 0, fault })?;
    for (index, node) in tree.main_line().enumerate() {
        let turn = read_node(&game, node, index == 0);
        if let Some(turn) = turn.map_err(|fault| GameError { node: index, fault })? {
            game.turns.push(turn);
        }
    }
    end_last_turn(&mut game);
    Ok(game)
}

fn read_root(root: &Node) -> Result<Transcript, SgfFault> {
    if root.get("GM").is_some_and(|game| game.trim() != "1") {
        return Err(SgfFault::NotGo);
    }
    let size = root.get("SZ").map_or(Ok(BoardSize::MAX), |text| read_size(&text))?;
    let named = root.get("RU").and_then(|text| text.parse::<RefereeRules>().ok());
    let mut game = Transcript::new(size, named.unwrap_or_default());
    if let Some(komi) = root.get("KM") {
        let read = komi.parse::<Komi>();
        game.rules.komi = read.map_err(|error| SgfFault::Komi(komi.into_owned(), error))?;
    }
    game.names = ByColor {
        black: root.get("PB").map(std::borrow::Cow::into_owned),
        white: root.get("PW").map(std::borrow::Cow::into_owned),
    };
    // Programs write results in many ways; what cannot be read is kept as it is.
    game.result = root.get("RE").and_then(|text| text.parse().ok());
    game.handicap = read_points(root, "AB", size)?.into_iter().collect();
    game.dead = read_points(root, DEAD, size)?.into_iter().collect();
    if let Some(comment) = root.get("GC") {
        game.comments = comment.lines().map(str::to_owned).collect();
    }
    game.other = rest_of(root, |ident| {
        let unread = ident == "RU" && named.is_none() || ident == "RE" && game.result.is_none();
        KNOWN_ROOT.contains(&ident) && !unread
    });
    Ok(game)
}

fn read_size(text: &str) -> Result<BoardSize, SgfFault> {
    match parse_size(text) {
        Ok((columns, rows)) if columns == rows => BoardSize::new(columns),
        _ => None,
    }
    .ok_or_else(|| SgfFault::Size(text.to_owned()))
}

fn read_points(node: &Node, ident: &'static str, size: BoardSize) -> Result<Vec<Point>, SgfFault> {
    let mut points = Vec::new();
    for value in node.values(ident) {
        let list = parse_list(&value, size.get());
        let list = list.map_err(|error| SgfFault::Points(ident, error))?;
        points.extend(list.into_iter().filter_map(|place| from_top(place, size)));
    }
    Ok(points)
}

/// SGF counts rows from the top.
fn from_top((column, row): (u8, u8), size: BoardSize) -> Option<Point> {
    Point::new(column, size.get().checked_sub(row + 1)?)
}

fn read_node(
    game: &Transcript,
    node: &Node,
    is_root: bool,
) -> Result<Option<TranscriptTurn>, SgfFault> {
    let setup: &[&'static str] = if is_root { &["AW", "AE"] } else { &["AB", "AW", "AE"] };
    if let Some(ident) = setup.iter().find(|ident| node.has(ident)) {
        return Err(SgfFault::Setup(ident));
    }
    let tries = read_points(node, TRIES, game.size)?;
    let (color, end) = match (node.get("B"), node.get("W")) {
        (Some(_), Some(_)) => return Err(SgfFault::TwoMoves),
        (Some(black), None) => (Color::Black, read_move(&black, game.size)?),
        (None, Some(white)) => (Color::White, read_move(&white, game.size)?),
        (None, None) if tries.is_empty() => return Ok(None),
        (None, None) => (to_move(game), End::Open),
    };
    let other = if is_root { Node::new() } else { rest_of_turn(node)? };
    Ok(Some(TranscriptTurn { color, tries, end, other }))
}

fn read_move(text: &str, size: BoardSize) -> Result<End, SgfFault> {
    match parse_move(text, size.get()) {
        Ok(None) => Ok(End::Pass),
        Ok(Some(place)) => {
            let point = from_top(place, size).map(End::Play);
            point.ok_or_else(|| SgfFault::OffBoard(text.to_owned(), size))
        }
        Err(error) => Err(SgfFault::Move(error)),
    }
}

fn to_move(game: &Transcript) -> Color {
    match game.turns.last() {
        Some(turn) => !turn.color,
        None if game.handicap.is_empty() => Color::Black,
        None => Color::White,
    }
}

/// Resignation and forfeit are no moves in SGF: only the result has them.
fn end_last_turn(game: &mut Transcript) {
    let Some(Outcome { winner: Some(winner), ending }) = game.result else { return };
    let end = match ending {
        Ending::Resignation => End::Resign,
        Ending::Forfeit(_) => End::Forfeit,
        _ => return,
    };
    let loser = !winner;
    let next = to_move(game);
    match game.turns.last_mut() {
        Some(turn) if turn.end == End::Open && turn.color == loser => turn.end = end,
        Some(turn) if turn.end == End::Open => {}
        _ if next == loser => game.turns.push(TranscriptTurn::new(loser, Vec::new(), end)),
        _ => {}
    }
}

/// The properties that a transcript has no place for.
fn rest_of(node: &Node, has_place: impl Fn(&str) -> bool) -> Node {
    let mut rest = node.clone();
    for property in node.properties().iter().filter(|property| has_place(property.ident())) {
        rest.remove(property.ident());
    }
    rest
}

fn rest_of_turn(node: &Node) -> Result<Node, IdentError> {
    let mut rest = rest_of(node, |ident| matches!(ident, "B" | "W" | TRIES));
    if let Some(comment) = node.get("C") {
        let lines: Vec<&str> = comment.lines().filter(|line| !line.starts_with(REFUSED)).collect();
        if lines.is_empty() {
            rest.remove("C");
        } else if lines.len() < comment.lines().count() {
            rest.set("C", lines.join("\n"))?;
        }
    }
    Ok(rest)
}

/// Writes a game. Only a point off the board cannot be written.
///
/// ```
/// let game = kage_record::from_text("# size 9\nb E5\nw (E5) E4").unwrap();
/// let sgf = kage_record::to_sgf(&game).unwrap().to_string();
/// assert!(sgf.contains("SZ[9]") && sgf.contains("W[ef]PGT[ee]"));
/// ```
pub fn to_sgf(game: &Transcript) -> Result<GameTree, GameError> {
    let root = write_root(game).map_err(|fault| GameError { node: 0, fault })?;
    let mut nodes = Vec::new();
    for (index, turn) in game.turns.iter().enumerate() {
        let node = write_turn(game.size, turn);
        nodes.extend(node.map_err(|fault| GameError { node: index + 1, fault })?);
    }
    Ok(GameTree::from_line(root, nodes))
}

fn write_root(game: &Transcript) -> Result<Node, SgfFault> {
    let mut root = Node::new();
    let mut put = |ident: &str, value: &str| set(&mut root, ident, [value]);
    put("FF", "4")?;
    put("GM", "1")?;
    put("CA", "UTF-8")?;
    put("AP", concat!("Kage:", env!("CARGO_PKG_VERSION")))?;
    put("SZ", &game.size.get().to_string())?;
    put("KM", &game.rules.komi.to_string())?;
    if !game.other.has("RU") {
        put("RU", &game.rules.to_string())?;
    }
    set(&mut root, "PB", game.names.black.as_deref())?;
    set(&mut root, "PW", game.names.white.as_deref())?;
    set(&mut root, "RE", game.result.map(|result| result.to_string()))?;
    if !game.handicap.is_empty() {
        set(&mut root, "HA", [game.handicap.len().to_string()])?;
        set(&mut root, "AB", write_points(game.size, game.handicap)?)?;
        set(&mut root, "PL", ["W"])?;
    }
    set(&mut root, DEAD, write_points(game.size, game.dead)?)?;
    set(&mut root, "GC", (!game.comments.is_empty()).then(|| game.comments.join("\n")))?;
    add_rest(&mut root, &game.other)?;
    Ok(root)
}

/// A turn's node; resignation, forfeit and open turns have one only for their tries.
fn write_turn(size: BoardSize, turn: &TranscriptTurn) -> Result<Option<Node>, SgfFault> {
    let mut node = Node::new();
    let color = turn.color.letter().to_string();
    match turn.end {
        End::Play(point) => set(&mut node, &color, [write_point(size, point)?])?,
        End::Pass => set(&mut node, &color, [""])?,
        End::Resign | End::Forfeit | End::Open if turn.tries.is_empty() => return Ok(None),
        End::Resign | End::Forfeit | End::Open => {}
    }
    set(&mut node, TRIES, write_points(size, turn.tries.iter().copied())?)?;
    add_rest(&mut node, &turn.other)?;
    if !turn.tries.is_empty() {
        let tries: Vec<String> = turn.tries.iter().map(Point::to_string).collect();
        let refused = format!("{REFUSED}{}", tries.join(" "));
        let comment = match node.get("C") {
            Some(said) => format!("{refused}\n{said}"),
            None => refused,
        };
        set(&mut node, "C", [comment])?;
    }
    Ok(Some(node))
}

fn set<V: Into<Value>>(
    node: &mut Node,
    ident: &str,
    values: impl IntoIterator<Item = V>,
) -> Result<(), SgfFault> {
    Ok(node.set_all(ident, values).map(|_| ())?)
}

/// Adds what the node does not have yet.
fn add_rest(node: &mut Node, rest: &Node) -> Result<(), SgfFault> {
    let had = node.clone();
    for property in rest.properties().iter().filter(|property| !had.has(property.ident())) {
        for value in property.values() {
            node.push(property.ident(), value.clone())?;
        }
    }
    Ok(())
}

fn write_points(
    size: BoardSize,
    points: impl IntoIterator<Item = Point>,
) -> Result<Vec<String>, SgfFault> {
    points.into_iter().map(|point| write_point(size, point)).collect()
}

fn write_point(size: BoardSize, point: Point) -> Result<String, SgfFault> {
    if !size.contains(point) {
        return Err(SgfFault::OffBoard(point.to_string(), size));
    }
    let from_top = (point.col(), size.get() - 1 - point.row());
    format_move(Some(from_top)).map_err(SgfFault::Move)
}
