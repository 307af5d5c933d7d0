//! Finding words, in both languages.

use proptest::{prelude::*, test_runner::TestRunner};

use super::*;

fn found(store: &mut Store, words: &str) -> Vec<String> {
    store.search(words, 50).unwrap().into_iter().map(|hit| hit.id).collect()
}

fn talked() -> (Folder, Store) {
    let folder = Folder::new();
    let mut store = folder.store();
    talk(&mut store, "h-zh", "钠和 OptiFine 冲突了，帮我处理", "已经停用光影模组");
    talk(&mut store, "h-en", "Which Sodium version is 100% safe?", "It is a_b and c\\d \"quoted\"");
    (folder, store)
}

#[test]
fn words_of_any_length_and_script_are_found() {
    let (_folder, mut store) = talked();
    for (words, at) in [
        ("冲突", "h-zh"),
        ("光影模组", "h-zh"),
        ("钠", "h-zh"),
        ("optifine 冲突", "h-zh"),
        ("sodium", "h-en"),
        ("SODIUM vers", "h-en"),
        ("is safe", "h-en"),
    ] {
        assert_eq!(found(&mut store, words), [at], "{words}");
    }
    for nothing in ["冲突 sodium", "光模", "sodiun", "", "   "] {
        assert!(found(&mut store, nothing).is_empty(), "{nothing}");
    }
}

#[test]
fn signs_in_a_question_are_only_signs() {
    let (_folder, mut store) = talked();
    for words in ["100%", "a_b", "c\\d", "\"quoted\"", "\"quo"] {
        assert_eq!(found(&mut store, words), ["h-en"], "{words}");
    }
    for nothing in
        ["%", "_b_", "axb", "text:sodium", "sod*", "sodium OR 冲突", "NEAR(a b)", "a'); DROP TABLE chats"]
    {
        if nothing != "%" {
            assert!(found(&mut store, nothing).is_empty(), "{nothing}");
        }
    }
    assert_eq!(found(&mut store, "%"), ["h-en"]);
}

#[test]
fn a_hit_says_where_who_and_what_stands_around() {
    let folder = Folder::new();
    let mut store = folder.store();
    talk(
        &mut store,
        "h-1",
        "hello",
        &format!("{}\nthe Needle\there {}", "before ".repeat(50), "after ".repeat(50)),
    );
    let hit = store.search("needle", 10).unwrap().remove(0);
    assert_eq!(
        (hit.id.as_str(), hit.seq, hit.kind.as_str(), hit.title.as_str()),
        ("h-1", 2, "nova", "hello")
    );
    assert!(hit.snippet.starts_with('…') && hit.snippet.contains("the Needle here after"), "{}", hit.snippet);
    assert!(hit.snippet.chars().count() <= 101);
}

#[test]
fn a_chat_is_found_by_the_name_it_was_given() {
    let folder = Folder::new();
    let mut store = folder.store();
    talk(&mut store, "h-1", "x", "y");
    store.rename("h-1", "周末服务器", &redactor()).unwrap();
    let hits = store.search("服务", 10).unwrap();
    assert_eq!((hits.len(), hits[0].kind.as_str(), hits[0].seq), (1, "title", 0));
}

/// One store for all cases: making one takes longer than asking it.
fn for_any(words: &str, check: impl Fn(&mut Store, &str)) {
    let (_folder, store) = talked();
    let store = std::cell::RefCell::new(store);
    let mut runner =
        TestRunner::new(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) });
    let run = runner.run(&words, |words| {
        check(&mut store.borrow_mut(), &words);
        Ok(())
    });
    run.unwrap();
}

#[test]
fn any_question_is_answered() {
    for_any(".{0,40}", |store, words| assert!(store.search(words, 5).is_ok()));
}

#[test]
fn any_words_that_were_said_are_found() {
    for_any("[a-zA-Z中文冲突%_\"\\\\*()-]{1,12}", |store, words| {
        talk(store, "h-any", "again", &format!("said {words} so"));
        assert!(found(store, words).contains(&"h-any".to_owned()), "{words}");
    });
}
