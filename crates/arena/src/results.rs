//! A tournament as data: the players, the pairings, the conditions, and every game.

use crate::GameRow;
use crate::store_error::EntryError;
use crate::tournament::LogEntry;
use serde::{Deserialize, Serialize};

/// One player of a tournament.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The name in the tables.
    pub name: String,
    /// The player's spec, or a program after `gtp:`, `sau:` or `sighted:`.
    pub spec: String,
    /// Whether the player sees the true position.
    pub sighted: bool,
}

/// Two players that meet.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Their places in the list of entrants.
    pub players: [usize; 2],
    /// How many games they play, at most.
    pub games: u32,
}

/// How a tournament is played, in full. With the same programs it can be repeated from this.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Its title.
    pub title: String,
    /// The rules in text form, komi included.
    pub rules: String,
    /// Lines of the board.
    pub size: u8,
    /// The time a player has, as text.
    pub time: String,
    /// The seed of the tournament.
    pub seed: u64,
    /// The sequential test that ends its pairings, as text, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// The version of Kage that started it.
    pub version: String,
    /// The machine it was started on, as text.
    pub machine: String,
    /// The players.
    pub entrants: Vec<Entrant>,
    /// The pairings.
    pub pairings: Vec<Pairing>,
}

/// A game of a tournament.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Which pairing, by its place in the list.
    pub pairing: usize,
    /// The result; players are 0 and 1 in the order of the pairing, games are counted from 0 in it.
    pub row: GameRow,
    /// The whole game with its tries, in the text form of `kage-record`.
    pub game: String,
}

/// The results of a tournament so far.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Results {
    /// How it is played.
    pub conditions: Conditions,
    /// The games, by pairing and number.
    pub games: Vec<StoredGame>,
    /// Void games that were played again, as text.
    pub voids: Vec<String>,
    /// Pairings that ended before their last game, each with the reason as text.
    pub ended: Vec<(usize, String)>,
}

impl Conditions {
    /// The differences that keep a tournament under these conditions from going on under others, a
    /// line each. More games or another machine are allowed.
    pub fn differences(&self, wanted: &Conditions) -> Vec<String> {
        let (begun, now) = (self.facts(), wanted.facts());
        let nothing = "nothing".to_owned();
        let mut all = Vec::new();
        for (what, before) in &begun {
            let after =
                now.iter().find(|(other, _)| other == what).map_or(&nothing, |fact| &fact.1);
            if before != after {
                all.push(format!("{what}: it began with {before}, wanted is {after}"));
            }
        }
        for (what, after) in &now {
            if !begun.iter().any(|(other, _)| other == what) {
                all.push(format!("{what}: it began with {nothing}, wanted is {after}"));
            }
        }
        for (place, (before, after)) in self.pairings.iter().zip(&wanted.pairings).enumerate() {
            if before.games > after.games {
                let (place, before, after) = (place + 1, before.games, after.games);
                all.push(format!(
                    "games of pairing {place}: it has room for {before}, wanted is {after}; it can \
                     only become longer"
                ));
            }
        }
        all
    }

    /// Everything that must not change, by name.
    fn facts(&self) -> Vec<(String, String)> {
        let fact = |what: &str, value: &dyn std::fmt::Display| (what.to_owned(), value.to_string());
        let mut all = vec![
            fact("title", &self.title),
            fact("rules", &self.rules),
            fact("size", &self.size),
            fact("time", &self.time),
            fact("seed", &self.seed),
            fact("sprt", &self.sprt.as_deref().unwrap_or("none")),
            fact("version of Kage", &self.version),
        ];
        for (place, entrant) in self.entrants.iter().enumerate() {
            let sighted = if entrant.sighted { " (sighted)" } else { "" };
            let value = format!("{} = {}{sighted}", entrant.name, entrant.spec);
            all.push((format!("player {}", place + 1), value));
        }
        for place in 0..self.pairings.len() {
            all.push((format!("pairing {}", place + 1), self.versus(place)));
        }
        all
    }

    /// The name of a player in the tables.
    pub fn name(&self, entrant: usize) -> &str {
        self.entrants.get(entrant).map_or("nobody", |entrant| &entrant.name)
    }

    /// A pairing as text.
    pub fn versus(&self, pairing: usize) -> String {
        let players = self.pairings.get(pairing).map(|pairing| pairing.players);
        let [first, second] = players.map_or(["nobody"; 2], |both| both.map(|one| self.name(one)));
        format!("{first} v {second}")
    }
}

impl Results {
    /// A tournament without games.
    pub fn new(conditions: Conditions) -> Results {
        Results { conditions, games: Vec::new(), voids: Vec::new(), ended: Vec::new() }
    }

    /// The games of a pairing, by number.
    pub fn of_pairing(&self, pairing: usize) -> &[StoredGame] {
        let start = self.games.partition_point(|game| game.pairing < pairing);
        let end = self.games.partition_point(|game| game.pairing <= pairing);
        &self.games[start..end]
    }

    /// The reason why a pairing ended before its last game, if it did.
    pub fn why_ended(&self, pairing: usize) -> Option<&str> {
        let ended = self.ended.iter().find(|(ended, _)| *ended == pairing);
        ended.map(|(_, reason)| reason.as_str())
    }

    /// Who forfeited a game and why, as text, if anybody did.
    pub fn forfeit(&self, game: &StoredGame) -> Option<String> {
        let why = game.row.fault.as_ref()?;
        let players = self.conditions.pairings.get(game.pairing)?.players;
        let loser = self.conditions.name(*players.get(game.row.loser()?)?);
        let versus = self.conditions.versus(game.pairing);
        Some(format!("{versus}, game {}: {loser} forfeits: {why}", game.row.game + 1))
    }

    /// Every forfeit with its reason, as text.
    pub fn forfeits(&self) -> Vec<String> {
        self.games.iter().filter_map(|game| self.forfeit(game)).collect()
    }

    /// Whether every pairing has ended or has all its games.
    pub fn finished(&self) -> bool {
        let pairings = self.conditions.pairings.iter().enumerate();
        let mut open = pairings.filter(|(place, pairing)| {
            let games = self.of_pairing(*place).len();
            self.why_ended(*place).is_none() && games < pairing.games as usize
        });
        open.next().is_none()
    }

    /// Adds what an entry of the store says.
    pub(crate) fn apply(&mut self, entry: LogEntry) -> Result<(), EntryError> {
        match entry {
            LogEntry::Game(game) => self.add(game)?,
            LogEntry::Void(what) => self.voids.push(what),
            LogEntry::Ended { pairing, reason, games } => {
                self.ended.retain(|(ended, _)| *ended != pairing);
                self.ended.push((pairing, reason));
                if let Some(games) = games {
                    self.games.retain(|game| game.pairing != pairing || game.row.game < games);
                }
            }
            LogEntry::Reopened { pairing } => self.ended.retain(|(ended, _)| *ended != pairing),
        }
        Ok(())
    }

    fn add(&mut self, game: StoredGame) -> Result<(), EntryError> {
        let key = |game: &StoredGame| (game.pairing, game.row.game);
        let pairing = game.pairing;
        if pairing >= self.conditions.pairings.len() {
            return Err(EntryError::NoSuchPairing(pairing));
        }
        let place = self.games.partition_point(|before| key(before) < key(&game));
        if self.games.get(place).is_some_and(|there| key(there) == key(&game)) {
            return Err(EntryError::Twice { pairing, game: game.row.game });
        }
        self.games.insert(place, game);
        Ok(())
    }
}
