//! The report as one page: tables, plots, and every game to replay.
//!
//! The page loads nothing: style, script and data are in it, and its content policy allows nothing
//! else. It opens from a disk. Only the replay needs scripts.

mod elements;
mod games;
mod play;
mod results;
mod standing;

use super::study::Study;
use super::text::{count, escape};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use games::{conditions, data, replay};
use play::{knowledge, pace, refusals};
use results::{colours, pairs, scores};
use sha2::{Digest, Sha256};
use standing::{cross_table, standings};

const STYLE: &str = include_str!("../../assets/report.css");
const SCRIPT: &str = include_str!("../../assets/report.js");

/// A section: its anchor, its name in the navigation, its heading and its content.
struct Section {
    anchor: &'static str,
    short: &'static str,
    title: &'static str,
    body: String,
}

/// The report as one self-contained page.
pub fn html(study: &Study) -> String {
    let sections = sections(study);
    let title = escape(&study.conditions.title);
    let links: String = sections.iter().map(link).collect();
    let body: String = sections.iter().map(section).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"{ICON}\">\n\
         <style>{STYLE}</style></head>\n<body>\n\
         <a class=\"skip\" href=\"#standings\">To the standings</a>\n\
         <header><p class=\"kicker\">Phantom Go tournament</p><h1>{title}</h1>\
         <p class=\"lead\">{}</p></header>\n\
         <nav aria-label=\"Sections\"><ul>{links}</ul></nav>\n<main>\n{body}</main>\n\
         <footer><p>Made by Kage {}. All figures are computed from the games in this page.</p>\
         </footer>\n{}<script>{SCRIPT}</script>\n</body></html>\n",
        policy(),
        lead(study),
        escape(&study.conditions.version),
        data(study),
    )
}

/// A stone, one half dark and one half grey.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%23888'/%3E%3Cpath d='M8 1a7 7 0 0 0 0 14z' fill='%23222'/%3E%3C/svg%3E";

/// Nothing may be loaded, and only the page's own script may run.
fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; \
         base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    )
}

fn sections(study: &Study) -> Vec<Section> {
    let new = |anchor, short, title, body| Section { anchor, short, title, body };
    vec![
        new("standings", "Standings", "Standings", standings(study)),
        new("cross", "Cross table", "Cross table", cross_table(study)),
        new("scores", "Scores", "Scores and lengths", scores(study)),
        new("colours", "Colours", "Black and White", colours(study)),
        new("refusals", "Refusals", "Reasons of refusals", refusals(study)),
        new("knowledge", "Knowledge", "Known stones", knowledge(study)),
        new("pace", "Pace", "Time and playouts", pace(study)),
        new("pairs", "Pairs", "Games in pairs", pairs(study)),
        new("games", "Games", "All games, try by try", replay(study)),
        new("conditions", "Conditions", "Conditions", conditions(study)),
    ]
}

fn link(section: &Section) -> String {
    format!("<li><a href=\"#{}\">{}</a></li>", section.anchor, section.short)
}

fn section(section: &Section) -> String {
    let Section { anchor, title, body, .. } = section;
    format!(
        "<section id=\"{anchor}\" aria-labelledby=\"{anchor}-title\">\
         <h2 id=\"{anchor}-title\">{title}</h2>\n{body}</section>\n"
    )
}

fn lead(study: &Study) -> String {
    let conditions = &study.conditions;
    let parts = [
        count(study.players.len(), "player"),
        count(study.games.len(), "game"),
        format!("{0}\u{d7}{0}", conditions.size),
        study.komi().map_or(String::new(), |komi| format!("komi {komi}")),
        conditions.time.clone(),
        format!("seed {}", conditions.seed),
    ];
    let parts: Vec<String> = parts.iter().filter(|p| !p.is_empty()).map(|p| escape(p)).collect();
    parts.join(" <span class=\"sep\">\u{b7}</span> ")
}
