//! Sections: standings and cross table.

use super::elements::{name, note, plot, rate, row, shade, table};
use crate::pages::plot::{Row, Whisker, intervals};
use crate::pages::study::{GameStudy, Study};
use crate::pages::text::{elo, elo_range, escape, points, range};

pub(super) fn standings(study: &Study) -> String {
    let order = study.standing();
    let rows: Vec<String> = order.iter().map(|&player| standing_row(study, player)).collect();
    let heads = [
        "Player",
        "Games",
        "Points",
        "Rate <small>95%</small>",
        "Elo <small>95%</small>",
        "Forfeits",
    ];
    let mut text = String::from("<div class=\"pair\">");
    text += &table("Players from first to last", &heads, &rows);
    text += &elo_plot(study, &order);
    text += "</div>";
    text += &note(
        "A win is 1 point, a draw \u{bd}. Rates have Wilson\u{2019}s interval. Elo is the distance \
         from the mean of all players. One of two players can be significantly stronger although \
         their intervals overlap: see the cross table.",
    );
    text + &unrated(study)
}

fn unrated(study: &Study) -> String {
    study
        .unrated
        .as_ref()
        .map_or(String::new(), |why| note(&format!("No ratings: {}.", escape(why))))
}

fn standing_row(study: &Study, player: usize) -> String {
    let total = study.players[player].total();
    let rating = study.players[player].rating.as_ref();
    let elo = rating.map_or("\u{2013}".to_owned(), |rating| {
        format!("{} <small>{}</small>", elo(rating.elo), elo_range(rating))
    });
    let cells = [
        total.games().to_string(),
        points(total.points()),
        rate(&total),
        elo,
        study.players[player].forfeits.to_string(),
    ];
    row(&name(study, player), &cells)
}

fn elo_plot(study: &Study, order: &[usize]) -> String {
    let whisker = |player: usize| {
        let rating = study.players[player].rating.filter(|rating| rating.low.is_finite())?;
        let says = format!("{}: {} ({})", study.name(player), elo(rating.elo), elo_range(&rating));
        let (value, low, high) = (rating.elo, rating.low, rating.high);
        let whiskers = vec![Whisker { class: shade(player), value, low, high, says }];
        Some(Row { label: study.name(player), whiskers })
    };
    let rows: Vec<Row> = order.iter().filter_map(|&player| whisker(player)).collect();
    let svg = intervals("Elo with 95% intervals", "Elo", "", 0.0, None, &rows);
    plot("Elo with its 95% interval; the line is the mean of all players.", &svg)
}

pub(super) fn cross_table(study: &Study) -> String {
    let order = study.standing();
    let heads: String = order
        .iter()
        .map(|&player| format!("<th scope=\"col\">{}</th>", name(study, player)))
        .collect();
    let rows: String = order.iter().map(|&player| cross_row(study, player, &order)).collect();
    format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Cross table\">\
         <table class=\"cross\"><caption>The row\u{2019}s winning rate against the column</caption>\
         <thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>\n{}",
        note(
            "<span class=\"legend\"><span class=\"ramp\"></span> 0% to 100%</span> \
             <b class=\"star\">\u{2605}</b> significant: the chance that two equal players \
             differ so much is under 5%, corrected by Holm for all pairs of players in this table. \
             Small print: the 95% interval, and the number of games, a link to the first of them."
        )
    )
}

fn cross_row(study: &Study, player: usize, order: &[usize]) -> String {
    let cells: String = order.iter().map(|&other| cross_cell(study, player, other)).collect();
    format!("<tr><th scope=\"row\">{}</th>{cells}</tr>", name(study, player))
}

fn cross_cell(study: &Study, player: usize, other: usize) -> String {
    let tally = study.encounter(player, other);
    if player == other || tally.games() == 0 {
        return "<td class=\"none\">\u{b7}</td>".to_owned();
    }
    let rate = tally.interval();
    let chance = study.chance(player, other);
    let star = if study.is_sure(player, other) { " <b class=\"star\">\u{2605}</b>" } else { "" };
    let says = format!(
        "{} against {}: {} wins, {} draws, {} losses; 95% interval {}; chance {}",
        study.name(player),
        study.name(other),
        tally.wins,
        tally.draws,
        tally.losses,
        range(&rate),
        chance.map_or("unknown".to_owned(), |chance| format!("{chance:.2e}"))
    );
    let met = |game: &GameStudy| {
        let GameStudy { players, .. } = game;
        [players.black, players.white] == [player, other]
            || [players.white, players.black] == [player, other]
    };
    let first = study.replays().find(|(_, game, _)| met(game)).map(|(number, ..)| number);
    let games = format!("n = {}", tally.games());
    let games = first.map_or(games.clone(), |number| {
        format!("<a href=\"#game={number}&amp;move=0\">{games}</a>")
    });
    format!(
        "<td class=\"heat h{:.0}\" title=\"{}\">{:.0}%{star}<small>{}</small>\
         <small>{games}</small></td>",
        10.0 * rate.rate,
        escape(&says),
        100.0 * rate.rate,
        range(&rate),
    )
}
