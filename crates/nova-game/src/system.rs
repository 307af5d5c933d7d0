//! The computer's facts: system, processor, memory, graphics, free space.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::Serialize;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

use crate::Machine;

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

impl SystemInfo {
    /// MiB of memory.
    pub fn memory_total_mb(&self) -> u64 {
        self.memory_total >> 20
    }
}

/// The facts of this computer, with the space at each folder.
pub(crate) fn look(machine: &Machine, folders: &[PathBuf]) -> SystemInfo {
    let wanted = RefreshKind::nothing()
        .with_memory(MemoryRefreshKind::nothing().with_ram())
        .with_cpu(CpuRefreshKind::nothing());
    let system = System::new_with_specifics(wanted);
    let cpu = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned());
    SystemInfo {
        os: System::long_os_version().or_else(System::name).unwrap_or_default(),
        arch: machine.arch.clone(),
        cpu: cpu.filter(|name| !name.is_empty()),
        cores: system.cpus().len(),
        memory_total: system.total_memory(),
        memory_available: system.available_memory(),
        gpus: gpus(&machine.system_root.join("sys/class/drm")),
        disks: folders.iter().filter_map(|folder| space(folder)).collect(),
    }
}

/// Space at a folder that is there.
#[cfg(unix)]
pub(crate) fn space(folder: &Path) -> Option<DiskSpace> {
    let stat = rustix::fs::statvfs(folder).ok()?;
    let bytes = |blocks: u64| blocks.saturating_mul(stat.f_frsize);
    Some(DiskSpace { path: folder.to_owned(), total: bytes(stat.f_blocks), free: bytes(stat.f_bavail) })
}

/// Space at a folder that is there: the disk with the longest mount point above it.
#[cfg(not(unix))]
pub(crate) fn space(folder: &Path) -> Option<DiskSpace> {
    let disks = sysinfo::Disks::new_with_refreshed_list();
    let above = disks.iter().filter(|disk| folder.starts_with(disk.mount_point()));
    let disk = above.max_by_key(|disk| disk.mount_point().as_os_str().len())?;
    Some(DiskSpace { path: folder.to_owned(), total: disk.total_space(), free: disk.available_space() })
}

/// The graphics processors that Linux lists, by vendor and device number (PCI ids).
fn gpus(drm: &Path) -> Vec<String> {
    let cards = fs::read_dir(drm).into_iter().flatten().take(64).filter_map(std::result::Result::ok);
    let mut names: Vec<String> = cards
        .filter(|card| is_card(&card.file_name().to_string_lossy()))
        .filter_map(|card| gpu(&card.path().join("device")))
        .collect();
    names.sort();
    names
}

/// `card0`, but not its connectors (`card0-HDMI-A-1`).
fn is_card(name: &str) -> bool {
    name.strip_prefix("card")
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

fn gpu(device: &Path) -> Option<String> {
    let number = |name: &str| {
        let bytes = crate::read::read_file(&device.join(name), 1 << 14).ok()?;
        Some(String::from_utf8_lossy(&bytes).trim().to_owned())
    };
    let vendor = match number("vendor")?.as_str() {
        "0x10de" => "NVIDIA".to_owned(),
        "0x1002" => "AMD".to_owned(),
        "0x8086" => "Intel".to_owned(),
        "0x15ad" => "VMware".to_owned(),
        "0x1af4" => "Virtio".to_owned(),
        other => other.to_owned(),
    };
    Some(format!("{vendor} {}", number("device").unwrap_or_default()).trim().to_owned())
}
