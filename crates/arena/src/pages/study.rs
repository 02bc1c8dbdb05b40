//! Everything a report shows of a tournament, counted once.
//!
//! | file | what it has |
//! |---|---|
//! | `study/builder` | replays the games and counts |
//! | `study/player` | [`PlayerStudy`] |
//! | `study/error` | [`StudyError`] |

mod builder;
mod error;
mod player;

pub use error::{GameFault, StudyError};
pub use player::{KnownShare, PlayerStudy, Refusals};

use super::selection::{Replays, select};
use crate::{Conditions, GameRow, Pairs, Results, WinDrawLoss};
use builder::StudyBuilder;
use kage_goban::{ByColor, Color, Komi};
use kage_phantom::RefereeRules;

/// What a tournament shows of two players that met.
#[derive(Clone, PartialEq, Debug)]
pub struct PairingStudy {
    /// Their places in the list of entrants.
    pub players: [usize; 2],
    /// How many games they play, at most.
    pub wanted: u32,
    /// The first player's tally.
    pub tally: WinDrawLoss,
    /// Their games in pairs of one seed, by the first player's points.
    pub pairs: Pairs,
    /// Why the pairing ended before the last game, if it did.
    pub ended: Option<String>,
}

/// A game of the tournament, ready to be shown.
#[derive(Clone, PartialEq, Debug)]
pub struct GameStudy {
    /// Which pairing, by its place in the list.
    pub pairing: usize,
    /// The players, by their places in the list of entrants.
    pub players: ByColor<usize>,
    /// The winner, if there is one.
    pub winner: Option<Color>,
    /// Its row, as it was stored.
    pub row: GameRow,
    /// The data of its replay, if the page has one of it.
    pub(super) replay: Option<String>,
}

impl GameStudy {
    /// Moves of both sides.
    pub const fn moves(&self) -> u32 {
        self.row.moves[0] + self.row.moves[1]
    }
}

/// A tournament with everything its reports show.
#[derive(Clone, PartialEq, Debug)]
pub struct Study {
    /// The conditions.
    pub conditions: Conditions,
    /// The players, in the order of the entrants.
    pub players: Vec<PlayerStudy>,
    /// The pairings, in their order.
    pub pairings: Vec<PairingStudy>,
    /// The games, in the order of the results.
    pub games: Vec<GameStudy>,
    /// Void games that were played again, as text.
    pub voids: Vec<String>,
    /// Who forfeited which game and why, as text.
    pub forfeits: Vec<String>,
    /// Why there are no ratings, if there are none.
    pub unrated: Option<String>,
    /// For each two players that met: the chance that equal players differ so much, corrected for all
    /// of them.
    chances: Vec<([usize; 2], f64)>,
}

impl Study {
    /// Replays every game through the referee, and counts.
    pub fn of(results: &Results, replays: Replays) -> Result<Study, StudyError> {
        let mut count = StudyBuilder::new(results)?;
        for (game, shown) in results.games.iter().zip(select(&results.games, replays)) {
            count.add(game, shown)?;
        }
        for (pairing, why) in &results.ended {
            let ended = count.pairings.get_mut(*pairing);
            ended.ok_or(StudyError::NoSuchPairing { pairing: *pairing })?.ended = Some(why.clone());
        }
        Ok(count.finish(results))
    }

    /// The games that the page can replay, with their numbers, from 1.
    pub(super) fn replays(&self) -> impl Iterator<Item = (usize, &GameStudy, &str)> {
        let games = self.games.iter().enumerate();
        games.filter_map(|(place, game)| Some((place + 1, game, game.replay.as_deref()?)))
    }

    /// The players from first to last.
    pub fn standing(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        // Where not all players meet, the rating is the better measure.
        let strength = |player: &usize| match self.players[*player].rating {
            Some(rating) => rating.elo,
            None => self.players[*player].total().interval().rate,
        };
        order.sort_by(|one, two| strength(two).total_cmp(&strength(one)));
        order
    }

    /// The name of a player in the tables, with `(sighted)` where it belongs.
    pub fn name(&self, player: usize) -> String {
        let entrant = &self.conditions.entrants[player];
        let word = if entrant.sighted { " (sighted)" } else { "" };
        format!("{}{word}", entrant.name)
    }

    /// The komi, if the rules can be read.
    pub fn komi(&self) -> Option<Komi> {
        self.conditions.rules.parse::<RefereeRules>().ok().map(|rules| rules.komi)
    }

    /// The chance that two equally strong players differ so much, corrected by Holm for all players
    /// that met; `None` if these two did not.
    pub fn chance(&self, player: usize, other: usize) -> Option<f64> {
        let met =
            |(two, _): &&([usize; 2], f64)| *two == [player, other] || *two == [other, player];
        self.chances.iter().find(met).map(|(_, chance)| *chance)
    }

    /// Whether two players differ significantly, at 5%.
    pub fn is_sure(&self, player: usize, other: usize) -> bool {
        self.chance(player, other).is_some_and(|chance| chance < 0.05)
    }

    /// The pairings that ended before their last game, as text.
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
    pub fn black(&self) -> WinDrawLoss {
        let tallies = self.players.iter().map(|player| player.tally.black);
        tallies.fold(WinDrawLoss::default(), |sum, tally| sum.plus(&tally))
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

    /// A player's games against another: all their pairings together.
    pub fn encounter(&self, player: usize, other: usize) -> WinDrawLoss {
        self.pairings.iter().fold(WinDrawLoss::default(), |sum, pairing| match pairing.players {
            met if met == [player, other] => sum.plus(&pairing.tally),
            met if met == [other, player] => sum.plus(&pairing.tally.reversed()),
            _ => sum,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]
    use super::super::{html, markdown};
    use super::*;
    use crate::{Entrant, Pairing, StoredGame};
    use kage_phantom::Refusal;

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
    fn everything_is_counted_for_the_right_player() {
        let study = Study::of(&results(), Replays::default()).unwrap();
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
    fn both_reports_have_it_and_names_are_escaped() {
        let study = Study::of(&results(), Replays::default()).unwrap();
        let (page, text) = (html(&study), markdown(&study));
        for part in ["after 2 of 4 games: decided", "kage tournament FILE.toml", "sighted"] {
            assert!(page.contains(part) && text.contains(part), "{part}");
        }
        assert_eq!(page.matches("<script").count(), 3, "the data, the replays and the script");
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
        let study = Study::of(&results, Replays::All).unwrap();
        assert!(html(&study).contains("There are no games yet"));
        assert!(!html(&study).contains("NaN") && !markdown(&study).contains("NaN"));
    }

    #[test]
    fn results_that_contradict_themselves_are_refused() {
        let broken = |change: &dyn Fn(&mut Results)| {
            let mut results = results();
            change(&mut results);
            Study::of(&results, Replays::All).unwrap_err().to_string()
        };
        let cases = [
            (broken(&|r| r.games[1].pairing = 3), "there is no pairing 4"),
            (broken(&|r| r.ended[0].0 = 3), "there is no pairing 4"),
            (broken(&|r| r.conditions.pairings[0].players[1] = 2), "pairing 1 names a player"),
            (broken(&|r| r.games[1].row.black = 2), "game 2 of pairing 1: its players"),
            (broken(&|r| r.games[1].row.result = "B+R".into()), "it ends in W+R, but is stored"),
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
