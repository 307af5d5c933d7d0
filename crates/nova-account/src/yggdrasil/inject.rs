//! authlib-injector: where it is got, and what the game is started with.

use std::path::Path;

use data_encoding::BASE64;
use serde::Deserialize;
use url::Url;

use super::YggdrasilServer;
use crate::{AccountError, Result, Services, Step, endpoints::below, services::is_name, web};

/// What is told beforehand has to fit on Windows' command line beside everything else; the agent asks by itself otherwise.
const LONGEST: usize = 8 * 1024;

/// The newest authlib-injector: what to download, and what it has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InjectorJar {
    /// Its version.
    pub version: String,
    /// Where it is.
    pub url: Url,
    /// SHA-256 in lower-case hex.
    pub sha256: String,
}

#[derive(Deserialize)]
struct Latest {
    version: String,
    download_url: String,
    checksums: Checksums,
}

#[derive(Deserialize)]
struct Checksums {
    sha256: String,
}

/// Asks which authlib-injector is the newest.
pub async fn newest_injector(services: &Services) -> Result<InjectorJar> {
    let url = below(&services.endpoints.injector, "artifact/latest.json")?;
    let answer = services.ask(web::Ask::get(Step::Injector, url)).await?;
    let given: Latest = answer.json()?;
    jar(given).ok_or_else(|| answer.garbled())
}

fn jar(given: Latest) -> Option<InjectorJar> {
    let url = Url::parse(&given.download_url).ok()?;
    web::encrypted(&url).ok()?;
    let sha256 = given.checksums.sha256.to_ascii_lowercase();
    let right =
        sha256.len() == 64 && sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) && is_name(&given.version);
    right.then_some(InjectorJar { version: given.version, url, sha256 })
}

/// The jar's path as Java takes it: an equals sign would end it.
pub fn injector_path(jar: &Path) -> Result<String> {
    let path = jar.to_str().filter(|path| !path.contains('='));
    Ok(path.ok_or_else(|| AccountError::BadJarPath { path: jar.display().to_string() })?.to_owned())
}

impl YggdrasilServer {
    /// What the game is told beforehand of the server; none where it is too long.
    pub fn prefetched(&self) -> Option<String> {
        let told = BASE64.encode(&self.raw);
        (told.len() <= LONGEST).then_some(told)
    }
}

/// The arguments for Java, before the main class: the agent, and what the server says of itself.
pub fn inject_arguments(server: &YggdrasilServer, jar: &Path) -> Result<Vec<String>> {
    let mut arguments = vec![format!("-javaagent:{}={}", injector_path(jar)?, server.api)];
    let told = server.prefetched();
    arguments.extend(told.map(|told| format!("-Dauthlibinjector.yggdrasil.prefetched={told}")));
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(raw: &[u8]) -> YggdrasilServer {
        let api = Url::parse("https://skin.example/api/").unwrap();
        YggdrasilServer { api, meta: super::super::ServerMeta::default(), raw: raw.to_vec() }
    }

    #[test]
    fn the_game_gets_the_agent_and_what_the_server_says() {
        let arguments =
            inject_arguments(&server(br#"{"meta":{}}"#), Path::new("/lib/authlib-injector.jar")).unwrap();
        assert_eq!(
            arguments,
            [
                "-javaagent:/lib/authlib-injector.jar=https://skin.example/api/",
                "-Dauthlibinjector.yggdrasil.prefetched=eyJtZXRhIjp7fX0=",
            ]
        );
        assert_eq!(inject_arguments(&server(&[b' '; 9_000]), Path::new("/a.jar")).unwrap().len(), 1);
        assert!(inject_arguments(&server(b"{}"), Path::new("/a=b/a.jar")).is_err());
    }
}
