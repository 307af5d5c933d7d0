//! What every program around the core has in common: it reads the clock, the randomness, the environment and the key ring of the
//! real computer, once, and passes them down.

mod keyring;
mod system;
mod watch;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::tz::TimeZone;
use nova_core::{Setup, language, texts::Lang};
use nova_game::SystemProbe;
use nova_model::{Explain, Report};
use nova_net::Rewrites;
use nova_record::{FfmpegRecorder, Limits, RecordSetup};
use nova_tools::{Capabilities, Host, Recorder};

pub use keyring::Keyring;
pub use system::{SystemClock, SystemRandom, machine};
pub use watch::{is_watcher, watch};

/// What the player named when the program was started.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// The data folder.
    pub data_dir: Option<PathBuf>,
    /// The game folder.
    pub game_dir: Option<PathBuf>,
    /// The language.
    pub lang: Option<Lang>,
    /// Hosts of the game and its loaders that are asked elsewhere.
    pub sources: Rewrites,
}

/// Everything the launcher is opened with on this computer: what was named, else what the settings say, else what the system says.
pub fn setup(named: Named, host: Arc<dyn Host>, pretended: Capabilities) -> Setup {
    let machine = machine();
    let data_dir = named.data_dir.map_or_else(system::data_dir, |folder| absolute(&folder));
    let probe = Arc::new(SystemProbe);
    let wanted = || language(data_dir.clone(), machine.clone(), probe.clone(), Arc::new(SystemClock));
    let lang = named.lang.or_else(wanted).unwrap_or_else(|| system::locale(&machine));
    Setup {
        known: system::known(&machine),
        ring: Some(Arc::new(Keyring::default())),
        overrides: system::overrides(&machine),
        sources: named.sources,
        watcher: watch::program(&data_dir),
        ports: system::local_ports(&machine),
        data_dir: data_dir.clone(),
        game_dir: named.game_dir.map(|folder| absolute(&folder)),
        machine,
        probe,
        clock: Arc::new(SystemClock),
        random: Arc::new(SystemRandom),
        zone: TimeZone::system(),
        host,
        pretended,
        lang,
    }
}

/// What records on this computer, or why nothing can. It asks ffmpeg what it can do, which takes a moment.
pub fn recorder(setup: &Setup) -> Result<Arc<dyn Recorder>, Report> {
    let found = FfmpegRecorder::find(RecordSetup {
        data: setup.data_dir.clone(),
        environment: setup.machine.env.clone(),
        clock: Arc::clone(&setup.clock),
        zone: setup.zone.clone(),
        limits: Limits::default(),
    });
    found.map(|recorder| Arc::new(recorder) as _).map_err(|error| error.report())
}

/// Which hosts are asked elsewhere, as a file says.
///
/// # Errors
/// A sentence where it cannot be read or makes no sense.
pub fn sources(path: &Path) -> Result<Rewrites, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Rewrites::parse(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Names of the player on this computer, which must not leave it.
pub fn known_names() -> nova_model::Known {
    system::known(&machine())
}

/// The language that is spoken where none was named and none is set.
pub fn system_lang() -> Lang {
    system::locale(&machine())
}

/// Below the current folder, where a path is relative. Where that folder is gone the path stays as it was typed and is
/// reported as missing.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use nova_tools::NoHost;

    use super::*;

    #[test]
    fn every_code_of_the_recorder_has_its_sentence() {
        let faults = nova_core::texts::faults("record", nova_record::CODES);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn without_ffmpeg_on_the_path_there_is_no_recorder() {
        let named = Named { lang: Some(Lang::En), ..Named::default() };
        let mut setup = setup(named, Arc::new(NoHost), Capabilities::new());
        setup.machine.env.insert("PATH".to_owned(), "/nowhere-at-all".into());
        assert_eq!(
            recorder(&setup).err().map(|report| report.code().to_string()).as_deref(),
            Some("record.no-ffmpeg")
        );
    }
}
