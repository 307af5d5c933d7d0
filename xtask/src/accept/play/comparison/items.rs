//! A command line as a set: what belongs together is one item, class path and module path are an item for each entry.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};

/// What stands for the folder of natives.
pub(super) const NATIVES: &str = "/natives";

/// Options of Java whose value is the next word.
const PAIRED: [&str; 6] =
    ["--add-modules", "--add-opens", "--add-exports", "--add-reads", "--patch-module", "--limit-modules"];

/// The items of a line that begins with the Java.
pub(super) fn items(words: &[String], root: &Path, natives: &str) -> Result<BTreeSet<String>> {
    let root = root.to_string_lossy().into_owned();
    let plain = |word: &String| word.replace(natives, "<natives>").replace(&root, "<root>");
    let words: Vec<String> = words.iter().skip(1).map(plain).collect();
    let mut items = BTreeSet::new();
    let mut at = words.iter();
    let main = loop {
        let word = at.next().context("a line without a main class")?;
        match word.as_str() {
            "-cp" | "-classpath" | "--class-path" => paths("class path", at.next(), &mut items),
            "-p" | "--module-path" => paths("module path", at.next(), &mut items),
            word if PAIRED.contains(&word) => {
                items.insert(format!("java {word} {}", at.next().context("a word is missing")?));
            }
            word if word.starts_with('-') => drop(items.insert(format!("java {word}"))),
            word => break word,
        }
    };
    items.insert(format!("main {main}"));
    game(at.as_slice(), &mut items);
    Ok(items)
}

fn paths(kind: &str, list: Option<&String>, items: &mut BTreeSet<String>) {
    let entries = list.into_iter().flat_map(|list| list.split(':'));
    items.extend(entries.map(|entry| format!("{kind} {entry}")));
}

/// A flag with its value; words without a flag by their place.
fn game(words: &[String], items: &mut BTreeSet<String>) {
    let mut at = words.iter().enumerate().peekable();
    while let Some((number, word)) = at.next() {
        if word.starts_with("--") {
            let value = at.next_if(|(_, next)| !next.starts_with("--"));
            let value = value.map_or_else(String::new, |(_, value)| format!(" {value}"));
            items.insert(format!("game {word}{value}"));
        } else {
            items.insert(format!("game word {number} {word}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_together_is_one_item() {
        let line = "java -Xmx2G -p /g/a.jar:/g/b.jar --add-modules ALL -cp /g/c.jar:/n/d.jar Main player --demo --width 854";
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let items = items(&words, Path::new("/g"), "/n").unwrap();
        let expected = [
            "class path <natives>/d.jar",
            "class path <root>/c.jar",
            "game --demo",
            "game --width 854",
            "game word 0 player",
            "java --add-modules ALL",
            "java -Xmx2G",
            "main Main",
            "module path <root>/a.jar",
            "module path <root>/b.jar",
        ];
        assert_eq!(items.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    }
}
