//! What must be hidden, what must stay, and that nothing else moves.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::json;

use super::*;

/// Built once: building the patterns takes far longer than any case.
static REDACTOR: LazyLock<Redactor> = LazyLock::new(|| {
    Redactor::new(&Known {
        user_names: vec!["Steve_Miller".into(), "小明".into(), "user".into(), "ab".into()],
        home_dirs: vec!["/root".into(), r"D:\我的文档".into(), "/".into()],
        secrets: vec![Secret::new("correct horse battery"), Secret::new("abc")],
    })
});

fn redacted(text: &str) -> String {
    REDACTOR.redact(text).into_owned()
}

fn assert_table(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(redacted(text), *expected, "{text}");
    }
}

#[test]
fn tokens_are_hidden() {
    assert_table(&[
        (
            "--accessToken eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln --version 1.20",
            "--accessToken <token> --version 1.20",
        ),
        ("--accessToken, 0f3a9bcd, --xuid, 2535412345", "--accessToken, <secret>, --xuid, <secret>"),
        ("\"--accessToken\",\n", "\"--accessToken\",\n"),
        ("args [--accessToken=abcdef, --demo]", "args [--accessToken=<secret>, --demo]"),
        ("Authorization: Bearer abc.def-ghi", "Authorization: Bearer <token>"),
        ("authorization=Basic dXNlcjpwYXNz", "authorization=Basic <token>"),
        ("sent bearer abcdefgh12345678", "sent bearer <token>"),
        ("(Session ID is token:eyJabc:5a1e)", "(Session ID is <token>)"),
        (
            "Setting user: x token:0123456789abcdef:069a79f444e94726a5befca90e38aaf5",
            "Setting user: x token:<token>",
        ),
        ("XBL3.0 x=1234567;eyJlbmMi", "XBL3.0 x=<token>"),
        ("refresh M.C5_BAY.0.U.-CqX!abcdefghij*klmnop$$", "refresh <token>"),
        ("Set-Cookie: sid=1; Path=/", "Set-Cookie: <secret>"),
        ("proxy http://me:pa55@proxy.example:8080", "proxy http://me:<secret>@proxy.example:8080"),
    ]);
}

