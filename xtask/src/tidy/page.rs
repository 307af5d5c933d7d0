//! Rules about the window's page (`ui/src`): text never becomes markup or code, colours come from the theme, the network is reached
//! through one file, components stay short and say what they are, and every label is used.

mod labels;

use std::path::Path;

use anyhow::{Context, Result};
use walkdir::WalkDir;

use super::Finding;

/// The most lines of a component.
const SVELTE_LINES: usize = 300;
/// The most lines of a script.
const TS_LINES: usize = 400;

/// What makes markup or code of text.
const MARKUP: &[&str] = &[
    "{@html",
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "document.write",
    "createContextualFragment",
    "eval(",
    "new Function",
    "javascript:",
];
/// What reaches a server.
const NETWORK: &[&str] = &["fetch(", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon"];
/// Colours that the theme does not know.
const COLOURS: &[&str] = &["rgb(", "rgba(", "hsl(", "hsla("];

/// The one file that reaches the desk.
const WAY: &str = "ui/src/lib/ipc.ts";
/// The one file with colours in it.
const THEME: &str = "ui/src/theme.css";
/// Written by `nova-bridge types`.
const GENERATED: &str = "ui/src/lib/types.ts";

/// What a file of the page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Component,
    Script,
    Style,
}

/// A file of the page.
struct Source {
    place: String,
    kind: Kind,
    text: String,
}

/// Every rule over every file of the page.
pub(crate) fn findings(root: &Path) -> Result<Vec<Finding>> {
    let sources = sources(root)?;
    let mut findings: Vec<Finding> = sources.iter().flat_map(of_source).collect();
    findings.extend(labels::findings(root, &sources)?);
    Ok(findings)
}

fn sources(root: &Path) -> Result<Vec<Source>> {
    let walk = WalkDir::new(root.join("ui/src")).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = walk.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
    files.filter_map(|path| Some(read(root, &path, kind(&path)?))).collect()
}

/// Tests are left out: they may hold what the page may not.
fn kind(path: &Path) -> Option<Kind> {
    let name = path.file_name()?.to_str()?;
    match name.rsplit_once('.')? {
        (_, "svelte") => Some(Kind::Component),
        (stem, "ts") if Path::new(stem).extension().is_none_or(|end| end != "test") => Some(Kind::Script),
        (_, "css") => Some(Kind::Style),
        _ => None,
    }
}

fn read(root: &Path, path: &Path, kind: Kind) -> Result<Source> {
    let place = path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/");
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {place}"))?;
    Ok(Source { place, kind, text })
}

fn of_source(source: &Source) -> Vec<Finding> {
    let Source { place, kind, text } = source;
    let mut findings: Vec<Finding> = length(source).into_iter().collect();
    if *kind == Kind::Component && !text.starts_with("<!--") {
        findings.push(Finding::new(place, "does not open with a comment that says what the component is"));
    }
    for (number, line) in (1_usize..).zip(text.lines()).filter(|(_, line)| !is_comment(line)) {
        let place = format!("{place}:{number}");
        findings.extend(of_line(source, line).into_iter().map(|what| Finding::new(&place, what)));
    }
    findings
}

fn length(source: &Source) -> Option<Finding> {
    let most = if source.kind == Kind::Component { SVELTE_LINES } else { TS_LINES };
    let count = source.text.lines().count();
    let long = count > most && source.place != GENERATED;
    long.then(|| Finding::new(&source.place, format!("has {count} lines, more than {most}")))
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    ["//", "/*", "* ", "<!--"].iter().any(|mark| line.starts_with(mark))
}

fn of_line(source: &Source, line: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(word) = first(MARKUP, line) {
        found.push(format!("makes markup or code of text ({word})"));
    }
    if let Some(name) = (source.kind == Kind::Component).then(|| inline_handler(line)).flatten() {
        found.push(format!("hears an event with a string ({name})"));
    }
    if let Some(word) = first(NETWORK, line).filter(|_| source.place != WAY) {
        found.push(format!("reaches the network beside lib/ipc.ts ({word})"));
    }
    if let Some(colour) = colour(line).filter(|_| is_styled(source)) {
        found.push(format!("has a colour that is no token of theme.css ({colour})"));
    }
    found
}

/// Scripts hold colours as data only (the accents to choose from).
fn is_styled(source: &Source) -> bool {
    source.place != THEME && source.kind != Kind::Script
}

