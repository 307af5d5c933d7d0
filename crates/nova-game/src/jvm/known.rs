//! Arguments that not every Java knows. Sources: the JDK's release notes and the flag tables of `HotSpot` (when a flag came, when it
//! stopped being taken).

use nova_model::Message;

/// A flag by its beginning, the first Java that knows it and the last.
const KNOWN: &[(&str, Option<u32>, Option<u32>)] = &[
    ("-XX:+UseZGC", Some(11), None),
    ("-XX:+ZGenerational", Some(21), Some(23)),
    ("-XX:-ZGenerational", Some(21), Some(23)),
    ("-XX:+UseShenandoahGC", Some(12), None),
    ("-XX:+UseEpsilonGC", Some(11), None),
    ("-XX:+UseConcMarkSweepGC", None, Some(13)),
    ("-XX:CMS", None, Some(13)),
    ("-XX:+CMS", None, Some(13)),
    ("-XX:+UseCMS", None, Some(13)),
    ("-XX:+UseParNewGC", None, Some(9)),
    ("-XX:+UseParallelOldGC", None, Some(14)),
    ("-Xincgc", None, Some(8)),
    ("-XX:PermSize", None, Some(7)),
    ("-XX:MaxPermSize", None, Some(7)),
    ("-XX:+AggressiveOpts", None, Some(11)),
    ("-XX:+PrintGCDateStamps", None, Some(8)),
    ("-XX:+PrintGCTimeStamps", None, Some(8)),
    ("-XX:+UseGCLogFileRotation", None, Some(8)),
    ("-XX:+UseCompactObjectHeaders", Some(24), None),
    ("-Xlog", Some(9), None),
    ("--add-", Some(9), None),
    ("--limit-modules", Some(9), None),
    ("--illegal-access", Some(9), Some(16)),
    ("--enable-preview", Some(12), None),
    ("--enable-native-access", Some(17), None),
    ("--sun-misc-unsafe-memory-access", Some(23), None),
    ("--illegal-native-access", Some(24), None),
    ("--finalization", Some(18), None),
];

/// Flags that are experiments: in which Javas, from the first to the last, they want to be unlocked.
const EXPERIMENTS: &[(&str, u32, u32)] = &[
    ("-XX:+UseZGC", 11, 14),
    ("-XX:+UseShenandoahGC", 12, 14),
    ("-XX:+UseEpsilonGC", 11, u32::MAX),
    ("-XX:G1NewSizePercent", 7, u32::MAX),
    ("-XX:G1MaxNewSizePercent", 7, u32::MAX),
    ("-XX:G1MixedGCLiveThresholdPercent", 7, u32::MAX),
    ("-XX:+UseJVMCICompiler", 10, u32::MAX),
    ("-XX:+UseCompactObjectHeaders", 24, 24),
];
const UNLOCK: &str = "-XX:+UnlockExperimentalVMOptions";

/// The collectors, of which there is one. `ParallelOld` and `ParNew` are parts of others.
const COLLECTORS: &[&str] = &[
    "-XX:+UseSerialGC",
    "-XX:+UseParallelGC",
    "-XX:+UseG1GC",
    "-XX:+UseConcMarkSweepGC",
    "-XX:+UseZGC",
    "-XX:+UseShenandoahGC",
    "-XX:+UseEpsilonGC",
];

/// What may keep this Java from starting.
pub(super) fn warnings(words: &[String], major: Option<u32>) -> Vec<Message> {
    let of_java = major.map(|major| words.iter().filter_map(move |word| of(word, words, major)));
    of_java.into_iter().flatten().chain(collectors(words)).collect()
}

fn of(word: &str, words: &[String], major: u32) -> Option<Message> {
    let flag = word.split('=').next().unwrap_or(word);
    let about = |code| Message::new(code).with("flag", flag).with("major", i64::from(major));
    let known = KNOWN.iter().find(|(start, _, _)| word.starts_with(start));
    let strange = known.is_some_and(|(_, from, to)| {
        from.is_some_and(|from| major < from) || to.is_some_and(|to| major > to)
    });
    if strange {
        return Some(about("game.jvm.unknown"));
    }
    let locked =
        EXPERIMENTS.iter().any(|(start, from, to)| word.starts_with(start) && (*from..=*to).contains(&major));
    (locked && !words.iter().any(|word| word == UNLOCK)).then(|| about("game.jvm.locked"))
}

fn collectors(words: &[String]) -> Option<Message> {
    let named = COLLECTORS.iter().filter(|flag| words.iter().any(|word| word == *flag));
    let named: Vec<&str> = named.filter_map(|flag| flag.strip_prefix("-XX:+Use")).collect();
    (named.len() > 1).then(|| Message::new("game.jvm.collectors").with("names", named))
}
