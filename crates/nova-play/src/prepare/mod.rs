//! From an installed version to what is started: its files are read, its natives unpacked, and the order written.

mod chain;
mod natives;
mod resources;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use nova_files::Files;
use nova_model::Problem;
use nova_version::{
    AssetIndex, AssetLayout, FileSet, LaunchArg, LaunchInput, LaunchPlan, Merged, Platform,
    plan::{AuthlibInjector, Memory, Passing, Paths, Player, QuickPlay, VersionDefaults, Window},
};

use crate::{Commands, Order, PlayError, Word};

/// An installed version, read.
#[derive(Clone, Debug)]
pub struct Installed {
    /// Its game root.
    pub root: PathBuf,
    /// It and what it builds on, made one.
    pub merged: Merged,
    /// What it needs.
    pub files: FileSet,
    /// How its assets lie.
    pub layout: AssetLayout,
    /// The platform it was read for.
    pub platform: Platform,
}

/// How it is to be started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The game folder: the root, or the version's own.
    pub folder: PathBuf,
    /// Who plays.
    pub player: Player,
    /// The launcher's name and version, which the game is told.
    pub launcher: (String, String),
    /// The major version of the Java that will run it.
    pub java_major: Option<u32>,
    /// Memory, in MiB.
    pub memory: Option<Memory>,
    /// The player's own words for the Java.
    pub jvm_args: Vec<String>,
    /// The window.
    pub window: Window,
    /// Where to go at once.
    pub quick_play: Option<QuickPlay>,
    /// A server of the old kind that the player signed in at.
    pub authlib_injector: Option<AuthlibInjector>,
}

impl Installed {
    /// Reads a version and what it builds on.
    ///
    /// # Errors
    /// [`PlayError::NoVersion`] where a file of the chain is not there, or what is wrong with one.
    pub fn read(root: &Path, id: &str, platform: &Platform) -> Result<Self, PlayError> {
        let merged = Merged::of(&chain::read(root, id)?)?;
        let files = FileSet::of(&merged, platform);
        let layout = layout(root, &files);
        Ok(Self { root: root.to_owned(), merged, files, layout, platform: platform.clone() })
    }

    /// What is wrong with its files.
    pub fn problems(&self) -> &[Problem] {
        &self.files.problems
    }

    /// The plan, with natives in a folder that may not be there yet.
    pub fn plan(&self, launch: &Launch, natives: &Path) -> LaunchPlan {
        let text = |path: PathBuf| path.to_string_lossy().into_owned();
        let jar = &self.merged.jar;
        let paths = Paths {
            game_dir: text(launch.folder.clone()),
            assets_root: text(self.root.join("assets")),
            libraries: text(self.root.join("libraries")),
            natives: text(natives.to_owned()),
            client_jar: text(self.root.join("versions").join(jar).join(format!("{jar}.jar"))),
        };
        let input = LaunchInput {
            java_major: launch.java_major,
            memory: launch.memory,
            version_defaults: if launch.jvm_args.is_empty() {
                VersionDefaults::Use
            } else {
                VersionDefaults::Skip
            },
            extra_jvm: launch.jvm_args.clone(),
            window: launch.window,
            quick_play: launch.quick_play.clone(),
            asset_layout: Some(self.layout),
            authlib_injector: launch.authlib_injector.clone(),
            ..LaunchInput::new(paths, launch.player.clone(), launch.launcher.clone())
        };
        LaunchPlan::make(&self.merged, &self.files, &self.platform, &input)
    }

    /// Where its natives are, or will be, unpacked: a folder of the data folder that is named after what is in it.
    pub fn natives(&self, files: &Files) -> PathBuf {
        natives::folder(files, self)
    }

    /// Unpacks its natives, where they are not unpacked yet.
    ///
    /// # Errors
    /// For an archive that is not there or damaged.
    pub fn unpack_natives(&self, files: &Files) -> Result<PathBuf, PlayError> {
        natives::unpack(files, self)
    }

    /// Lays the sounds that a version before 1.6 looks for in the folder it plays in.
    ///
    /// # Errors
    /// For a folder that cannot be written to.
    pub fn lay_resources(&self, files: &Files, folder: &Path) -> Result<(), PlayError> {
        resources::lay(files, self, folder)
    }
}

/// How the order becomes one: ids and what the player set around the game.
#[derive(Clone, Debug)]
pub struct Around {
    /// The run's id.
    pub run: String,
    /// The version's id.
    pub version: String,
    /// The Java, and its major version.
    pub java: (PathBuf, u32),
    /// Variables, as [`crate::environment`] gives them.
    pub environment: BTreeMap<String, Option<String>>,
    /// The player's commands.
    pub commands: Commands,
}

/// The order for a plan. A command line that is too long for the system goes through a file or a variable; the token does not.
///
/// # Errors
/// [`PlayError::TooLong`] where there is no way.
pub fn order(
    files: &Files,
    installed: &Installed,
    plan: &LaunchPlan,
    around: Around,
) -> Result<Order, PlayError> {
    let (java, major) = around.java;
    let mut environment = around.environment;
    let words = match plan.passing(installed.platform.os, &java.to_string_lossy(), major) {
        Passing::Direct => words(plan.words()),
        Passing::ClasspathVariable => {
            let plan = plan.with_classpath_variable();
            environment
                .extend(plan.environment.iter().map(|(name, value)| (name.clone(), Some(value.clone()))));
            words(plan.words())
        }
        // A token gets into no file.
        Passing::ArgumentFile if plan.jvm_args.iter().any(LaunchArg::is_secret) => {
            return Err(PlayError::TooLong { version: around.version });
        }
        Passing::ArgumentFile => {
            let records = files.records(Path::new(crate::FOLDER).join(&around.run))?;
            records.put("java-arguments.txt", &plan.argument_file())?;
            let file = format!("@{}", records.folder().join("java-arguments.txt").display());
            let behind = std::iter::once(LaunchArg::Plain(plan.main_class.clone()))
                .chain(plan.game_args.iter().cloned());
            std::iter::once(Word::plain(file)).chain(words(behind)).collect()
        }
        Passing::TooLong => return Err(PlayError::TooLong { version: around.version }),
    };
    let secrets = words.iter().filter(|word| word.hidden).cloned().collect();
    Ok(Order {
        run: around.run,
        version: around.version,
        root: installed.root.clone(),
        folder: PathBuf::from(&plan.working_dir),
        java,
        words,
        environment,
        commands: around.commands,
        secrets,
    })
}

fn words(args: impl Iterator<Item = LaunchArg>) -> Vec<Word> {
    args.map(|arg| Word { text: arg.expose().to_owned(), hidden: arg.is_secret() }).collect()
}

/// How the assets lie, by the index that is there; by its name where it is not.
fn layout(root: &Path, files: &FileSet) -> AssetLayout {
    let named = files.asset_index.as_ref().map(|index| index.id.as_str());
    match (index(root, files), named) {
        (Some(read), _) => read.layout,
        (None, Some("legacy")) => AssetLayout::Virtual,
        (None, Some("pre-1.6")) => AssetLayout::Resources,
        (None, _) => AssetLayout::Objects,
    }
}

/// The asset index that is there.
fn index(root: &Path, files: &FileSet) -> Option<AssetIndex> {
    let id = &files.asset_index.as_ref()?.id;
    let path = root.join("assets/indexes").join(format!("{id}.json"));
    let bytes = nova_files::read_state(&path, 16 << 20).ok().flatten()?;
    AssetIndex::parse(id, &bytes).ok()
}
