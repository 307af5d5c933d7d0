//! authlib-injector, the Java agent that brings the game to a skin server: fetched once, judged by its hash before each start, and
//! kept in the data folder together with what each server said of itself, so that a start without the network goes on.

use std::{future::Future, path::PathBuf, sync::Arc, time::Duration};

use nova_account::{Auth, GameSession, InjectorJar, NEWEST_INJECTOR, YggdrasilServer, injector_path};
use nova_files::Records;
use nova_install::{Ask, Sha1, Web};
use nova_model::{Clock, Message, Millis, Report};
use nova_net::download::{Answered, Digest, DigestKind, Hasher, Wanted};
use nova_tools::ToolError;
use nova_version::plan::AuthlibInjector;
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{installs::wait, launcher::Launcher};

/// Below the data folder.
const FOLDER: &str = "libraries/authlib-injector";
/// Which jar is the one.
const NOTE: &str = "newest.json";
/// What is said of the newest one has a few hundred bytes.
const LONGEST_NOTE: u64 = 64 << 10;
/// The jar has about 300 KiB.
const LARGEST_JAR: u64 = 8 << 20;
/// How long the newest one is not asked after.
const FRESH: Millis = 24 * 3_600_000;
/// A start does not wait longer than this for something newer than what is there.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is kept of the newest one.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Note {
    asked: Millis,
    sha256: String,
}

/// The jar and the servers' words, with who can be asked for them.
struct Injector {
    shelf: Records,
    web: Web,
    clock: Arc<dyn Clock>,
}

impl Launcher {
    /// What the game needs to reach the skin server of a session; none for sessions of other kinds.
    ///
    /// # Errors
    /// Where the jar cannot be had: without it the game would show the skin server's token to the game's own services. A session
    /// without a token plays alone then.
    pub(crate) fn injector(&self, session: &GameSession) -> Result<Option<AuthlibInjector>, ToolError> {
        let Some(api) = &session.server else { return Ok(None) };
        let injector =
            Injector { shelf: self.files.records(FOLDER)?, web: self.web()?, clock: Arc::clone(&self.clock) };
        wait(injector.for_game(&self.auth(), api, session))
    }
}

impl Injector {
    async fn for_game(
        &self,
        auth: &Auth,
        api: &Url,
        session: &GameSession,
    ) -> Result<Option<AuthlibInjector>, ToolError> {
        let said = self.said_by(auth, api).await;
        // Neither the server nor its words: the agent would end the game.
        if said.is_none() && !session.is_vouched_for() {
            return Ok(None);
        }
        let jar = match self.jar().await {
            Err(_) if !session.is_vouched_for() => return Ok(None),
            jar => jar?,
        };
        let prefetched = said.and_then(|server| server.prefetched());
        Ok(Some(AuthlibInjector { jar: injector_path(&jar)?, api: api.to_string(), prefetched }))
    }

    /// The jar: the newest one, or the one that is there where the newest cannot be asked after.
    async fn jar(&self) -> Result<PathBuf, ToolError> {
        let kept = self.kept();
        let now = self.clock.now();
        match kept {
            Some((note, jar)) if (0..FRESH).contains(&now.saturating_sub(note.asked)) => Ok(jar),
            Some((_, jar)) => Ok(soon(self.newest()).await.unwrap_or(jar)),
            None => self.newest().await,
        }
    }

    /// The jar that is kept, where it still is what it was.
    fn kept(&self) -> Option<(Note, PathBuf)> {
        let note = self.shelf.get(NOTE, LONGEST_NOTE).ok()??;
        let note: Note = serde_json::from_slice(&note).ok()?;
        let name = jar_name(&note.sha256);
        let bytes = self.shelf.get(&name, LARGEST_JAR).ok()??;
        (Digest::parse(DigestKind::Sha256, &note.sha256)? == hash(&bytes)?)
            .then(|| (note, self.shelf.folder().join(name)))
    }

