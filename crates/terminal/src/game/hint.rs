//! A hint in words: what a player would try, and why.

use kage_phantom::{Candidate, Choice, Explanation};

/// How many other tries are named.
const OTHERS: usize = 3;

/// What a player would try, and why.
pub(super) fn in_words(choice: Choice, why: Option<&Explanation>) -> String {
    let candidates = why.map_or(&[][..], |why| &why.candidates);
    let mut text = format!("hint: Kage would play {choice}");
    if let Some(own) = candidates.iter().find(|candidate| candidate.choice == choice) {
        text += &format!(", with a chance to win of {}", percent(own.value));
    }
    if let (Choice::Try(tried), Some(why)) = (choice, why) {
        let hidden = why.hidden.iter().find(|(point, _)| *point == tried);
        let chance = hidden.map_or(0.0, |(_, chance)| *chance);
        text += &format!("; it expects a hidden stone there with {}", percent(chance));
    }
    let others: Vec<String> = candidates
        .iter()
        .filter(|candidate| candidate.choice != choice)
        .take(OTHERS)
        .map(|Candidate { choice, value, .. }| format!("{choice} ({})", percent(*value)))
        .collect();
    if !others.is_empty() {
        text += &format!(". Next best: {}", others.join(", "));
    }
    text
}

fn percent(value: f64) -> String {
    format!("{:.0}%", 100.0 * value.clamp(0.0, 1.0))
}
