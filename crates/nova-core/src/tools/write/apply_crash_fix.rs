//! `apply_crash_fix`: does one of the fixes that `analyze_crash` named: exactly what the tool behind it plans.

use std::sync::Arc;

use nova_model::{Message, Origin, Report};
use nova_tools::{Call, IdParam, Limit, Planned, Receipt, SpecDraft, Title, Tool, ToolError, Work, Write};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    crashes::{Applied, Fix, Which, about},
    installs::wait,
    launcher::Launcher,
    tools::{
        common::draft_write,
        installing::LIMIT,
        params::{LOGS, RUNS, VERSIONS},
    },
};

/// The parameters of `apply_crash_fix`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the tool's parameters are called so")]
pub(super) struct Params {
    /// The fix's id from `analyze_crash`, for example `x-2b7k09xq`.
    fix_id: String,
    /// The version's id from `list_versions`, for example `1.20.1-fabric`. Default: whichever version the fix is for.
    #[serde(default)]
    version_id: Option<String>,
    /// One run from `play_history`, for example `r-2b7k09xq`. Default: the newest that ended badly.
    #[serde(default)]
    run_id: Option<String>,
    /// The log that was analyzed, where one was named, for example `logs/latest.log`. Default: all files of the run.
    #[serde(default)]
    file_id: Option<String>,
}

/// Does a fix.
pub(super) struct ApplyCrashFix {
    pub(super) launcher: Arc<Launcher>,
    /// The tools that fixes call.
    pub(super) tools: Vec<Arc<dyn Tool>>,
}

impl Write for ApplyCrashFix {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            limit: Limit::Own(LIMIT),
            ids: &[
                IdParam { param: "fix_id", from: &["analyze_crash"] },
                IdParam { param: "version_id", from: VERSIONS },
                IdParam { param: "run_id", from: RUNS },
                IdParam { param: "file_id", from: LOGS },
            ],
            ..draft_write(
                "apply_crash_fix",
                Title { zh: "修复崩溃", en: "Fix a crash" },
                "Does one ready fix for a crash: what the tool behind it does, with its undo.\n\
                 Use once the player wants it mended; analyze_crash names the fixes.",
            )
        }
    }

    fn plan(&self, params: Params, call: &Call) -> Result<Planned, ToolError> {
        let (fix, applied) = self.find(&params)?;
        let tool = self.tools.iter().find(|tool| tool.spec().name() == fix.tool);
        let tool = tool.ok_or_else(|| gone(&params.fix_id))?;
        let Planned { mut plan, work } = wait(Arc::clone(tool).plan(fix.args, call.clone()))?;
        plan.warnings.insert(0, fix.why);
        Ok(Planned { plan, work: Box::new(Fixing { launcher: Arc::clone(&self.launcher), work, applied }) })
    }
}

impl ApplyCrashFix {
    /// The fix as it comes out of the files now; what is not among those any more is not done.
    fn find(&self, params: &Params) -> Result<(Fix, Applied), ToolError> {
        let named = params.version_id.clone().or_else(|| {
            let current = || self.launcher.version(None).ok().map(|version| version.id);
            params.file_id.as_ref().and_then(|_| current())
        });
        let versions = named.map_or_else(|| self.launcher.crashed_versions(), |id| vec![id]);
        let found = versions.iter().find_map(|id| self.of_version(id, params));
        found.ok_or_else(|| gone(&params.fix_id))
    }

    fn of_version(&self, id: &str, params: &Params) -> Option<(Fix, Applied)> {
        let which = Which::of(params.run_id.as_deref(), params.file_id.as_deref());
        let of = self.launcher.diagnose(Some(id), which).ok()?;
        let has = |name: &str| self.tools.iter().any(|tool| tool.spec().name() == name);
        let findings = &of.analysis.findings;
        findings.iter().zip(self.launcher.fixes(&of, findings, &has)).find_map(|(finding, fixes)| {
            let fix = fixes.into_iter().find(|fix| fix.id == params.fix_id)?;
            let applied = Applied {
                version: of.version.id.clone(),
                root: of.version.root.clone(),
                cause: finding.cause_id.clone(),
                about: about(finding),
                change: String::new(),
                at: 0,
            };
            Some((fix, applied))
        })
    }
}

fn gone(id: &str) -> ToolError {
    let report = Report::new(Message::new("fix.gone").with("id", nova_model::clean(id, 40)));
    ToolError::Tell(report.hint(Message::new("fix.gone-hint")))
}

/// The work of the tool behind it; what was done is remembered, so that the next run can be held against it.
struct Fixing {
    launcher: Arc<Launcher>,
    work: Box<dyn Work>,
    applied: Applied,
}

impl Work for Fixing {
    fn apply(self: Box<Self>, origin: &Origin) -> Result<Receipt, ToolError> {
        let receipt = self.work.apply(origin)?;
        if let Some(change) = &receipt.change {
            let at = self.launcher.clock.now();
            self.launcher.remember_fix(Applied { change: change.clone(), at, ..self.applied });
        }
        Ok(receipt)
    }
}
