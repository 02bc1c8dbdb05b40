//! The report as one page: tables, plots, and every game to replay.
//!
//! The page asks nothing of anyone: style, script and data are in it, and its content policy
//! allows nothing else. It opens from a disk, with or without scripts; only the replay needs them.

use super::plot::{Bins, Histogram, Line, Row, Stack, Whisker, intervals, lines, stacks};
use super::study::{GameStudy, PlayerStudy, Study};
use super::text::{count, elo, elo_range, escape, number, percent, points, range};
use crate::{Spread, Tally};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kage_goban::Color;
use kage_phantom::Refusal;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("../../assets/report.css");
const SCRIPT: &str = include_str!("../../assets/report.js");

/// Colours of players in plots; from there on they come again.
const SHADES: usize = 10;

/// A section: its anchor, what the way to it is called, its heading and its content.
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
    let way: String = sections.iter().map(way).collect();
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
         <nav aria-label=\"Sections\"><ul>{way}</ul></nav>\n<main>\n{body}</main>\n\
         <footer><p>Made by Kage {}. Everything in this page was counted from the games in it.</p>\
         </footer>\n{}<script>{SCRIPT}</script>\n</body></html>\n",
        policy(),
        lead(study),
        escape(&study.conditions.version),
        data(study),
    )
}

/// A stone, half in the light.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%23888'/%3E%3Cpath d='M8 1a7 7 0 0 0 0 14z' fill='%23222'/%3E%3C/svg%3E";

/// Nothing may be loaded, and no script may run but ours.
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
        new("cross", "Cross table", "Who beats whom", cross_table(study)),
        new("scores", "Scores", "Scores and lengths", scores(study)),
        new("colours", "Colours", "Black and White", colours(study)),
        new("refusals", "Refusals", "What refusals meant", refusals(study)),
        new("knowledge", "Knowledge", "What was known", knowledge(study)),
        new("pace", "Pace", "Time and playouts", pace(study)),
        new("pairs", "Pairs", "Games in pairs", pairs(study)),
        new("games", "Games", "Every game, move by move", replay(study)),
        new("conditions", "Conditions", "To play it again", conditions(study)),
    ]
}

fn way(section: &Section) -> String {
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

/// The class of a player's colour.
fn shade(player: usize) -> String {
    format!("s{}", player % SHADES)
}

/// A player's name with his colour, and the word that follows those who see.
fn name(study: &Study, player: usize) -> String {
    let entrant = &study.conditions.entrants[player];
    let sighted = if entrant.sighted { " <span class=\"tag\">sighted</span>" } else { "" };
    format!(
        "<span class=\"key {}\"></span><span class=\"player\">{}</span>{sighted}",
        shade(player),
        escape(&entrant.name)
    )
}

/// A table that scrolls by itself where it is too wide. Heads that start with `<` are left.
fn table(caption: &str, heads: &[&str], rows: &[String]) -> String {
    let heads: String = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
    format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table>\
         <caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{}</tbody></table></div>\n",
        rows.concat()
    )
}

/// A row: who it is about, then the cells.
fn row(head: &str, cells: &[String]) -> String {
    let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr><th scope=\"row\">{head}</th>{cells}</tr>")
}

fn note(text: &str) -> String {
    format!("<p class=\"note\">{text}</p>\n")
}

fn plot(caption: &str, svg: &str) -> String {
    format!("<figure>{svg}<figcaption>{caption}</figcaption></figure>\n")
}

/// A rate, and under it the interval.
fn rate(tally: &Tally) -> String {
    let rate = tally.interval();
    format!("{} <small>{}</small>", percent(rate.rate), range(&rate))
}

fn standings(study: &Study) -> String {
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
        "A win is a point, a draw a half. Rates have Wilson\u{2019}s interval. Elo is the distance \
         from the mean of all; two intervals that overlap may still belong to players of whom one \
         is surely stronger: the cross table asks that.",
    );
    text + &unrated(study)
}

