//! Everything a report says of a tournament, counted once.

use super::film::{Camera, Film, Sight};
use crate::{
    Conditions, Encounter, GameRow, Interval, Pairs, Rating, Results, Spread, StoredGame, Tally,
    holm, p_even, ratings, wilson95,
};
use kage_goban::{ByColor, Color, Komi};
use kage_phantom::{HearingError, RefereeRules, Refusal, SetupError};
use kage_record::{ReplayError, TextError, Transcript, from_text, replay};
use std::fmt;

/// Refused tries, by their true reason.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Refusals([u32; 4]);

impl Refusals {
    /// How many there were for a reason.
    pub const fn of(&self, reason: Refusal) -> u32 {
        self.0[reason as usize]
    }

    /// How many there were.
    pub fn all(&self) -> u32 {
        self.0.iter().sum()
    }

    /// How often "illegal means a stone of theirs" was wrong, with Wilson's 95% interval.
    pub fn not_their_stone(&self) -> Interval {
        wilson95(f64::from(self.all() - self.of(Refusal::OpponentStone)), self.all())
    }

    /// Both together.
    #[must_use]
    pub fn plus(&self, other: &Refusals) -> Refusals {
        Refusals(std::array::from_fn(|reason| self.0[reason] + other.0[reason]))
    }

    fn add(&mut self, reason: Refusal) {
        self.0[reason as usize] += 1;
    }
}

/// The share of the enemy's stones that a player was certain of after a move, over his games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Knowing {
    /// After so many moves of both sides.
    pub moves: usize,
    /// In so many games: those that lasted, and where the enemy had stones.
    pub games: usize,
    /// The mean share.
    pub mean: f64,
    /// A quarter of the games lies below.
    pub low: f64,
    /// A quarter of the games lies above.
    pub high: f64,
}

/// What a tournament shows of one player.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerStudy {
    /// His rating, if there are ratings.
    pub rating: Option<Rating>,
    /// His games, by his colour.
    pub tally: ByColor<Tally>,
    /// Games lost by forfeit.
    pub forfeits: u32,
    /// His lead in each counted game.
    pub leads: Vec<f64>,
    /// His moves, passes included.
    pub moves: u64,
    /// Seconds he spent.
    pub seconds: f64,
    /// Playouts he says he made.
    pub playouts: u64,
    /// His refused tries.
    pub refusals: Refusals,
    /// What he knew as the games went on; nothing for a sighted player.
    pub knowing: Vec<Knowing>,
}

impl PlayerStudy {
    /// All his games.
    pub const fn total(&self) -> Tally {
        self.tally.black.plus(&self.tally.white)
    }

    /// A sum of his as so much a move.
    pub fn per_move(&self, sum: f64) -> f64 {
        sum / self.moves.max(1) as f64
    }
}

/// What a tournament shows of two players who met.
#[derive(Clone, PartialEq, Debug)]
pub struct PairingStudy {
    /// Their places in the list of entrants.
    pub players: [usize; 2],
    /// How many games they were to play, at most.
    pub wanted: u32,
    /// The first player's tally.
    pub tally: Tally,
    /// Their games in pairs of one seed, as the first player fared.
    pub pairs: Pairs,
    /// Why they stopped before the last game, if they did.
    pub ended: Option<String>,
}

/// A game of the tournament, ready to be shown.
#[derive(Clone, PartialEq, Debug)]
pub struct GameStudy {
    /// Which pairing, by its place in the list.
    pub pairing: usize,
    /// Who had which colour, by their places in the list of entrants.
    pub players: ByColor<usize>,
    /// Who won, if anyone did.
    pub winner: Option<Color>,
    /// What came of it, as it was stored.
    pub row: GameRow,
    /// The game for the replay.
    pub(super) film: String,
}

impl GameStudy {
    /// Moves of both sides.
    pub const fn moves(&self) -> u32 {
        self.row.moves[0] + self.row.moves[1]
    }
}

/// A tournament, studied.
#[derive(Clone, PartialEq, Debug)]
pub struct Study {
    /// How it was played.
    pub conditions: Conditions,
    /// What it shows of each player, in the order of the entrants.
    pub players: Vec<PlayerStudy>,
    /// What it shows of each pairing, in their order.
    pub pairings: Vec<PairingStudy>,
    /// The games, in the order of the results.
    pub games: Vec<GameStudy>,
    /// Void games that were played again, in words.
    pub voids: Vec<String>,
    /// Why there are no ratings, if there are none.
    pub unrated: Option<String>,
    /// For each two who met: the chance that equals differ so much, corrected for all of them.
    chances: Vec<([usize; 2], f64)>,
}

