//! A game folder, a data folder, and a script that plays.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    thread::{self, JoinHandle},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use nova_files::Files;
use nova_model::{Clock, Known, Millis, Redactor, Secret};
use nova_play::{Commands, Order, PlayError, Run, Watcher, Word, read};
use nova_testkit::{make_folder, write_script};
use tempfile::TempDir;

/// What must be in no file.
pub(crate) const TOKEN: &str = "eyJhbGciOiJIUzI1NiJ9.nova-token.secret";
const RUN: &str = "r-00000001";

struct Now;

impl Clock for Now {
    #[expect(
        clippy::disallowed_methods,
        reason = "these tests run real processes, whose files bear the real time"
    )]
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis::try_from(since.as_millis()).unwrap()
    }
}

pub(crate) struct Game {
    folder: TempDir,
}

impl Game {
    /// A game that is this script; its words are `--username Alex --accessToken <token>`.
    pub(crate) fn says(script: &str) -> Self {
        let game = Self { folder: tempfile::tempdir().unwrap() };
        write_script(&game.java(), &format!("#!/bin/sh\n{script}\n")).unwrap();
        make_folder(&game.folder()).unwrap();
        game
    }

    fn java(&self) -> PathBuf {
        self.folder.path().join("java")
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.folder.path().join("game")
    }

    pub(crate) fn data(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn files(&self) -> Files {
        Files::open(self.data(), Arc::new(Now))
    }

    pub(crate) fn order(&self) -> Order {
        let words = [Word::plain("--username"), Word::plain("Alex"), Word::plain("--accessToken")];
        Order {
            run: RUN.to_owned(),
            version: "1.20.1".to_owned(),
            root: self.folder(),
            folder: self.folder(),
            java: self.java(),
            words: words.into_iter().chain([Word::hidden(TOKEN)]).collect(),
            environment: BTreeMap::new(),
            commands: Commands::default(),
            secrets: vec![Word::hidden(TOKEN)],
        }
    }

    pub(crate) fn watch(&self, order: &Order) -> Result<Run, PlayError> {
        self.watch_telling(order, &mut io::sink())
    }

    pub(crate) fn watch_telling(&self, order: &Order, answer: &mut dyn io::Write) -> Result<Run, PlayError> {
        let files = self.files();
        let time = |at: Millis| format!("at {at}");
        let secrets = order.secrets.iter().map(|word| Secret::new(word.text.as_str())).collect();
        let redactor = Redactor::new(&Known { secrets, ..Known::default() });
        Watcher { files: &files, clock: &Now, time: &time }.watch(order, answer, &redactor)
    }

    /// The game, once it runs, and the thread that watches it.
    pub(crate) fn running(&self) -> (Run, JoinHandle<()>) {
        self.running_as(self.order())
    }

    /// The same as another order has it.
    pub(crate) fn running_as(&self, order: Order) -> (Run, JoinHandle<()>) {
        let data = self.data().to_owned();
        let watching = {
            let folder = data.clone();
            thread::spawn(move || {
                let files = Files::open(&folder, Arc::new(Now));
                let time = |at: Millis| format!("at {at}");
                let redactor = Redactor::new(&Known::default());
                Watcher { files: &files, clock: &Now, time: &time }
                    .watch(&order, &mut io::sink(), &redactor)
                    .unwrap();
            })
        };
        for _ in 0..500 {
            if let Some(run) = read(&data, RUN).filter(Run::is_running) {
                return (run, watching);
            }
            thread::sleep(Duration::from_millis(10));
        }
        unreachable!("the game did not start in 5 s")
    }

    /// Every file of the data folder but the script, by name.
    pub(crate) fn files_of_data(&self) -> Vec<(String, String)> {
        let folder = self.data().join("runs").join(RUN);
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap())).collect()
    }
}
