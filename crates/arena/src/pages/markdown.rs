//! The report for a repository: Markdown, tables only.

use super::study::{PlayerStudy, Study};
use super::text::{code, count, elo, elo_range, number, percent, plain, points, range};
use crate::{Spread, WinDrawLoss};
use kage_phantom::Refusal;

/// Known shares are listed after every tenth move.
const EVERY: usize = 10;

/// The report as Markdown.
pub fn markdown(study: &Study) -> String {
    [
        head(study),
        standings(study),
        cross_table(study),
        scores(study),
        colours(study),
        refusals(study),
        knowledge(study),
        pace(study),
        pairs(study),
        list("Pairings that ended before their last game", &study.ended_words()),
        list("Forfeits", &study.forfeits),
        list("Void games, played again", &study.voids),
    ]
    .concat()
}

fn head(study: &Study) -> String {
    let conditions = &study.conditions;
    let komi = study.komi().map_or(String::new(), |komi| format!(", komi {komi}"));
    let mut text = format!(
        "# {}\n\n{} on {size}x{size}, rules {}{komi}, {}, seed {}. Kage {} on {}; again by {}.\n\n",
        plain(&conditions.title),
        count(study.games.len(), "game"),
        code(&conditions.rules),
        plain(&conditions.time),
        conditions.seed,
        plain(&conditions.version),
        plain(&conditions.machine),
        code("kage tournament FILE.toml"),
        size = conditions.size,
    );
    let rows: Vec<Vec<String>> = (0..study.players.len())
        .map(|player| vec![name(study, player), code(&conditions.entrants[player].spec)])
        .collect();
    text += &table(&["player", "spec"], &rows);
    text
}

fn name(study: &Study, player: usize) -> String {
    plain(&study.name(player))
}

/// A table: the first column to the left, the others to the right.
fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let heads: Vec<String> = heads.iter().map(ToString::to_string).collect();
    let mut text = line(&heads);
    text += &format!("|---|{}\n", "---:|".repeat(heads.len() - 1));
    for row in rows {
        text += &line(row);
    }
    text + "\n"
}

fn rate(tally: &WinDrawLoss) -> String {
    if tally.games() == 0 {
        return "-".to_owned();
    }
    let interval = tally.interval();
    format!("{} ({})", percent(interval.rate), range(&interval))
}

/// A row for each player, from first to last.
fn rows(study: &Study, cells: impl Fn(usize, &PlayerStudy) -> Vec<String>) -> Vec<Vec<String>> {
    let row = |player: usize| {
        let mut row = vec![name(study, player)];
        row.extend(cells(player, &study.players[player]));
        row
    };
    study.standing().into_iter().map(row).collect()
}

fn standings(study: &Study) -> String {
    let rows = rows(study, |_, player| {
        let total = player.total();
        let rating = player.rating.as_ref();
        vec![
            total.games().to_string(),
            points(total.points()),
            rate(&total),
            rating.map_or("-".to_owned(), |r| format!("{} ({})", elo(r.elo), elo_range(r))),
            player.forfeits.to_string(),
        ]
    });
    let heads = ["player", "games", "points", "rate (95%)", "Elo (95%)", "forfeits"];
    let unrated = study.unrated.as_ref();
    let unrated = unrated.map_or(String::new(), |why| format!("No ratings: {}.\n\n", plain(why)));
    format!("## Standings\n\n{}{unrated}", table(&heads, &rows))
}

fn cross_table(study: &Study) -> String {
    let order = study.standing();
    let names: Vec<String> = order.iter().map(|&player| name(study, player)).collect();
    let mut heads = vec![""];
    heads.extend(names.iter().map(String::as_str));
    let cell = |player: usize, other: usize| {
        let tally = study.encounter(player, other);
        if player == other || tally.games() == 0 {
            return String::new();
        }
        let star = if study.is_sure(player, other) { " \\*" } else { "" };
        format!("{}{star} n={}", rate(&tally), tally.games())
    };
    let rows = rows(study, |player, _| order.iter().map(|&other| cell(player, other)).collect());
    format!(
        "## Cross table\n\nThe row's winning rate against the column, with Wilson's 95% interval. \
         \\*: significant, the chance that two equal players differ so much is under 5%, corrected by \
         Holm for all pairs of players in the table.\n\n{}",
        table(&heads, &rows)
    )
}

