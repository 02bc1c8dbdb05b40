//! One game: what its journal makes of it.
//!
//! A game is a spec and the entries of its journal, applied in order. There is no other way to change
//! one, so a game read from the disk is the game that was played. Nothing here waits, writes or looks
//! at the time.

use crate::clock::Clocks;
use crate::journal::{Entry, Why};
use crate::json::{komi, point_words, seat_word, true_board};
use crate::objection::Objection;
use crate::opened::{GuessScore, Opened, ScoreShown};
use crate::scene::{Boards, Scene, SceneKind, SeatHow, SeatWords, Shot};
use crate::spec::{Kind, Spec};
use crate::story::{NextSeat, Story, Talk, ending_word};
use kage_goban::{ByColor, Color, Move, PointSet};
use kage_phantom::{Choice, Ending, Forfeit, Observation, Refusal, Ruling};
use kage_record::{Transcript, to_sgf, to_text};
use kage_referee::{Heard, Record, Referee, Witness};
use std::collections::HashSet;

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Waiting,
    Playing,
    Over,
}

impl State {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            State::Waiting => "waiting",
            State::Playing => "playing",
            State::Over => "over",
        }
    }
}

/// A try, pass or resignation that was ruled on.
#[derive(Clone, Copy, Debug)]
struct Made {
    seat: Color,
    choice: Choice,
    accepted: bool,
}

/// The truth of a game: it runs, or it is open.
enum Truth {
    Running(Box<Referee>),
    Open(Box<Record>),
}

/// One game.
pub(crate) struct Game {
    pub(crate) spec: Spec,
    pub(crate) names: ByColor<Option<String>>,
    guests: ByColor<Option<String>>,
    pub(crate) stories: ByColor<Story>,
    pub(crate) clocks: Option<Clocks>,
    truth: Truth,
    witness: Witness,
    begun: bool,
    made: Vec<Made>,
    pub(crate) undo_asked: Option<Color>,
    pub(crate) rematch_asked: ByColor<bool>,
    pub(crate) next: Option<String>,
    marks: ByColor<Option<PointSet>>,
    settled: bool,
    age: u32,
    /// Kept only if somebody looks.
    scenes: Option<Vec<Scene>>,
    ids: HashSet<(Option<Color>, String)>,
}

impl Game {
    pub(crate) fn new(spec: Spec, with_scenes: bool) -> Game {
        let setup = spec.setup();
        let (referee, witness) = Referee::new(spec.rules, setup);
        Game {
            names: ByColor::new(|seat| spec.seat(seat).name.clone()),
            guests: ByColor::new(|seat| spec.seat(seat).guest.clone()),
            stories: ByColor::new(|seat| Story::new(spec.rules, &setup, seat)),
            clocks: spec.clock.map(Clocks::new),
            spec,
            truth: Truth::Running(Box::new(referee)),
            witness,
            begun: false,
            made: Vec::new(),
            undo_asked: None,
            rematch_asked: ByColor::default(),
            next: None,
            marks: ByColor::default(),
            settled: false,
            age: 0,
            scenes: with_scenes.then(Vec::new),
            ids: HashSet::new(),
        }
    }

    /// The game that a journal tells of.
    pub(crate) fn read(
        spec: Spec,
        entries: &[Entry],
        with_scenes: bool,
    ) -> Result<Game, Objection> {
        let mut game = Game::new(spec, with_scenes);
        for entry in entries {
            let ruled = game.apply(entry)?;
            if let (Entry::Said { ruled: told, choice, .. }, Some(ruled)) = (entry, ruled)
                && *told != ruled
            {
                return Err(Objection::Changed(format!(
                    "the journal says `{told}` of {choice}, the referee `{ruled}`"
                )));
            }
        }
        Ok(game)
    }

    pub(crate) fn state(&self) -> State {
        match self.truth {
            Truth::Open(_) => State::Over,
            Truth::Running(_) if self.begun => State::Playing,
            Truth::Running(_) => State::Waiting,
        }
    }

    /// Whose turn it is, while the game is played.
    pub(crate) fn to_move(&self) -> Option<Color> {
        match &self.truth {
            Truth::Running(referee) if self.begun => referee.to_move(),
            _ => None,
        }
    }

