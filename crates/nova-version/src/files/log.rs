//! The log configuration, and keeping old log4j from running what is logged (CVE-2021-44228).
//!
//! Mojang's answer, which is ours: from log4j 2.10 on a switch for Java is enough; older ones need a configuration that looks nothing up.
//! Mojang put mended ones under the same names, so a version json from before still names the old ones.

use nova_model::MavenVersion;

use super::{LibraryFile, Remote, remote};
use crate::{json::Logging, sha1::Sha1};

/// A log configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogConfig {
    /// The argument for Java, with `${path}`.
    pub argument: String,
    /// It lies at `assets/log_configs/<id>`.
    pub id: String,
    /// Where it comes from; nothing where the version does not say (it must be there already).
    pub remote: Option<Remote>,
}

/// What a version's log4j needs in order not to run what is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogSafety {
    /// Nothing: it has no log4j, or a mended one.
    Sound,
    /// The switch.
    Switch,
    /// The switch does nothing yet: a configuration too.
    Config(OldLog),
}

/// Which generation of configurations an old log4j reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldLog {
    /// Game 1.7 to 1.11.2 (log4j 2.0).
    First,
    /// Game 1.12 to 1.16.5 (log4j 2.8).
    Second,
}

impl LogSafety {
    pub(super) fn of(libraries: &[LibraryFile]) -> Self {
        let core = |file: &&LibraryFile| {
            file.coordinate.group == "org.apache.logging.log4j" && file.coordinate.artifact == "log4j-core"
        };
        let Some(core) = libraries.iter().find(core) else { return Self::Sound };
        let version = MavenVersion::parse(&core.coordinate.version);
        let before = |other: &str| version < MavenVersion::parse(other);
        match () {
            () if before("2.8") => Self::Config(OldLog::First),
            () if before("2.10") => Self::Config(OldLog::Second),
            () if before("2.15") => Self::Switch,
            () => Self::Sound,
        }
    }
}

/// Mojang's mended configurations: name, digest, bytes.
const FIRST: (&str, &str, u64) = ("client-1.7.xml", "50c9cc4af6d853d9fc137c84bcd153e2bd3a9a82", 966);
const SECOND: (&str, &str, u64) = ("client-1.12.xml", "bd65e7d2e3c237be76cfbef4c2405033d7f91521", 888);
/// The ones before they were mended.
const UNMENDED: [&str; 2] =
    ["6605d632a2399010c0085d3e4da58974d62ccdfe", "ef4f57b922df243d0cef096efe808c72db042149"];

/// The configuration to use: the version's own, unless an old log4j would be left with none or with one that was not mended.
pub(super) fn config(logging: Option<&Logging>, safety: LogSafety) -> Option<LogConfig> {
    let own = logging.map(|logging| LogConfig {
        argument: logging.argument.clone(),
        id: logging.id.clone(),
        remote: remote(&logging.download),
    });
    match safety {
        LogSafety::Config(_) if own.as_ref().is_some_and(is_mended) => own,
        LogSafety::Config(OldLog::First) => Some(mended(FIRST)),
        LogSafety::Config(OldLog::Second) => Some(mended(SECOND)),
        LogSafety::Switch | LogSafety::Sound => own,
    }
}

fn is_mended(config: &LogConfig) -> bool {
    let sha1 = config.remote.as_ref().and_then(|remote| remote.sha1.as_ref());
    sha1.is_some_and(|sha1| !UNMENDED.contains(&sha1.as_str()))
}

fn mended((id, sha1, size): (&str, &str, u64)) -> LogConfig {
    LogConfig {
        argument: "-Dlog4j.configurationFile=${path}".to_owned(),
        id: id.to_owned(),
        remote: Some(Remote {
            url: format!("https://piston-data.mojang.com/v1/objects/{sha1}/{id}"),
            sha1: Sha1::parse(sha1),
            size: Some(size),
        }),
    }
}
