//! What the model gets: at most 900 characters, with the rest behind a cursor.

use std::sync::Arc;

use anyhow::Result;
use nova_model::Effect;
use nova_tools::{Decision, NoEvents};
use serde_json::json;

use crate::launcher::{Desk, Word};

#[tokio::test(flavor = "multi_thread")]
async fn every_read_without_required_arguments_answers_within_the_budget() -> Result<()> {
    let desk = Desk::online(Word::Always(Decision::No))?;
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

/// A plain file where a folder of the game belongs.
fn spoil(folder: &std::path::Path) -> Result<()> {
    #[expect(clippy::disallowed_methods, reason = "the test spoils its own folder")]
    std::fs::remove_dir_all(folder)?;
    nova_testkit::write_file(folder, b"a file where a folder belongs")
}

#[test]
fn the_doctor_says_that_a_mods_folder_cannot_be_read() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::No))?;
    spoil(&desk.game("versions/1.20.1-fabric/mods"))?;
    let checkups = desk.app.doctor();
    let mods = checkups.iter().find(|checkup| checkup.id == "mods");
    assert!(mods.is_some_and(|mods| !mods.findings.is_empty()), "{checkups:#?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_cannot_be_read_is_a_problem_of_the_answer_and_not_a_zero() -> Result<()> {
    let desk = Desk::new(Word::Always(Decision::No))?;
    spoil(&desk.game("versions/1.21.4/saves"))?;
    let called =
        desk.app.read("read_version_detail", json!({ "version_id": "1.21.4" }), Arc::new(NoEvents)).await;
    let about: Vec<_> = called.result?.problems.into_iter().filter_map(|problem| problem.about).collect();
    assert!(about.iter().any(|about| about.contains("saves")), "{about:?}");
    Ok(())
}
