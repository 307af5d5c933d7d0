//! The few causes that need structure rather than words: classes that are not there, what was being ticked, the memory a report
//! tells of, a bare exit code, and the mods a chain points at.

use super::{Candidate, Scene};
use crate::{
    Suspect, blame,
    rules::{Sure, Weight},
    structure::{Detail, Link, Trace},
};

/// Adds what structure tells.
pub(super) fn add(scene: &Scene<'_>, candidates: &mut Vec<Candidate>) {
    for (at, trace) in scene.ending.fatal(scene.run) {
        candidates.extend(missing_class(scene, at, trace));
    }
    candidates.extend(described(scene));
    candidates.extend(full_heap(scene));
    candidates.extend(suspected(scene));
    candidates.extend(exit_code(scene));
}

/// An endless recursion without a mod in it says less than what was being ticked.
pub(super) fn settle(scene: &Scene<'_>, candidates: &mut [Candidate]) {
    let overflow = scene.rules.cause("mem-stack-overflow");
    for candidate in candidates.iter_mut().filter(|candidate| Some(candidate.cause) == overflow) {
        if candidate.suspects.is_empty() {
            candidate.tier = 52;
        } else if let [first, second, ..] = candidate.suspects.as_slice() {
            let (first, second) = (first.id.clone(), second.id.clone());
            if candidate.first("mod") == Some(first.as_str()) {
                candidate.put("mod", second);
            }
        }
    }
}

/// `NoClassDefFoundError`: a mod's class, the game's own, or Java's.
fn missing_class(scene: &Scene<'_>, at: usize, trace: &Trace) -> Option<Candidate> {
    let missing = |link: &&Link| {
        link.class.ends_with("NoClassDefFoundError") || link.class.ends_with("ClassNotFoundException")
    };
    let link = trace.upwards().find(missing)?;
    let class = class_name(&link.message)?;
    let words = (trace.file, link.line, format!("{}: {}", link.class, link.message));
    let suspects = scene.blame.of_trace(trace);
    let id = kind_of_missing(&class, !suspects.is_empty() || !loads_game(trace));
    let mut candidate = Candidate::own(scene, id, Some(at), words)?;
    candidate.put("class", class.as_str());
    if id == "mod-missing-class" {
        if let Some(owner) = scene.blame.of_class(&class) {
            candidate.put("missing", owner.id);
        } else if class.starts_with("net.minecraft") || class.starts_with("com.mojang") {
            candidate.put("missing", "minecraft");
        }
        if scene.ending.main == Some(at) && !suspects.is_empty() {
            candidate.sure = Sure::Yes;
        }
    }
    Some(candidate)
}

/// The class that a message names, with points.
fn class_name(message: &str) -> Option<String> {
    let rest = message.trim();
    let rest = rest
        .strip_prefix("Could not load class ")
        .or_else(|| rest.strip_prefix("Unable to load class "))
        .unwrap_or(rest);
    if rest.starts_with("Could not initialize") {
        return None;
    }
    let word = rest.split([' ', '(', ',', ';', '"']).find(|word| !word.is_empty())?;
    let word = word.trim_start_matches('L').trim_matches(['\'', '"', ':']);
    let class = word.replace('/', ".");
    let plain = class.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '$' | '_' | '-'));
    plain.then_some(class)
}

fn kind_of_missing(class: &str, has_mod: bool) -> &'static str {
    let begins = |with: &[&str]| with.iter().any(|start| class.starts_with(start));
    match () {
        () if begins(&[
            "javax.xml.bind",
            "jdk.nashorn",
            "javax.script",
            "sun.misc.Unsafe",
            "sun.reflect",
            "java.util.jar.Pack200",
            "jdk.internal",
            "com.sun.nio",
            "javax.annotation",
            "javax.activation",
        ]) =>
        {
            "java-too-new"
        }
        () if begins(&[
            "java.util.HexFormat",
            "java.net.http",
            "java.lang.Record",
            "java.util.concurrent.Flow",
            "java.lang.invoke.VarHandle",
            "java.lang.StackWalker",
            "java.lang.Module",
            "java.lang.runtime",
        ]) =>
        {
            "java-too-old"
        }
        () if begins(&[
            "net.fabricmc.loader.",
            "net.fabricmc.fabric.impl",
            "FabricMixinTransformerProxy",
        ]) || class.ends_with("FabricMixinTransformerProxy") =>
        {
            "mod-fabric-removed-class"
        }
        () if begins(&["org.spongepowered.asm.launch.MixinTweaker"]) => "mod-missing-mixinbootstrap",
        () if is_core(class) && !has_mod => "inst-core-class",
        () => "mod-missing-class",
    }
}

