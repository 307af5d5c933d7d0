//! An upstream, an empty game root, and a workshop that installs from one into the other.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use nova_files::Files;
use nova_install::{
    AskJava, Depth, Far, Goal, InstallError, Installing, JavaAnswer, JavaWish, Listener, LoaderChange,
    LoaderWish, Made, Mend, Phase, Recipe, Running, Subject, Verdict, Watch, Web, Wish, Workshop, inspect,
};
use nova_model::{Clock, Loader, Millis, Origin, Os, Random};
use nova_net::{
    Proxy, Rewrites,
    download::{FetchOptions, Fetcher, Times, Tries},
    sources::SourceOrder,
};
use nova_testkit::{
    game, make_folder,
    upstream::{Upstream, UpstreamSpec},
};
use nova_version::Platform;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

struct Noon;

impl Clock for Noon {
    fn now(&self) -> Millis {
        1_780_000_000_000
    }
}

/// Runs a Java and reads what it says.
struct Asking;

impl AskJava for Asking {
    fn ask(&self, executable: &Path) -> std::io::Result<JavaAnswer> {
        let out = std::process::Command::new(executable).arg("-version").output()?;
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        let version = said.split('"').nth(1).ok_or(std::io::ErrorKind::InvalidData)?.to_owned();
        let major = version.trim_start_matches("1.").split('.').next().and_then(|major| major.parse().ok());
        Ok(JavaAnswer { major: major.ok_or(std::io::ErrorKind::InvalidData)?, version })
    }
}

/// Ids that differ, and nothing more.
#[derive(Default)]
struct Counting(Mutex<u8>);

impl Random for Counting {
    fn fill(&self, bytes: &mut [u8]) {
        let mut count = self.0.lock().unwrap();
        *count = count.wrapping_add(1);
        bytes.fill(*count);
    }
}

pub(crate) struct World {
    pub(crate) upstream: Upstream,
    pub(crate) shop: Workshop,
    folder: TempDir,
}

impl World {
    /// The small set of the testkit, with programs that run where there is a `javac`.
    pub(crate) fn small() -> Self {
        let cache = std::env::temp_dir().join("nova-standin-cache");
        let programs = game::has_compiler().then(|| game::compile(&cache).unwrap());
        let spec = UpstreamSpec::small().assets(12);
        Self::of(programs.iter().fold(spec, UpstreamSpec::programs), SourceOrder::Official)
    }

    pub(crate) fn of(spec: UpstreamSpec, order: SourceOrder) -> Self {
        let upstream = Upstream::start(spec).unwrap();
        let folder = tempfile::tempdir().unwrap();
        make_folder(&folder.path().join("game")).unwrap();
        let (clock, random): (Arc<dyn Clock>, Arc<dyn Random>) =
            (Arc::new(Noon), Arc::new(Counting::default()));
        let files = Files::open(&folder.path().join("data"), Arc::clone(&clock));
        let options = FetchOptions {
            proxy: Proxy::Direct,
            rewrites: Rewrites::parse(&upstream.sources_json()).unwrap(),
            times: Times {
                answer: Duration::from_secs(2),
                silence: Duration::from_secs(2),
                ..Times::default()
            },
            tries: Tries {
                per_source: 2,
                backoff: Duration::from_millis(5),
                rest: Duration::from_millis(20),
                ..Tries::default()
            },
            ..FetchOptions::default()
        };
        let fetcher = Fetcher::new(options, Arc::clone(&clock), Arc::clone(&random));
        let web = Web::new(&files, fetcher, order, Arc::clone(&clock)).unwrap();
        let shop = Workshop {
            files,
            web,
            platform: Platform::new(Os::Linux, "x86_64"),
            javas: Arc::new(|| java().map(|path| (17, path)).into_iter().collect()),
            asks: Arc::new(Asking),
            running: Running::default(),
            environment: std::env::vars_os().collect(),
            clock,
            random,
        };
        Self { upstream, shop, folder }
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("game").canonicalize().unwrap()
    }

    pub(crate) async fn recipe(&self, wish: &Wish) -> Result<Recipe, InstallError> {
        self.shop.recipe(&self.root(), &Goal::Version(wish.clone()), &CancellationToken::new()).await
    }

    pub(crate) async fn install(&self, wish: &Wish) -> Result<Made, InstallError> {
        self.install_listening(wish, &CancellationToken::new(), |_| {}).await
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.shop.files.data().to_owned()
    }

    /// Installs a Java into the data folder.
    pub(crate) async fn java(&self, wish: &JavaWish) -> Result<Made, InstallError> {
        self.java_listening(wish, &CancellationToken::new(), |_| {}).await
    }

