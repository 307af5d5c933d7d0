//! Whose fault it is: from classes and frames to mods. Surest first: the caller's index of jars, the mod's id in a mixin's method,
//! the module's name, the jar's name, the log's own list of mods, and last the package's name.

use crate::{
    Known, Suspect,
    structure::{Frame, Link, LinkKind, ModEntry, ModTable, Trace},
};

/// Packages of the game, its loaders, Java and common libraries.
const NOT_MODS: &[&str] = &[
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "jogamp.",
    "net.minecraft.",
    "com.mojang.",
    "net.minecraftforge.",
    "net.neoforged.",
    "cpw.mods.",
    "net.fabricmc.loader",
    "net.fabricmc.devlaunchinjector",
    "org.quiltmc.loader",
    "org.spongepowered.asm",
    "org.spongepowered.include",
    "com.llamalad7.mixinextras",
    "org.lwjgl",
    "io.netty.",
    "com.google.",
    "org.apache.",
    "it.unimi.",
    "org.objectweb.",
    "oshi.",
    "joptsimple.",
    "org.joml",
    "org.slf4j",
    "kotlin.",
    "kotlinx.",
    "scala.",
    "groovy.",
    "paulscode.",
    "com.electronwill.nightconfig",
    "com.typesafe.",
    "org.yaml.",
    "org.json.",
    "com.ibm.icu",
    "net.java.",
    "org.multimc",
    "org.prismlauncher",
    "com.moulberry",
    "io.github.zekerzhayard.forgewrapper",
    "moe.yushi.",
    "org.jackhuang.",
    "nonapi.",
    "org.openjdk.",
    "org.codehaus.",
    "com.fasterxml.",
    "okhttp3.",
    "okio.",
    "ca.weblite",
    "com.jcraft.",
    "net.jpountz.",
    "LZMA.",
    "ibxm.",
    "org.bukkit.craftbukkit",
    "org.bukkit.plugin",
    "io.papermc.",
    "oolloo.",
    "com.jagrosh",
    "reactor.",
    "net.md_5",
    "de.oceanlabs",
    "ru.otus",
    "com.github.steveice10",
];
/// Parts of a package that name nobody.
const COMMON: &[&str] = &[
    "com",
    "net",
    "org",
    "io",
    "me",
    "dev",
    "de",
    "fr",
    "ru",
    "uk",
    "co",
    "cn",
    "xyz",
    "eu",
    "nl",
    "pl",
    "cc",
    "tv",
    "top",
    "us",
    "pro",
    "site",
    "club",
    "github",
    "gitlab",
    "gmail",
    "minecraft",
    "mods",
    "mod",
    "mc",
    "team",
    "mcmods",
    "modding",
    "forge",
    "fabric",
    "common",
    "client",
    "server",
    "core",
    "mixin",
    "mixins",
    "api",
    "impl",
    "world",
    "asm",
    "one",
    "info",
    "moe",
    "gg",
    "it",
    "ca",
    "jp",
    "tw",
    "tech",
    "games",
    "studio",
    "blog",
];
/// Modules of the game and its loaders.
const NOT_MODULES: &[&str] = &[
    "minecraft",
    "forge",
    "neoforge",
    "fml",
    "fmlcore",
    "fmlloader",
    "fml_loader",
    "javafmllanguage",
    "lowcodelanguage",
    "mclanguage",
    "client",
    "server",
    "knot",
    "app",
    "cpw.mods.modlauncher",
    "cpw.mods.bootstraplauncher",
    "mixin",
    "org.spongepowered.mixin",
    "java.base",
    "mixinextras",
    "mixinextras.neoforge",
    "srg",
    "bootstraplauncher",
    "modlauncher",
    "eventbus",
    "loader",
    "fabric-loader",
    "fabricloader",
    "quilt_loader",
    "java",
    "quilt-loader",
];

/// Finds the mods behind classes.
pub(crate) struct Blame<'a> {
    known: &'a Known<'a>,
    mods: &'a ModTable,
}

impl<'a> Blame<'a> {
    pub(crate) fn new(known: &'a Known<'a>, mods: &'a ModTable) -> Self {
        Self { known, mods }
    }

    /// The mod with an id, with what is known of it.
    pub(crate) fn by_id(&self, id: &str) -> Suspect {
        let id = id.trim();
        if let Some(suspect) = self.known.owners.by_id(id) {
            return suspect;
        }
        match self.mods.get(id).or_else(|| self.mods.by_name(id)).or_else(|| self.mods.by_file(id)) {
            Some(entry) => {
                Suspect { id: entry.id.clone(), name: entry.name.clone(), file: entry.file.clone() }
            }
            None => Suspect { id: id.to_owned(), name: None, file: None },
        }
    }

    /// Whether the files list a mod with this id.
    pub(crate) fn is_listed(&self, id: &str) -> bool {
        self.mods.get(id).is_some()
    }