/// Classes of the game, obfuscated ones too, and of the loaders' own libraries.
fn is_core(class: &str) -> bool {
    let short = !class.contains('.') && class.trim_matches('$').len() <= 5;
    short || blame::is_game(class)
}

/// Whether the chain comes from the loader itself reading the game.
fn loads_game(trace: &Trace) -> bool {
    trace.upwards().flat_map(Link::frames).all(|frame| blame::is_game(&frame.class))
}

/// What a crash report says that was being done.
fn described(scene: &Scene<'_>) -> Vec<Candidate> {
    let details = &scene.run.details;
    let description = details.iter().find(|detail| detail.key == "Description");
    let mut found = Vec::new();
    let by_words = description.and_then(|detail| Some((detail, of_description(&detail.value)?)));
    let by_section = details.iter().find_map(|detail| Some((detail, of_section(&detail.section)?)));
    let Some((detail, id)) = by_words.or(by_section) else { return found };
    let words = (detail.file, detail.line, format!("{}: {}", detail.key, detail.value));
    let Some(mut candidate) = Candidate::own(scene, id, scene.ending.main, words) else { return found };
    candidate.sure = if by_words.is_some() { Sure::Yes } else { Sure::Rather };
    about(&mut candidate, details, id);
    if let Some(trace) = scene.ending.main.and_then(|at| scene.run.traces.get(at)) {
        candidate.suspects = scene.blame.of_trace(trace);
    }
    namespace(&mut candidate, scene);
    found.push(candidate);
    found
}

fn of_description(text: &str) -> Option<&'static str> {
    let begins = |with: &[&str]| with.iter().any(|start| text.starts_with(start));
    Some(match () {
        () if begins(&["Ticking entity", "Entity being ticked"]) => "tick-entity",
        () if begins(&["Ticking block entity", "Ticking tile entity", "Ticking TileEntity"]) => {
            "tick-block-entity"
        }
        () if begins(&["Ticking player", "Player being ticked"]) => "tick-player",
        () if begins(&[
            "Exception ticking world",
            "Exception in server tick loop",
            "Ticking world",
            "Exception ticking",
        ]) =>
        {
            "tick-world"
        }
        () if begins(&["Watching Server", "Watching server"]) => "tick-watchdog",
        () if begins(&[
            "Tesselating block",
            "Tesselating liquid",
            "Batching model",
            "Rendering Block Entity",
            "Rendering Tile Entity",
            "Block render",
            "Tessellating block",
            "Encountered exception while building chunk",
        ]) =>
        {
            "render-block"
        }
        () if begins(&[
            "Feature placement",
            "Exception generating new chunk",
            "Generating structure",
            "Exception chunk generation",
        ]) =>
        {
            "worldgen"
        }
        () if begins(&["Rendering overlay", "Reloading resources", "Resource reload"]) => "res-overlay",
        () if begins(&["Loading NBT data", "Loading entity NBT", "Exception loading structure feature"]) => {
            "world-corrupt"
        }
        () if begins(&["Packet handling", "Main thread packet handler", "Packet decoding"]) => "net-protocol",
        () => return None,
    })
}

fn of_section(name: &str) -> Option<&'static str> {
    Some(match name {
        "Entity being ticked" => "tick-entity",
        "Block entity being ticked" | "Tile entity being ticked" => "tick-block-entity",
        "Player being ticked" => "tick-player",
        "Block model being tesselated" | "Block being tesselated" => "render-block",
        "Chunk to be generated" => "worldgen",
        _ => return None,
    })
}

