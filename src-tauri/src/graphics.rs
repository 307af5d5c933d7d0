//! WebKit's ways of drawing that leave the window blank on some machines, and how they are avoided.
//!
//! WebKit hands its pictures over as DMA buffers. With NVIDIA's driver that ends in a blank window or, under Wayland, in "Error 71"
//! (tauri-apps/tauri issues 9394 and 10702). `WEBKIT_DISABLE_DMABUF_RENDERER=1` helps, but WebKit reads it when it starts, and a
//! program that forbids `unsafe` cannot change its own environment: it starts itself again, once, in its own place.

use std::{
    ffi::{OsStr, OsString},
    os::unix::process::CommandExt,
    path::Path,
    process::Command,
};

const DMABUF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
const COMPOSITING: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";

/// Where NVIDIA's driver shows that it is loaded.
const NVIDIA: [&str; 2] = ["/proc/driver/nvidia/version", "/sys/module/nvidia"];

/// What is known before WebKit starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Machine {
    /// NVIDIA's driver is loaded.
    nvidia: bool,
    /// The player asked for it.
    safe: bool,
}

/// Starts the program again with what the machine needs, if it is not there yet. Returns where nothing is needed, or where the
/// program cannot be started again: a window that may stay blank is better than none.
pub(crate) fn prepare(safe: bool) {
    let nvidia = NVIDIA.iter().any(|path| Path::new(path).exists());
    let wanted = wanted(Machine { nvidia, safe }, |name| std::env::var_os(name));
    if wanted.is_empty() {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    let mut words = std::env::args_os();
    let mut again = Command::new(program);
    if let Some(name) = words.next() {
        again.arg0(name);
    }
    // Comes back only where it failed.
    let _failed = again.args(words).envs(wanted.switched_on()).exec();
}

/// The variables to set. A value that is there already is the player's, or was set by the start before this one: it stays, so
/// that nothing is started for ever.
fn wanted(machine: Machine, there: impl Fn(&str) -> Option<OsString>) -> Wanted {
    let names: &[&str] = match machine {
        Machine { safe: true, .. } => &[DMABUF, COMPOSITING],
        Machine { nvidia: true, safe: false } => &[DMABUF],
        Machine { nvidia: false, safe: false } => &[],
    };
    Wanted(names.iter().copied().filter(|name| there(name).is_none()).collect())
}

/// Variables that are to be on.
#[derive(Debug, PartialEq, Eq)]
struct Wanted(Vec<&'static str>);

impl Wanted {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn switched_on(&self) -> impl Iterator<Item = (&'static str, &'static OsStr)> {
        self.0.iter().map(|name| (*name, OsStr::new("1")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Machine = Machine { nvidia: false, safe: false };
    const NVIDIA: Machine = Machine { nvidia: true, safe: false };
    const SAFE: Machine = Machine { nvidia: false, safe: true };

    fn unset(_: &str) -> Option<OsString> {
        None
    }

    #[test]
    fn a_machine_without_trouble_starts_as_it_is() {
        assert!(wanted(PLAIN, unset).is_empty());
    }

    #[test]
    fn the_driver_of_nvidia_takes_the_buffers_away() {
        assert_eq!(wanted(NVIDIA, unset).0, [DMABUF]);
    }

    #[test]
    fn the_flag_takes_the_card_away_too() {
        assert_eq!(wanted(SAFE, unset).0, [DMABUF, COMPOSITING]);
    }

    #[test]
    fn a_value_of_the_player_stays() {
        let no = |name: &str| (name == DMABUF).then(|| OsString::from("0"));
        assert!(wanted(NVIDIA, no).is_empty());
        assert_eq!(wanted(SAFE, no).0, [COMPOSITING]);
    }

    #[test]
    fn the_second_start_needs_no_third() {
        for machine in [NVIDIA, SAFE] {
            let set = wanted(machine, unset).0;
            let there = |name: &str| set.contains(&name).then(|| OsString::from("1"));
            assert!(wanted(machine, there).is_empty());
        }
    }
}
