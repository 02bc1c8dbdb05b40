//! The middleware before all routes: host, origin, cookie, rate limit and headers.

use crate::http::Failure;
use crate::secret;
use crate::server_state::ServerState;
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

/// The cookie that identifies a browser. Browsers also send it when a link on another site leads here
/// (`Lax`). Otherwise such a link would make a new guest of a person who holds a seat, and that
/// person could watch the game.
const COOKIE: &str = "kage-guest";

/// The cookie of a browser; `None` for programs without cookies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Guest(pub(crate) Option<String>);

/// The address of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

/// The cost of a request. Requests that create or compute something cost more.
fn cost(request: &Request) -> f64 {
    match (request.method(), request.uri().path()) {
        (&Method::POST, _) => 4.0,
        (_, path) if path.ends_with("/belief") || path.ends_with("/replay") => 2.0,
        _ => 1.0,
    }
}

/// Checks a request, adds its [`Client`] and [`Guest`], and sets the headers of the response.
pub(crate) async fn guard(
    State(server): State<Arc<ServerState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let refused = refusal(&server, &request);
    let known = guest_of(request.headers());
    let is_page = request.method() == Method::GET && !request.uri().path().starts_with("/ws");
    let new = (known.is_none() && is_page).then(secret::token).and_then(Result::ok);
    let mut response = match refused {
        Some(failure) => failure.into_response(),
        None => {
            let client = Client(client_of(&server, &request));
            request.extensions_mut().insert(client);
            request.extensions_mut().insert(Guest(known));
            next.run(request).await
        }
    };
    set_headers(response.headers_mut());
    if let Some(guest) = new {
        let secure = if is_https(&server) { "; Secure" } else { "" };
        let cookie =
            format!("{COOKIE}={guest}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000{secure}");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    response
}

fn is_https(server: &ServerState) -> bool {
    server.origin.as_ref().is_some_and(|origin| origin.starts_with("https://"))
}

fn refusal(server: &ServerState, request: &Request) -> Option<Failure> {
    let headers = request.headers();
    if !is_own_host(server, headers) {
        return Some(Failure::foreign_host());
    }
    let writes = request.method() != Method::GET || request.uri().path() == "/ws";
    if writes && !is_own_origin(server, headers) {
        return Some(Failure::foreign_origin());
    }
    let client = client_of(server, request);
    let may = server.clients.allow(client, cost(request), Instant::now());
    (!may).then(Failure::slow_down)
}

/// The address of the client. A proxy on this machine says for whom it asks.
fn client_of(server: &ServerState, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    let forwarded = || {
        let list = request.headers().get("x-forwarded-for")?.to_str().ok()?;
        list.rsplit(',').next()?.trim().parse().ok()
    };
    if server.origin.is_some() && peer.is_loopback() { forwarded().unwrap_or(peer) } else { peer }
}

fn text_of<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Is the `Host` a name of this server? Another site may point its own name at this machine (DNS
/// rebinding). So only an address, a local name or the name of `origin` is accepted.
fn is_own_host(server: &ServerState, headers: &HeaderMap) -> bool {
    let Some(host) = text_of(headers, &header::HOST) else { return true };
    let name =
        host.rsplit_once(':').filter(|(_, port)| !port.contains(']')).map_or(host, |(n, _)| n);
    let name = name.trim_matches(['[', ']']);
    let address = name.parse::<IpAddr>().is_ok();
    let local = name == "localhost" || name.ends_with(".local") || !name.contains('.');
    let given = server.origin.as_deref().and_then(|origin| origin.split_once("://"));
    address || local || given.is_some_and(|(_, own)| own == host)
}

/// Does the request come from a page of this server? Programs that are not browsers send no origin.
fn is_own_origin(server: &ServerState, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if server.origin.as_deref() == Some(origin) {
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

/// Sets the security headers.
fn set_headers(headers: &mut HeaderMap) {
    let values = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ];
    for (name, value) in values {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
