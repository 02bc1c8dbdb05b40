//! What is asked for by HTTP: games to make, seats to take, games that are over.

use crate::archive::NotShown;
use crate::card::Card;
use crate::clock::TimeControl;
use crate::guard::Guest;
use crate::hall::{Hall, NotMade};
use crate::json::{komi, seat_word};
use crate::room::{Mail, Trouble};
use crate::secret::{self, NAME_LENGTH, clean_name};
use crate::spec::{AskedTerms, Kind, Seat, Spec, Terms, most_handicap};
use crate::store::{Role, StoreError};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kage_goban::{BoardSize, Color};
use kage_phantom::{Preset, RefereeRules};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::oneshot;

/// The longest delay for spectators, in moves.
const MAX_DELAY: u32 = 400;
/// The largest body.
pub(crate) const LARGEST_BODY: usize = 16 * 1024;

/// A request that is not fulfilled: a status, a code and words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    code: &'static str,
    say: String,
}

impl Failure {
    fn new(status: StatusCode, code: &'static str, say: impl Into<String>) -> Failure {
        Failure { status, code, say: say.into() }
    }

    fn bad(code: &'static str, say: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, code, say)
    }

    pub(crate) fn no_page() -> Failure {
        Failure::new(StatusCode::NOT_FOUND, "no-page", "there is nothing here")
    }

    pub(crate) fn no_game() -> Failure {
        Failure::new(StatusCode::NOT_FOUND, "no-game", "there is no such game")
    }

    fn no_invite() -> Failure {
        let say = "this invitation leads nowhere: ask for a new one";
        Failure::new(StatusCode::NOT_FOUND, "no-invite", say)
    }

    pub(crate) fn foreign_host() -> Failure {
        let say =
            "this server is not known by that name: use its address, or start it with --origin";
        Failure::new(StatusCode::FORBIDDEN, "foreign-host", say)
    }

    pub(crate) fn foreign_origin() -> Failure {
        let say = "a page of another site cannot play here";
        Failure::new(StatusCode::FORBIDDEN, "foreign-origin", say)
    }

    pub(crate) fn slow_down() -> Failure {
        let say = "that was a lot at once: wait a moment, then go on";
        Failure::new(StatusCode::TOO_MANY_REQUESTS, "slow-down", say)
    }

    fn busy() -> Failure {
        let say = "the server has its hands full: try again in a moment";
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "busy", say)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let body = json!({"error": {"code": self.code, "say": self.say}});
        let mut response = (self.status, axum::Json(body)).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            let second = axum::http::HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, second);
        }
        response
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "disk", error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(_: std::io::Error) -> Failure {
        Failure::busy()
    }
}

impl From<NotMade> for Failure {
    fn from(not_made: NotMade) -> Failure {
        match not_made {
            NotMade::Full(say) => Failure::new(StatusCode::SERVICE_UNAVAILABLE, "full", say),
            NotMade::Store(error) => error.into(),
        }
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Store(error) => error.into(),
            other => Failure::new(StatusCode::CONFLICT, other.code(), other.say()),
        }
    }
}

impl From<NotShown> for Failure {
    fn from(not_shown: NotShown) -> Failure {
        match not_shown {
            NotShown::NoGame => Failure::no_game(),
            NotShown::NotOver => Failure::new(
                StatusCode::CONFLICT,
                "not-over",
                "the game is not over: nobody sees the truth before that",
            ),
            NotShown::NoScene => Failure::bad("bad-move", "the game has no such moment"),
            NotShown::NoBelief => Failure::no_page(),
            NotShown::Busy => Failure::busy(),
            NotShown::Store(error) => error.into(),
        }
    }
}

type Answer = Result<Response, Failure>;
type Hearing = State<Arc<Hall>>;
type Body = Result<Bytes, BytesRejection>;

fn read<T: DeserializeOwned>(body: Body) -> Result<T, Failure> {
    let body = body.map_err(|_| {
        let say = format!("that is too long: {LARGEST_BODY} bytes are enough");
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", say)
    })?;
    serde_json::from_slice(&body)
        .map_err(|error| Failure::bad("bad-json", format!("that cannot be read: {error}")))
}

fn made(value: Value) -> Response {
    (StatusCode::CREATED, axum::Json(value)).into_response()
}

/// `GET /api/about`
pub(crate) async fn about(State(hall): Hearing) -> Response {
    let levels: Vec<Value> = hall
        .levels
        .iter()
        .map(|l| json!({"id": l.id, "title": l.title, "about": l.about, "chance": l.chance}))
        .collect();
    let preset = |preset: Preset| {
        let rules = preset.rules();
        let settings: serde_json::Map<String, Value> = rules
            .settings()
            .into_iter()
            .map(|(name, value, _)| (name.to_owned(), value.into()))
            .collect();
        json!({"name": preset.name(), "about": preset.about(), "rules": rules.to_string(),
               "komi": komi(rules.komi), "settings": settings})
    };
    let settings: Vec<Value> = RefereeRules::default()
        .settings()
        .into_iter()
        .map(|(name, _, takes)| json!({"name": name, "takes": takes}))
        .collect();
    let handicap: Vec<Value> = (2..=19)
        .filter_map(BoardSize::new)
        .map(|size| json!({"size": size.get(), "most": most_handicap(size)}))
        .collect();
    axum::Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "levels": levels,
        "presets": Preset::ALL.map(preset),
        "settings": settings,
        "sizes": {"least": 2, "most": 19, "usual": [9, 13, 19]},
        "handicap": handicap,
        "nameLength": NAME_LENGTH,
        "maxDelay": MAX_DELAY,
        "belief": hall.thoughts.is_some(),
    }))
    .into_response()
}

