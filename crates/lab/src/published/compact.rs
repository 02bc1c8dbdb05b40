//! Results without games.

use crate::Reproduction;
use kage_arena::{GameRow, WinDrawLoss};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// The first line of every file.
const HEADER: &str = "# kage results 2";

/// A game's result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CompactGame {
    /// The pairing, by its place.
    pub pairing: usize,
    /// Its number in the pairing, from 0: even numbers have the first player as Black.
    pub game: u32,
    /// Who won, 0 or 1; none of them in a draw.
    pub winner: Option<usize>,
    /// The moves of both.
    pub moves: u32,
    /// How long both thought.
    pub seconds: f64,
    /// The first player's lead in points, where the source has one and the game was counted.
    pub lead: Option<f64>,
}

impl CompactGame {
    /// The result of a game of a pairing.
    pub fn of(pairing: usize, row: &GameRow) -> CompactGame {
        CompactGame {
            pairing,
            game: row.game,
            winner: row.winner,
            moves: row.moves.iter().sum(),
            seconds: row.seconds.iter().sum(),
            lead: None,
        }
    }

    /// The same with the lead of the first player.
    #[must_use]
    pub fn with_lead(self, row: &GameRow) -> CompactGame {
        let lead = row.lead.map(|black| if row.black == 0 { black } else { -black });
        CompactGame { lead, ..self }
    }

    fn read(line: &str) -> Option<CompactGame> {
        let mut cells = line.split('\t');
        let mut next = || cells.next();
        let pairing = next()?.parse().ok()?;
        let game = next()?.parse().ok()?;
        let winner = match next()? {
            "=" => None,
            "1" => Some(0),
            "2" => Some(1),
            _ => return None,
        };
        let (moves, seconds) = (next()?.parse().ok()?, next()?.parse().ok()?);
        let lead = match next() {
            Some(lead) => Some(lead.parse().ok().filter(|lead: &f64| lead.is_finite())?),
            None => None,
        };
        next().is_none().then_some(CompactGame { pairing, game, winner, moves, seconds, lead })
    }
}

impl fmt::Display for CompactGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CompactGame { pairing, game, winner, moves, seconds, lead } = self;
        let winner = winner.map_or("=", |side| if side == 0 { "1" } else { "2" });
        write!(f, "{pairing}\t{game}\t{winner}\t{moves}\t{seconds:.1}")?;
        lead.map_or(Ok(()), |lead| write!(f, "\t{lead}"))
    }
}

/// Where and when games were played, and by which players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// How many games the file has before those played here.
    pub after: usize,
    /// The day, as in 2007-08-31.
    pub date: String,
    /// Which players they are: a [`Fingerprint`](crate::Fingerprint), as text.
    pub players: String,
    /// The version of Kage and the machine, in words.
    pub machine: String,
}

impl Origin {
    /// Are the players, the machine and the day the same?
    pub fn is_like(&self, other: &Origin) -> bool {
        let Origin { after, .. } = *other;
        Origin { after, ..self.clone() } == *other
    }

    fn read(cells: &str) -> Option<Origin> {
        let mut cells = cells.split('\t');
        let mut next = || cells.next();
        let date = next()?.to_owned();
        let after = next()?.strip_prefix("after ")?.parse().ok()?;
        let players = next()?.strip_prefix("players ")?.to_owned();
        let machine = next()?.to_owned();
        next().is_none().then_some(Origin { after, date, players, machine })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Origin { after, date, players, machine } = self;
        write!(f, "# played\t{date}\tafter {after}\tplayers {players}\t{machine}")
    }
}

/// What cannot be read, or does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompactError {
    /// The text does not begin as results do.
    Header,
    /// A line cannot be read: its number, from 1, and the line.
    Line(usize, String),
    /// The results are of other terms: what they have, and what is wanted.
    Terms {
        /// The line of the file.
        found: String,
        /// The line that the experiment has now.
        wanted: String,
    },
}

impl fmt::Display for CompactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompactError::Header => write!(f, "the file does not begin with `{HEADER}`"),
            CompactError::Line(number, line) => {
                write!(f, "line {number} is no result, or not in its place: `{line}`")
            }
            CompactError::Terms { found, wanted } => write!(
                f,
                "the results are of other terms: they have `{found}`, and the experiment has `{wanted}`. Move the file away to begin anew"
            ),
        }
    }
}

impl std::error::Error for CompactError {}

