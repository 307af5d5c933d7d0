//! What the model gets: at most 900 characters, with the rest behind a cursor.

use std::sync::Arc;

use anyhow::Result;
use nova_model::Effect;
use nova_tools::{Decision, NoEvents};
use serde_json::json;

use crate::launcher::{Desk, Word};

#[tokio::test(flavor = "multi_thread")]
async fn every_read_without_required_arguments_answers_within_the_budget() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::No))?;
    let before = desk.tree()?;
    let mut asked = 0;
    for tool in desk.app.registry().tools() {
        let spec = tool.spec();
        let required = spec.parameters["required"].as_array().is_some_and(|names| !names.is_empty());
        if spec.effect() != Effect::Read || required {
            continue;
        }
        let called = desk.app.read(spec.name(), json!({}), Arc::new(NoEvents)).await;
        let answer = called.result?;
        assert!(answer.text.chars().count() <= 930, "{}: {}", spec.name(), answer.text);
        assert!(answer.data.is_object() && !answer.text.is_empty(), "{}: {answer:#?}", spec.name());
        asked += 1;
    }
    assert!(asked >= 15, "{asked}");
    before.assert_same(&desk.tree()?);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_id_is_answered_with_the_real_ones() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::No))?;
    let called =
        desk.app.read("read_version_detail", json!({ "version_id": "1.20" }), Arc::new(NoEvents)).await;
    let Err(error) = called.result else { anyhow::bail!("1.20 is not installed") };
    assert!(serde_json::to_string(error.report())?.contains("1.20.1-fabric"), "{error:?}");
    Ok(())
}
