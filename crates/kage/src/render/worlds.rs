//! Worlds in the terminal and as JSON.

use crate::args::Worlds;
use anstyle::{AnsiColor, Style};
use kage_belief::{SamplerStats, World};
use kage_goban::{Color, Point, draw, stone_mark};
use kage_lab::WorldSample;
use kage_phantom::{Knowledge, View};
use kage_terminal::boards;
use serde_json::{Value, json};

/// The question, and what the view is certain of.
pub(crate) struct Asked<'a> {
    pub(crate) options: &'a Worlds,
    pub(crate) view: &'a View,
    pub(crate) certain: &'a [String],
}

/// As text for the terminal.
pub(crate) fn in_words(sample: &WorldSample, asked: &Asked<'_>) -> String {
    let Asked { options, view, certain } = asked;
    let worlds = sample.diagnostics.worlds();
    let mut text = format!(
        "{worlds} worlds that fit what {} has heard after move {}, {} of them different\n\n",
        boards::name(options.seat),
        options.at,
        sample.diagnostics.distinct(),
    );
    text += &heat_map(sample, view);
    text +=
        "  numbers: the percentage of the worlds with a stone of the opponent on that point\n\n";
    text += &side_by_side(&sample.worlds);
    text += "\nWhat is certain, and why\n";
    text.extend(certain.iter().map(|line| format!("  {line}\n")));
    let always = sample.unanimous(view);
    if !always.is_empty() {
        text += &format!("The same in all {worlds} worlds, although not proved\n");
        text.extend(always.iter().map(|line| format!("  {line}\n")));
    }
    text + &summary(sample)
}

fn summary(sample: &WorldSample) -> String {
    let SamplerStats { steps, accepted, repairs, refills, fallbacks, failures, .. } = sample.stats;
    format!(
        "\nThe sampler: {}; {} of {} worlds verified, effective sample size {:.0}\n  \
         {steps} steps, {accepted} accepted, {repairs} chains repaired, {refills} replaced, \
         {fallbacks} worlds without history, {failures} updates without a chain\n",
        sample.health,
        sample.verified,
        sample.diagnostics.worlds(),
        sample.diagnostics.effective_sample_size(),
    )
}

/// The probability of an opponent's stone on each point, in percent.
fn heat_map(sample: &WorldSample, view: &View) -> String {
    let lines = view.size().get();
    let columns: Vec<String> = (0..lines)
        .filter_map(|col| Point::new(col, 0))
        .map(|point| format!("{:>4}", point.to_string().trim_end_matches('1')))
        .collect();
    let letters = format!("   {}\n", columns.concat());
    let mut text = letters.clone();
    for row in (0..lines).rev() {
        text += &format!(" {:>2}", row + 1);
        for point in (0..lines).filter_map(|col| Point::new(col, row)) {
            text += &heat(view.at(point), view.color(), sample.diagnostics.share(point));
        }
        text += &format!("  {}\n", row + 1);
    }
    text + &letters
}

fn heat(known: Knowledge, seat: Color, share: f64) -> String {
    let mark = match known {
        Knowledge::Mine => format!("{:>4}", stone_mark(seat)),
        Knowledge::Theirs => format!("{:>4}", stone_mark(!seat)),
        _ => match (100.0 * share).round() as u32 {
            0 => "   .".to_owned(),
            share => format!("{share:>4}"),
        },
    };
    let style = shade(known, share);
    format!("{style}{mark}{style:#}")
}

/// Stronger colours for likelier stones.
fn shade(known: Knowledge, share: f64) -> Style {
    let color = match known {
        Knowledge::Mine => AnsiColor::Cyan,
        Knowledge::Theirs => AnsiColor::Yellow,
        _ if share < 0.005 => return Style::new().dimmed(),
        _ if share < 0.25 => AnsiColor::Blue,
        _ if share < 0.6 => AnsiColor::Magenta,
        _ => AnsiColor::Red,
    };
    let style = color.on_default();
    if share > 0.85 { style.bold() } else { style }
}

fn side_by_side(worlds: &[World]) -> String {
    let drawn: Vec<(String, String)> = worlds.iter().enumerate().map(board).collect();
    let drawn: Vec<(&str, &str)> =
        drawn.iter().map(|(title, board)| (title.as_str(), board.as_str())).collect();
    boards::side_by_side(&drawn)
}

fn board((index, world): (usize, &World)) -> (String, String) {
    let stone =
        |point: Point| Color::BOTH.into_iter().find(|&color| world.stones(color).contains(point));
    let board = draw(world.size(), |point| stone(point).map_or('.', stone_mark));
    (format!("World {}", index + 1), board)
}

/// As JSON.
pub(crate) fn report(sample: &WorldSample, asked: &Asked<'_>) -> Value {
    let Asked { options, view, certain } = asked;
    let chance = |point: Point| json!({"point": point.to_string(), "chance": sample.diagnostics.share(point)});
    let hidden = view.size().points().filter(|point| !view.mine().contains(*point));
    let moves = |world: &World| world.plays().iter().map(ToString::to_string).collect::<Vec<_>>();
    let in_all = sample.unanimous(view);
    let SamplerStats { steps, accepted, repairs, refills, fallbacks, failures, .. } = sample.stats;
    json!({
        "file": options.file.display().to_string(),
        "seat": boards::word(options.seat),
        "move": options.at,
        "seed": options.seed,
        "prior": options.prior.to_string(),
        "worlds": sample.diagnostics.worlds(),
        "verified": sample.verified,
        "distinct": sample.diagnostics.distinct(),
        "effective_sample_size": sample.diagnostics.effective_sample_size(),
        "health": sample.health,
        "chances": hidden.map(chance).collect::<Vec<_>>(),
        "certain": certain,
        "in_all_worlds": in_all.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "samples": sample.worlds.iter().map(moves).collect::<Vec<_>>(),
        "sampler": {
            "steps": steps, "accepted": accepted, "repairs": repairs, "refills": refills,
            "fallbacks": fallbacks, "failures": failures,
        },
    })
}
