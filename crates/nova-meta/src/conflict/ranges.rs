//! Versions and ranges in the notation of whoever wrote them.

use nova_model::{FabricRange, FabricVersion, Loader, MavenRange, MavenVersion, QuiltRange};

/// A version in one loader's order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Version {
    Maven(MavenVersion),
    Fabric(FabricVersion),
}

impl Version {
    pub(crate) fn parse(loader: Loader, text: &str) -> Self {
        match loader {
            Loader::Fabric | Loader::Quilt => Self::Fabric(FabricVersion::parse(text)),
            _ => Self::Maven(MavenVersion::parse(text)),
        }
    }
}

/// Whether a version that nobody filled in, or that is not known, can be judged.
pub(crate) fn is_known(version: &str) -> bool {
    !version.is_empty() && !version.contains("${") && !version.contains('@')
}

/// Whether a range, as the metadata of `loader` writes it, allows a version. What cannot be read allows everything: a
/// wrong guess would send the player after a fault that is not there.
pub(crate) fn allows(loader: Loader, range: &str, version: &str) -> bool {
    let range = range.trim();
    if matches!(range, "" | "*") || !is_known(version) || range.contains("${") {
        return true;
    }
    match loader {
        Loader::Fabric => {
            let version = FabricVersion::parse(version);
            one_of(range, |part| FabricRange::parse(part).ok().map(|range| range.contains(&version)))
        }
        Loader::Quilt => {
            let version = FabricVersion::parse(version);
            one_of(range, |part| QuiltRange::parse(part).ok().map(|range| range.contains(&version)))
        }
        _ => MavenRange::parse(range).map_or(true, |range| range.contains(&MavenVersion::parse(version))),
    }
}

fn one_of(range: &str, holds: impl Fn(&str) -> Option<bool>) -> bool {
    range.split("||").any(|part| holds(part.trim()).unwrap_or(true))
}

#[cfg(test)]
mod tests {
    use nova_model::Loader;

    use super::allows;

    #[test]
    fn each_loader_has_its_notation() {
        assert!(allows(Loader::Fabric, ">=1.20 <1.21", "1.20.4"));
        assert!(!allows(Loader::Fabric, "1.19.x || 1.21.x", "1.20.4"));
        assert!(allows(Loader::Forge, "[47,)", "47.2.0"));
        assert!(!allows(Loader::Forge, "[48,)", "47.2.0"));
        assert!(allows(Loader::Quilt, ">=0.20", "0.21.0"));
    }

    #[test]
    fn what_cannot_be_judged_is_allowed() {
        assert!(allows(Loader::Fabric, ">=1", "${version}"));
        assert!(allows(Loader::Forge, "[1,(2,)],[[,", "5"));
        assert!(allows(Loader::Fabric, "", "1"));
    }
}
