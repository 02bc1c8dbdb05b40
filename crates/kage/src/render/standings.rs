//! A tournament in tables: standings and cross table.

use super::columns::names_left;
use super::match_report::forfeit_lines;
use kage_arena::{Conditions, Results, WinDrawLoss, elo_interval};
use std::fmt::Write;

/// The whole report at the end.
pub(crate) fn report(results: &Results) -> String {
    let conditions = &results.conditions;
    let wanted: u32 = conditions.pairings.iter().map(|pairing| pairing.games).sum();
    let mut text = format!("{}: {} games of {wanted}\n", conditions.title, results.games.len());
    let _ = writeln!(
        text,
        "{size}x{size}, {}, {}, seed {}\n",
        conditions.rules,
        conditions.time,
        conditions.seed,
        size = conditions.size
    );
    text += &standings(results);
    let _ = write!(text, "\n{}", cross_table(results));
    for (pairing, reason) in &results.ended {
        let _ = writeln!(text, "\n{}: {reason}", conditions.versus(*pairing));
    }
    if let Some(test) = conditions.sprt.as_ref().filter(|_| results.ended.is_empty()) {
        let _ = writeln!(text, "\nnot decided yet ({test}); a larger `games` lets it go on");
    }
    text += &forfeit_lines(&results.forfeits());
    for void in &results.voids {
        let _ = writeln!(text, "void: {void}");
    }
    text
}

/// Games and points of each player, the best first.
pub(crate) fn standings(results: &Results) -> String {
    let head = [
        "",
        "player",
        "games",
        "won",
        "drawn",
        "lost",
        "points",
        "rate",
        "95% interval",
        "Elo (95%)",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (place, standing) in results.standings().iter().enumerate() {
        let (tally, interval) = (standing.tally, standing.tally.interval());
        let [rate, low, high] =
            [interval.rate, interval.low, interval.high].map(|rate| format!("{:.1}", 100.0 * rate));
        rows.push(vec![
            (place + 1).to_string(),
            called(&results.conditions, standing.entrant),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            tally.points().to_string(),
            format!("{rate}%"),
            format!("{low} to {high}%"),
            elo_interval(&interval),
        ]);
    }
    names_left(&rows)
}

/// Points of each player against each other, in the order of the standings.
fn cross_table(results: &Results) -> String {
    let order: Vec<usize> = results.standings().iter().map(|standing| standing.entrant).collect();
    let mut head = vec![String::new(), "points against".to_owned()];
    head.extend((1..=order.len()).map(|place| place.to_string()));
    let mut rows = vec![head];
    for (place, &entrant) in order.iter().enumerate() {
        let mut row = vec![(place + 1).to_string(), called(&results.conditions, entrant)];
        row.extend(order.iter().map(|&other| cell(results, entrant, other)));
        rows.push(row);
    }
    names_left(&rows)
}

fn cell(results: &Results, entrant: usize, other: usize) -> String {
    let tally = results.tally(entrant, Some(other));
    match tally {
        WinDrawLoss { wins: 0, draws: 0, losses: 0 } => "-".to_owned(),
        _ => format!("{}/{}", tally.points(), tally.games()),
    }
}

/// A player's name, with `sighted` if it is told the true position.
fn called(conditions: &Conditions, entrant: usize) -> String {
    let sighted = conditions.entrants.get(entrant).is_some_and(|entrant| entrant.sighted);
    format!("{}{}", conditions.name(entrant), if sighted { " (sighted)" } else { "" })
}
