//! For which processors a Java is looked for, best first. Games before 1.18 have native libraries for Intel alone on Macs and Windows;
//! their Javas are 8 and 16. Newer ARM computers of both systems run such a Java as they run other Intel programs, Linux does not.

use nova_model::Os;
use nova_version::Platform;

/// The last Java that no game with ARM libraries asks for.
const LAST_INTEL: u32 = 16;

/// The processors whose Java of a major version this computer can run a game with, best first.
pub fn processors(platform: &Platform, major: u32) -> Vec<String> {
    let own = platform.arch_name();
    let names: &[&str] = match (platform.os, own) {
        (Os::MacOs | Os::Windows, "arm64") if major <= LAST_INTEL => &["x86_64", "arm64"],
        (Os::MacOs | Os::Windows, "arm64") => &["arm64", "x86_64"],
        _ => &[own],
    };
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_computer_gets_a_java_that_its_games_run_with() {
        for (os, arch, major, expected) in [
            (Os::Linux, "x86_64", 8, vec!["x86_64"]),
            (Os::Linux, "amd64", 21, vec!["x86_64"]),
            (Os::Linux, "aarch64", 8, vec!["arm64"]),
            (Os::Linux, "aarch64", 21, vec!["arm64"]),
            (Os::Linux, "i686", 8, vec!["x86"]),
            (Os::Linux, "riscv64", 21, vec!["riscv64"]),
            (Os::MacOs, "x86_64", 8, vec!["x86_64"]),
            (Os::MacOs, "aarch64", 8, vec!["x86_64", "arm64"]),
            (Os::MacOs, "aarch64", 16, vec!["x86_64", "arm64"]),
            (Os::MacOs, "aarch64", 17, vec!["arm64", "x86_64"]),
            (Os::Windows, "x86", 17, vec!["x86"]),
            (Os::Windows, "x86_64", 25, vec!["x86_64"]),
            (Os::Windows, "aarch64", 8, vec!["x86_64", "arm64"]),
            (Os::Windows, "aarch64", 21, vec!["arm64", "x86_64"]),
        ] {
            assert_eq!(processors(&Platform::new(os, arch), major), expected, "{os:?} {arch} {major}");
        }
    }
}
