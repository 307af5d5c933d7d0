//! Inputs of every kind: encodings, prefixes, packed, cut, hostile, tiny.

use std::io::{Read, Write};

use encoding_rs::GB18030;
use flate2::{Compression, write::GzEncoder};
use nova_crash::{Analyst, Known, Source};

use crate::logs::{analyse, first};

const OUT_OF_MEMORY: &str =
    "java.lang.OutOfMemoryError: Java heap space\n\tat com.author.coolmod.A.b(A.java:1)\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_log_is_read_in_each_encoding_and_packed() {
    let chinese = "错误: 找不到或无法加载主类 net.minecraft.client.main.Main\r\n";
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(chinese.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let packed = gzip(chinese.as_bytes());
    let cut = packed[..packed.len() - 5].to_vec();
    let forms = [chinese.as_bytes().to_vec(), GB18030.encode(chinese).0.into_owned(), utf16, packed, cut];
    for bytes in forms {
        let analysis = analyse(&[("output.log", &bytes)]);
        assert_eq!(analysis.findings[0].cause_id, "java-main-class-missing");
        assert_eq!(analysis.findings[0].fields["class"], ["net.minecraft.client.main.Main"]);
    }
}

#[test]
fn prefixes_of_launchers_and_loggers_hide_nothing() {
    let prefixes = [
        "",
        "[12:00:00] [Client thread/INFO] [STDERR]: [java.lang.Throwable:printStackTrace:644]: ",
        "Client> ",
        "2013-08-01 12:00:00 [INFO] [STDERR] ",
        "\u{1b}[31m",
    ];
    for prefix in prefixes {
        let lines: Vec<String> = OUT_OF_MEMORY.lines().map(|line| format!("{prefix}{line}\r\n")).collect();
        let text = lines.concat();
        assert_eq!(first("output.log", &text).as_deref(), Some("mem-heap"), "{prefix}");
    }
    let xml = "<log4j:Event logger=\"a\" level=\"ERROR\" thread=\"main\">\n<log4j:Message><![CDATA[x]]></log4j:Message>\n<log4j:Throwable><![CDATA[java.lang.OutOfMemoryError: Java heap space]]></log4j:Throwable>\n";
    assert_eq!(first("output.log", xml).as_deref(), Some("mem-heap"));
}

#[test]
fn a_bare_exit_code_is_an_answer() {
    let analyst = Analyst::new().unwrap();
    let known = Known { exit_code: Some(-1_073_741_819), ..Known::default() };
    let analysis = analyst.analyse(Vec::new(), &known);
    assert_eq!(analysis.findings[0].cause_id, "native-exit-code");
    assert_eq!(
        first("output.log", "Process exited with code -1073740791").as_deref(),
        Some("native-exit-code")
    );
}

#[test]
fn an_embedded_crash_of_java_is_found_behind_a_tag() {
    let text = "Client> #\nClient> # A fatal error has been detected by the Java Runtime Environment:\nClient> #\nClient> # Problematic frame:\nClient> # C  [nvoglv64.dll+0x1234]\nGame ended with bad state (exit code 1)\n";
    assert_eq!(first("launcher.log", text).as_deref(), Some("native-gpu-nvidia"));
}

#[test]
fn a_very_long_line_and_a_bomb_are_read_in_pieces() {
    let analyst = Analyst::new().unwrap();
    let long = std::io::repeat(b'x')
        .take(20 << 20)
        .chain(" java.lang.OutOfMemoryError: Java heap space\n".as_bytes());
    let analysis = analyst.analyse(vec![Source::new("output.log", long)], &Known::default());
    assert_eq!(analysis.findings[0].cause_id, "mem-heap");
    let bomb = gzip(&vec![b'a'; 8 << 20]);
    assert!(
        analyst
            .analyse(vec![Source::new("x.log.gz", bomb.as_slice())], &Known::default())
            .findings
            .is_empty()
    );
}

#[test]
fn rough_bytes_do_no_harm() {
    let analyst = Analyst::new().unwrap();
    let pieces: [&[u8]; 9] = [
        b"\xff\xfe\x00",
        b"[[[[]]]]:",
        b"\tat (",
        b"Caused by: ",
        b"java.lang.Error: \xc3",
        b"-- \xe4 --\n",
        b"| | | |\n",
        b"# C  [",
        b"\"\"''{}%$",
    ];
    let mut seed = 7_usize;
    for _ in 0..300 {
        let mut text = Vec::new();
        for _ in 0..40 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.extend_from_slice(pieces[(seed >> 33) % pieces.len()]);
        }
        analyst.analyse(vec![Source::new("x", text.as_slice())], &Known::default());
    }
}

#[test]
fn evidence_holds_no_secrets() {
    let text = "[12:00:00] [main/ERROR]: java.nio.file.AccessDeniedException: C:\\Users\\Hanako Yamada\\mc\\a.txt --accessToken eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc\n";
    let analysis = analyse(&[("latest.log", text.as_bytes())]);
    let told = serde_json::to_string(&analysis).unwrap();
    assert!(told.contains("inst-access-denied"));
    assert!(!told.contains("Hanako") && !told.contains("eyJ"), "{told}");
}

#[test]
fn a_long_log_in_a_code_page_is_read_once() {
    let line = "[12:00:00] [main/INFO]: 正在加载模组，请稍候\r\n".repeat(20_000);
    let text = format!("{line}错误: 找不到或无法加载主类 a.B\r\n");
    let analysis = analyse(&[("output.log", &GB18030.encode(&text).0)]);
    assert_eq!(analysis.findings[0].cause_id, "java-main-class-missing");
    assert_eq!(analysis.findings[0].evidence[0].line, 20_001);
}
