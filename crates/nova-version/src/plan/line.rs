//! Command lines that are too long for a system, and the two ways around: an argument file, which Java reads from version 9 on, and the
//! variable `CLASSPATH`.

use nova_model::Os;

use super::{LaunchArg, LaunchPlan};

/// Windows takes 32,767 UTF-16 units with the closing zero (`CreateProcessW`); a little room for what the program's own start adds.
const WINDOWS_UNITS: usize = 32_000;
/// Linux takes 128 KiB in one word (`MAX_ARG_STRLEN`).
const LINUX_WORD: usize = 128 << 10;
/// Linux and macOS take 1 MiB and more for words and environment together; half of the smallest is left for the environment.
const UNIX_BYTES: usize = 512 << 10;
/// The first Java that reads `@file`.
const FIRST_WITH_FILES: u32 = 9;

/// How a command line reaches Java.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// As it is.
    Direct,
    /// The arguments for Java in a file: [`LaunchPlan::argument_file`], given as `@<path>` in their place.
    ArgumentFile,
    /// The class path in a variable: [`LaunchPlan::with_classpath_variable`].
    ClasspathVariable,
    /// Too long in every way there is.
    TooLong,
}

impl LaunchPlan {
    /// How this plan reaches a Java on a system. `java` is the path of its program.
    ///
    /// On Windows a file with other than plain letters is avoided: Java reads it in the system's old code page.
    pub fn passing(&self, os: Os, java: &str, java_major: u32) -> Passing {
        if fits(os, java, &self.words().collect::<Vec<_>>()) {
            return Passing::Direct;
        }
        let variable = self.with_classpath_variable();
        let variable_fits = fits(os, java, &variable.words().collect::<Vec<_>>());
        let in_file = || self.jvm_args.iter().all(|word| os != Os::Windows || word.expose().is_ascii());
        let rest: Vec<LaunchArg> = self.game_args.clone();
        if java_major >= FIRST_WITH_FILES && fits(os, java, &rest) && (in_file() || !variable_fits) {
            return Passing::ArgumentFile;
        }
        if variable_fits { Passing::ClasspathVariable } else { Passing::TooLong }
    }

    /// The bytes of a file that holds the arguments for Java. Main class and game arguments stay outside: there is the token.
    pub fn argument_file(&self) -> Vec<u8> {
        let mut text = String::new();
        for word in &self.jvm_args {
            text.push_str(&quoted(word.expose()));
            text.push('\n');
        }
        text.into_bytes()
    }

    /// The same plan with its class path in `CLASSPATH`.
    #[must_use]
    pub fn with_classpath_variable(&self) -> Self {
        let mut plan = self.clone();
        let flag = |word: &LaunchArg| matches!(word.expose(), "-cp" | "-classpath" | "--class-path");
        let Some(at) = plan.jvm_args.iter().position(flag) else { return plan };
        if at + 1 < plan.jvm_args.len() {
            let path = plan.jvm_args.remove(at + 1);
            plan.jvm_args.remove(at);
            plan.environment.insert("CLASSPATH".to_owned(), path.expose().to_owned());
        }
        plan
    }
}

/// A word as Java's launcher reads it back from an argument file: in quotes, in which a backslash escapes.
fn quoted(word: &str) -> String {
    let mut text = String::with_capacity(word.len() + 2);
    text.push('"');
    for letter in word.chars() {
        match letter {
            '\\' => text.push_str("\\\\"),
            '"' => text.push_str("\\\""),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{c}' => text.push_str("\\f"),
            other => text.push(other),
        }
    }
    text.push('"');
    text
}

fn fits(os: Os, java: &str, words: &[LaunchArg]) -> bool {
    let all = || words.iter().map(LaunchArg::expose).chain([java]);
    match os {
        Os::Windows => all().map(windows_units).sum::<usize>() <= WINDOWS_UNITS,
        Os::Linux | Os::MacOs => {
            let total: usize = all().map(|word| word.len() + 9).sum();
            total <= UNIX_BYTES && (os == Os::MacOs || all().all(|word| word.len() < LINUX_WORD))
        }
    }
}

/// A word with its quotes, its escapes and the blank behind it.
fn windows_units(word: &str) -> usize {
    let escapes = word.chars().filter(|letter| matches!(letter, '"' | '\\')).count();
    let needs = word.is_empty() || word.contains([' ', '\t', '"']);
    word.encode_utf16().count() + 1 + if needs { 2 + escapes } else { 0 }
}