    /// Moves made, as everyone may know.
    pub(crate) fn moves(&self) -> u32 {
        self.stories.black.view().moves()
    }

    pub(crate) fn is_bot(&self, seat: Color) -> bool {
        self.spec.seat(seat).bot.is_some()
    }

    /// Does this browser hold a seat?
    pub(crate) fn holds_seat(&self, guest: &str) -> bool {
        Color::BOTH.into_iter().any(|seat| self.guests[seat].as_deref() == Some(guest))
    }

    /// The browser that holds a seat.
    pub(crate) fn guest(&self, seat: Color) -> Option<&str> {
        self.guests[seat].as_deref()
    }

    /// Was this message taken down before?
    pub(crate) fn knows(&self, seat: Option<Color>, id: &str) -> bool {
        self.ids.contains(&(seat, id.to_owned()))
    }

    /// The seat that nobody has taken.
    pub(crate) fn empty_seat(&self) -> Option<Color> {
        Color::BOTH.into_iter().find(|&seat| self.names[seat].is_none())
    }

    pub(crate) fn result(&self) -> Option<String> {
        self.record().map(|record| record.outcome().to_string())
    }

    pub(crate) fn record(&self) -> Option<&Record> {
        match &self.truth {
            Truth::Open(record) => Some(record),
            Truth::Running(_) => None,
        }
    }

    /// Applies an entry. Says how it was ruled, if it is something to rule on. On an objection
    /// nothing has changed.
    pub(crate) fn apply(&mut self, entry: &Entry) -> Result<Option<String>, Objection> {
        let ruled = match entry {
            Entry::Seated { seat, name, guest } => self.sit(*seat, name, guest.as_deref())?,
            Entry::Began => self.begin()?,
            Entry::Said { seat, choice, spent, chance, .. } => {
                Some(self.say(*seat, *choice, *spent, *chance)?)
            }
            Entry::Forfeited { seat, why } => self.forfeit(*seat, *why)?,
            Entry::UndoAsked { seat, .. } => self.ask_undo(*seat)?,
            Entry::UndoAnswered { seat, yes, .. } => self.answer_undo(*seat, *yes)?,
            Entry::Back { .. } => self.take_back()?,
            Entry::Marked { seat, dead, .. } => self.mark(*seat, *dead)?,
            Entry::RematchAsked { seat, .. } => self.ask_rematch(*seat)?,
            Entry::Rematch { game, black, white } => {
                self.rematch(game, &ByColor { black: black.clone(), white: white.clone() })
            }
        };
        if let Some((seat, id)) = entry.asked_by() {
            self.ids.insert((self.asker(seat), id.to_owned()));
        }
        Ok(ruled)
    }

    /// What a desk enters for a seat is the desk's message.
    fn asker(&self, seat: Option<Color>) -> Option<Color> {
        seat.filter(|_| self.spec.kind != Kind::Desk)
    }

    fn sit(
        &mut self,
        seat: Color,
        name: &str,
        guest: Option<&str>,
    ) -> Result<Option<String>, Objection> {
        if self.names[seat].is_some() {
            return Err(Objection::Taken);
        }
        self.names[seat] = Some(name.to_owned());
        self.guests[seat] = guest.map(str::to_owned);
        Ok(None)
    }

    fn begin(&mut self) -> Result<Option<String>, Objection> {
        if self.begun || self.empty_seat().is_some() {
            return Err(Objection::NotPlaying);
        }
        self.begun = true;
        self.talk(&Talk::Began);
        self.film(Shot::of(SceneKind::Began, None), ByColor::default());
        Ok(None)
    }

