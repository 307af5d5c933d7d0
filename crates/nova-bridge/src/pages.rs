//! The files of the built page, and its labels in traditional Chinese.

use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
};

use anyhow::{Context, Result};
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use jiff::tz::TimeZone;
use nova_core::texts::{Lang, Texts};
use serde::Deserialize;

/// The same rules as in the window, as far as a browser can hold them.
const CSP: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
                   object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/// One file below the folder of the built page.
pub(crate) fn file(ui: &Path, wanted: &str) -> Response {
    let Some(path) = below(ui, wanted) else { return StatusCode::NOT_FOUND.into_response() };
    let Ok(bytes) = std::fs::read(&path) else { return StatusCode::NOT_FOUND.into_response() };
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(&path)));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CSP));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

fn below(ui: &Path, wanted: &str) -> Option<PathBuf> {
    let wanted = if wanted.is_empty() { "index.html" } else { wanted };
    let plain = Path::new(wanted).components().all(|part| matches!(part, Component::Normal(_)));
    plain.then(|| ui.join(wanted))
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|ext| ext.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

/// One label, as the files of the page have it.
#[derive(Deserialize)]
struct Label {
    zh: String,
    tw: Option<String>,
}

/// The labels of a folder (`{key: {zh, en, tw?}}` in each file) in traditional Chinese, as one flat object.
pub(crate) fn traditional(folder: &Path) -> Result<String> {
    let texts = Texts::new(Lang::ZhTw, TimeZone::UTC);
    let mut derived = BTreeMap::new();
    for file in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = file?.path();
        let text = std::fs::read_to_string(&path)?;
        let labels: BTreeMap<String, Label> =
            serde_json::from_str(&text).with_context(|| format!("{} holds no labels", path.display()))?;
        derived.extend(labels.into_iter().map(|(key, label)| {
            let tw = label.tw.unwrap_or_else(|| texts.localized(&label.zh, ""));
            (key, tw)
        }));
    }
    Ok(serde_json::to_string_pretty(&derived)? + "\n")
}