/// The results of an experiment at one scale.
#[derive(Clone, PartialEq, Debug)]
pub struct CompactResults {
    /// The lines that say what was played: experiment, rules, seed, players.
    pub terms: Vec<String>,
    /// Where the games were played, and by which players, the newest last.
    pub origins: Vec<Origin>,
    /// The games, in the order in which they were played.
    pub games: Vec<CompactGame>,
}

impl CompactResults {
    /// No games yet.
    pub fn new(reproduction: &Reproduction) -> CompactResults {
        let conditions = &reproduction.tournament.conditions;
        let mut terms = vec![
            format!("experiment\t{}", conditions.title),
            format!("rules\t{}", conditions.rules),
            format!("seed\t{}", conditions.seed),
        ];
        let player =
            |entrant: &kage_arena::Entrant| format!("player\t{}\t{}", entrant.name, entrant.spec);
        terms.extend(conditions.entrants.iter().map(player));
        CompactResults { terms, origins: Vec::new(), games: Vec::new() }
    }

    /// Reads results. A last line that was cut off is left out: its game is played again.
    pub fn read(text: &str) -> Result<CompactResults, CompactError> {
        let mut lines = (1..).zip(text.split_inclusive('\n'));
        if lines.next().is_none_or(|(_, line)| line.trim_end() != HEADER) {
            return Err(CompactError::Header);
        }
        let (terms, origins, games) = (Vec::new(), Vec::new(), Vec::new());
        let mut results = CompactResults { terms, origins, games };
        for (number, line) in lines.filter(|(_, line)| line.ends_with('\n')) {
            let line = line.trim_end();
            let wrong = || CompactError::Line(number, line.to_owned());
            if let Some(origin) = line.strip_prefix("# played\t") {
                let origin = Origin::read(origin);
                let fits = origin.filter(|origin| origin.after == results.games.len());
                results.origins.push(fits.ok_or_else(wrong)?);
            } else if let Some(terms) = line.strip_prefix("# ") {
                results.terms.push(terms.to_owned());
            } else {
                results.games.push(CompactGame::read(line).ok_or_else(wrong)?);
            }
        }
        Ok(results)
    }

    /// Are these results of the same terms?
    pub fn check(&self, wanted: &CompactResults) -> Result<(), CompactError> {
        let differs = (0..self.terms.len().max(wanted.terms.len())).find_map(|place| {
            let [found, wanted] =
                [self, wanted].map(|results| results.terms.get(place).cloned().unwrap_or_default());
            (found != wanted).then_some(CompactError::Terms { found, wanted })
        });
        differs.map_or(Ok(()), Err)
    }

    /// The lowest number of a game that a pairing has not played yet, without those left `out`.
    pub fn next_game(&self, pairing: usize, out: &BTreeSet<u32>) -> u32 {
        let played: BTreeSet<u32> = self.of(pairing).map(|game| game.game).collect();
        let mut open = (0..).filter(|game| !played.contains(game) && !out.contains(game));
        open.next().unwrap_or(u32::MAX)
    }

    fn of(&self, pairing: usize) -> impl Iterator<Item = &CompactGame> {
        self.games.iter().filter(move |game| game.pairing == pairing)
    }

    /// The first player's wins, draws and losses in a pairing.
    pub fn tally(&self, pairing: usize) -> WinDrawLoss {
        self.tally_of_first(pairing, u32::MAX)
    }

    /// The same over the games with the numbers below `games`.
    pub fn tally_of_first(&self, pairing: usize, games: u32) -> WinDrawLoss {
        let count = |winner: Option<usize>| {
            let those = self.of(pairing).filter(|game| game.game < games);
            those.filter(|game| game.winner == winner).count() as u32
        };
        WinDrawLoss { wins: count(Some(0)), draws: count(None), losses: count(Some(1)) }
    }

    /// The leads of the first player in the games of a pairing that have one.
    pub fn leads(&self, pairing: usize) -> Vec<f64> {
        self.of(pairing).filter_map(|game| game.lead).collect()
    }

    /// How long a game of a pairing takes in the mean, in hours.
    pub fn hours_a_game(&self, pairing: usize) -> Option<f64> {
        let seconds: Vec<f64> = self.of(pairing).map(|game| game.seconds).collect();
        let sum: f64 = seconds.iter().sum();
        (!seconds.is_empty()).then(|| sum / seconds.len() as f64 / 3600.0)
    }