    fn say(
        &mut self,
        seat: Color,
        choice: Choice,
        spent: u64,
        chance: Option<f64>,
    ) -> Result<String, Objection> {
        let Truth::Running(referee) = &mut self.truth else { return Err(Objection::NotPlaying) };
        if !self.begun {
            return Err(Objection::NotPlaying);
        }
        let heard = referee.hear(seat, choice)?;
        let ruling = self.witness.news().pop();
        let accepted = matches!(ruling, Some(Ruling::Accepted { .. }));
        self.made.push(Made { seat, choice, accepted });
        if let Some(clocks) = &mut self.clocks {
            clocks.spend(seat, spent);
            if accepted {
                clocks.moved(seat);
            }
        }
        if accepted {
            self.age += 1;
            self.undo_asked = None;
        }
        let words = self.announce(&heard);
        self.close_if_over();
        self.film(Shot { chance, ..shot_of(seat, ruling.as_ref()) }, words);
        Ok(ruling_words(ruling.as_ref()))
    }

    fn forfeit(&mut self, seat: Color, why: Why) -> Result<Option<String>, Objection> {
        let Truth::Running(referee) = &mut self.truth else { return Err(Objection::NotPlaying) };
        let why = match why {
            Why::Time => Forfeit::Time,
            Why::Conduct => Forfeit::Conduct,
        };
        let heard = referee.forfeit(seat, why)?;
        if let (Forfeit::Time, Some(clocks)) = (why, &mut self.clocks) {
            clocks.spend(seat, clocks.left(seat));
        }
        let words = self.announce(&heard);
        self.close_if_over();
        self.film(Shot::of(SceneKind::Forfeited, Some(seat)), words);
        Ok(None)
    }

    /// Lets both seats hear, and keeps the words for those who see all.
    fn announce(&mut self, heard: &Heard) -> ByColor<Vec<String>> {
        for seat in Color::BOTH {
            for said in &heard[seat] {
                self.stories[seat].hear(said);
            }
        }
        ByColor::new(|seat| heard[seat].iter().map(Observation::to_string).collect())
    }

    fn talk(&mut self, talk: &Talk) {
        for seat in Color::BOTH {
            self.stories[seat].hear_talk(talk);
        }
    }

    /// When the game is over its truth is opened.
    fn close_if_over(&mut self) {
        let over = matches!(&self.truth, Truth::Running(referee) if referee.outcome().is_some());
        if !over {
            return;
        }
        // Somebody must keep the referee's chair while the record is taken from it.
        let (stand_in, _) = Referee::new(self.spec.rules, self.spec.setup());
        let truth = std::mem::replace(&mut self.truth, Truth::Running(Box::new(stand_in)));
        if let Truth::Running(referee) = truth {
            self.truth = Truth::Open(Box::new(referee.finish()));
        }
        self.undo_asked = None;
    }

    fn ask_undo(&mut self, seat: Color) -> Result<Option<String>, Objection> {
        if !self.spec.undo {
            return Err(Objection::NoUndo);
        }
        self.to_move().ok_or(Objection::NotPlaying)?;
        if self.undo_asked.is_some() || self.last_move_of(seat).is_none() {
            return Err(Objection::NothingToUndo);
        }
        self.undo_asked = Some(seat);
        self.talk(&Talk::UndoAsked(seat));
        Ok(None)
    }

    fn answer_undo(&mut self, seat: Color, yes: bool) -> Result<Option<String>, Objection> {
        let asker = self.undo_asked.filter(|&asker| asker != seat).ok_or(Objection::NotAsked)?;
        let keep = self.last_move_of(asker).ok_or(Objection::NothingToUndo)?;
        self.undo_asked = None;
        if yes {
            self.rewind(keep)?;
        } else {
            self.talk(&Talk::UndoRefused(seat));
        }
        Ok(None)
    }

    /// Where a seat's last accepted move is among all that was said. What it tried before that move
    /// was heard before it, and stays.
    fn last_move_of(&self, seat: Color) -> Option<usize> {
        self.made.iter().rposition(|made| made.seat == seat && made.accepted)
    }

    /// The operator's last entry goes, and what a bot answered to it.
    fn take_back(&mut self) -> Result<Option<String>, Objection> {
        if self.spec.kind != Kind::Desk {
            return Err(Objection::NoUndo);
        }
        let last = self.made.iter().rposition(|made| !self.is_bot(made.seat));
        self.rewind(last.ok_or(Objection::NothingToUndo)?)?;
        Ok(None)
    }

