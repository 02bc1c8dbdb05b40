//! A Go program that estimates positions.

use kage_goban::{Board, ByColor, Color, Komi, Point, Position};
use kage_gtp::{Command, GtpConnection, Timeouts};
use kage_phantom::PlayerError;
use kage_search::{LeafEvaluator, Scoring, SearchError};

/// The command that the program is asked with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    Estimate,
    Experimental,
}

/// A program, and what it is asked.
pub(super) struct Estimator {
    command: String,
    method: Method,
    scoring: Scoring,
    /// The program, once it runs. On drop, it is killed.
    program: Option<GtpConnection>,
}

impl Estimator {
    pub(super) fn new(command: String, method: Method, scoring: Scoring) -> Estimator {
        Estimator { command, method, scoring, program: None }
    }

    pub(super) const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The value of a lead: the lead itself, or an estimated probability to win.
    fn value(&self, lead: f64) -> f64 {
        match self.scoring {
            Scoring::Territory => lead,
            Scoring::Win | Scoring::WinAndTerritory => 1.0 / (1.0 + libm::exp(-lead / SURE_LEAD)),
        }
    }

    /// The value of a position for a side, with komi. The program is asked once.
    pub(super) fn value_for(
        &mut self,
        side: Color,
        position: &Position,
        komi: Komi,
    ) -> Result<f64, SearchError> {
        let white = self.asked(position, komi, &[position.turn()])?[0];
        Ok(self.value(if side == Color::White { white } else { -white }))
    }

    /// White's lead with komi, as the program estimates it, with each of these colours to move. After
    /// an error the next question starts the program again.
    fn asked(
        &mut self,
        position: &Position,
        komi: Komi,
        movers: &[Color],
    ) -> Result<Vec<f64>, SearchError> {
        self.leads(position, komi, movers).map_err(|error| {
            self.program = None;
            let what = format!("the estimating program: {error}");
            SearchError::Program(PlayerError::Infrastructure(what))
        })
    }

    fn leads(
        &mut self,
        position: &Position,
        komi: Komi,
        movers: &[Color],
    ) -> Result<Vec<f64>, PlayerError> {
        let (command, method) = (self.command.clone(), self.method);
        let program = self.program(&command)?;
        for command in setting_up(position.board(), komi) {
            program.prepare(&command)?;
        }
        movers.iter().map(|&mover| white_leads_by(program, method, mover)).collect()
    }

    /// The connection to the program, which is started if it does not run.
    fn program(&mut self, command: &str) -> Result<&mut GtpConnection, PlayerError> {
        let open = match self.program.take() {
            Some(program) => program,
            None => GtpConnection::open(command, Timeouts::default(), None)?,
        };
        Ok(self.program.insert(open))
    }
}

impl LeafEvaluator for Estimator {
    /// With `experimental_score` each side gets the score for itself to move.
    fn evaluate(&mut self, position: &Position, komi: Komi) -> Result<ByColor<f64>, SearchError> {
        let movers: &[Color] = match self.method {
            Method::Estimate => &[Color::Black],
            Method::Experimental => &Color::BOTH,
        };
        let white = self.asked(position, komi, movers)?;
        let of = |mover: Color| {
            let place = movers.iter().position(|&asked| asked == mover).unwrap_or(0);
            let lead = if mover == Color::White { white[place] } else { -white[place] };
            match self.scoring {
                Scoring::Territory => lead,
                Scoring::Win | Scoring::WinAndTerritory => 2.0 * self.value(lead) - 1.0,
            }
        };
        Ok(ByColor::new(of))
    }
}

/// White's lead on the board that was set up, with this colour to move.
fn white_leads_by(
    program: &mut GtpConnection,
    method: Method,
    mover: Color,
) -> Result<f64, PlayerError> {
    let ask = match method {
        Method::Estimate => Command::bare("estimate_score"),
        Method::Experimental => Command::new("experimental_score", [word(mover)]),
    };
    let answer = program.ask(&ask, program.timeouts().answer)?;
    let white = match method {
        Method::Estimate => white_lead(&answer.text),
        // By GNU Go's manual and source, this is White's lead.
        Method::Experimental => answer.text.trim().parse().ok(),
    };
    white.filter(|lead: &f64| answer.success && lead.is_finite()).ok_or_else(|| {
        let text = answer.text.lines().next().unwrap_or_default();
        program.fault(&format!("`{ask}` was answered `{text}`, which is no score"))
    })
}

