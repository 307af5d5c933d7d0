//! This program as the watcher of a game: started by itself with one word more, see nova-play.

use std::{
    ffi::OsString,
    io::{stdin, stdout},
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::{Timestamp, tz::TimeZone};
use nova_core::WatcherProgram;
use nova_files::Files;
use nova_model::{Known, Millis, Redactor, Secret};
use nova_play::{ORDERED_WITHIN, WORD, Watcher, read_order};

use crate::{
    SystemClock,
    system::{known, machine},
};

/// The word before the data folder.
const DATA: &str = "--data-dir";

/// How this program is started as a watcher.
pub(crate) fn program(data: &Path) -> Option<WatcherProgram> {
    let program = std::env::current_exe().ok()?;
    Some(WatcherProgram { program, words: vec![DATA.to_owned(), data.to_str()?.to_owned()] })
}

/// The data folder of the game to watch, where the words of this program say that it is a watcher.
pub fn is_watcher(words: impl IntoIterator<Item = OsString>) -> Option<PathBuf> {
    let words: Vec<OsString> = words.into_iter().collect();
    match words.as_slice() {
        [data, folder, word] if data == DATA && word == WORD => Some(PathBuf::from(folder)),
        _ => None,
    }
}

/// Watches the game that the standard input orders, to its end. Whether it was started.
pub fn watch(data: &Path) -> bool {
    let Ok(order) = read_order(stdin(), ORDERED_WITHIN) else { return false };
    let files = Files::open(data, Arc::new(SystemClock));
    let here = known(&machine());
    let secrets = order.secrets.iter().map(|word| Secret::new(word.text.as_str()));
    let secrets = here.secrets.iter().cloned().chain(secrets).collect();
    let redactor = Redactor::new(&Known { secrets, ..here });
    let zone = TimeZone::system();
    let time = |at: Millis| {
        let at = Timestamp::from_millisecond(at).unwrap_or_default();
        at.to_zoned_datetime(zone.clone()).strftime("%H:%M:%S").to_string()
    };
    let watcher = Watcher { files: &files, clock: &SystemClock, time: &time };
    let run = watcher.watch(&order, &mut stdout().lock(), &redactor);
    if let Ok(run) = &run {
        nova_core::run_ended(&files, run);
    }
    run.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_very_words_make_a_watcher() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(is_watcher(words("--data-dir /d watch-game")), Some(PathBuf::from("/d")));
        for line in ["watch-game", "--data-dir /d", "--data-dir /d launch", "ask watch-game x"] {
            assert_eq!(is_watcher(words(line)), None, "{line}");
        }
    }
}
