//! The services, a store, a data folder and a clock.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::Duration,
};

use nova_account::{
    Account, AccountError, AccountKind, Auth, DeviceLogin, Endpoints, Grant, Profile, Services, SignedIn,
    Web, WebOptions,
};
use nova_files::Files;
use nova_model::{Clock, Explain, Millis, Random, Secret, SecretError, SecretStore};
use nova_net::ClientOptions;
use nova_testkit::accounts::{AuthServer, AuthWorld};
use tempfile::TempDir;

/// 2026-11-30T13:08:42Z.
pub(crate) const NOW: Millis = 1_796_044_122_000;
pub(crate) const ID: &str = "a-0000test";
pub(crate) const HOUR: Millis = 3_600_000;

pub(crate) struct Settable(AtomicI64);

impl Clock for Settable {
    fn now(&self) -> Millis {
        self.0.load(Ordering::Relaxed)
    }
}

struct Counting(AtomicU64);

impl Random for Counting {
    fn fill(&self, buffer: &mut [u8]) {
        let count = self.0.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        for (place, byte) in buffer.iter_mut().rev().zip(count.iter().rev()) {
            *place = *byte;
        }
    }
}

/// A store that can be looked into.
#[derive(Default)]
pub(crate) struct Kept {
    secrets: Mutex<BTreeMap<String, String>>,
    /// What the next look at a name finds, as it was a moment ago.
    stale: Mutex<BTreeMap<String, String>>,
}

impl Kept {
    pub(crate) fn names(&self) -> Vec<String> {
        self.secrets.lock().unwrap().keys().cloned().collect()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.secrets.lock().unwrap().get(name).cloned().unwrap_or_default()
    }
}

impl Kept {
    /// The next look finds this: another run of the program has written since.
    pub(crate) fn is_stale(&self, name: &str, text: String) {
        self.stale.lock().unwrap().insert(name.to_owned(), text);
    }
}

impl SecretStore for Kept {
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretError> {
        let stale = self.stale.lock().unwrap().remove(name);
        Ok(stale.or_else(|| self.secrets.lock().unwrap().get(name).cloned()).map(Secret::new))
    }

    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError> {
        self.secrets.lock().unwrap().insert(name.to_owned(), secret.expose().to_owned());
        Ok(())
    }

    fn delete(&self, name: &str) -> Result<(), SecretError> {
        self.secrets.lock().unwrap().remove(name);
        Ok(())
    }
}

pub(crate) struct Scene {
    pub(crate) server: AuthServer,
    pub(crate) auth: Auth,
    pub(crate) store: Arc<Kept>,
    pub(crate) clock: Arc<Settable>,
    pub(crate) files: Files,
    folder: TempDir,
}

impl Scene {
    pub(crate) async fn new() -> Self {
        Self::with(AuthWorld::default()).await
    }

    pub(crate) async fn with(world: AuthWorld) -> Self {
        let client_id = world.client_id.clone();
        Self::set(world, Some(client_id)).await
    }

    pub(crate) async fn set(world: AuthWorld, client_id: Option<String>) -> Self {
        let second = world.second;
        let server = AuthServer::start(world).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (store, clock) = (Arc::new(Kept::default()), Arc::new(Settable(AtomicI64::new(NOW))));
        let files = Files::open(&folder.path().join("data"), clock.clone());
        let auth = Auth::new(services(&server, second, &clock), store.clone(), client_id);
        Self { server, auth, store, clock, files, folder }
    }

    /// The same store and services for another run of the program, perhaps with another client id.
    pub(crate) fn again(&self, client_id: Option<&str>) -> Auth {
        let services = services(&self.server, Duration::from_millis(20), &self.clock);
        Auth::new(services, self.store.clone(), client_id.map(str::to_owned))
    }

    /// The same data folder, as another program has it.
    pub(crate) fn other_files(&self) -> Files {
        Files::open(self.files.data(), self.clock.clone())
    }

    pub(crate) fn data(&self) -> &Path {
        self.files.data()
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn later(&self, by: Millis) {
        self.clock.0.fetch_add(by, Ordering::Relaxed);
    }

    /// Begins, and the player agrees.
    pub(crate) async fn agreed(&self) -> Grant {
        let mut login: DeviceLogin = self.auth.begin_microsoft().await.unwrap();
        assert!(self.server.agree(&login.code().user_code));
        login.wait(self.auth.services()).await.unwrap()
    }

    pub(crate) async fn finish(&self, grant: Grant) -> Result<SignedIn, AccountError> {
        self.auth.finish_microsoft(grant, ID, &|_| ()).await
    }

    /// A Microsoft account that is signed in.
    pub(crate) async fn signed_in(&self) -> Account {
        let signed_in = self.finish(self.agreed().await).await.unwrap();
        Account::new(ID, AccountKind::Microsoft, signed_in.profile, NOW)
    }

    /// What comes of signing in where something is wrong.
    pub(crate) async fn fails(&self) -> AccountError {
        self.finish(self.agreed().await).await.unwrap_err()
    }

    pub(crate) fn no_violations(&self) {
        assert_eq!(self.server.violations(), Vec::<String>::new());
    }
}

pub(crate) fn services(server: &AuthServer, second: Duration, clock: &Arc<Settable>) -> Services {
    let client = ClientOptions {
        connect: Duration::from_secs(2),
        idle: Duration::from_secs(5),
        ..ClientOptions::default()
    };
    let web = Web::new(WebOptions { client, whole: Duration::from_millis(1_500) });
    let endpoints = Endpoints {
        microsoft: server.host("login.microsoftonline.com/consumers/oauth2/v2.0"),
        xbox: server.host("user.auth.xboxlive.com"),
        xsts: server.host("xsts.auth.xboxlive.com"),
        minecraft: server.host("api.minecraftservices.com"),
    };
    let random = Arc::new(Counting(AtomicU64::new(0)));
    Services { endpoints, second, ..Services::new(web, clock.clone(), random) }
}

pub(crate) fn code(error: &AccountError) -> String {
    error.report().code().to_string()
}

pub(crate) fn profile(id: &str, name: &str) -> Profile {
    Profile { id: nova_account::PlayerId::parse(id).unwrap(), name: name.to_owned() }
}

/// A picture that can be a skin.
pub(crate) fn png(height: u32) -> Vec<u8> {
    let piece = |name: &[u8], data: &[u8]| {
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        [&length[..], name, data, &[0; 4]].concat()
    };
    let head = [&64_u32.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    let pieces = [piece(b"IHDR", &head), piece(b"IDAT", &[7; 40]), piece(b"IEND", b"")];
    [b"\x89PNG\r\n\x1a\n".to_vec(), pieces.concat()].concat()
}