/// The results contradict themselves: no report can be made of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StudyError {
    /// A pairing names a player who is not there.
    NoSuchPlayer {
        /// Its place in the list.
        pairing: usize,
    },
    /// A game or a note belongs to a pairing that is not there.
    NoSuchPairing {
        /// The place in the list that it names.
        pairing: usize,
    },
    /// A game is wrong.
    Game {
        /// Its pairing's place in the list.
        pairing: usize,
        /// Its number in the pairing.
        game: u32,
        /// What is wrong with it.
        what: GameFault,
    },
}

/// What is wrong with a stored game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameFault {
    /// Its row counts the players otherwise than 0 and 1.
    Row,
    /// It cannot be read.
    Text(TextError),
    /// Its handicap cannot stand.
    Setup(SetupError),
    /// It is played on another board than the tournament.
    Size(u8),
    /// It cannot have been played.
    Replay(ReplayError),
    /// A seat cannot have heard what it heard.
    Hearing(HearingError),
    /// It does not end as its row says.
    Result {
        /// What the row says.
        told: String,
        /// What the referee finds.
        found: String,
    },
}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StudyError::NoSuchPlayer { pairing } => {
                write!(f, "pairing {} names a player who is not there", pairing + 1)
            }
            StudyError::NoSuchPairing { pairing } => {
                write!(f, "there is no pairing {}, but the results speak of it", pairing + 1)
            }
            StudyError::Game { pairing, game, what } => {
                write!(f, "game {} of pairing {}: {what}", game + 1, pairing + 1)
            }
        }
    }
}

impl std::error::Error for StudyError {}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameFault::Row => f.write_str("its players are not counted 0 and 1"),
            GameFault::Text(error) => error.fmt(f),
            GameFault::Setup(error) => error.fmt(f),
            GameFault::Size(lines) => write!(f, "it is played on {lines}x{lines}"),
            GameFault::Replay(error) => write!(f, "it cannot have been played: {error}"),
            GameFault::Hearing(error) => write!(f, "the referee contradicts himself: {error}"),
            GameFault::Result { told, found } => {
                write!(f, "it ends in {found}, but is written down as {told}")
            }
        }
    }
}

impl Study {
    /// Studies a tournament: takes every game through the referee and counts.
    pub fn of(results: &Results) -> Result<Study, StudyError> {
        let mut count = Count::new(results)?;
        for game in &results.games {
            count.add(game)?;
        }
        for (pairing, why) in &results.ended {
            let ended = count.pairings.get_mut(*pairing);
            ended.ok_or(StudyError::NoSuchPairing { pairing: *pairing })?.ended = Some(why.clone());
        }
        Ok(count.finish(results.voids.clone()))
    }

    /// The players from first to last.
    pub fn standing(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        // In a tournament where not all meet all, the rating is the better measure.
        let strength = |player: &usize| match self.players[*player].rating {
            Some(rating) => rating.elo,
            None => self.players[*player].total().interval().rate,
        };
        order.sort_by(|one, two| strength(two).total_cmp(&strength(one)));
        order
    }

    /// What the tables call a player; the word goes with those who are told the truth.
    pub fn name(&self, player: usize) -> String {
        let entrant = &self.conditions.entrants[player];
        let word = if entrant.sighted { " (sighted)" } else { "" };
        format!("{}{word}", entrant.name)
    }

    /// The komi, if the rules can be read.
    pub fn komi(&self) -> Option<Komi> {
        self.conditions.rules.parse::<RefereeRules>().ok().map(|rules| rules.komi)
    }

    /// The chance that two equally strong players differ so much, by Holm corrected for all who
    /// met; `None` if these two have not.
    pub fn chance(&self, player: usize, other: usize) -> Option<f64> {
        let met =
            |(two, _): &&([usize; 2], f64)| *two == [player, other] || *two == [other, player];
        self.chances.iter().find(met).map(|(_, chance)| *chance)
    }

    /// Are two players surely not equally strong, at 5%?
    pub fn is_sure(&self, player: usize, other: usize) -> bool {
        self.chance(player, other).is_some_and(|chance| chance < 0.05)
    }

    /// The pairings that ended before their last game, in words.
    pub fn ended_words(&self) -> Vec<String> {
        let words = |pairing: &PairingStudy| {
            let [first, second] = pairing.players.map(|player| self.name(player));
            let (games, wanted) = (pairing.tally.games(), pairing.wanted);
            let why = pairing.ended.as_ref()?;
            Some(format!("{first} against {second}, after {games} of {wanted} games: {why}"))
        };
        self.pairings.iter().filter_map(words).collect()
    }

