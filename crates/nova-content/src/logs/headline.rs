//! What a report says it is, in one line of its own words.

use nova_model::Redactor;

use super::{
    LogFile, LogKind,
    lines::Lines,
    open,
    write_up::{Counter, Raw},
};

/// Lines of a report that are looked at; what it is stands at its beginning.
const LOOKED_AT: usize = 60;

/// What a crash report or a crash of Java says happened, without anything private; none for other logs and for what cannot be read.
pub fn headline(file: &LogFile, redactor: &Redactor) -> Option<String> {
    let lines = match file.kind {
        LogKind::Log => return None,
        LogKind::CrashReport | LogKind::JavaCrash => beginning(file, redactor)?,
    };
    match file.kind {
        LogKind::CrashReport => of_game(&lines),
        _ => of_java(&lines),
    }
}

fn beginning(file: &LogFile, redactor: &Redactor) -> Option<Vec<String>> {
    let mut lines = Lines::new(open::whole(&file.path).ok()?.reader);
    let (mut counter, mut bytes, mut raw) = (Counter::default(), Vec::new(), Vec::<Raw>::new());
    while raw.len() < LOOKED_AT && lines.next_into(&mut bytes).ok()? {
        raw.push(counter.line(&bytes));
    }
    Some(raw.iter().map(|line| line.for_others(redactor).text.trim().to_owned()).collect())
}

/// `Description: Rendering overlay`, and the exception below it.
fn of_game(lines: &[String]) -> Option<String> {
    let at = lines.iter().position(|line| line.starts_with("Description: "))?;
    let mut after = lines.iter().skip(at).filter(|line| !line.is_empty());
    let what = after.next()?.strip_prefix("Description: ")?;
    Some(after.next().map_or_else(|| what.to_owned(), |exception| format!("{what}: {exception}")))
}

/// `EXCEPTION_ACCESS_VIOLATION (0xc0000005) …`, and the frame that is called problematic.
fn of_java(lines: &[String]) -> Option<String> {
    let said = |line: &String| line.trim_start_matches('#').trim().to_owned();
    let mut words = lines.iter().map(said).filter(|line| !line.is_empty());
    let mut what = words.next()?;
    if what.starts_with("A fatal error") {
        what = words.next()?;
    }
    let frame = words.skip_while(|line| !line.starts_with("Problematic frame")).nth(1);
    Some(frame.map_or_else(|| what.clone(), |frame| format!("{what}, {frame}")))
}
