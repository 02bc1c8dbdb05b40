//! What a view is certain of, and why, in words.

use kage_goban::Point;
use kage_phantom::{Answer, Causes, HearingError, Observation, Refusal, Seat, Sound};

/// What the view is certain of, and open refusals, each with its reason. An error means that the
/// view does not fit its own log.
pub fn certain(seat: &Seat) -> Result<Vec<String>, HearingError> {
    let mut lines = Vec::new();
    for point in &seat.theirs() {
        lines.push(format!("{point} is theirs: {}", why_theirs(seat, point)?));
    }
    for (point, refused) in seat.refusals() {
        let causes = in_words(refused.causes);
        lines.push(format!("{point} was refused at move {}: {causes}", refused.at + 1));
    }
    let count = seat.their_stones();
    let bound = if count.exact { "" } else { "at most " };
    lines.push(format!("they have {bound}{} stones on the board", count.at_most));
    let empty = seat.empty();
    if !empty.is_empty() {
        lines.push(format!("certainly empty now: {empty}"));
    }
    Ok(lines)
}

/// Why a point is certainly the opponent's: the last observation that shows it.
fn why_theirs(seat: &Seat, point: Point) -> Result<String, HearingError> {
    if seat.setup().stones(!seat.color()).contains(point) {
        return Ok("it is a handicap stone".to_owned());
    }
    let mut before = Seat::new(*seat.rules(), seat.setup(), seat.color());
    let mut reason = "by what is around it, all else being impossible".to_owned();
    for news in seat.log() {
        reason = shown_by(&before, news, point).unwrap_or(reason);
        before.hear(news)?;
    }
    Ok(reason)
}

/// How an observation shows that a point has a stone of the opponent.
fn shown_by(before: &Seat, news: &Observation, point: Point) -> Option<String> {
    let number = before.moves() + 1;
    match news {
        Observation::Mine(Answer::Refused { point: tried, reason }) if *tried == point => {
            if *reason == Some(Refusal::OpponentStone) {
                return Some(format!("refused at move {number}, and the referee named it"));
            }
            let why_not = before.why_no_suicide(point)?;
            let ko = before.likely_ko() == Some(point);
            (!ko).then(|| format!("refused at move {number}; no ko, and not suicide: {why_not}"))
        }
        Observation::Theirs(Sound::Moved { lost, .. }) => {
            let border = lost.points().neighbors(before.size()) - lost.points();
            let taken = border.contains(point);
            taken.then(|| {
                format!("it is beside stones of the seat's that were taken at move {number}")
            })
        }
        _ => None,
    }
}

fn in_words(causes: Causes) -> String {
    let Causes { stone, suicide, ko } = causes;
    let named = [(stone, "a stone"), (suicide, "suicide"), (ko, "ko")];
    let words: Vec<&str> = named.iter().filter(|(may, _)| *may).map(|(_, word)| *word).collect();
    words.join(" or ")
}