    /// Black's tally over all games.
    pub fn black(&self) -> Tally {
        let tallies = self.players.iter().map(|player| player.tally.black);
        tallies.fold(Tally::default(), |sum, tally| sum.plus(&tally))
    }

    /// All refused tries.
    pub fn refusals(&self) -> Refusals {
        let all = self.players.iter().map(|player| player.refusals);
        all.fold(Refusals::default(), |sum, refusals| sum.plus(&refusals))
    }

    /// Black's lead in each counted game.
    pub fn black_leads(&self) -> Vec<f64> {
        self.games.iter().filter_map(|game| game.row.lead).collect()
    }

    /// The lengths of the games, in moves.
    pub fn lengths(&self) -> Vec<f64> {
        self.games.iter().map(|game| f64::from(game.moves())).collect()
    }

    /// What a player scored against another: all their pairings together.
    pub fn encounter(&self, player: usize, other: usize) -> Tally {
        self.pairings.iter().fold(Tally::default(), |sum, pairing| match pairing.players {
            met if met == [player, other] => sum.plus(&pairing.tally),
            met if met == [other, player] => sum.plus(&pairing.tally.reversed()),
            _ => sum,
        })
    }
}

/// A study under way.
struct Count<'a> {
    conditions: &'a Conditions,
    players: Vec<PlayerStudy>,
    /// For each player and number of moves, the share he knew in each game.
    shares: Vec<Vec<Vec<f64>>>,
    pairings: Vec<PairingStudy>,
    games: Vec<GameStudy>,
}

