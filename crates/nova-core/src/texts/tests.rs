//! The catalogue holds every code of every crate, in each language, with no field that nobody fills.

use nova_model::{Field, Message};

use super::*;

fn texts(lang: Lang) -> Texts {
    Texts::new(lang, TimeZone::UTC)
}

#[test]
fn every_domain_parses() {
    for (name, source) in DOMAINS {
        let parsed: Result<Domain, _> = toml::from_str(source);
        assert!(parsed.is_ok(), "texts/{name}.toml: {:?}", parsed.err());
    }
}

#[test]
fn every_code_has_a_sentence_that_uses_only_its_fields_and_no_sentence_is_a_stray() {
    let mut faults = Vec::new();
    for (domain, codes) in crate::code_lists() {
        faults.extend(check::faults(domain, codes));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn chinese_sentences_are_chinese_and_english_ones_are_not() {
    let mut wrong = Vec::new();
    for (_, source) in DOMAINS {
        let domain: Domain = toml::from_str(source).unwrap_or_default();
        for (code, sentence) in domain {
            if sentence.en.chars().any(is_han)
                || sentence.zh.trim().is_empty()
                || sentence.en.trim().is_empty()
            {
                wrong.push(code);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

#[test]
fn taiwanese_is_derived_with_phrases_and_leaves_names_alone() {
    let texts = texts(Lang::ZhTw);
    assert_eq!(texts.localized("文件", "file"), "檔案");
    let message = Message::new("core.unknown-for-test").with("name", "钠模组.jar");
    assert!(texts.say(&message).contains("钠模组.jar"));
}

#[test]
fn plurals_sizes_moments_and_lists_are_written_the_way_the_language_does() {
    let english = texts(Lang::En);
    let message = Message::new("x")
        .with("n", 1_i64)
        .with("size", Field::Bytes(5 * 1024 * 1024))
        .with("at", Field::Time(0))
        .with("names", vec!["a", "b"]);
    let filled = template::fill("{n} {n|mod|mods}, {size}, {at}, {names}, {gone}", &message, &english);
    assert_eq!(filled, "1 mod, 5.0 MB, 1970-01-01 00:00, a, b, {gone}");
}

#[test]
fn escape_characters_of_foreign_names_never_reach_the_text() {
    let message = Message::new("nobody.knows").with("name", "\u{1b}[31mred\u{202e}.jar");
    let text = texts(Lang::En).say(&message);
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text:?}");
}

#[test]
fn locales_map_to_the_nearest_language() {
    let of = |locale: &str| Lang::of_locale(locale).tag();
    assert_eq!(
        (of("zh_HK.UTF-8"), of("zh_CN.UTF-8"), of("zh-Hant-TW"), of("de_DE")),
        ("zh-TW", "zh-CN", "zh-TW", "en")
    );
}

#[test]
fn a_space_stands_between_chinese_and_latin_where_a_field_meets_the_sentence() {
    let message = Message::new("x").with("to", "Java 17").with("name", "钠");
    let fill = |lang: Lang, template: &str| template::fill(template, &message, &texts(lang));
    assert_eq!(fill(Lang::ZhCn, "改为{to}了，{name}，“{to}”"), "改为 Java 17 了，钠，“Java 17”");
    assert_eq!(fill(Lang::ZhCn, "改为 {to}"), "改为 Java 17");
    assert_eq!(fill(Lang::En, "{name}a"), "钠a");
}

#[test]
fn a_wait_is_one_sentence_that_says_once_what_comes_next() {
    let why = |code| Message::new(code).with("host", "a.example").with("model", "m").with("said", "HTTP 503");
    let said = |lang, code| {
        let message = Message::new("cli.rung.waits").with("seconds", 3_usize).with("why", why(code));
        texts(lang).say(&message)
    };
    assert_eq!(said(Lang::En, "llm.wait.busy"), "a.example is busy; trying again in 3 s.");
    assert_eq!(said(Lang::ZhCn, "llm.wait.busy"), "a.example 正忙，3 秒后再试。");
    let waits = nova_llm::CODES.iter().map(|(code, _)| *code).filter(|code| code.starts_with("llm.wait."));
    for code in waits {
        let (zh, en) = (said(Lang::ZhCn, code), said(Lang::En, code));
        assert_eq!((zh.matches('。').count(), zh.matches("再试").count()), (1, 1), "{zh}");
        assert_eq!(en.matches("rying again").count(), 1, "{en}");
        assert!(!en.contains(". ") && !zh.contains("  "), "{en} {zh}");
    }
}

/// Whether a sentence tells a command of the terminal or one of its flags.
fn tells_a_command(text: &str) -> bool {
    let is_small = |rest: &str| rest.starts_with(|first: char| first.is_ascii_lowercase());
    let command = text.match_indices("nova ").any(|(at, found)| is_small(&text[at + found.len()..]));
    let flag = text.match_indices("--").any(|(at, found)| is_small(&text[at + found.len()..]));
    command || flag
}

#[test]
fn no_sentence_of_a_window_tells_a_command_of_the_terminal() {
    // What the terminal says, and what the window's program says where it has no screen, stands in no window.
    for (_, source) in DOMAINS.iter().filter(|(domain, _)| !["cli", "desktop"].contains(domain)) {
        let sentences: Domain = toml::from_str(source).unwrap();
        for (code, sentence) in &sentences {
            let zh = sentence.zh_window.as_ref().unwrap_or(&sentence.zh);
            let en = sentence.en_window.as_ref().unwrap_or(&sentence.en);
            assert!(!tells_a_command(zh) && !tells_a_command(en), "{code}: {zh} / {en}");
            let plain = !tells_a_command(&sentence.zh) && !tells_a_command(&sentence.en);
            assert!(sentence.zh_window.is_none() || !plain, "{code}: its form for a window is not needed");
        }
    }
}

#[test]
fn a_window_is_told_the_page_and_a_terminal_the_command() {
    let message = Message::new("core.model.none");
    let said = |texts: Texts| texts.say(&message);
    assert!(said(Texts::new(Lang::En, TimeZone::UTC)).contains("`nova model set`"));
    assert!(said(Texts::for_window(Lang::En, TimeZone::UTC)).contains("Settings"));
    assert!(said(Texts::for_window(Lang::ZhTw, TimeZone::UTC)).contains("設定"));
}
