//! Parsers of numbers with bounds, and their error texts.

use kage_goban::BoardSize;

pub(super) fn chance(text: &str) -> Result<f64, String> {
    let chance = text.parse().ok().filter(|chance| (0.0..=1.0).contains(chance));
    chance.ok_or_else(|| "a chance is a number from 0 to 1".to_owned())
}

pub(super) fn even(text: &str) -> Result<u32, String> {
    let games = text.parse().ok().filter(|games: &u32| *games > 0 && games.is_multiple_of(2));
    games.ok_or_else(|| "games come in pairs with colours swapped: an even number".to_owned())
}

pub(super) fn setting(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.split_once('=').ok_or("a value is set as name=number")?;
    let number = value.parse().ok().filter(|number| *number > 0);
    let number = number.ok_or_else(|| format!("`{value}` is not a whole number from 1"))?;
    Ok((name.to_owned(), number))
}

pub(super) fn positive(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0 && number <= 1_000_000);
    number.ok_or_else(|| "a whole number from 1 to 1000000".to_owned())
}

pub(super) fn board_size(text: &str) -> Result<BoardSize, String> {
    let lines = text.parse().ok().and_then(BoardSize::new);
    lines.ok_or_else(|| "a board has from 2 to 19 lines".to_owned())
}

pub(super) fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse::<f64>().ok().filter(|m| (0.001..=10_000.0).contains(m));
    minutes.ok_or_else(|| "a number of minutes from 0.001 to 10000".to_owned())
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|s| (0.01..=86_400.0).contains(s));
    seconds.ok_or_else(|| "a number of seconds from 0.01 to 86400".to_owned())
}

pub(super) fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse::<f32>().ok().filter(|rate| *rate > 0.0 && *rate <= 1.0);
    rate.ok_or_else(|| "a number above 0, and 1 at most".to_owned())
}

pub(super) fn number(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("a value is set as name=number")?;
    let number: Option<f64> = value.parse().ok();
    let number = number.filter(|number| number.is_finite());
    Ok((name.to_owned(), number.ok_or_else(|| format!("`{value}` is not a number"))?))
}
