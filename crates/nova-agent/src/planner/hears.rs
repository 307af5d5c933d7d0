//! Whether the player's last words ask for a call, read by code alone. A word given beforehand was given to what the player says, not
//! to what a model makes of it.

use nova_model::ToolCall;
use nova_tools::{IdParam, Registry};
use serde_json::{Value, json};

use super::{
    Planner,
    act::plain_value,
    grouping::Group,
    lexicon::{Rule, ToolDef},
    matching::{Gate, LONGEST},
    mind::Mind,
    naming::single,
    past::Past,
    split,
    tag::{Meaning, Tag},
    words::Words,
    world::{Tools, World},
};
use crate::Conversation;

impl Planner {
    /// Whether these words, without anything said before them, ask for this tool with these values. The ids of the call are proven
    /// elsewhere.
    pub fn hears(&self, words: &str, call: &ToolCall, ids: &[IdParam], tools: &Registry) -> bool {
        self.hears_with(words, call, ids, tools)
    }

    pub(super) fn hears_with(&self, said: &str, call: &ToolCall, ids: &[IdParam], tools: &dyn Tools) -> bool {
        let nothing = Conversation::default();
        let world = World::new(&nothing, tools, &self.lexicon, None);
        let mind =
            Mind { lexicon: &self.lexicon, world: &world, now: self.now, zone: &self.zone, attached: &[] };
        let words = mind.read(said, &Past::new(&nothing));
        let asked = |group: &Group| mind.asks_for(group, &words, call, ids);
        words.text.tokens.len() <= LONGEST && mind.groups(&words).iter().any(asked)
    }
}

impl Mind<'_> {
    /// A request, plain and unconditional, for this tool; each value stands in it.
    fn asks_for(&self, group: &Group, words: &Words, call: &ToolCall, ids: &[IdParam]) -> bool {
        let tool = self.lexicon.tools.get(group.found.tool);
        let Some(tool) = tool.filter(|tool| tool.name == call.name && tool.rule == Rule::None) else {
            return false;
        };
        let plain = split::gate(&words.text, &words.tags, &group.range) == Gate::Open;
        let is_id = |arg: &str| ids.iter().any(|id| id.param == arg);
        let said = |(arg, value): (&String, &Value)| {
            value.is_null() || is_id(arg) || is_said(tool, group, words, arg, value)
        };
        plain && call.args.as_object().is_some_and(|args| args.iter().all(said))
    }
}

fn is_said(tool: &ToolDef, group: &Group, words: &Words, arg: &str, value: &Value) -> bool {
    let heard = group.found.slots.get(arg).map(|tag| heard(tag, words));
    heard.as_ref().or_else(|| tool.fixed.get(arg)).is_some_and(|heard| same(heard, value))
}

fn heard(tag: &Tag, words: &Words) -> Value {
    match &tag.meaning {
        Meaning::Word => json!(words.text.slice(tag.from, tag.to)),
        Meaning::Value(value) => plain_value(value),
        Meaning::Int(number) => json!(number),
        Meaning::Spelling(text) => json!(text),
        Meaning::Targets(_) => single(tag).map_or(Value::Null, |target| json!(target.id)),
    }
}

/// Some tools take a number as a word.
fn same(a: &Value, b: &Value) -> bool {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_lowercase);
    a == b || text(a) == text(b)
}