#[test]
fn named_secrets_are_hidden_in_every_notation() {
    assert_table(&[
        (r#"{"accessToken":"abc","name":"x"}"#, r#"{"accessToken":"<secret>","name":"x"}"#),
        (r#""{\"refresh_token\":\"abc\"}""#, r#""{\"refresh_token\":\"<secret>\"}""#),
        (r#"password = "two words \" quote" x"#, r#"password = "<secret>" x"#),
        ("msaClientToken=abc,uuid=1", "msaClientToken=<secret>,uuid=1"),
        ("?access_token=abc&user=1", "?access_token=<secret>&user=1"),
        ("api_key: 12", "api_key: <secret>"),
        ("NOVA_LLM_KEY=0123456789abcdef01", "NOVA_LLM_KEY=<secret>"),
        ("secret=QmFzZTY0RW5jb2RlZA12", "secret=<secret>"),
        ("密钥：0123456789abcdef01", "密钥：<secret>"),
        ("my correct horse battery!", "my <secret>!"),
    ]);
}

#[test]
fn keys_of_known_makers_are_hidden() {
    let curseforge = format!("x-api-key {}{}", "$2a$10$", "a".repeat(53));
    assert_table(&[
        ("sk-proj-abcdefghij0123456789", "<key>"),
        ("key ghp_abcdefghijklmnopqrst0123", "key <key>"),
        ("AIzaSyA0123456789abcdefghijklmnopqrstuv", "<key>"),
        (&curseforge, "x-api-key <key>"),
        ("mrp_abcdefghijklmnopqrst0123", "<key>"),
    ]);
}

#[test]
fn names_in_paths_are_hidden() {
    assert_table(&[
        ("/home/alice/.minecraft/mods/sodium.jar", "/home/<user>/.minecraft/mods/sodium.jar"),
        ("in /home/alice.", "in /home/<user>."),
        ("/Users/alice", "/Users/<user>"),
        (r"C:\Users\Alice\AppData", r"C:\Users\<user>\AppData"),
        (r"C:\\Users\\Alice Smith\\AppData", r"C:\\Users\\<user>\\AppData"),
        ("C:/Users/张三/AppData", "C:/Users/<user>/AppData"),
        (r"c:\users\alice", r"c:\users\<user>"),
        ("C:%5CUsers%5Calice%5CAppData", "C:%5CUsers%5C<user>%5CAppData"),
        ("file:///home/%E5%BC%A0/x", "file:///home/<user>/x"),
        ("/mnt/c/Users/alice/x", "/mnt/c/Users/<user>/x"),
        ("-Duser.home=/home/alice:/home/bob", "-Duser.home=/home/<user>:/home/<user>"),
        ("at /root/.minecraft", "at <home>/.minecraft"),
        ("D:/我的文档/mods", "<home>/mods"),
        (r"D:\\我的文档\\mods", r"<home>\\mods"),
        ("steve_miller joined", "<user> joined"),
        ("小明的世界", "<user>的世界"),
        ("%e5%b0%8f%E6%98%8e/saves", "<user>/saves"),
    ]);
}

#[test]
fn addresses_are_hidden() {
    assert_table(&[
        ("/203.0.113.7:25565", "/<ip>:25565"),
        ("Connecting to 45.33.32.9, 25565", "Connecting to <ip>, 25565"),
        ("192.168.1.23", "<ip>"),
        ("10.0.0.5 lost connection", "<ip> lost connection"),
        ("mc.example.org/1.2.3.4:25565", "mc.example.org/<ip>:25565"),
        ("peer 8.8.8.8.", "peer <ip>."),
        ("[2001:db8::1]:25565", "[<ip>]:25565"),
        ("fe80::1%eth0", "<ip>%eth0"),
        ("::ffff:192.168.0.1", "<ip>"),
        ("mail a.b+c@example.co.uk, 10001@163.com!", "mail <email>, <email>!"),
    ]);
}

#[test]
fn what_only_looks_like_it_stays() {
    let untouched = [
        "forge 14.23.5.2860 and 1.20.1.4",
        "jei_1.12.2-4.15.0.201.jar, jei 4.15.0.201, updating from 1.20.1.3 to 1.20.1.4",
        "net/minecraftforge/forge/1.20.1.4/forge.jar",
        "thermal-1.19.2-10.2.0.5.jar |Thermal Series |thermal |10.2.0.5 |DONE",
        "capture.dll:Game Host:3.27.0.112:Maker",
        "at SECURE-BOOTSTRAP/io.netty.common@4.1.97.Final/io.netty.util.X(X.java:3)",
        "signing signature: 473C3A397676978FF4877ABA2D57860DDA20E2FC",
        "127.0.0.1:25565 [::1]:25565 0.0.0.0",
        "[12:34:56] [main/INFO]: a::b dead::beef minecraft::stone Class::new 00:1a:2b:3c:4d:5e",
        "fabric-api@0.92.0+1.20.1 sodium@0.5.3.jar java.base@17.0.1/java.lang fml@47.1.0.jar",
        "Unexpected token: STRING at line 1",
        "key=minecraft:block/stone_1_top, ResourceKey[minecraft:root / minecraft:worldgen/biome]",
        "key.keyboard.left.shift, translation key: options.video.setting12",
        "access token is null; accessToken=null, password: none",
        "--accessToken ${auth_access_token} --version 1.20",
        "https://example.com/home/page https://api.example.com/users/octocat/repos",
        r"C:\Users\Public\Desktop /Users/Shared/x",
        "a task-force-0123456789abcdefghij0123456789",
        "user said ab; the forge server",
        "/rooted/x and /root_x",
        "Bearer authentication failed",
        "069a79f4-44e9-4726-a5be-fca90e38aaf5",
        "sha1 da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "",
    ];
    for text in untouched {
        assert_eq!(REDACTOR.redact(text), text);
    }
}

#[test]
fn lines_without_secrets_keep_every_byte() {
    let text = "a\r\n\r\n/home/alice/x\n\u{1b}[0m no newline at the end";
    assert_eq!(redacted(text), "a\r\n\r\n/home/<user>/x\n\u{1b}[0m no newline at the end");
    assert!(matches!(REDACTOR.redact("nothing here"), Cow::Borrowed(_)));
}

#[test]
fn json_values_are_redacted_by_field_and_by_form() {
    let mut value = json!({
        "accessToken": "abc",
        "xuid": 2535,
        "token": ["x1", "x2"],
        "sortKey": "name",
        "apiKey": null,
        "path": "/home/alice/x",
        "/home/alice/mods": {"ip": ["192.168.1.2", 7, true]},
    });
    REDACTOR.redact_value(&mut value);
    let expected = json!({
        "accessToken": "<secret>",
        "xuid": "<secret>",
        "token": ["<secret>", "<secret>"],
        "sortKey": "name",
        "apiKey": null,
        "path": "/home/<user>/x",
        "/home/<user>/mods": {"ip": ["<ip>", 7, true]},
    });
    assert_eq!(value, expected);
}

#[test]
fn a_redactor_whose_patterns_fail_shows_nothing() {
    assert_eq!(Redactor { parts: None, names: Vec::new() }.redact("/home/alice"), EVERYTHING);
}

fn rough_line() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z0-9 ./:@=,-]{1,8}",
        "\\PC{1,4}",
        prop::sample::select(vec![
            "accessToken",
            "password",
            "=",
            ": ",
            "\"",
            "\\",
            "--token ",
            "key=",
            "Bearer ",
            "eyJabcdefgh",
            "/home/",
            "C:\\Users\\",
            "192.168.1.1",
            "2001:db8::1",
            "a@b.cc",
            "<user>",
            "%5C",
            "小明",
            "token:",
            "session id is ",
            "0123456789abcdef0123",
            "\n",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn redacting_again_changes_nothing(text in rough_line()) {
        let once = REDACTOR.redact(&text).into_owned();
        prop_assert_eq!(REDACTOR.redact(&once), once.as_str());
    }

    #[test]
    fn lines_can_be_fed_one_by_one(lines in prop::collection::vec(rough_line(), 0..4)) {
        let text = lines.join("\n");
        let by_line: String = text.split_inclusive('\n').map(|line| REDACTOR.redact(line).into_owned()).collect();
        prop_assert_eq!(REDACTOR.redact(&text), by_line);
    }

    #[test]
    fn a_name_in_a_home_folder_never_comes_through(name in "[a-z张三]{4,10}", rest in "[a-z]{1,8}") {
        for path in [format!("/home/{name}/{rest}"), format!("C:\\Users\\{name}\\{rest}"), format!("x=/Users/{name}")] {
            prop_assert!(!redacted(&path).contains(&name), "{}", path);
        }
    }

    #[test]
    fn an_address_with_a_port_never_comes_through(a in 1_u8..=223, b: u8, c: u8, d: u8, port: u16) {
        prop_assume!(a != 127);
        let address = format!("{a}.{b}.{c}.{d}");
        let line = format!("Connecting to {address}:{port}");
        prop_assert!(!redacted(&line).contains(&address));
    }
}

#[test]
fn names_come_back_and_secrets_do_not() {
    let known = Known {
        user_names: vec!["xiaoming".to_owned()],
        home_dirs: vec!["/home/xiaoming".to_owned()],
        secrets: vec![Secret::new("hunter2hunter2")],
    };
    let redactor = Redactor::new(&known);
    let told = "/home/xiaoming/.minecraft/saves/xiaoming's base, key hunter2hunter2";
    let shown = redactor.redact(told).into_owned();
    assert!(!shown.contains("xiaoming"), "{shown}");
    let back = redactor.restore(&shown);
    assert_eq!(back, "/home/xiaoming/.minecraft/saves/xiaoming's base, key <secret>");
}

#[test]
fn a_mark_that_two_names_share_stays() {
    let known = Known { user_names: vec!["anna".to_owned(), "bert".to_owned()], ..Known::default() };
    assert_eq!(Redactor::new(&known).restore("<user>"), "<user>");
}
