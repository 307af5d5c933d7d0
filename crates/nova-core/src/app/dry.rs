//! What a start would do, for whoever wants to look at it.

use nova_model::Report;
use nova_tools::ToolError;
use nova_version::LaunchArg;
use serde_json::{Value, json};

use super::App;
use crate::play::Goal;

/// A start that is not made.
#[derive(Clone, Debug, PartialEq)]
pub struct DryLaunch {
    /// The command line, a word a line, with a mark in place of the token.
    pub line: String,
    /// All of it.
    pub data: Value,
}

impl App {
    /// The command line of a version. It wants neither an account nor a Java. `goal` is a server and a world to be in at once.
    pub fn dry_launch(
        &self,
        version: Option<&str>,
        goal: (Option<String>, Option<String>),
    ) -> Result<DryLaunch, Report> {
        let goal = Goal { server: goal.0, world: goal.1 };
        let ready = self.launcher.ready(version, &goal).map_err(|error: ToolError| error.report().clone())?;
        let plan = ready.dry(&self.launcher);
        let shown = |args: &[LaunchArg]| args.iter().map(|arg| arg.shown().to_owned()).collect::<Vec<_>>();
        let java =
            ready.java.as_ref().map_or_else(|| "java".to_owned(), |java| java.path.display().to_string());
        let (jvm, game) = (shown(&plan.jvm_args), shown(&plan.game_args));
        let words = [vec![java.clone()], jvm.clone(), vec![plan.main_class.clone()], game.clone()].concat();
        let problems = [ready.installed.problems(), plan.problems.as_slice()].concat();
        let data = json!({
            "version_id": ready.version.id,
            "java": java,
            "command": words,
            "jvm_args": jvm,
            "main_class": plan.main_class,
            "game_args": game,
            "classpath": plan.classpath,
            "working_dir": plan.working_dir,
            "environment": plan.environment,
            "problems": problems,
        });
        Ok(DryLaunch { line: words.join("\n"), data })
    }
}
