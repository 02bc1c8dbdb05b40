//! Elements of the page: tables, rows, notes, and the names of players.

use crate::pages::study::Study;
use crate::pages::text::{count, escape, number, percent, range};
use crate::{Spread, WinDrawLoss};

/// The number of colours for players in plots; more players share them.
const SHADES: usize = 10;

/// The class of a player's colour.
pub(super) fn shade(player: usize) -> String {
    format!("s{}", player % SHADES)
}

/// A player's name with its colour, and `sighted` where it belongs.
pub(super) fn name(study: &Study, player: usize) -> String {
    let entrant = &study.conditions.entrants[player];
    let sighted = if entrant.sighted { " <span class=\"tag\">sighted</span>" } else { "" };
    format!(
        "<span class=\"key {}\"></span><span class=\"player\">{}</span>{sighted}",
        shade(player),
        escape(&entrant.name)
    )
}

/// A table that scrolls where it is too wide. The heads are HTML.
pub(super) fn table(caption: &str, heads: &[&str], rows: &[String]) -> String {
    let heads: String = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
    format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table>\
         <caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{}</tbody></table></div>\n",
        rows.concat()
    )
}

/// A row: its head, then the cells.
pub(super) fn row(head: &str, cells: &[String]) -> String {
    let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr><th scope=\"row\">{head}</th>{cells}</tr>")
}

pub(super) fn note(text: &str) -> String {
    format!("<p class=\"note\">{text}</p>\n")
}

pub(super) fn plot(caption: &str, svg: &str) -> String {
    format!("<figure>{svg}<figcaption>{caption}</figcaption></figure>\n")
}

/// A rate, and its interval below.
pub(super) fn rate(tally: &WinDrawLoss) -> String {
    let rate = tally.interval();
    format!("{} <small>{}</small>", percent(rate.rate), range(&rate))
}

pub(super) fn spread_words(what: &str, values: &[f64]) -> String {
    Spread::of(values).map_or(format!("{what}: no games."), |spread| {
        format!(
            "{what}: median {}, middle half {} to {} ({}).",
            number(spread.median),
            number(spread.q1),
            number(spread.q3),
            count(spread.n, "game")
        )
    })
}

/// A bar as long as its share of the longest.
pub(super) fn meter(value: f64, most: f64) -> String {
    let length = if most > 0.0 { 100.0 * value / most } else { 0.0 };
    format!(
        "<svg class=\"meter\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"track\" width=\"100\" height=\"8\"/>\
         <rect class=\"fill\" width=\"{length:.1}\" height=\"8\"/></svg>"
    )
}

pub(super) fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

pub(super) fn list(title: &str, items: &[String]) -> String {
    if items.is_empty() {
        return note(&format!("{title}: none."));
    }
    let items: String = items.iter().map(|item| format!("<li>{}</li>", escape(item))).collect();
    format!("<h3>{title}</h3><ul>{items}</ul>\n")
}
