//! New games: against a bot or a friend, between bots, and at a desk.

use super::{Answer, Body, Failure, MAX_DELAY, Shared, created, read};
use crate::clock::TimeControl;
use crate::guard::Guest;
use crate::json::seat_word;
use crate::secret::{self, clean_name};
use crate::server_state::ServerState;
use crate::spec::{AskedTerms, Kind, Pair, Seat, Spec, Terms};
use axum::Extension;
use axum::extract::State;
use kage_goban::{ByColor, Color};
use serde::Deserialize;
use serde_json::json;

/// The settings that every kind of game has.
#[derive(Deserialize, Default)]
#[serde(default)]
struct CommonSettings {
    size: Option<u8>,
    rules: Option<String>,
    komi: Option<f64>,
    handicap: Option<u8>,
    clock: Option<TimeControl>,
}

impl CommonSettings {
    fn check(&self) -> Result<Terms, Failure> {
        let asked = AskedTerms {
            size: self.size.unwrap_or(9),
            rules: self.rules.as_deref().unwrap_or("borsboom"),
            komi: self.komi,
            handicap: self.handicap.unwrap_or(0),
            clock: self.clock,
        };
        Ok(asked.check()?)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewGame {
    name: Option<String>,
    color: Option<String>,
    against: Against,
    size: Option<u8>,
    rules: Option<String>,
    komi: Option<f64>,
    handicap: Option<u8>,
    clock: Option<TimeControl>,
    undo: Option<bool>,
    delay: Option<u32>,
    /// Two games with the colours swapped, counted as one?
    pair: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Against {
    Bot(String),
    Friend(Visibility),
}

#[derive(Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Visibility {
    Open,
    Private,
}

fn new_spec(server: &ServerState, kind: Kind, terms: &Terms) -> Result<Spec, Failure> {
    Ok(Spec {
        id: secret::game_id()?,
        kind,
        size: terms.size,
        rules: terms.rules,
        handicap: terms.handicap,
        clock: terms.clock,
        undo: false,
        delay: None,
        listed: true,
        created: server.now(),
        seats: ByColor::default(),
        desk: None,
        invite: None,
        pair: None,
    })
}

pub(super) fn bot_seat(server: &ServerState, level: &str, size: u8) -> Result<Seat, Failure> {
    let found = server.level(level).ok_or_else(|| {
        let levels: Vec<&str> = server.levels.iter().map(|level| level.id.as_str()).collect();
        Failure::bad(
            "bad-level",
            format!("there is no `{level}`; there are: {}", levels.join(", ")),
        )
    })?;
    let (name, bot) = (Some(format!("Kage, {}", found.text(size).title)), Some(found.id.clone()));
    Ok(Seat { name, bot, seed: secret::seed()?, guest: None, token: None })
}

pub(super) fn guest_seat(name: String, guest: Option<String>) -> Result<Seat, Failure> {
    Ok(Seat { name: Some(name), bot: None, seed: 0, guest, token: Some(secret::token()?) })
}

fn read_color(color: Option<&str>) -> Result<Color, Failure> {
    match color {
        None | Some("black") => Ok(Color::Black),
        Some("white") => Ok(Color::White),
        Some("random") => Ok(if secret::coin()? { Color::Black } else { Color::White }),
        Some(_) => Err(Failure::bad("bad-seat", "a colour is black, white or random")),
    }
}

/// `POST /api/games`
pub(crate) async fn new_game(
    State(server): Shared,
    Extension(Guest(guest)): Extension<Guest>,
    body: Body,
) -> Answer {
    let asked: NewGame = read(body)?;
    let NewGame { size, rules, komi, handicap, clock, .. } = asked;
    let terms = CommonSettings { size, rules, komi, handicap, clock }.check()?;
    if asked.delay.is_some_and(|delay| delay > MAX_DELAY) {
        let say = format!("a delay has at most {MAX_DELAY} moves; none is until the end");
        return Err(Failure::bad("bad-delay", say));
    }
    let own = read_color(asked.color.as_deref())?;
    let kind = match asked.against {
        Against::Bot(_) => Kind::Bot,
        Against::Friend(_) => Kind::Friend,
    };
    let mut spec = new_spec(&server, kind, &terms)?;
    let name = server.guest_name(asked.name.as_deref(), guest.as_deref()).await?;
    spec.seats[own] = guest_seat(name, guest)?;
    match asked.against {
        Against::Bot(level) => spec.seats[!own] = bot_seat(&server, &level, terms.size)?,
        Against::Friend(visibility) => {
            spec.listed = visibility == Visibility::Open;
            spec.invite = Some(secret::token()?);
            spec.seats[!own].token = Some(secret::token()?);
        }
    }
    spec.pair = asked.pair.unwrap_or(false).then(Pair::default);
    (spec.undo, spec.delay) = (asked.undo.unwrap_or(false), asked.delay);
    let mut answer = json!({"game": spec.id, "seat": seat_word(own), "token": spec.seats[own].token,
               "name": spec.seats[own].name});
    if let Some(invite) = &spec.invite {
        answer["invite"] = invite.as_str().into();
    }
    server.create_game(spec, Vec::new()).await?;
    Ok(created(answer))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewExhibition {
    black: String,
    white: String,
    size: Option<u8>,
    rules: Option<String>,
    komi: Option<f64>,
    handicap: Option<u8>,
}

/// `POST /api/exhibitions`
pub(crate) async fn new_exhibition(State(server): Shared, body: Body) -> Answer {
    let NewExhibition { black, white, size, rules, komi, handicap } = read(body)?;
    let mut terms = CommonSettings { size, rules, komi, handicap, clock: None }.check()?;
    // The thinking of bots is bounded anyway. A busy server must not make a bot lose on time.
    terms.clock = None;
    let mut spec = new_spec(&server, Kind::Exhibition, &terms)?;
    spec.seats.black = bot_seat(&server, &black, terms.size)?;
    spec.seats.white = bot_seat(&server, &white, terms.size)?;
    spec.delay = Some(0);
    let answer = json!({"game": spec.id});
    server.create_game(spec, Vec::new()).await?;
    Ok(created(answer))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewDesk {
    black: Option<String>,
    white: Option<String>,
    bot: Option<DeskBot>,
    size: Option<u8>,
    rules: Option<String>,
    komi: Option<f64>,
    handicap: Option<u8>,
    clock: Option<TimeControl>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeskBot {
    #[serde(with = "crate::json::seat")]
    seat: Color,
    level: String,
}

/// `POST /api/desks`
pub(crate) async fn new_desk(
    State(server): Shared,
    Extension(Guest(guest)): Extension<Guest>,
    body: Body,
) -> Answer {
    let NewDesk { black, white, bot, size, rules, komi, handicap, clock } = read(body)?;
    let terms = CommonSettings { size, rules, komi, handicap, clock }.check()?;
    let mut spec = new_spec(&server, Kind::Desk, &terms)?;
    let person = |name: Option<String>, color: &str| Seat {
        name: name.as_deref().and_then(clean_name).or_else(|| Some(color.to_owned())),
        guest: guest.clone(),
        ..Seat::default()
    };
    spec.seats.black = person(black, "Black");
    spec.seats.white = person(white, "White");
    if let Some(DeskBot { seat, level }) = bot {
        spec.seats[seat] = bot_seat(&server, &level, terms.size)?;
    }
    spec.desk = Some(secret::token()?);
    let answer = json!({"game": spec.id, "token": spec.desk});
    server.create_game(spec, Vec::new()).await?;
    Ok(created(answer))
}