    async fn newest(&self) -> Result<PathBuf, ToolError> {
        let cancel = CancellationToken::new();
        let ask = Ask::list(NEWEST_INJECTOR, "authlib-injector").up_to(LONGEST_NOTE);
        let heard = self.web.get(&ask, &cancel).await.map_err(|error| unhad(&error))?;
        let jar =
            InjectorJar::read(&heard.bytes).ok_or_else(|| none(Message::new("core.injector.garbled")))?;
        let name = jar_name(&jar.sha256);
        let digest = Digest::parse(DigestKind::Sha256, &jar.sha256);
        if !self.has(&name, digest.as_ref()) {
            let sources = self.web.addresses(&[jar.url.to_string()]);
            let wanted = Wanted { digest, ..Wanted::new(name.clone(), sources, LARGEST_JAR) };
            let bytes = match self.web.fetcher.read(&wanted, None, &cancel).await {
                Ok(Answered::Fresh(fresh)) => fresh.bytes,
                Ok(Answered::NotModified) => return Err(none(Message::new("core.injector.garbled"))),
                Err(error) => return Err(unhad(&error)),
            };
            self.shelf.put(&name, &bytes)?;
        }
        let note = Note { asked: self.clock.now(), sha256: jar.sha256 };
        self.shelf.put(NOTE, &serde_json::to_vec(&note).unwrap_or_default())?;
        self.tidy(&name);
        Ok(self.shelf.folder().join(name))
    }

    fn has(&self, name: &str, digest: Option<&Digest>) -> bool {
        let kept = self.shelf.get(name, LARGEST_JAR).ok().flatten();
        digest.is_some() && kept.and_then(|bytes| hash(&bytes)).as_ref() == digest
    }

    /// Older jars are of no use; one that a game still runs with goes another time.
    fn tidy(&self, newest: &str) {
        for name in self.shelf.names().unwrap_or_default() {
            if name.starts_with("jar-") && name != newest {
                let _ = self.shelf.forget(&name);
            }
        }
    }

    /// What a server says of itself; where it is away, what it said the last time.
    async fn said_by(&self, auth: &Auth, api: &Url) -> Option<YggdrasilServer> {
        let name = format!("server-{}.json", Sha1::of(api.as_str().as_bytes()));
        let Ok(server) = auth.describe_server(api).await else {
            let kept = self.shelf.get(&name, LONGEST_NOTE).ok().flatten()?;
            return YggdrasilServer::read(api.clone(), kept);
        };
        // Kept for another time: this start has it.
        let _ = self.shelf.put(&name, &server.raw);
        Some(server)
    }
}

/// The name has the hash in it: a jar that is in use is never written over.
fn jar_name(sha256: &str) -> String {
    format!("jar-{}.jar", sha256.get(..16).unwrap_or_default())
}

fn hash(bytes: &[u8]) -> Option<Digest> {
    let mut hasher = Hasher::new(Some(DigestKind::Sha256));
    hasher.update(bytes);
    hasher.finish()
}

/// Nothing where it takes too long or does not work.
async fn soon<T>(work: impl Future<Output = Result<T, ToolError>>) -> Option<T> {
    tokio::time::timeout(PATIENCE, work).await.ok()?.ok()
}

fn unhad(error: &impl nova_model::Explain) -> ToolError {
    none(error.report().message)
}

