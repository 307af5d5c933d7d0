//! Fields in their final form: derived values, what facts and frames add, names beside ids.

use super::{Candidate, Ending, Scene};
use crate::Suspect;

/// Fields that a fact fills.
const FROM_FACTS: [(&str, &str); 12] = [
    ("current_java", "java"),
    ("game_version", "game"),
    ("gpu", "gpu"),
    ("driver", "driver"),
    ("max_heap", "max_heap"),
    ("optifine", "optifine"),
    ("exit_code", "exit_code"),
    ("jdk_build", "jdk_build"),
    ("thread", "thread"),
    ("forge_version", "forge_version"),
    ("arch", "arch"),
    ("vendor", "vendor"),
];

/// Completes a candidate.
pub(super) fn complete(candidate: &mut Candidate, scene: &Scene<'_>) {
    let Some(cause) = scene.rules.causes.get(candidate.cause) else { return };
    derive(candidate);
    stand_in(candidate);
    tidy(candidate);
    for (field, fact) in FROM_FACTS {
        if cause.fields.iter().any(|known| known == field)
            && !candidate.fields.contains_key(field)
            && let Some(value) = scene.run.facts.get(fact)
        {
            candidate.put(field, value.as_str());
        }
    }
    if cause.id == "java-too-new" && !candidate.fields.contains_key("wanted_java") {
        candidate.put("wanted_java", wanted_java(scene.run.facts.get("game").map(String::as_str)));
    }
    if cause.id.starts_with("mod-optifine")
        && !candidate.fields.contains_key("file")
        && let Some(file) = scene.run.facts.get("optifine_file")
    {
        candidate.put("file", file.as_str());
    }
    let wants = |name: &str| cause.fields.iter().any(|known| known == name);
    blame(candidate, scene, wants("mod"));
    if wants("exception")
        && !candidate.fields.contains_key("exception")
        && let Some(root) =
            candidate.trace.and_then(|at| scene.run.traces.get(at)).and_then(|trace| trace.root())
    {
        candidate.put("exception", root.class.as_str());
    }
    java(candidate);
    shapes(candidate);
    paths(candidate);
}

/// The plain form beside the worded one: `1.8 or above` and `1.8`, `void a.B.c(int)` and `B.c`.
fn shapes(candidate: &mut Candidate) {
    for name in ["wanted", "mod_loader", "symbol", "need"] {
        let Some(values) = candidate.fields.get_mut(name) else { continue };
        if let [only] = values.as_mut_slice()
            && let Some(plain) = plain_form(name, only)
        {
            match plain.strip_prefix('=') {
                Some(exact) => exact.clone_into(only),
                None => values.push(plain),
            }
        }
    }
}

fn plain_form(name: &str, value: &str) -> Option<String> {
    let plain = match name {
        "wanted" if value.starts_with('[') && value.ends_with(']') => {
            let (low, high) = value.trim_matches(['[', ']']).split_once(',')?;
            return (low == high).then(|| format!("={low}"));
        }
        "wanted" => value.strip_suffix(" or above")?.to_owned(),
        "mod_loader" => value.strip_prefix("Minecraft ")?.to_owned(),
        "symbol" => {
            let path = value.split('(').next()?.rsplit(' ').next()?;
            let mut parts = path.rsplit('.');
            let method = parts.next()?;
            parts.next().map_or_else(
                || method.to_owned(),
                |class| format!("{}.{method}", class.rsplit('/').next().unwrap_or(class)),
            )
        }
        _ => return None,
    };
    (!plain.is_empty() && plain != value).then_some(plain)
}

/// The Java that a version of the game was made for; without a version the trouble is most likely an old one's.
fn wanted_java(game: Option<&str>) -> &'static str {
    let mut parts = game.unwrap_or("1.12").split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    match (parts.next(), parts.next(), parts.next()) {
        (Some(1), Some(..=16), _) | (None, ..) => "8",
        (Some(1), Some(17), _) => "16",
        (Some(1), Some(18..=19), _) | (Some(1), Some(20), None | Some(..=4)) => "17",
        _ => "21",
    }
}

/// The mod that the loader itself names in a chain, or the one behind a class or a mixin config.
fn named_owner(candidate: &Candidate, scene: &Scene<'_>) -> Option<Suspect> {
    if let Some(suspect) = candidate.first("config").and_then(|config| scene.blame.of_config(config)) {
        return Some(suspect);
    }
    if let Some((space, _)) = candidate
        .first("object")
        .and_then(|object| object.split_once(':'))
        .filter(|(space, _)| *space != "minecraft")
    {
        return Some(scene.blame.by_id(space));
    }
    if scene.rules.causes.get(candidate.cause).is_some_and(|cause| cause.id == "mod-registry") {
        let first =
            candidate.trace.and_then(|at| scene.run.traces.get(at)).and_then(|trace| trace.links.first())?;
        let mut found = Vec::new();
        scene.blame.of_link(first, &mut found);
        return found.into_iter().next();
    }
    if let Some(trace) = candidate.trace {
        let hits = scene
            .run
            .hits
            .iter()
            .filter(|hit| Ending::trace_at(scene.run, hit.file, hit.line) == Some(trace));
        for hit in hits {
            let rule = scene.rules.all.get(hit.rule)?;
            let named = matches!(rule.draft.cause.as_deref(), Some("mod-entrypoint" | "mod-construct"));
            let id = hit.fields.iter().find(|(name, _)| named && name == "mod");
            if let Some((_, id)) = id {
                return Some(scene.blame.by_id(id));
            }
        }
    }
    let class = candidate.first("class").filter(|_| {
        scene.rules.causes.get(candidate.cause).is_some_and(|cause| cause.id == "java-too-old")
    })?;
    scene.blame.of_class(&class.replace('/', "."))
}

