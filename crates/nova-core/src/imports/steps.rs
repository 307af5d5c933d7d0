//! The steps of an import: what is the instance's own, and, for a version that nobody can install, its files with what they
//! stand on.

use std::path::Path;

use nova_files::{Copied, Step, Whose};
use nova_game::{GamePiece, game_pieces};
use nova_import::{Source, Version};
use nova_install::{json_place, needs};
use nova_model::Message;
use nova_play::Installed;
use nova_tools::ToolError;

use super::{Import, made, tell};
use crate::launcher::Launcher;

/// More libraries that exist in one place only are no version's.
const MOST_LIBRARIES: usize = 400;

impl Import {
    /// The game folder's files beside a version that an install puts there, and its settings.
    pub(super) fn beside(&mut self, source: &Source, root: &Path, settings: Vec<u8>) {
        let folder = root.join("versions").join(&self.name);
        for piece in pieces(source) {
            let to = folder.join(&piece.name);
            self.line(&to, piece.bytes());
            self.steps.push(Step::Copy { sources: vec![foreign(&piece.path, "")], files: Vec::new(), to });
        }
        self.steps.push(Step::Write { path: folder.join("nova.json"), content: settings });
    }

    fn line(&mut self, what: &Path, bytes: u64) {
        self.bytes = self.bytes.saturating_add(bytes);
        self.changes.push(made(what, bytes));
    }
}

impl Launcher {
    /// A version file with what it stands on, and the game folder's files, as one new folder.
    pub(super) fn import_whole(
        &self,
        import: &mut Import,
        source: &Source,
        root: &Path,
        settings: Vec<u8>,
    ) -> Result<(), ToolError> {
        let gone = || tell("core.import.gone", |message| message.with("id", source.id.as_str()));
        let at = source.version.as_ref().ok_or_else(gone)?;
        let version = nova_import::installed(self.game.setup(), at).ok_or_else(gone)?;
        let json = nova_game::json_under(&version, &import.name)?;
        let folder = root.join("versions").join(&import.name);
        let mut sources = Vec::new();
        let jar = version.folder.join(format!("{}.jar", at.id));
        if is_plain_file(&jar) {
            sources.push(foreign(&jar, &format!("{}.jar", import.name)));
        }
        import.line(&folder, size(&jar));
        for piece in pieces(source) {
            import.line(&folder.join(&piece.name), piece.bytes());
            sources.push(foreign(&piece.path, &piece.name));
        }
        let files = vec![(format!("{}.json", import.name), json), ("nova.json".to_owned(), settings)];
        import.steps.push(Step::Copy { sources, files, to: folder });
        import.parents(at, root);
        self.libraries(import, at, root);
        Ok(())
    }

    /// Libraries that no server has, as far as they are not here. What a server has is fetched when the version is checked.
    fn libraries(&self, import: &mut Import, at: &Version, root: &Path) {
        let Ok(installed) = Installed::read(&at.root, &at.id, &self.platform()) else { return };
        let jars =
            at.parents.iter().chain([&at.id]).map(|id| nova_install::jar_place(id)).collect::<Vec<_>>();
        let missing = needs(&at.root, &installed.files).into_iter().filter(|need| {
            let comes_along = jars.contains(&need.place);
            !comes_along && root.join(&need.place).symlink_metadata().is_err()
        });
        let (here_only, fetched): (Vec<_>, Vec<_>) = missing.partition(|need| need.urls.is_empty());
        for need in here_only.iter().take(MOST_LIBRARIES) {
            let from = at.root.join(&need.place);
            if is_plain_file(&from) && from.canonicalize().is_ok_and(|real| real == from) {
                let to = root.join(&need.place);
                import.line(&to, size(&from));
                import.steps.push(Step::Copy { sources: vec![foreign(&from, "")], files: Vec::new(), to });
            }
        }
        if !fetched.is_empty() {
            import.warnings.push(Message::new("core.import.fetch-later").with("n", fetched.len()));
        }
    }
}

impl Import {
    /// The versions it builds on, as far as they are not here.
    fn parents(&mut self, at: &Version, root: &Path) {
        for parent in &at.parents {
            let folder = at.root.join("versions").join(parent);
            let files = [format!("{parent}.json"), format!("{parent}.jar")];
            if root.join(json_place(parent)).is_file() {
                continue;
            }
            let there = files.iter().filter(|name| is_plain_file(&folder.join(name)));
            let sources: Vec<Copied> = there.map(|name| foreign(&folder.join(name), name)).collect();
            if !sources.is_empty() {
                let to = root.join("versions").join(parent);
                self.line(&to, sources.iter().map(|source| size(&source.from)).sum());
                self.steps.push(Step::Copy { sources, files: Vec::new(), to });
            }
        }
    }
}

/// The instance's own files; not the version's.
fn pieces(source: &Source) -> Vec<GamePiece> {
    let own = source.version.as_ref().map(|at| [format!("{}.json", at.id), format!("{}.jar", at.id)]);
    let own: Vec<&str> = own.iter().flatten().map(String::as_str).collect();
    game_pieces(&source.folder, source.sharing, &own)
}

fn foreign(from: &Path, name: &str) -> Copied {
    Copied { from: from.to_owned(), name: name.to_owned(), whose: Whose::Foreign }
}

fn is_plain_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|meta| meta.is_file())
}

fn size(path: &Path) -> u64 {
    path.symlink_metadata().map(|meta| if meta.is_file() { meta.len() } else { 0 }).unwrap_or_default()
}
