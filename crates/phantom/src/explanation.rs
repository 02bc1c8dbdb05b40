//! Why a player chose as he did, as data.

use crate::Choice;
use kage_goban::{Move, Point};

/// One thing a player could have done.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// What.
    pub choice: Choice,
    /// How good, by the player's own measure; more is better for him.
    pub value: f64,
    /// On how many playouts that rests.
    pub visits: u64,
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

/// Why a player chose as he did.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Explanation {
    /// The playouts spent on it.
    pub playouts: u64,
    /// What he could have done, best first.
    pub candidates: Vec<Candidate>,
    /// The chance he gave each point to hold a hidden stone of theirs.
    pub hidden: Vec<(Point, f64)>,
    /// The search tree, where there is one: his own moves at the root.
    pub tree: Vec<Branch>,
}
