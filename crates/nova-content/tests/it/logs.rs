//! Reading and searching logs.

use std::time::{Duration, UNIX_EPOCH};

use nova_content::logs::{self, Level, LogKind, Part, Query, RowFilter, RowLimits, Rows, Search, Source};
use nova_model::{Known, Redactor};
use nova_testkit::{GameFolder, LogFile, crash_report, gzip};

use crate::scene::{Scene, code, codes, refusal};

fn scene(logs: &[(&str, &[u8])]) -> Scene {
    let folder = logs.iter().fold(GameFolder::new(), |folder, (path, bytes)| folder.file(path, bytes));
    Scene::new(&folder)
}

fn redactor() -> Redactor {
    Redactor::new(&Known::default())
}

/// A part of the log that is meant.
fn read_from(
    scene: &Scene,
    source: &Source,
    query: &Query,
    redactor: &Redactor,
) -> Result<logs::Excerpt, logs::LogError> {
    logs::read(logs::choose(&scene.shared("v", "1.20.1"), source)?, query, redactor)
}

/// A part of the newest log.
fn read_newest(scene: &Scene, query: &Query) -> Result<logs::Excerpt, logs::LogError> {
    read_from(scene, &Source::Newest, query, &redactor())
}

fn search_newest(scene: &Scene, search: &Search, redactor: &Redactor) -> Result<logs::Hits, logs::LogError> {
    logs::search(logs::find(&scene.shared("v", "1.20.1"), None)?, search, redactor)
}

fn query(lines: usize) -> Query {
    Query { lines, level: None }
}

fn texts(scene: &Scene, query: &Query) -> Vec<String> {
    let read = read_newest(scene, query).unwrap();
    read.lines.into_iter().map(|line| line.text).collect()
}

fn latest(bytes: &[u8]) -> Vec<String> {
    texts(&scene(&[("logs/latest.log", bytes)]), &query(100))
}

fn set_age(scene: &Scene, path: &str, seconds: u64) {
    let file = std::fs::File::options().append(true).open(scene.path(path)).unwrap();
    file.set_modified(UNIX_EPOCH + Duration::from_secs(1_700_000_000 - seconds)).unwrap();
}

#[test]
fn the_last_lines_come_with_their_levels() {
    let scene = scene(&[(
        "logs/latest.log",
        b"[12:00:00] [main/INFO]: a\n[12:00:01] [main/WARN] [net.x/]: b\n[12:00:02] [main/ERROR]: c\n\tat d.E.f(E.java:1)\n",
    )]);
    let read = read_newest(&scene, &query(3)).unwrap();
    let levels: Vec<_> = read.lines.iter().map(|line| line.level.unwrap()).collect();
    assert_eq!(levels, [Level::Warn, Level::Error, Level::Error]);
    assert_eq!(read.lines[2].text, "    at d.E.f(E.java:1)");
    assert!(read.more);
    assert_eq!((read.part, read.file.id.as_str()), (Part::End, "logs/latest.log"));
}

#[test]
fn a_level_keeps_the_stack_traces_that_belong_to_it() {
    let scene =
        scene(&[("logs/latest.log", b"[1:00:00] [a/ERROR]: x\n\tat y\n[1:00:01] [a/INFO]: z\n\tmore\n")]);
    let errors = Query { level: Some(Level::Error), ..query(10) };
    assert_eq!(texts(&scene, &errors), ["[1:00:00] [a/ERROR]: x", "    at y"]);
}

#[test]
fn equal_lines_in_a_row_are_counted() {
    let scene = scene(&[(
        "logs/latest.log",
        b"[12:00:00] [m/INFO]: tick\n[12:00:01] [m/INFO]: tick\n[12:00:02] [m/INFO]: tock\n",
    )]);
    let read = read_newest(&scene, &query(10)).unwrap();
    let times: Vec<_> = read.lines.iter().map(|line| line.times).collect();
    assert_eq!(times, [2, 1]);
}