/// Names of sections, keys of their lines, and the fields they give.
const ABOUT: [(&str, &str, &str); 17] = [
    ("Entity being", "Entity Type", "entity"),
    ("Entity being", "Entity ID", "id"),
    ("Entity being", "Entity's Exact location", "location"),
    ("Player being", "Entity's Exact location", "location"),
    ("lock entity being", "Name", "block"),
    ("lock entity being", "Block location", "location"),
    ("lock entity Details", "Name", "block"),
    ("lock entity Details", "Block location", "location"),
    ("ile entity being", "Name", "block"),
    ("ile entity being", "Block location", "location"),
    ("lock model being", "Block", "block"),
    ("lock model being", "Block location", "location"),
    ("Block being tesselated", "Block", "block"),
    ("Block being tesselated", "Block location", "location"),
    ("Feature", "Feature", "feature"),
    ("Feature", "Id", "feature"),
    ("Chunk to be generated", "Location", "chunk"),
];

fn about(candidate: &mut Candidate, details: &[Detail], id: &str) {
    for detail in details {
        for (section, key, field) in ABOUT {
            if detail.section.contains(section) && detail.key == key && candidate.first(field).is_none() {
                candidate.put(field, thing(&detail.value, field));
                candidate.words.push((detail.file, detail.line, format!("{}: {}", detail.key, detail.value)));
            }
        }
    }
    if id == "res-overlay" || id == "tick-world" || id == "net-protocol" {
        for detail in details
            .iter()
            .filter(|detail| detail.key == "Recovery reason" || detail.key == "Failed to reload")
        {
            candidate.words.push((detail.file, detail.line, format!("{}: {}", detail.key, detail.value)));
        }
    }
}

/// The name inside a value: `minecraft:pig (net.minecraft.X)`, `Block{a:b}[c=d]`, `a:b // net.minecraft.X`.
fn thing(value: &str, field: &str) -> String {
    if field == "location" || field == "chunk" {
        return value.split(" - ").next().unwrap_or(value).trim().to_owned();
    }
    let inner = value.strip_prefix("Block{").and_then(|rest| rest.split('}').next()).unwrap_or(value);
    inner.split([' ', '[', '(']).find(|part| !part.is_empty()).unwrap_or(inner).to_owned()
}

/// The namespace of a thing names its mod; the game's own things do not.
fn namespace(candidate: &mut Candidate, scene: &Scene<'_>) {
    let thing = ["entity", "block", "feature"]
        .iter()
        .find_map(|field| candidate.first(field))
        .unwrap_or_default()
        .to_owned();
    let listed = |space: &str| scene.blame.is_listed(space);
    let Some((space, _)) =
        thing.split_once(':').or_else(|| thing.split_once('.').filter(|(space, _)| listed(space)))
    else {
        return;
    };
    if space == "minecraft" || space.is_empty() {
        return;
    }
    let suspect = scene.blame.by_id(space);
    candidate.put("mod", space);
    candidate.suspects.insert(0, suspect);
}

/// `Memory: 123 bytes (1 MB) / 456 bytes (2 MB) up to 789 bytes (3 MB)`: free, reserved, allowed.
fn full_heap(scene: &Scene<'_>) -> Option<Candidate> {
    let detail = scene.run.details.iter().find(|detail| detail.key == "Memory")?;
    let numbers: Vec<u64> = detail
        .value
        .split(" bytes")
        .filter_map(|part| part.rsplit([' ', '/']).next()?.parse().ok())
        .collect();
    let [free, total, most] = numbers.as_slice() else { return None };
    let used = total.saturating_sub(*free);
    if *most < 64 << 20 || used * 100 < most * 98 {
        return None;
    }
    let words = (detail.file, detail.line, format!("Memory: {}", detail.value));
    let mut candidate = Candidate::own(scene, "mem-heap", None, words)?;
    candidate.put("max_heap", format!("{}", most >> 20));
    candidate.weight = Weight::Weak;
    candidate.sure = Sure::No;
    candidate.tier = 62;
    Some(candidate)
}

