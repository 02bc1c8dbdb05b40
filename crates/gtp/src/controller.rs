//! A program that speaks Phantom Go commands, as a player.

use crate::contact::Contact;
use crate::vertex::{color_word, read_choice};
use crate::{Command, Line, Patience, WireLog, notices, response::short};
use kage_goban::{BoardSize, PointSet};
use kage_phantom::{Choice, Observation, Player, PlayerError, View};
use std::time::Duration;

/// What a program must know to play Phantom Go.
const NEEDED: (&[&str], &str) = (
    &["PG-SuggestMove", "PG-MovePlayed"],
    "it plays no Phantom Go, and can only be seated as a sighted player",
);

/// A blind player in a process of his own. All that goes over the line is what a
/// [`View`] and an [`Observation`] have.
///
/// After a fault the program is killed; the next game starts it anew.
#[derive(Debug)]
pub struct GtpPlayer {
    contact: Contact,
    /// Has the program played since it was started?
    used: bool,
}

impl GtpPlayer {
    /// Starts a program. The line is split into words as a shell would.
    pub fn start(
        command: &str,
        patience: Patience,
        log: Option<WireLog>,
    ) -> Result<GtpPlayer, PlayerError> {
        let contact = Contact::open(command, patience, log, NEEDED)?;
        Ok(GtpPlayer { contact, used: false })
    }
}

impl Player for GtpPlayer {
    fn name(&self) -> String {
        self.contact.name().to_owned()
    }

    fn begin(&mut self, view: &View) -> Result<(), PlayerError> {
        let fit = |line: &Line| !self.used || line.lists("clear_board");
        if !self.contact.line().is_some_and(fit) {
            // It has failed, or knows no second game: it gets a second life.
            self.contact.close();
        }
        self.contact.reopen()?;
        self.used = true;
        let mut commands = opening(view);
        self.contact.with(|line| {
            check_able(line, view)?;
            commands.retain(|command| line.lists(&command.name));
            commands.iter().try_for_each(|command| line.prepare(command))
        })
    }

    fn choose(&mut self, view: &View, left: Option<Duration>) -> Result<Choice, PlayerError> {
        let color = color_word(view.color());
        let mut tried = view.tried().to_vec();
        let mut seen = PointSet::EMPTY;
        tried.retain(|&point| seen.insert(point));
        self.contact.with(|line| {
            if let Some(left) = left.filter(|_| line.lists("time_left")) {
                let seconds = seconds(left, line.lists("PG-Rules"));
                line.tell(&Command::new("time_left", [color, &seconds, "0"]))?;
            }
            let patience = line.patience().for_move(left);
            let response = line.ask(&Command::new("PG-SuggestMove", &tried), patience)?;
            let text = short(response.text.trim());
            if !response.success {
                return Err(line.fault(&format!("has no move to suggest: {text}")));
            }
            read_choice(&text, view.size()).ok_or_else(|| {
                line.fault(&format!("suggests `{text}`, which is no point of {}", view.size()))
            })
        })
    }

    fn hear(&mut self, _: &View, news: &Observation) -> Result<(), PlayerError> {
        let told = self.contact.with(|line| {
            let commands = notices(news, |name| line.lists(name));
            commands.iter().try_for_each(|command| line.tell(command))
        });
        // Once the game is over, nothing that a program says or leaves unsaid counts.
        if matches!(news, Observation::Over(_)) { Ok(()) } else { told }
    }
}

/// GTP has whole seconds; an engine that knows our additions takes fractions.
fn seconds(time: Duration, fractions: bool) -> String {
    if fractions { format!("{:.3}", time.as_secs_f64()) } else { time.as_secs().to_string() }
}

/// Can the program play on this board at all?
fn check_able(line: &Line, view: &View) -> Result<(), PlayerError> {
    let handicap = !view.mine().is_empty() || !view.theirs().is_empty();
    let missing = match () {
        () if view.size() != BoardSize::NINE && !line.lists("boardsize") => "boardsize",
        () if handicap && !line.lists("set_free_handicap") => "set_free_handicap",
        () => return Ok(()),
    };
    let name = line.name();
    Err(PlayerError::House(format!("{name} cannot play this game: it does not list {missing}")))
}

/// The commands that begin a game, whether or not the program knows them.
fn opening(view: &View) -> Vec<Command> {
    let rules = view.rules();
    let mut commands = vec![
        Command::new("boardsize", [view.size().get()]),
        Command::bare("clear_board"),
        Command::new("PG-Rules", [rules]),
        Command::new("komi", [rules.komi]),
    ];
    let handicap = view.mine() | view.theirs();
    if !handicap.is_empty() {
        commands.push(Command::new("set_free_handicap", handicap.iter()));
    }
    if let Some(main) = rules.clock.main {
        commands.push(Command::new("time_settings", [main.as_secs(), 0, 0]));
    }
    commands.push(Command::new("PG-Color", [view.color().to_string().to_ascii_lowercase()]));
    commands
}
