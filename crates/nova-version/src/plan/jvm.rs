//! Arguments for Java, in their order: agents, memory, the version's defaults for players, the version's own, the log's, the player's.

use nova_model::Os;

use super::{
    arg::LaunchArg,
    input::{LaunchInput, LogConfigUse, VersionDefaults},
    values::{Values, file_name},
};
use crate::{
    coordinate::Coordinate,
    files::{FileSet, LogSafety},
    json::Argument,
    merge::Merged,
    platform::{Platform, join},
    rules::{Features, allows},
};

/// What the parts of the arguments are made from.
pub(super) struct Context<'a> {
    pub(super) merged: &'a Merged,
    pub(super) files: &'a FileSet,
    pub(super) platform: &'a Platform,
    pub(super) input: &'a LaunchInput,
    pub(super) features: Features,
}

impl Context<'_> {
    /// The words of a list that count, unfilled.
    pub(super) fn words<'b>(&'b self, list: &'b [Argument]) -> impl Iterator<Item = &'b str> {
        let counts = |argument: &&Argument| allows(&argument.rules, self.platform, &self.features);
        list.iter().filter(counts).flat_map(|argument| argument.values.iter().map(String::as_str))
    }
}

/// Every argument for Java, and whether the log comes out as XML.
pub(super) fn arguments(context: &Context<'_>, values: &mut Values) -> (Vec<LaunchArg>, LogFormat) {
    let mut args: Vec<LaunchArg> = agents(context.input).into_iter().map(LaunchArg::from).collect();
    args.extend(memory(context.input).into_iter().map(LaunchArg::from));
    args.extend(defaults(context).into_iter().map(|word| values.fill(word)));
    args.extend(version(context, values));
    let (log, format) = log(context, values);
    args.extend(log);
    args.extend(context.input.extra_jvm.iter().map(|word| LaunchArg::Plain(word.clone())));
    (args, format)
}

fn agents(input: &LaunchInput) -> Vec<String> {
    let Some(server) = &input.authlib_injector else { return Vec::new() };
    let mut args =
        vec![format!("-javaagent:{}={}", server.jar, server.api), "-Dauthlibinjector.side=client".to_owned()];
    args.extend(
        server.prefetched.iter().map(|data| format!("-Dauthlibinjector.yggdrasil.prefetched={data}")),
    );
    args
}

fn memory(input: &LaunchInput) -> Vec<String> {
    let Some(memory) = input.memory else { return Vec::new() };
    let mut args: Vec<String> =
        memory.min.iter().map(|min| format!("-Xms{}M", (*min).min(memory.max))).collect();
    args.push(format!("-Xmx{}M", memory.max));
    args
}

/// The version's arguments for players without own ones: without its memory where the player chose, without its collector where the
/// player's own arguments name one (two would stop Java), and not for an older Java, which would not know them.
fn defaults<'a>(context: &'a Context<'_>) -> Vec<&'a str> {
    let input = context.input;
    let asked = context.merged.java.as_ref().map_or(0, |java| java.major);
    if input.version_defaults == VersionDefaults::Skip || input.java_major.is_some_and(|major| major < asked)
    {
        return Vec::new();
    }
    let own_collector = input.extra_jvm.iter().any(|word| is_collector(word));
    let groups = context.merged.user_jvm.iter().filter(|group| {
        allows(&group.rules, context.platform, &context.features)
            && !(own_collector && group.values.iter().any(|word| is_collector(word)))
    });
    let words = groups.flat_map(|group| group.values.iter().map(String::as_str));
    words.filter(|word| input.memory.is_none() || !is_memory(word)).collect()
}

fn is_collector(word: &str) -> bool {
    word.strip_prefix("-XX:+Use").is_some_and(|rest| rest.ends_with("GC"))
}

fn is_memory(word: &str) -> bool {
    word.starts_with("-Xmx") || word.starts_with("-Xms")
}

