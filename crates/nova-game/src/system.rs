//! The computer's facts: system, processor, memory, graphics, free space.

use std::path::PathBuf;

use serde::Serialize;

/// Space on the disk below a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiskSpace {
    /// The folder it was asked for.
    pub path: PathBuf,
    /// Bytes of the file system.
    pub total: u64,
    /// Bytes this user can still write.
    pub free: u64,
}

/// The computer's facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SystemInfo {
    /// Name and version of the system.
    pub os: String,
    /// `x86_64`, `aarch64`.
    pub arch: String,
    /// The processor's name, where known.
    pub cpu: Option<String>,
    /// Logical processors.
    pub cores: usize,
    /// Bytes of memory.
    pub memory_total: u64,
    /// Bytes a new program could get now.
    pub memory_available: u64,
    /// Graphics processors, as far as the system names them.
    pub gpus: Vec<String>,
    /// Space for each game root.
    pub disks: Vec<DiskSpace>,
}
