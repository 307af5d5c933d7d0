//! Placeholders of a script, filled from what the tools answered.

use serde_json::Value;

use super::{
    ask::{Ask, Told},
    script::{ScriptCall, Step},
};

/// The step with its placeholders filled, or the placeholder for which nothing was found.
pub(crate) fn fill(step: &Step, ask: Ask<'_>) -> Result<Step, String> {
    let say = step.say.as_deref().map(|text| in_text(text, ask)).transpose()?;
    let calls = step.calls.iter().map(|call| {
        let args = in_value(&call.args, ask)?;
        Ok(ScriptCall { name: call.name.clone(), args })
    });
    Ok(Step { say, calls: calls.collect::<Result<_, String>>()?, ..step.clone() })
}

fn in_value(value: &Value, ask: Ask<'_>) -> Result<Value, String> {
    match value {
        Value::String(text) => match alone(text) {
            Some(inside) => find(inside, ask),
            None => in_text(text, ask).map(Value::String),
        },
        Value::Array(list) => list.iter().map(|value| in_value(value, ask)).collect(),
        Value::Object(map) => {
            let filled = map.iter().map(|(key, value)| Ok((key.clone(), in_value(value, ask)?)));
            filled.collect::<Result<_, String>>().map(Value::Object)
        }
        other => Ok(other.clone()),
    }
}

/// What stands inside where a text is one placeholder and nothing else: then the value keeps its kind.
fn alone(text: &str) -> Option<&str> {
    let inside = text.strip_prefix("{{")?.strip_suffix("}}")?;
    (known(inside) && !inside.contains("}}")).then_some(inside)
}

fn in_text(text: &str, ask: Ask<'_>) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, inside, behind)) = next(rest) {
        filled.push_str(before);
        match find(inside, ask)? {
            Value::String(text) => filled.push_str(&text),
            other => filled.push_str(&other.to_string()),
        }
        rest = behind;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// The text before the next placeholder, what stands in it, the text behind it.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let start =
        text.match_indices("{{").map(|(at, _)| at).find(|at| text.get(at + 2..).is_some_and(known))?;
    let (before, rest) = (text.get(..start)?, text.get(start + 2..)?);
    let (inside, behind) = rest.split_once("}}")?;
    Some((before, inside, behind))
}

fn known(inside: &str) -> bool {
    ["tool:", "result:", "after:"].iter().any(|kind| inside.starts_with(kind))
}

fn find(inside: &str, ask: Ask<'_>) -> Result<Value, String> {
    let found = match inside.split_once(':') {
        Some(("tool", rest)) => rest.split_once(':').and_then(|(tool, at)| pointed(tool, at, ask)),
        Some(("result", rest)) => {
            rest.split_once(':').and_then(|(tool, mark)| word_in(&told_by(tool, ask), mark))
        }
        Some((_, mark)) => word_in(&ask.latest(), mark).or_else(|| word_in(&ask.results(), mark)),
        None => None,
    };
    found.ok_or_else(|| format!("the script's {{{{{inside}}}}} is in no tool result"))
}

/// What a tool answered. Where only the text says which tool it was, that is what stands behind its name.
fn told_by(tool: &str, ask: Ask<'_>) -> Vec<Told> {
    let of_tool = |told: Told| match told.name.as_str() {
        "" => told.text.rsplit_once(tool).map(|(_, text)| Told { text: text.to_owned(), ..told.clone() }),
        name => (name == tool).then_some(told),
    };
    ask.results().into_iter().filter_map(of_tool).collect()
}

fn pointed(tool: &str, at: &str, ask: Ask<'_>) -> Option<Value> {
    let told = told_by(tool, ask).pop()?;
    let start = if told.name.is_empty() { told.text.find(['{', '['])? } else { 0 };
    let mut values = serde_json::Deserializer::from_str(told.text.get(start..)?).into_iter::<Value>();
    values.next()?.ok()?.pointer(at).cloned()
}

fn word_in(told: &[Told], mark: &str) -> Option<Value> {
    told.iter().rev().find_map(|told| word_after(&told.text, mark)).map(Value::String)
}

/// The word that follows a text: up to white space, a comma, a quote or a bracket.
fn word_after(text: &str, mark: &str) -> Option<String> {
    let (_, behind) = text.split_once(mark)?;
    let start =
        behind.trim_start_matches(|c: char| c.is_whitespace() || is_edge(c) || matches!(c, ':' | '='));
    let word: String = start.chars().take_while(|c| !c.is_whitespace() && !is_edge(*c)).collect();
    let word = word.trim_end_matches(['.', ';', ':', '。', '；', '：']);
    (!word.is_empty()).then(|| word.to_owned())
}

fn is_edge(c: char) -> bool {
    matches!(c, ',' | '"' | '\'' | '`' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>')
        || matches!(c, '“' | '”' | '‘' | '’' | '「' | '」' | '（' | '）' | '，' | '、')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn request() -> Value {
        json!({"messages": [
            {"role": "system", "content": "s"},
            {"role": "user", "content": "u"},
            {"role": "assistant", "content": "", "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": "list_mods", "arguments": "{}"}},
                {"id": "b", "type": "function", "function": {"name": "list_saves", "arguments": "{}"}},
            ]},
            {"role": "tool", "tool_call_id": "a", "content": "{\"mods\":[{\"id\":\"sodium\",\"size\":7}]}"},
            {"role": "tool", "tool_call_id": "b", "content": "2 worlds: id: \"New-World\", survival (id: Other)"},
        ]})
    }

    fn filled(args: &Value) -> Result<Value, String> {
        in_value(args, Ask(&request()))
    }

    #[test]
    fn a_pointer_keeps_the_kind_of_the_value_unless_text_stands_around_it() {
        assert_eq!(filled(&json!("{{tool:list_mods:/mods/0/size}}")), Ok(json!(7)));
        assert_eq!(filled(&json!(["n={{tool:list_mods:/mods/0/size}}!"])), Ok(json!(["n=7!"])));
    }

    #[test]
    fn without_tool_messages_the_text_behind_a_tools_name_is_its_answer() {
        let results = "list_mods: {\"mods\": [\"jei\"]}\nlist_saves: 1 world: Alpha";
        let request = json!({"messages": [
            {"role": "system", "content": "s"},
            {"role": "user", "content": "u"},
            {"role": "assistant", "content": "{}"},
            {"role": "user", "content": results},
        ]});
        let filled = |text: &str| in_value(&json!(text), Ask(&request));
        assert_eq!(filled("{{tool:list_mods:/mods/0}}"), Ok(json!("jei")));
        assert_eq!(filled("{{result:list_saves:world:}}"), Ok(json!("Alpha")));
    }

    #[test]
    fn the_word_behind_a_text_ends_at_a_quote_or_bracket() {
        assert_eq!(filled(&json!({"save": "{{after:worlds: id:}}"})), Ok(json!({"save": "New-World"})));
        assert_eq!(filled(&json!("{{result:list_saves:(id}}")), Ok(json!("Other")));
    }

    #[test]
    fn a_placeholder_without_a_value_is_an_error_and_other_braces_are_text() {
        assert!(filled(&json!("{{after:nothing}}")).is_err_and(|text| text.contains("{{after:nothing}}")));
        assert!(filled(&json!("{{after:survival (id: Other)}}")).is_err(), "nothing stands behind it");
        assert_eq!(filled(&json!("{{x}}")), Ok(json!("{{x}}")));
    }
}
