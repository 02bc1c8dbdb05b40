//! The files of the page. They are part of the program; a debug build reads them from the disk.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::fmt::Write;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// Every page address gives this page.
pub(crate) async fn page(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// A file of the page.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    file(&name, &headers)
}

/// An unknown address. People get the page, which says in words that there is nothing here and shows the way
/// home; programs that ask for JSON get the error as JSON.
pub(crate) async fn missing(uri: Uri, headers: HeaderMap) -> Response {
    let is_program = uri.path().starts_with("/api/") || asks_for_json(&headers);
    if is_program {
        return crate::http::Failure::no_page().into_response();
    }
    // Without the tag of the known page, the answer is never "not modified".
    (StatusCode::NOT_FOUND, file("index.html", &HeaderMap::new())).into_response()
}

fn asks_for_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("");
    accept.contains("application/json") && !accept.contains("text/html")
}

fn file(name: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Assets::get(name) else {
        return crate::http::Failure::no_page().into_response();
    };
    let mut tag = String::from("\"");
    for byte in &file.metadata.sha256_hash()[..12] {
        // Writing to a string does not fail.
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let same = known.is_some_and(|known| known.split(',').any(|one| bare(one) == tag));
    let about = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::CONTENT_TYPE, kind_of(name).to_owned()),
    ];
    if same {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, file.data.into_owned()).into_response()
}

/// A tag without the `W/` that a compressing server puts before it.
fn bare(tag: &str) -> &str {
    let tag = tag.trim();
    tag.strip_prefix("W/").unwrap_or(tag)
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