    /// The mod that a mixin config is named after: `foo.mixins.json`, `mixins.foo.json`.
    pub(crate) fn of_config(&self, config: &str) -> Option<Suspect> {
        let name = config.rsplit('/').next()?.trim_end_matches(".json").trim_end_matches(".json5");
        let parts: Vec<&str> = name
            .split(['.', '-'])
            .filter(|part| {
                !["mixins", "mixin", "common", "forge", "fabric", "client", "neoforge"].contains(part)
            })
            .collect();
        let joined = name.split('.').find(|part| self.is_listed(part)).or(parts.first().copied())?;
        (joined.len() > 1 && !is_loader(joined)).then(|| self.by_id(joined))
    }

    /// The mods of a chain, those nearest to the fault first.
    pub(crate) fn of_trace(&self, trace: &Trace) -> Vec<Suspect> {
        let mut found: Vec<Suspect> = Vec::new();
        for link in trace.upwards() {
            self.of_link(link, &mut found);
            if let Some(named) = self.of_message(&link.message)
                && !found.iter().any(|known| known.id == named.id)
            {
                found.push(named);
            }
        }
        if found.is_empty() {
            found.extend(self.of_patches(trace));
        }
        found
    }

    /// A class that the message itself names: `Cannot invoke "a.b.C.d()"`.
    fn of_message(&self, message: &str) -> Option<Suspect> {
        let (_, rest) = message.split_once('"')?;
        let path = rest.split(['"', '(', ' ']).next()?;
        let (class, _) = path.rsplit_once('.')?;
        if class.matches('.').count() < 2 { None } else { self.of_class(class) }
    }

    /// Mods that patched the classes at the fault, where no mod stands there itself.
    fn of_patches(&self, trace: &Trace) -> Option<Suspect> {
        let root = trace.root()?;
        root.frames().take(3).flat_map(|frame| frame.mixins).find_map(|config| self.of_config(&config))
    }

    /// The mods of one exception of a chain.
    pub(crate) fn of_link(&self, link: &Link, found: &mut Vec<Suspect>) {
        if link.kind == LinkKind::Suppressed {
            return;
        }
        for suspect in link.frames().filter_map(|frame| self.of_frame(&frame)) {
            if found.len() < 6 && !found.iter().any(|known| known.id.eq_ignore_ascii_case(&suspect.id)) {
                found.push(suspect);
            }
        }
    }

    fn of_frame(&self, frame: &Frame) -> Option<Suspect> {
        if let Some(id) = mixin_owner(&frame.method) {
            return Some(self.by_id(id)).filter(|suspect| !is_loader(&suspect.id));
        }
        if let Some(suspect) = self.known.owners.of_class(&frame.class) {
            return Some(suspect);
        }
        if is_game(&frame.class) {
            return None;
        }
        let module = frame.module.as_deref().map(|module| module.split('@').next().unwrap_or(module));
        if let Some(module) = module
            .filter(|module| !is_loader(module) && frame.module.as_deref().is_some_and(|m| m.contains('@')))
        {
            return Some(self.by_id(module));
        }
        let jar = frame.jar.as_deref().filter(|jar| !is_game_jar(jar));
        if let Some(entry) = jar.and_then(|jar| self.mods.by_file(jar)) {
            return Some(self.by_id(&entry.id)).filter(|suspect| !is_loader(&suspect.id));
        }
        let mut suspect = self.of_class(&frame.class)?;
        suspect.file = suspect.file.or_else(|| jar.map(str::to_owned));
        Some(suspect)
    }

    /// The mod that a class seems to belong to, by its package.
    pub(crate) fn of_class(&self, class: &str) -> Option<Suspect> {
        if let Some(suspect) = self.known.owners.of_class(class) {
            return Some(suspect);
        }
        if is_game(class) {
            return None;
        }
        let (package, _) = class.rsplit_once('.')?;
        let parts: Vec<&str> = package.split('.').collect();
        let whole = (2..=parts.len()).rev().find_map(|count| self.mods.get(&parts.get(..count)?.join(".")));
        let listed =
            parts.iter().skip(1).find_map(|part| self.mods.get(part).filter(|entry| !is_loader(&entry.id)));
        let listed = whole.or(listed);
        if let Some(entry) = listed.or_else(|| self.mods.get(parts.first()?)) {
            return Some(self.by_id(&entry.id));
        }
        let name = guess(&parts)?;
        let candidates = || self.mods.iter().filter(|entry| !is_loader(&entry.id));
        let alike = |entry: &&ModEntry| {
            alike(&entry.id, name) || entry.name.as_deref().is_some_and(|shown| alike(shown, name))
        };
        let near = |entry: &&ModEntry| is_near(&entry.id, name);
        let short = |entry: &&ModEntry| initials(&entry.id).eq_ignore_ascii_case(name);
        let listed =
            candidates().find(alike).or_else(|| candidates().find(near)).or_else(|| candidates().find(short));
        Some(listed.map_or_else(
            || Suspect { id: name.to_owned(), name: None, file: None },
            |entry| self.by_id(&entry.id),
        ))
    }
}