#[test]
fn any_encoding_and_line_end_becomes_text() {
    let gbk = encoding_rs::GBK.encode("[12:00:00] 找不到文件").0.into_owned();
    let mut mixed = "甲\n".as_bytes().to_vec();
    mixed.extend(gbk);
    mixed.extend(b"\n\xe9\n");
    assert_eq!(latest(&mixed), ["甲", "[12:00:00] 找不到文件", "é"]);
    assert_eq!(latest("\u{feff}a\r\nb\rc\n".as_bytes()), ["a", "b", "c"]);
    let utf16: Vec<u8> =
        "\u{feff}[main/INFO] 你好\nzweite".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(latest(&utf16), ["[main/INFO] 你好", "zweite"]);
    let unmarked: Vec<u8> = "plain words\nmore".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(latest(&unmarked), ["plain words", "more"]);
}

#[test]
fn what_acts_on_a_terminal_is_gone() {
    let shown = latest("\u{1b}[31mred\u{1b}]0;t\u{7}\u{202e}x\u{2066}\n".as_bytes());
    assert!(
        shown.iter().all(|line| !line.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{2066}'])),
        "{shown:?}"
    );
    assert!(shown[0].contains("red"));
}

#[test]
fn secrets_are_redacted_also_when_an_escape_splits_them() {
    let known =
        Known { secrets: vec![nova_model::Secret::new("hunter2hunter2".to_owned())], ..Known::default() };
    let scene = scene(&[("logs/latest.log", b"key hunter2\x1b[0mhunter2 end\n")]);
    let read = read_from(&scene, &Source::Newest, &query(5), &Redactor::new(&known)).unwrap();
    assert!(!read.lines[0].text.contains("hunter2"), "{}", read.lines[0].text);
}

#[test]
fn packed_logs_are_read_whole_or_as_far_as_they_go() {
    let lines: Vec<_> = (0..5000).map(|n| format!("[12:00:00] [m/INFO]: line {n}\n")).collect();
    let text = lines.concat();
    let packed = gzip(text.as_bytes()).unwrap();
    let whole = scene(&[("logs/2024-01-01-1.log.gz", &packed)]);
    assert_eq!(texts(&whole, &query(1)), ["[12:00:00] [m/INFO]: line 4999"]);
    let cut = scene(&[("logs/2024-01-01-1.log.gz", &packed[..packed.len() / 2])]);
    let read = read_newest(&cut, &query(5)).unwrap();
    assert_eq!(read.lines.len(), 5);
    assert_eq!(codes(read.problems.iter().map(|problem| &problem.message)), ["content.logs.cut-off"]);
    let two = [gzip(b"one\n").unwrap(), gzip(b"two\n").unwrap()].concat();
    assert_eq!(texts(&scene(&[("logs/a.log.gz", &two)]), &query(9)), ["one", "two"]);
    assert_eq!(texts(&scene(&[("logs/a.log.gz", b"not packed\n")]), &query(9)), ["not packed"]);
}

#[test]
fn only_the_end_of_a_long_log_is_read() {
    let line = b"[12:00:00] [Render thread/INFO]: chunk built\n";
    let mut text = line.repeat((6 << 20) / line.len());
    text.extend_from_slice(b"[12:00:09] [main/ERROR]: the end\n");
    let scene = scene(&[("logs/latest.log", &text)]);
    let read = read_newest(&scene, &query(1)).unwrap();
    assert_eq!(read.lines[0].text, "[12:00:09] [main/ERROR]: the end");
    assert!(read.more);
    assert!(read.lines[0].number < (4 << 20) / line.len() + 10);
}

#[test]
fn a_line_without_an_end_gives_nothing_away_and_takes_no_memory() {
    assert_eq!(latest(&vec![b'A'; 5 << 20]), [""]);
    assert!(latest(&vec![0; 1 << 20]).iter().all(String::is_empty));
}

#[test]
fn a_crash_report_is_read_from_its_start() {
    let report = crash_report("1.20.1", "Unexpected error", &["at a.B.c(B.java:1)"; 200]);
    let folder = GameFolder::new()
        .log(LogFile::latest().line("main", "INFO", "x"))
        .log(LogFile::crash("crash-2024-01-01_00.00.00-client.txt", &report));
    let scene = Scene::new(&folder);
    set_age(&scene, "logs/latest.log", 0);
    set_age(&scene, "crash-reports/crash-2024-01-01_00.00.00-client.txt", 60);
    let read = read_from(&scene, &Source::CrashReport, &query(1), &redactor()).unwrap();
    assert_eq!((read.part, read.more), (Part::Start, true));
    assert!(read.lines[0].text.contains("Crash Report"), "{}", read.lines[0].text);
    let newest = read_newest(&scene, &query(1)).unwrap();
    assert_eq!(newest.file.id, "logs/latest.log");
}

#[test]
fn only_plain_files_are_logs() {
    let scene = scene(&[
        ("logs/latest.log/x", b"x"),
        ("logs/real.log", b"real\n"),
        ("canary.txt", b"PRECIOUS"),
        ("hs_err_pid7.log", b"#\n"),
    ]);
    scene.pipe("logs/pipe.log");
    scene.link("..", "logs/loop.log");
    scene.link("../canary.txt", "logs/out.log");
    scene.link("/dev/zero", "logs/zero.log");
    let found = logs::sources(&scene.shared("v", "1.20.1"));
    let mut ids: Vec<_> = found.iter().map(|file| (file.id.as_str(), file.kind)).collect();
    ids.sort_by_key(|(id, _)| *id);
    assert_eq!(ids, [("hs_err_pid7.log", LogKind::JavaCrash), ("logs/real.log", LogKind::Log)]);
}

#[test]
fn the_debug_log_is_never_the_newest() {
    let scene = scene(&[("logs/latest.log", b"game\n"), ("logs/debug.log", b"debug\n")]);
    set_age(&scene, "logs/latest.log", 60);
    set_age(&scene, "logs/debug.log", 0);
    assert_eq!(texts(&scene, &query(1)), ["game"]);
    let named = Source::Named("debug.log".to_owned());
    assert_eq!(read_from(&scene, &named, &query(1), &redactor()).unwrap().lines[0].text, "debug");
}

#[test]
fn a_log_that_is_not_there_is_refused_with_those_that_are() {
    let empty = scene(&[]);
    assert_eq!(code(read_newest(&empty, &query(1))), "content.logs.none");
    let scene = scene(&[("logs/latest.log", b"x\n")]);
    let report =
        refusal(read_from(&scene, &Source::Named("../../etc/passwd".to_owned()), &query(1), &redactor()));
    assert_eq!(report.message.code, "content.logs.no-such");
    assert_eq!(codes(&report.hints), ["content.hint.present"]);
}

fn find(scene: &Scene, pattern: &str, context: usize) -> logs::Hits {
    let search = Search { pattern: pattern.to_owned(), context, limit: 10, level: None };
    search_newest(scene, &search, &redactor()).unwrap()
}

#[test]
fn plain_text_is_found_in_any_case_with_the_lines_around_it() {
    let scene = scene(&[("logs/latest.log", b"one\ntwo (a+b)\nthree\nfour\nTWO (A+B)\nfive\n")]);
    let hits = find(&scene, "two (a+b)", 1);
    let shown: Vec<Vec<_>> =
        hits.hits.iter().map(|hit| hit.lines.iter().map(|line| line.text.as_str()).collect()).collect();
    assert_eq!(shown, [vec!["one", "two (a+b)", "three"], vec!["four", "TWO (A+B)", "five"]]);
    assert_eq!((hits.total, hits.hits[1].number), (2, 5));
    assert_eq!(hits.hits[0].lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn expressions_stand_between_slashes() {
    let scene = scene(&[("logs/latest.log", b"mod a 1.0\nmod b 2.0\nMOD c 3.0\n")]);
    assert_eq!(find(&scene, r"/^mod \w \d/", 0).total, 2);
    assert_eq!(find(&scene, r"/^mod \w \d/i", 0).total, 3);
    assert_eq!(find(&scene, "/", 0).total, 0);
}

#[test]
fn a_search_gives_so_many_hits_and_counts_all() {
    let scene = scene(&[("logs/latest.log", &b"x\n".repeat(50))]);
    let hits = find(&scene, "x", 0);
    assert_eq!((hits.hits.len(), hits.total), (10, 50));
}

#[test]
fn a_search_cannot_guess_a_secret() {
    let known =
        Known { secrets: vec![nova_model::Secret::new("hunter2hunter2".to_owned())], ..Known::default() };
    let scene = scene(&[("logs/latest.log", b"key hunter2hunter2\n")]);
    let search = Search { pattern: "hunter2".to_owned(), context: 0, limit: 5, level: None };
    let hits = search_newest(&scene, &search, &Redactor::new(&known)).unwrap();
    assert_eq!(hits.total, 0);
}

#[test]
fn patterns_that_cannot_be_searched_for_are_refused() {
    let scene = scene(&[("logs/latest.log", b"x\n")]);
    let refused = |pattern: &str| {
        let search = Search { pattern: pattern.to_owned(), context: 0, limit: 1, level: None };
        code(search_newest(&scene, &search, &redactor()))
    };
    assert_eq!(refused("  "), "content.logs.pattern-empty");
    assert_eq!(refused(&"a".repeat(501)), "content.logs.pattern-too-long");
    assert_eq!(refused("/(/"), "content.logs.pattern-no-regex");
    assert_eq!(refused(r"/(\w{900}){900}/"), "content.logs.pattern-too-complex");
}

fn rows(scene: &Scene, path: &str) -> Rows {
    Rows::open(&scene.path(path), RowLimits::default()).unwrap()
}

fn all(rows: &Rows) -> Vec<(usize, String)> {
    let lines = rows.at(0..rows.len(), &redactor());
    lines.into_iter().map(|line| (line.number, line.text)).collect()
}

fn append(scene: &Scene, path: &str, bytes: &[u8]) {
    use std::io::Write as _;
    std::fs::File::options().append(true).open(scene.path(path)).unwrap().write_all(bytes).unwrap();
}

#[test]
fn rows_that_fit_are_found_by_level_and_words() {
    let scene = scene(&[(
        "logs/latest.log",
        b"[1:00:00] [main/INFO]: one\r\n[1:00:01] [main/WARN]: two\r\n[1:00:02] [main/ERROR]: three\r\n\tat two.B\r\n",
    )]);
    let rows = rows(&scene, "logs/latest.log");
    let picked = |levels: &[Level], find: &str| {
        let filter = RowFilter { levels: levels.to_vec(), find: find.to_owned() };
        rows.pick(&filter, &redactor()).unwrap()
    };
    assert_eq!(picked(&[], ""), [0, 1, 2, 3]);
    assert_eq!(picked(&[Level::Error], ""), [2, 3]);
    assert_eq!(picked(&[], "TWO"), [1, 3]);
    assert_eq!(picked(&[Level::Warn, Level::Error], "/(two|three)$/"), [1, 2]);
    assert_eq!(rows.counts().map(|(_, count)| count).collect::<Vec<_>>(), [0, 1, 1, 2, 0]);
    let broken = rows.pick(&RowFilter { find: "/(/".to_owned(), ..RowFilter::default() }, &redactor());
    assert_eq!(code(broken), "content.logs.pattern-no-regex");
}

#[test]
fn a_log_that_grows_is_read_on_and_a_half_written_line_is_read_again() {
    let scene = scene(&[("logs/latest.log", b"[main/INFO]: one\n[main/WA")]);
    let mut rows = rows(&scene, "logs/latest.log");
    assert_eq!(all(&rows).last().unwrap(), &(2, "[main/WA".to_owned()));
    assert!(!rows.read_on().unwrap());
    append(&scene, "logs/latest.log", b"RN]: two\r");
    assert!(rows.read_on().unwrap());
    append(&scene, "logs/latest.log", b"\n[main/INFO]: three\n");
    assert!(rows.read_on().unwrap());
    assert!(!rows.read_on().unwrap());
    let expected = ["[main/INFO]: one", "[main/WARN]: two", "[main/INFO]: three"];
    assert_eq!(
        all(&rows),
        expected.iter().enumerate().map(|(at, text)| (at + 1, (*text).to_owned())).collect::<Vec<_>>()
    );
    assert_eq!(rows.at([1], &redactor())[0].level, Some(Level::Warn));
}

#[test]
fn a_log_that_begins_anew_is_read_anew() {
    let scene = scene(&[("logs/latest.log", b"a long first line\nand a second\n")]);
    let mut rows = rows(&scene, "logs/latest.log");
    nova_testkit::write_file(&scene.path("logs/latest.log"), b"new\n").unwrap();
    assert!(rows.read_on().unwrap());
    assert_eq!(all(&rows), [(1, "new".to_owned())]);
}

#[test]
fn of_a_log_that_is_too_long_the_end_is_kept_with_its_numbers() {
    let text: Vec<String> = (1..=50).map(|number| format!("[main/INFO]: line {number}\n")).collect();
    let text = text.concat();
    let scene =
        scene(&[("logs/latest.log", text.as_bytes()), ("logs/old.log.gz", &gzip(text.as_bytes()).unwrap())]);
    for path in ["logs/latest.log", "logs/old.log.gz"] {
        let limits = RowLimits { rows: 10, ..RowLimits::default() };
        let rows = Rows::open(&scene.path(path), limits).unwrap();
        assert_eq!((rows.len(), rows.left_out()), (10, 40));
        assert_eq!(all(&rows)[0], (41, "[main/INFO]: line 41".to_owned()));
        assert_eq!(
            (rows.place(41), rows.place(50), rows.place(40), rows.place(51)),
            (Some(0), Some(9), None, None)
        );
    }
    let limits = RowLimits { bytes: 100, ..RowLimits::default() };
    assert!(Rows::open(&scene.path("logs/latest.log"), limits).unwrap().len() < 6);
}

#[test]
fn secrets_are_neither_shown_nor_found() {
    let scene = scene(&[(
        "logs/latest.log",
        b"[main/INFO]: --accessToken eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123\n",
    )]);
    let rows = rows(&scene, "logs/latest.log");
    assert!(!all(&rows)[0].1.contains("eyJ"));
    let filter = RowFilter { find: "eyJhbG".to_owned(), ..RowFilter::default() };
    assert!(rows.pick(&filter, &redactor()).unwrap().is_empty());
}

#[test]
fn rows_of_any_encoding_are_the_same_rows() {
    let text = "[12:00:00] [main/INFO]: 一行\r\n[12:00:01] [main/WARN]: 两行\r\n";
    let utf16: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let scene = scene(&[
        ("logs/utf8.log", text.as_bytes()),
        ("logs/utf16.log", &utf16),
        ("logs/gbk.log", &encoding_rs::GBK.encode(text).0),
        ("logs/packed.log.gz", &gzip(text.as_bytes()).unwrap()),
    ]);
    for path in ["logs/utf8.log", "logs/utf16.log", "logs/gbk.log", "logs/packed.log.gz"] {
        let rows = rows(&scene, path);
        let shown = all(&rows);
        assert_eq!(shown.len(), 2, "{path}");
        assert_eq!(shown[1].1, "[12:00:01] [main/WARN]: 两行", "{path}");
        let filter = RowFilter { levels: vec![Level::Warn], find: "两".to_owned() };
        assert_eq!(rows.pick(&filter, &redactor()).unwrap(), [1], "{path}");
    }
}

#[test]
fn a_log_of_200_000_lines_is_held_whole_and_looked_through() {
    let lines: Vec<String> = (1..=200_000)
        .map(|at| match at % 100 {
            0 => format!("[12:00:00] [main/ERROR]: failed at {at}\n"),
            _ => format!("[12:00:00] [main/INFO]: line {at} of a long log\n"),
        })
        .collect();
    let scene = scene(&[("logs/latest.log", lines.concat().as_bytes())]);
    let mut rows = rows(&scene, "logs/latest.log");
    assert_eq!((rows.len(), rows.left_out()), (200_000, 0));
    let errors = RowFilter { levels: vec![Level::Error], ..RowFilter::default() };
    assert_eq!(rows.pick(&errors, &redactor()).unwrap().len(), 2_000);
    let word = RowFilter { find: "line".to_owned(), ..RowFilter::default() };
    assert_eq!(rows.pick(&word, &redactor()).unwrap().len(), 198_000);
    append(&scene, "logs/latest.log", b"[12:00:01] [main/FATAL]: the end\n");
    assert!(rows.read_on().unwrap());
    assert_eq!(all(&rows).last().unwrap(), &(200_001, "[12:00:01] [main/FATAL]: the end".to_owned()));
}

#[test]
fn chat_and_players_are_kept_from_others_and_cannot_be_searched_for() {
    let said = b"[1:00:00] [Render thread/INFO]: [CHAT] <Steve> meet me at 10 64 10\n\
        [1:00:01] [Server thread/INFO]: Steve joined the game\n\
        [1:00:02] [User Authenticator #1/INFO]: UUID of player Steve is 069a79f4-44e9-4726-a5be-fca90e38aaf5\n";
    let scene = scene(&[("logs/latest.log", said)]);
    let shown = texts(&scene, &query(9)).join("\n");
    for private in ["Steve", "meet me", "069a79f4"] {
        assert!(!shown.contains(private), "{shown}");
        assert_eq!(find(&scene, private, 0).total, 0, "{private}");
    }
    assert_eq!(find(&scene, "joined the game", 1).total, 1);
    let own = all(&rows(&scene, "logs/latest.log"));
    assert!(own[0].1.contains("meet me"), "the player sees what was said to them: {own:?}");
}

#[test]
fn a_search_may_ask_for_a_level() {
    let scene = scene(&[("logs/latest.log", b"[1:00:00] [a/INFO]: x\n[1:00:01] [a/ERROR]: x\n\tat x\n")]);
    let search = Search { pattern: "x".to_owned(), context: 0, limit: 10, level: Some(Level::Warn) };
    let hits = search_newest(&scene, &search, &redactor()).unwrap();
    assert_eq!(hits.hits.iter().map(|hit| hit.number).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn a_report_says_in_a_line_what_it_is() {
    let report = crash_report("1.20.1", "Rendering overlay", &["at a.B.c(B.java:1)"]);
    let java = "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n#  SIGSEGV (0xb) at pc=0x1\n#\n\
        # JRE version: 17\n# Problematic frame:\n# C  [nvoglv64.dll+0x12]\n#\n";
    let scene = scene(&[
        ("crash-reports/crash-1-client.txt", report.as_bytes()),
        ("crash-reports/empty.txt", b""),
        ("hs_err_pid1.log", java.as_bytes()),
        (
            "hs_err_pid2.log",
            b"#\n# There is insufficient memory for the Java Runtime Environment to continue.\n",
        ),
        ("logs/latest.log", b"Description: no report\n"),
    ]);
    let said = |id: &str| {
        let files = logs::sources(&scene.shared("v", "1.20.1"));
        logs::headline(files.iter().find(|file| file.id == id).unwrap(), &redactor())
    };
    let what = said("crash-reports/crash-1-client.txt").unwrap();
    assert!(what.starts_with("Rendering overlay: "), "{what}");
    assert_eq!(said("hs_err_pid1.log").as_deref(), Some("SIGSEGV (0xb) at pc=0x1, C  [nvoglv64.dll+0x12]"));
    let memory = "There is insufficient memory for the Java Runtime Environment to continue.";
    assert_eq!(said("hs_err_pid2.log").as_deref(), Some(memory));
    assert_eq!((said("crash-reports/empty.txt"), said("logs/latest.log")), (None, None));
}

#[test]
fn a_log_from_anywhere_is_read_by_its_name() {
    let scene =
        scene(&[("sent/crash-2024.txt", b"---- Minecraft Crash Report ----\n"), ("sent/old.txt", b"a\n")]);
    scene.pipe("sent/pipe.log");
    let at = |name: &str| logs::elsewhere(&scene.path(&format!("sent/{name}")));
    assert_eq!(at("crash-2024.txt").unwrap().kind, LogKind::CrashReport);
    let old = at("old.txt").unwrap();
    assert_eq!((old.id.as_str(), old.kind, old.bytes), ("old.txt", LogKind::Log, 2));
    assert_eq!(logs::read(old, &query(5), &redactor()).unwrap().lines[0].text, "a");
    assert_eq!((at("pipe.log"), at("none.log"), at("")), (None, None, None));
}
