//! Why a player chose as it did, as data.

use crate::Choice;
use kage_goban::{Move, Point};

/// One thing a player could have done.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// What.
    pub choice: Choice,
    /// How good, by the player's own measure; more is better for it.
    pub value: f64,
    /// On how many playouts that rests.
    pub visits: u64,
    /// The probability that the player chooses it; they sum to 1.
    pub probability: f64,
    /// The names of the heuristics that had a say.
    pub reasons: Vec<&'static str>,
}

/// A node of a search tree: a move and what the search made of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// The move.
    pub play: Move,
    /// How often the search came here.
    pub visits: u64,
    /// Its mean value, for the player who explains.
    pub value: f64,
    /// The answers, most visited first.
    pub answers: Vec<Branch>,
}

/// Why a player chose as it did.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Explanation {
    /// The playouts spent on it.
    pub playouts: u64,
    /// What it could have done; what it chose comes first.
    pub candidates: Vec<Candidate>,
    /// The chance it gave each point to hold a hidden stone of theirs.
    pub hidden: Vec<(Point, f64)>,
    /// The search tree, where there is one: its own moves at the root.
    pub tree: Vec<Branch>,
}
