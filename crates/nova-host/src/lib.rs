//! What every program around the core has in common: it reads the clock, the randomness, the environment and the key ring of the
//! real computer, once, and passes them down.

mod keyring;
mod system;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::tz::TimeZone;
use nova_core::{Setup, language, texts::Lang};
use nova_game::SystemProbe;
use nova_tools::{Capabilities, Host};

pub use keyring::Keyring;
pub use system::{SystemClock, SystemRandom, machine};

/// What the player named when the program was started.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// The data folder.
    pub data_dir: Option<PathBuf>,
    /// The game folder.
    pub game_dir: Option<PathBuf>,
    /// The language.
    pub lang: Option<Lang>,
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
        ports: system::local_ports(&machine),
        data_dir,
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

/// The language that is spoken where none was named and none is set.
pub fn system_lang() -> Lang {
    system::locale(&machine())
}

/// Below the current folder, where a path is relative. Where that folder is gone the path stays as it was typed and is
/// reported as missing.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
