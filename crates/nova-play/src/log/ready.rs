//! How far a game has come, by what it logs. The marks are words that the game itself writes, in every version since 1.6 or so.

use serde::{Deserialize, Serialize};

/// How far a game has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// The Java runs.
    #[default]
    Started,
    /// The game's own code runs.
    Loading,
    /// Its window is there.
    Window,
    /// The player can play.
    Ready,
}

/// From which words on a game has come how far.
const MARKS: &[(&str, Progress)] = &[
    ("Setting user:", Progress::Loading),
    ("ModLauncher running", Progress::Loading),
    ("Loading Minecraft ", Progress::Loading),
    ("Datafixer optimizations took", Progress::Loading),
    ("Backend library: LWJGL", Progress::Window),
    ("LWJGL Version", Progress::Window),
    ("OpenGL: ", Progress::Window),
    ("Starting up SoundSystem", Progress::Window),
    ("Reloading ResourceManager", Progress::Window),
    ("OpenAL initialized", Progress::Ready),
    ("Sound engine started", Progress::Ready),
    ("textures-atlas", Progress::Ready),
    ("textures/atlas/", Progress::Ready),
];

impl Progress {
    /// How far, when this line was logged too. A player who writes such words in the chat changes nothing of note: a game with a chat
    /// is ready.
    #[must_use]
    pub fn after(self, line: &str) -> Self {
        if self == Self::Ready {
            return self;
        }
        let marked =
            MARKS.iter().filter(|(mark, _)| line.contains(mark)).map(|(_, progress)| *progress).max();
        self.max(marked.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mark_takes_it_further_and_none_back() {
        let lines = [
            ("Picked up _JAVA_OPTIONS", Progress::Started),
            ("[12:00:01] [main/INFO]: Setting user: Alex", Progress::Loading),
            (
                "[12:00:02] [Render thread/INFO]: Backend library: LWJGL version 3.3.1 SNAPSHOT",
                Progress::Window,
            ),
            ("[12:00:02] [main/INFO]: Setting user: Alex", Progress::Window),
            ("[12:00:05] [Render thread/INFO]: OpenAL initialized on device x", Progress::Ready),
            ("anything", Progress::Ready),
        ];
        let mut progress = Progress::default();
        for (line, expected) in lines {
            progress = progress.after(line);
            assert_eq!(progress, expected, "{line}");
        }
    }

    #[test]
    fn old_versions_come_to_be_ready_as_well() {
        let old = ["[Client thread/INFO]: Setting user: A", "[Client thread/INFO]: LWJGL Version: 2.9.4"];
        let progress = old.iter().fold(Progress::default(), |progress, line| progress.after(line));
        assert_eq!(progress, Progress::Window);
        assert_eq!(progress.after("[Client thread/INFO]: Created: 1024x512 textures-atlas"), Progress::Ready);
    }
}
