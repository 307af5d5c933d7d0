//! What was fetched, unpacked into the stage: LZMA files of Mojang, and whole archives. Every size is capped before it is reached, every
//! name judged, and a link may only lead to something beside it. Nothing else than files, folders, links and the mark of a program
//! comes out of an archive.

use std::{
    fs::File,
    io::{self, BufReader, Read},
    path::Path,
};

use lzma_rust2::LzmaReader;
use nova_archive::{
    ArchiveError, Collisions, EntryKind, GzipReader, Limits, Shape, Tar, TarKind, TotalCap, Zip,
    safe_entry_path,
};
use nova_files::{FilesError, Stage, StageKind};
use nova_net::download::{Digest, DigestKind, Hasher};
use nova_version::{Sha1, loaders::Archive};
use tokio_util::sync::CancellationToken;

use crate::InstallError;

const PIECE: usize = 128 << 10;
/// Mojang packs with 8 MiB of dictionary; in KiB.
const LZMA_MEMORY: u32 = 256 << 10;
/// No Java has so many files, or so large ones.
const ENTRIES: u64 = 20_000;
const LARGEST: u64 = 512 << 20;
const ALL: u64 = 2 << 30;
/// A link's target in a zip is its contents.
const LONGEST_TARGET: u64 = 4 << 10;

/// Unpacking into a folder of a stage.
#[derive(Clone, Copy)]
pub(crate) struct Unpacking<'a> {
    pub(crate) stage: &'a Stage,
    /// The folder's key.
    pub(crate) top: &'a str,
    pub(crate) cancel: &'a CancellationToken,
}

/// What a packed file has to be once it is unpacked.
#[derive(Clone, Copy)]
pub(crate) struct Raw<'a> {
    pub(crate) sha1: Option<&'a Sha1>,
    pub(crate) size: Option<u64>,
}

