//! What a client can choose.

use super::{MAX_DELAY, Shared};
use crate::json::komi;
use crate::secret::NAME_LENGTH;
use crate::spec::most_handicap;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use kage_goban::BoardSize;
use kage_phantom::{Preset, RefereeRules};
use serde_json::{Value, json};

/// `GET /api/about`
pub(crate) async fn about(State(server): Shared) -> Response {
    let levels: Vec<Value> = server
        .levels
        .iter()
        .map(|l| json!({"id": l.id, "onNine": l.on_nine, "elsewhere": l.elsewhere, "chance": l.chance}))
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
        "belief": server.beliefs.is_some(),
    }))
    .into_response()
}
