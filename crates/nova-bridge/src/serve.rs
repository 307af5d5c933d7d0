//! The routes: the page, and one for all commands.

use std::{path::PathBuf, sync::Arc};

use axum::{
    Json, Router,
    body::{Body, Bytes},
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use futures_util::stream;
use nova_desk::{Desk, Sink};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::{gate::Gate, pages, shell::BrowserShell};

/// What is served.
pub(crate) struct Served {
    pub(crate) desk: Arc<Desk>,
    pub(crate) gate: Gate,
    pub(crate) shell: Arc<BrowserShell>,
    pub(crate) ui: PathBuf,
}

/// Every route.
pub(crate) fn routes(served: Served) -> Router {
    Router::new()
        .route("/ipc/{name}", post(command))
        .route("/shell", get(opened).post(choose))
        .route("/", get(index))
        .route("/{*file}", get(file))
        .with_state(Arc::new(served))
}

async fn index(State(served): State<Arc<Served>>, headers: HeaderMap) -> Response {
    page(&served, &headers, "")
}

async fn file(State(served): State<Arc<Served>>, Path(file): Path<String>, headers: HeaderMap) -> Response {
    page(&served, &headers, &file)
}

fn page(served: &Served, headers: &HeaderMap, file: &str) -> Response {
    if served.gate.is_home(headers) {
        pages::file(&served.ui, file)
    } else {
        StatusCode::FORBIDDEN.into_response()
    }
}

/// What the desktop would have opened.
async fn opened(State(served): State<Arc<Served>>, headers: HeaderMap) -> Response {
    if !served.gate.lets(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    Json(served.shell.opened()).into_response()
}

/// The folder that the player chooses next.
async fn choose(
    State(served): State<Arc<Served>>,
    headers: HeaderMap,
    Json(folder): Json<PathBuf>,
) -> Response {
    if !served.gate.lets(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    served.shell.choose(folder);
    StatusCode::NO_CONTENT.into_response()
}

/// One command: its events as they come, then its result or its fault, one JSON object a line.
async fn command(
    State(served): State<Arc<Served>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    Json(args): Json<Value>,
) -> Response {
    if !served.gate.lets(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let (send, receive) = mpsc::unbounded_channel();
    let desk = Arc::clone(&served.desk);
    tokio::spawn(async move {
        let sink = Arc::new(Line(send.clone()));
        let last = match desk.call(&name, args, sink).await {
            Ok(result) => json!({ "result": result }),
            Err(fault) => json!({ "fault": fault }),
        };
        // A page that went away does not read it.
        let _ = send.send(last);
    });
    let body = stream::unfold(receive, |mut receive| async move {
        let line = receive.recv().await?;
        Some((Ok::<_, std::convert::Infallible>(Bytes::from(format!("{line}\n"))), receive))
    });
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(body)).into_response()
}

/// Events as lines of the answer.
struct Line(mpsc::UnboundedSender<Value>);

impl Sink for Line {
    fn send(&self, event: Value) {
        let _ = self.0.send(json!({ "event": event }));
    }

    fn is_open(&self) -> bool {
        !self.0.is_closed()
    }
}
