//! One line of a stack trace: class, method, and what loaders write beside it.

/// One frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The class with its package.
    pub(crate) class: String,
    /// The method.
    pub(crate) method: String,
    /// The Java module it came from (`create@0.5.1`), without its class loader.
    pub(crate) module: Option<String>,
    /// The jar it came from.
    pub(crate) jar: Option<String>,
    /// Mixin configs that changed the class.
    pub(crate) mixins: Vec<String>,
}

/// Names longer than this are cut.
const LONGEST: usize = 300;

/// Whether a line's words are a frame; says nothing of its parts.
pub(crate) fn is_frame(text: &str) -> bool {
    let text = text.trim_start();
    let (said, text) = match text.strip_prefix("at ") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let Some((path, place)) = text.split_once('(') else { return said && is_path(text) };
    is_path(path) && (said || is_place(place))
}

fn is_path(path: &str) -> bool {
    let path = path.trim_end();
    let last = path.rsplit('/').next().unwrap_or(path);
    path.contains('.') && !last.contains(' ') && path.len() < 2_000
}

fn is_place(place: &str) -> bool {
    let inner = place.split(')').next().unwrap_or(place);
    [".java", ".kt", ".scala", ".groovy", "Native Method", "Unknown Source", "SourceFile"]
        .iter()
        .any(|word| inner.contains(word))
}

/// The parts of a frame.
pub(crate) fn parse(text: &str) -> Option<Frame> {
    if !is_frame(text) {
        return None;
    }
    let text = text.trim_start();
    let text = text.strip_prefix("at ").unwrap_or(text);
    let (path, rest) = text.split_once('(').unwrap_or((text, ""));
    let (module, name) = split_module(path.trim());
    let (class, method) = name.rsplit_once('.')?;
    Some(Frame {
        class: short(class),
        method: short(method),
        module: module.map(short),
        jar: jar(rest).map(short),
        mixins: mixins(rest),
    })
}

/// `LOADER/module@version/class.method`; lambdas have a slash of their own.
fn split_module(path: &str) -> (Option<&str>, &str) {
    let (mut module, mut name) = (None, path);
    while let Some((before, after)) = name.split_once('/') {
        if before.contains("Lambda") {
            break;
        }
        if !before.is_empty() {
            module = Some(before);
        }
        name = after;
    }
    (module, name)
}

/// `~[create-1.20.jar%2387!/:0.5.1]`
fn jar(rest: &str) -> Option<&str> {
    let inner = rest.split_once('[')?.1;
    let end = inner.find([']', '!', '%']).unwrap_or(inner.len());
    let name = inner.get(..end)?;
    let name = name.find(".jar").and_then(|at| name.get(..at + 4))?;
    Some(name.rsplit(['/', '\\']).next().unwrap_or(name))
}

/// `pl:mixin:APP:create.mixins.json:SomeMixin`
fn mixins(rest: &str) -> Vec<String> {
    let part = |part: &'_ str| part.split([':', ',', '}']).next().unwrap_or_default().to_owned();
    let configs = rest.split("pl:mixin:APP:").skip(1).map(part);
    let transformers = rest.split("xf:fml:").skip(1).map(part).filter(|id| id != "forge");
    configs.chain(transformers).take(20).map(|name| short(&name)).collect()
}

fn short(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_every_loader_are_read() {
        let forge = parse("\tat TRANSFORMER/create@0.5.1/com.x.Y$Z.run(Y.java:12) ~[create-1.20.jar%2387!/:0.5.1] {re:mixin,pl:mixin:APP:foo.mixins.json:BarMixin,pl:mixin:A}").unwrap();
        assert_eq!((forge.class.as_str(), forge.method.as_str()), ("com.x.Y$Z", "run"));
        assert_eq!(
            (forge.module.as_deref(), forge.jar.as_deref()),
            (Some("create@0.5.1"), Some("create-1.20.jar"))
        );
        assert_eq!(forge.mixins, ["foo.mixins.json"]);
        let plain = parse("net.minecraft.client.main.Main.main(SourceFile:123)").unwrap();
        assert_eq!(plain.class, "net.minecraft.client.main.Main");
        let lambda = parse("  at a.B$$Lambda$12/0x0123.run(Unknown Source)").unwrap();
        assert_eq!(lambda.method, "run");
        let layer = parse("at LAYER PLUGIN/fml@1/net.x.Y.z(Y.java:1)").unwrap();
        assert_eq!(layer.module.as_deref(), Some("fml@1"));
        assert!(parse("at least two mods (see below)").is_none());
        assert!(parse("Loading a.b.c (version 1)").is_none());
    }
}
