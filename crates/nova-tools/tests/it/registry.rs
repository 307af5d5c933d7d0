//! What a host gets to see, in which order, in which bytes.

use std::sync::Arc;

use nova_model::Effect::{Navigate, Read, Write};
use nova_tools::{
    Answer, Call, Capabilities, Capability, Flag, Host, Internal, Planned, Pretend, Registry, SpecDraft,
    Title, Tool, ToolError, read, write,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::fakes::{GOOD, draft, empty, fake};

struct ListMods;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct ListModsParams {
    /// Which version, e.g. "1.20.1-fabric". Default: the current one.
    version: Option<String>,
}

impl nova_tools::Read for ListMods {
    type Params = ListModsParams;

    fn spec(&self) -> SpecDraft {
        SpecDraft { title: Title { zh: "列出模组", en: "List mods" }, ..draft("list_mods", Read) }
    }

    fn run(&self, _: Self::Params, _: &Call) -> Result<Answer, ToolError> {
        Ok(Answer::default())
    }
}

struct DisableMod;

impl nova_tools::Write for DisableMod {
    type Params = nova_tools::NoParams;

    fn spec(&self) -> SpecDraft {
        SpecDraft { title: Title { zh: "关闭模组", en: "Disable a mod" }, ..draft("disable_mod", Write) }
    }

    fn plan(&self, _: Self::Params, _: &Call) -> Result<Planned, ToolError> {
        unreachable!("no test plans")
    }
}

fn all() -> Vec<Arc<dyn Tool>> {
    let inner = SpecDraft { flags: &[Flag::SystemUse], ..draft("probe_state", Read) };
    let page = SpecDraft { requires: Some(Capability::Pages), ..draft("open_page", Navigate) };
    vec![read(ListMods), fake(inner, empty()), fake(page, empty()), write(DisableMod)]
}

fn names(registry: &Registry) -> Vec<&'static str> {
    registry.tools().iter().map(|tool| tool.spec().name()).collect()
}

fn host(list: &[Capability]) -> Capabilities {
    Pretend(list.iter().copied().collect()).capabilities()
}

#[test]
fn a_host_sees_only_what_it_can_run_in_the_order_of_the_list() {
    let build = |caps: &[Capability]| names(&Registry::build(all(), &host(caps)).unwrap());
    assert_eq!(build(&[]), ["list_mods", "probe_state"]);
    assert_eq!(build(&[Capability::Confirm]), ["list_mods", "probe_state", "disable_mod"]);
    let both = [Capability::Confirm, Capability::Pages];
    assert_eq!(build(&both), ["list_mods", "probe_state", "open_page", "disable_mod"]);
    let read_only = Registry::read_only(all(), &host(&both)).unwrap();
    assert_eq!(names(&read_only), ["list_mods", "probe_state", "open_page"]);
}

#[test]
fn a_rule_broken_by_a_tool_that_is_left_out_still_keeps_the_registry_from_building() {
    let mut tools = all();
    tools.push(fake(draft("Bad", Write), empty()));
    assert_eq!(Registry::build(tools, &host(&[])).err().unwrap().errors[0].tool, "Bad");
}

#[test]
fn the_request_bytes_are_the_same_in_every_build_and_leave_internal_tools_out() {
    let bytes = || {
        let registry = Registry::build(all(), &host(&[Capability::Confirm])).unwrap();
        serde_json::to_string(&registry.openai_tools()).unwrap()
    };
    assert_eq!(bytes(), bytes());
    let value: serde_json::Value = serde_json::from_str(&bytes()).unwrap();
    let wanted = json!({"type": "function", "function": {
        "name": "list_mods", "description": GOOD,
        "parameters": {"type": "object", "properties": {"version": {
            "type": "string",
            "description": "Which version, e.g. \"1.20.1-fabric\". Default: the current one.",
        }}},
    }});
    assert_eq!(value[0], wanted);
    assert_eq!(value[1]["function"]["name"], "disable_mod");
}

#[test]
fn a_model_that_reads_little_gets_one_line_a_tool_and_bare_parameters() {
    let registry = Registry::build(all(), &host(&[Capability::Confirm])).unwrap();
    let brief = registry.openai_tools_brief();
    let first = GOOD.lines().next().unwrap();
    let parameters = json!({"type": "object", "properties": {"version": {"type": "string"}}});
    let wanted = json!({"name": "list_mods", "description": first, "parameters": parameters});
    assert_eq!(brief[0], json!({"type": "function", "function": wanted}));
}

#[test]
fn listings_hide_internal_tools_unless_asked() {
    let registry = Registry::build(all(), &host(&[Capability::Pages])).unwrap();
    let listed = |internal| registry.to_listing(internal).iter().map(|tool| tool.name).collect::<Vec<_>>();
    assert_eq!(listed(Internal::Hidden), ["list_mods", "open_page"]);
    assert_eq!(listed(Internal::Shown), ["list_mods", "probe_state", "open_page"]);
    let page = serde_json::to_value(&registry.to_listing(Internal::Hidden)[1]).unwrap();
    assert_eq!(
        (&page["effect"], &page["requires"], &page["timeout"]),
        (&json!("navigate"), &json!("pages"), &json!(900_000))
    );
}

#[test]
fn tools_are_found_by_words_in_either_language() {
    let registry = Registry::build(all(), &host(&[Capability::Confirm])).unwrap();
    let found = |words| registry.search(words).iter().map(|tool| tool.spec().name()).collect::<Vec<_>>();
    assert_eq!(found("关闭"), ["disable_mod"]);
    assert_eq!(found("disable MOD"), ["disable_mod", "list_mods"]);
    assert!(found("weather").is_empty());
    assert!(found("").is_empty());
    assert_eq!(registry.nearest("mods_list"), ["list_mods"]);
    assert_eq!(registry.nearest("disablemod"), ["disable_mod"]);
    assert!(registry.nearest("fly").is_empty());
}
