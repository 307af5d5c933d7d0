//! The tools of one chat, in the order of an explicit list.

use std::sync::Arc;

use nova_model::Effect;
use serde::Serialize;
use serde_json::{Value, json};

use crate::{BrokenRules, Capabilities, Capability, Flag, Title, Tool, lint::lint, search};

/// The tools of one chat. Immutable; its order is the order of the list it was built from.
#[derive(Clone, Default)]
pub struct Registry {
    tools: Vec<Arc<dyn Tool>>,
}

/// Whether internal tools are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Internal {
    /// Left out.
    Hidden,
    /// Listed as well.
    Shown,
}

/// One tool in a listing for people: the terminal, the docs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// Its names for people.
    pub title: Title,
    /// What the model reads.
    pub description: &'static str,
    /// What calling it can do.
    pub effect: Effect,
    /// Its flags.
    pub flags: &'static [Flag],
    /// JSON Schema of the parameters.
    pub parameters: Value,
    /// What the host must lend.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requires: Option<Capability>,
    /// How long it may take, in milliseconds; none for tools that wait for a person.
    pub timeout: Option<u64>,
}

impl Registry {
    /// Checks every rule over the whole list, then keeps what this host can run, in order. A host that cannot ask for
    /// confirmation gets no writes.
    pub fn build(all: Vec<Arc<dyn Tool>>, host: &Capabilities) -> Result<Self, BrokenRules> {
        lint(&all)?;
        let tools = all.into_iter().filter(|tool| fits(&**tool, host)).collect();
        Ok(Self { tools })
    }

    /// The same without writes, whatever the host can do.
    pub fn read_only(all: Vec<Arc<dyn Tool>>, host: &Capabilities) -> Result<Self, BrokenRules> {
        Ok(Self::build(all, host)?.without_writes())
    }

    /// The same tools without those that write.
    #[must_use]
    pub fn without_writes(&self) -> Self {
        let keep = |tool: &&Arc<dyn Tool>| tool.spec().effect() != Effect::Write;
        Self { tools: self.tools.iter().filter(keep).cloned().collect() }
    }

    /// The tools, in order.
    pub fn tools(&self) -> &[Arc<dyn Tool>] {
        &self.tools
    }

    /// A tool by its exact name.
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Tool>> {
        self.tools.iter().find(|tool| tool.spec().draft.name == name)
    }

    /// The names most like one that is not here, best first, at most three.
    pub fn nearest(&self, name: &str) -> Vec<&'static str> {
        search::nearest(self.offered().map(|tool| tool.spec().name()), name)
    }

    /// The tools whose name, titles or description fit a few words, best first.
    pub fn search(&self, words: &str) -> Vec<&Arc<dyn Tool>> {
        search::rank(self.offered(), words)
    }

    /// The `tools` array of the chat completions protocol. The same registry gives the same bytes.
    pub fn openai_tools(&self) -> Value {
        self.offered().map(|tool| function(&**tool)).collect()
    }

    /// The tools for people.
    pub fn to_listing(&self, internal: Internal) -> Vec<Listed> {
        let hidden = internal == Internal::Hidden;
        self.tools
            .iter()
            .filter(|tool| !(hidden && tool.spec().has(Flag::SystemUse)))
            .map(|t| listed(&**t))
            .collect()
    }

    /// The same for a model that reads little: what a tool is for in one line and parameters without their descriptions, except
    /// of tools that are always sent in full.
    pub fn openai_tools_brief(&self) -> Value {
        let brief = |tool: &Arc<dyn Tool>| {
            let whole = function(&**tool);
            if tool.spec().has(Flag::AlwaysLoad) { whole } else { shortened(whole) }
        };
        self.offered().map(brief).collect()
    }

    fn offered(&self) -> impl Iterator<Item = &Arc<dyn Tool>> {
        self.tools.iter().filter(|tool| !tool.spec().has(Flag::SystemUse))
    }
}

fn fits(tool: &dyn Tool, host: &Capabilities) -> bool {
    let spec = tool.spec();
    let confirmed = spec.effect() != Effect::Write || host.contains(&Capability::Confirm);
    confirmed && spec.draft.requires.is_none_or(|needed| host.contains(&needed))
}

fn function(tool: &dyn Tool) -> Value {
    let spec = tool.spec();
    let mut parameters = spec.parameters.clone();
    keep(&mut parameters, &WIRE);
    json!({
        "type": "function",
        "function": {
            "name": spec.draft.name,
            "description": spec.draft.description,
            "parameters": parameters,
        },
    })
}

/// The keywords that every provider's flavour of JSON Schema takes. Defaults and bounds are checked here anyway, and the
/// descriptions name them.
const WIRE: [&str; 6] = ["type", "properties", "required", "enum", "items", "description"];

fn shortened(mut tool: Value) -> Value {
    let function = &mut tool["function"];
    let first = function["description"].as_str().and_then(|text| text.lines().next()).map(str::to_owned);
    function["description"] = first.unwrap_or_default().into();
    let without: Vec<_> = WIRE.into_iter().filter(|keyword| *keyword != "description").collect();
    keep(&mut function["parameters"], &without);
    tool
}

/// A schema with these keywords only, at every level.
fn keep(schema: &mut Value, keywords: &[&str]) {
    let mut left = vec![schema];
    while let Some(schema) = left.pop() {
        let Some(fields) = schema.as_object_mut() else { continue };
        fields.retain(|name, _| keywords.contains(&name.as_str()));
        for (name, inner) in fields {
            match name.as_str() {
                "properties" => {
                    left.extend(inner.as_object_mut().into_iter().flat_map(|map| map.values_mut()));
                }
                "items" => left.push(inner),
                _ => {}
            }
        }
    }
}

fn listed(tool: &dyn Tool) -> Listed {
    let spec = tool.spec();
    Listed {
        name: spec.draft.name,
        title: spec.draft.title,
        description: spec.draft.description,
        effect: spec.draft.effect,
        flags: spec.draft.flags,
        parameters: spec.parameters.clone(),
        requires: spec.draft.requires,
        timeout: spec.draft.limit.duration().map(crate::millis),
    }
}
