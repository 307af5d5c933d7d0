//! Secrets planted all over logs: none is in what an analysis says, nor in a line that leaves. Own logs, and the corpus where it is.

use std::{
    fs,
    path::{Path, PathBuf},
};

use nova_crash::{Analyst, Known, Source, Veil};
use nova_model::Known as Names;

use crate::kinds::texts;

/// What must never come back, in any case of letters.
const SECRETS: [&str; 22] = [
    "quorra",
    "tanaka",
    "eyjhbgcioijiuzi1nij9",
    "5f0c3b1a9d7e4c2b8a6f",
    "9f1c2d3e4b5a69788796",
    "203.0.113.77",
    "2001:db8:85a3",
    "example.org",
    "swordfish",
    "069a79f4",
    "sk-proj-qwertyuiop",
    "ghp_qwertyuiop",
    "m.c507_bay",
    "zxcvbnmasdfgh",
    "hunter2",
    "1234567890123456",
    "xbl-hash-0042",
    "session-cookie-77",
    "refresh-lkjhgf",
    "client-lkjhgf",
    "userhash-lkjhgf",
    "discord-lkjhgf",
];

/// Lines as launchers, games, mods and Java write them.
const LINES: [&str; 30] = [
    "[12:00:00] [Render thread/INFO]: Setting user: Quorra_77",
    "[12:00:00] [main/INFO]: (Session ID is token:5f0c3b1a9d7e4c2b8a6f5f0c3b1a9d7e:9f1c2d3e4b5a697887969f1c2d3e4b5a)",
    "[12:00:00] [main/INFO]: ModLauncher running: args [--launchTarget, forgeclient, --username, Quorra_77, --accessToken, eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.zxcvbnmasdfgh, --uuid, 9f1c2d3e4b5a697887969f1c2d3e4b5a, --xuid, 1234567890123456, --clientId, client-lkjhgf]",
    "--username Quorra_77 --accessToken eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.zxcvbnmasdfgh --uuid 069a79f4-44e9-4726-a5be-fca90e38aaf5 --xuid 1234567890123456",
    "java.io.FileNotFoundException: C:\\Users\\Quorra Tanaka\\AppData\\Roaming\\.minecraft\\mods\\x.jar (Access is denied)",
    "java.nio.file.NoSuchFileException: /home/quorra/.minecraft/config/a.toml",
    "\tat file:/C:/Users/quorra%20tanaka/AppData/Roaming/.minecraft/mods/x.jar",
    "[12:00:00] [main/INFO]: Loading from /Users/quorra/Library/Application Support/minecraft/mods",
    "Caused by: java.lang.IllegalStateException: cannot read C:/Users/quorra/Desktop/a.json",
    "[12:00:00] [Render thread/INFO]: Connecting to 203.0.113.77, 25565",
    "java.net.ConnectException: Connection refused: /203.0.113.77:25565",
    "io.netty.channel.AbstractChannel$AnnotatedConnectException: refused: [2001:db8:85a3::8a2e:370:7334]:25565",
    "[12:00:00] [main/WARN]: Report this to quorra@example.org",
    "[12:00:00] [Render thread/INFO]: [System] [CHAT] <Quorra_77> the vault opens with swordfish",
    "[12:00:00] [Server thread/INFO]: <Quorra_77> the vault opens with swordfish",
    "[12:00:00] [Server thread/INFO]: Quorra_77 issued server command: /login hunter2",
    "[12:00:00] [User Authenticator #1/INFO]: UUID of player Quorra_77 is 069a79f4-44e9-4726-a5be-fca90e38aaf5",
    "[12:00:00] [Server thread/INFO]: Quorra_77[/203.0.113.77:51234] logged in with entity id 7 at (1.0, 2.0, 3.0)",
    "[12:00:00] [Server thread/INFO]: Quorra_77 lost connection: Disconnected",
    "\tAll players: 1 total; [LocalPlayer['Quorra_77'/7, l='ClientLevel', x=1.0, y=2.0, z=3.0]]",
    "[12:00:00] [Server thread/INFO]: GameProfile[id=069a79f4-44e9-4726-a5be-fca90e38aaf5,name=Quorra_77,properties={},legacy=false] (/203.0.113.77:1) lost",
    "OPENAI_API_KEY=sk-proj-qwertyuiopasdfghjklzxcvbnm123456",
    "Authorization: Bearer zxcvbnmasdfghjklqwertyuiop123456",
    "Cookie: sid=session-cookie-77abcdef0123456789",
    "{\"refresh_token\":\"M.C507_BAY.0.U.-CqZxcvbnmasdfghjkl\",\"password\":\"hunter2\"}",
    "token = ghp_qwertyuiopasdfghjklzxcvbnm0123456789",
    "\"Token\":\"refresh-lkjhgf0123456789abcdef\", \"uhs\":\"userhash-lkjhgf0123\"",
    "Authorization: XBL3.0 x=xbl-hash-0042;eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.zxcvbnmasdfgh",
    "java_command: net.minecraft.client.main.Main --username Quorra_77 --accessToken eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.zxcvbnmasdfgh",
    "discord_token: discord-lkjhgf0123456789abcdef0123456789",
];