    /// Takes the game back to its first so many tries.
    fn rewind(&mut self, keep: usize) -> Result<(), Objection> {
        let (mut referee, mut witness) = Referee::new(self.spec.rules, self.spec.setup());
        let mut heard = ByColor::<usize>::default();
        for made in &self.made[..keep] {
            let said = referee.hear(made.seat, made.choice)?;
            for seat in Color::BOTH {
                heard[seat] += said[seat].len();
            }
        }
        witness.news();
        self.truth = Truth::Running(Box::new(referee));
        self.witness = witness;
        self.made.truncate(keep);
        self.marks = ByColor::default();
        self.settled = false;
        for seat in Color::BOTH {
            self.stories[seat].rewind(heard[seat]);
        }
        let words = ByColor::new(|_| vec![format!("taken back to move {}", self.moves())]);
        self.film(Shot::of(SceneKind::Undone, None), words);
        Ok(())
    }

    fn mark(&mut self, seat: Color, dead: PointSet) -> Result<Option<String>, Objection> {
        if !self.markable() {
            return Err(Objection::NoMarks);
        }
        let Truth::Open(record) = &mut self.truth else { return Err(Objection::NotOver) };
        let board = record.position().board();
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        if !dead.is_subset(&stones) {
            return Err(Objection::OffBoard);
        }
        self.marks[seat] = Some(dead);
        let agreed = self.marks[!seat] == Some(dead);
        self.settled = agreed && record.agree_on_dead(&ByColor { black: dead, white: dead });
        let outcome = *record.outcome();
        self.talk(&Talk::Marked(seat, dead));
        if self.settled {
            self.talk(&Talk::Settled(dead, outcome));
            let words =
                ByColor::new(|_| vec![format!("counted again without the dead: {outcome}")]);
            self.film(Shot { taken: dead, ..Shot::of(SceneKind::Settled, None) }, words);
        }
        Ok(None)
    }

    /// May dead stones be marked? Engines mark none, so it takes two people and a count.
    fn markable(&self) -> bool {
        let people = Color::BOTH.into_iter().all(|seat| !self.is_bot(seat));
        let counted = self
            .record()
            .is_some_and(|record| record.position().is_over() && is_count(record.outcome().ending));
        people && counted && !self.settled
    }

    fn ask_rematch(&mut self, seat: Color) -> Result<Option<String>, Objection> {
        if self.state() != State::Over {
            return Err(Objection::NotOver);
        }
        if self.rematch_asked[seat] {
            return Ok(None);
        }
        self.rematch_asked[seat] = true;
        self.talk(&Talk::RematchAsked(seat));
        Ok(None)
    }

    fn rematch(&mut self, game: &str, tokens: &ByColor<Option<String>>) -> Option<String> {
        self.next = Some(game.to_owned());
        for seat in Color::BOTH {
            if let Some(token) = &tokens[seat] {
                let next = NextSeat { game: game.to_owned(), token: token.clone(), seat: !seat };
                self.stories[seat].hear_rematch(&next);
            }
        }
        None
    }

    /// Keeps a scene, if somebody looks.
    fn film(&mut self, shot: Shot, words: ByColor<Vec<String>>) {
        let Some(scenes) = &self.scenes else { return };
        let scene = Scene {
            seq: scenes.len() as u32 + 1,
            moves: self.moves(),
            mover: shot.mover_word(),
            kind: shot.kind,
            point: shot.point,
            reason: shot.reason,
            taken: point_words(shot.taken),
            words: SeatWords::new(words),
            boards: Boards::new(self.witness.position().board(), &self.stories),
            how: SeatHow::new(&self.stories),
            turn: self.to_move().map(seat_word),
            result: self.result(),
            chance: shot.chance,
            age: self.age,
        };
        if let Some(scenes) = &mut self.scenes {
            scenes.push(scene);
        }
    }

    /// The scenes that may be shown by now with a delay of so many moves; `None` is until the end.
    pub(crate) fn visible(&self, delay: Option<u32>) -> &[Scene] {
        let scenes = self.scenes.as_deref().unwrap_or(&[]);
        if self.state() == State::Over {
            return scenes;
        }
        let Some(delay) = delay else { return &[] };
        // Ages only grow.
        let shown = scenes.partition_point(|scene| scene.age.saturating_add(delay) <= self.age);
        &scenes[..shown]
    }

