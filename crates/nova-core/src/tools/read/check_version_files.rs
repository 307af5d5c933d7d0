//! `check_version_files`: every file of a version held against its digest.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use nova_install::{Depth, Gap, Inspection, InstallError, Looked, State, Verdict, Watch};
use nova_model::{Field, Message, Problem};
use nova_tools::{Answer, Call, Limit, Read, SpecDraft, Title, ToolError};
use serde_json::{Value, json};

use crate::{
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, said_list, size, with_problems},
        installing::LIMIT,
        params::AnyVersion,
    },
};

/// So many files are checked between two words of how far it is.
const STEP: usize = 256;

/// Every file of a version held against its digest.
pub(super) struct CheckVersionFiles(pub(super) Arc<Launcher>);

impl Read for CheckVersionFiles {
    type Params = AnyVersion;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            limit: Limit::Own(LIMIT),
            ids: AnyVersion::IDS,
            ..draft_read(
                "check_version_files",
                Title { zh: "检查游戏文件", en: "Check game files" },
                "Hashes a version's client, libraries, natives and assets; lists what is missing or wrong.\n\
                 Use when game files may be broken; repair_version mends them.",
            )
        }
    }

    fn run(&self, params: AnyVersion, call: &Call) -> Result<Answer, ToolError> {
        let id = match params.version_id {
            Some(id) => id,
            None => self.0.version(None)?.id,
        };
        let subject = self.0.subject(&id)?;
        let watch = Told { call, done: AtomicUsize::new(0) };
        let found = self.0.inspect(&subject, Depth::Full, &watch);
        if call.cancel.is_cancelled() {
            return Err(InstallError::Cancelled.into());
        }
        Ok(report(&subject.mend.id, &found))
    }
}

struct Told<'a> {
    call: &'a Call,
    done: AtomicUsize,
}

impl Watch for Told<'_> {
    fn checked(&self, _: u64) {
        let done = self.done.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        if done.is_multiple_of(STEP) {
            self.call.progress.report(Message::new("care.checked").with("n", done));
        }
    }

    fn is_cancelled(&self) -> bool {
        self.call.cancel.is_cancelled()
    }
}

fn report(id: &str, found: &Inspection) -> Answer {
    let of = |wanted: fn(Verdict) -> bool| found.files.iter().filter(move |looked| wanted(looked.verdict));
    let bad: Vec<&Looked> = of(is_bad).collect();
    let unverified: Vec<&Looked> = of(|verdict| verdict == Verdict::Unverified).collect();
    let right = of(|verdict| verdict == Verdict::Right).count();
    let head = if bad.is_empty() && found.gaps.is_empty() { "care.good" } else { "care.bad" };
    let head = Message::new(head).with("id", id).with("right", right).with("n", bad.len());
    let mut lines = vec![format!(
        "{id}: {right} right, {} missing or wrong, {} cannot be verified",
        bad.len(),
        unverified.len()
    )];
    lines.extend(found.gaps.iter().map(gap_line));
    lines.extend(bad.iter().map(|looked| line(looked)));
    lines.extend(unverified.iter().map(|looked| line(looked)));
    let mut said = said_list(head, &bad, |looked| said(looked));
    if !unverified.is_empty() {
        said.push(Message::new("care.unverified").with("n", unverified.len()));
    }
    said.extend(found.gaps.iter().map(gap));
    let is_broken = !bad.is_empty();
    said.extend(is_broken.then(|| Message::new("care.fix").with("id", id)));
    let problems = bad.iter().map(|looked| Problem::error("files", self::said(looked)));
    let gaps = found.gaps.iter().map(|found| Problem::warning("files", gap(found)));
    let problems = problems.chain(gaps).take(200).collect();
    with_problems(answer(&lines, None, data(id, found, right), said), problems)
}

fn is_bad(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Missing | Verdict::Wrong(_))
}

fn data(id: &str, found: &Inspection, right: usize) -> Value {
    let list = |wanted: fn(Verdict) -> bool| -> Vec<Value> {
        let of = found.files.iter().filter(move |looked| wanted(looked.verdict));
        of.map(
            |looked| json!({ "path": looked.place, "bytes": looked.bytes, "state": state(looked.verdict) }),
        )
        .collect()
    };
    let gaps: Vec<Value> = found
        .gaps
        .iter()
        .map(|gap| match gap {
            Gap::Json { id, .. } => json!({ "kind": "version_json", "id": id }),
            Gap::Index { id } => json!({ "kind": "asset_index", "id": id }),
            Gap::Made { id } => json!({ "kind": "installer", "id": id }),
        })
        .collect();
    json!({
        "version_id": id,
        "right": right,
        "missing": list(|verdict| verdict == Verdict::Missing),
        "wrong": list(|verdict| matches!(verdict, Verdict::Wrong(_))),
        "unverified": list(|verdict| verdict == Verdict::Unverified),
        "gaps": gaps,
        "fix": found.files.iter().any(|looked| is_bad(looked.verdict)).then_some("repair_version"),
    })
}

fn state(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Right => "right",
        Verdict::Missing => "missing",
        Verdict::Unverified => "unverified",
        Verdict::Wrong(State::Size { .. }) => "size",
        Verdict::Wrong(State::Odd) => "no_file",
        Verdict::Wrong(State::Unreadable(_)) => "unreadable",
        Verdict::Wrong(_) => "hash",
    }
}

fn line(looked: &Looked) -> String {
    let bytes = looked.bytes.map(|bytes| format!(", {}", size(bytes))).unwrap_or_default();
    format!("{}: {}{bytes}", state(looked.verdict), nova_model::clean(&looked.place, 200))
}

fn gap_line(gap: &Gap) -> String {
    match gap {
        Gap::Json { id, .. } => {
            format!("gap: the version json of {} cannot be read", nova_model::clean(id, 80))
        }
        Gap::Index { id } => {
            format!(
                "gap: the asset index {} is missing or wrong, so assets were not checked",
                nova_model::clean(id, 80)
            )
        }
        Gap::Made { .. } => "gap: which files the loader's installer made is not known".to_owned(),
    }
}

fn said(looked: &Looked) -> Message {
    let code = match looked.verdict {
        Verdict::Missing => "care.missing",
        Verdict::Wrong(State::Size { .. }) => "care.size",
        Verdict::Wrong(State::Odd | State::Unreadable(_)) => "care.odd",
        _ => "care.hash",
    };
    let unknown = || Field::from(Message::new("core.unknown"));
    Message::new(code)
        .with("path", nova_model::clean(&looked.place, 200))
        .with("size", looked.bytes.map_or_else(unknown, Field::Bytes))
}

fn gap(gap: &Gap) -> Message {
    match gap {
        Gap::Json { id, why: None } => Message::new("care.json-gone").with("id", id.as_str()),
        Gap::Json { id, why: Some(why) } => {
            Message::new("care.json-broken").with("id", id.as_str()).with("why", why.clone())
        }
        Gap::Index { id } => Message::new("care.index").with("id", nova_model::clean(id, 80)),
        Gap::Made { id } => Message::new("care.made").with("id", id.as_str()),
    }
}
