//! What only the real system has: the clock, randomness, the environment. Read here and passed down.

use std::{
    env,
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use nova_core::{LocalPorts, Overrides, texts::Lang};
use nova_game::{Machine, Os};
use nova_model::{Clock, Known, Millis, Random, Secret};

/// The system's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where the host reads the clock")]
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
    }
}

/// The system's randomness.
pub struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) {
        if getrandom::fill(bytes).is_err() {
            // Ids must differ, not be secret: the clock is enough where the system has no randomness to give.
            let mut seed = SystemClock.now().unsigned_abs();
            for byte in bytes {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                *byte = seed.to_be_bytes()[0];
            }
        }
    }
}

/// The computer as the launcher sees it.
pub fn machine() -> Machine {
    let mut machine = Machine::new(Os::here(), env::consts::ARCH);
    machine.home = dirs::home_dir();
    machine.program_dir = env::current_exe().ok().and_then(|path| path.parent().map(PathBuf::from));
    machine.env =
        env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect();
    machine
}

/// The data folder where none was named.
pub(crate) fn data_dir() -> PathBuf {
    dirs::data_dir().unwrap_or_else(env::temp_dir).join("nova-launcher")
}

/// The language of the system's locale.
pub(crate) fn locale(machine: &Machine) -> Lang {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().filter_map(|name| machine.env.get(*name));
    let first = named.filter_map(|value| value.to_str()).find(|value| !value.is_empty());
    first.map_or_else(Lang::default, Lang::of_locale)
}

/// The model that the environment names in place of the settings. An empty variable says nothing.
pub(crate) fn overrides(machine: &Machine) -> Overrides {
    let value = |name: &str| {
        let text = machine.env.get(name)?.to_str()?.trim().to_owned();
        (!text.is_empty()).then_some(text)
    };
    Overrides {
        base: value("NOVA_LLM_BASE"),
        key: value("NOVA_LLM_KEY").map(Secret::new),
        model: value("NOVA_LLM_MODEL"),
    }
}

/// Where model servers on this computer are looked for: at their usual ports, or at those of `NOVA_LOCAL_PORTS` (Ollama, LM
/// Studio, llama.cpp; 0 for not at all).
pub(crate) fn local_ports(machine: &Machine) -> LocalPorts {
    let set = machine.env.get("NOVA_LOCAL_PORTS").and_then(|value| value.to_str()).unwrap_or_default();
    let ports: Vec<u16> = set.split(',').filter_map(|port| port.trim().parse().ok()).collect();
    match ports.as_slice() {
        &[ollama, lm_studio, llama_cpp] => LocalPorts { ollama, lm_studio, llama_cpp },
        _ => LocalPorts::default(),
    }
}

/// What must not be shown: the account's name and home folder.
pub(crate) fn known(machine: &Machine) -> Known {
    let home = machine.home.as_ref().map(|home| home.display().to_string());
    let user = machine
        .home
        .as_ref()
        .and_then(|home| home.file_name())
        .map(|name| name.to_string_lossy().into_owned());
    let account = ["USER", "LOGNAME", "USERNAME"].iter().filter_map(|name| machine.env.get(*name)?.to_str());
    let mut user_names: Vec<String> = user.into_iter().chain(account.map(str::to_owned)).collect();
    user_names.sort();
    user_names.dedup();
    Known { user_names, home_dirs: home.into_iter().collect(), ..Known::default() }
}
