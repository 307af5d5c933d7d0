//! Parts of reports that several services share.

use std::{io, path::Path};

use nova_model::{Message, Report};

/// How many names a hint lists at most.
const NAMES: usize = 8;

/// The report with a hint that names what there is; without one where there is nothing.
pub(crate) fn present(report: Report, names: &[String]) -> Report {
    listed(report, "content.hint.present", names)
}

/// The report with a hint that asks whether one of the names was meant.
pub(crate) fn did_you_mean(report: Report, names: &[String]) -> Report {
    listed(report, "content.hint.did-you-mean", names)
}

fn listed(report: Report, code: &'static str, names: &[String]) -> Report {
    let shown: Vec<String> = names.iter().take(NAMES).cloned().collect();
    if shown.is_empty() { report } else { report.hint(Message::new(code).with("names", shown)) }
}

/// A file or folder that the system does not let us read.
pub(crate) fn unreadable(path: &Path, source: &io::Error) -> Report {
    Report::new(unreadable_message(path, source))
}

/// The sentence for a file or folder that the system does not let us read.
pub(crate) fn unreadable_message(path: &Path, source: &io::Error) -> Message {
    let code = match source.kind() {
        io::ErrorKind::PermissionDenied => "content.unreadable.permission",
        io::ErrorKind::NotFound => "content.unreadable.missing",
        io::ErrorKind::InvalidInput | io::ErrorKind::NotADirectory => "content.unreadable.not-a-file",
        io::ErrorKind::FileTooLarge => "content.unreadable.too-large",
        _ => "content.unreadable.other",
    };
    Message::new(code).with("path", path)
}