fn none(why: Message) -> ToolError {
    let report = Report::new(Message::new("core.injector.none").with("why", why));
    ToolError::Tell(report.hint(Message::new("core.injector.hint")))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use nova_account::{Account, AccountKind, PlayerId, Profile, Services, WebOptions};
    use nova_files::{Files, SecretFile};
    use nova_model::{Random, Secret};
    use nova_net::{
        Rewrites,
        download::{FetchOptions, Fetcher, Tries},
        sources::SourceOrder,
    };
    use nova_testkit::accounts::{AuthFault, AuthServer, AuthWorld};
    use tempfile::TempDir;

    use super::*;
    use crate::secrets::Secrets;

    const API: &str = "https://skin.example/api/yggdrasil/";

    struct Later(AtomicI64);

    impl Clock for Later {
        fn now(&self) -> Millis {
            self.0.load(Ordering::Relaxed)
        }
    }

    struct Zeros;

    impl Random for Zeros {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(0);
        }
    }

    struct Scene {
        server: AuthServer,
        injector: Injector,
        auth: Auth,
        clock: Arc<Later>,
        _folder: TempDir,
    }

    impl Scene {
        async fn new() -> Self {
            let server = AuthServer::start(AuthWorld::default()).await.unwrap();
            let folder = tempfile::tempdir().unwrap();
            let clock = Arc::new(Later(AtomicI64::new(1_796_044_122_000)));
            let files = Files::open(folder.path(), clock.clone());
            let sources = Rewrites::parse(&server.sources().to_string()).unwrap();
            let tries = Tries { per_source: 1, ..Tries::default() };
            let options = FetchOptions { rewrites: sources.clone(), tries, ..FetchOptions::default() };
            let fetcher = Fetcher::new(options, clock.clone(), Arc::new(Zeros));
            let web = Web::new(&files, fetcher, SourceOrder::Official, clock.clone()).unwrap();
            let injector = Injector { shelf: files.records(FOLDER).unwrap(), web, clock: clock.clone() };
            let asked = nova_account::Web::new(WebOptions::default())
                .routed(move |url| sources.apply(url).into_owned());
            let services = Services::new(asked, clock.clone(), Arc::new(Zeros));
            let secrets = Secrets::new(None, SecretFile::of(folder.path()));
            let auth = Auth::new(services, Arc::new(secrets), None);
            Self { server, injector, auth, clock, _folder: folder }
        }

        async fn asked(&self, session: &GameSession) -> Result<Option<AuthlibInjector>, ToolError> {
            self.injector.for_game(&self.auth, &api(), session).await
        }

        fn later(&self) {
            self.clock.0.fetch_add(FRESH + 1, Ordering::Relaxed);
        }

        fn goes_away(&self) {
            for host in ["/skin.example", "/authlib-injector.yushi.moe", "/textures"] {
                self.server.fail(host, AuthFault::status(503), u32::MAX);
            }
        }
    }

    fn api() -> Url {
        Url::parse(API).unwrap()
    }

    /// Without a token: the server is away.
    fn alone() -> GameSession {
        let kind = AccountKind::Yggdrasil { server: api(), server_name: None, login: "a".to_owned() };
        let id = PlayerId::parse("11111111222233334444555555555555").unwrap();
        let profile = Profile { id, name: "Steve".to_owned() };
        GameSession::without_token(&Account::new("a-0000test", kind, profile, 0))
    }

    fn vouched() -> GameSession {
        GameSession { access_token: Secret::new("skin-token"), ..alone() }
    }

    fn code(error: &ToolError) -> String {
        error.report().code().to_string()
    }

    #[tokio::test]
    async fn the_agent_is_fetched_once_and_the_game_is_told_of_the_server() {
        let scene = Scene::new().await;
        let first = scene.asked(&vouched()).await.unwrap().unwrap();
        assert_eq!(first.api, API);
        assert!(std::fs::read_to_string(&first.jar).unwrap().contains("authlib-injector"));
        assert!(first.prefetched.as_ref().unwrap().starts_with("ey"));
        assert_eq!(scene.asked(&vouched()).await.unwrap(), Some(first));
        assert_eq!(scene.server.asked("/textures"), 1);
        assert_eq!(scene.server.asked("/artifact/latest.json"), 1);
    }

    #[tokio::test]
    async fn without_the_network_the_kept_jar_and_the_servers_last_words_do() {
        let scene = Scene::new().await;
        let first = scene.asked(&vouched()).await.unwrap();
        scene.later();
        scene.goes_away();
        assert_eq!(scene.asked(&alone()).await.unwrap(), first);
    }

    #[tokio::test]
    async fn a_jar_that_was_changed_is_not_run() {
        let scene = Scene::new().await;
        let first = scene.asked(&vouched()).await.unwrap().unwrap();
        let name = PathBuf::from(&first.jar).file_name().unwrap().to_str().unwrap().to_owned();
        scene.injector.shelf.put(&name, b"PK evil").unwrap();
        let again = scene.asked(&vouched()).await.unwrap().unwrap();
        assert_eq!(scene.server.asked("/textures"), 2);
        assert!(!std::fs::read(&again.jar).unwrap().ends_with(b"evil"));
        scene.injector.shelf.put(&name, b"PK evil").unwrap();
        scene.goes_away();
        assert_eq!(code(&scene.asked(&vouched()).await.unwrap_err()), "core.injector.none");
    }

    #[tokio::test]
    async fn a_token_is_never_used_without_the_agent_and_a_player_without_one_plays_alone() {
        let scene = Scene::new().await;
        scene.goes_away();
        assert_eq!(code(&scene.asked(&vouched()).await.unwrap_err()), "core.injector.none");
        assert_eq!(scene.asked(&alone()).await.unwrap(), None);
    }

    #[tokio::test]
    async fn what_is_not_what_its_hash_says_is_refused() {
        let scene = Scene::new().await;
        let body = serde_json::json!({
            "version": "9", "download_url": format!("{}/textures/authlib-injector-1.2.5.jar", scene.server.base()),
            "checksums": {"sha256": "0".repeat(64)},
        });
        scene.server.fail("/latest.json", AuthFault::Status { code: 200, body, headers: vec![] }, u32::MAX);
        assert_eq!(code(&scene.asked(&vouched()).await.unwrap_err()), "core.injector.none");
        assert_eq!(
            scene.injector.shelf.names().unwrap().iter().filter(|name| name.starts_with("jar-")).count(),
            0
        );
    }
}