    /// How many scenes there are, visible or not.
    pub(crate) fn filmed(&self) -> u32 {
        self.scenes.as_ref().map_or(0, |scenes| scenes.len() as u32)
    }

    pub(crate) const fn has_scenes(&self) -> bool {
        self.scenes.is_some()
    }

    /// Nobody looks any more.
    pub(crate) fn forget_scenes(&mut self) {
        self.scenes = None;
    }

    /// The truth, once the game is over; with how well a seat's guess stones were placed.
    pub(crate) fn opened(&self, seat: Color, guess: PointSet) -> Option<Opened> {
        let record = self.record()?;
        let (board, outcome) = (record.position().board(), record.outcome());
        Some(Opened {
            board: true_board(board),
            result: outcome.to_string(),
            winner: outcome.winner.map(seat_word),
            how: ending_word(outcome.ending),
            score: self.score()?,
            dead: point_words(record.dead()),
            markable: self.markable(),
            guess: GuessScore::of(guess, board.stones(!seat)),
        })
    }

    pub(crate) fn score(&self) -> Option<ScoreShown> {
        let score = self.record()?.score();
        let (black, white) = (score.area.black, score.area.white);
        Some(ScoreShown { black, white, komi: komi(score.komi) })
    }

    pub(crate) fn marks(&self) -> ByColor<Option<Vec<String>>> {
        ByColor::new(|seat| self.marks[seat].map(point_words))
    }

    /// The finished game as a file tells it.
    pub(crate) fn transcript(&self) -> Option<Transcript> {
        let mut transcript = Transcript::of(self.record()?);
        transcript.names = self.names.clone();
        Some(transcript)
    }

    pub(crate) fn sgf(&self) -> Option<String> {
        Some(format!("{}\n", to_sgf(&self.transcript()?).ok()?))
    }

    pub(crate) fn text(&self) -> Option<String> {
        self.transcript().map(|transcript| to_text(&transcript))
    }
}

const fn is_count(ending: Ending) -> bool {
    matches!(ending, Ending::Count(_))
}

fn shot_of(seat: Color, ruling: Option<&Ruling>) -> Shot {
    match ruling {
        None => Shot::of(SceneKind::Resigned, Some(seat)),
        Some(Ruling::Refused { point, reason, .. }) => Shot {
            point: Some(point.to_string()),
            reason: Some(reason.word()),
            ..Shot::of(SceneKind::Refused, Some(seat))
        },
        Some(Ruling::Accepted { play: Move::Pass, .. }) => Shot::of(SceneKind::Passed, Some(seat)),
        Some(Ruling::Accepted { play: Move::Play(point), taken, .. }) => Shot {
            point: Some(point.to_string()),
            taken: *taken,
            ..Shot::of(SceneKind::Played, Some(seat))
        },
    }
}

/// The ruling as the journal has it.
fn ruling_words(ruling: Option<&Ruling>) -> String {
    match ruling {
        None => "resigns".to_owned(),
        Some(Ruling::Refused { reason, .. }) => refused_words(*reason),
        Some(Ruling::Accepted { taken, .. }) if taken.is_empty() => "legal".to_owned(),
        Some(Ruling::Accepted { taken, .. }) => format!("legal, takes {taken}"),
    }
}

