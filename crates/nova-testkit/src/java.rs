//! Java folders that are none: a `release` file and a script that says which version it is.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::{write_file, write_script};

/// A Java folder to be written.
#[derive(Clone, Debug)]
#[must_use]
pub struct Jdk {
    version: String,
    release: bool,
}

impl Jdk {
    /// A Java of this major version, with a real-looking number (`17.0.9`, `1.8.0_392`).
    pub fn of(major: u32) -> Self {
        let version = if major <= 8 { format!("1.{major}.0_392") } else { format!("{major}.0.9") };
        Self::version(&version)
    }

    /// A Java with this version text.
    pub fn version(text: &str) -> Self {
        Self { version: text.to_owned(), release: true }
    }

    /// Leaves the `release` file out, so that only running it tells the version.
    pub fn without_release(mut self) -> Self {
        self.release = false;
        self
    }

    /// Writes it and returns the path of `bin/java`.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        if self.release {
            write_file(&folder.join("release"), self.release_text().as_bytes())?;
        }
        let java = folder.join("bin").join("java");
        write_script(&java, &self.script())?;
        write_script(&folder.join("bin").join("javac"), "#!/bin/sh\nexit 0\n")?;
        Ok(java)
    }

    fn release_text(&self) -> String {
        format!(
            "IMPLEMENTOR=\"Eclipse Adoptium\"\nJAVA_VERSION=\"{}\"\nOS_ARCH=\"x86_64\"\nOS_NAME=\"Linux\"\n",
            self.version
        )
    }

    /// Answers `-version` and `-XshowSettings:properties -version` on stderr, as Java does. It needs no other program: a Java that is
    /// asked has whatever `PATH` a test gives it.
    fn script(&self) -> String {
        let version = &self.version;
        format!(
            "#!/bin/sh\nprintf '%s\\n' 'Property settings:\n    java.version = {version}\n    java.vendor = Eclipse Adoptium\n    \
             os.arch = amd64\n    sun.arch.data.model = 64\n\nopenjdk version \"{version}\" 2023-10-17\n\
             OpenJDK Runtime Environment (build {version})\nOpenJDK 64-Bit Server VM (build {version}, mixed mode)' >&2\n"
        )
    }
}
