//! A folder as it is at one moment, to be compared with what it is later.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

/// What is at one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A folder.
    Folder,
    /// A plain file.
    File {
        /// Bytes.
        size: u64,
        /// SHA-256 in hex.
        sha256: String,
    },
    /// A link and where it points; never followed.
    Link(PathBuf),
    /// A pipe, a socket, a device; never opened.
    Special,
}

/// Every path below a folder. Two trees are equal when each path holds the same; times do not count.
#[derive(Clone, PartialEq, Eq)]
pub struct Tree(BTreeMap<PathBuf, Node>);

impl Tree {
    /// The folder as it is now. A folder that is not there is an empty tree.
    pub fn of(root: &Path) -> Result<Self> {
        Self::without(root, &[])
    }

    /// The same, leaving out what lies at or below these relative paths.
    pub fn without(root: &Path, skipped: &[&str]) -> Result<Self> {
        let mut nodes = BTreeMap::new();
        if root.symlink_metadata().is_err() {
            return Ok(Self(nodes));
        }
        for entry in WalkDir::new(root).min_depth(1).follow_links(false) {
            let entry = entry?;
            let path = entry.path().strip_prefix(root)?.to_owned();
            if !skipped.iter().any(|skip| path.starts_with(skip)) {
                nodes.insert(path, node(entry.path(), entry.file_type())?);
            }
        }
        Ok(Self(nodes))
    }

    /// Whether something is at a relative path.
    pub fn has(&self, path: &str) -> bool {
        self.0.contains_key(Path::new(path))
    }

    /// What is at a relative path.
    pub fn get(&self, path: &str) -> Option<&Node> {
        self.0.get(Path::new(path))
    }

    /// The relative paths of its plain files, sorted.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().filter(|(_, node)| matches!(node, Node::File { .. })).map(|(path, _)| path.as_path())
    }

    /// What is different in a later tree, a line each: `- gone`, `+ new`, `~ changed`. Empty when they are equal.
    pub fn diff(&self, later: &Self) -> String {
        let mut text = String::new();
        for (path, node) in &self.0 {
            match later.0.get(path) {
                None => line(&mut text, '-', path, node),
                Some(other) if other != node => line(&mut text, '~', path, other),
                Some(_) => (),
            }
        }
        for (path, node) in later.0.iter().filter(|(path, _)| !self.0.contains_key(*path)) {
            line(&mut text, '+', path, node);
        }
        text
    }

    /// The assertion of before-and-after tests.
    ///
    /// # Panics
    /// With the difference, unless the trees are equal.
    #[track_caller]
    pub fn assert_same(&self, later: &Self) {
        let diff = self.diff(later);
        assert!(diff.is_empty(), "the folder changed:\n{diff}");
    }
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&Self(BTreeMap::new()).diff(self))
    }
}

fn line(text: &mut String, mark: char, path: &Path, node: &Node) {
    let what = match node {
        Node::Folder => "folder".to_owned(),
        Node::File { size, sha256 } => format!("{size} bytes, {}", sha256.get(..12).unwrap_or(sha256)),
        Node::Link(to) => format!("link to {}", to.to_string_lossy().escape_debug()),
        Node::Special => "special file".to_owned(),
    };
    // A name may hold newlines or escape characters.
    let _ = writeln!(text, "{mark} {} ({what})", path.to_string_lossy().escape_debug());
}

fn node(path: &Path, kind: std::fs::FileType) -> Result<Node> {
    if kind.is_dir() {
        return Ok(Node::Folder);
    }
    if kind.is_symlink() {
        return Ok(Node::Link(std::fs::read_link(path)?));
    }
    if !kind.is_file() {
        return Ok(Node::Special);
    }
    let (size, sha256) = hash(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Node::File { size, sha256 })
}

fn hash(path: &Path) -> Result<(u64, String)> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    let mut size = 0_u64;
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        size = size.saturating_add(count as u64);
        hasher.update(buffer.get(..count).unwrap_or_default());
    }
    Ok((size, hex(&hasher.finalize())))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
