//! Commands that change something: a checklist, confirmed on the terminal or by `--yes`.

use nova_agent::Mode;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::turn::{self, Surface};
use crate::{
    open::Session,
    output::{Exit, Output},
};

/// Plans the calls one after the other, each a checklist of its own, and stops at the first that is not done.
pub(super) async fn write(tool: &str, calls: Vec<Value>, session: &Session, output: &Output) -> Exit {
    let mut answers = Vec::new();
    let mut exit = Exit::Done;
    for args in calls {
        let events = session.progress(output.words());
        let result = session.app.write(tool, args, Mode::Confirm, events, CancellationToken::new()).await;
        exit = turn::exit(&result);
        answers.push((turn::data(&result, &session.texts), turn::text(&result, session, Surface::Command)));
        if exit != Exit::Done {
            break;
        }
    }
    let text: Vec<_> = answers.iter().map(|(_, text)| text.as_str()).collect();
    let text = text.join("\n");
    let data = match answers.as_slice() {
        [(only, _)] => only.clone(),
        several => json!({ "answers": several.iter().map(|(data, _)| data.clone()).collect::<Vec<_>>() }),
    };
    output.answer(&data, &text);
    exit
}
