//! Whether a fetched Java runs here: it is asked what it is before it is put into place.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use nova_model::Os;

use super::JavaRecipe;
use crate::InstallError;

/// What a Java said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaAnswer {
    /// Its major version.
    pub major: u32,
    /// Its version.
    pub version: String,
}

/// Who asks Javas what they are, by running them.
pub trait AskJava: Send + Sync {
    /// What this one says.
    ///
    /// # Errors
    /// What the system says where it does not run, or says nothing of use.
    fn ask(&self, executable: &Path) -> io::Result<JavaAnswer>;
}

/// `Exec format error` of Linux and macOS.
const NO_EXEC: i32 = 8;
/// `Bad CPU type in executable` of macOS.
const BAD_PROCESSOR: i32 = 86;
/// `%1 is not a valid Win32 application`.
const NO_PROGRAM: i32 = 193;

/// The executable of a Java that lies in this folder, once it said that it is the one that is wanted.
pub(crate) fn prove(
    asks: &Arc<dyn AskJava>,
    recipe: &JavaRecipe,
    folder: &Path,
    os: Os,
) -> Result<PathBuf, InstallError> {
    let name = || recipe.name.clone();
    let Some(executable) = executable(folder, os) else {
        let file = if os == Os::Windows { "bin/java.exe" } else { "bin/java" };
        return Err(InstallError::Unpacked { file: file.to_owned() });
    };
    match asks.ask(&executable) {
        Ok(said) if said.major == recipe.major => Ok(executable),
        Ok(said) => Err(InstallError::JavaOther { name: name(), major: recipe.major, said: said.version }),
        // The file is there: what is missing is the program that would load it, or the library of C.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(InstallError::JavaForeign { name: name(), major: recipe.major, arch: recipe.arch.clone() })
        }
        Err(error) if matches!(error.raw_os_error(), Some(NO_EXEC | BAD_PROCESSOR | NO_PROGRAM)) => {
            Err(InstallError::JavaForeign { name: name(), major: recipe.major, arch: recipe.arch.clone() })
        }
        Err(error) => Err(InstallError::JavaBroken { name: name(), why: error.to_string() }),
    }
}

/// `bin/java` of the home, which on macOS lies in a bundle.
fn executable(folder: &Path, os: Os) -> Option<PathBuf> {
    let name = if os == Os::Windows { "java.exe" } else { "java" };
    let at = |home: &Path| Some(home.join("bin").join(name)).filter(|path| path.is_file());
    let bundled = || {
        let inner = std::fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.path());
        let mut homes: Vec<PathBuf> = inner.map(|bundle| bundle.join("Contents/Home")).collect();
        homes.sort();
        homes.iter().find_map(|home| at(home))
    };
    at(folder).or_else(|| at(&folder.join("Contents/Home"))).or_else(bundled)
}

#[cfg(test)]
mod tests {
    use nova_testkit::{make_folder, write_file};

    use super::*;
    use crate::{Contents, Vendor};

    struct Says(fn() -> io::Result<JavaAnswer>);

    impl AskJava for Says {
        fn ask(&self, _: &Path) -> io::Result<JavaAnswer> {
            (self.0)()
        }
    }

    fn recipe() -> JavaRecipe {
        JavaRecipe {
            name: "mojang-17".to_owned(),
            vendor: Vendor::Mojang,
            major: 17,
            version: "17.0.15".to_owned(),
            arch: "x86_64".to_owned(),
            contents: Contents::Files(nova_version::loaders::mojang_java::RuntimeFiles::default()),
            kept_since: None,
        }
    }

    fn proved(file: &str, os: Os, says: fn() -> io::Result<JavaAnswer>) -> Result<PathBuf, InstallError> {
        let folder = tempfile::tempdir().unwrap();
        make_folder(folder.path()).unwrap();
        write_file(&folder.path().join(file), b"").unwrap();
        let asks: Arc<dyn AskJava> = Arc::new(Says(says));
        prove(&asks, &recipe(), folder.path(), os)
    }

    const SEVENTEEN: fn() -> io::Result<JavaAnswer> =
        || Ok(JavaAnswer { major: 17, version: "17.0.15".to_owned() });

    #[test]
    fn the_executable_is_found_in_the_layout_of_each_system() {
        for (file, os) in [
            ("bin/java", Os::Linux),
            ("bin/java.exe", Os::Windows),
            ("Contents/Home/bin/java", Os::MacOs),
            ("jre.bundle/Contents/Home/bin/java", Os::MacOs),
            ("zulu-17.jre/Contents/Home/bin/java", Os::MacOs),
        ] {
            assert!(proved(file, os, SEVENTEEN).unwrap().ends_with(file));
        }
        let none = proved("bin/javaw", Os::Linux, SEVENTEEN);
        assert!(matches!(none, Err(InstallError::Unpacked { .. })));
    }

    #[test]
    fn one_that_does_not_run_or_is_another_has_its_reason() {
        let fails = |says| proved("bin/java", Os::Linux, says).unwrap_err();
        let foreign = [
            fails(|| Err(io::ErrorKind::NotFound.into())),
            fails(|| Err(io::Error::from_raw_os_error(NO_EXEC))),
        ];
        assert!(foreign.iter().all(|error| matches!(error, InstallError::JavaForeign { major: 17, .. })));
        let broken = fails(|| Err(io::ErrorKind::TimedOut.into()));
        assert!(matches!(broken, InstallError::JavaBroken { .. }));
        let other = fails(|| Ok(JavaAnswer { major: 8, version: "1.8.0_202".to_owned() }));
        assert!(matches!(other, InstallError::JavaOther { ref said, .. } if said == "1.8.0_202"));
    }
}
