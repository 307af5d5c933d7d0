//! Each rule is broken once, by a list that is otherwise good.

use std::{sync::Arc, time::Duration};

use nova_model::Effect::{Navigate, Read, Write};
use nova_tools::{Capability, Flag, IdParam, Limit, Rule, SpecDraft, Title, Tool, lint};
use serde_json::{Value, json};

use crate::fakes::{GOOD, draft, empty, fake};

const FROM_SELF: &[&str] = &["read_thing"];

fn broken(tools: &[Arc<dyn Tool>]) -> Vec<Rule> {
    let mut rules: Vec<Rule> =
        lint(tools).err().into_iter().flat_map(|broken| broken.errors).map(|error| error.rule).collect();
    rules.dedup();
    rules
}

fn by_draft(draft: SpecDraft) -> Vec<Rule> {
    broken(&[fake(draft, empty())])
}

fn by_text(description: &'static str) -> Vec<Rule> {
    by_draft(SpecDraft { description, ..draft("list_things", Read) })
}

#[expect(clippy::needless_pass_by_value, reason = "a `json!` literal reads best as it is")]
fn by_param(param: Value) -> Vec<Rule> {
    let schema = json!({
        "type": "object", "additionalProperties": false, "required": ["thing"], "properties": {"thing": param},
    });
    broken(&[fake(draft("list_things", Read), schema)])
}

#[expect(clippy::needless_pass_by_value, reason = "a `json!` literal reads best as it is")]
fn by_optional(param: Value) -> Vec<Rule> {
    let schema = json!({"type": "object", "additionalProperties": false, "properties": {"thing": param}});
    broken(&[fake(draft("list_things", Read), schema)])
}

#[test]
fn a_good_tool_breaks_no_rule() {
    assert_eq!(by_draft(draft("list_things", Read)), []);
    assert_eq!(by_param(json!({"type": "string", "description": "A thing's name, e.g. sodium."})), []);
}

#[test]
fn names_are_verb_noun_in_snake_case() {
    for name in
        ["list", "listThings", "list_Things", "_list_things", "list__things", "list-things", "1_list", ""]
    {
        assert_eq!(by_draft(draft(name, Read)), [Rule::Name], "{name}");
    }
}

#[test]
fn titles_are_in_both_languages() {
    for title in
        [Title { zh: "List", en: "List" }, Title { zh: "列表", en: "列表" }, Title { zh: "列表", en: " " }]
    {
        assert_eq!(by_draft(SpecDraft { title, ..draft("list_things", Read) }), [Rule::Title]);
    }
}

#[test]
fn descriptions_keep_their_form() {
    let long = concat!(
        "Lists things of a version with their state and everything else that is known about each of them.\n",
        "Use for an overview of all of the things there are; read_thing_detail for one of them.\n",
        "Needs a version that is there.",
    );
    let cases = [
        (
            "Lists things of a version with their state; use read_thing for one of them.",
            vec![Rule::Lines, Rule::When],
        ),
        (
            "Lists things of a version.\nUse for an overview; read_thing for one.\nNeeds one.\nFour.",
            vec![Rule::Lines],
        ),
        (
            "Lists things of a version.\n\nUse for an overview; read_thing for one.",
            vec![Rule::Lines, Rule::When],
        ),
        ("Lists things.\nUse for all; read_thing for one.", vec![Rule::Length]),
        (long, vec![Rule::Length]),
        ("Lists things of a version with their state.\nUse when an overview is wanted.", vec![Rule::When]),
        (
            "列出一个版本的所有东西，以及它们各自的状态和大小，还有其他的一些信息和说明文字，方便查看。\nUse for an overview; read_thing for one.",
            vec![Rule::English],
        ),
        (
            "Lists **things** of a version with their state.\nUse for an overview; read_thing for one.",
            vec![Rule::Markdown],
        ),
        (
            "This tool lists things of a version.\nUse for an overview; read_thing for one.",
            vec![Rule::Filler],
        ),
        (
            "Lists things. Returns: id, name, size.\nUse for an overview; read_thing for one.",
            vec![Rule::OutputDump],
        ),
    ];
    for (text, rules) in cases {
        assert_eq!(by_text(text), rules, "{text}");
    }
    assert_eq!(by_text("Lists every thing of a version.\nUse for an overview; read_thing for one."), []);
}

#[test]
fn parameters_are_described_with_examples_and_defaults() {
    let described = |text: &str| json!({"type": "string", "description": text});
    assert_eq!(by_param(json!({"type": "boolean"})), [Rule::ParamDescription, Rule::English]);
    assert_eq!(by_param(described("The name of the thing.")), [Rule::ParamExample]);
    assert_eq!(by_param(described("要列出的东西的名字，例如 sodium, e.g.")), [Rule::English]);
    let listed = |text: &str| json!({"type": "string", "enum": ["a", "b"], "description": text});
    assert_eq!(by_param(listed("Which of them.")), [Rule::ParamDescription]);
    assert_eq!(by_param(listed("Which of them to list; a for all.")), []);
    assert_eq!(by_optional(described("A name, e.g. sodium.")), [Rule::ParamDefault]);
    assert_eq!(by_optional(described("A name, e.g. sodium. Default: all of them.")), []);
    let with =
        |default: Value| json!({"type": "integer", "description": "How many, e.g. 20.", "default": default});
    assert_eq!(by_optional(with(json!(50))), []);
    assert_eq!(by_optional(with(json!(null))), [Rule::ParamDefault]);
}

