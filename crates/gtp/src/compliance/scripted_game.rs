//! A short scripted game of Phantom Go.
//!
//! The referee plays the opponent too. It sees the board and plays so that refusals, captures and
//! passes occur.

use crate::vertex::read_choice;
use crate::{Command, GtpConnection, observation_commands, response::short};
use kage_goban::{BoardSize, Color, Move, Point, PointSet};
use kage_phantom::{Choice, Observation, PlayerError, RefereeRules, Ruling, Setup, Table};
use std::fmt;

/// The number of moves in a game.
const MOVES: u32 = 40;

/// How the opponent plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpponentStyle {
    /// It fills liberties, so that the program loses stones.
    Attacking,
    /// It plays where its stones have few liberties, so that the program captures some.
    Careless,
}

/// The events of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct GameCounts {
    pub(super) moves: u32,
    pub(super) refused: u32,
    /// Tries that had been refused before in the same turn.
    pub(super) repeated: u32,
    pub(super) lost: u32,
    pub(super) taken: u32,
    pub(super) passes_heard: u32,
}

impl GameCounts {
    pub(super) fn add(&mut self, other: &GameCounts) {
        self.moves += other.moves;
        self.refused += other.refused;
        self.repeated += other.repeated;
        self.lost += other.lost;
        self.taken += other.taken;
        self.passes_heard += other.passes_heard;
    }
}

impl fmt::Display for GameCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameCounts { moves, refused, lost, taken, .. } = self;
        write!(f, "{moves} moves, {refused} tries refused, {lost} stones lost, {taken} taken")
    }
}

/// Plays a game. An error is the program's fault.
pub(super) fn play_blind(
    program: &mut GtpConnection,
    color: Color,
    style: OpponentStyle,
) -> Result<GameCounts, PlayerError> {
    let rules = RefereeRules::default();
    let setup = Setup::even(BoardSize::NINE);
    let mut opening = vec![
        Command::new("boardsize", [9]),
        Command::bare("clear_board"),
        Command::new("PG-Rules", [rules]),
        Command::new("PG-Color", [color.to_string().to_ascii_lowercase()]),
    ];
    opening.retain(|command| program.lists(&command.name));
    for command in &opening {
        program.prepare(command)?;
    }
    let table = Table::new(setup.position(rules.ko));
    let mut game =
        ScriptedGame { program, color, style, rules, table, counts: GameCounts::default() };
    game.play()?;
    Ok(game.counts)
}

/// How a turn of the program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    Moved,
    Resigned,
}

struct ScriptedGame<'a> {
    program: &'a mut GtpConnection,
    color: Color,
    style: OpponentStyle,
    rules: RefereeRules,
    table: Table,
    counts: GameCounts,
}

