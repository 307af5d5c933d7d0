//! Arguments that are refused, each with its reason: what brings other code into the game, runs a command, opens the game to others,
//! sends the sign-in elsewhere, writes outside, or takes the launcher's own arguments away.
//!
//! Sources: the manuals of `java` (8 to 25), `OpenJ9`'s options, the game's own `-Dminecraft.api.*` properties.

use nova_model::{Message, clean};

use crate::{GameError, Result};

/// How a rule's text is held against a word.
#[derive(Clone, Copy)]
enum How {
    /// The word is it, or goes on with `=` or `:`.
    Name,
    /// The word begins with it.
    Start,
    /// The word begins with it, and a path in what follows leads out of the game's folder.
    Path,
}

use How::{Name, Path, Start};

/// The first that fits counts.
const RULES: &[(&str, How, &str)] = &[
    ("-agentlib:jdwp", Start, "game.jvm.why.remote"),
    ("-Xrunjdwp", Start, "game.jvm.why.remote"),
    ("-Xdebug", Name, "game.jvm.why.remote"),
    ("-Dcom.sun.management.", Start, "game.jvm.why.remote"),
    ("-Djava.rmi.server.", Start, "game.jvm.why.remote"),
    ("-javaagent", Start, "game.jvm.why.agent"),
    ("-agentlib", Start, "game.jvm.why.agent"),
    ("-agentpath", Start, "game.jvm.why.agent"),
    ("-Xrun", Start, "game.jvm.why.agent"),
    ("-Xbootclasspath", Start, "game.jvm.why.code"),
    ("-cp", Name, "game.jvm.why.code"),
    ("-classpath", Name, "game.jvm.why.code"),
    ("--class-path", Name, "game.jvm.why.code"),
    ("-Djava.class.path", Name, "game.jvm.why.code"),
    ("-Djava.system.class.loader", Name, "game.jvm.why.code"),
    ("-Djava.ext.dirs", Name, "game.jvm.why.code"),
    ("-Djava.endorsed.dirs", Name, "game.jvm.why.code"),
    ("-jar", Name, "game.jvm.why.code"),
    ("-p", Name, "game.jvm.why.code"),
    ("--module-path", Name, "game.jvm.why.code"),
    ("--upgrade-module-path", Name, "game.jvm.why.code"),
    ("--patch-module", Name, "game.jvm.why.code"),
    ("-m", Name, "game.jvm.why.code"),
    ("--module", Name, "game.jvm.why.code"),
    ("--source", Name, "game.jvm.why.code"),
    ("-Djdk.module.", Start, "game.jvm.why.code"),
    ("-Dfabric.addMods", Path, "game.jvm.why.code"),
    ("-Dloader.addMods", Path, "game.jvm.why.code"),
    ("-XX:SharedArchiveFile", Path, "game.jvm.why.code"),
    ("-XX:AOTCache", Path, "game.jvm.why.code"),
    ("-XX:AOTLibrary", Start, "game.jvm.why.code"),
    ("-XX:Flags", Name, "game.jvm.why.file"),
    ("-XX:VMOptionsFile", Name, "game.jvm.why.file"),
    ("-XX:+ReadVMOptionsFile", Start, "game.jvm.why.file"),
    ("-Xoptionsfile", Start, "game.jvm.why.file"),
    ("-XX:OnError", Name, "game.jvm.why.command"),
    ("-XX:OnOutOfMemoryError", Name, "game.jvm.why.command"),
    ("-Xdump", Start, "game.jvm.why.command"),
    ("-Djava.security.", Start, "game.jvm.why.policy"),
    ("-Djavax.net.ssl.trustStore", Start, "game.jvm.why.policy"),
    ("-Dcom.sun.jndi.", Start, "game.jvm.why.policy"),
    ("-Dlog4j.configurationFile", Path, "game.jvm.why.log"),
    ("-Dlog4j2.configurationFile", Path, "game.jvm.why.log"),
    ("-Dlog4j.configuration", Path, "game.jvm.why.log"),
    ("-Dlog4j2.formatMsgNoLookups=false", Name, "game.jvm.why.log"),
    ("-Dlog4j.formatMsgNoLookups=false", Name, "game.jvm.why.log"),
    ("-Xmx", Start, "game.jvm.why.memory"),
    ("-Xms", Start, "game.jvm.why.memory"),
    ("-mx", Start, "game.jvm.why.memory"),
    ("-ms", Start, "game.jvm.why.memory"),
    ("-XX:MaxHeapSize", Name, "game.jvm.why.memory"),
    ("-XX:InitialHeapSize", Name, "game.jvm.why.memory"),
    ("-Djava.library.path", Name, "game.jvm.why.library"),
    ("-Dorg.lwjgl.librarypath", Name, "game.jvm.why.library"),
    ("-Djna.library.path", Name, "game.jvm.why.library"),
    ("-Djna.boot.library.path", Name, "game.jvm.why.library"),
    ("-Dminecraft.api.", Start, "game.jvm.why.account"),
    ("-Xloggc:", Path, "game.jvm.why.place"),
    ("-Xlog:", Path, "game.jvm.why.place"),
    ("-XX:LogFile", Path, "game.jvm.why.place"),
    ("-XX:ErrorFile", Path, "game.jvm.why.place"),
    ("-XX:HeapDumpPath", Path, "game.jvm.why.place"),
    ("-XX:StartFlightRecording", Path, "game.jvm.why.place"),
    ("-XX:FlightRecorderOptions", Path, "game.jvm.why.place"),
    ("-version", Name, "game.jvm.why.ends"),
    ("-help", Name, "game.jvm.why.ends"),
    ("-?", Name, "game.jvm.why.ends"),
    ("-h", Name, "game.jvm.why.ends"),
    ("-X", Name, "game.jvm.why.ends"),
    ("-fullversion", Name, "game.jvm.why.ends"),
    ("--version", Name, "game.jvm.why.ends"),
    ("--full-version", Name, "game.jvm.why.ends"),
    ("--help", Name, "game.jvm.why.ends"),
    ("--help-extra", Name, "game.jvm.why.ends"),
    ("--dry-run", Name, "game.jvm.why.ends"),
    ("--list-modules", Name, "game.jvm.why.ends"),
    ("--describe-module", Name, "game.jvm.why.ends"),
    ("--validate-modules", Name, "game.jvm.why.ends"),
    ("-d", Name, "game.jvm.why.ends"),
];