#[test]
fn schemas_are_closed_and_plain() {
    let described = |mut schema: Value| {
        schema["description"] = json!("Some things to look at, e.g. sodium.");
        by_param(schema)
    };
    for schema in [
        json!({"$ref": "#/$defs/Thing"}),
        json!({"type": "string", "format": "uuid"}),
        json!({"type": ["string", "integer"]}),
        json!({"type": "object", "properties": {}}),
        json!({"type": "object", "additionalProperties": {"type": "string"}}),
        json!({"type": "array"}),
        json!({"type": "array", "items": {"anyOf": []}}),
    ] {
        assert_eq!(described(schema.clone()), [Rule::Schema], "{schema}");
    }
    assert_eq!(described(json!({"type": "array", "items": {"type": "string"}})), []);
    assert_eq!(broken(&[fake(draft("list_things", Read), json!({"type": "object"}))]), [Rule::Schema]);
    assert_eq!(broken(&[fake(draft("list_things", Read), json!(true))]), [Rule::Schema]);
}

#[test]
fn only_reads_and_navigation_skip_the_confirm_gate() {
    let flagged = |effect, flags| by_draft(SpecDraft { flags, ..draft("list_things", effect) });
    assert_eq!(flagged(Write, &[Flag::AlwaysAllow]), [Rule::Flags]);
    assert_eq!(flagged(Write, &[Flag::Concurrent]), [Rule::Flags]);
    assert_eq!(flagged(Navigate, &[Flag::Concurrent]), [Rule::Flags]);
    assert_eq!(flagged(Read, &[Flag::AlwaysLoad, Flag::AlwaysLoad]), [Rule::Flags]);
    assert_eq!(flagged(Read, &[Flag::AlwaysAllow, Flag::Concurrent]), []);
    assert_eq!(flagged(Navigate, &[Flag::AlwaysAllow]), []);
}

#[test]
fn only_what_waits_for_a_person_has_no_limit() {
    let limited = |limit, requires| by_draft(SpecDraft { limit, requires, ..draft("ask_user", Read) });
    assert_eq!(limited(Limit::Person, None), [Rule::Limit]);
    assert_eq!(limited(Limit::Person, Some(Capability::Pages)), [Rule::Limit]);
    assert_eq!(limited(Limit::Person, Some(Capability::Questions)), []);
    assert_eq!(limited(Limit::Person, Some(Capability::SecretPrompt)), []);
    assert_eq!(limited(Limit::Own(Duration::ZERO), None), [Rule::Limit]);
}

#[test]
fn ids_come_from_tools_in_the_list() {
    let schema = json!({
        "type": "object", "additionalProperties": false, "required": ["thing_id"],
        "properties": {"thing_id": {"type": "string", "description": "Which thing, e.g. t-1."}},
    });
    let with = |ids| broken(&[fake(SpecDraft { ids, ..draft("read_thing", Read) }, schema.clone())]);
    assert_eq!(with(&[]), [Rule::Ids]);
    assert_eq!(with(&[IdParam { param: "thing_id", from: &[] }]), [Rule::Ids]);
    assert_eq!(with(&[IdParam { param: "thing_id", from: &["list_things"] }]), [Rule::Ids]);
    assert_eq!(with(&[IdParam { param: "thing_id", from: FROM_SELF }]), []);
    let stray =
        &[IdParam { param: "thing_id", from: FROM_SELF }, IdParam { param: "other", from: FROM_SELF }];
    assert_eq!(with(stray), [Rule::Ids]);
}

#[test]
fn the_list_has_no_twins_and_its_writes_come_last() {
    let tool = |name, effect| fake(draft(name, effect), empty());
    assert_eq!(broken(&[tool("list_things", Read), tool("list_things", Read)]), [Rule::Duplicate]);
    assert_eq!(broken(&[tool("move_thing", Write), tool("list_things", Read)]), [Rule::Order]);
    assert_eq!(broken(&[tool("move_thing", Write), tool("open_page", Navigate)]), [Rule::Order]);
    let good = [tool("open_page", Navigate), tool("list_things", Read), tool("move_thing", Write)];
    assert_eq!(broken(&good), []);
}

#[test]
fn every_broken_rule_is_named_with_its_tool() {
    let broken = lint(&[
        fake(draft("list", Read), empty()),
        fake(
            SpecDraft { description: GOOD, title: Title { zh: "", en: "" }, ..draft("read_thing", Read) },
            empty(),
        ),
    ])
    .unwrap_err();
    let named: Vec<_> = broken.errors.iter().map(|error| (error.tool.as_str(), error.rule)).collect();
    assert_eq!(named, [("list", Rule::Name), ("read_thing", Rule::Title), ("read_thing", Rule::Title)]);
    assert!(broken.to_string().starts_with("list: Name: "));
}