/// What is asked for in any game.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Common {
    size: Option<u8>,
    rules: Option<String>,
    komi: Option<f64>,
    handicap: Option<u8>,
    clock: Option<TimeControl>,
}

impl Common {
    fn check(&self) -> Result<Terms, Failure> {
        let asked = AskedTerms {
            size: self.size.unwrap_or(9),
            rules: self.rules.as_deref().unwrap_or("borsboom"),
            komi: self.komi,
            handicap: self.handicap.unwrap_or(0),
            clock: self.clock,
        };
        asked.check().map_err(|(code, say)| Failure::bad(code, say))
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
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Against {
    Bot(String),
    Friend(Door),
}

#[derive(Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Door {
    Open,
    Private,
}

fn blank(hall: &Hall, kind: Kind, terms: &Terms) -> Result<Spec, Failure> {
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
        created: hall.now(),
        black: Seat::default(),
        white: Seat::default(),
        desk: None,
        invite: None,
    })
}

fn bot_seat(hall: &Hall, level: &str) -> Result<Seat, Failure> {
    let found = hall.level(level).ok_or_else(|| {
        let levels: Vec<&str> = hall.levels.iter().map(|level| level.id.as_str()).collect();
        Failure::bad(
            "bad-level",
            format!("there is no `{level}`; there are: {}", levels.join(", ")),
        )
    })?;
    let (name, bot) = (Some(format!("Kage, {}", found.title)), Some(found.id.clone()));
    Ok(Seat { name, bot, seed: secret::seed()?, guest: None, token: None })
}