/// The version's own arguments; where it has none that name the class path, the ones Mojang's launcher uses for such versions.
fn version(context: &Context<'_>, values: &mut Values) -> Vec<LaunchArg> {
    let own: Vec<&str> = context.words(&context.merged.jvm).collect();
    let complete = own.iter().any(|word| word.contains("${classpath}"));
    let mut args = Vec::new();
    if !complete {
        args.extend(standard(context).into_iter().map(|word| values.fill(word)));
    }
    args.extend(
        own.into_iter().map(|word| values.fill(word)).map(|word| ignoring_client(word, context.input)),
    );
    args
}

fn standard(context: &Context<'_>) -> Vec<&'static str> {
    let platform = context.platform;
    let mut words = Vec::new();
    if platform.os == Os::MacOs && has_new_lwjgl(context.files) {
        words.push("-XstartOnFirstThread");
    }
    if platform.os == Os::Windows {
        words
            .push("-XX:HeapDumpPath=MojangTricksIntelDriversForPerformance_javaw.exe_minecraft.exe.heapdump");
    }
    if platform.is_windows_10() {
        words.extend(["-Dos.name=Windows 10", "-Dos.version=10.0"]);
    }
    if platform.bits() == "32" {
        words.push("-Xss1M");
    }
    words.extend([
        "-Djava.library.path=${natives_directory}",
        "-Dminecraft.launcher.brand=${launcher_name}",
        "-Dminecraft.launcher.version=${launcher_version}",
        "-Dminecraft.client.jar=${primary_jar}",
        "-cp",
        "${classpath}",
    ]);
    words
}

/// LWJGL 3 wants the first thread on a Mac; LWJGL 2 hangs on it.
fn has_new_lwjgl(files: &FileSet) -> bool {
    let is_new = |coordinate: &Coordinate| {
        matches!(coordinate.group.as_str(), "org.lwjgl" | "org.lwjgl3")
            && !coordinate.version.starts_with('2')
    };
    files.libraries.iter().any(|file| is_new(&file.coordinate))
}

/// Forge and `NeoForge` put every file of the class path into modules, except those whose names begin as this list says. It names the
/// client jar as `<version>.jar`, as in Mojang's launcher; here it keeps the game's own name.
fn ignoring_client(word: LaunchArg, input: &LaunchInput) -> LaunchArg {
    let LaunchArg::Plain(text) = &word else { return word };
    let client = file_name(&input.paths.client_jar);
    match text.strip_prefix("-DignoreList=") {
        Some(list) if !list.split(',').any(|name| name == client) => {
            LaunchArg::Plain(format!("{text},{client}"))
        }
        _ => word,
    }
}

/// How the game writes its log to its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// In lines.
    Plain,
    /// As log4j's XML events.
    Xml,
}

fn log(context: &Context<'_>, values: &mut Values) -> (Vec<LaunchArg>, LogFormat) {
    let safety = context.files.log_safety;
    let wanted = context.input.log_config == LogConfigUse::Version || matches!(safety, LogSafety::Config(_));
    let mut args = Vec::new();
    let config = context.files.log_config.as_ref().filter(|_| wanted);
    if let Some(config) = config {
        let folder = join(context.platform.os, &context.input.paths.assets_root, "log_configs");
        values.path(&join(context.platform.os, &folder, &config.id));
        args.push(values.fill(&config.argument));
    }
    if safety != LogSafety::Sound {
        args.extend(SWITCHES.map(LaunchArg::from));
    }
    (args, if config.is_some() { LogFormat::Xml } else { LogFormat::Plain })
}

/// No lookups in what is logged; and should one get through, no code from another machine.
const SWITCHES: [&str; 3] = [
    "-Dlog4j2.formatMsgNoLookups=true",
    "-Dcom.sun.jndi.rmi.object.trustURLCodebase=false",
    "-Dcom.sun.jndi.cosnaming.object.trustURLCodebase=false",
];
