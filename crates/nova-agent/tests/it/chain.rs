//! The degradation chain inside a turn: who goes on when a brain cannot, what stays of its work, and what is said about it.

use std::collections::VecDeque;

use futures_util::FutureExt;
use nova_agent::{Broke, Chain, Falls, Found, Link, Round, Say, Who};
use nova_model::{Event, Message, Report, Rung, TurnEnd};
use nova_tools::Decision;
use serde_json::json;

use crate::stage::{Script, Stage, calls, outcomes, states, words};

fn gone(code: &'static str, falls: Falls) -> Result<Round, Broke> {
    Err(Broke::new(Report::new(Message::new(code)), falls))
}

fn script(on: Rung, rounds: Vec<Result<Round, Broke>>) -> Script {
    Script { rounds: VecDeque::from(rounds), on: Some(on), ..Script::default() }
}

fn at(server: &str, brain: Script) -> Link {
    Link { server: Some(server.to_owned()), who: Who::Brain(Box::new(brain)) }
}

fn list() -> Round {
    calls(&[("", "list_things", json!({}))])
}

fn set(name: &str) -> Round {
    calls(&[("", "set_thing", json!({ "name": name }))])
}

fn planner(rounds: Vec<Result<Round, Broke>>) -> Link {
    Link::own(script(Rung::Planner, rounds))
}

fn stage() -> Stage {
    Stage::new(vec![], Decision::Yes)
}

fn whys(stage: &Stage) -> Vec<(Rung, String)> {
    let heard = stage.heard.0.lock().unwrap();
    let down = heard.iter().filter_map(|event| match event {
        Event::SteppedDown { rung, why, .. } => Some((*rung, why.code.to_string())),
        _ => None,
    });
    down.collect()
}

#[tokio::test]
async fn a_key_that_is_refused_leads_past_the_server_to_the_planner() {
    let mut stage = stage();
    let json = script(Rung::Json, vec![Ok(words("never asked"))]);
    let links = vec![
        at("a", script(Rung::Tools, vec![gone("llm.key", Falls::PastServer)])),
        at("a", json),
        planner(vec![Ok(list()), Ok(words("here they are"))]),
    ];
    let mut chain = Chain::of(links).await;
    let result = stage.ask(&mut chain, "list them").await;
    assert_eq!((result.rung, &result.end), (Some(Rung::Planner), &TurnEnd::Answered));
    assert_eq!(result.why.unwrap().code, "llm.key");
    assert_eq!(result.say, [Say::Text("here they are".to_owned())]);
    assert_eq!(whys(&stage), [(Rung::Planner, "llm.key".to_owned())]);
    assert_eq!(chain.fell().iter().map(|(server, _)| server.as_str()).collect::<Vec<_>>(), ["a"]);
}

#[tokio::test]
async fn a_model_without_tools_is_asked_again_as_text() {
    let mut stage = stage();
    let links = vec![
        at("a", script(Rung::Tools, vec![gone("llm.no-tools", Falls::OneRung)])),
        at("a", script(Rung::Json, vec![Ok(words("as text"))])),
        planner(vec![]),
    ];
    let mut chain = Chain::of(links).await;
    let result = stage.ask(&mut chain, "hello").await;
    assert_eq!((result.rung, result.broke), (Some(Rung::Json), None));
    assert_eq!(result.say, [Say::Text("as text".to_owned())]);
    assert!(chain.fell().is_empty());
}

#[tokio::test]
async fn what_was_read_before_the_model_died_is_there_for_the_next() {
    let mut stage = stage();
    let links = vec![
        at("a", script(Rung::Tools, vec![Ok(list()), gone("llm.cut", Falls::PastServer)])),
        at("b", script(Rung::Local, vec![Ok(set("a")), Ok(words("planned"))])),
    ];
    let result = stage.ask(&mut Chain::of(links).await, "rename it").await;
    assert_eq!(outcomes(&result), ["done", "line 1"]);
    assert_eq!(states(&result), ["done"]);
    assert_eq!(result.rung, Some(Rung::Local));
}

