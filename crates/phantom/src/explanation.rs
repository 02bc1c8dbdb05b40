//! Why a player chose as it did, as data.

use crate::Choice;
use kage_goban::{Move, Point};

/// A choice that the player considered.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The choice.
    pub choice: Choice,
    /// Its value, on the player's own scale. More is better for the player.
    pub value: f64,
    /// The number of playouts behind this value.
    pub visits: u64,
    /// The probability that the player chooses it; they sum to 1.
    pub probability: f64,
    /// The names of the heuristics that contributed.
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
