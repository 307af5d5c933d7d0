//! `read_content_detail`: what a project on Modrinth or CurseForge says about itself.

use std::sync::Arc;

use nova_model::Message;
use nova_platform::{BodyForm, Distribution, Project, Side};
use nova_tools::{Answer, Call, IdParam, Read, SpecDraft, Title, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    contents::project_id,
    installs::wait_or_stop,
    launcher::Launcher,
    tools::{
        common::{answer, draft_read, value, with_problems},
        content::{PROJECTS, project_row, project_said},
    },
};

/// The parameters of `read_content_detail`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    /// The project's id from `search_content`, for example `modrinth:AANobbMI`.
    project_id: String,
    /// Where the last answer ended, as it said, for example `12`. Default: the beginning.
    #[serde(default)]
    cursor: Option<String>,
}

/// What a project says about itself.
pub(super) struct ReadContentDetail(pub(super) Arc<Launcher>);

impl Read for ReadContentDetail {
    type Params = Params;

    fn spec(&self) -> SpecDraft {
        SpecDraft {
            ids: &[IdParam { param: "project_id", from: PROJECTS }],
            ..draft_read(
                "read_content_detail",
                Title { zh: "查看项目详情", en: "Read about a project" },
                "Reads a project's page: description, licence, links, side, downloads.\n\
                 Use for something that search_content found; list_content_versions for its builds.",
            )
        }
    }

    fn run(&self, params: Params, call: &Call) -> Result<Answer, ToolError> {
        let (contents, id) = (self.0.contents()?, project_id(&params.project_id)?);
        let project = wait_or_stop(contents.platforms.project(&id), &call.cancel)??;
        let problems = contents.problem(&[id.source]).into_iter().collect();
        let told = answer(&lines(&project), params.cursor.as_deref(), data(&project), said(&project));
        Ok(with_problems(Answer { foreign: true, ..told }, problems))
    }
}

fn lines(project: &Project) -> Vec<String> {
    let mut lines = vec![format!("{} {}", project.id, project.title), project.summary.clone()];
    let mut add = |what: &str, text: String| {
        if !text.is_empty() {
            lines.push(format!("{what}: {text}"));
        }
    };
    add("by", project.authors.join(", "));
    add("loaders", project.loaders.iter().map(|loader| loader.as_str()).collect::<Vec<_>>().join(", "));
    add("side", format!("client {}, server {}", side(project.sides.client), side(project.sides.server)));
    add("licence", project.licence.clone().unwrap_or_default());
    add("categories", project.categories.join(", "));
    add("downloads", project.downloads.to_string());
    add("page", project.page.as_ref().map(ToString::to_string).unwrap_or_default());
    if project.distribution == Distribution::ByHand {
        lines.push("its files are downloaded by hand, from its page".to_owned());
    }
    lines.extend(body(project).lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
    lines
}

fn side(side: Side) -> String {
    value(side).as_str().unwrap_or("unknown").to_owned()
}

/// The text of its page, without tags.
fn body(project: &Project) -> String {
    let Some(body) = &project.body else { return String::new() };
    if body.form == BodyForm::Markdown { body.text.clone() } else { without_tags(&body.text) }
}

/// What stands between tags. Ends of paragraphs and lines become line breaks.
fn without_tags(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        text.push_str(before);
        let (tag, beyond) = after.split_once('>').unwrap_or((after, ""));
        let name = tag.trim_start_matches('/').to_ascii_lowercase();
        if ["p", "br", "li", "h1", "h2", "h3", "div", "tr"]
            .iter()
            .any(|ends| name.split([' ', '/']).next() == Some(ends))
        {
            text.push('\n');
        }
        rest = beyond;
    }
    text.push_str(rest);
    [("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .iter()
        .fold(text, |text, (entity, sign)| text.replace(entity, sign))
}

fn data(project: &Project) -> Value {
    let mut row = project_row(project);
    let more = json!({
        "game_versions": project.game_versions, "sides": project.sides, "licence": project.licence,
        "categories": project.categories, "links": project.links, "body": project.body,
    });
    if let (Some(row), Some(more)) = (row.as_object_mut(), more.as_object()) {
        row.extend(more.clone());
    }
    row
}

fn said(project: &Project) -> Vec<Message> {
    let mut said = vec![project_said(project)];
    let mut add = |code: &'static str, text: String| {
        if !text.is_empty() {
            said.push(Message::new(code).with("text", text));
        }
    };
    add("core.content.by", project.authors.join(", "));
    add(
        "core.content.loaders",
        project.loaders.iter().map(|loader| loader.label()).collect::<Vec<_>>().join(", "),
    );
    add("core.content.licence", project.licence.clone().unwrap_or_default());
    add("core.content.page", project.page.as_ref().map(ToString::to_string).unwrap_or_default());
    if project.distribution == Distribution::ByHand {
        said.push(Message::new("core.content.by-hand"));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_text() {
        assert_eq!(without_tags("<p>One &amp; two</p><br/>a<b>b</b>"), "\nOne & two\n\nab");
        assert_eq!(without_tags("a < b"), "a ");
        assert_eq!(without_tags("&amp;lt;p&amp;gt;"), "&lt;p&gt;");
        assert_eq!(without_tags("<scr<script>ipt>"), "ipt>");
    }
}
