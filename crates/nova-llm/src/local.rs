//! Model servers on this machine.

use std::time::Duration;

use futures_util::future::join_all;
use url::Url;

/// How long a server on this machine may take to list its models.
const TIME: Duration = Duration::from_secs(1);

/// What kind of server it is, by its usual port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalKind {
    /// Ollama.
    Ollama,
    /// LM Studio.
    LmStudio,
    /// llama.cpp's own server.
    LlamaCpp,
}

/// Where servers are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalPorts {
    /// Ollama's port.
    pub ollama: u16,
    /// LM Studio's port.
    pub lm_studio: u16,
    /// llama.cpp's port.
    pub llama_cpp: u16,
}

impl Default for LocalPorts {
    fn default() -> Self {
        Self { ollama: 11434, lm_studio: 1234, llama_cpp: 8080 }
    }
}

/// A server that answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalServer {
    /// What it seems to be.
    pub kind: LocalKind,
    /// Its base address.
    pub base: Url,
    /// Its models, at least one. Those that only make vectors, and those that run elsewhere, are left out.
    pub models: Vec<String>,
}

/// Looks for servers on this machine, at all ports at once and for a second at most. Something else at one of the ports does
/// not count: a server has to list a model. `http` is a client for loopback; 300 ms to connect are enough.
pub async fn find(http: &reqwest::Client, ports: LocalPorts) -> Vec<LocalServer> {
    let places = [
        (LocalKind::Ollama, ports.ollama),
        (LocalKind::LmStudio, ports.lm_studio),
        (LocalKind::LlamaCpp, ports.llama_cpp),
    ];
    let looks = places.into_iter().map(|(kind, port)| look(http, kind, port));
    join_all(looks).await.into_iter().flatten().collect()
}

async fn look(http: &reqwest::Client, kind: LocalKind, port: u16) -> Option<LocalServer> {
    let base: Url = format!("http://127.0.0.1:{port}/v1").parse().ok()?;
    let models = tokio::time::timeout(TIME, crate::list(http, &base, None)).await.ok()?.ok()?;
    let models: Vec<String> = models.into_iter().filter(|name| can_chat(name) && runs_here(name)).collect();
    (!models.is_empty()).then_some(LocalServer { kind, base, models })
}

/// Models for vectors stand in the same list, and their names say so.
fn can_chat(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    !["embed", "rerank", "bge-", "bge:"].iter().any(|word| name.contains(word))
}

/// Ollama lists models of its own cloud beside those of this machine; their tags say so.
fn runs_here(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    !["-cloud", ":cloud"].iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::{can_chat, runs_here};

    #[test]
    fn models_that_run_elsewhere_are_known_by_name() {
        for name in ["gpt-oss:120b-cloud", "qwen3-coder:480b-cloud", "minimax-m2:cloud", "x:Cloud"] {
            assert!(!runs_here(name), "{name}");
        }
        for name in ["gpt-oss:20b", "cloud", "cloudy:7b", "cloud-writer:latest"] {
            assert!(runs_here(name), "{name}");
        }
    }

    #[test]
    fn models_for_vectors_are_known_by_name() {
        for name in ["text-embedding-nomic-embed-text-v1.5", "bge-m3", "bge:latest", "qwen3-reranker-0.6b"] {
            assert!(!can_chat(name), "{name}");
        }
        for name in ["qwen3:8b", "llama3.2", "deepseek-r1:14b"] {
            assert!(can_chat(name), "{name}");
        }
    }
}
