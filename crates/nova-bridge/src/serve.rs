//! The routes: the page, one for all commands, and what tests ask about the desktop that is not there.

use std::{convert::Infallible, path::PathBuf, sync::Arc};

use axum::{
    Json, Router,
    body::{Body, Bytes},
    extract::{DefaultBodyLimit, Path, Request, State},
    http::{StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use futures_util::stream;
use nova_desk::{Desk, Sink};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::{gate::Gate, pages, shell::BrowserShell};

/// The most bytes of a command's arguments: a long sentence with a pasted log in it.
pub const BODY: usize = 1 << 20;

/// What is served.
pub(crate) struct Served {
    pub(crate) desk: Arc<Desk>,
    pub(crate) shell: Arc<BrowserShell>,
    pub(crate) ui: PathBuf,
}

/// Every route. The gate stands before them: nothing of a stranger's body is read.
pub(crate) fn routes(served: Served, gate: Arc<Gate>) -> Router {
    let calls = Router::new()
        .route("/ipc/{name}", post(command))
        .route("/shell", get(opened).post(choose))
        .route_layer(middleware::from_fn_with_state(Arc::clone(&gate), let_in))
        .layer(DefaultBodyLimit::max(BODY));
    // Browsers ask for a picture that the window has no use for; a missing one would stand in their console.
    let none = get(async || StatusCode::NO_CONTENT);
    let page = Router::new().route("/", get(index)).route("/favicon.ico", none).route("/{*file}", get(file));
    let all = calls.merge(page).with_state(Arc::new(served));
    all.layer(middleware::from_fn_with_state(gate, at_home))
}

/// Nobody gets anything under another name than the printed one.
async fn at_home(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    if !gate.is_home(request.headers()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    next.run(request).await
}

/// Only the page calls.
async fn let_in(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    if !gate.lets(request.headers()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    next.run(request).await
}

async fn index(State(served): State<Arc<Served>>) -> Response {
    pages::file(&served.ui, "")
}

async fn file(State(served): State<Arc<Served>>, Path(file): Path<String>) -> Response {
    pages::file(&served.ui, &file)
}

/// What the desktop would have opened.
async fn opened(State(served): State<Arc<Served>>) -> Json<Vec<Value>> {
    Json(served.shell.opened())
}

/// The folder that the player chooses next.
async fn choose(State(served): State<Arc<Served>>, Json(folder): Json<PathBuf>) -> StatusCode {
    served.shell.choose(folder);
    StatusCode::NO_CONTENT
}

/// One command: its events as they come, then its result or its fault, one JSON object a line. It runs on a task of its own, to
/// its end, whether the page still listens or not.
async fn command(
    State(served): State<Arc<Served>>,
    Path(name): Path<String>,
    Json(args): Json<Value>,
) -> Response {
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
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines(receive))).into_response()
}

fn lines(
    receive: mpsc::UnboundedReceiver<Value>,
) -> impl futures_util::Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold(receive, |mut receive| async move {
        let line = receive.recv().await?;
        Some((Ok(Bytes::from(format!("{line}\n"))), receive))
    })
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