/// The first of the words that stands here as a word of its own.
fn first<'a>(words: &[&'a str], line: &str) -> Option<&'a str> {
    words.iter().find(|word| line.match_indices(**word).any(|(at, _)| !goes_on(line, at, word))).copied()
}

/// Whether the word at this place is the end of a longer one.
fn goes_on(line: &str, at: usize, word: &str) -> bool {
    let named = word.starts_with(char::is_alphabetic);
    let before = line.get(..at).and_then(|before| before.chars().last());
    named && before.is_some_and(|c| c.is_alphanumeric() || c == '_')
}

/// `onclick="…"`: a handler is an expression in braces.
fn inline_handler(line: &str) -> Option<&str> {
    line.split(" on").skip(1).find_map(|after| {
        let (name, value) = after.split_once('=')?;
        let named = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic());
        (named && value.starts_with(['"', '\''])).then_some(name)
    })
}

fn colour(line: &str) -> Option<&str> {
    if let Some(word) = first(COLOURS, line) {
        return Some(word);
    }
    line.match_indices('#').find_map(|(at, _)| hex(line.get(at..)?))
}

/// `#` and as many hexadecimal digits as a colour has.
fn hex(from: &str) -> Option<&str> {
    let digits = from.get(1..)?;
    let count = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
    let ends = !digits.get(count..)?.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_'));
    (matches!(count, 3 | 4 | 6 | 8) && ends).then(|| from.get(..=count))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(place: &str, text: &str) -> Vec<String> {
        let kind = kind(Path::new(place)).unwrap();
        let source = Source { place: place.to_owned(), kind, text: text.to_owned() };
        of_source(&source).into_iter().map(|finding| format!("{}: {}", finding.place, finding.what)).collect()
    }

    fn component(body: &str) -> Vec<String> {
        found("ui/src/A.svelte", &format!("<!-- A. -->\n{body}\n"))
    }

    #[test]
    fn text_that_becomes_markup_or_code_is_found() {
        for word in MARKUP {
            assert_eq!(component(&format!("x.{word}")).len(), 1, "{word}");
            assert_eq!(found("ui/src/a.ts", &format!("{word}x")).len(), 1, "{word}");
        }
        assert!(component("const retrieval = medieval(x)").is_empty());
    }

    #[test]
    fn an_event_heard_with_a_string_is_found_and_an_expression_is_not() {
        assert_eq!(component("<button onclick=\"go()\">").len(), 1);
        assert!(component("<button onclick={go} class=\"on\" data-on=\"x\">").is_empty());
        assert!(component("<p>on the = \"left\"</p>").is_empty());
    }

    #[test]
    fn the_network_is_reached_through_one_file() {
        assert_eq!(found("ui/src/a.ts", "await fetch(x)").len(), 1);
        assert!(found(WAY, "await fetch(x)").is_empty());
        assert!(found("ui/src/a.ts", "prefetch(x)").is_empty());
    }

    #[test]
    fn a_raw_colour_is_found_and_blocks_and_links_are_not() {
        for colour in ["#fff", "#12345678", "rgb(0 0 0)", "hsl(1 2 3)"] {
            assert_eq!(component(&format!("color: {colour};")).len(), 1, "{colour}");
        }
        assert!(component("{#each rows as row}<a href=\"#page\">{#if a}{/if}</a> #12345 --rgb").is_empty());
        assert!(found(THEME, "color: #fff").is_empty());
        assert_eq!(found("ui/src/parts/b.css", "color: #fff").len(), 1);
    }

    #[test]
    fn a_component_opens_with_a_comment_and_stays_short() {
        assert_eq!(found("ui/src/A.svelte", "<p>x</p>").len(), 1);
        assert_eq!(component(&"<p>x</p>\n".repeat(SVELTE_LINES)).len(), 1);
        assert_eq!(found("ui/src/a.ts", &"x;\n".repeat(TS_LINES + 1)).len(), 1);
        assert!(found(GENERATED, &"x;\n".repeat(TS_LINES + 1)).is_empty());
    }

    #[test]
    fn a_comment_may_name_what_code_may_not_do() {
        assert!(found("ui/src/a.ts", "// no innerHTML\n/** nor eval( */\n").is_empty());
    }

    #[test]
    fn tests_are_not_shipped() {
        assert_eq!(kind(Path::new("a/b.svelte.ts")), Some(Kind::Script));
        assert_eq!(kind(Path::new("a/b.test.ts")), None);
    }
}
