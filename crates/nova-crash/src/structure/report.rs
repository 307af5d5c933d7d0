//! Sections of a crash report and of a crash of Java itself, wherever they stand: in a file of their own or inside a log.

/// Where a line stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Zone {
    /// Lines of a log.
    #[default]
    Log,
    /// The head of a crash report, with its exception.
    Report,
    /// A section of a crash report that tells of the moment.
    Details,
    /// The section that tells of the computer and the mods.
    System,
    /// A crash of Java itself: its head.
    HsErr,
    /// Its long tables: threads, libraries, variables.
    HsTables,
}

/// A line of a report's section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Detail {
    /// The source it stands in.
    pub(crate) file: usize,
    /// The section's name.
    pub(crate) section: String,
    /// What stands before the colon.
    pub(crate) key: String,
    /// What stands behind it.
    pub(crate) value: String,
    /// The line.
    pub(crate) line: u32,
}

/// Details that are kept.
const DETAILS: usize = 400;
/// Lines after which a report inside a log is over at the latest.
const LONGEST: u32 = 6_000;

/// Follows the sections of one source.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    zone: Zone,
    section: String,
    lines: u32,
}

impl Sections {
    /// Whether lines belong to a section, so that each has to be looked at.
    pub(crate) fn is_open(&self) -> bool {
        self.zone != Zone::Log
    }

    /// Where the line stands; details of it go to `out`.
    pub(crate) fn line(&mut self, at: (usize, u32), text: &str, logged: bool, out: &mut Vec<Detail>) -> Zone {
        let trimmed = text.trim();
        self.lines += 1;
        if self.begins(trimmed) || self.section_begins(trimmed) || self.hs_table(trimmed) {
            return self.zone;
        }
        let over =
            trimmed.starts_with("#@!@#") || self.lines > LONGEST || (logged && self.zone != Zone::HsErr);
        if self.is_open() && over {
            *self = Self::default();
        }
        if matches!(self.zone, Zone::Report | Zone::Details | Zone::System) {
            self.detail(at, trimmed, out);
        } else if trimmed.starts_with("Description: ") && self.zone == Zone::Log {
            // A report without its first line.
            self.open(Zone::Report, "");
            self.detail(at, trimmed, out);
        }
        self.zone
    }

    fn open(&mut self, zone: Zone, section: &str) {
        self.zone = zone;
        self.section.clear();
        self.section.push_str(section);
        self.lines = 0;
    }

    fn begins(&mut self, trimmed: &str) -> bool {
        if !trimmed.starts_with(['-', '#']) {
            return false;
        }
        if trimmed.contains("---- Minecraft Crash Report ----")
            || trimmed.contains("---- Minecraft Network Protocol Error Report ----")
        {
            self.open(Zone::Report, "");
            return true;
        }
        let java = trimmed.contains("A fatal error has been detected by the Java Runtime Environment")
            || trimmed.contains("There is insufficient memory for the Java Runtime Environment");
        if java && trimmed.starts_with('#') {
            self.open(Zone::HsErr, "");
        }
        java
    }

    /// `-- Block entity being ticked --`
    fn section_begins(&mut self, trimmed: &str) -> bool {
        let name = trimmed.strip_prefix("-- ").and_then(|rest| rest.strip_suffix(" --"));
        let Some(name) = name.filter(|name| name.len() < 80 && !name.contains("--")) else { return false };
        let zone = if name == "System Details" { Zone::System } else { Zone::Details };
        self.open(zone, name);
        true
    }

    fn hs_table(&mut self, trimmed: &str) -> bool {
        if !matches!(self.zone, Zone::HsErr | Zone::HsTables) {
            return false;
        }
        let table = trimmed.starts_with("Dynamic libraries")
            || trimmed.starts_with("Java Threads:")
            || trimmed.starts_with("Register to memory");
        if table {
            self.open(Zone::HsTables, trimmed);
        }
        if trimmed.starts_with("Stack:")
            || trimmed.starts_with("---------------  S Y S T E M")
            || trimmed.starts_with("VM Arguments:")
        {
            self.open(Zone::HsErr, "");
        }
        table
    }

    fn detail(&self, (file, line): (usize, u32), trimmed: &str, out: &mut Vec<Detail>) {
        let Some((key, value)) = trimmed.split_once(':') else { return };
        let fits =
            key.len() <= 60 && !key.contains('(') && !key.contains("  ") && !trimmed.starts_with("at ");
        if !fits || out.len() >= DETAILS || value.trim().is_empty() {
            return;
        }
        out.push(Detail {
            file,
            section: self.section.clone(),
            key: key.trim().to_owned(),
            value: value.trim().chars().take(600).collect(),
            line,
        });
    }
}