impl ScriptedGame<'_> {
    fn play(&mut self) -> Result<(), PlayerError> {
        if self.color == Color::White {
            self.place_hidden_stone()?;
        }
        while self.counts.moves < MOVES && !self.table.position().is_over() {
            if self.table.position().turn() == self.color {
                if self.their_turn(&mut Vec::new())? == Turn::Resigned {
                    break;
                }
            } else {
                self.our_turn()?;
            }
        }
        if self.program.lists("PG-GameOver") {
            self.program.tell(&Command::new("PG-GameOver", ["?"]))?;
        }
        Ok(())
    }

    /// Black's first move, if the program is White. The referee announces a move, lets White try a
    /// point, and then puts the black stone on that point: the first try is always refused, and no
    /// rule is broken.
    fn place_hidden_stone(&mut self) -> Result<(), PlayerError> {
        self.program.tell(&Command::bare("PG-MovePlayed"))?;
        let choice = self.suggest(&[])?;
        let center = Point::new(4, 4).map_or(Move::Pass, Move::Play);
        let stone = if let Choice::Try(point) = choice { Move::Play(point) } else { center };
        self.rule(stone);
        match choice {
            Choice::Try(point) => {
                self.rule(stone);
                self.counts.refused += 1;
                self.their_turn(&mut vec![point]).map(|_| ())
            }
            Choice::Pass => self.accept(Move::Pass),
            Choice::Resign => Ok(()),
        }
    }

    fn suggest(&mut self, tried: &[Point]) -> Result<Choice, PlayerError> {
        let limit = self.program.timeouts().answer;
        let answer = self.program.ask(&Command::new("PG-SuggestMove", tried), limit)?;
        let text = short(answer.text.trim());
        let choice = read_choice(&text, self.table.position().size()).filter(|_| answer.success);
        choice.ok_or_else(|| self.program.fault(&format!("PG-SuggestMove gave `{text}`")))
    }

    /// The program's turn, with the tries that were refused in it so far.
    fn their_turn(&mut self, tried: &mut Vec<Point>) -> Result<Turn, PlayerError> {
        let most = self.table.position().size().area();
        while tried.len() <= most {
            let play = match self.suggest(tried)? {
                Choice::Resign => return Ok(Turn::Resigned),
                Choice::Pass => Move::Pass,
                Choice::Try(point) => Move::Play(point),
            };
            let legal = self.table.position().check(play).is_ok();
            match play {
                Move::Play(point) if !legal => {
                    self.rule(play);
                    self.counts.refused += 1;
                    self.counts.repeated += u32::from(tried.contains(&point));
                    tried.push(point);
                }
                _ => return self.accept(play).map(|()| Turn::Moved),
            }
        }
        Err(self.program.fault(&format!("made {} refused tries in one turn", tried.len())))
    }

    fn accept(&mut self, play: Move) -> Result<(), PlayerError> {
        let observation = self.rule(play);
        self.counts.moves += 1;
        self.tell(observation)
    }

    fn our_turn(&mut self) -> Result<(), PlayerError> {
        // Every fourth turn begins with a refused try on one of the program's stones.
        let stone = self.table.position().board().stones(self.color).first();
        if let Some(point) = stone.filter(|_| self.counts.moves % 4 == 1) {
            let observation = self.rule(Move::Play(point));
            self.tell(observation)?;
        }
        let play = self.plan();
        let observation = self.rule(play);
        if play == Move::Pass && self.program.lists("PG-Passed") {
            self.counts.passes_heard += 1;
        }
        self.tell(observation)
    }

    /// The opponent's move. Every eighth move is a pass, so that the program hears one.
    fn plan(&self) -> Move {
        let position = self.table.position();
        let (board, size) = (position.board(), position.size());
        if self.counts.moves % 8 == 7 && position.passes() == 0 {
            return Move::Pass;
        }
        let legal = position.legal_points();
        let wished = match self.style {
            OpponentStyle::Attacking => {
                let theirs = board.chains().filter(|chain| chain.color == self.color);
                let targets = theirs.filter(|chain| chain.liberties.intersects(&legal));
                targets
                    .min_by_key(|c| c.liberties.len())
                    .and_then(|c| (c.liberties & legal).first())
            }
            OpponentStyle::Careless => {
                // A point with few liberties and many of the program's stones around it.
                let stones = board.stones(self.color);
                let danger = |point: &Point| {
                    let next = PointSet::of(*point).neighbors(size);
                    ((next & board.empty()).len(), 4 - (next & stones).len(), point.index())
                };
                legal.iter().min_by_key(danger)
            }
        };
        wished.map_or(Move::Pass, Move::Play)
    }

    /// Rules on a move, counts captures, and returns what the program hears.
    fn rule(&mut self, play: Move) -> Option<Observation> {
        let (ruling, heard) = self.table.rule(&self.rules, play).ok()?;
        if let Ruling::Accepted { mover, taken, .. } = ruling {
            let number = taken.len() as u32;
            if mover == self.color {
                self.counts.taken += number;
            } else {
                self.counts.lost += number;
            }
        }
        heard[self.color]
    }

    fn tell(&mut self, observation: Option<Observation>) -> Result<(), PlayerError> {
        let Some(observation) = observation else { return Ok(()) };
        let commands = observation_commands(&observation, |name| self.program.lists(name));
        commands.iter().try_for_each(|command| self.program.tell(command))
    }
}
