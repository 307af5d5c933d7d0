//! Further arguments for Java: taken apart, judged, and held against what a Java knows. They may stand in a version's folder that
//! came from somebody else, so they are judged whenever they are used, not only when they are set.

mod known;
mod refused;

use nova_model::{Message, words};

use crate::{GameError, Result};

/// Characters of a line of arguments.
const LONGEST: usize = 8_000;

/// What happens to the arguments that are set already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArgsMode {
    /// They go.
    #[default]
    Replace,
    /// They stay, but for those that are set anew.
    Add,
}

/// Arguments that may be given to a Java.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JvmArgs {
    /// The words, in order.
    pub words: Vec<String>,
    /// What may keep a Java from starting.
    pub warnings: Vec<Message>,
}

/// Takes a line apart and judges each word. `major` is the Java it is for, where that is known.
///
/// # Errors
/// [`GameError::BadArgs`] for a line that cannot be taken apart, [`GameError::ArgRefused`] for a word that must not be there.
pub fn jvm_args(line: &str, major: Option<u32>) -> Result<JvmArgs> {
    if line.len() > LONGEST || line.chars().any(|letter| letter.is_control() && !letter.is_whitespace()) {
        return Err(GameError::BadArgs);
    }
    let words = words(line).map_err(|_| GameError::BadArgs)?;
    refused::judge(&words)?;
    let warnings = known::warnings(&words, major);
    Ok(JvmArgs { words, warnings })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(line: &str) -> String {
        match jvm_args(line, Some(17)) {
            Err(GameError::ArgRefused { why, .. }) => why.code.into_owned(),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn warned(line: &str, major: u32) -> Vec<String> {
        let args = jvm_args(line, Some(major)).unwrap();
        args.warnings.iter().map(|warning| warning.code.clone().into_owned()).collect()
    }

    #[test]
    fn what_loads_other_code_or_takes_the_start_away_is_refused_with_its_reason() {
        let table = [
            ("-javaagent:x.jar", "agent"),
            ("-agentlib:foo", "agent"),
            ("-agentpath:/x.so", "agent"),
            ("-Xrunhprof", "agent"),
            ("-agentlib:jdwp=transport=dt_socket,server=y,address=*:5005", "remote"),
            ("-Xrunjdwp:server=y", "remote"),
            ("-Xdebug", "remote"),
            ("-Dcom.sun.management.jmxremote.port=9010", "remote"),
            ("-Dcom.sun.management.jmxremote", "remote"),
            ("-Xbootclasspath/a:x.jar", "code"),
            ("-Xbootclasspath:x.jar", "code"),
            ("-cp x.jar", "code"),
            ("-classpath x.jar", "code"),
            ("--class-path=x.jar", "code"),
            ("-jar x.jar", "code"),
            ("--module-path m", "code"),
            ("-p m", "code"),
            ("--upgrade-module-path=m", "code"),
            ("--patch-module java.base=x", "code"),
            ("-m a/b", "code"),
            ("-Dfabric.addMods=/opt/x.jar", "code"),
            ("@args.txt", "file"),
            ("-XX:Flags=.hotspotrc", "file"),
            ("-XX:VMOptionsFile=x", "file"),
            ("-XX:OnError=rm", "command"),
            ("\"-XX:OnOutOfMemoryError=kill -9 %p\"", "command"),
            ("-Djava.security.manager", "policy"),
            ("-Djava.security.policy==x", "policy"),
            ("-Dlog4j.configurationFile=https://x.example/a.xml", "log"),
            ("-Dlog4j2.configurationFile=/etc/x.xml", "log"),
            ("-Dlog4j.configurationFile=../x.xml", "log"),
            ("-Dlog4j2.formatMsgNoLookups=false", "log"),
            ("-Xmx4G", "memory"),
            ("-Xms512m", "memory"),
            ("-XX:MaxHeapSize=1g", "memory"),
            ("-Xloggc:/home/me/.profile", "place"),
            ("-Xlog:gc*:file=C:\\\\x.log:time", "place"),
            ("-XX:HeapDumpPath=/etc", "place"),
            ("-Djava.library.path=/opt", "library"),
            ("-Dminecraft.api.session.host=https://x.example", "account"),
            ("-version", "ends"),
            ("net.minecraft.Main", "option"),
            ("--patchy", "option"),
            ("--add-opens -Xmx1G", "option"),
        ];
        for (line, code) in table {
            assert_eq!(why(line), format!("game.jvm.why.{code}"), "{line}");
        }
    }

    #[test]
    fn ordinary_arguments_are_taken() {
        for line in [
            "",
            "-XX:+UseG1GC -XX:MaxGCPauseMillis=50 -Dfile.encoding=UTF-8",
            "--add-opens java.base/java.lang=ALL-UNNAMED --add-modules=jdk.incubator.vector",
            "-Dlog4j.configurationFile=log4j2.xml -Xlog:gc*:file=logs/gc.log:time -Xlog:gc",
            "-XX:+UnlockExperimentalVMOptions -XX:G1NewSizePercent=20 -Xmn512m -Xss4M",
            "-Dname='a b' -Dos.name=\"Windows 10\" -XX:+AlwaysPreTouch",
        ] {
            let args = jvm_args(line, Some(17)).unwrap();
            assert!(args.warnings.is_empty(), "{line}: {:?}", args.warnings);
        }
    }

    #[test]
    fn a_line_that_cannot_be_taken_apart_is_refused() {
        for line in ["-Da='b", "-Da=\u{1b}[2J", &"-Da ".repeat(3_000)] {
            assert!(matches!(jvm_args(line, None), Err(GameError::BadArgs)), "{line}");
        }
    }

    #[test]
    fn what_the_java_does_not_know_is_told() {
        assert_eq!(warned("-XX:+UseZGC", 8), ["game.jvm.unknown"]);
        assert!(warned("-XX:+UseZGC", 17).is_empty());
        assert_eq!(warned("-XX:+UseZGC -XX:+ZGenerational", 17), ["game.jvm.unknown"]);
        assert!(warned("-XX:+UseZGC -XX:+ZGenerational", 21).is_empty());
        assert_eq!(warned("-XX:+UseZGC -XX:+ZGenerational", 25), ["game.jvm.unknown"]);
        assert_eq!(warned("-XX:+UseConcMarkSweepGC", 17), ["game.jvm.unknown"]);
        assert!(warned("-XX:+UseConcMarkSweepGC -XX:+UseParNewGC", 8).is_empty());
        assert_eq!(warned("--add-opens a/b=ALL-UNNAMED", 8), ["game.jvm.unknown"]);
        assert_eq!(warned("-XX:G1NewSizePercent=20", 17), ["game.jvm.locked"]);
        assert!(jvm_args("-XX:+UseZGC", None).unwrap().warnings.is_empty());
    }

    #[test]
    fn two_collectors_are_told() {
        assert_eq!(warned("-XX:+UseG1GC -XX:+UseZGC", 21), ["game.jvm.collectors"]);
        assert!(warned("-XX:+UseParallelGC -XX:+UseParallelOldGC", 8).is_empty());
        assert!(warned("-XX:-UseG1GC -XX:+UseZGC", 21).is_empty());
    }
}
