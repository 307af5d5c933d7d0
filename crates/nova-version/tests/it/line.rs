//! Long command lines.

use nova_model::Os;
use nova_version::{LaunchPlan, plan::Passing};
use proptest::prelude::*;
use serde_json::json;

use crate::make::{file, new_game, plan, windows};

/// A plan whose class path is as long as a large pack's.
fn long(libraries: usize, folder: &str) -> LaunchPlan {
    let names: Vec<_> = (0..libraries)
        .map(|n| json!({"name": format!("org.example.some.group:artifact-{n}:1.0.0")}))
        .collect();
    let child = file("pack", &json!({"inheritsFrom": "1.20.1", "libraries": names}));
    plan(&[child, new_game()], &windows(), |input| folder.clone_into(&mut input.paths.libraries))
}

#[test]
fn short_lines_go_as_they_are_and_long_ones_in_a_file_or_a_variable() {
    let short = long(3, "C:\\mc\\libraries");
    assert_eq!(short.passing(Os::Windows, "C:\\java.exe", 17), Passing::Direct);
    let long_one = long(400, "C:\\mc\\libraries");
    assert_eq!(long_one.passing(Os::Linux, "java", 17), Passing::Direct);
    assert_eq!(long_one.passing(Os::Windows, "C:\\java.exe", 17), Passing::ArgumentFile);
    assert_eq!(long_one.passing(Os::Windows, "C:\\java.exe", 8), Passing::ClasspathVariable);
    let chinese = long(400, "C:\\我的世界\\libraries");
    assert_eq!(chinese.passing(Os::Windows, "C:\\java.exe", 17), Passing::ClasspathVariable);
    let mut hopeless = long(3, "C:\\mc");
    hopeless.game_args.push("x".repeat(40_000).into());
    assert_eq!(hopeless.passing(Os::Windows, "java", 17), Passing::TooLong);
    let huge = long(3_000, "/mc/libraries");
    assert_eq!(huge.passing(Os::Linux, "java", 17), Passing::ArgumentFile);
}

#[test]
fn the_variable_takes_the_class_path_out_of_the_line() {
    let plan = long(3, "C:\\mc\\libraries");
    let moved = plan.with_classpath_variable();
    assert_eq!(moved.environment.get("CLASSPATH"), Some(&plan.classpath.join(";")));
    assert_eq!(moved.jvm_args.len() + 2, plan.jvm_args.len());
    assert!(!moved.jvm_args.iter().any(|word| word.shown() == "-cp"));
}

#[test]
fn the_file_quotes_what_java_would_take_apart() {
    let mut plan = long(0, "C:\\my libs");
    plan.jvm_args = ["-Da=b c", "C:\\x", "say \"hi\"", "#no comment", "", "a\nb"].map(Into::into).to_vec();
    let file = String::from_utf8(plan.argument_file()).unwrap();
    assert_eq!(file, "\"-Da=b c\"\n\"C:\\\\x\"\n\"say \\\"hi\\\"\"\n\"#no comment\"\n\"\"\n\"a\\nb\"\n");
}

/// How Java's launcher takes a file apart (`args.c`): quotes hold blanks, a backslash inside them escapes.
fn read_back(file: &str) -> Vec<String> {
    let (mut words, mut word, mut open) = (Vec::new(), String::new(), false);
    let mut letters = file.chars();
    while let Some(letter) = letters.next() {
        match (open, letter) {
            (true, '\\') => word.push(match letters.next().unwrap() {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'f' => '\u{c}',
                other => other,
            }),
            (_, '"') => open = !open,
            (false, '\n') => words.push(std::mem::take(&mut word)),
            (_, other) => word.push(other),
        }
    }
    words
}

proptest! {
    #[test]
    fn every_word_comes_back_out_of_the_file(args in prop::collection::vec(".{0,12}", 0..5)) {
        let mut plan = long(0, "C:\\x");
        plan.jvm_args = args.iter().map(|arg| arg.as_str().into()).collect();
        prop_assert_eq!(read_back(&String::from_utf8(plan.argument_file()).unwrap()), args);
    }
}
