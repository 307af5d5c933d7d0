//! authlib-injector: which one is the newest, and what the game is told of a server.

use std::path::Path;

use data_encoding::BASE64;
use serde::Deserialize;
use url::Url;

use super::YggdrasilServer;
use crate::{AccountError, Result, services::is_name, web};

/// Where its makers say which is the newest.
pub const NEWEST_INJECTOR: &str = "https://authlib-injector.yushi.moe/artifact/latest.json";
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

impl InjectorJar {
    /// Reads what lies at [`NEWEST_INJECTOR`]; none where it is something else.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let given: Latest = serde_json::from_slice(bytes).ok()?;
        let url = Url::parse(&given.download_url).ok()?;
        web::encrypted(&url).ok()?;
        let sha256 = given.checksums.sha256.to_ascii_lowercase();
        let is_hash = sha256.len() == 64 && sha256.bytes().all(|byte| byte.is_ascii_hexdigit());
        let right = is_hash && is_name(&given.version);
        right.then_some(Self { version: given.version, url, sha256 })
    }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_newest_is_named_with_an_encrypted_address_and_a_whole_hash() {
        let of = |url: &str, hash: &str| {
            let said = json!({"version": "1.2.5", "download_url": url, "checksums": {"sha256": hash}});
            InjectorJar::read(said.to_string().as_bytes())
        };
        let jar = of("https://x.example/a.jar", &"A".repeat(64)).unwrap();
        assert_eq!((jar.version.as_str(), jar.sha256), ("1.2.5", "a".repeat(64)));
        assert_eq!(of("http://x.example/a.jar", &"0".repeat(64)), None);
        assert_eq!(of("https://x.example/a.jar", "0"), None);
        assert_eq!(InjectorJar::read(b"<html>"), None);
    }

    #[test]
    fn the_game_is_told_what_fits() {
        let told = |raw: &[u8]| {
            let api = Url::parse("https://skin.example/api/").unwrap();
            YggdrasilServer { api, meta: super::super::ServerMeta::default(), raw: raw.to_vec() }.prefetched()
        };
        assert_eq!(told(br#"{"meta":{}}"#).as_deref(), Some("eyJtZXRhIjp7fX0="));
        assert_eq!(told(&[b' '; 9_000]), None);
        assert_eq!(injector_path(Path::new("/lib/a.jar")).unwrap(), "/lib/a.jar");
        assert!(injector_path(Path::new("/a=b/a.jar")).is_err());
    }
}