/// A lead of this many points is won three times in four.
const SURE_LEAD: f64 = 8.0;

/// The commands that set up a position. Every chain of it has a liberty, so no order of the stones
/// captures one.
fn setting_up(board: &Board, komi: Komi) -> Vec<Command> {
    let mut commands = vec![
        Command::new("boardsize", [board.size().get()]),
        Command::new("komi", [komi]),
        Command::bare("clear_board"),
    ];
    for color in Color::BOTH {
        let play = |point: Point| Command::new("play", [word(color), &point.to_string()]);
        commands.extend(board.stones(color).iter().map(play));
    }
    commands
}

const fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Reads `W+11.3 (upper bound: ...)`, `B+3` or `0`: White's lead.
fn white_lead(text: &str) -> Option<f64> {
    let score = text.split_whitespace().next()?;
    match score.split_once('+') {
        Some(("W" | "w", lead)) => lead.parse().ok(),
        Some(("B" | "b", lead)) => lead.parse::<f64>().ok().map(|lead| -lead),
        Some(_) => None,
        None => score.parse::<f64>().ok().filter(|lead| *lead == 0.0),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_goban::{BoardSize, KoRule, PointSet};

    #[test]
    fn scores_are_read() {
        assert_eq!(white_lead("W+11.3 (upper bound: 11.3, lower: 11.3)"), Some(11.3));
        assert_eq!(white_lead("B+3"), Some(-3.0));
        assert_eq!(white_lead("0"), Some(0.0));
        for bad in ["", "W", "X+2", "W+much", "3"] {
            assert_eq!(white_lead(bad), None, "{bad}");
        }
    }

    /// GNU Go, at the level that answers fastest. Debian puts it where few look.
    fn gnu_go(method: Method, scoring: Scoring) -> Estimator {
        let command = ["/usr/games/gnugo", "/usr/bin/gnugo"]
            .into_iter()
            .find(|path| std::path::Path::new(path).exists())
            .expect("this test needs GNU Go: apt install gnugo");
        let command = format!("{command} --mode gtp --level 0 --chinese-rules");
        Estimator::new(command, method, scoring)
    }

    /// Black has the upper half and more, White the lower edge.
    fn position() -> Position {
        let row = |text: &str| -> PointSet {
            text.split_whitespace().map(|point| point.parse::<Point>().unwrap()).collect()
        };
        let black = row("A4 B4 C4 D4 E4 F4 G4 H4 J4 C7 G7");
        let white = row("A3 B3 C3 D3 E3 F3 G3 H3 J3 C2 G2");
        let board = Board::from_stones(BoardSize::NINE, ByColor { black, white }).unwrap();
        Position::from_board(board, Color::Black, KoRule::Simple)
    }

    #[test]
    fn gnu_go_values_a_leaf_for_both_colours() {
        let komi: Komi = "7.5".parse().unwrap();
        for method in [Method::Estimate, Method::Experimental] {
            let points = gnu_go(method, Scoring::Territory);
            let ByColor { black, white } = { points }.evaluate(&position(), komi).unwrap();
            // By area, with komi: Black 54, White 27 and 7.5.
            assert!((black - 19.5).abs() < 4.0, "{method:?}: {black}");
            assert!((white + 19.5).abs() < 4.0, "{method:?}: {white}");
            let wins = gnu_go(method, Scoring::Win);
            let ByColor { black, white } = { wins }.evaluate(&position(), komi).unwrap();
            assert!(black > 0.6 && white < -0.6, "{method:?}: {black} {white}");
        }
    }

    #[test]
    fn a_program_that_fails_is_an_error() {
        let mut none = Estimator::new("false".to_owned(), Method::Estimate, Scoring::Win);
        let error = none.evaluate(&position(), "7.5".parse().unwrap()).unwrap_err();
        assert!(error.to_string().contains("the estimating program"), "{error}");
    }
}
