//! A finding in a few lines to paste elsewhere, and a zip of a run for whoever helps. Nothing private is in either.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Seek, SeekFrom},
    path::Path,
};

use jiff::tz::TimeZone;
use nova_crash::{Finding, Severity, Veil};
use nova_model::Message;
use serde_json::json;

use super::{Diagnosed, bundle, words};
use crate::{
    launcher::Launcher,
    texts::{Lang, Texts},
};

/// Lines of evidence.
const LINES: usize = 5;
/// Bytes of one file that go into a bundle, from its end.
const MOST: u64 = 4 << 20;

/// The finding, what it is about and what says so, as sentences.
pub(crate) fn text(of: &Diagnosed, finding: &Finding, veil: &Veil) -> Vec<Message> {
    let on = of.mods.mods.iter().filter(|found| found.enabled).count();
    let loader = of
        .version
        .loaders
        .first()
        .map_or_else(String::new, |build| format!("{} {}", build.loader.label(), build.version));
    let fact = |name: &str| of.analysis.facts.get(name).cloned().unwrap_or_else(|| "?".to_owned());
    let version = Message::new("fix.help.version")
        .with("game", of.version.game_version.clone().unwrap_or_default())
        .with("loader", loader)
        .with("java", fact("java"))
        .with("n", on);
    std::iter::once(version).chain(cause(finding, veil, LINES)).collect()
}

/// The finding and so many of the lines that say so.
pub(super) fn cause(finding: &Finding, veil: &Veil, lines: usize) -> Vec<Message> {
    let cause = Message::new("fix.cause")
        .with("what", words::sentence(finding))
        .with("confidence", words::confidence(finding));
    let lines = finding.evidence.iter().take(lines).map(|line| {
        let message =
            Message::new("fix.line").with("file", line.file.as_str()).with("line", i64::from(line.line));
        message.with("text", veil.line(line.text.trim()))
    });
    std::iter::once(cause).chain(lines).collect()
}

impl Launcher {
    /// Lines as they may leave this computer.
    pub fn for_others<'a>(&self, lines: impl Iterator<Item = &'a str>) -> String {
        let names = self.hidden.known();
        let veil = Veil::new(&names);
        lines.map(|line| veil.line(line) + "\n").collect()
    }
}

/// The zip: the files of the run, what was found, and the mods. The same run makes the same bytes.
pub(crate) fn zip(of: &Diagnosed, veil: &Veil) -> Vec<u8> {
    let mut entries = vec![("summary.txt".to_owned(), summary(of, veil).into_bytes())];
    let analysis =
        json!({ "findings": of.analysis.findings, "facts": of.analysis.facts, "ended": of.analysis.ended });
    entries.push(("analysis.json".to_owned(), serde_json::to_vec_pretty(&analysis).unwrap_or_default()));
    entries.push(("mods.txt".to_owned(), mods(of, veil).into_bytes()));
    entries.extend(
        of.files.iter().filter_map(|(name, path)| Some((format!("files/{name}"), file(path, veil)?))),
    );
    bundle::zip(&entries)
}

fn summary(of: &Diagnosed, veil: &Veil) -> String {
    let texts = Texts::new(Lang::En, TimeZone::UTC);
    let loud = of.analysis.findings.iter().find(|finding| finding.severity > Severity::Info);
    let lines = loud.map_or_else(|| vec![Message::new("fix.none")], |finding| text(of, finding, veil));
    texts.say_all(&lines) + "\n"
}

fn mods(of: &Diagnosed, veil: &Veil) -> String {
    let line = |found: &nova_content::mods::InstalledMod| {
        let mark = if found.enabled { '+' } else { '-' };
        veil.line(&format!("{mark} {} {} {}", found.file, found.id, found.version)) + "\n"
    };
    of.mods.mods.iter().map(line).collect()
}

/// The end of a file, line by line. What is packed stays out: nobody could look into it for secrets.
fn file(path: &Path, veil: &Veil) -> Option<Vec<u8>> {
    let mut file = File::open(path).ok()?;
    let size = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(size.saturating_sub(MOST))).ok()?;
    let mut reader = BufReader::new(file.take(MOST));
    let (mut text, mut line) = (String::new(), Vec::new());
    while reader.read_until(b'\n', &mut line).ok()? > 0 {
        if line.starts_with(&[0x1f, 0x8b]) {
            return None;
        }
        text.push_str(&veil.line(String::from_utf8_lossy(&line).trim_end()));
        text.push('\n');
        line.clear();
    }
    Some(text.into_bytes())
}
