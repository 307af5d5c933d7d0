//! Processes by id and start time: an id alone may belong to another program by now.

use serde::{Deserialize, Serialize};
use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, Signal, System};

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

    /// Asks it to end, as closing its session would. False where the system knows no such word.
    pub(crate) fn ask(self) -> bool {
        self.look(|process| process.kill_with(Signal::Term)).flatten().unwrap_or(false)
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
