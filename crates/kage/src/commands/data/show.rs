//! `kage data show`: a file of self-play in figures, or one game of it.

use super::{DataFile, failure, note_cut, open};
use crate::args::DataShow;
use crate::failure::Failure;
use crate::files;
use kage_data::{Summary, replay};
use kage_goban::{ByColor, Color};
use kage_record::Transcript;
use std::io::Write;

pub(crate) fn run(options: &DataShow) -> Result<(), Failure> {
    let (mut reader, bar) = open(&options.file)?;
    let text = match options.game {
        Some(wanted) => one_game(&mut reader, wanted, options),
        None => whole_file(&mut reader, options),
    };
    bar.finish_and_clear();
    note_cut(&reader, &options.file);
    Ok(anstream::stdout().write_all(text?.as_bytes())?)
}

/// One game, as a file for `kage replay`.
fn one_game(reader: &mut DataFile, wanted: u32, options: &DataShow) -> Result<String, Failure> {
    let path = &options.file;
    let fail = |error| failure(path, &error);
    loop {
        let number = reader.number();
        let Some(game) = reader.next_game().map_err(fail)? else {
            let last = number.saturating_sub(1);
            let what = format!("there is no game {wanted}, the file has {number}: 0 to {last}");
            return Err(Failure::Other(format!("{}: {what}", path.display())));
        };
        if number == wanted {
            let (rules, setup) = (*reader.rules(), *reader.setup());
            let record = replay(&game, number, rules, setup, |_| {}).map_err(fail)?;
            let mut transcript = Transcript::of(&record);
            let name =
                |color: Color| reader.header().players[usize::from(game.player(color))].clone();
            transcript.names = ByColor::new(|color| Some(name(color)));
            transcript.comments.push(format!("game {number} of seed {}", reader.header().seed));
            return files::in_form(&transcript, options.form, path);
        }
    }
}

fn whole_file(reader: &mut DataFile, options: &DataShow) -> Result<String, Failure> {
    let summary = Summary::of(reader).map_err(|error| failure(&options.file, &error))?;
    if options.json {
        let text = serde_json::to_string_pretty(&summary).map_err(std::io::Error::from)?;
        return Ok(text + "\n");
    }
    Ok(in_words(&summary))
}

fn in_words(summary: &Summary) -> String {
    let Summary { header, games, .. } = summary;
    let mut text = format!("{} v {}\n", header.players[0], header.players[1]);
    let (size, rules, seed) = (header.size, &header.rules, header.seed);
    text += &format!("{size}x{size}, rules {rules}, seed {seed}, by Kage {}\n", header.kage);
    text += &format!(
        "\n{games} games: Black won {}, White {}, nobody {}; the first player {}, the second {}\n",
        summary.black_wins,
        summary.white_wins,
        summary.draws,
        summary.player_wins[0],
        summary.player_wins[1]
    );
    if summary.not_counted > 0 {
        text += &format!("{} of them ended without a count\n", summary.not_counted);
    }
    text += &format!(
        "{} tries, {:.1} a game; {} moves, {:.1} a game\n",
        summary.tries, summary.mean_tries, summary.moves, summary.mean_moves
    );
    let refusals: Vec<String> =
        summary.refusals.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
    text += &format!("refused: {}\n", refusals.join(", "));
    let (bytes, a_game, a_try) = (summary.bytes, summary.bytes_per_game, summary.bytes_per_try);
    text += &format!("{bytes} bytes, {a_game:.1} a game, {a_try:.2} a try\n");
    let noted = match header.notes {
        0 => "no notes".to_owned(),
        most => format!("notes of up to {most} candidates a try"),
    };
    text += &format!("{noted}\n\nThe opponent's stones that were hidden, by moves made:\n");
    for share in &summary.hidden {
        let percent = 100.0 * share.share;
        text += &format!("{:5}  {percent:5.1}%  at {} tries\n", share.from_move, share.tries);
    }
    text
}
