//! The report of a match: its data, stored after each game.

use crate::store_error::StoreError;
use crate::whole::write_whole;
use crate::wilson95;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// One game of a match.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct GameRow {
    /// Its number in the match, from 0.
    pub game: u32,
    /// Which of the two players had Black: 0 or 1.
    pub black: usize,
    /// The seed it was played with.
    pub seed: u64,
    /// The result, as in SGF.
    pub result: String,
    /// The winner, 0 or 1, if there is one.
    pub winner: Option<usize>,
    /// Black's lead in points, if the game was counted.
    pub lead: Option<f64>,
    /// Whether the loser forfeited.
    pub forfeit: bool,
    /// Why the loser forfeited, as text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fault: Option<String>,
    /// Moves of each player, by player.
    pub moves: [u32; 2],
    /// Refused tries of each player, by player.
    pub refused: [u32; 2],
    /// Seconds used, by player.
    pub seconds: [f64; 2],
    /// Playouts as reported, by player.
    #[serde(default)]
    pub playouts: [u64; 2],
}

impl GameRow {
    /// The loser, 0 or 1, if there is one.
    pub fn loser(&self) -> Option<usize> {
        self.winner.map(|winner| 1 - winner)
    }
}

/// One player's part of a match.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct PlayerRow {
    /// The player's name in the match.
    pub player: String,
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games won with Black.
    pub wins_as_black: u32,
    /// Games won with White.
    pub wins_as_white: u32,
    /// Points a game; a draw is half a point.
    pub rate: f64,
    /// The 95% interval of that.
    pub wilson95: [f64; 2],
    /// Mean lead in counted games.
    pub mean_score: f64,
    /// Refused tries a move.
    pub refused_per_move: f64,
    /// Seconds a move.
    pub seconds_per_move: f64,
    /// Games lost by forfeit.
    pub forfeits: u32,
    /// Games that were void because this player could not be started or reached, or panicked.
    pub voids: u32,
}

/// A match: its players, terms and games.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct MatchReport {
    /// The match as text: two runs with the same text are the same match.
    pub terms: String,
    /// The seed of the match.
    pub seed: u64,
    /// How many games are wanted.
    pub games_wanted: u32,
    /// The two players' rows.
    pub players: [PlayerRow; 2],
    /// Void games, as text.
    pub voids: Vec<String>,
    /// Why the match ended before its last game, as text, if a sequential test has decided it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub decided: Option<String>,
    /// The games, by number.
    pub games: Vec<GameRow>,
}

impl MatchReport {
    /// A match without games.
    pub fn new(terms: String, seed: u64, games_wanted: u32, players: [String; 2]) -> MatchReport {
        let players = players.map(|player| PlayerRow {
            player,
            wins: 0,
            losses: 0,
            draws: 0,
            wins_as_black: 0,
            wins_as_white: 0,
            rate: 0.5,
            wilson95: [0.0, 1.0],
            mean_score: 0.0,
            refused_per_move: 0.0,
            seconds_per_move: 0.0,
            forfeits: 0,
            voids: 0,
        });
        let (voids, games) = (Vec::new(), Vec::new());
        MatchReport { terms, seed, games_wanted, players, voids, decided: None, games }
    }

    /// Adds a game and counts all games again.
    pub fn add(&mut self, row: GameRow) {
        let place = self.games.partition_point(|game| game.game < row.game);
        self.games.insert(place, row);
        self.count();
    }

    /// Ends the match after its first games; later games do not count.
    pub(crate) fn end_after(&mut self, games: usize, reason: String) {
        self.games.retain(|row| (row.game as usize) < games);
        self.decided = Some(reason);
        self.count();
    }

    fn count(&mut self) {
        for (player, row) in self.players.iter_mut().enumerate() {
            count_player(player, row, &self.games);
        }
    }

    /// Reads the report of an earlier run of the same match; `None` if there is none.
    pub fn load(path: &Path, terms: &str) -> Result<Option<MatchReport>, StoreError> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::File(path.to_owned(), error)),
        };
        let report: MatchReport = serde_json::from_slice(&bytes)
            .map_err(|error| StoreError::NotAReport(path.to_owned(), error))?;
        if report.terms != terms {
            let (found, wanted) = (report.terms, terms.to_owned());
            return Err(StoreError::OtherMatch { path: path.to_owned(), found, wanted });
        }
        Ok(Some(report))
    }

    /// Writes the report atomically: if the program is killed, the file is this report or the last
    /// one.
    pub fn save(&self, path: &Path) -> Result<(), StoreError> {
        write_whole(path, self)
    }
}

fn count_player(player: usize, row: &mut PlayerRow, games: &[GameRow]) {
    let count = |test: &dyn Fn(&GameRow) -> bool| games.iter().filter(|g| test(g)).count() as u32;
    row.wins_as_black = count(&|g| g.winner == Some(player) && g.black == player);
    row.wins_as_white = count(&|g| g.winner == Some(player) && g.black != player);
    row.wins = row.wins_as_black + row.wins_as_white;
    row.draws = count(&|g| g.winner.is_none());
    row.losses = games.len() as u32 - row.wins - row.draws;
    row.forfeits = count(&|g| g.forfeit && g.winner == Some(1 - player));
    let interval = wilson95(f64::from(row.wins) + f64::from(row.draws) / 2.0, games.len() as u32);
    row.rate = interval.rate;
    row.wilson95 = [interval.low, interval.high];
    let leads = games
        .iter()
        .filter_map(|game| game.lead.map(|lead| if game.black == player { lead } else { -lead }));
    row.mean_score = mean(leads);
    let moves: u32 = games.iter().map(|game| game.moves[player]).sum();
    let refused: u32 = games.iter().map(|game| game.refused[player]).sum();
    let seconds: f64 = games.iter().map(|game| game.seconds[player]).sum();
    row.refused_per_move = f64::from(refused) / f64::from(moves.max(1));
    row.seconds_per_move = seconds / f64::from(moves.max(1));
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), v| (sum + v, count + 1));
    sum / f64::from(count.max(1))
}
