//! The name of a tool without what servers and templates put around it. Only an exact match with a real name counts.

use serde_json::{Map, Value};

use crate::{Args, RawCall};

/// What some models call several calls in one.
const SEVERAL: [&str; 2] = ["multi_tool_use.parallel", "parallel"];

/// What stands before a name.
const BEFORE: [&str; 9] = [
    "functions.",
    "function.",
    "functions:",
    "function:",
    "tools.",
    "tool.",
    "tool:",
    "default_api.",
    "tool_",
];

/// The most bytes of a name that is looked at. Each decoration is one more look.
const LONGEST: usize = 512;

/// The real name that is meant; none where no name of the list is.
pub(crate) fn plain(name: &str, names: &[String]) -> Option<String> {
    if name.len() > LONGEST {
        return None;
    }
    let mut rest = name.trim();
    loop {
        if let Some(found) = real(rest, names) {
            return Some(found);
        }
        rest = stripped(rest)?;
    }
}

fn real(name: &str, names: &[String]) -> Option<String> {
    let exact = names.iter().find(|known| *known == name);
    let folded = || names.iter().find(|known| known.eq_ignore_ascii_case(name));
    exact.or_else(folded).cloned()
}

/// One decoration less; none where there is none.
fn stripped(name: &str) -> Option<&str> {
    before(name).or_else(|| behind(name)).or_else(|| quoted(name)).filter(|rest| !rest.is_empty())
}

fn before(name: &str) -> Option<&str> {
    let starts = |decoration: &&str| {
        name.get(..decoration.len()).is_some_and(|start| start.eq_ignore_ascii_case(decoration))
    };
    let decoration = BEFORE.iter().find(|decoration| starts(decoration))?;
    name.get(decoration.len()..)
}

fn behind(name: &str) -> Option<&str> {
    if let Some(at) = name.find("<|") {
        return name.get(..at).map(str::trim);
    }
    if let Some(called) = name.strip_suffix("()") {
        return Some(called);
    }
    let (start, number) = name.rsplit_once(':')?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(start)
}

fn quoted(name: &str) -> Option<&str> {
    let rest = name.trim_matches(|c| matches!(c, '"' | '\'' | '`') || char::is_whitespace(c));
    (rest.len() < name.len()).then_some(rest)
}

/// The call, or the calls that it holds, each with its real name where there is one.
pub(crate) fn unfolded(call: RawCall, names: &[String]) -> Vec<RawCall> {
    if let Some(name) = plain(&call.name, names) {
        return vec![RawCall { name, ..call }];
    }
    inner(&call, names).unwrap_or_else(|| vec![call])
}

fn inner(call: &RawCall, names: &[String]) -> Option<Vec<RawCall>> {
    let (Args::Object(args) | Args::Trailing(args)) = &call.args else { return None };
    let name = call.name.trim().trim_start_matches("functions.");
    let uses = SEVERAL.contains(&name).then(|| args.get("tool_uses")?.as_array())??;
    let calls: Vec<RawCall> = uses.iter().filter_map(|one| one_use(one.as_object()?, names)).collect();
    (!calls.is_empty()).then_some(calls)
}

fn one_use(one: &Map<String, Value>, names: &[String]) -> Option<RawCall> {
    let name = one.get("recipient_name").or_else(|| one.get("name"))?.as_str()?;
    let args = match one.get("parameters").or_else(|| one.get("arguments")) {
        Some(Value::Object(object)) => Args::Object(object.clone()),
        Some(Value::String(text)) => super::args::read(text),
        Some(other) if !other.is_null() => Args::Unclear(other.to_string()),
        _ => Args::Object(Map::new()),
    };
    Some(RawCall { name: plain(name, names).unwrap_or_else(|| name.to_owned()), args })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn names() -> Vec<String> {
        ["list_mods", "list_java", "tool_box"].map(str::to_owned).to_vec()
    }

    #[test]
    fn decoration_goes_where_a_real_name_is_below_it() {
        for name in [
            "list_mods",
            "functions.list_mods:0",
            "functions.list_mods",
            "tool:list_mods",
            "list_mods()",
            "LIST_MODS",
            "default_api.list_mods",
            "list_mods<|channel|>commentary",
            " list_mods ",
            "`list_mods`",
            "list_mods:12",
            "tool_list_mods",
            "functions.LIST_MODS():3",
        ] {
            assert_eq!(plain(name, &names()).as_deref(), Some("list_mods"), "{name}");
        }
        assert_eq!(plain("tool_box", &names()).as_deref(), Some("tool_box"));
    }

    #[test]
    fn no_name_is_guessed() {
        for name in
            ["", "functions.", "list_mod", "list_modslist_mods", "uninstall_java", "list:mods", "()", ":0"]
        {
            assert_eq!(plain(name, &names()), None, "{name}");
        }
    }

    #[test]
    fn decoration_without_end_is_no_name() {
        for decoration in ["()", ":1", "\"", "tool_", "functions."] {
            let many = decoration.repeat(800_000);
            assert_eq!(plain(&format!("list_mods{many}"), &names()), None);
            assert_eq!(plain(&format!("{many}list_mods"), &names()), None);
        }
    }

    #[test]
    fn several_calls_in_one_are_unfolded() {
        let args = json!({"tool_uses": [
            {"recipient_name": "functions.list_java", "parameters": {}},
            {"recipient_name": "functions.gone", "parameters": {"a": 1}},
            {"parameters": {}},
        ]});
        let call = RawCall {
            name: "multi_tool_use.parallel".to_owned(),
            args: Args::Object(args.as_object().unwrap().clone()),
        };
        let found: Vec<String> = unfolded(call, &names()).into_iter().map(|call| call.name).collect();
        assert_eq!(found, ["list_java", "functions.gone"]);
    }

    #[test]
    fn several_calls_without_calls_stay_one_that_nobody_knows() {
        let call = RawCall { name: "multi_tool_use.parallel".to_owned(), args: Args::Object(Map::new()) };
        assert_eq!(unfolded(call.clone(), &names()), [call]);
    }
}