    /// How long all games took, in hours.
    pub fn hours(&self) -> f64 {
        self.games.iter().map(|game| game.seconds).sum::<f64>() / 3600.0
    }
}

impl fmt::Display for CompactResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{HEADER}\n");
        for terms in &self.terms {
            writeln!(text, "# {terms}")?;
        }
        let mut origins = self.origins.iter().peekable();
        for (place, game) in self.games.iter().enumerate() {
            while let Some(origin) = origins.next_if(|origin| origin.after <= place) {
                writeln!(text, "{origin}")?;
            }
            writeln!(text, "{game}")?;
        }
        for origin in origins {
            writeln!(text, "{origin}")?;
        }
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results() -> CompactResults {
        let terms = vec!["experiment\tx, version 1: a test".to_owned(), "seed\t1".to_owned()];
        let origin = |after, players: &str| Origin {
            after,
            date: "2007-08-31".to_owned(),
            players: players.to_owned(),
            machine: "0.1.0 on a desk".to_owned(),
        };
        let game = |pairing, game, winner| CompactGame {
            pairing,
            game,
            winner,
            moves: 81,
            seconds: 1800.0,
            lead: (pairing == 1).then_some(-12.5),
        };
        let games =
            vec![game(0, 0, Some(0)), game(0, 1, Some(1)), game(0, 3, None), game(1, 0, Some(1))];
        CompactResults { terms, origins: vec![origin(0, "1f"), origin(3, "2e")], games }
    }

    #[test]
    fn a_lead_is_the_first_players() {
        let row = |black| GameRow {
            game: 3,
            black,
            seed: 1,
            result: "B+12.5".to_owned(),
            winner: Some(black),
            lead: Some(12.5),
            forfeit: false,
            fault: None,
            moves: [40, 41],
            refused: [0, 0],
            seconds: [1.0, 2.0],
            playouts: [0, 0],
        };
        let lead = |black| CompactGame::of(0, &row(black)).with_lead(&row(black)).lead;
        assert_eq!((lead(0), lead(1)), (Some(12.5), Some(-12.5)));
        assert_eq!(CompactGame::of(0, &row(0)).lead, None, "only where the source has one");
    }

    #[test]
    fn they_come_back_from_text() {
        let text = results().to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[3], "# played\t2007-08-31\tafter 0\tplayers 1f\t0.1.0 on a desk");
        assert_eq!(lines[7], "# played\t2007-08-31\tafter 3\tplayers 2e\t0.1.0 on a desk");
        assert_eq!(CompactResults::read(&text), Ok(results()));
        assert!(text.ends_with("1\t0\t2\t81\t1800.0\t-12.5\n"), "only this one has a lead: {text}");
        assert_eq!((results().leads(0), results().leads(1)), (vec![], vec![-12.5]));
        assert_eq!((results().hours_a_game(0), results().hours_a_game(2)), (Some(0.5), None));
        let mut cut = results();
        cut.games.pop();
        assert_eq!(
            CompactResults::read(&text[..text.len() - 1]),
            Ok(cut),
            "a line that was cut off"
        );
    }

    #[test]
    fn they_say_what_is_next() {
        let results = results();
        assert_eq!(
            [0, 1, 2].map(|pairing| results.next_game(pairing, &BTreeSet::new())),
            [2, 1, 0]
        );
        assert_eq!(results.next_game(0, &BTreeSet::from([2])), 4, "game 2 is left out");
        let WinDrawLoss { wins, draws, losses } = results.tally(0);
        assert_eq!((wins, draws, losses), (1, 1, 1));
        assert_eq!(results.tally_of_first(0, 2).games(), 2);
        assert!((results.hours() - 2.0).abs() < 1e-9);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(CompactResults::read("0\t0\t1\t9\t1.0\n"), Err(CompactError::Header));
        let line = CompactResults::read(&format!("{HEADER}\n0\t0\tx\t9\t1.0\n"));
        assert_eq!(line, Err(CompactError::Line(2, "0\t0\tx\t9\t1.0".to_owned())));
        let moved = results().to_string().replace("after 3", "after 2");
        assert!(matches!(CompactResults::read(&moved), Err(CompactError::Line(8, _))));
        let mut other = results();
        other.terms[1] = "seed\t2".to_owned();
        let (found, wanted) = ("seed\t1".to_owned(), "seed\t2".to_owned());
        assert_eq!(results().check(&other), Err(CompactError::Terms { found, wanted }));
        assert_eq!(results().check(&results()), Ok(()));
    }
}
