//! `kage play`: a game in the terminal, in the dark.

use crate::args::Play;
use crate::boards;
use crate::failure::Failure;
use crate::files;
use crate::seating;
use crate::typed::Typed;
use kage_goban::{ByColor, Color, Point};
use kage_phantom::{Choice, Forfeit, Player, Setup, View};
use kage_record::Transcript;
use kage_referee::{Heard, Record, Referee};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::Path;

const HELP: &str = "\
Type a point such as E5 to try it. If the referee refuses it, try again: their stone stands
there, or it is suicide, or ko. Other words: pass, resign, board (draw it again), log (all that
you have heard), help, quit. Two passes in a row end the game; then the board is opened.
On your board, ? is a refused point whose reason is open, and ! a stone that may have been taken.";

pub(crate) fn run(options: &Play) -> Result<(), Failure> {
    let seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    // Better to hear it now than after the game.
    if let Some(path) = options.save.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Other(format!(
            "{} is there already: name a new file",
            path.display()
        )));
    }
    let opponent = seating::blind(&options.opponent, seed)?;
    let mut game = Game::new(options, opponent);
    let mut out = anstream::stdout().lock();
    let (rules, komi) = (&options.rules, options.rules.komi);
    writeln!(out, "Phantom Go, {}, rules {rules}, komi {komi}.", options.size)?;
    let (me, name) = (boards::name(options.color), game.opponent.name());
    writeln!(out, "You are {me}. Your opponent is `{name}`, seed {seed}.\n\n{HELP}\n")?;
    game.play(&Typed::listen(), &mut out)?;
    let (record, views) = game.open();
    show_end(&mut out, &record, &views)?;
    if let Some(path) = &options.save {
        let mut transcript = Transcript::of(&record);
        transcript.names[options.color] = Some("you".to_owned());
        transcript.names[!options.color] = Some(name);
        save(&mut out, path, &transcript)?;
    }
    Ok(())
}

/// Saves the game. If that fails, the game is printed, so that it is not lost.
fn save(out: &mut impl Write, path: &Path, game: &Transcript) -> Result<(), Failure> {
    let text = files::in_form(game, files::form_of(path), path)?;
    match files::save(path, &text, false) {
        Ok(()) => Ok(writeln!(out, "Saved as {}.", path.display())?),
        Err(failure) => {
            writeln!(out, "\n{text}")?;
            Err(failure)
        }
    }
}

fn show_end(out: &mut impl Write, record: &Record, views: &ByColor<View>) -> Result<(), Failure> {
    let last = record.turns().last().and_then(|turn| turn.end.play());
    let board = record.position().board();
    writeln!(
        out,
        "\n{}   {}",
        boards::three(&views.black, board, &views.white, last),
        boards::LEGEND
    )?;
    let score = record.score();
    let area = score.area;
    writeln!(out, "\nArea: Black {}, White {}; komi {}.", area.black, area.white, score.komi)?;
    writeln!(out, "Result: {}", record.outcome())?;
    Ok(())
}

/// A person at the terminal, a player across the table, and the referee between them.
struct Game {
    referee: Referee,
    views: ByColor<View>,
    me: Color,
    opponent: Box<dyn Player>,
}

/// What a person may type.
enum Word {
    Choice(Choice),
    Board,
    Log,
    Help,
    Quit,
}

impl Game {
    fn new(options: &Play, opponent: Box<dyn Player>) -> Game {
        let setup = Setup::even(options.size);
        // Nobody watches while the game is on: the witness is dropped.
        let (referee, _) = Referee::new(options.rules, setup);
        let views = ByColor::new(|color| View::new(options.rules, &setup, color));
        Game { referee, views, me: options.color, opponent }
    }