impl Unpacking<'_> {
    /// A file that was packed with LZMA.
    pub(crate) fn lzma(&self, path: &str, packed: &Path, raw: Raw) -> Result<(), InstallError> {
        let wrong = || InstallError::Unpacked { file: path.to_owned() };
        let reader = LzmaReader::new_mem_limit(BufReader::new(open(packed)?), LZMA_MEMORY, None);
        let cap = raw.size.unwrap_or(LARGEST);
        let mut reader = reader.map_err(|_| wrong())?.take(cap.saturating_add(1));
        let digest = raw.sha1.and_then(|sha1| Digest::parse(DigestKind::Sha1, sha1.as_str()));
        let mut hasher = Hasher::new(digest.map(|digest| digest.kind()));
        let written = self.pour(path, &mut reader, &mut hasher).map_err(|broke| match broke {
            Broke::Reading(_) => wrong(),
            Broke::Writing(error) => error,
        })?;
        let fits = written <= cap && raw.size.is_none_or(|size| size == written);
        if fits && hasher.finish() == digest { Ok(()) } else { Err(wrong()) }
    }

    /// A whole archive. The folder at its top is left out.
    pub(crate) fn archive(&self, path: &Path, kind: Archive) -> Result<(), InstallError> {
        let unpacked = match kind {
            Archive::TarGz => self.tar(path),
            Archive::Zip => self.zip(path),
        };
        unpacked.map_err(|broke| match broke {
            Broke::Reading(source) => InstallError::Archive { path: path.to_owned(), source },
            Broke::Writing(error) => error,
        })
    }

    fn tar(&self, path: &Path) -> Result<(), Broke> {
        let file = open(path)?;
        let packed = file.metadata().map(|seen| seen.len()).unwrap_or_default();
        // Headers and padding are in it too.
        let gzip = GzipReader::new(BufReader::new(file), ALL.saturating_mul(2));
        let mut tar = Tar::new(BufReader::with_capacity(PIECE, gzip), limits(), packed);
        let mut names = Collisions::new();
        while let Some(entry) = tar.next_entry()? {
            let shape = if entry.kind == TarKind::Folder { Shape::Folder } else { Shape::File };
            let Some(key) = self.key(&entry.name, shape, &mut names)? else { continue };
            match entry.kind {
                TarKind::Folder => drop(self.stage.make_folder(&key)?),
                TarKind::Link { target } => self.stage.link(&key, &target)?,
                TarKind::Same { name } => self.same(&key, &name)?,
                TarKind::File => self.file(&key, &mut tar, entry.is_executable)?,
            }
        }
        Ok(())
    }

    fn zip(&self, path: &Path) -> Result<(), Broke> {
        let mut zip = Zip::open(open(path)?, &limits())?;
        let mut names = Collisions::new();
        for index in 0..zip.len() {
            let Some(entry) = zip.entry(index) else { continue };
            let (kind, is_executable, name) =
                (entry.kind(), entry.is_executable(), entry.name().into_owned());
            let shape = if kind == EntryKind::Folder { Shape::Folder } else { Shape::File };
            let Some(key) = self.key(&name, shape, &mut names)? else { continue };
            match kind {
                EntryKind::Folder => drop(self.stage.make_folder(&key)?),
                EntryKind::Link => {
                    let target = zip.read(index, LONGEST_TARGET)?;
                    self.stage.link(&key, &String::from_utf8_lossy(&target))?;
                }
                EntryKind::File => self.file(&key, &mut zip.open_entry(index, LARGEST)?, is_executable)?,
                EntryKind::Special => return Err(ArchiveError::Special { entry: name }.into()),
            }
        }
        Ok(())
    }

    /// Where an entry goes in the stage; nowhere for the folder at the top, and for what lies beside it.
    fn key(&self, name: &str, shape: Shape, names: &mut Collisions) -> Result<Option<String>, Broke> {
        if self.cancel.is_cancelled() {
            return Err(Broke::Writing(InstallError::Cancelled));
        }
        if matches!(name, "." | "./") {
            return Ok(None);
        }
        let parts = parts(name)?;
        names
            .add(&parts, shape)
            .map_err(|clash| ArchiveError::Collision { first: clash.first, second: clash.second })?;
        Ok(below_top(&parts).map(|path| format!("{}/{path}", self.top)))
    }

    fn file(&self, key: &str, from: &mut dyn Read, is_executable: bool) -> Result<(), Broke> {
        self.pour_into(key, from, &mut Hasher::new(None))?;
        if is_executable {
            self.stage.make_executable(key)?;
        }
        Ok(())
    }

    /// Another name of a file that was unpacked before.
    fn same(&self, key: &str, name: &str) -> Result<(), Broke> {
        let missing = || ArchiveError::NoEntry { entry: name.to_owned() };
        let from = below_top(&parts(name)?).map(|path| format!("{}/{path}", self.top)).ok_or_else(missing)?;
        match self.stage.has(&from)? {
            Some(there) if there.kind == StageKind::File => {
                Ok(self.stage.copy_in(key, &self.stage.path(&from)?)?)
            }
            _ => Err(missing().into()),
        }
    }

    fn pour(&self, path: &str, from: &mut dyn Read, hasher: &mut Hasher) -> Result<u64, Broke> {
        self.pour_into(&format!("{}/{path}", self.top), from, hasher)
    }

    /// Bytes into a file of the stage, in the place of what an earlier run left of it.
    fn pour_into(&self, key: &str, from: &mut dyn Read, hasher: &mut Hasher) -> Result<u64, Broke> {
        let mut part = self.stage.part(key)?;
        part.truncate(0)?;
        let mut piece = vec![0; PIECE];
        loop {
            if self.cancel.is_cancelled() {
                return Err(Broke::Writing(InstallError::Cancelled));
            }
            let read = from.read(&mut piece)?;
            let Some(bytes) = piece.get(..read).filter(|bytes| !bytes.is_empty()) else { break };
            hasher.update(bytes);
            part.write(bytes)?;
        }
        let len = part.len();
        part.finish()?;
        Ok(len)
    }
}

/// Why unpacking broke off.
enum Broke {
    Reading(ArchiveError),
    Writing(InstallError),
}

impl From<ArchiveError> for Broke {
    fn from(error: ArchiveError) -> Self {
        Self::Reading(error)
    }
}

impl From<io::Error> for Broke {
    fn from(error: io::Error) -> Self {
        Self::Reading(error.downcast().unwrap_or_else(ArchiveError::Io))
    }
}

impl From<FilesError> for Broke {
    fn from(error: FilesError) -> Self {
        Self::Writing(error.into())
    }
}