/// What stands behind the words of a line that says what is wrong.
const TAILS: [&str; 6] = [
    " for C:\\Users\\Quorra Tanaka\\mods\\a.jar",
    " (/home/quorra/.minecraft/mods/a.jar)",
    " --accessToken eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.zxcvbnmasdfgh",
    " from /203.0.113.77:25565",
    " of quorra@example.org",
    " [LocalPlayer['Quorra_77'/7]]",
];

/// What stands in place of a secret.
const MARKS: [&str; 6] = ["<player>", "<user>", "<home>", "<ip>", "<email>", "<token>"];

fn names() -> Names {
    Names { user_names: vec!["Quorra".into(), "Tanaka".into()], ..Names::default() }
}

fn holds_none(what: &str, text: &str) {
    let text = text.to_lowercase();
    let told: Vec<&str> = SECRETS.into_iter().filter(|secret| text.contains(secret)).collect();
    assert!(told.is_empty(), "{what} tells {told:?}:\n{text}");
}

/// A log with each of the lines somewhere, in an order that follows from `seed`, and a tail on each line that names an error.
fn planted(text: &str, seed: usize) -> String {
    let mut out = String::new();
    for (at, line) in text.lines().enumerate() {
        let says = ["Exception", "Error", "requires", "requires", "Description:", "Mod File:"];
        let tail =
            TAILS.get((at + seed) % (TAILS.len() * 2)).filter(|_| says.iter().any(|say| line.contains(say)));
        let more = LINES.get((at * 7 + seed) % (LINES.len() * 2));
        out.extend([line, tail.copied().unwrap_or_default(), "\n"]);
        out.extend(more.map(|more| [more, "\n"]).into_iter().flatten());
    }
    out.push_str(&LINES.join("\n"));
    out
}

/// How often something planted was told of with a mark in its place.
fn analysed(name: &str, files: &[(String, Vec<u8>)]) -> usize {
    let (analyst, names) = (Analyst::new().unwrap(), names());
    let mut marks = 0;
    for seed in 0..3 {
        let files = files.iter().map(|(name, bytes)| {
            // Names that are known are this computer's; a log of somebody else's is read without them.
            Source::new(
                name.clone(),
                std::io::Cursor::new(planted(&String::from_utf8_lossy(bytes), seed).into_bytes()),
            )
        });
        let known = Known { names: names.clone(), ..Known::default() };
        let analysis = analyst.analyse(files.collect(), &known);
        let told = serde_json::to_string_pretty(&analysis.findings).unwrap();
        holds_none(name, &told);
        marks += MARKS.iter().map(|mark| told.matches(mark).count()).sum::<usize>();
        holds_none(name, &serde_json::to_string_pretty(&analysis.facts).unwrap());
    }
    marks
}

#[test]
fn no_planted_line_leaves_with_its_secret() {
    let names = names();
    let veil = Veil::new(&names);
    for line in LINES {
        holds_none(line, &veil.line(line));
        for tail in TAILS {
            holds_none(tail, &veil.line(&format!("java.lang.Error: x{tail}")));
        }
    }
}

#[test]
fn no_analysis_of_own_logs_tells_what_was_planted() {
    let texts = texts().into_iter();
    let marks: usize = texts.map(|(name, file, text)| analysed(&name, &[(file, text.into_bytes())])).sum();
    assert!(marks > 100, "only {marks} planted pieces were in what is told");
}

#[test]
fn no_analysis_of_the_corpus_tells_what_was_planted() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/crash-corpus/dev");
    let Ok(entries) = fs::read_dir(&corpus) else {
        println!("skipped: the corpus of crashes is not there");
        return;
    };
    let mut cases: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    cases.sort();
    let mut marks = 0;
    for case in cases {
        let files: Vec<(String, Vec<u8>)> = fs::read_dir(&case)
            .unwrap()
            .flatten()
            .filter(|entry| entry.file_name() != "expected.json" && entry.path().is_file())
            .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap()))
            .filter(|(_, bytes)| !bytes.starts_with(&[0x1f, 0x8b]))
            .collect();
        marks += analysed(&case.display().to_string(), &files);
    }
    assert!(marks > 100, "only {marks} planted pieces were in what is told");
}
