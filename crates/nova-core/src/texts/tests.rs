//! The catalogue holds every code of every crate, in each language, with no field that nobody fills.

use nova_model::{CodeDef, Field, Message};

use super::*;

fn texts(lang: Lang) -> Texts {
    Texts::new(lang, TimeZone::UTC)
}

/// Every list of codes in the house.
fn all_codes() -> Vec<&'static CodeDef> {
    crate::code_lists().iter().flat_map(|list| list.iter()).collect()
}

#[test]
fn every_domain_parses() {
    for (name, source) in DOMAINS {
        let parsed: Result<Domain, _> = toml::from_str(source);
        assert!(parsed.is_ok(), "texts/{name}.toml: {:?}", parsed.err());
    }
}

#[test]
fn every_code_has_a_sentence_that_uses_only_its_fields() {
    let texts = texts(Lang::En);
    let mut faults = Vec::new();
    for (code, fields) in all_codes() {
        let Some(sentence) = texts.sentence(code) else {
            faults.push(format!("{code}: no sentence"));
            continue;
        };
        for text in [Some(&sentence.zh), Some(&sentence.en), sentence.tw.as_ref()].into_iter().flatten() {
            let unknown = template::slots(text).into_iter().filter(|slot| !fields.contains(slot));
            faults.extend(unknown.map(|slot| format!("{code}: no field `{slot}`")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_sentence_belongs_to_a_code() {
    let known: std::collections::BTreeSet<_> = all_codes().into_iter().map(|(code, _)| *code).collect();
    let mut strays = Vec::new();
    for (_, source) in DOMAINS {
        let domain: Domain = toml::from_str(source).unwrap_or_default();
        strays.extend(domain.into_keys().filter(|code| !known.contains(code.as_str())));
    }
    assert!(strays.is_empty(), "sentences nobody says: {strays:?}");
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