/// The part of a package that is most likely a mod's name.
fn guess<'a>(parts: &[&'a str]) -> Option<&'a str> {
    let telling = |part: &str| !COMMON.contains(&part.to_ascii_lowercase().as_str()) && part.len() > 1;
    let at = parts.iter().position(|part| telling(part))?;
    // The author comes first, then the mod.
    let next = parts.get(at + 1).filter(|part| telling(part) && !is_inner(part));
    next.or_else(|| parts.get(at)).copied()
}

/// Names of packages inside a mod.
fn is_inner(part: &str) -> bool {
    [
        "block",
        "blocks",
        "item",
        "items",
        "entity",
        "entities",
        "util",
        "utils",
        "init",
        "event",
        "events",
        "handler",
        "config",
        "network",
        "gui",
        "render",
        "renderer",
        "screen",
        "registry",
        "tile",
        "tileentity",
        "blockentity",
        "setup",
        "data",
        "command",
        "compat",
        "integration",
        "plugin",
        "content",
        "loader",
        "main",
        "lib",
        "proxy",
        "helpers",
        "listener",
        "hooks",
        "hook",
    ]
    .contains(&part.to_ascii_lowercase().as_str())
}

fn alike(id: &str, name: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().replace(['_', '-', ' '], "");
    plain(id) == plain(name)
}

/// One name begins or ends with the other: `customnpcs` and `npcs`.
fn is_near(id: &str, part: &str) -> bool {
    let (id, part) = (id.to_lowercase(), part.to_lowercase());
    let (long, short) = if id.len() >= part.len() { (&id, &part) } else { (&part, &id) };
    short.len() >= 4 && (long.starts_with(short.as_str()) || long.ends_with(short.as_str()))
}

/// `NotEnoughItems`: nei
fn initials(name: &str) -> String {
    name.chars().filter(char::is_ascii_uppercase).collect()
}

/// Whether a class belongs to the game, a loader, Java or a common library.
pub(crate) fn is_game(class: &str) -> bool {
    !class.contains('.')
        || NOT_MODS.iter().any(|package| class.starts_with(package))
        || class.starts_with('$')
}

/// Whether an id is the game, a loader or Java.
pub(crate) fn is_loader(id: &str) -> bool {
    NOT_MODULES.contains(&id.to_lowercase().as_str())
}

fn is_game_jar(jar: &str) -> bool {
    let jar = jar.to_ascii_lowercase();
    [
        "client-",
        "forge-",
        "neoforge-",
        "minecraft",
        "server-",
        "fabric-loader",
        "modlauncher",
        "fmlcore",
        "fmlloader",
        "launchwrapper",
        "1.",
        "intermediary",
        "quilt-loader",
    ]
    .iter()
    .any(|name| jar.starts_with(name))
}

/// `handler$abc000$modid$name`: newer Mixin writes the mod's id into the method.
pub(crate) fn mixin_owner(method: &str) -> Option<&str> {
    const KINDS: [&str; 12] = [
        "handler",
        "redirect",
        "modify",
        "localvar",
        "constant",
        "args",
        "wrapOperation",
        "wrapWithCondition",
        "modifyReturnValue",
        "modifyExpressionValue",
        "modifyReceiver",
        "md",
    ];
    let mut parts = method.split('$');
    let kind = parts.next()?;
    let mark = parts.next()?;
    let id = parts.next()?;
    parts.next()?;
    (KINDS.contains(&kind) && (mark.len() == 6 || kind == "md") && id.len() > 1).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::frame;

    #[test]
    fn mods_are_named_by_what_frames_say() {
        let known = Known::default();
        let mut mods = ModTable::default();
        mods.add(ModEntry {
            id: "jei".into(),
            name: Some("Just Enough Items".into()),
            ..ModEntry::default()
        });
        let blame = Blame::new(&known, &mods);
        let name = |text: &str| {
            frame::parse(text).and_then(|frame| blame.of_frame(&frame)).map(|suspect| suspect.id)
        };
        let table = [
            ("at TRANSFORMER/create@0.5/com.simibubi.create.X.y(X.java:1)", Some("create")),
            ("at TRANSFORMER/minecraft@1.20/net.minecraft.X.y(X.java:1)", None),
            ("at mezz.jei.gui.X.y(X.java:1)", Some("jei")),
            (
                "at net.minecraft.class_310.handler$zzb000$journeymap$onTick(class_310.java:5)",
                Some("journeymap"),
            ),
            ("at com.author.coolmod.block.X.y(X.java:1)", Some("coolmod")),
            ("at vazkii.botania.common.X.y(X.java:1)", Some("botania")),
            ("at java.util.ArrayList.get(ArrayList.java:1)", None),
        ];
        for (text, want) in table {
            assert_eq!(name(text).as_deref(), want, "{text}");
        }
    }
}
