//! A scripted model server: it speaks the chat protocol of `OpenAI` the way one of sixteen kinds of server does, follows a script, and
//! checks every request.
//!
//! In a test it is a value that stops when it is dropped:
//!
//! ```no_run
//! # async fn test() -> anyhow::Result<()> {
//! use nova_testkit::model::{Dialect, ModelServer, Script, Step};
//! use serde_json::json;
//!
//! let script = Script::new(Dialect::Deepseek)
//!     .then(Step::call("list_mods", json!({})).reasoning("Which mods are there?"))
//!     .then(Step::say("There are two."));
//! let server = ModelServer::start(script).await?;
//! // ... ask it at server.base() ...
//! assert_eq!(server.violations(), Vec::<String>::new());
//! # Ok(())
//! # }
//! ```
//!
//! As a process it is `testkit model SCRIPT.json`. The JSON has the same fields; only `steps` is usual:
//!
//! ```json
//! {
//!   "dialect": "deepseek",
//!   "tools_api": true, "json_schema": "yes", "key": "sk-test", "secrets": [], "models": ["scripted"],
//!   "compaction_allowed": false,
//!   "steps": [
//!     {"reasoning": "Which mods?", "calls": [{"name": "list_mods", "args": {}}]},
//!     {"if": {"contains": "sodium"}, "calls": [{"name": "disable_mod", "args": {"mod": "{{after:id: }}"}}]},
//!     {"fault": {"cut": {"after": "text", "n": 2}}, "say": "This breaks off in the middle."},
//!     {"say": "That is all.", "repeat": true}
//!   ]
//! }
//! ```
//!
//! **Dialects** (`dialect`) are data in `dialect/table.rs`: how an answer is cut into events, what ids look like, where
//! reasoning goes, and what is refused in a request, with the provider's own error body. A refusal is no violation; the client
//! may learn from it, and the step is kept for the next request. `tools_api: false` refuses `tools`, `json_schema`
//! (`yes`, `json_object`, `no`) says which `response_format` is taken, `key` is wanted as a bearer token.
//!
//! **Steps** are used in order, one a request that is neither refused nor a violation. After the last comes "done", unless it
//! has `repeat`. A step whose `if` (`contains`, `lacks` in the latest tool results; `rung`: `tools`, `json`, `plain`) does not
//! hold is passed over for good. Without tools in the request, but a prompt that describes an object with `"say"` and
//! `"calls"`, the step is that object as text; without either, calls are left out. Arguments that are a text instead of an
//! object are sent as they stand.
//!
//! **Placeholders** in `say` and `args`: `{{tool:NAME:/json/pointer}}` is a value of that tool's latest result where it is JSON,
//! `{{after:TEXT}}` the word behind TEXT in the latest results, `{{result:NAME:TEXT}}` the same in that tool's results. One that
//! finds nothing is a violation.
//!
//! **Faults** (`fault`): `"html"`, `"json_body"`, `"truncated_utf8"`, `"garbage"`, `"error_in_stream"`, `"no_done"`,
//! `"length_mid_call"`, `"half_json"`, `"invented_tool"`, `"invented_id"`, `"empty"`, `"huge"`,
//! `{"status": {"code", "body", "headers"}}`, `{"cut": {"after": "headers|text|call|bytes", "n", "reset"}}`,
//! `{"stall": {"after", "n", "ms"}}`, `{"slow": {"ms"}}`. [`Fault`] says what each does.
//!
//! **A gullible model** (`gullible: true`) has no steps: it calls what `look` lists, and then obeys every order in what the tools
//! answered, for at most three rounds.
//!
//! **Checks** hold for each request, whatever the dialect; a violation is kept and answered with 400: path, content type, model,
//! `stream`, the order of the messages, each call with its answer, tool schemas that strict providers read, no field about
//! tools without tools, no secret in the body, and that earlier messages and the tools stay the same bytes within a
//! conversation (but for reasoning, which may go with the next turn).

mod answer;
mod ask;
mod captured;
mod check;
mod dialect;
mod fault;
mod fill;
mod gullible;
pub(crate) mod http;
mod log;
mod script;
mod server;
mod state;

pub use captured::Captured;
pub use dialect::Dialect;
pub use script::{Condition, Fault, JsonShape, Place, Rung, Script, ScriptCall, Step};
pub use server::{Listen, ModelServer};