impl<'a> Count<'a> {
    fn new(results: &'a Results) -> Result<Count<'a>, StudyError> {
        let conditions = &results.conditions;
        let count = conditions.entrants.len();
        let nobody = PlayerStudy {
            rating: None,
            tally: ByColor::default(),
            forfeits: 0,
            leads: Vec::new(),
            moves: 0,
            seconds: 0.0,
            playouts: 0,
            refusals: Refusals::default(),
            knowing: Vec::new(),
        };
        let mut pairings = Vec::new();
        for (index, pairing) in conditions.pairings.iter().enumerate() {
            let players = pairing.players;
            if players.iter().any(|player| *player >= count) {
                return Err(StudyError::NoSuchPlayer { pairing: index });
            }
            let (wanted, tally) = (pairing.games, Tally::default());
            pairings.push(PairingStudy {
                players,
                wanted,
                tally,
                pairs: Pairs::default(),
                ended: None,
            });
        }
        Ok(Count {
            conditions,
            players: vec![nobody; count],
            shares: vec![Vec::new(); count],
            pairings,
            games: Vec::new(),
        })
    }

    fn add(&mut self, game: &StoredGame) -> Result<(), StudyError> {
        let pairing = game.pairing;
        let fail = |what| StudyError::Game { pairing, game: game.row.game, what };
        let met = self.pairings.get_mut(pairing).ok_or(StudyError::NoSuchPairing { pairing })?;
        let row = &game.row;
        if row.black > 1 || row.winner.is_some_and(|winner| winner > 1) {
            return Err(fail(GameFault::Row));
        }
        met.tally.add(0, row.winner);
        let sides = ByColor { black: row.black, white: 1 - row.black };
        let players = sides.map(|side| met.players[side]);
        let film = film(self.conditions, game).map_err(fail)?;
        for color in Color::BOTH {
            self.count_row(players[color], sides[color], color, row);
            self.count_sights(players[color], color, &film.sights);
        }
        for &(color, reason) in &film.refused {
            self.players[players[color]].refusals.add(reason);
        }
        let color_of = |side| if side == row.black { Color::Black } else { Color::White };
        let winner = row.winner.map(color_of);
        self.games.push(GameStudy { pairing, players, winner, row: row.clone(), film: film.text });
        Ok(())
    }

    fn count_row(&mut self, player: usize, side: usize, color: Color, row: &GameRow) {
        let study = &mut self.players[player];
        study.tally[color].add(side, row.winner);
        study.forfeits += u32::from(row.forfeit && row.winner == Some(1 - side));
        study.leads.extend(row.lead.map(|lead| if color == Color::Black { lead } else { -lead }));
        study.moves += u64::from(row.moves[side]);
        study.seconds += row.seconds[side];
        study.playouts += row.playouts[side];
    }

    fn count_sights(&mut self, player: usize, color: Color, sights: &[ByColor<Sight>]) {
        let shares = &mut self.shares[player];
        if shares.len() < sights.len() {
            shares.resize(sights.len(), Vec::new());
        }
        for (place, sight) in shares.iter_mut().zip(sights) {
            let Sight { stones, known } = sight[color];
            if stones > 0 {
                place.push(f64::from(known) / f64::from(stones));
            }
        }
    }

    fn finish(mut self, voids: Vec<String>) -> Study {
        for (player, shares) in self.shares.iter().enumerate() {
            let study = &mut self.players[player];
            if !self.conditions.entrants[player].sighted {
                study.knowing = knowing(shares, study.total().games());
            }
        }
        for (index, pairing) in self.pairings.iter_mut().enumerate() {
            let games = self.games.iter().filter(|game| game.pairing == index);
            let rows: Vec<GameRow> = games.map(|game| game.row.clone()).collect();
            pairing.pairs = Pairs::of(&rows);
        }
        let mut study = Study {
            conditions: self.conditions.clone(),
            players: self.players,
            pairings: self.pairings,
            games: self.games,
            voids,
            unrated: None,
            chances: Vec::new(),
        };
        study.rate();
        study
    }
}

impl Study {
    /// Ratings, and how sure it is of each two that they differ.
    fn rate(&mut self) {
        let players = self.players.len();
        let mut met = Vec::new();
        for first in 0..players {
            for second in first + 1..players {
                let tally = self.encounter(first, second);
                if tally.games() > 0 {
                    let (points, games) = (tally.points(), tally.games());
                    met.push(Encounter { players: [first, second], points, games });
                }
            }
        }
        match ratings(players, &met) {
            Ok(all) => {
                for (player, rating) in self.players.iter_mut().zip(all) {
                    player.rating = Some(rating);
                }
            }
            Err(error) => self.unrated = Some(error.to_string()),
        }
        let chances: Vec<f64> = met.iter().map(|two| p_even(two.points, two.games)).collect();
        let two = met.iter().map(|two| two.players);
        self.chances = two.zip(holm(&chances)).collect();
    }
}

/// Takes a stored game through the referee, and checks that it ends as it is said to.
fn film(conditions: &Conditions, stored: &StoredGame) -> Result<Film, GameFault> {
    let game: Transcript = from_text(&stored.game).map_err(GameFault::Text)?;
    if game.size.get() != conditions.size {
        return Err(GameFault::Size(game.size.get()));
    }
    let mut camera = Camera::new(&game).map_err(GameFault::Setup)?;
    let mut turns = game.turns.iter();
    let record = replay(&game, |step| {
        if let Some(turn) = turns.next() {
            camera.watch(&step, turn.color, turn.end);
        }
    })
    .map_err(GameFault::Replay)?;
    if let Some(error) = camera.fault {
        return Err(GameFault::Hearing(error));
    }
    let (told, found) = (stored.row.result.clone(), record.outcome().to_string());
    if told == found { Ok(camera.develop()) } else { Err(GameFault::Result { told, found }) }
}

/// The mean and the middle half for each number of moves, as long as at least a third of the
/// player's games go on: past that, only unusual games are left.
fn knowing(shares: &[Vec<f64>], games: u32) -> Vec<Knowing> {
    let enough = (games as usize).div_ceil(3).max(1);
    let places = shares.iter().enumerate();
    let lasting = places
        .skip_while(|(_, shares)| shares.len() < enough)
        .take_while(|(_, shares)| shares.len() >= enough);
    lasting
        .filter_map(|(index, shares)| {
            let Spread { n: games, mean, q1: low, q3: high, .. } = Spread::of(shares)?;
            Some(Knowing { moves: index + 1, games, mean, low, high })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]
    use super::super::{html, markdown};
    use super::*;
    use crate::{Entrant, Pairing};

    const NAME: &str = "</script><script>alert(1)</script>|`x`";

    fn row(game: u32, black: usize, result: &str, winner: usize, moves: [u32; 2]) -> GameRow {
        let (seed, refused, seconds, playouts) = (7, [0, 0], [1.0, 2.0], [10, 0]);
        let (result, winner, lead) = (result.to_owned(), Some(winner), None);
        let (forfeit, fault) = (false, None);
        #[rustfmt::skip]
        let row = GameRow { game, black, seed, result, winner, lead, forfeit, fault, moves, refused, seconds, playouts };
        row
    }

    fn results() -> Results {
        let entrant = |name: &str, sighted| Entrant {
            name: name.to_owned(),
            spec: "random".to_owned(),
            sighted,
        };
        let game = |row, text: &str| StoredGame { pairing: 0, row, game: text.to_owned() };
        Results {
            conditions: Conditions {
                title: "A <b>test</b>".to_owned(),
                rules: "borsboom".to_owned(),
                size: 5,
                time: "no clock".to_owned(),
                seed: 7,
                version: "0".to_owned(),
                machine: "here".to_owned(),
                sprt: None,
                entrants: vec![entrant(NAME, false), entrant("eyes", true)],
                pairings: vec![Pairing { players: [0, 1], games: 4 }],
            },
            games: vec![
                game(
                    row(0, 0, "W+R", 1, [2, 1]),
                    "# size 5\n# result W+R\nb C3\nw (C3) C2\nb (C2) D2\nw C4\nb resign",
                ),
                game(row(1, 1, "W+R", 0, [1, 1]), "# size 5\n# result W+R\nb B2\nw D4\nb resign"),
            ],
            voids: vec!["game 3: <i>the engine</i> died".to_owned()],
            ended: vec![(0, "decided".to_owned())],
        }
    }

    #[test]
    fn everything_is_counted_for_whom_it_belongs_to() {
        let study = Study::of(&results()).unwrap();
        let [first, second] = [&study.players[0], &study.players[1]];
        assert_eq!((first.total().wins, first.total().losses), (1, 1));
        assert_eq!((first.tally.white.wins, second.tally.white.wins), (1, 1));
        assert_eq!((first.moves, second.moves, first.playouts), (3, 2, 20));
        assert_eq!(first.refusals.of(Refusal::OpponentStone), 1);
        assert_eq!(study.refusals().all(), 2);
        assert_eq!(study.refusals().not_their_stone().rate, 0.0);
        assert_eq!(study.black().points(), 0.0);
        assert_eq!(study.pairings[0].pairs.counts, [0, 0, 1, 0, 0]);
        assert_eq!(study.chance(1, 0), Some(1.0));
        // After four moves the first player, Black, knows one of two white stones; nobody counts
        // what the sighted one knows.
        assert_eq!(first.knowing.iter().find(|at| at.moves == 4).unwrap().mean, 0.5);
        assert!(second.knowing.is_empty());
        assert_eq!(study.name(1), "eyes (sighted)");
    }

    #[test]
    fn both_reports_say_it_and_no_name_is_more_than_a_name() {
        let study = Study::of(&results()).unwrap();
        let (page, text) = (html(&study), markdown(&study));
        for part in ["after 2 of 4 games: decided", "kage tournament FILE.toml", "sighted"] {
            assert!(page.contains(part) && text.contains(part), "{part}");
        }
        assert_eq!(page.matches("<script").count(), 3, "the data, the films and the script");
        assert_eq!(page.matches("</script").count(), 3);
        for part in ["<b>test", "<i>the"] {
            assert!(!page.contains(part) && !text.contains(part), "{part}");
        }
        assert!(!page.contains("NaN"));
    }

    #[test]
    fn a_tournament_without_games_has_its_reports() {
        let mut results = results();
        results.games.clear();
        let study = Study::of(&results).unwrap();
        assert!(html(&study).contains("There are no games yet"));
        assert!(!html(&study).contains("NaN") && !markdown(&study).contains("NaN"));
    }

    #[test]
    fn results_that_contradict_themselves_are_refused() {
        let broken = |change: &dyn Fn(&mut Results)| {
            let mut results = results();
            change(&mut results);
            Study::of(&results).unwrap_err().to_string()
        };
        let cases = [
            (broken(&|r| r.games[1].pairing = 3), "there is no pairing 4"),
            (broken(&|r| r.ended[0].0 = 3), "there is no pairing 4"),
            (broken(&|r| r.conditions.pairings[0].players[1] = 2), "pairing 1 names a player"),
            (broken(&|r| r.games[1].row.black = 2), "game 2 of pairing 1: its players"),
            (broken(&|r| r.games[1].row.result = "B+R".into()), "it ends in W+R, but is written"),
            (broken(&|r| r.games[0].game = "b X".into()), "game 1 of pairing 1: line 1"),
            (broken(&|r| r.conditions.size = 9), "game 1 of pairing 1: it is played on 5x5"),
            (
                broken(&|r| r.games[0].game = "# size 5\nb (C3) C3".into()),
                "it cannot have been played: move 1",
            ),
        ];
        for (said, expected) in cases {
            assert!(said.contains(expected), "{said}");
        }
    }
}