fn scores(study: &Study) -> String {
    let cells = |what: &str, values: &[f64]| {
        let spread = Spread::of(values);
        let mut row = vec![what.to_owned(), values.len().to_string()];
        row.extend(spread.map_or(vec!["-".to_owned(); 5], |s| {
            [s.min, s.q1, s.median, s.q3, s.max].iter().map(ToString::to_string).collect()
        }));
        row
    };
    let mut rows = vec![
        cells("Black's lead", &study.black_leads()),
        cells("moves of a game", &study.lengths()),
    ];
    for player in study.standing() {
        rows.push(cells(&format!("lead of {}", name(study, player)), &study.players[player].leads));
    }
    let heads = ["", "games", "least", "lower quarter", "median", "upper quarter", "most"];
    format!("## Scores and lengths\n\nLeads are of counted games.\n\n{}", table(&heads, &rows))
}

fn colours(study: &Study) -> String {
    let rows = rows(study, |_, player| {
        let tally = &player.tally;
        let record = |t: &WinDrawLoss| format!("{}-{}-{}", t.wins, t.draws, t.losses);
        vec![record(&tally.black), rate(&tally.black), record(&tally.white), rate(&tally.white)]
    });
    let heads = ["player", "as Black", "rate (95%)", "as White", "rate (95%)"];
    format!(
        "## Black and White\n\nBlack scored {} of the points. Wins, draws and losses:\n\n{}",
        rate(&study.black()),
        table(&heads, &rows)
    )
}

fn refusals(study: &Study) -> String {
    let all = study.refusals();
    let wrong = all.not_their_stone();
    let rows = rows(study, |_, player| {
        let refusals = &player.refusals;
        let wrong = refusals.not_their_stone();
        let a_move = number(player.per_move(f64::from(refusals.all())));
        let mut cells = vec![refusals.all().to_string(), a_move];
        cells.extend(Refusal::ALL.map(|reason| refusals.of(reason).to_string()));
        cells.push(match refusals.all() {
            0 => "-".to_owned(),
            _ => format!("{} ({})", percent(wrong.rate), range(&wrong)),
        });
        cells
    });
    let mut heads = vec!["player", "refused", "a move"];
    heads.extend(Refusal::ALL.map(Refusal::word));
    heads.push("not their stone (95%)");
    format!(
        "## Reasons of refusals\n\nThe reason was not a stone of the opponent in {} of {}, 95% interval \
         {}.\n\n{}",
        percent(wrong.rate),
        count(all.all() as usize, "refusal"),
        range(&wrong),
        table(&heads, &rows)
    )
}

fn knowledge(study: &Study) -> String {
    let last = study.players.iter().filter_map(|player| player.knowing.last());
    let last = last.map(|at| at.moves).max().unwrap_or(0);
    let moves: Vec<usize> = (EVERY..=last).step_by(EVERY).collect();
    let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let mut heads = vec!["player"];
    heads.extend(names.iter().map(String::as_str));
    let rows = rows(study, |_, player| {
        let at = |moves: &usize| player.knowing.iter().find(|at| at.moves == *moves);
        let cell = |moves| at(moves).map_or(String::new(), |at| format!("{:.0}%", 100.0 * at.mean));
        moves.iter().map(cell).collect()
    });
    format!(
        "## Known stones\n\nAfter so many moves: the share of the opponent's stones on the board that the \
         player is certain of, mean over its games, as long as a third of them go on.\n\n{}",
        table(&heads, &rows)
    )
}

fn pace(study: &Study) -> String {
    let rows = rows(study, |_, player| {
        vec![
            player.moves.to_string(),
            number(player.per_move(player.seconds)),
            number(player.per_move(player.playouts as f64)),
        ]
    });
    let heads = ["player", "moves", "seconds a move", "playouts a move"];
    format!("## Time and playouts\n\n{}", table(&heads, &rows))
}

fn pairs(study: &Study) -> String {
    let rows: Vec<Vec<String>> = study
        .pairings
        .iter()
        .map(|pairing| {
            let mut row = pairing.players.map(|player| name(study, player)).to_vec();
            row.push(pairing.tally.games().to_string());
            row.extend(pairing.pairs.counts.iter().map(ToString::to_string));
            let interval = pairing.pairs.interval95();
            row.push(format!("{} ({})", percent(interval.rate), range(&interval)));
            row
        })
        .collect();
    let heads = ["player", "against", "games", "0", "½", "1", "1½", "2", "rate by pairs (95%)"];
    format!(
        "## Games in pairs\n\nPairs of games with one seed and both colours, by the first player's \
         points.\n\n{}",
        table(&heads, &rows)
    )
}

fn list(title: &str, items: &[String]) -> String {
    if items.is_empty() {
        return format!("{title}: none.\n\n");
    }
    let items: String = items.iter().map(|item| format!("- {}\n", plain(item))).collect();
    format!("## {title}\n\n{items}\n")
}