/// Options with two dashes that are left; those that take a value may have it as the next word.
const LONG: &[(&str, bool)] = &[
    ("--add-modules", true),
    ("--add-opens", true),
    ("--add-exports", true),
    ("--add-reads", true),
    ("--limit-modules", true),
    ("--enable-native-access", true),
    ("--enable-preview", false),
    ("--illegal-access", false),
    ("--illegal-native-access", false),
    ("--sun-misc-unsafe-memory-access", false),
    ("--enable-final-field-mutation", true),
    ("--finalization", false),
];

/// An error for the first word that must not be there.
pub(super) fn judge(words: &[String]) -> Result<()> {
    let mut left = words.iter();
    while let Some(word) = left.next() {
        if let Some(code) = why(word) {
            return Err(refused(word, code));
        }
        if takes_next(word) && left.next().is_none_or(|value| value.starts_with(['-', '@'])) {
            return Err(refused(word, "game.jvm.why.option"));
        }
    }
    Ok(())
}

fn refused(word: &str, code: &'static str) -> GameError {
    GameError::ArgRefused { word: clean(word, 100), why: Message::new(code) }
}

fn why(word: &str) -> Option<&'static str> {
    if word.starts_with('@') {
        return Some("game.jvm.why.file");
    }
    let rule = RULES.iter().find(|(text, how, _)| fits(word, text, *how)).map(|(_, _, code)| *code);
    rule.or_else(|| (!is_option(word)).then_some("game.jvm.why.option"))
}

fn fits(word: &str, text: &str, how: How) -> bool {
    let Some(rest) = word.strip_prefix(text) else { return false };
    match how {
        How::Name => rest.is_empty() || rest.starts_with(['=', ':']),
        How::Start => true,
        How::Path => leads_out(rest),
    }
}

/// What is no option would be taken for the class to start.
fn is_option(word: &str) -> bool {
    if word.starts_with("--") { long(word).is_some() } else { word.starts_with('-') && word.len() > 1 }
}

fn long(word: &str) -> Option<bool> {
    let name = word.split('=').next().unwrap_or(word);
    LONG.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

fn takes_next(word: &str) -> bool {
    !word.contains('=') && long(word) == Some(true)
}

/// Whether a value, or one of the parts of a list of values, is an absolute path, climbs, or is an address.
fn leads_out(rest: &str) -> bool {
    rest.split([',', '=', '|']).any(|part| {
        let part = part.trim_matches('"');
        let climbs = part.split(['/', '\\', ':']).any(|step| step == "..");
        let marks = ["://", ":/", ":\\", "file:", "jar:", "~/"];
        climbs || part.starts_with(['/', '\\', '@']) || marks.iter().any(|mark| part.contains(mark))
    })
}
