//! Lists of models, the test of an address, servers on this machine.

use nova_llm::{Fault, LlmError, LocalKind, LocalPorts, Probe, find, list, probe};
use nova_model::Secret;
use url::Url;

use crate::{
    scene::{KEY, http},
    server::{Answer, Server},
};

const TWO: &str = r#"{"object":"list","data":[{"id":"b"},{"id":"a"}]}"#;

fn page(status: u16) -> Answer {
    Answer::with(status, "text/html", &[], "<html><title>Nothing here</title></html>")
}

async fn listed(answer: Answer) -> Result<Vec<String>, LlmError> {
    let server = Server::start(vec![answer]).await;
    list(&http(&server.base), &server.base, Some(&Secret::new(KEY))).await
}

#[tokio::test]
async fn models_are_listed_in_the_servers_order() {
    let server = Server::start(vec![Answer::json(200, TWO)]).await;
    let models = list(&http(&server.base), &server.base, Some(&Secret::new(KEY))).await.unwrap();
    assert_eq!(models, ["b", "a"]);
    let asked = server.asked().remove(0);
    assert_eq!(asked.line(), "GET /v1/models");
    assert_eq!(asked.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
}

#[tokio::test]
async fn why_there_is_no_list_is_told_apart() {
    let fault = async |answer| listed(answer).await.unwrap_err().fault;
    assert_eq!(fault(page(404)).await, Fault::NotFound);
    assert_eq!(fault(page(200)).await, Fault::Garbled);
    assert_eq!(fault(Answer::json(200, "{}")).await, Fault::Garbled);
    assert_eq!(fault(Answer::json(401, "{}")).await, Fault::Key);
    assert_eq!(fault(Answer::json(500, "{}")).await, Fault::Server);
    assert_eq!(fault(Answer::raw("")).await, Fault::Offline);
}

async fn probed(answers: Vec<Answer>, path: &str) -> (Result<Probe, LlmError>, Vec<String>) {
    let server = Server::start(answers).await;
    let base: Url = format!("http://127.0.0.1:{}{path}", server.port()).parse().unwrap();
    let result = probe(&http(&base), &base, None).await;
    (result, server.asked().iter().map(|asked| asked.line().to_owned()).collect())
}

#[tokio::test]
async fn an_address_without_its_version_is_found_with_it() {
    for first in [page(404), page(200), Answer::json(404, "{}"), Answer::json(405, "{}")] {
        let (result, lines) = probed(vec![first, Answer::json(200, TWO)], "").await;
        let found = result.unwrap();
        assert_eq!((found.base.path(), found.models.len()), ("/v1", 2));
        assert_eq!(lines, ["GET /models", "GET /v1/models"]);
    }
}

#[tokio::test]
async fn an_address_that_works_stays_as_it_is() {
    for path in ["", "/v1", "/api/paas/v4", "/compatible-mode/v1", "/v1beta/openai"] {
        let (result, lines) = probed(vec![Answer::json(200, TWO)], path).await;
        assert_eq!(result.unwrap().base.path().trim_end_matches('/'), path);
        assert_eq!(lines, [format!("GET {path}/models")]);
    }
}

#[tokio::test]
async fn an_address_with_a_version_gets_no_second() {
    let (result, lines) = probed(vec![page(404)], "/v4").await;
    assert_eq!((result.unwrap_err().fault, lines.len()), (Fault::NotFound, 1));
}

#[tokio::test]
async fn a_wrong_key_is_no_wrong_address() {
    let (result, lines) = probed(vec![Answer::json(401, "{}")], "").await;
    assert_eq!((result.unwrap_err().fault, lines.len()), (Fault::Key, 1));
    let (result, _) = probed(vec![page(404), Answer::json(401, "{}")], "").await;
    assert_eq!(result.unwrap_err().fault, Fault::Key);
    let (result, _) = probed(vec![page(404), page(404)], "").await;
    assert_eq!(result.unwrap_err().fault, Fault::NotFound);
}

#[tokio::test]
async fn servers_on_this_machine_count_only_with_a_model() {
    let ollama = Server::start(vec![Answer::json(200, TWO)]).await;
    let other = Server::start(vec![page(200)]).await;
    let vectors = r#"{"data":[{"id":"text-embedding-nomic-embed-text-v1.5"}]}"#;
    let lm_studio = Server::start(vec![Answer::json(200, vectors)]).await;
    let ports = LocalPorts { ollama: ollama.port(), lm_studio: lm_studio.port(), llama_cpp: other.port() };
    let found = find(&http(&ollama.base), ports).await;
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].kind, &found[0].models), (LocalKind::Ollama, &vec!["b".to_owned(), "a".to_owned()]));
    assert_eq!(found[0].base.as_str(), ollama.base.as_str());
    assert_eq!(ollama.asked()[0].header("authorization"), None);
}

#[tokio::test]
async fn a_silent_port_takes_no_longer_than_a_second() {
    let silent = Server::start(vec![Answer::raw("").hanging()]).await;
    let empty = Server::start(vec![Answer::json(200, r#"{"object":"list","data":[]}"#)]).await;
    let ports = LocalPorts { ollama: silent.port(), lm_studio: empty.port(), llama_cpp: silent.port() };
    let before = std::time::Instant::now();
    assert_eq!(find(&http(&silent.base), ports).await, []);
    assert!(before.elapsed() < std::time::Duration::from_secs(3));
}
