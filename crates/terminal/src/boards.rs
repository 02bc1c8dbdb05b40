//! Boards in the terminal, side by side.

use anstyle::{AnsiColor, Style};
use kage_goban::{Board, Color, Move, Point, draw, stone_mark};
use kage_phantom::{Seats, View};

const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const WHITE: Style = AnsiColor::Yellow.on_default().bold();
const OPEN: Style = AnsiColor::Magenta.on_default();
const CANDIDATE: Style = AnsiColor::Green.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// What the characters on the boards mean.
pub const LEGEND: &str = "X Black  O White  ? refused, why is open  ! perhaps taken since  \
                                 . empty or unknown";

/// The three boards of the game: what Black knows, the truth, what White knows.
pub fn three(views: &Seats, truth: &Board, last: Option<Move>) -> String {
    side_by_side(&[
        ("What Black knows", &views[Color::Black].to_string()),
        ("The truth", &mark_last(truth, last)),
        ("What White knows", &views[Color::White].to_string()),
    ])
}

/// One seat's board.
pub fn one(view: &View) -> String {
    paint(&view.to_string())
}

/// A board with candidates as small letters.
pub fn marked(drawing: &str) -> String {
    paint(drawing) + "\n"
}

/// Draws boards next to each other under their titles, in colour.
pub fn side_by_side(boards: &[(&str, &str)]) -> String {
    let width = boards.iter().flat_map(|(_, board)| board.lines()).map(str::len).max();
    let width = width.unwrap_or(0) + 4;
    let mut text = String::new();
    for (title, _) in boards {
        text += &format!("   {title:<0$}", width - 3);
    }
    text = text.trim_end().to_owned() + "\n";
    let height = boards.iter().map(|(_, board)| board.lines().count()).max().unwrap_or(0);
    for row in 0..height {
        let line: String = boards
            .iter()
            .map(|(_, board)| format!("{:<width$}", board.lines().nth(row).unwrap_or("")))
            .collect();
        text += &paint(line.trim_end());
        text.push('\n');
    }
    text
}

/// The true board, with brackets around the last stone.
fn mark_last(board: &Board, last: Option<Move>) -> String {
    let plain = draw(board.size(), |point| board.at(point).map_or('.', stone_mark));
    match last {
        Some(Move::Play(point)) if board.at(point).is_some() => bracket(board, &plain, point),
        _ => plain,
    }
}

fn bracket(board: &Board, drawing: &str, point: Point) -> String {
    let row_from_top = usize::from(board.size().get() - point.row());
    // Two characters of the row number, then a space and a mark for each column.
    let mark = 3 + 2 * usize::from(point.col());
    let bracketed = |(row, line): (usize, &str)| {
        let mut line = line.to_owned();
        if row == row_from_top && line.len() > mark + 1 {
            line.replace_range(mark - 1..mark, "(");
            line.replace_range(mark + 1..mark + 2, ")");
        }
        line + "\n"
    };
    drawing.lines().enumerate().map(bracketed).collect()
}

/// Colours the marks of a drawing. The coordinates above and below have no such marks but `O`,
/// which only ever stands among other letters there.
fn paint(text: &str) -> String {
    text.lines().map(paint_line).collect::<Vec<_>>().join("\n")
}

fn paint_line(line: &str) -> String {
    let is_letters = line.contains('A');
    let mut painted = String::new();
    for character in line.chars() {
        let style = match character {
            _ if is_letters => FAINT,
            'X' => BLACK,
            'O' => WHITE,
            '?' | '!' => OPEN,
            'a'..='z' => CANDIDATE,
            _ => FAINT,
        };
        if character == ' ' {
            painted.push(' ');
        } else {
            painted += &format!("{style}{character}{style:#}");
        }
    }
    painted
}

/// The name of a colour, in that colour.
pub fn name(color: Color) -> String {
    let style = match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    };
    format!("{style}{color}{style:#}")
}

/// A colour's name in JSON.
pub const fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
