//! The player stops the turn, at any moment.

use std::time::Duration;

use futures_util::FutureExt;
use nova_model::TurnEnd;
use nova_tools::{Decision, Offer};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::stage::{Stage, calls, outcomes, states, words};

fn two() -> nova_agent::Round {
    calls(&[
        ("1", "rename_thing", json!({"thing": "a", "to": "x"})),
        ("2", "rename_thing", json!({"thing": "b", "to": "y"})),
    ])
}

fn stop_soon(token: &CancellationToken) {
    let token = token.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(1)).await;
        token.cancel();
    });
}

#[tokio::test(start_paused = true)]
async fn while_the_brain_thinks() {
    let mut stage = Stage::new(vec![], Decision::Yes);
    stage.brain.hangs = true;
    stop_soon(&stage.scope.cancel);
    assert_eq!(stage.run().await.end, TurnEnd::Cancelled);
}

#[tokio::test(start_paused = true)]
async fn while_the_checklist_is_open() {
    let mut stage =
        Stage::deciding(vec![two(), words("listed")], |_: &[Offer]| std::future::pending().boxed());
    stop_soon(&stage.scope.cancel);
    let result = stage.run().await;
    assert_eq!(result.end, TurnEnd::Cancelled);
    assert_eq!(states(&result), ["refused"; 2]);
    assert!(stage.disk.origins.lock().unwrap().is_empty());
}

#[tokio::test]
async fn between_confirming_and_doing() {
    let mut stage = Stage::new(vec![two(), words("listed")], Decision::Yes);
    let token = stage.scope.cancel.clone();
    let decide = move |_: &[Offer]| {
        let token = token.clone();
        async move {
            token.cancel();
            vec![Decision::Yes, Decision::Yes]
        }
        .boxed()
    };
    let player = crate::stage::Player {
        caps: crate::things::can_confirm(),
        decide: Some(Box::new(decide)),
        asked: std::sync::Mutex::default(),
    };
    stage.scope.host = std::sync::Arc::new(player);
    let result = stage.run().await;
    assert_eq!(result.end, TurnEnd::Cancelled);
    assert_eq!(states(&result), ["skipped"; 2]);
    assert!(stage.disk.origins.lock().unwrap().is_empty());
}

#[tokio::test]
async fn before_it_began_no_call_is_made_and_after_it_ended_nothing_is_taken_back() {
    let mut stage = Stage::new(vec![two(), words("listed")], Decision::Yes);
    let result = stage.run().await;
    stage.scope.cancel.cancel();
    assert_eq!(states(&result), ["done"; 2]);
    assert_eq!(stage.disk.names(), ["c", "settings", "x", "y"]);
    stage.brain.rounds = [Ok(two())].into();
    let next = stage.run().await;
    assert_eq!((outcomes(&next).len(), next.end), (0, TurnEnd::Cancelled));
}
