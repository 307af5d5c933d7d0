//! The platform a plan is made for, as a parameter: nothing here asks the machine it runs on.

use nova_model::Os;

/// An operating system, the processor the game's Java runs on, and the system's version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Platform {
    /// The system.
    pub os: Os,
    /// The processor of the Java that will run the game, in any of the usual spellings (`x86_64`, `amd64`, `aarch64`, `arm64`,
    /// `x86`, `i686`, …). On a Mac with an Intel Java under Rosetta this is `x86_64`.
    pub arch: String,
    /// The system's version (`10.0.22631`, `6.8.0-45-generic`, `14.5`). On Windows with the build's number where it is known, which
    /// Java's `os.version` leaves out; may be empty.
    pub os_version: String,
}

impl Platform {
    /// A platform without a known version.
    pub fn new(os: Os, arch: impl Into<String>) -> Self {
        Self { os, arch: arch.into(), os_version: String::new() }
    }

    /// The processor by the one name used inside Nova; an unknown one as it was given.
    pub fn arch_name(&self) -> &str {
        canonical(&self.arch)
    }

    /// `64` or `32`: what stands for `${arch}` in the names of old natives.
    pub fn bits(&self) -> &'static str {
        if matches!(self.arch_name(), "x86" | "arm32") { "32" } else { "64" }
    }

    /// The name that Mojang's rules use for the system.
    pub fn os_name(&self) -> &'static str {
        match self.os {
            Os::Linux => "linux",
            Os::Windows => "windows",
            Os::MacOs => "osx",
        }
    }

    /// What stands between the entries of a class path.
    pub fn classpath_separator(&self) -> &'static str {
        if self.os == Os::Windows { ";" } else { ":" }
    }

    /// Whether it is Windows 10 or later (11 calls itself 10 too).
    pub(crate) fn is_windows_10(&self) -> bool {
        let major = self.os_version.split('.').next().and_then(|major| major.parse::<u32>().ok());
        self.os == Os::Windows && major.is_none_or(|major| major >= 10)
    }
}

/// One name for each processor.
pub(crate) fn canonical(arch: &str) -> &str {
    match arch {
        "x86_64" | "amd64" | "x64" | "x86-64" => "x86_64",
        "x86" | "i386" | "i486" | "i586" | "i686" | "x32" | "ia32" => "x86",
        "arm64" | "aarch64" | "aarch_64" => "arm64",
        "arm" | "arm32" | "armv7" | "armv7l" | "armhf" | "aarch32" | "aarch_32" => "arm32",
        other => other,
    }
}

/// A path below a folder, in the system's form. Folders are given in that form already.
pub(crate) fn join(os: Os, folder: &str, rest: &str) -> String {
    if os == Os::Windows {
        format!("{}\\{}", folder.trim_end_matches(['\\', '/']), rest.replace('/', "\\"))
    } else {
        format!("{}/{rest}", folder.trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_have_one_name_and_their_bits() {
        for (given, name, bits) in [
            ("amd64", "x86_64", "64"),
            ("i686", "x86", "32"),
            ("aarch64", "arm64", "64"),
            ("riscv64", "riscv64", "64"),
        ] {
            let platform = Platform::new(Os::Linux, given);
            assert_eq!((platform.arch_name(), platform.bits()), (name, bits));
        }
    }

    #[test]
    fn windows_11_counts_as_10_and_an_unknown_version_as_new() {
        let windows = |version: &str| Platform {
            os_version: version.to_owned(),
            ..Platform::new(Os::Windows, "x86_64")
        };
        assert!(windows("10.0").is_windows_10() && windows("").is_windows_10());
        assert!(!windows("6.1").is_windows_10());
        assert!(!Platform::new(Os::Linux, "x86_64").is_windows_10());
    }

    #[test]
    fn paths_are_joined_in_the_form_of_the_system() {
        assert_eq!(join(Os::Windows, "C:\\mc\\", "a/b.jar"), "C:\\mc\\a\\b.jar");
        assert_eq!(join(Os::Linux, "/home/me/", "a/b.jar"), "/home/me/a/b.jar");
    }
}
