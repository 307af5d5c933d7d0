//! Both platforms as the stand-in has them, and whoever asks.

use std::{sync::Arc, time::Duration};

use nova_model::{Clock, Explain, Millis, Secret};
use nova_net::Rewrites;
use nova_platform::{Mirrors, PlatformError, Platforms, Web, WebOptions};
use nova_testkit::upstream::{CURSEFORGE_KEY, Upstream, UpstreamSpec};

pub(crate) struct Noon;

impl Clock for Noon {
    fn now(&self) -> Millis {
        1_767_225_600_000
    }
}

pub(crate) struct Scene {
    pub(crate) upstream: Upstream,
    pub(crate) platforms: Platforms,
}

/// Short times, so that what waits is quick.
pub(crate) fn options() -> WebOptions {
    WebOptions {
        pause: Duration::from_millis(5),
        whole: Duration::from_secs(5),
        patience: Duration::from_secs(2),
        ..WebOptions::default()
    }
}

impl Scene {
    pub(crate) fn new() -> Self {
        Self::with(options(), Mirrors::Never, Some(CURSEFORGE_KEY))
    }

    pub(crate) fn with(options: WebOptions, mirrors: Mirrors, key: Option<&str>) -> Self {
        let upstream = Upstream::start(UpstreamSpec::small()).unwrap();
        let web = Web::new(options, rewrites(&upstream), Arc::new(Noon));
        let platforms = Platforms::new(&Arc::new(web), mirrors, key.map(Secret::new)).unwrap();
        Self { upstream, platforms }
    }

    /// How many requests there were for addresses that hold this.
    pub(crate) fn asked(&self, text: &str) -> usize {
        self.upstream.requests().iter().filter(|asked| asked.address.contains(text)).count()
    }

    pub(crate) fn nothing_wrong(&self) {
        assert_eq!(self.upstream.violations(), Vec::<String>::new());
    }
}

pub(crate) fn rewrites(upstream: &Upstream) -> Rewrites {
    Rewrites::parse(&upstream.sources_json()).unwrap()
}

/// The code of an error's report.
pub(crate) fn code(error: &PlatformError) -> String {
    error.report().code().to_string()
}