    /// Plays until the game is over, or the person leaves.
    fn play(&mut self, input: &Typed, out: &mut impl Write) -> Result<(), Failure> {
        if let Err(error) = self.opponent.begin(&self.views[!self.me]) {
            self.opponent_fails(out, &error.to_string())?;
        }
        let mut drawn = false;
        while let Some(turn) = self.referee.to_move() {
            if turn != self.me {
                self.opponent_moves(out)?;
                drawn = false;
                continue;
            }
            if !drawn {
                writeln!(out, "{}", boards::one(&self.views[self.me]))?;
                drawn = true;
            }
            match self.ask(input, out)? {
                Word::Choice(choice) => self.say(out, choice)?,
                Word::Board => drawn = false,
                Word::Log => self.show_log(out)?,
                Word::Help => writeln!(out, "{HELP}")?,
                Word::Quit => return Ok(()),
            }
        }
        Ok(())
    }

    /// Asks until something that makes sense is typed. The end of the input is leaving.
    fn ask(&self, input: &Typed, out: &mut impl Write) -> Result<Word, Failure> {
        loop {
            write!(out, "move {}, {}> ", self.views[self.me].moves() + 1, self.me)?;
            out.flush()?;
            // Whatever is wrong with the input, the game is kept: its end is leaving.
            let Some(line) = input.line() else {
                writeln!(out)?;
                return Ok(Word::Quit);
            };
            match read_word(line.trim()) {
                Some(word) => return Ok(word),
                None if line.trim().is_empty() => {}
                None => writeln!(
                    out,
                    "`{}`? A point such as E5, or: pass, resign, board, log, help, quit.",
                    line.trim()
                )?,
            }
        }
    }

    fn say(&mut self, out: &mut impl Write, choice: Choice) -> Result<(), Failure> {
        match self.referee.hear(self.me, choice) {
            Ok(heard) => self.spread(out, &heard),
            Err(error) => Ok(writeln!(out, "{error}; nothing has happened")?),
        }
    }

    fn opponent_moves(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let seat = !self.me;
        let choice = match self.opponent.choose(&self.views[seat], None) {
            Ok(choice) => choice,
            Err(error) => return self.opponent_fails(out, &error.to_string()),
        };
        match self.referee.hear(seat, choice) {
            Ok(heard) => self.spread(out, &heard),
            Err(error) => self.opponent_fails(out, &format!("{choice}: {error}")),
        }
    }

    /// A player who cannot do his part forfeits.
    fn opponent_fails(&mut self, out: &mut impl Write, what: &str) -> Result<(), Failure> {
        writeln!(out, "Your opponent cannot go on: {what}")?;
        match self.referee.forfeit(!self.me, Forfeit::Conduct) {
            Ok(heard) => self.spread(out, &heard),
            Err(_) => Ok(()),
        }
    }

    /// Tells both seats what they hear.
    fn spread(&mut self, out: &mut impl Write, heard: &Heard) -> Result<(), Failure> {
        for seat in Color::BOTH {
            for news in &heard[seat] {
                let folded = self.views[seat].update(news);
                folded.map_err(|error| Failure::Other(format!("the referee erred: {error}")))?;
                if seat == self.me {
                    writeln!(out, "  referee: {news}")?;
                } else if let Err(error) = self.opponent.hear(&self.views[seat], news) {
                    return self.opponent_fails(out, &error.to_string());
                }
            }
        }
        Ok(())
    }

    fn show_log(&self, out: &mut impl Write) -> Result<(), Failure> {
        for news in self.views[self.me].log() {
            writeln!(out, "  {news}")?;
        }
        Ok(())
    }

    /// Opens the board.
    fn open(self) -> (Record, ByColor<View>) {
        (self.referee.finish(), self.views)
    }
}

fn read_word(text: &str) -> Option<Word> {
    match text.to_ascii_lowercase().as_str() {
        "pass" => Some(Word::Choice(Choice::Pass)),
        "resign" => Some(Word::Choice(Choice::Resign)),
        "board" => Some(Word::Board),
        "log" => Some(Word::Log),
        "help" | "?" => Some(Word::Help),
        "quit" | "exit" => Some(Word::Quit),
        point => point.parse::<Point>().ok().map(|point| Word::Choice(Choice::Try(point))),
    }
}