    /// Bytes that a look at a version reads where what looks the same is not read, and how many files are wrong.
    pub(crate) fn read_for(&self, id: &str) -> (u64, usize) {
        struct Bytes(AtomicU64);
        impl Watch for Bytes {
            fn checked(&self, bytes: u64) {
                self.0.fetch_add(bytes, Ordering::Relaxed);
            }
        }
        let (files, platform, root) = (&self.shop.files, &self.shop.platform, &self.root());
        let (version, bytes) = (&Mend::from(id), Bytes(AtomicU64::new(0)));
        let found = inspect(Subject { files, root, version, platform }, Depth::Changed, &bytes);
        let is_bad = |verdict| matches!(verdict, Verdict::Missing | Verdict::Wrong(_));
        (bytes.0.into_inner(), found.files.iter().filter(|looked| is_bad(looked.verdict)).count())
    }

    pub(crate) async fn java_listening(
        &self,
        wish: &JavaWish,
        cancel: &CancellationToken,
        heard: impl Fn(&Far) + Send + Sync + 'static,
    ) -> Result<Made, InstallError> {
        let (root, listener): (_, Arc<dyn Listener>) = (self.data(), Arc::new(heard));
        let (origin, goal) = (origin(), Goal::Java(wish.clone()));
        let asked = Installing { root: &root, goal: &goal, origin: &origin, listener: &listener, cancel };
        self.shop.install(asked).await
    }

    /// Another loader for a version.
    pub(crate) async fn change(&self, change: &LoaderChange) -> Result<Made, InstallError> {
        self.run(&Goal::Loader(change.clone())).await
    }

    pub(crate) async fn install_listening(
        &self,
        wish: &Wish,
        cancel: &CancellationToken,
        heard: impl Fn(&Far) + Send + Sync + 'static,
    ) -> Result<Made, InstallError> {
        self.run_listening(&Goal::Version(wish.clone()), cancel, heard).await
    }

    pub(crate) async fn run(&self, goal: &Goal) -> Result<Made, InstallError> {
        self.run_listening(goal, &CancellationToken::new(), |_| {}).await
    }

    async fn run_listening(
        &self,
        goal: &Goal,
        cancel: &CancellationToken,
        heard: impl Fn(&Far) + Send + Sync + 'static,
    ) -> Result<Made, InstallError> {
        let (root, listener): (_, Arc<dyn Listener>) = (self.root(), Arc::new(heard));
        let origin = origin();
        let asked = Installing { root: &root, goal, origin: &origin, listener: &listener, cancel };
        self.shop.install(asked).await
    }
}

fn java() -> Option<PathBuf> {
    let names = std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join("java"))
        .collect::<Vec<_>>();
    names.into_iter().find(|path| path.is_file())
}

pub(crate) fn origin() -> Origin {
    Origin { turn: None, tool: "install_version".to_owned(), title: None, version: None, at: 0 }
}

pub(crate) fn vanilla(game: &str) -> Wish {
    Wish { game: game.to_owned(), loader: None, name: None, api: None }
}

pub(crate) fn with(game: &str, loader: Loader) -> Wish {
    Wish { loader: Some(LoaderWish { loader, version: None }), ..vanilla(game) }
}

/// Every file below a folder by its relative path, without Nova's own.
pub(crate) fn files(root: &Path) -> Vec<String> {
    let tree = nova_testkit::Tree::of(root).unwrap();
    let files = tree.files().filter(|path| !path.starts_with(".nova"));
    files.map(|path| path.to_str().unwrap().to_owned()).collect()
}

/// The phases that were heard, each once.
#[derive(Clone, Default)]
pub(crate) struct Phases(Arc<Mutex<Vec<Phase>>>);

impl Phases {
    pub(crate) fn hear(&self, far: &Far) {
        let mut phases = self.0.lock().unwrap();
        if phases.last() != Some(&far.phase) {
            phases.push(far.phase);
        }
    }

    pub(crate) fn heard(&self) -> Vec<Phase> {
        self.0.lock().unwrap().clone()
    }
}

/// A version's own file.
pub(crate) fn json(world: &World, id: &str) -> serde_json::Value {
    let bytes = std::fs::read(world.root().join(nova_install::json_place(id))).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

/// A file of the root, as somebody else would write it.
pub(crate) fn lay(world: &World, place: &str, bytes: &[u8]) {
    nova_testkit::write_file(&world.root().join(place), bytes).unwrap();
}
