//! The model: which one is asked, with which key, and what the player sets about it.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    time::Duration,
};

use anyhow::{Result, anyhow};
use nova_agent::{Ear, Mode, Trust};
use nova_core::{App, Asking, Keeps, KeyPlace, Request};
use nova_game::{ModelChange, Setting};
use nova_model::{Secret, SecretError, SecretStore, ToolCall, TurnEnd};
use nova_tools::Decision;
use tokio_util::sync::CancellationToken;

use crate::launcher::{Desk, Word};

const KEY: &str = "sk-0123456789abcdefghij";

fn desk() -> Result<Desk> {
    Desk::new(Word::Always(Decision::Yes))
}

fn at(base: &str) -> ModelChange {
    ModelChange {
        base_url: Setting::To(base.to_owned()),
        model: Setting::To("some-model".to_owned()),
        ..ModelChange::default()
    }
}

fn set(desk: &Desk, base: &str) -> Result<()> {
    desk.app.set_model(&at(base)).map_err(|report| anyhow!("{}", report.code()))?;
    Ok(())
}

#[tokio::test]
async fn a_model_is_set_with_its_key_and_asked_with_it() -> Result<()> {
    let desk = desk()?;
    assert_eq!(desk.app.model_now().await.unwrap_err().code, "core.model.none");
    set(&desk, "https://api.deepseek.com/v1/")?;
    assert_eq!(desk.app.model_now().await.unwrap_err().code, "core.model.no-key");
    let base = desk.app.model_base().unwrap();
    let kept = desk.app.keep_key(&base, &App::key(&format!(" {KEY}\n")).unwrap()).unwrap();
    assert_eq!(kept.by, Keeps::File);
    let model = desk.app.model_now().await.unwrap();
    assert_eq!(model.endpoint.base.as_str(), "https://api.deepseek.com/v1");
    assert_eq!(model.endpoint.key.as_ref().map(Secret::expose), Some(KEY));
    assert_eq!(model.key, KeyPlace::Kept(Keeps::File));
    Ok(())
}

#[tokio::test]
async fn a_key_in_use_is_redacted_and_lies_in_no_journal() -> Result<()> {
    let desk = desk()?;
    set(&desk, "https://api.deepseek.com/v1")?;
    let base = desk.app.model_base().unwrap();
    desk.app.keep_key(&base, &Secret::new(KEY)).unwrap();
    desk.app.model_now().await.unwrap();
    assert!(!desk.app.launcher().redactor().redact(&format!("it said {KEY}")).contains(KEY));
    set(&desk, "https://api.moonshot.cn/v1")?;
    desk.app.keep_key(&base, &Secret::new("sk-another-key-of-it")).unwrap();
    desk.app.forget_key(&base)?;
    let tree = desk.tree()?;
    assert!(tree.files().any(|path| path.starts_with("data/journal")));
    for path in tree.files() {
        let bytes = std::fs::read(desk.game("..").join(path))?;
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(KEY) && !text.contains("sk-another"), "{}", path.display());
    }
    Ok(())
}

#[test]
fn another_address_takes_out_what_was_known_of_the_old_one() -> Result<()> {
    let desk = desk()?;
    let change = ModelChange {
        provider: Setting::To("deepseek".to_owned()),
        context: Setting::To(65_536),
        ..at("https://api.deepseek.com")
    };
    desk.app.set_model(&change).unwrap();
    let renamed = ModelChange { model: Setting::To("other".to_owned()), ..ModelChange::default() };
    desk.app.set_model(&renamed).unwrap();
    let model = |desk: &Desk| desk.app.launcher().game.settings().model;
    assert_eq!(model(&desk).context, Some(65_536));
    set(&desk, "https://api.moonshot.cn/v1")?;
    assert_eq!((model(&desk).context, model(&desk).provider), (None, None));
    Ok(())
}

#[tokio::test]
async fn what_is_set_about_models_is_one_change_each_and_can_be_taken_back() -> Result<()> {
    let desk = desk()?;
    let receipt = desk.app.set_model(&at("https://a.example")).unwrap();
    let changes = desk.app.launcher().files.changes().items;
    assert_eq!((changes.len(), Some(&changes[0].id)), (1, receipt.change.as_ref()));
    assert_eq!(changes[0].origin.tool, "set_model");
    desk.app.launcher().files.undo(&changes[0].id, &nova_model::Origin::default())?;
    assert_eq!(desk.app.model_now().await.unwrap_err().code, "core.model.none");
    Ok(())
}

