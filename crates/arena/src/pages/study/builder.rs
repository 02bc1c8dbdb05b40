//! Builds a study: replays every game through the referee, and counts.

use super::{
    GameFault, GameStudy, KnownShare, PairingStudy, PlayerStudy, Refusals, Study, StudyError,
};
use crate::pages::replay_encoder::{EncodedGame, KnownStones, ReplayEncoder};
use crate::{
    Conditions, Encounter, GameRow, Pairs, Results, Spread, StoredGame, WinDrawLoss, holm, p_even,
    ratings,
};
use kage_goban::{ByColor, Color};
use kage_record::{Transcript, from_text, replay};

/// A study in progress.
pub(super) struct StudyBuilder<'a> {
    conditions: &'a Conditions,
    players: Vec<PlayerStudy>,
    /// For each player and number of moves: the known share in each game.
    shares: Vec<Vec<Vec<f64>>>,
    pub(super) pairings: Vec<PairingStudy>,
    games: Vec<GameStudy>,
}

impl<'a> StudyBuilder<'a> {
    pub(super) fn new(results: &'a Results) -> Result<StudyBuilder<'a>, StudyError> {
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
            let (wanted, tally) = (pairing.games, WinDrawLoss::default());
            pairings.push(PairingStudy {
                players,
                wanted,
                tally,
                pairs: Pairs::default(),
                ended: None,
            });
        }
        Ok(StudyBuilder {
            conditions,
            players: vec![nobody; count],
            shares: vec![Vec::new(); count],
            pairings,
            games: Vec::new(),
        })
    }

    pub(super) fn add(&mut self, game: &StoredGame, shown: bool) -> Result<(), StudyError> {
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
        let replay = encode(self.conditions, game).map_err(fail)?;
        for color in Color::BOTH {
            self.count_row(players[color], sides[color], color, row);
            self.count_known(players[color], color, &replay.known);
        }
        for &(color, reason) in &replay.refused {
            self.players[players[color]].refusals.add(reason);
        }
        let color_of = |side| if side == row.black { Color::Black } else { Color::White };
        let winner = row.winner.map(color_of);
        self.games.push(GameStudy {
            pairing,
            players,
            winner,
            row: row.clone(),
            replay: shown.then_some(replay.text),
        });
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

    fn count_known(&mut self, player: usize, color: Color, known: &[ByColor<KnownStones>]) {
        let shares = &mut self.shares[player];
        if shares.len() < known.len() {
            shares.resize(known.len(), Vec::new());
        }
        for (place, stones) in shares.iter_mut().zip(known) {
            let KnownStones { stones, known } = stones[color];
            if stones > 0 {
                place.push(f64::from(known) / f64::from(stones));
            }
        }
    }

    pub(super) fn finish(mut self, results: &Results) -> Study {
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
            voids: results.voids.clone(),
            forfeits: results.forfeits(),
            unrated: None,
            chances: Vec::new(),
        };
        study.rate();
        study
    }
}

impl Study {
    /// Computes the ratings, and the chance of each difference.
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

/// Replays a stored game through the referee, and checks its result.
fn encode(conditions: &Conditions, stored: &StoredGame) -> Result<EncodedGame, GameFault> {
    let game: Transcript = from_text(&stored.game).map_err(GameFault::Text)?;
    if game.size.get() != conditions.size {
        return Err(GameFault::Size(game.size.get()));
    }
    let mut encoder = ReplayEncoder::new(&game).map_err(GameFault::Setup)?;
    let mut turns = game.turns.iter();
    let record = replay(&game, |step| {
        if let Some(turn) = turns.next() {
            encoder.watch(&step, turn.color, turn.end);
        }
    })
    .map_err(GameFault::Replay)?;
    if let Some(error) = encoder.fault {
        return Err(GameFault::Hearing(error));
    }
    let (told, found) = (stored.row.result.clone(), record.outcome().to_string());
    if told == found { Ok(encoder.finish()) } else { Err(GameFault::Result { told, found }) }
}

/// The mean and the quartiles for each number of moves, as long as at least a third of the player's
/// games go on: later values come from unusual games only.
fn knowing(shares: &[Vec<f64>], games: u32) -> Vec<KnownShare> {
    let enough = (games as usize).div_ceil(3).max(1);
    let places = shares.iter().enumerate();
    let lasting = places
        .skip_while(|(_, shares)| shares.len() < enough)
        .take_while(|(_, shares)| shares.len() >= enough);
    lasting
        .filter_map(|(index, shares)| {
            let Spread { n: games, mean, q1: low, q3: high, .. } = Spread::of(shares)?;
            Some(KnownShare { moves: index + 1, games, mean, low, high })
        })
        .collect()
}
