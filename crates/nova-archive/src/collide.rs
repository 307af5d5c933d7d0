//! Names that are two in an archive and one on a disk: letter case, Unicode forms, a file where a folder is.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

/// What an entry makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// Two entries that cannot both be unpacked everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The name that was there first (as far as it is shared).
    pub first: String,
    /// The name that clashes with it.
    pub second: String,
}

/// The names of one target folder so far. Costs time and memory by the length of the names, not by their depth.
#[derive(Debug, Default)]
pub struct Collisions {
    nodes: Vec<Node>,
    children: HashMap<(usize, String), usize>,
}

#[derive(Debug)]
struct Node {
    parent: usize,
    name: String,
    shape: Shape,
}

/// The target folder itself.
const ROOT: usize = usize::MAX;

impl Collisions {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a name in parts. Folders may be named again in the same spelling; everything else is a collision.
    pub fn add(&mut self, parts: &[String], shape: Shape) -> Result<(), Collision> {
        let mut parent = ROOT;
        for (number, part) in parts.iter().enumerate() {
            let last = number + 1 == parts.len();
            let shape = if last { shape } else { Shape::Folder };
            parent = self.step(parent, part, shape).map_err(|node| self.clash(node, parts))?;
        }
        Ok(())
    }

    /// Goes to a child, making it; the clashing node is the error.
    fn step(&mut self, parent: usize, name: &str, shape: Shape) -> Result<usize, usize> {
        let key = (parent, fold(name));
        if let Some(&node) = self.children.get(&key) {
            let same = self.nodes.get(node).is_some_and(|there| {
                there.name == name && there.shape == Shape::Folder && shape == Shape::Folder
            });
            return if same { Ok(node) } else { Err(node) };
        }
        let node = self.nodes.len();
        self.nodes.push(Node { parent, name: name.to_owned(), shape });
        self.children.insert(key, node);
        Ok(node)
    }

    fn clash(&self, node: usize, parts: &[String]) -> Collision {
        let mut names = Vec::new();
        let mut at = self.nodes.get(node);
        while let Some(here) = at {
            names.push(here.name.as_str());
            at = self.nodes.get(here.parent);
        }
        names.reverse();
        Collision { first: names.join("/"), second: parts.join("/") }
    }
}

/// One key for all spellings that some file system takes for the same name.
fn fold(name: &str) -> String {
    let upper: String = name.nfc().flat_map(char::to_uppercase).collect();
    upper.to_lowercase().nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::{Collisions, Shape};

    fn parts(name: &str) -> Vec<String> {
        name.split('/').map(str::to_owned).collect()
    }

    fn collides(first: (&str, Shape), second: (&str, Shape)) -> bool {
        let mut names = Collisions::new();
        names.add(&parts(first.0), first.1).unwrap();
        names.add(&parts(second.0), second.1).is_err()
    }

    #[test]
    fn spellings_of_one_name_collide() {
        let pairs = [
            ("mods/Evil.jar", "mods/evil.jar"),
            ("Config/a", "config/b"),
            ("é", "e\u{301}"),
            ("straße", "STRASSE"),
            ("ﬁ", "fi"),
            ("K", "\u{212a}"),
            ("a", "a"),
        ];
        for (first, second) in pairs {
            assert!(collides((first, Shape::File), (second, Shape::File)), "{first} {second}");
        }
    }

    #[test]
    fn a_file_is_no_folder() {
        assert!(collides(("x", Shape::File), ("x/y", Shape::File)));
        assert!(collides(("x/y", Shape::File), ("x", Shape::File)));
        assert!(collides(("x", Shape::File), ("x", Shape::Folder)));
        assert!(!collides(("x", Shape::Folder), ("x/y", Shape::File)));
        assert!(!collides(("x/y", Shape::File), ("x/z", Shape::File)));
        assert!(!collides(("x/y", Shape::File), ("x", Shape::Folder)));
    }

    #[test]
    fn the_error_names_both() {
        let mut names = Collisions::new();
        names.add(&parts("config/A.txt"), Shape::File).unwrap();
        let clash = names.add(&parts("config/a.txt"), Shape::File).unwrap_err();
        assert_eq!((clash.first.as_str(), clash.second.as_str()), ("config/A.txt", "config/a.txt"));
    }
}