fn refused_words(reason: Refusal) -> String {
    format!("refused: {}", reason.word())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]
    use super::*;
    use crate::spec::{AskedTerms, Seat};
    use fastrand::Rng;
    use kage_goban::Point;

    const RULES: [&str; 5] = ["borsboom", "hamburg", "cazenave", "openspiel", "common try-limit=9"];

    fn spec(kind: Kind, rules: &str) -> Spec {
        let asked = AskedTerms { size: 5, rules, komi: None, handicap: 0, clock: None };
        let terms = asked.check().unwrap();
        let person = Seat { name: Some("Ann".to_owned()), ..Seat::default() };
        Spec {
            id: "game".to_owned(),
            kind,
            size: terms.size,
            rules: terms.rules,
            handicap: terms.handicap,
            clock: terms.clock,
            undo: true,
            delay: Some(0),
            listed: true,
            created: 0,
            black: person.clone(),
            white: person,
            desk: None,
            invite: None,
        }
    }

    /// Something that may be said at any moment, sensible or not.
    fn wish(random: &mut Rng, game: &Game) -> Entry {
        let seat = game.to_move().unwrap_or(Color::Black);
        let point = Point::new(random.u8(0..5), random.u8(0..5)).unwrap();
        let id = Some(random.u32(..).to_string());
        match random.u8(0..40) {
            0 => Entry::UndoAsked { seat: !seat, id },
            1 => Entry::UndoAsked { seat, id },
            2..=4 => {
                let asker = game.undo_asked.unwrap_or(seat);
                Entry::UndoAnswered { seat: !asker, yes: random.bool(), id }
            }
            5 => Entry::Back { id },
            6 => Entry::Marked { seat, dead: PointSet::of(point), id },
            7 if random.u8(0..20) == 0 => said(!seat, Choice::Resign),
            8 | 9 => said(seat, Choice::Pass),
            10 => Entry::RematchAsked { seat, id },
            11 if random.u8(0..30) == 0 => Entry::Forfeited { seat, why: Why::Conduct },
            12 => said(!seat, Choice::Try(point)),
            _ => said(seat, Choice::Try(point)),
        }
    }

    fn said(seat: Color, choice: Choice) -> Entry {
        Entry::Said { seat, choice, ruled: String::new(), spent: 7, chance: None, id: None }
    }

    /// Everything that anyone can see of a game.
    fn seen(game: &Game) -> Vec<String> {
        let shown = |seat: Color| {
            let story = &game.stories[seat];
            let text = serde_json::to_string(&(story.after(0), story.shown())).unwrap();
            format!("{text} {:?}", game.opened(seat, PointSet::EMPTY))
        };
        let scenes = serde_json::to_string(game.visible(Some(0))).unwrap();
        vec![shown(Color::Black), shown(Color::White), scenes, format!("{:?}", game.state().word())]
    }

    #[test]
    fn a_journal_is_the_game_that_was_played() {
        let (mut taken_back, mut over) = (0, 0);
        for seed in 0..300 {
            let mut random = Rng::with_seed(seed);
            let kind = if seed % 3 == 0 { Kind::Desk } else { Kind::Friend };
            let spec = spec(kind, RULES[seed as usize % RULES.len()]);
            let mut game = Game::new(spec.clone(), true);
            let mut journal = Vec::new();
            let mut entry = Entry::Began;
            for _ in 0..random.usize(10..150) {
                let before = seen(&game);
                match game.apply(&entry) {
                    Ok(ruled) => {
                        if let (Entry::Said { ruled: words, .. }, Some(told)) = (&mut entry, ruled)
                        {
                            *words = told;
                        }
                        journal.push(serde_json::to_string(&entry).unwrap());
                    }
                    Err(_) => assert_eq!(seen(&game), before, "{entry:?} was half done"),
                }
                entry = wish(&mut random, &game);
            }
            let entries: Vec<Entry> =
                journal.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
            let again = Game::read(spec, &entries, true).unwrap();
            assert_eq!(seen(&again), seen(&game), "seed {seed}");
            taken_back += usize::from(seen(&game)[2].contains("\"undone\""));
            over += usize::from(game.state() == State::Over);
        }
        assert!(taken_back > 60 && over > 60, "{taken_back} {over}");
    }

    #[test]
    fn a_journal_that_was_changed_is_noticed() {
        let mut entries = vec![Entry::Began];
        for (seat, ruled) in [(Color::Black, "legal"), (Color::White, "legal")] {
            let mut entry = said(seat, Choice::Try("C3".parse().unwrap()));
            if let Entry::Said { ruled: words, .. } = &mut entry {
                *words = ruled.to_owned();
            }
            entries.push(entry);
        }
        let read = Game::read(spec(Kind::Friend, "borsboom"), &entries, false);
        let said = read.err().map(|objection| objection.to_string());
        let expected = "the journal says `legal` of C3, the referee `refused: opponent stone`";
        assert_eq!(said.as_deref(), Some(expected));
    }
}
