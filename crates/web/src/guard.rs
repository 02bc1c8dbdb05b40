//! Who may ask at all: hosts, origins, cookies, and how often.

use crate::hall::Hall;
use crate::http::Failure;
use crate::secret;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; media-src 'self' data:; connect-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The cookie by which a browser is known. It comes along when a link elsewhere leads here (`Lax`):
/// otherwise such a link would make a new guest of somebody who holds a seat, and let him watch.
const COOKIE: &str = "kage-guest";

/// A browser, by its cookie; a program that takes no cookies is nobody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Guest(pub(crate) Option<String>);

/// Where a request comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

/// What a request costs: those that make something cost more.
fn cost(request: &Request) -> f64 {
    match (request.method(), request.uri().path()) {
        (&Method::POST, _) => 4.0,
        (_, path) if path.ends_with("/belief") || path.ends_with("/replay") => 2.0,
        _ => 1.0,
    }
}

/// Stands before everything.
pub(crate) async fn guard(
    State(hall): State<Arc<Hall>>,
    mut request: Request,
    next: Next,
) -> Response {
    let refused = check(&hall, &request);
    let known = guest_of(request.headers());
    let visits = request.method() == Method::GET && !request.uri().path().starts_with("/ws");
    let new = (known.is_none() && visits).then(secret::token).and_then(Result::ok);
    let mut response = match refused {
        Some(failure) => failure.into_response(),
        None => {
            let client = Client(client_of(&hall, &request));
            request.extensions_mut().insert(client);
            request.extensions_mut().insert(Guest(known));
            next.run(request).await
        }
    };
    dress(response.headers_mut());
    if let Some(guest) = new {
        let secure = if is_https(&hall) { "; Secure" } else { "" };
        let cookie =
            format!("{COOKIE}={guest}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000{secure}");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    response
}

fn is_https(hall: &Hall) -> bool {
    hall.origin.as_ref().is_some_and(|origin| origin.starts_with("https://"))
}

fn check(hall: &Hall, request: &Request) -> Option<Failure> {
    let headers = request.headers();
    if !host_is_ours(hall, headers) {
        return Some(Failure::foreign_host());
    }
    let speaks = request.method() != Method::GET || request.uri().path() == "/ws";
    if speaks && !origin_is_ours(hall, headers) {
        return Some(Failure::foreign_origin());
    }
    let client = client_of(hall, request);
    let may = hall.clients.may(client, cost(request), Instant::now());
    (!may).then(Failure::slow_down)
}

/// Whoever asks. Behind a proxy it says who asked it.
fn client_of(hall: &Hall, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    let told = || {
        let list = request.headers().get("x-forwarded-for")?.to_str().ok()?;
        list.rsplit(',').next()?.trim().parse().ok()
    };
    if hall.origin.is_some() && peer.is_loopback() { told().unwrap_or(peer) } else { peer }
}

fn text_of<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// A page elsewhere whose name leads to this machine is not ours: who listens for himself alone is
/// called by an address or as localhost, who stands behind a proxy by the name he was given.
fn host_is_ours(hall: &Hall, headers: &HeaderMap) -> bool {
    let Some(host) = text_of(headers, &header::HOST) else { return true };
    let name =
        host.rsplit_once(':').filter(|(_, port)| !port.contains(']')).map_or(host, |(n, _)| n);
    let name = name.trim_matches(['[', ']']);
    let address = name.parse::<IpAddr>().is_ok();
    let local = name == "localhost" || name.ends_with(".local") || !name.contains('.');
    let given = hall.origin.as_deref().and_then(|origin| origin.split_once("://"));
    address || local || given.is_some_and(|(_, ours)| ours == host)
}

/// Browsers say which page a message comes from. A program that is no browser says nothing.
fn origin_is_ours(hall: &Hall, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if hall.origin.as_deref() == Some(origin) {
        return true;
    }
    let host = text_of(headers, &header::HOST).unwrap_or("");
    origin.split_once("://").is_some_and(|(_, named)| !host.is_empty() && named == host)
}

fn guest_of(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|list| list.split(';')).filter_map(|one| one.trim().split_once('='));
    let (_, guest) = pairs.find(|(name, _)| *name == COOKIE)?;
    let good = guest.len() == 32 && guest.bytes().all(|byte| byte.is_ascii_alphanumeric());
    good.then(|| guest.to_owned())
}

/// The habits of a careful house.
fn dress(headers: &mut HeaderMap) {
    let habits = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ];
    for (name, value) in habits {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