fn unrated(study: &Study) -> String {
    study
        .unrated
        .as_ref()
        .map_or(String::new(), |why| note(&format!("There are no ratings: {}.", escape(why))))
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

fn cross_table(study: &Study) -> String {
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
             <b class=\"star\">\u{2605}</b> the two are not equally strong: the chance that equal \
             players differ so much is under 5%, corrected by Holm for all pairs of players in \
             this table together. Small print: the 95% interval and the games; the number of games \
             leads to the first of them."
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
    let met = |game: &&GameStudy| {
        let GameStudy { players, .. } = game;
        [players.black, players.white] == [player, other]
            || [players.white, players.black] == [player, other]
    };
    let first = study.games.iter().position(|game| met(&game)).map_or(1, |place| place + 1);
    format!(
        "<td class=\"heat h{:.0}\" title=\"{}\">{:.0}%{star}<small>{}</small>\
         <small><a href=\"#game={first}&amp;move=0\">n = {}</a></small></td>",
        10.0 * rate.rate,
        escape(&says),
        100.0 * rate.rate,
        range(&rate),
        tally.games()
    )
}

fn scores(study: &Study) -> String {
    let (leads, lengths) = (study.black_leads(), study.lengths());
    let own = study.players.iter().flat_map(|player| player.leads.iter().copied());
    let bins = Bins::of(own, 24.0);
    let black = Histogram {
        title: "Black\u{2019}s lead in counted games",
        axis: "Black\u{2019}s lead in points",
        classes: ["white-wins", "black-wins"],
        height: 150.0,
    };
    let length = Histogram {
        title: "Lengths of the games",
        axis: "moves, passes included",
        classes: ["plain", "plain"],
        height: 150.0,
    };
    let mut text = String::from("<div class=\"pair\">");
    text += &plot(
        &spread_words("Black\u{2019}s lead, komi included", &leads),
        &black.draw(&bins, &leads),
    );
    let moves = Bins::of(lengths.iter().copied(), 24.0);
    text += &plot(&spread_words("Length of a game", &lengths), &length.draw(&moves, &lengths));
    text += "</div>\n<h3>Each player\u{2019}s own lead</h3>\n<div class=\"many\">";
    for player in study.standing() {
        text += &own_lead(study, player, &bins);
    }
    text += "</div>";
    text + &note(
        "Counted games only: who resigned or forfeited has no lead. A bar reaches from its left \
         number up to, not including, its right one; all players\u{2019} plots have the same axis.",
    )
}

fn spread_words(what: &str, values: &[f64]) -> String {
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

fn own_lead(study: &Study, player: usize, bins: &Bins) -> String {
    let title = format!("The lead of {}", study.name(player));
    let class = shade(player);
    let lost = format!("{class} lost");
    let histogram =
        Histogram { title: &title, axis: "lead", classes: [&lost, &class], height: 90.0 };
    let leads = &study.players[player].leads;
    let caption = format!("{}<br>{}", name(study, player), spread_words("Lead", leads));
    plot(&caption, &histogram.draw(bins, leads))
}

fn colours(study: &Study) -> String {
    let black = study.black();
    let order = study.standing();
    let rows: Vec<String> = order
        .iter()
        .map(|&player| {
            let tally = &study.players[player].tally;
            let record = |t: &Tally| format!("{}\u{2013}{}\u{2013}{}", t.wins, t.draws, t.losses);
            let cells = [
                record(&tally.black),
                rate(&tally.black),
                record(&tally.white),
                rate(&tally.white),
            ];
            row(&name(study, player), &cells)
        })
        .collect();
    let heads =
        ["Player", "As Black", "Rate <small>95%</small>", "As White", "Rate <small>95%</small>"];
    let mut text = format!(
        "<p class=\"claim\">Black made <strong>{}</strong> of the points, 95% interval {}, in {}.</p>\n",
        percent(black.interval().rate),
        range(&black.interval()),
        count(study.games.len(), "game")
    );
    text += "<div class=\"pair\">";
    text += &table("Wins, draws and losses by colour", &heads, &rows);
    text += &colour_plot(study, &order);
    text + "</div>"
}

fn colour_plot(study: &Study, order: &[usize]) -> String {
    let whisker = |class: &str, who: &str, tally: &Tally| {
        let rate = tally.interval();
        let says = format!("as {who}: {} ({})", percent(rate.rate), range(&rate));
        let [value, low, high] = [rate.rate, rate.low, rate.high].map(|share| 100.0 * share);
        Whisker { class: class.to_owned(), value, low, high, says }
    };
    let rows: Vec<Row> = order
        .iter()
        .map(|&player| {
            let tally = &study.players[player].tally;
            let black = whisker("as-black", "Black", &tally.black);
            let white = whisker("as-white", "White", &tally.white);
            Row { label: study.name(player), whiskers: vec![black, white] }
        })
        .collect();
    let bounds = Some([0.0, 100.0]);
    let svg = intervals("Rates as Black and as White", "winning rate", "%", 50.0, bounds, &rows);
    plot("Dark dots: as Black. Light dots: as White. Bars are 95% intervals.", &svg)
}

fn refusals(study: &Study) -> String {
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
        "<p class=\"claim\">Who takes every refusal for a stone of the opponent\u{2019}s is wrong in \
         <strong>{}</strong> of {}, 95% interval {}.</p>\n",
        percent(wrong.rate),
        count(all.all() as usize, "refusal"),
        range(&wrong)
    );
    let plot = refusal_plot(study, &order);
    let table = table("Refused tries by their true reason", &heads, &rows);
    claim
        + &table
        + &plot
        + &note("Refusals of one game are not quite independent; the intervals take them as such.")
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

fn knowledge(study: &Study) -> String {
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
    let svg =
        lines("Share of the enemy\u{2019}s stones that are known", "moves of both sides", &drawn);
    let caption = format!("<ul class=\"keys\">{keys}</ul>");
    let figure = plot(&caption, &svg);
    format!("<div class=\"wide\">{figure}</div>")
        + &note(
            "After each move: of the enemy\u{2019}s stones on the board, the share that the player is \
             certain of from what the referee said. Lines are means over his games, bands the middle \
             half of the games; a line ends where fewer than a third of his games go on. Sighted \
             players are told everything and have no line.",
        )
}

fn pace(study: &Study) -> String {
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
            "All tries of a turn together, passes included. Playouts are as the players tell them.",
        )
}

/// A bar as long as its share of the longest.
fn meter(value: f64, most: f64) -> String {
    let length = if most > 0.0 { 100.0 * value / most } else { 0.0 };
    format!(
        "<svg class=\"meter\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"track\" width=\"100\" height=\"8\"/>\
         <rect class=\"fill\" width=\"{length:.1}\" height=\"8\"/></svg>"
    )
}

fn pairs(study: &Study) -> String {
    let rows: Vec<String> = study
        .pairings
        .iter()
        .map(|pairing| {
            let [first, second] = pairing.players;
            let mut cells = vec![name(study, second), pairing.tally.games().to_string()];
            cells.extend(pairing.pairs.counts.iter().map(ToString::to_string));
            let interval = pairing.pairs.interval95();
            cells.push(format!("{} <small>{}</small>", percent(interval.rate), range(&interval)));
            row(&name(study, first), &cells)
        })
        .collect();
    let heads = [
        "Player",
        "against",
        "Games",
        "0",
        "\u{bd}",
        "1",
        "1\u{bd}",
        "2",
        "Rate <small>95%, by pairs</small>",
    ];
    table(
        "Pairs of games with one seed and both colours, by the first player\u{2019}s points",
        &heads,
        &rows,
    ) + &note(
        "Two games of a pair share their seed and swap colours, so they are not independent; \
             this interval takes them as pairs. A game without its partner is left out.",
    )
}

fn conditions(study: &Study) -> String {
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
    text += &table("The players and how they are seated", &["Player", "Spec"], &rows);
    text + &list("Pairings that ended before their last game", &study.ended_words())
        + &list("Void games, played again", &study.voids)
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

fn list(title: &str, items: &[String]) -> String {
    if items.is_empty() {
        return note(&format!("{title}: none."));
    }
    let items: String = items.iter().map(|item| format!("<li>{}</li>", escape(item))).collect();
    format!("<h3>{title}</h3><ul>{items}</ul>\n")
}

/// The replay's frame; the script fills it.
fn replay(study: &Study) -> String {
    if study.games.is_empty() {
        return note("There are no games yet.");
    }
    REPLAY.to_owned()
}

const REPLAY: &str = include_str!("../../assets/replay.html");

/// What the script needs: who played, what came of it, and the films, a line each, which it reads
/// one by one when they are asked for.
fn data(study: &Study) -> String {
    let head = json!({
        "size": study.conditions.size,
        "players": (0..study.players.len()).map(|player| study.name(player)).collect::<Vec<_>>(),
        "pairings": study.pairings.iter().map(|pairing| pairing.players).collect::<Vec<_>>(),
        "games": study.games.iter().map(game_data).collect::<Vec<_>>(),
    });
    // No `<` in a script element, so that no name can end it.
    let head = head.to_string().replace('<', "\\u003c");
    let films: Vec<&str> = study.games.iter().map(|game| game.film.as_str()).collect();
    format!(
        "<script type=\"application/json\" id=\"report-data\">{head}</script>\n\
         <script type=\"text/plain\" id=\"report-films\">{}</script>\n",
        films.join("\n")
    )
}

/// Pairing, Black, White, winner, result, moves, forfeit, fault.
fn game_data(game: &GameStudy) -> Value {
    let winner = game.winner.map(|color| if color == Color::Black { "b" } else { "w" });
    json!([
        game.pairing,
        game.players.black,
        game.players.white,
        winner,
        game.row.result,
        game.moves(),
        game.row.fault,
    ])
}
