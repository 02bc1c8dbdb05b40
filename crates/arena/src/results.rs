//! A tournament as data: who played whom, on what terms, and every game.

use crate::GameRow;
use crate::tournament::Entry;
use serde::{Deserialize, Serialize};

/// One player of a tournament.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// What the tables call him.
    pub name: String,
    /// How he is seated: a spec, or a program after `gtp:`, `sau:` or `sighted:`.
    pub spec: String,
    /// Is he told the truth?
    pub sighted: bool,
}

/// Two players who meet.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Their places in the list of entrants.
    pub players: [usize; 2],
    /// How many games they are to play, at most.
    pub games: u32,
}

/// How a tournament is played, in full: with the same programs, it can be played again from this.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Its title.
    pub title: String,
    /// The rules in their text form, komi included.
    pub rules: String,
    /// Lines of the board.
    pub size: u8,
    /// The time a player has, in words.
    pub time: String,
    /// The seed of the tournament.
    pub seed: u64,
    /// The sequential test that ends its pairings, in words, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// The version of Kage that began it.
    pub version: String,
    /// The machine it began on, in words.
    pub machine: String,
    /// The players.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
}

/// A game of a tournament.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Which pairing, by its place in the list.
    pub pairing: usize,
    /// What came of it; players are counted 0 and 1 as in the pairing, games from 0 in it.
    pub row: GameRow,
    /// The whole game with its tries, in the text form of `kage-record`.
    pub game: String,
}

/// A tournament, as far as it has been played.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Results {
    /// How it is played.
    pub conditions: Conditions,
    /// The games, by pairing and number.
    pub games: Vec<StoredGame>,
    /// Void games that were played again, in words.
    pub voids: Vec<String>,
    /// Pairings that ended before their last game, each with the reason in words.
    pub ended: Vec<(usize, String)>,
}

impl Conditions {
    /// What keeps a tournament that began under these conditions from going on under others, a line
    /// each. More games are no hindrance, nor is another machine.
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

    /// All that must stay as it is, by name.
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

    /// What the tables call a player.
    pub fn name(&self, entrant: usize) -> &str {
        self.entrants.get(entrant).map_or("nobody", |entrant| &entrant.name)
    }

    /// A pairing in words.
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

    /// Why a pairing ended before its last game, if it did.
    pub fn why_ended(&self, pairing: usize) -> Option<&str> {
        let ended = self.ended.iter().find(|(ended, _)| *ended == pairing);
        ended.map(|(_, reason)| reason.as_str())
    }

    /// Has every pairing ended or all its games?
    pub fn finished(&self) -> bool {
        let pairings = self.conditions.pairings.iter().enumerate();
        let mut open = pairings.filter(|(place, pairing)| {
            let games = self.of_pairing(*place).len();
            self.why_ended(*place).is_none() && games < pairing.games as usize
        });
        open.next().is_none()
    }

    /// Takes in what a line of the store says. The error is in words.
    pub(crate) fn apply(&mut self, entry: Entry) -> Result<(), String> {
        match entry {
            Entry::Game(game) => self.add(game)?,
            Entry::Void(what) => self.voids.push(what),
            Entry::Ended { pairing, reason, games } => {
                self.ended.retain(|(ended, _)| *ended != pairing);
                self.ended.push((pairing, reason));
                if let Some(games) = games {
                    self.games.retain(|game| game.pairing != pairing || game.row.game < games);
                }
            }
            Entry::Reopened { pairing } => self.ended.retain(|(ended, _)| *ended != pairing),
        }
        Ok(())
    }

    fn add(&mut self, game: StoredGame) -> Result<(), String> {
        let key = |game: &StoredGame| (game.pairing, game.row.game);
        let (pairing, number) = key(&game);
        if pairing >= self.conditions.pairings.len() {
            return Err(format!("there is no pairing {}", pairing + 1));
        }
        let place = self.games.partition_point(|before| key(before) < key(&game));
        if self.games.get(place).is_some_and(|there| key(there) == key(&game)) {
            return Err(format!("game {number} of pairing {} is there twice", pairing + 1));
        }
        self.games.insert(place, game);
        Ok(())
    }
}
