//! Launch plans: the exact command line of a version on a platform.

mod arg;
mod game;
mod input;
mod jvm;
mod line;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use nova_model::{Field, Message, Problem, clean};

pub use self::{
    arg::LaunchArg,
    input::{
        AuthlibInjector, LaunchInput, LogConfigUse, Memory, Paths, Player, QuickPlay, UserType,
        VersionDefaults, Window,
    },
    jvm::LogFormat,
    line::Passing,
};
use self::{jvm::Context, values::Values};
use crate::{files::FileSet, merge::Merged, platform::Platform};

/// How a version is started: `java <jvm_args> <main_class> <game_args>` in `working_dir`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchPlan {
    /// For Java, the class path included.
    pub jvm_args: Vec<LaunchArg>,
    /// The class that is started.
    pub main_class: String,
    /// For the game.
    pub game_args: Vec<LaunchArg>,
    /// The files of the class path, in order; each once.
    pub classpath: Vec<String>,
    /// Variables to set for the process.
    pub environment: BTreeMap<String, String>,
    /// Where the process is started: the game folder.
    pub working_dir: String,
    /// How the log comes out.
    pub log_format: LogFormat,
    /// What could not be done, and placeholders that nobody knows.
    pub problems: Vec<Problem>,
}

impl LaunchPlan {
    /// Plans the launch of a version whose files are `files`.
    pub fn make(merged: &Merged, files: &FileSet, platform: &Platform, input: &LaunchInput) -> Self {
        let classpath = classpath(files, platform, input);
        let joined = classpath.join(platform.classpath_separator());
        let mut values = Values::of(merged, files, platform, input, &joined);
        let context = Context { merged, files, platform, input, features: game::features(input) };
        let (jvm_args, log_format) = jvm::arguments(&context, &mut values);
        let (game_args, mut problems) = game::arguments(&context, &mut values);
        problems.extend(unknown(merged, &values.into_unknown()));
        Self {
            jvm_args,
            main_class: merged.main_class.clone(),
            game_args,
            classpath,
            environment: BTreeMap::new(),
            working_dir: input.paths.game_dir.clone(),
            log_format,
            problems,
        }
    }

    /// Every word after the program, in order.
    pub fn words(&self) -> impl Iterator<Item = LaunchArg> {
        let main = LaunchArg::Plain(self.main_class.clone());
        self.jvm_args.iter().cloned().chain([main]).chain(self.game_args.iter().cloned())
    }
}

/// Libraries in their order, then the client jar; each file once.
fn classpath(files: &FileSet, platform: &Platform, input: &LaunchInput) -> Vec<String> {
    let libraries = files.libraries.iter().map(|file| file.path.below(platform.os, &input.paths.libraries));
    let mut seen = BTreeSet::new();
    libraries.chain([input.paths.client_jar.clone()]).filter(|path| seen.insert(path.clone())).collect()
}

fn unknown(merged: &Merged, names: &BTreeSet<String>) -> Option<Problem> {
    let list: Vec<Field> = names.iter().take(12).map(|name| Field::from(clean(name, 60))).collect();
    let message = Message::new("version.unknown-placeholders")
        .with("id", merged.id.as_str())
        .with("names", Field::List(list));
    (!names.is_empty()).then(|| Problem::warning(&merged.id, message))
}
