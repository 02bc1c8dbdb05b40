//! A short game of Phantom Go against a referee with a plan.
//!
//! The opponent is the referee's own: he sees the board, and plays so that something happens.

use crate::vertex::read_choice;
use crate::{Command, Line, notices, response::short};
use kage_goban::{BoardSize, Color, Move, Point, PointSet};
use kage_phantom::{Choice, Observation, PlayerError, RefereeRules, Ruling, Setup, Table};
use std::fmt;

/// How many moves the program makes in a game.
const MOVES: u32 = 40;

/// How the opponent plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// He takes liberties, so that the program loses stones.
    Hunting,
    /// He puts his own stones in danger, so that the program takes some.
    Careless,
}

/// What happened in a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Story {
    pub(super) moves: u32,
    pub(super) refused: u32,
    /// Tries that had been refused before in the same turn.
    pub(super) repeated: u32,
    pub(super) lost: u32,
    pub(super) taken: u32,
    pub(super) passes_heard: u32,
}

impl Story {
    pub(super) fn add(&mut self, other: &Story) {
        self.moves += other.moves;
        self.refused += other.refused;
        self.repeated += other.repeated;
        self.lost += other.lost;
        self.taken += other.taken;
        self.passes_heard += other.passes_heard;
    }
}

impl fmt::Display for Story {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Story { moves, refused, lost, taken, .. } = self;
        write!(f, "{moves} moves, {refused} tries refused, {lost} stones lost, {taken} taken")
    }
}

/// Plays a game; an error is the program's.
pub(super) fn play_blind(
    line: &mut Line,
    color: Color,
    manner: Manner,
) -> Result<Story, PlayerError> {
    let rules = RefereeRules::default();
    let setup = Setup::even(BoardSize::NINE);
    let mut opening = vec![
        Command::new("boardsize", [9]),
        Command::bare("clear_board"),
        Command::new("PG-Rules", [rules]),
        Command::new("PG-Color", [color.to_string().to_ascii_lowercase()]),
    ];
    opening.retain(|command| line.lists(&command.name));
    for command in &opening {
        line.prepare(command)?;
    }
    let table = Table::new(setup.position(rules.ko));
    let mut game = Game { line, color, manner, rules, table, story: Story::default() };
    game.play()?;
    Ok(game.story)
}

struct Game<'a> {
    line: &'a mut Line,
    color: Color,
    manner: Manner,
    rules: RefereeRules,
    table: Table,
    story: Story,
}

impl Game<'_> {
    fn play(&mut self) -> Result<(), PlayerError> {
        if self.color == Color::White {
            self.surprise()?;
        }
        while self.story.moves < MOVES && !self.table.position().is_over() {
            if self.table.position().turn() == self.color {
                if !self.their_turn(&mut Vec::new())? {
                    break;
                }
            } else {
                self.our_turn()?;
            }
        }
        if self.line.lists("PG-GameOver") {
            self.line.tell(&Command::new("PG-GameOver", ["?"]))?;
        }
        Ok(())
    }

    /// Black's first stone: only when White has tried a point do we say that it stands there. So
    /// the first try is always refused, and honestly so.
    fn surprise(&mut self) -> Result<(), PlayerError> {
        self.line.tell(&Command::bare("PG-MovePlayed"))?;
        let choice = self.suggest(&[])?;
        let center = Point::new(4, 4).map_or(Move::Pass, Move::Play);
        let stone = if let Choice::Try(point) = choice { Move::Play(point) } else { center };
        self.rule(stone);
        match choice {
            Choice::Try(point) => {
                self.rule(stone);
                self.story.refused += 1;
                self.their_turn(&mut vec![point]).map(|_| ())
            }
            Choice::Pass => self.accept(Move::Pass),
            Choice::Resign => Ok(()),
        }
    }

    fn suggest(&mut self, tried: &[Point]) -> Result<Choice, PlayerError> {
        let patience = self.line.patience().answer;
        let answer = self.line.ask(&Command::new("PG-SuggestMove", tried), patience)?;
        let text = short(answer.text.trim());
        let choice = read_choice(&text, self.table.position().size()).filter(|_| answer.success);
        choice.ok_or_else(|| self.line.fault(&format!("PG-SuggestMove gave `{text}`")))
    }

    /// The program's turn, with the tries that were refused already. `false` if it resigned.
    fn their_turn(&mut self, tried: &mut Vec<Point>) -> Result<bool, PlayerError> {
        let most = self.table.position().size().area();
        while tried.len() <= most {
            let play = match self.suggest(tried)? {
                Choice::Resign => return Ok(false),
                Choice::Pass => Move::Pass,
                Choice::Try(point) => Move::Play(point),
            };
            let legal = self.table.position().check(play).is_ok();
            match play {
                Move::Play(point) if !legal => {
                    self.rule(play);
                    self.story.refused += 1;
                    self.story.repeated += u32::from(tried.contains(&point));
                    tried.push(point);
                }
                _ => return self.accept(play).map(|()| true),
            }
        }
        Err(self.line.fault(&format!("made {} refused tries in one turn", tried.len())))
    }

    fn accept(&mut self, play: Move) -> Result<(), PlayerError> {
        let news = self.rule(play);
        self.story.moves += 1;
        self.tell(news)
    }

    fn our_turn(&mut self) -> Result<(), PlayerError> {
        // Every fourth turn begins with a try on one of the program's stones.
        let stone = self.table.position().board().stones(self.color).first();
        if let Some(point) = stone.filter(|_| self.story.moves % 4 == 1) {
            let news = self.rule(Move::Play(point));
            self.tell(news)?;
        }
        let play = self.plan();
        let news = self.rule(play);
        if play == Move::Pass && self.line.lists("PG-Passed") {
            self.story.passes_heard += 1;
        }
        self.tell(news)
    }

    /// What the opponent plays. Every eighth move is a pass, so that the program hears one.
    fn plan(&self) -> Move {
        let position = self.table.position();
        let (board, size) = (position.board(), position.size());
        if self.story.moves % 8 == 7 && position.passes() == 0 {
            return Move::Pass;
        }
        let legal = position.legal_points();
        let wished = match self.manner {
            Manner::Hunting => {
                let theirs = board.chains().filter(|chain| chain.color == self.color);
                let targets = theirs.filter(|chain| chain.liberties.intersects(&legal));
                targets
                    .min_by_key(|c| c.liberties.len())
                    .and_then(|c| (c.liberties & legal).first())
            }
            Manner::Careless => {
                // Few liberties and many of the program's stones around: easy to take.
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

    /// Rules on a move, keeps count, and returns what the program hears of it.
    fn rule(&mut self, play: Move) -> Option<Observation> {
        let (ruling, heard) = self.table.rule(&self.rules, play).ok()?;
        if let Ruling::Accepted { mover, taken, .. } = ruling {
            let number = taken.len() as u32;
            if mover == self.color {
                self.story.taken += number;
            } else {
                self.story.lost += number;
            }
        }
        heard[self.color]
    }

    fn tell(&mut self, news: Option<Observation>) -> Result<(), PlayerError> {
        let Some(news) = news else { return Ok(()) };
        let commands = notices(&news, |name| self.line.lists(name));
        commands.iter().try_for_each(|command| self.line.tell(command))
    }
}
