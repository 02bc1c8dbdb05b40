//! Sections: scores and lengths, colours, and pairs of games.

use super::elements::{name, note, plot, rate, row, shade, spread_words, table};
use crate::WinDrawLoss;
use crate::pages::plot::{Bins, Histogram, Row, Whisker, intervals};
use crate::pages::study::Study;
use crate::pages::text::{count, percent, range};

pub(super) fn scores(study: &Study) -> String {
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
        "Counted games only: a game that ended by resignation or forfeit has no lead. A bar includes its \
         left end, not its right end. All players\u{2019} plots have the same axis.",
    )
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

pub(super) fn colours(study: &Study) -> String {
    let black = study.black();
    let order = study.standing();
    let rows: Vec<String> = order
        .iter()
        .map(|&player| {
            let tally = &study.players[player].tally;
            let record =
                |t: &WinDrawLoss| format!("{}\u{2013}{}\u{2013}{}", t.wins, t.draws, t.losses);
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
        "<p class=\"claim\">Black scored <strong>{}</strong> of the points, 95% interval {}, in {}.</p>\n",
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
    let whisker = |class: &str, who: &str, tally: &WinDrawLoss| {
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

pub(super) fn pairs(study: &Study) -> String {
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
        "The two games of a pair share their seed and swap colours, so they are not independent. \
             This interval is computed from the pairs. A game without its partner is left out.",
    )
}
