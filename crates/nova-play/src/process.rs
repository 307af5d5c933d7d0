//! Processes by id and start time: an id alone may belong to another program by now.

use serde::{Deserialize, Serialize};
#[cfg(not(windows))]
use sysinfo::Signal;
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

    fn look<T>(self, look: impl FnOnce(&Process) -> T) -> Option<T> {
        // The time is worked out from the uptime, which may differ by a second.
        with(self.pid, |process| (process.start_time().abs_diff(self.started) <= 1).then(|| look(process)))
            .flatten()
    }
}

/// A process that ended but was not waited for counts as gone.
fn with<T>(pid: u32, look: impl FnOnce(&Process) -> T) -> Option<T> {
    let mut system = System::new();
    let pid = Pid::from_u32(pid);
    let kind = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, kind);
    let process = system.process(pid)?;
    let gone = matches!(process.status(), sysinfo::ProcessStatus::Zombie | sysinfo::ProcessStatus::Dead);
    (!gone).then(|| look(process))
}
