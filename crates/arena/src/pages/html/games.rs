//! Sections: the replay of every game, and the conditions.

use super::elements::{code, list, name, note, row, table};
use crate::pages::study::{GameStudy, Study};
use crate::pages::text::escape;
use kage_goban::Color;
use serde_json::{Value, json};

pub(super) fn conditions(study: &Study) -> String {
    let conditions = &study.conditions;
    let komi = study.komi().map_or("\u{2013}".to_owned(), |komi| komi.to_string());
    let facts = [
        ("Rules", code(&conditions.rules)),
        ("Board", format!("{0}\u{d7}{0}", conditions.size)),
        ("Komi", komi),
        ("Time", escape(&conditions.time)),
        ("Games", study.games.len().to_string()),
        ("Seed", conditions.seed.to_string()),
        ("Version", format!("Kage {}", escape(&conditions.version))),
        ("Machine", escape(&conditions.machine)),
        ("Command", code("kage tournament FILE.toml")),
    ];
    let facts: String =
        facts.iter().map(|(what, is)| format!("<dt>{what}</dt><dd>{is}</dd>")).collect();
    let rows: Vec<String> = (0..study.players.len())
        .map(|player| row(&name(study, player), &[code(&conditions.entrants[player].spec)]))
        .collect();
    let mut text = format!("<dl class=\"facts\">{facts}</dl>");
    text += &table("The players and their specs", &["Player", "Spec"], &rows);
    text + &list("Pairings that ended before their last game", &study.ended_words())
        + &list("Forfeits", &study.forfeits)
        + &list("Void games, played again", &study.voids)
}

/// The frame of the replay; the script fills it.
pub(super) fn replay(study: &Study) -> String {
    if study.games.is_empty() {
        return note("There are no games yet.");
    }
    let (shown, all) = (study.replays().count(), study.games.len());
    if shown == all {
        return REPLAY.to_owned();
    }
    let what = format!(
        "This page replays {shown} of the {all} games: forfeits, and the closest, the longest and the \
         shortest. `kage report STORE --html FILE --all-games` writes a page with all of them."
    );
    note(&what) + REPLAY
}

const REPLAY: &str = include_str!("../../../assets/replay.html");

/// The data of the script: players, results, and the encoded games, a line each, which it decodes on
/// demand.
pub(super) fn data(study: &Study) -> String {
    let head = json!({
        "size": study.conditions.size,
        "players": (0..study.players.len()).map(|player| study.name(player)).collect::<Vec<_>>(),
        "pairings": study.pairings.iter().map(|pairing| pairing.players).collect::<Vec<_>>(),
        "games": study.replays().map(|(number, game, _)| game_data(number, game)).collect::<Vec<_>>(),
    });
    // No `<` in a script element, so that no name can end it.
    let head = head.to_string().replace('<', "\\u003c");
    let replays: Vec<&str> = study.replays().map(|(_, _, replay)| replay).collect();
    format!(
        "<script type=\"application/json\" id=\"report-data\">{head}</script>\n\
         <script type=\"text/plain\" id=\"report-games\">{}</script>\n",
        replays.join("\n")
    )
}

/// Number, pairing, Black, White, winner, result, moves, fault.
fn game_data(number: usize, game: &GameStudy) -> Value {
    let winner = game.winner.map(|color| if color == Color::Black { "b" } else { "w" });
    json!([
        number,
        game.pairing,
        game.players.black,
        game.players.white,
        winner,
        game.row.result,
        game.moves(),
        game.row.fault,
    ])
}