impl From<InstallError> for Broke {
    fn from(error: InstallError) -> Self {
        Self::Writing(error)
    }
}

fn limits() -> Limits {
    Limits { entries: ENTRIES, entry_bytes: LARGEST, total: TotalCap::Bytes(ALL), ..Limits::pack() }
}

fn parts(name: &str) -> Result<Vec<String>, ArchiveError> {
    safe_entry_path(name).map_err(|fault| ArchiveError::UnsafeName { entry: name.to_owned(), fault })
}

fn below_top(parts: &[String]) -> Option<String> {
    parts.get(1..).filter(|below| !below.is_empty()).map(|below| below.join("/"))
}

fn open(path: &Path) -> Result<File, InstallError> {
    File::open(path).map_err(|source| FilesError::Io { path: path.to_owned(), source }.into())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use nova_files::{Batch, Files, Step};
    use nova_model::{Clock, Millis, Origin};
    use nova_testkit::{Packed, What, tar_gz, write_file, zip_of};
    use tempfile::TempDir;

    use super::*;

    struct Noon;

    impl Clock for Noon {
        fn now(&self) -> Millis {
            1_780_000_000_000
        }
    }

    /// A stage, and a place for archives.
    struct Ground {
        folder: TempDir,
        files: Files,
        stage: Stage,
    }

    impl Ground {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let files = Files::open(&folder.path().join("data"), Arc::new(Noon));
            let stage = files.stage(files.data(), "j-00000001").unwrap();
            Self { folder, files, stage }
        }

        fn lzma(&self, packed: &[u8], raw: &[u8], size: u64) -> Result<(), InstallError> {
            let path = self.folder.path().join("packed");
            write_file(&path, packed).unwrap();
            let sha1 = Sha1::parse(&crate::Sha1::of(raw).to_string());
            self.unpacking(&CancellationToken::new()).lzma(
                "lib/modules",
                &path,
                Raw { sha1: sha1.as_ref(), size: Some(size) },
            )
        }

        fn unpacking<'a>(&'a self, cancel: &'a CancellationToken) -> Unpacking<'a> {
            Unpacking { stage: &self.stage, top: "jre", cancel }
        }

        fn unpack(&self, packed: &[u8], kind: Archive) -> Result<(), InstallError> {
            let path = self.folder.path().join("archive");
            write_file(&path, packed).unwrap();
            self.unpacking(&CancellationToken::new()).archive(&path, kind)
        }

        /// Unpacks and places: some links are refused only then.
        fn place(&self, entries: &[Packed], kind: Archive) -> Result<(), InstallError> {
            let bytes = if kind == Archive::Zip { zip_of(entries) } else { tar_gz(entries) };
            self.unpack(&bytes.unwrap(), kind)?;
            let to = self.files.data().join("java/jre");
            let step = Step::PlaceFolder { stage: self.stage.job().to_owned(), key: "jre".to_owned(), to };
            let origin =
                Origin { turn: None, tool: "install_java".to_owned(), title: None, version: None, at: 0 };
            let batch = Batch { root: self.files.data().to_owned(), steps: vec![step] };
            Ok(self.files.apply(batch, &origin).map(|_| ())?)
        }
    }

    fn file(name: &str, text: &str) -> Packed {
        Packed::new(name, What::File(text.into()))
    }

    fn packed(plain: &[u8]) -> Vec<u8> {
        nova_testkit::lzma(plain).unwrap()
    }

    #[test]
    fn both_kinds_of_archive_keep_links_and_programs() {
        for kind in [Archive::TarGz, Archive::Zip] {
            let ground = Ground::new();
            let entries = [
                Packed::new("top/", What::Folder),
                Packed::new("top/bin/java", What::Program(b"#!/bin/sh\n".to_vec())),
                file("top/legal/a", "text"),
                Packed::new("top/legal/b", What::Link("a".to_owned())),
                Packed::new("top/lib/link", What::Link("../legal/a".to_owned())),
                file("beside", "no part of it"),
            ];
            ground.place(&entries, kind).unwrap();
            let home = ground.files.data().join("java/jre");
            for (path, text) in [("legal/b", "text"), ("lib/link", "text"), ("bin/java", "#!/bin/sh\n")] {
                assert_eq!(std::fs::read_to_string(home.join(path)).unwrap(), text, "{kind:?}");
            }
            assert!(!home.join("beside").exists());
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                let mode = |path: &str| home.join(path).metadata().unwrap().permissions().mode() & 0o7777;
                assert_eq!((mode("bin/java"), mode("legal/a") & 0o111), (0o755, 0));
            }
        }
    }

    #[test]
    fn another_name_of_a_file_is_a_copy_of_it() {
        let ground = Ground::new();
        let same = |name: &str| Packed::new("top/b", What::Same(name.to_owned()));
        ground.place(&[file("top/a", "text"), same("top/a")], Archive::TarGz).unwrap();
        assert_eq!(std::fs::read_to_string(ground.files.data().join("java/jre/b")).unwrap(), "text");
        for name in ["top/none", "../../etc/passwd", "/etc/passwd"] {
            assert!(
                Ground::new().place(&[file("top/a", "x"), same(name)], Archive::TarGz).is_err(),
                "{name}"
            );
        }
    }

    #[test]
    fn what_leaves_the_folder_is_refused_and_nothing_is_placed() {
        let link = |name: &str, target: &str| Packed::new(name, What::Link(target.to_owned()));
        let cases = [
            vec![file("top/../../x", "x")],
            vec![file("/etc/x", "x")],
            vec![file("top/C:/x", "x")],
            vec![link("top/l", "/etc/passwd")],
            vec![link("top/l", "../../../../etc/passwd")],
            // It leads out of the folder, though not out of the stage.
            vec![link("top/l", "../packed")],
            vec![link("top/lib", "legal"), file("top/lib/x", "behind a link")],
            vec![file("top/Lib/x", "x"), file("top/lib/X", "x")],
        ];
        for (entries, kind) in cases.iter().flat_map(|case| [(case, Archive::TarGz), (case, Archive::Zip)]) {
            let ground = Ground::new();
            let said = ground.place(entries, kind);
            assert!(said.is_err(), "{entries:?}");
            assert!(!ground.files.data().join("java").exists(), "{entries:?}");
        }
        let twice = [file("top/a", "x"), file("top/a", "twice")];
        assert!(matches!(Ground::new().place(&twice, Archive::TarGz), Err(InstallError::Archive { .. })));
        let device = [Packed::new("top/null", What::Device)];
        assert!(matches!(Ground::new().place(&device, Archive::TarGz), Err(InstallError::Archive { .. })));
    }

    #[test]
    fn an_archive_that_is_cut_or_none_is_refused() {
        let good = tar_gz(&[file("top/a", &"text ".repeat(5000))]).unwrap();
        for (bytes, kind) in
            [(&good[..good.len() / 2], Archive::TarGz), (b"<html>", Archive::TarGz), (b"", Archive::Zip)]
        {
            let said = Ground::new().unpack(bytes, kind);
            assert!(matches!(said, Err(InstallError::Archive { .. })), "{said:?}");
        }
    }

    #[test]
    fn a_packed_file_has_to_be_what_it_unpacks_to() {
        let plain = vec![7; 300_000];
        let size = 300_000;
        Ground::new().lzma(&packed(&plain), &plain, size).unwrap();
        let other = Ground::new().lzma(&packed(&plain), b"other", size);
        let larger = Ground::new().lzma(&packed(&plain), &plain, size - 1);
        let cut = packed(&plain);
        let cut = Ground::new().lzma(&cut[..cut.len() - 9], &plain, size);
        let nonsense = Ground::new().lzma(&[0xff; 40], &plain, size);
        for said in [other, larger, cut, nonsense] {
            assert!(matches!(said, Err(InstallError::Unpacked { .. })), "{said:?}");
        }
    }

    #[test]
    fn calling_it_off_ends_it_in_the_middle() {
        let ground = Ground::new();
        let path = ground.folder.path().join("archive");
        write_file(&path, &tar_gz(&[file("top/a", "x")]).unwrap()).unwrap();
        let cancel = CancellationToken::new();
        cancel.cancel();
        let said = ground.unpacking(&cancel).archive(&path, Archive::TarGz);
        assert!(matches!(said, Err(InstallError::Cancelled)));
    }
}