/// The mods a chain points at, where nothing better is known.
fn suspected(scene: &Scene<'_>) -> Option<Candidate> {
    let (at, trace) = scene.ending.fatal(scene.run).next()?;
    let mut suspects = scene.blame.of_trace(trace);
    let listed = listed(scene);
    if suspects.is_empty() && listed.is_empty() {
        return None;
    }
    let link = trace.root()?;
    let words = (trace.file, link.line, format!("{}: {}", link.class, link.message));
    let mut candidate = Candidate::own(scene, "mod-suspected", Some(at), words)?;
    for suspect in listed.iter().take(3) {
        candidate.put("mod", suspect.id.as_str());
    }
    for suspect in listed {
        if !suspects.iter().any(|known| known.id.eq_ignore_ascii_case(&suspect.id)) {
            suspects.push(suspect);
        }
    }
    let frames = link
        .frames()
        .take(12)
        .map(|frame| (trace.file, link.line, format!("at {}.{}", frame.class, frame.method)));
    candidate
        .words
        .extend(frames.filter(|(.., text)| !blame::is_game(text.get(3..).unwrap_or_default())).take(2));
    if let Some(detail) = scene.run.details.iter().find(|detail| detail.key == "Description") {
        candidate.put("description", detail.value.as_str());
    }
    candidate.suspects = suspects;
    Some(candidate)
}

/// What the report itself suspects: `Suspected Mods: Create (create), Flywheel (flywheel)`.
fn listed(scene: &Scene<'_>) -> Vec<Suspect> {
    let lines = scene.run.details.iter().filter(|detail| detail.key.starts_with("Suspected Mod"));
    let mut found: Vec<Suspect> = Vec::new();
    for part in lines.flat_map(|detail| detail.value.split([',', ';'])) {
        let inner = part.rsplit_once('(').and_then(|(_, rest)| rest.split(')').next());
        let id = inner.unwrap_or(part).trim();
        let id = id.split(['@', ' ']).next().unwrap_or(id);
        let nobody = ["none", "unknown", "null", ""].contains(&id.to_ascii_lowercase().as_str());
        if !nobody && !blame::is_loader(id) && !found.iter().any(|known| known.id == id) {
            found.push(scene.blame.by_id(id));
        }
    }
    found
}

/// Nothing but the number that the process ended with.
fn exit_code(scene: &Scene<'_>) -> Option<Candidate> {
    let code = scene.run.facts.get("exit_code")?;
    let number: i64 = code.parse().ok()?;
    // The same number is written with and without its sign.
    let signed = if number > i64::from(i32::MAX) { number - (1 << 32) } else { number };
    let told = matches!(
        signed,
        -1_073_741_819
            | -1_073_740_791
            | -1_073_740_940
            | -1_073_741_571
            | -1_073_741_510
            | -805_306_369
            | -1_073_741_515
            | -1_073_741_795
            | 134
            | 137
            | 139
            | 143
            | -6
            | -9
            | -11
    );
    if signed == 0 || (!told && scene.run.hits.iter().any(|hit| hit.whole)) || signed == 130 || signed == 143
    {
        return None;
    }
    let (file, line) = scene.run.fact_lines.get("exit_code").copied().unwrap_or((0, 1));
    let mut candidate =
        Candidate::own(scene, "native-exit-code", None, (file, line, format!("exit code {code}")))?;
    candidate.put("exit_code", signed.to_string());
    if !told {
        candidate.weight = Weight::Weak;
        candidate.sure = Sure::No;
    }
    Some(candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_read_out_of_messages() {
        assert_eq!(class_name("net/minecraft/class_1").as_deref(), Some("net.minecraft.class_1"));
        assert_eq!(class_name("Could not initialize class a.B"), None);
        assert_eq!(kind_of_missing("net.minecraft.world.Foo", true), "mod-missing-class");
        assert_eq!(kind_of_missing("bcv", false), "inst-core-class");
        assert_eq!(thing("Block{a:b}[c=d]", "block"), "a:b");
        assert_eq!(thing("minecraft:pig (net.minecraft.X)", "entity"), "minecraft:pig");
    }
}
