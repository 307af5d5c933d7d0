//! A key that is typed behind the mask reaches the place where secrets are kept, and nothing else.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, Mutex},
};

use anyhow::Result;
use nova_model::{Secret, SecretError, SecretStore};
use nova_testkit::model::{Dialect, ModelServer, Script, Step};
use serde_json::{Value, json};

use crate::window::{Answer, Heeded, Window, root};

const PLANTED: &str = "cf-planted-5f1c";

/// A key ring in memory.
#[derive(Default)]
struct Ring(Mutex<BTreeMap<String, Secret>>);

impl SecretStore for Ring {
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretError> {
        Ok(self.0.lock().unwrap().get(name).cloned())
    }

    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError> {
        self.0.lock().unwrap().insert(name.to_owned(), secret.clone());
        Ok(())
    }

    fn delete(&self, name: &str) -> Result<(), SecretError> {
        self.0.lock().unwrap().remove(name);
        Ok(())
    }
}

/// A model that asks for a secret of this name, and then repeats what it was told.
async fn model(name: &str) -> Result<ModelServer> {
    let mut script = Script::new(Dialect::Openai)
        .then(Step::call("store_secret", json!({ "secret_name": name })))
        .then(Step::say("Thank you."))
        .then(Step::say("Bye."));
    script.secrets.push(PLANTED.to_owned());
    ModelServer::start(script).await
}

/// A window whose model is this one.
fn window(server: &ModelServer, ring: Option<Arc<dyn SecretStore>>) -> Result<Window> {
    Window::opened(&root(), |setup| {
        setup.overrides.base = Some(server.base());
        setup.overrides.model = Some("scripted".to_owned());
        setup.ring = ring;
    })
}

fn types(event: &Value) -> Option<Answer> {
    let id = (event["event"] == "secret").then(|| event["id"].clone())?;
    Some(("secret_answer", json!({ "id": id, "secret": format!(" {PLANTED}\n") })))
}

async fn asked(window: &Window, answer: impl FnMut(&Value) -> Option<Answer>) -> Result<Heeded> {
    let chat = window.chat().await;
    let asked = window.talk(&chat, "CurseForge needs a key", answer).await?;
    // What was typed would come back with the next sentence, if it were in the chat.
    window.talk(&chat, "which key did I type?", |_| None).await?;
    Ok(asked)
}

/// Every file below a folder in which the secret stands.
fn holders(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(holders(&path));
        } else if fs::read(&path).unwrap().windows(PLANTED.len()).any(|bytes| bytes == PLANTED.as_bytes()) {
            found.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    found
}

#[tokio::test]
async fn what_is_typed_behind_the_mask_is_in_the_key_ring_and_nowhere_else() -> Result<()> {
    let (server, ring) = (model("api.curseforge").await?, Arc::new(Ring::default()));
    let window = window(&server, Some(Arc::clone(&ring) as _))?;
    let heard = asked(&window, types).await?;
    let about = heard.of("secret")[0]["about"].as_str().unwrap();
    assert!(about.contains("curseforge"), "{about}");
    assert_eq!(heard.of("ask_over").len(), 1);
    let finished = &heard.of("tool_finished")[0]["result"];
    assert_eq!((&finished["kind"], &finished["data"]["kept_by"]), (&json!("done"), &json!("ring")));
    assert_eq!(ring.get("api.curseforge")?, Some(Secret::new(PLANTED)));
    assert!(!format!("{heard:?}").contains(PLANTED));
    assert_eq!(server.violations(), Vec::<String>::new());
    assert_eq!(server.requests().len(), 3);
    assert!(holders(&window.data("")).is_empty() && holders(&window.game("")).is_empty());
    Ok(())
}

#[tokio::test]
async fn without_a_key_ring_it_is_in_the_file_of_secrets_and_nowhere_else() -> Result<()> {
    let server = model("api.curseforge").await?;
    let window = window(&server, None)?;
    let heard = asked(&window, types).await?;
    assert_eq!(heard.of("tool_finished")[0]["result"]["data"]["kept_by"], "file");
    assert_eq!(holders(&window.data("")).len(), 1, "{:?}", holders(&window.data("")));
    assert_eq!(server.violations(), Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_key_of_a_model_cannot_be_asked_for_or_replaced() -> Result<()> {
    for name in ["llm.key.127.0.0.1", "llm.key", "api.../x", "account.1.refresh"] {
        let (server, ring) = (model(name).await?, Arc::new(Ring::default()));
        let window = window(&server, Some(Arc::clone(&ring) as _))?;
        let heard = asked(&window, types).await?;
        assert!(heard.of("secret").is_empty(), "{name}");
        assert_eq!(heard.of("tool_finished")[0]["result"]["fault"]["code"], "core.secret.name");
        assert!(ring.0.lock().unwrap().is_empty());
    }
    Ok(())
}

#[tokio::test]
async fn a_prompt_that_is_closed_keeps_nothing() -> Result<()> {
    let (server, ring) = (model("api.curseforge").await?, Arc::new(Ring::default()));
    let window = window(&server, Some(Arc::clone(&ring) as _))?;
    let closes = |event: &Value| {
        let id = (event["event"] == "secret").then(|| event["id"].clone())?;
        Some(("secret_answer", json!({ "id": id, "secret": null })))
    };
    let heard = asked(&window, closes).await?;
    assert_eq!(heard.of("tool_finished")[0]["result"]["fault"]["code"], "core.secret.closed");
    assert!(ring.0.lock().unwrap().is_empty());
    Ok(())
}
