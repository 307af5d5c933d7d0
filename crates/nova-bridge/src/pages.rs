//! The files of the built page.

use std::path::{Component, Path, PathBuf};

use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

/// The same rules as in the window, as far as a browser can hold them. Nobody else frames, embeds or keeps the page.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
         object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// One file below the folder of the built page.
pub(crate) fn file(ui: &Path, wanted: &str) -> Response {
    let read = below(ui, wanted).and_then(|path| Some((kind(&path), std::fs::read(&path).ok()?)));
    let Some((kind, bytes)) = read else { return StatusCode::NOT_FOUND.into_response() };
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The real path, if it is below the folder: neither the name nor a link on the way leads out of it.
fn below(ui: &Path, wanted: &str) -> Option<PathBuf> {
    let wanted = if wanted.is_empty() { "index.html" } else { wanted };
    let plain = Path::new(wanted).components().all(|part| matches!(part, Component::Normal(_)));
    let real = ui.join(plain.then_some(wanted)?).canonicalize().ok()?;
    real.starts_with(ui.canonicalize().ok()?).then_some(real)
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|ext| ext.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
