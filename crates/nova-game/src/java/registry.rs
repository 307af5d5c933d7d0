//! Where installers note a Java in the Windows registry, read with the system's own `reg.exe`. What it prints is taken apart here
//! and tested everywhere; that it is run is only on Windows.

use std::path::PathBuf;

use crate::Machine;

/// Keys below which installers of Java write.
#[cfg(windows)]
const KEYS: [&str; 10] = [
    r"HKLM\SOFTWARE\JavaSoft",
    r"HKLM\SOFTWARE\WOW6432Node\JavaSoft",
    r"HKLM\SOFTWARE\Eclipse Adoptium",
    r"HKCU\SOFTWARE\Eclipse Adoptium",
    r"HKLM\SOFTWARE\Eclipse Foundation",
    r"HKLM\SOFTWARE\AdoptOpenJDK",
    r"HKLM\SOFTWARE\Azul Systems\Zulu",
    r"HKLM\SOFTWARE\BellSoft\Liberica",
    r"HKLM\SOFTWARE\Microsoft\JDK",
    r"HKLM\SOFTWARE\Semeru",
];
/// The values that hold a home.
#[cfg(any(windows, test))]
const VALUES: [&str; 3] = ["JavaHome", "Path", "InstallationPath"];
/// Homes further than this are not looked at.
#[cfg(any(windows, test))]
const MOST: usize = 100;

/// The homes that the registry names.
#[cfg(windows)]
pub(super) fn homes(machine: &Machine) -> Vec<PathBuf> {
    use std::os::windows::process::CommandExt;
    let Some(system) = machine.env_path("SYSTEMROOT").or_else(|| machine.env_path("SystemRoot")) else {
        return Vec::new();
    };
    let reg = system.join("System32").join("reg.exe");
    let query = |key: &str| {
        // CREATE_NO_WINDOW of the Windows API.
        let output = std::process::Command::new(&reg)
            .args(["query", key, "/s"])
            .creation_flags(0x0800_0000)
            .output()
            .ok()?;
        Some(of_output(&String::from_utf8_lossy(&output.stdout)))
    };
    KEYS.iter().filter_map(|key| query(key)).flatten().collect()
}

/// Elsewhere there is none.
#[cfg(not(windows))]
pub(super) fn homes(_machine: &Machine) -> Vec<PathBuf> {
    Vec::new()
}

/// Homes in what `reg query … /s` prints: lines `    JavaHome    REG_SZ    C:\Program Files\Java\jre1.8.0_202`.
#[cfg(any(windows, test))]
fn of_output(text: &str) -> Vec<PathBuf> {
    let home = |line: &str| {
        let (name, rest) = line.trim().split_once("    ")?;
        let (kind, value) = rest.trim_start().split_once("    ")?;
        let named = VALUES.contains(&name.trim()) && kind.starts_with("REG_");
        named.then(|| PathBuf::from(value.trim()))
    };
    text.lines().filter_map(home).take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_are_read_from_what_the_registry_tool_prints() {
        let text = "\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\JavaSoft\\JRE\\1.8\r\n    JavaHome    REG_SZ    C:\\Program Files\\Java\\jre1.8.0_202\r\n    \
            MicroVersion    REG_SZ    0\r\n\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Eclipse Adoptium\\JDK\\17\\hotspot\\MSI\r\n    \
            Path    REG_SZ    C:\\Adoptium\\17\\\r\n    Main    REG_DWORD    0x1\r\n";
        let found = of_output(text);
        assert_eq!(
            found,
            [PathBuf::from("C:\\Program Files\\Java\\jre1.8.0_202"), PathBuf::from("C:\\Adoptium\\17\\")]
        );
        assert!(of_output("ERROR: nothing").is_empty());
    }
}