#[tokio::test]
async fn lines_of_a_model_that_died_stay_and_the_planner_adds_none() {
    let mut stage = stage();
    let links = vec![
        at("a", script(Rung::Tools, vec![Ok(set("a")), gone("llm.server", Falls::PastServer)])),
        planner(vec![Ok(set("b"))]),
    ];
    let result = stage.ask(&mut Chain::of(links).await, "rename a and b").await;
    assert_eq!(outcomes(&result), ["line 1"]);
    let TurnEnd::Limit { which } = &result.end else { panic!("{:?}", result.end) };
    assert_eq!(which.code, "agent.broke-off");
    // The player was asked about it, and it was done.
    assert_eq!(states(&result), ["done"]);
}

#[tokio::test]
async fn the_first_reason_is_told_and_a_place_where_nobody_answers_is_passed() {
    let mut stage = stage();
    let search = Who::Search(Box::new(|| async { Found::Nobody(Message::new("core.local.none")) }.boxed()));
    let links = vec![
        Link::nobody(Message::new("core.model.none")),
        Link { server: None, who: search },
        planner(vec![Ok(words("hello"))]),
    ];
    let mut chain = Chain::of(links).await;
    let result = stage.ask(&mut chain, "hello").await;
    assert_eq!(result.why.unwrap().code, "core.model.none");
    assert!(whys(&stage).is_empty(), "nobody stepped down within the turn");
}

#[tokio::test]
async fn who_is_found_takes_the_place_of_the_search() {
    let mut stage = stage();
    let found = || {
        let broken = script(Rung::Local, vec![gone("llm.no-tools", Falls::OneRung)]);
        let links = vec![at("l", broken), at("l", script(Rung::Local, vec![Ok(words("found"))]))];
        async { Found::Links(links) }.boxed()
    };
    let links = vec![Link { server: None, who: Who::Search(Box::new(found)) }, planner(vec![])];
    let result = stage.ask(&mut Chain::of(links).await, "hello").await;
    assert_eq!(result.say, [Say::Text("found".to_owned())]);
}

#[tokio::test]
async fn with_nobody_left_the_turn_fails_with_the_reason() {
    let mut stage = stage();
    let links = vec![at("a", script(Rung::Tools, vec![gone("llm.offline", Falls::PastServer)]))];
    let result = stage.ask(&mut Chain::of(links).await, "hello").await;
    assert!(matches!(&result.end, TurnEnd::Failed { report } if report.code() == "llm.offline"));
    assert_eq!(result.broke.unwrap().code(), "llm.offline");
    let result = stage.ask(&mut Chain::of(vec![]).await, "hello").await;
    assert!(matches!(&result.end, TurnEnd::Failed { report } if report.code() == "agent.nobody"));
}

#[tokio::test]
async fn a_server_that_fell_is_not_asked_again_when_it_is_found_by_a_search() {
    let mut stage = stage();
    let found = || {
        let links = vec![at("a", script(Rung::Local, vec![Ok(words("the same server"))]))];
        async { Found::Links(links) }.boxed()
    };
    let links = vec![
        at("a", script(Rung::Tools, vec![gone("llm.timed-out", Falls::PastServer)])),
        Link { server: None, who: Who::Search(Box::new(found)) },
        planner(vec![Ok(words("the planner"))]),
    ];
    let result = stage.ask(&mut Chain::of(links).await, "hello").await;
    assert_eq!(result.say, [Say::Text("the planner".to_owned())]);
}

#[tokio::test]
async fn somebody_who_may_not_be_asked_yet_is_told_beside_the_first_reason() {
    let mut stage = stage();
    let found = || async { Found::NotAllowed(Message::new("core.local.no-consent")) }.boxed();
    let links = vec![
        Link::nobody(Message::new("core.model.none")),
        Link { server: None, who: Who::Search(Box::new(found)) },
        planner(vec![Ok(words("hello"))]),
    ];
    let why = stage.ask(&mut Chain::of(links).await, "hello").await.why.unwrap();
    assert_eq!(why.code, "agent.why-also");
    assert!(serde_json::to_string(&why).unwrap().contains("core.local.no-consent"));
}

#[tokio::test]
async fn where_nobody_ever_answered_there_is_no_rung() {
    let mut stage = stage();
    let result =
        stage.ask(&mut Chain::of(vec![Link::nobody(Message::new("core.model.none"))]).await, "x").await;
    assert_eq!((result.rung, result.model), (None, None));
}
