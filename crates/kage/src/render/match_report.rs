//! A match as text.

use kage_arena::{GameRow, Interval, MatchReport, PlayerRow, elo_interval};

/// The wins so far.
pub(crate) fn standing(report: &MatchReport) -> String {
    let [first, second] = [&report.players[0], &report.players[1]];
    format!("{}-{}", first.wins, second.wins)
}

/// Who forfeited a game and why, if anybody did.
pub(crate) fn forfeit(report: &MatchReport, row: &GameRow) -> Option<String> {
    let loser = &report.players[row.loser()?].player;
    let why = row.fault.as_ref()?;
    Some(format!("game {}: {loser} forfeits: {why}", row.game + 1))
}

/// The whole report at the end.
pub(crate) fn in_words(report: &MatchReport) -> String {
    let mut text = format!("{} games: {}\n", report.games.len(), report.terms);
    for row in &report.players {
        text += &format!("\n{}\n{}", row.player, describe(row));
    }
    let forfeits: Vec<String> =
        report.games.iter().filter_map(|row| forfeit(report, row)).collect();
    text += &forfeit_lines(&forfeits);
    text.extend(report.voids.iter().map(|void| format!("void: {void}\n")));
    if let Some(reason) = &report.decided {
        text += &format!("\nDecided: {reason}.\n");
    }
    if report.games.len() < 200 {
        text += "\nUnder 200 games this is a hint, not a claim.\n";
    }
    text
}

/// How many forfeits are shown with their reasons; the stored report has all.
const SHOWN: usize = 20;

/// A block of lines under an empty line, or nothing.
pub(crate) fn forfeit_lines(forfeits: &[String]) -> String {
    if forfeits.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n");
    text.extend(forfeits.iter().take(SHOWN).map(|line| format!("{line}\n")));
    if forfeits.len() > SHOWN {
        text += &format!("and {} more forfeits\n", forfeits.len() - SHOWN);
    }
    text
}

fn describe(row: &PlayerRow) -> String {
    let [low, high] = row.wilson95.map(|rate| 100.0 * rate);
    let [low_rate, high_rate] = row.wilson95;
    let elo = elo_interval(&Interval { rate: row.rate, low: low_rate, high: high_rate });
    let mut text = format!(
        "  {} wins ({} as Black, {} as White), {} losses, {} draws: {:.1}%, 95% interval {low:.1} to {high:.1}%\n  Elo {elo}\n",
        row.wins,
        row.wins_as_black,
        row.wins_as_white,
        row.losses,
        row.draws,
        100.0 * row.rate
    );
    text += &format!(
        "  mean score {:+.1}, {:.2} refused tries a move, {:.3} s a move\n",
        row.mean_score, row.refused_per_move, row.seconds_per_move
    );
    if row.forfeits + row.voids > 0 {
        text += &format!("  {} forfeits, {} voids\n", row.forfeits, row.voids);
    }
    text
}
