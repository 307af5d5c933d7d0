//! What can go wrong with an answer.

use std::time::Duration;

use serde_json::{Value, json};

use crate::model::http::{End, Got, Part, Plan};

const PAGE: &str =
    "<!doctype html>\n<html><head><title>Sign in to the network</title></head><body>Welcome</body></html>\n";

/// A fault of one answer.
#[derive(Clone, Debug)]
pub enum AuthFault {
    /// A status with a body and headers.
    Status {
        /// The HTTP status.
        code: u16,
        /// A JSON body.
        body: Value,
        /// More headers, in lower case.
        headers: Vec<(String, String)>,
    },
    /// Xbox's refusal with this number.
    XErr(u64),
    /// A page instead of JSON, with status 200.
    Html,
    /// Half of an answer, then the end of the connection.
    Cut,
    /// The connection is reset before any answer.
    Reset,
    /// An answer only after this time.
    Slow(Duration),
    /// Status 200 and bytes that are no JSON.
    Garbage,
    /// An answer without end.
    Huge,
    /// This status, and everything that was sent as the server's words.
    Echo(u16),
}

impl AuthFault {
    /// A bare status.
    pub fn status(code: u16) -> Self {
        Self::Status { code, body: json!({}), headers: Vec::new() }
    }

    /// Too many requests: come back after so many seconds.
    pub fn busy(seconds: u64) -> Self {
        let headers = vec![("retry-after".to_owned(), seconds.to_string())];
        Self::Status { code: 429, body: json!({}), headers }
    }

    /// The answer in place of the right one.
    pub(super) fn spoil(&self, got: &Got, right: Plan) -> Plan {
        match self {
            Self::Status { code, body, headers } => {
                let mut plan = json_answer(*code, body);
                plan.head.extend(headers.iter().cloned());
                plan
            }
            Self::XErr(code) => json_answer(401, &xerr(*code)),
            Self::Html => Plan::whole(200, "text/html; charset=utf-8", PAGE.as_bytes().to_vec()),
            Self::Cut => cut(right),
            Self::Reset => Plan { parts: Vec::new(), end: End::Reset, ..right },
            Self::Slow(wait) => slow(right, *wait),
            Self::Garbage => Plan::whole(200, "application/json", b"\x00\xffno json".to_vec()),
            Self::Huge => Plan {
                end: End::Never(vec![b' '; 8192]),
                ..Plan::whole(200, "application/json", b"{".to_vec())
            },
            Self::Echo(code) => json_answer(*code, &json!({"errorMessage": echo(got), "error": "echo"})),
        }
    }
}

/// Xbox's refusal.
fn xerr(code: u64) -> Value {
    json!({"Identity": "0", "XErr": code, "Message": "", "Redirect": "https://start.ui.xboxlive.com/AddChildToFamily"})
}

fn echo(got: &Got) -> String {
    let head: String = got.head.iter().flat_map(|(name, value)| [name, ": ", value, " "]).collect();
    format!("{} {head}{}", got.path, String::from_utf8_lossy(&got.body)).replace(['\r', '\n'], " ")
}

fn cut(right: Plan) -> Plan {
    let bytes: Vec<u8> = right.parts.iter().flat_map(|part| part.bytes.clone()).collect();
    let half = bytes.get(..bytes.len() / 2).unwrap_or_default().to_vec();
    Plan { parts: vec![Part { bytes: half, ..Part::default() }], end: End::Cut, ..right }
}

fn slow(mut right: Plan, wait: Duration) -> Plan {
    if let Some(first) = right.parts.first_mut() {
        first.wait = wait;
    }
    right
}

/// One JSON body.
pub(super) fn json_answer(status: u16, body: &Value) -> Plan {
    Plan::whole(status, "application/json; charset=utf-8", body.to_string().into_bytes())
}
