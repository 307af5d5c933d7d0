//! The whole way from files to findings.

use crate::{
    Analysis, BrokenRules, Known, Severity, Source, judge,
    rules::{Rules, draft::Example},
    scan::{Run, scan},
};

/// Files of one run that are read.
const SOURCES: usize = 64;

/// Knows the rules; one is enough for any number of runs.
pub struct Analyst {
    rules: Rules,
}

impl Analyst {
    /// Reads the rules.
    ///
    /// # Errors
    /// Where the rules of this crate are broken, which its tests rule out.
    pub fn new() -> Result<Self, BrokenRules> {
        Ok(Self { rules: Rules::read()? })
    }

    /// What ended a run, the best answer first.
    pub fn analyse(&self, sources: Vec<Source<'_>>, known: &Known<'_>) -> Analysis {
        let mut run = Run::new(&self.rules);
        for source in sources.into_iter().take(SOURCES) {
            scan(source, &self.rules, &mut run);
        }
        judge::judge(&mut run, &self.rules, known)
    }
}

/// Everything that the rules' own examples and the answers disagree about. Empty when all is well.
pub fn example_faults() -> Vec<String> {
    let analyst = match Analyst::new() {
        Ok(analyst) => analyst,
        Err(broken) => return vec![broken.to_string()],
    };
    let drafts = analyst.rules.all.iter().map(|rule| &rule.draft);
    let examples = drafts.flat_map(|draft| draft.example.iter().map(move |example| (draft, example)));
    examples
        .filter_map(|(draft, example)| analyst.disagrees(draft.cause.as_deref().unwrap_or_default(), example))
        .collect()
}

impl Analyst {
    fn disagrees(&self, cause: &str, example: &Example) -> Option<String> {
        let source = Source::new("example.log", example.text.trim_start_matches('\n').as_bytes());
        let analysis = self.analyse(vec![source], &Known::default());
        let found = analysis.findings.iter().find(|finding| {
            finding.severity > Severity::Info || cause == "ok-warnings" || cause == "debug-crash"
        });
        let told = found.map(|finding| finding.cause_id.as_str()).unwrap_or_default();
        if example.not {
            return (told == cause).then(|| format!("{cause}: must not answer {:?}", example.text));
        }
        if told != cause {
            return Some(format!("{cause}: {told:?} answers {:?}", example.text));
        }
        let fields = found.map(|finding| &finding.fields)?;
        let has = |name: &str, value: &String| fields.get(name).is_some_and(|values| values.contains(value));
        let wrong = example.fields.iter().find(|(name, value)| !has(name, value));
        wrong.map(|(name, value)| {
            format!("{cause}: {name} is {:?}, not {value:?}, in {:?}", fields.get(name), example.text)
        })
    }
}