/// Groups that stand for fields of another name.
fn derive(candidate: &mut Candidate) {
    for (from, to) in [("class_needed", "needed_java"), ("class_current", "current_java")] {
        let Some(values) = candidate.fields.remove(from) else { continue };
        for value in values {
            if let Some(java) =
                value.split('.').next().and_then(|n| n.parse::<u32>().ok()).and_then(|n| n.checked_sub(44))
            {
                candidate.put(to, java.to_string());
            }
        }
    }
}

/// Names that stand in for others, and lists of mods as old Forge writes them.
fn stand_in(candidate: &mut Candidate) {
    for (from, to) in
        [("config_a", "mod_a"), ("config_b", "mod_b"), ("found2", "found"), ("need_too", "need_too")]
    {
        let values = candidate.fields.remove(from).unwrap_or_default();
        if from == to {
            for value in &values {
                candidate.put("need", value.as_str());
            }
        } else if let Some(value) = values.first().filter(|_| candidate.first(to).is_none()) {
            candidate.put(to, value.as_str());
        }
    }
    candidate.fields.remove("name_a");
    for list in candidate.fields.remove("ids").unwrap_or_default() {
        for part in list.split([',', ' ', '[', '(', ')', ']']) {
            let id = part.split(['@', ':']).next().unwrap_or(part);
            if id.len() > 1 && id.starts_with(|c: char| c.is_ascii_alphabetic()) && id != "any" {
                candidate.put("missing", id);
            }
        }
    }
    for name in ["files", "mods"] {
        let Some(values) = candidate.fields.get_mut(name) else { continue };
        *values = values
            .iter()
            .flat_map(|value| value.split(", "))
            .map(|part| part.trim_matches(['[', ']', ' ']).to_owned())
            .collect();
    }
}

/// Quotes, brackets and colours around a value are no part of it.
fn tidy(candidate: &mut Candidate) {
    for (name, values) in &mut candidate.fields {
        let keep_dot = name == "message" || name == "text";
        for value in values.iter_mut() {
            let plain =
                value.trim().trim_matches(|c| matches!(c, '\'' | '"' | '`' | '“' | '”' | ',' | ';' | ' '));
            let plain = plain.strip_prefix("./").unwrap_or(plain);
            let plain = if keep_dot { plain } else { plain.trim_end_matches('.') };
            *value = plain.to_owned();
        }
        values.retain(|value| !value.is_empty());
        let mut seen = Vec::new();
        values.retain(|value| {
            !seen.contains(&value.to_lowercase()) && {
                seen.push(value.to_lowercase());
                true
            }
        });
    }
    candidate.fields.retain(|_, values| !values.is_empty());
}

/// The mod behind it, by its frames, and its name beside its id.
fn blame(candidate: &mut Candidate, scene: &Scene<'_>, wants_mod: bool) {
    if candidate.suspects.is_empty()
        && let Some(trace) = candidate.trace.and_then(|at| scene.run.traces.get(at))
    {
        candidate.suspects = scene.blame.of_trace(trace);
    }
    let named: Vec<String> = candidate.fields.get("mod").cloned().unwrap_or_default();
    if !named.is_empty() {
        let mut known: Vec<Suspect> = named.iter().map(|id| scene.blame.by_id(id)).collect();
        if let [only] = known.as_mut_slice()
            && only.name.is_none()
        {
            only.name = candidate.first("mod_name").map(str::to_owned);
        }
        candidate.suspects = known;
        if let [only] = named.as_slice() {
            beside(candidate, scene, &only.clone());
        }
    } else if wants_mod && let Some(owner) = named_owner(candidate, scene) {
        candidate.put("mod", owner.id.as_str());
        beside(candidate, scene, &owner.id);
        candidate.suspects.retain(|known| !known.id.eq_ignore_ascii_case(&owner.id));
        candidate.suspects.insert(0, owner);
    } else if wants_mod && let Some(first) = candidate.suspects.first().cloned() {
        candidate.put("mod", first.id.as_str());
        beside(candidate, scene, &first.id);
    }
}

/// The name beside the id, or the id beside the name.
fn beside(candidate: &mut Candidate, scene: &Scene<'_>, named: &str) {
    let extra = candidate.fields.remove("mod_name").and_then(|names| names.into_iter().next());
    let suspect = scene.blame.by_id(named);
    let other = extra.or_else(|| {
        let id = (!suspect.id.eq_ignore_ascii_case(named)).then(|| suspect.id.clone());
        id.or(suspect.name)
    });
    if let Some(other) = other.filter(|other| !other.eq_ignore_ascii_case(named)) {
        candidate.alias = Some(other);
    }
}

/// The major version beside the full one.
fn java(candidate: &mut Candidate) {
    candidate.fields.remove("mod_name");
    let Some(values) = candidate.fields.get_mut("current_java") else { return };
    if let [only] = values.as_slice() {
        let old = only.strip_prefix("1.").unwrap_or(only);
        let major: String = old.chars().take_while(char::is_ascii_digit).collect();
        if !major.is_empty() && major != *only {
            values.push(major);
        }
    }
}

/// The file's name beside its path.
fn paths(candidate: &mut Candidate) {
    for name in ["file", "path", "files", "dll", "library", "folder"] {
        let Some(values) = candidate.fields.get_mut(name) else { continue };
        if let [only] = values.as_slice()
            && let Some(last) = only.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next()
            && last != only
            && !last.is_empty()
        {
            let last = last.to_owned();
            values.push(last);
        }
    }
}