#[test]
fn what_runs_at_once_is_what_the_planner_hears_in_the_words() -> Result<()> {
    let desk = desk()?;
    let call = |max_mb: u32| ToolCall {
        id: "c".to_owned(),
        name: "set_memory".to_owned(),
        args: serde_json::json!({ "max_mb": max_mb }),
    };
    assert!(desk.app.hears("把内存调到 4G", &call(4096), &[]));
    assert!(!desk.app.hears("把内存调到 4G", &call(16_384), &[]));
    assert!(!desk.app.hears("现在内存是多少？", &call(4096), &[]));
    Ok(())
}

#[test]
fn only_tools_that_change_something_can_be_chosen_and_undoing_never() -> Result<()> {
    let desk = desk()?;
    let chosen = |names: &[&str]| {
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        desk.app.set_trust(nova_game::Trust::Chosen, &names).map_err(|report| report.code().to_string())
    };
    for (name, code) in [
        ("list_mods", "core.trust.reads"),
        ("undo_change", "core.trust.never"),
        ("add_game_root", "core.trust.never"),
        ("disable_mods", "core.trust.unknown"),
    ] {
        assert_eq!(chosen(&["disable_mod", name]).unwrap_err(), code);
    }
    assert_eq!(desk.app.trust(), Trust::Confirm);
    chosen(&["disable_mod"]).unwrap();
    let tools = ["disable_mod".to_owned()].into();
    assert_eq!(desk.app.trust(), Trust::AutoReversible { tools });
    Ok(())
}

#[tokio::test]
async fn who_would_answer_is_told_without_a_key_or_a_server() -> Result<()> {
    let desk = desk()?;
    let none = desk.app.who_now();
    assert_eq!((none.rung, none.why.unwrap().code.as_ref()), (nova_model::Rung::Planner, "core.model.none"));
    let change = ModelChange { model: Setting::To("m1".to_owned()), ..at("https://a.example") };
    desk.app.set_model(&change).unwrap();
    let now = desk.app.who_now();
    assert_eq!((now.rung, now.model.as_deref(), now.why), (nova_model::Rung::Tools, Some("m1"), None));
    Ok(())
}

#[test]
fn no_tool_sets_the_model_trust_or_limits() -> Result<()> {
    let desk = desk()?;
    let names: Vec<_> = desk.app.registry().tools().iter().map(|tool| tool.spec().name()).collect();
    for absent in ["set_model", "set_local_model", "set_trust", "set_limits", "store_secret"] {
        assert!(!names.contains(&absent), "{absent}");
    }
    Ok(())
}

/// A key ring that says nothing before it is let go, or gives up long after.
struct Silent {
    let_go: Mutex<mpsc::Receiver<()>>,
    gave_up: AtomicBool,
}

impl SecretStore for Silent {
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretError> {
        let receiver = self.let_go.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = receiver.recv_timeout(Duration::from_secs(5));
        self.gave_up.fetch_or(waited == Err(RecvTimeoutError::Timeout), Ordering::Relaxed);
        Err(SecretError::Missing { name: name.to_owned() })
    }

    fn set(&self, name: &str, _secret: &Secret) -> Result<(), SecretError> {
        Err(SecretError::Missing { name: name.to_owned() })
    }

    fn delete(&self, _name: &str) -> Result<(), SecretError> {
        Ok(())
    }
}

#[tokio::test]
async fn a_silent_key_ring_keeps_no_turn_from_being_stopped() -> Result<()> {
    let (let_go, silent) = mpsc::channel();
    let ring = Arc::new(Silent { let_go: Mutex::new(silent), gave_up: AtomicBool::new(false) });
    let desk = Desk::with_ring(ring.clone())?;
    set(&desk, "https://api.deepseek.com/v1")?;
    let cancel = CancellationToken::new();
    let asking = Asking { cancel: cancel.clone(), ..Asking::new(Mode::PlanOnly) };
    // One thread for both: it must be free while the key ring is silent.
    let (result, ()) =
        tokio::join!(desk.app.ask(Request::new("which mods?"), asking), async { cancel.cancel() });
    let end = result.map_err(|report| anyhow!("{}", report.code()))?.end;
    assert!(matches!(end, TurnEnd::Cancelled), "{end:?}");
    assert!(!ring.gave_up.load(Ordering::Relaxed), "the turn waited for the key ring");
    drop(let_go);
    Ok(())
}
