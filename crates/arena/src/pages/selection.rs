//! Which games of a tournament the page has a replay of.
//!
//! A replay takes some 3 kB of the page, so a page with tens of thousands of games would be slow to open.

use crate::{GameRow, StoredGame};

/// The number of replays in a page that does not have all.
const WORTH_SEEING: usize = 200;

/// Which games a page can replay.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Replays {
    /// Two hundred games at most: forfeits, and the closest, the longest and the shortest games.
    #[default]
    WorthSeeing,
    /// Every game.
    All,
}

/// Whether each game has a replay.
pub(super) fn select(games: &[StoredGame], replays: Replays) -> Vec<bool> {
    match replays {
        Replays::All => vec![true; games.len()],
        Replays::WorthSeeing => worth_seeing(games, WORTH_SEEING),
    }
}

/// The games worth seeing, at most so many. Each list has its best game taken in turn; the first list is
/// the forfeits, which end.
fn worth_seeing(games: &[StoredGame], most: usize) -> Vec<bool> {
    let length = |row: &GameRow| f64::from(row.moves[0] + row.moves[1]);
    let mut lists = [
        ranked(games, |row| row.fault.is_some().then_some(0.0)),
        ranked(games, |row| row.lead.map(f64::abs)),
        ranked(games, |row| Some(-length(row))),
        ranked(games, |row| Some(length(row))),
    ]
    .map(Vec::into_iter);
    let (mut chosen, mut left) = (vec![false; games.len()], most.min(games.len()));
    while left > 0 {
        for list in &mut lists {
            let next = list.find(|&place| !chosen[place]);
            if let Some(place) = next.filter(|_| left > 0) {
                chosen[place] = true;
                left -= 1;
            }
        }
    }
    chosen
}

/// The places of the games that have a value, the smallest value first.
fn ranked(games: &[StoredGame], value: impl Fn(&GameRow) -> Option<f64>) -> Vec<usize> {
    let values = games.iter().enumerate().map(|(place, game)| (place, value(&game.row)));
    let mut ranked: Vec<(usize, f64)> =
        values.filter_map(|(place, value)| Some((place, value?))).collect();
    ranked.sort_by(|one, other| one.1.total_cmp(&other.1));
    ranked.into_iter().map(|(place, _)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(lead: Option<f64>, moves: u32, fault: bool) -> StoredGame {
        let row = GameRow {
            game: 0,
            black: 0,
            seed: 0,
            result: String::new(),
            winner: Some(0),
            lead,
            forfeit: fault,
            fault: fault.then(|| "it crashed".to_owned()),
            moves: [moves, 0],
            refused: [0; 2],
            seconds: [0.0; 2],
            playouts: [0; 2],
        };
        StoredGame { pairing: 0, row, game: String::new() }
    }

    #[test]
    fn forfeits_close_long_and_short_games_are_chosen() {
        let mut games = vec![game(Some(30.0), 50, false); 10];
        games[3] = game(None, 50, true);
        games[5] = game(Some(-0.5), 50, false);
        games[7] = game(Some(20.0), 99, false);
        games[9] = game(Some(20.0), 5, false);
        let places = |most| {
            let chosen = worth_seeing(&games, most).into_iter().enumerate();
            chosen.filter_map(|(place, yes)| yes.then_some(place)).collect::<Vec<_>>()
        };
        assert_eq!(places(4), [3, 5, 7, 9]);
        assert_eq!(places(2), [3, 5]);
        assert_eq!(places(7).len(), 7);
        assert_eq!(places(500).len(), 10);
        assert!(worth_seeing(&[], 200).is_empty());
    }
}
