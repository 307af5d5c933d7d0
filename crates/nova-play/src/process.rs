//! Processes by id and start time: an id alone may belong to another program by now.

use std::path::Path;

use serde::{Deserialize, Serialize};
#[cfg(not(windows))]
use sysinfo::Signal;
#[cfg(unix)]
use sysinfo::UpdateKind;
use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System};

/// Which process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Its id.
    pub pid: u32,
    /// When it started, in seconds of Unix time, as the system says it.
    pub started: u64,
}

impl Identity {
    /// The process that has this id now.
    pub fn of(pid: u32) -> Option<Self> {
        with(pid, |process| Self { pid, started: process.start_time() })
    }

    /// Whether it still runs.
    pub fn is_alive(self) -> bool {
        self.look(|_| ()).is_some()
    }

    /// The memory it holds, in bytes.
    pub fn memory(self) -> Option<u64> {
        self.look(Process::memory)
    }

    /// Asks it to end, as closing its session would. False where it could not be asked.
    #[cfg(not(windows))]
    pub(crate) fn ask(self) -> bool {
        self.look(|process| process.kill_with(Signal::Term)).flatten().unwrap_or(false)
    }

    /// Asks it to end, as closing its windows would. False where it could not be asked.
    #[cfg(windows)]
    pub(crate) fn ask(self) -> bool {
        let ask = || std::process::Command::new("taskkill").args(["/PID", &self.pid.to_string()]).status();
        self.is_alive() && ask().is_ok_and(|status| status.success())
    }

    /// Ends it.
    pub(crate) fn kill(self) -> bool {
        self.look(Process::kill).unwrap_or(false)
    }

    /// The processes behind a wrapper that did not become the game itself: those of its group that run this Java. What the game opened
    /// besides, such as a browser, is none of them.
    #[cfg(unix)]
    pub(crate) fn behind(self, java: &Path) -> Vec<Self> {
        let kind = ProcessRefreshKind::nothing().with_cmd(UpdateKind::Always);
        let mut system = System::new();
        system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
        let all = system.processes();
        // As long as it is in the list, be it ended and not waited for, its id is its group's and nobody else's.
        let leads = all.get(&Pid::from_u32(self.pid)).is_some_and(|process| self.is_same(process));
        let runs = |process: &&Process| process.cmd().iter().take(2).any(|word| word == java);
        let behind = all.values().filter(|process| leads && !is_gone(process)).filter(runs);
        behind
            .map(|process| Self { pid: process.pid().as_u32(), started: process.start_time() })
            .filter(|other| *other != self && other.is_in_group_of(self))
            .collect()
    }

    /// Windows has no groups: a wrapper there is stopped alone.
    #[cfg(not(unix))]
    pub(crate) fn behind(self, _: &Path) -> Vec<Self> {
        Vec::new()
    }

    #[cfg(unix)]
    fn is_in_group_of(self, leader: Self) -> bool {
        use rustix::process::{Pid, getpgid};
        let pid = |identity: Self| i32::try_from(identity.pid).ok().and_then(Pid::from_raw);
        let group = pid(self).and_then(|own| getpgid(Some(own)).ok());
        group.is_some() && group == pid(leader)
    }

    /// The time is worked out from the uptime, which may differ by a second.
    fn is_same(self, process: &Process) -> bool {
        process.start_time().abs_diff(self.started) <= 1
    }

    fn look<T>(self, look: impl FnOnce(&Process) -> T) -> Option<T> {
        with(self.pid, |process| self.is_same(process).then(|| look(process))).flatten()
    }
}

/// A process that ended but was not waited for counts as gone.
fn with<T>(pid: u32, look: impl FnOnce(&Process) -> T) -> Option<T> {
    let mut system = System::new();
    let pid = Pid::from_u32(pid);
    let kind = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, kind);
    let process = system.process(pid)?;
    (!is_gone(process)).then(|| look(process))
}

fn is_gone(process: &Process) -> bool {
    matches!(process.status(), sysinfo::ProcessStatus::Zombie | sysinfo::ProcessStatus::Dead)
}
