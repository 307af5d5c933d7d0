//! authlib-injector, which brings a skin server into the game: fetched once, checked by its hash, and kept for when nobody answers.

use std::path::PathBuf;

use nova_account::{Auth, InjectorJar, YggdrasilServer};
use nova_files::Records;
use nova_model::Message;
use nova_net::download::{Answered, Digest, DigestKind, Hasher, Wanted};
use nova_tools::ToolError;
use nova_version::plan::AuthlibInjector;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{installs::wait, launcher::Launcher};

/// The real one has a few hundred KiB.
const LARGEST: u64 = 8 << 20;
/// What a server says of itself.
const LARGEST_META: u64 = 64 << 10;
const BEGINS: &str = "authlib-injector-";

impl Launcher {
    /// What the game is started with for a player of this skin server.
    pub(crate) fn injector(&self, api: &Url) -> Result<AuthlibInjector, ToolError> {
        let auth = self.auth();
        // Without the server's description the agent goes along all the same: a token of a skin server must never reach Mojang's services.
        let server = self.described(&auth, api)?;
        let jar = self.injector_jar(&auth)?;
        let path = nova_account::injector_path(&jar)?;
        Ok(AuthlibInjector {
            jar: path,
            api: api.to_string(),
            prefetched: server.and_then(|server| server.prefetched()),
        })
    }

    /// What the server says of itself, or said the last time.
    fn described(&self, auth: &Auth, api: &Url) -> Result<Option<YggdrasilServer>, ToolError> {
        let (kept, name) =
            (self.files.records("cache/skin-servers")?, format!("{}.json", sha256(api.as_str().as_bytes())));
        match wait(auth.describe_server(api)) {
            Ok(server) => {
                // Only where nobody answers is it missed.
                let _ = kept.put(&name, &server.raw);
                Ok(Some(server))
            }
            Err(error) if error.is_outage() => {
                let raw = kept.get(&name, LARGEST_META)?;
                Ok(raw.and_then(|raw| YggdrasilServer::read(api.clone(), raw)))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The newest jar; the newest that is kept where nobody tells or gives one.
    fn injector_jar(&self, auth: &Auth) -> Result<PathBuf, ToolError> {
        let kept = self.files.records("libraries/authlib-injector")?;
        let got = wait(nova_account::newest_injector(auth.services()));
        let why = match got {
            Ok(newest) => match self.fetched(&kept, &newest) {
                Ok(path) => return Ok(path),
                Err(error) => error,
            },
            Err(error) => error.into(),
        };
        newest_kept(&kept)?.ok_or_else(|| {
            let report = why.report().clone().hint(Message::new("core.injector.hint"));
            ToolError::Tell(report)
        })
    }

    fn fetched(&self, kept: &Records, newest: &InjectorJar) -> Result<PathBuf, ToolError> {
        let name = format!("{BEGINS}{}-{}.jar", newest.version, newest.sha256);
        if is_whole(kept, &name)? {
            return Ok(kept.folder().join(name));
        }
        let mut wanted = Wanted::new("authlib-injector", vec![newest.url.clone()], LARGEST);
        wanted.digest = Digest::parse(DigestKind::Sha256, &newest.sha256);
        let cancel = CancellationToken::new();
        if let Answered::Fresh(fresh) = wait(self.installs.fetcher().read(&wanted, None, &cancel))? {
            kept.put(&name, &fresh.bytes)?;
        }
        Ok(kept.folder().join(name))
    }
}

/// The newest of the jars that are what their names say.
fn newest_kept(kept: &Records) -> Result<Option<PathBuf>, ToolError> {
    let mut names: Vec<String> = kept.names()?.into_iter().filter(|name| hash_in(name).is_some()).collect();
    names.sort_by_key(|name| numbers(name));
    for name in names.iter().rev() {
        if is_whole(kept, name)? {
            return Ok(Some(kept.folder().join(name)));
        }
    }
    Ok(None)
}

/// Whether a jar is there and has the hash that its name says: it becomes a part of the game.
fn is_whole(kept: &Records, name: &str) -> Result<bool, ToolError> {
    let bytes = kept.get(name, LARGEST)?;
    Ok(bytes.is_some_and(|bytes| hash_in(name) == Some(sha256(&bytes).as_str())))
}

fn hash_in(name: &str) -> Option<&str> {
    let (_, hash) = name.strip_prefix(BEGINS)?.strip_suffix(".jar")?.rsplit_once('-')?;
    (hash.len() == 64).then_some(hash)
}

/// The numbers of a version, so that 1.2.10 comes after 1.2.9.
fn numbers(name: &str) -> Vec<u64> {
    let version = name.trim_start_matches(BEGINS).rsplit_once('-').map_or("", |(version, _)| version);
    version.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

fn sha256(bytes: &[u8]) -> String {
    let mut hasher = Hasher::new(Some(DigestKind::Sha256));
    hasher.update(bytes);
    hasher.finish().map(|digest| digest.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_the_jar_are_compared_as_numbers() {
        let hash = "a".repeat(64);
        let name = |version: &str| format!("{BEGINS}{version}-{hash}.jar");
        assert!(numbers(&name("1.2.10")) > numbers(&name("1.2.9")));
        assert_eq!(hash_in(&name("1.2.5")), Some(hash.as_str()));
        assert_eq!(hash_in("authlib-injector-1.2.5.jar"), None);
    }
}