fn guest_seat(name: Option<&str>, guest: Option<String>) -> Result<Seat, Failure> {
    let name = Some(clean_name(name.unwrap_or("Guest")));
    Ok(Seat { name, bot: None, seed: 0, guest, token: Some(secret::token()?) })
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
    State(hall): Hearing,
    Extension(Guest(guest)): Extension<Guest>,
    body: Body,
) -> Answer {
    let asked: NewGame = read(body)?;
    let NewGame { size, rules, komi, handicap, clock, .. } = asked;
    let terms = Common { size, rules, komi, handicap, clock }.check()?;
    if asked.delay.is_some_and(|delay| delay > MAX_DELAY) {
        let say = format!("a delay has at most {MAX_DELAY} moves; none is until the end");
        return Err(Failure::bad("bad-delay", say));
    }
    let mine = read_color(asked.color.as_deref())?;
    let kind = match asked.against {
        Against::Bot(_) => Kind::Bot,
        Against::Friend(_) => Kind::Friend,
    };
    let mut spec = blank(&hall, kind, &terms)?;
    *spec.seat_mut(mine) = guest_seat(asked.name.as_deref(), guest)?;
    match asked.against {
        Against::Bot(level) => *spec.seat_mut(!mine) = bot_seat(&hall, &level)?,
        Against::Friend(door) => {
            spec.listed = door == Door::Open;
            spec.invite = Some(secret::token()?);
            spec.seat_mut(!mine).token = Some(secret::token()?);
        }
    }
    (spec.undo, spec.delay) = (asked.undo.unwrap_or(false), asked.delay);
    let mut answer =
        json!({"game": spec.id, "seat": seat_word(mine), "token": spec.seat(mine).token});
    if let Some(invite) = &spec.invite {
        answer["invite"] = invite.as_str().into();
    }
    hall.create(spec).await?;
    Ok(made(answer))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Joining {
    name: Option<String>,
}

async fn sit_down(hall: &Arc<Hall>, game: &str, guest: Option<String>, body: Body) -> Answer {
    let Joining { name } = read(body)?;
    let name = clean_name(name.as_deref().unwrap_or("Guest"));
    let (answer, told) = oneshot::channel();
    if !hall.send(game, Mail::Join { name, guest, answer }).await? {
        return Err(Failure::no_game());
    }
    let (seat, token) = told.await.map_err(|_| Failure::busy())??;
    Ok(made(json!({"game": game, "seat": seat_word(seat), "token": token})))
}

/// `POST /api/games/GAME/join`
pub(crate) async fn join(
    State(hall): Hearing,
    Path(game): Path<String>,
    Extension(Guest(guest)): Extension<Guest>,
    body: Body,
) -> Answer {
    let card = hall.card(&game).await?.ok_or_else(Failure::no_game)?;
    if !card.listed {
        return Err(Failure::no_game());
    }
    sit_down(&hall, &game, guest, body).await
}

async fn invited(hall: &Hall, invite: &str) -> Result<String, Failure> {
    match hall.token(invite).await? {
        Some((game, Role::Invite)) => Ok(game),
        _ => Err(Failure::no_invite()),
    }
}

/// `GET /api/invites/INVITE`
pub(crate) async fn invitation(State(hall): Hearing, Path(invite): Path<String>) -> Answer {
    let game = invited(&hall, &invite).await?;
    let card = hall.card(&game).await?.ok_or_else(Failure::no_invite)?;
    Ok(axum::Json(card).into_response())
}

/// `POST /api/invites/INVITE`
pub(crate) async fn accept(
    State(hall): Hearing,
    Path(invite): Path<String>,
    Extension(Guest(guest)): Extension<Guest>,
    body: Body,
) -> Answer {
    let game = invited(&hall, &invite).await?;
    sit_down(&hall, &game, guest, body).await
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
pub(crate) async fn new_exhibition(State(hall): Hearing, body: Body) -> Answer {
    let NewExhibition { black, white, size, rules, komi, handicap } = read(body)?;
    let mut terms = Common { size, rules, komi, handicap, clock: None }.check()?;
    // Bots are bounded by themselves, and a server with much to do should not lose them games.
    terms.clock = None;
    let mut spec = blank(&hall, Kind::Exhibition, &terms)?;
    spec.black = bot_seat(&hall, &black)?;
    spec.white = bot_seat(&hall, &white)?;
    spec.delay = Some(0);
    let answer = json!({"game": spec.id});
    hall.create(spec).await?;
    Ok(made(answer))
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
    State(hall): Hearing,
    Extension(Guest(guest)): Extension<Guest>,
    body: Body,
) -> Answer {
    let NewDesk { black, white, bot, size, rules, komi, handicap, clock } = read(body)?;
    let terms = Common { size, rules, komi, handicap, clock }.check()?;
    let mut spec = blank(&hall, Kind::Desk, &terms)?;
    let person = |name: Option<String>, color: &str| Seat {
        name: Some(clean_name(name.as_deref().unwrap_or(color))),
        guest: guest.clone(),
        ..Seat::default()
    };
    spec.black = person(black, "Black");
    spec.white = person(white, "White");
    if let Some(DeskBot { seat, level }) = bot {
        *spec.seat_mut(seat) = bot_seat(&hall, &level)?;
    }
    spec.desk = Some(secret::token()?);
    let answer = json!({"game": spec.id, "token": spec.desk});
    hall.create(spec).await?;
    Ok(made(answer))
}

/// `GET /api/games/GAME`
pub(crate) async fn card(State(hall): Hearing, Path(game): Path<String>) -> Answer {
    let card: Card = hall.card(&game).await?.ok_or_else(Failure::no_game)?;
    Ok(axum::Json(card).into_response())
}

fn as_json(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// `GET /api/games/GAME/replay`
pub(crate) async fn replay(State(hall): Hearing, Path(game): Path<String>) -> Answer {
    Ok(as_json(hall.replay(&game).await?))
}

#[derive(Deserialize)]
pub(crate) struct BeliefAsked {
    seat: String,
    scene: u32,
}

/// `GET /api/games/GAME/belief?seat=black&scene=12`
pub(crate) async fn belief(
    State(hall): Hearing,
    Path(game): Path<String>,
    asked: Result<Query<BeliefAsked>, axum::extract::rejection::QueryRejection>,
) -> Answer {
    let what = "say whose belief, and when: ?seat=black&scene=12";
    let Query(asked) = asked.map_err(|_| Failure::bad("bad-move", what))?;
    let seat = Color::BOTH.into_iter().find(|&seat| seat_word(seat) == asked.seat);
    let seat = seat.ok_or_else(|| Failure::bad("bad-seat", what))?;
    let text = hall.belief(&game, seat, asked.scene).await?;
    Ok(as_json(text.to_string()))
}

fn as_file(text: String, name: &str, kind: &'static str) -> Response {
    let shown = format!("attachment; filename=\"{name}\"");
    let about = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, shown)];
    (about, text).into_response()
}

/// `GET /api/games/GAME/sgf`
pub(crate) async fn sgf(State(hall): Hearing, Path(game): Path<String>) -> Answer {
    let text = hall.sgf(&game).await?;
    Ok(as_file(text, &format!("kage-{}.sgf", plain(&game)), "application/x-go-sgf"))
}

/// `GET /api/games/GAME/text`
pub(crate) async fn text(State(hall): Hearing, Path(game): Path<String>) -> Answer {
    let text = hall.text(&game).await?;
    Ok(as_file(text, &format!("kage-{}.txt", plain(&game)), "text/plain; charset=utf-8"))
}

/// A game's name in a header: it has been found, so it is letters and digits, but who knows.
fn plain(game: &str) -> String {
    game.chars().filter(char::is_ascii_alphanumeric).collect()
}
