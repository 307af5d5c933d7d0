//! What the watcher is told to start. It goes through a pipe and never into a file: it holds the access token.

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

/// A word of the command line.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// Its text.
    pub text: String,
    /// Whether it may be shown.
    pub hidden: bool,
}

impl Word {
    /// A word that may be shown.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), hidden: false }
    }

    /// A word that only the game may see.
    pub fn hidden(text: impl Into<String>) -> Self {
        Self { text: text.into(), hidden: true }
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.hidden { "<hidden>" } else { &self.text })
    }
}

/// The player's own commands around a game, as words; variables are put in already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commands {
    /// Runs before; where it fails, the game is not started.
    pub before: Vec<String>,
    /// Stands before the Java on the command line.
    pub wrapper: Vec<String>,
    /// Runs after the game has ended.
    pub after: Vec<String>,
}

/// What to start, and what it is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The run's id (`r-xxxxxxxx`), a folder below `runs/` of the data folder.
    pub run: String,
    /// The version's id.
    pub version: String,
    /// Its game root.
    pub root: PathBuf,
    /// Where it plays: the working folder.
    pub folder: PathBuf,
    /// The Java.
    pub java: PathBuf,
    /// What stands behind it.
    pub words: Vec<Word>,
    /// Variables that are set (a text) or taken away (nothing).
    pub environment: BTreeMap<String, Option<String>>,
    /// The player's own commands.
    pub commands: Commands,
    /// Texts that must not get into the log: tokens.
    pub secrets: Vec<Word>,
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Order")
            .field("run", &self.run)
            .field("version", &self.version)
            .field("folder", &self.folder)
            .field("java", &self.java)
            .field("words", &self.words)
            .finish_non_exhaustive()
    }
}

impl Order {
    /// The program to start and its words.
    pub(crate) fn line(&self) -> (&Path, Vec<&str>) {
        let game = self.words.iter().map(|word| word.text.as_str());
        match self.commands.wrapper.split_first() {
            None => (&self.java, game.collect()),
            Some((program, words)) => {
                let java = self.java.to_str().unwrap_or_default();
                let before = words.iter().map(String::as_str).chain([java]);
                (Path::new(program), before.chain(game).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(wrapper: &[&str]) -> Order {
        let wrapper = wrapper.iter().map(|word| (*word).to_owned()).collect();
        Order {
            run: "r-00000000".to_owned(),
            version: "1.20.1".to_owned(),
            root: PathBuf::from("/g"),
            folder: PathBuf::from("/g"),
            java: PathBuf::from("/j/bin/java"),
            words: vec![Word::plain("--accessToken"), Word::hidden("eyTOKEN")],
            environment: BTreeMap::new(),
            commands: Commands { wrapper, ..Commands::default() },
            secrets: vec![Word::hidden("eyTOKEN")],
        }
    }

    #[test]
    fn a_wrapper_stands_before_the_java() {
        let plain = order(&[]);
        assert_eq!(plain.line(), (Path::new("/j/bin/java"), vec!["--accessToken", "eyTOKEN"]));
        let wrapped = order(&["gamemoderun", "-x"]);
        let words = vec!["-x", "/j/bin/java", "--accessToken", "eyTOKEN"];
        assert_eq!(wrapped.line(), (Path::new("gamemoderun"), words));
    }

    #[test]
    fn printing_shows_no_token() {
        assert!(!format!("{:?}", order(&[])).contains("eyTOKEN"));
    }
}
