//! Sections on how the games were played: refusals, knowledge, time and playouts.

use super::elements::{meter, name, note, plot, row, shade, table};
use crate::pages::plot::{Line, Stack, lines, stacks};
use crate::pages::study::{PlayerStudy, Study};
use crate::pages::text::{count, number, percent, range};
use kage_phantom::Refusal;

pub(super) fn refusals(study: &Study) -> String {
    let all = study.refusals();
    let wrong = all.not_their_stone();
    let order = study.standing();
    let mut rows: Vec<String> = order
        .iter()
        .map(|&player| row(&name(study, player), &refusal_cells(&study.players[player])))
        .collect();
    let mut sum: Vec<String> = vec![all.all().to_string(), String::new()];
    sum.extend(Refusal::ALL.map(|reason| all.of(reason).to_string()));
    sum.push(format!("{} <small>{}</small>", percent(wrong.rate), range(&wrong)));
    rows.push(row("All", &sum));
    let heads = [
        "Player",
        "Refused",
        "a move",
        "Opponent\u{2019}s stone",
        "Own stone",
        "Suicide",
        "Ko",
        "Not their stone <small>95%</small>",
    ];
    let claim = format!(
        "<p class=\"claim\">The reason was not a stone of the opponent in <strong>{}</strong> of {}, 95% \
         interval {}.</p>\n",
        percent(wrong.rate),
        count(all.all() as usize, "refusal"),
        range(&wrong)
    );
    let plot = refusal_plot(study, &order);
    let table = table("Refused tries by their true reason", &heads, &rows);
    claim
        + &table
        + &plot
        + &note("The intervals treat refusals as independent; those of one game are not quite.")
}

fn refusal_cells(player: &PlayerStudy) -> Vec<String> {
    let refusals = &player.refusals;
    let wrong = refusals.not_their_stone();
    let mut cells =
        vec![refusals.all().to_string(), number(player.per_move(f64::from(refusals.all())))];
    cells.extend(Refusal::ALL.map(|reason| refusals.of(reason).to_string()));
    cells.push(if refusals.all() == 0 {
        "\u{2013}".to_owned()
    } else {
        format!("{} <small>{}</small>", percent(wrong.rate), range(&wrong))
    });
    cells
}

fn reason_class(reason: Refusal) -> &'static str {
    match reason {
        Refusal::OpponentStone => "r-stone",
        Refusal::OwnStone => "r-own",
        Refusal::Suicide => "r-suicide",
        Refusal::Ko => "r-ko",
    }
}

fn refusal_plot(study: &Study, order: &[usize]) -> String {
    let stack = |&player: &usize| {
        let refusals = &study.players[player].refusals;
        let part =
            |reason: Refusal| (reason_class(reason), f64::from(refusals.of(reason)), reason.word());
        Stack { label: study.name(player), parts: Refusal::ALL.map(part).to_vec() }
    };
    let rows: Vec<Stack> = order.iter().map(stack).collect();
    let svg =
        stacks("Refused tries by reason", "share of the player\u{2019}s refused tries", &rows);
    let keys: String = Refusal::ALL
        .iter()
        .map(|&reason| {
            format!(
                "<li><span class=\"key {}\"></span>{}</li>",
                reason_class(reason),
                reason.word()
            )
        })
        .collect();
    plot(&format!("<ul class=\"keys\">{keys}</ul>"), &svg)
}

pub(super) fn knowledge(study: &Study) -> String {
    let blind: Vec<usize> = study.standing();
    let blind: Vec<usize> =
        blind.into_iter().filter(|&player| !study.players[player].knowing.is_empty()).collect();
    let line = |&player: &usize| Line {
        class: shade(player),
        says: study.name(player),
        points: study.players[player]
            .knowing
            .iter()
            .map(|at| (at.moves as f64, at.mean, [at.low, at.high]))
            .collect(),
    };
    let drawn: Vec<Line> = blind.iter().map(line).collect();
    let keys: String =
        blind.iter().map(|&player| format!("<li>{}</li>", name(study, player))).collect();
    let svg = lines(
        "Share of the opponent\u{2019}s stones that are known",
        "moves of both sides",
        &drawn,
    );
    let caption = format!("<ul class=\"keys\">{keys}</ul>");
    let figure = plot(&caption, &svg);
    format!("<div class=\"wide\">{figure}</div>")
        + &note(
            "After each move: of the opponent\u{2019}s stones on the board, the share that the player is \
             certain of from what it heard. Lines are means over the player\u{2019}s games, bands reach from \
             the lower to the upper quartile. A line ends where fewer than a third of the games go \
             on. Sighted players see the true position and have no line.",
        )
}

pub(super) fn pace(study: &Study) -> String {
    let most =
        |value: &dyn Fn(&PlayerStudy) -> f64| study.players.iter().map(value).fold(0.0, f64::max);
    let seconds = |player: &PlayerStudy| player.per_move(player.seconds);
    let playouts = |player: &PlayerStudy| player.per_move(player.playouts as f64);
    let (most_seconds, most_playouts) = (most(&seconds), most(&playouts));
    let rows: Vec<String> = study
        .standing()
        .into_iter()
        .map(|player| {
            let of = &study.players[player];
            let cells = [
                format!("{:.0}", of.moves),
                number(of.moves as f64 / f64::from(of.total().games().max(1))),
                number(seconds(of)),
                meter(seconds(of), most_seconds),
                number(playouts(of)),
                meter(playouts(of), most_playouts),
            ];
            row(&name(study, player), &cells)
        })
        .collect();
    let heads = ["Player", "Moves", "a game", "Seconds a move", "", "Playouts a move", ""];
    table("Time and playouts a move", &heads, &rows)
        + &note(
            "All tries of a turn together, passes included. Playouts are as the players report them.",
        )
}
