//! Which players played: one hash over all players of an experiment.

use crate::experiments::is_sighted;
use crate::signature::UNSIGNED;
use crate::{Experiment, SignatureError, signatures};
use kage_players::PlayerSpec;
use std::fmt;

/// The largest value of a budget at which players are signed.
const MOST: u64 = 2000;

/// A hash over the [`signatures`] of an experiment's players at small budgets. It changes if a build
/// plays differently, and it is the same for all scales and machines. Players that need another program
/// have no signature and are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Signs the players of an experiment.
    pub fn of(experiment: &Experiment) -> Result<Fingerprint, SignatureError> {
        let mut scale = experiment.quick.clone();
        scale.values.values_mut().for_each(|value| *value = MOST.min(*value));
        let specs = experiment.players.iter().map(|player| Experiment::spec(player, &scale));
        // A program that sees the board has no spec of ours.
        let is_own = |spec: &String| {
            !is_sighted(spec) || spec.parse().is_ok_and(|spec: PlayerSpec| spec.is_sighted())
        };
        let specs = specs.filter(is_own).map(|spec| spec.parse());
        let specs = specs.collect::<Result<Vec<PlayerSpec>, _>>()?;
        let is_signed = |spec: &PlayerSpec| !UNSIGNED.contains(&spec.name());
        let specs: Vec<PlayerSpec> = specs.into_iter().filter(is_signed).collect();
        let signed = signatures(&specs, 1, |_| {})?;
        let bytes = signed.iter().flat_map(|signature| signature.hash.to_le_bytes());
        // Hash FNV-1a.
        Ok(Fingerprint(bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        })))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_of_the_players_and_not_of_the_terms() {
        let experiments = ["borsboom-3.1", "borsboom-3.10"].map(str::to_owned);
        let all = Experiment::named(&experiments).unwrap();
        let mut small = all[1].clone();
        small.players.truncate(1);
        let first = Fingerprint::of(&small).unwrap();
        small.full.games += 2;
        small.quick.values.insert("bank".to_owned(), 9_000_000);
        small.version += 1;
        assert_eq!(Fingerprint::of(&small).unwrap(), first);
        small.players = all[0].players[..1].to_vec();
        assert_ne!(Fingerprint::of(&small).unwrap(), first);
        assert_eq!(first.to_string().len(), 16);
    }
}
