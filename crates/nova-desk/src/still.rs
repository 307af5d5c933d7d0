//! For tests of the crate's inside: a desk on an empty data folder, with a clock that stands still.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
};

use nova_core::{LocalPorts, Overrides, Setup, texts::Lang};
use nova_game::{GameProcess, Machine, Os, Probe};
use nova_model::{Clock, Known, Millis, Random, Report};
use nova_tools::{NoHost, Recorder};

use crate::{Desk, DeskSetup, NoShell};

struct Still;

impl Clock for Still {
    fn now(&self) -> Millis {
        1_767_225_600_000
    }
}

impl Probe for Still {
    fn games(&self) -> Vec<GameProcess> {
        Vec::new()
    }

    fn world_is_open(&self, _: &Path) -> bool {
        false
    }
}

/// Bytes that differ at each draw.
#[derive(Default)]
struct Counted(AtomicU8);

impl Random for Counted {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill_with(|| self.0.fetch_add(37, Ordering::Relaxed));
    }
}

/// A desk with this recorder.
pub(crate) fn desk(recorder: Result<Arc<dyn Recorder>, Report>) -> (tempfile::TempDir, Arc<Desk>) {
    let temp = tempfile::tempdir().unwrap();
    let mut machine = Machine::new(Os::Linux, "x86_64");
    machine.system_root = temp.path().join("system");
    let setup = Setup {
        data_dir: temp.path().join("data"),
        game_dir: None,
        machine,
        probe: Arc::new(Still),
        clock: Arc::new(Still),
        random: Arc::new(Counted::default()),
        zone: jiff::tz::TimeZone::UTC,
        known: Known::default(),
        ring: None,
        overrides: Overrides::default(),
        sources: nova_core::Rewrites::default(),
        watcher: None,
        ports: LocalPorts { ollama: 0, lm_studio: 0, llama_cpp: 0 },
        host: Arc::new(NoHost),
        pretended: nova_tools::Capabilities::new(),
        lang: Lang::En,
    };
    let desk =
        Desk::open(DeskSetup { setup, system_lang: Lang::En, shell: Arc::new(NoShell), recorder }).unwrap();
    (temp, desk)
}
