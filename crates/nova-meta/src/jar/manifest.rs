//! `META-INF/MANIFEST.MF`: the few attributes that loaders look at (JAR file specification, "Manifest").

use nova_model::clean;

use super::doc::SHORT;
use crate::lenient::text;

/// What loaders take from a manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// `Implementation-Version`, for `${file.jarVersion}`.
    pub(crate) version: Option<String>,
    /// `MixinConfigs`, separated by commas.
    pub(crate) mixins: Vec<String>,
    /// Whether a loader takes the jar without any other metadata: a library, language provider, coremod or tweaker.
    pub(crate) is_library: bool,
}

impl Manifest {
    /// Reads the main section.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let (text, _) = text::decode(bytes);
        let mut manifest = Self::default();
        for line in unfold(&text).lines().take_while(|line| !line.trim().is_empty()) {
            if let Some((key, value)) = line.split_once(':') {
                manifest.set(key.trim(), value.trim());
            }
        }
        manifest
    }

    fn set(&mut self, key: &str, value: &str) {
        match key.to_ascii_lowercase().as_str() {
            "implementation-version" => {
                self.version = Some(clean(value, SHORT)).filter(|version| !version.is_empty());
            }
            "mixinconfigs" => {
                let names = value.split(',').map(str::trim).filter(|name| !name.is_empty());
                self.mixins = names.take(64).map(|name| clean(name, SHORT)).collect();
            }
            "fmlmodtype" => self.is_library |= !value.eq_ignore_ascii_case("mod"),
            "fmlcoreplugin" | "tweakclass" | "premain-class" => self.is_library = true,
            _ => {}
        }
    }
}

/// A line that begins with a blank goes on with the line before it.
fn unfold(text: &str) -> String {
    text.replace("\r\n", "\n").replace("\n ", "")
}

#[cfg(test)]
mod tests {
    use super::Manifest;

    #[test]
    fn folded_lines_and_the_main_section_count() {
        let text = b"Manifest-Version: 1.0\r\nImplementation-Ver\r\n sion: 1.2\r\n .3\r\nMixinConfigs: a.json, b.json\r\n\r\nName: x\r\nImplementation-Version: 9\r\n";
        let manifest = Manifest::parse(text);
        assert_eq!(manifest.version.as_deref(), Some("1.2.3"));
        assert_eq!(manifest.mixins, ["a.json", "b.json"]);
        assert!(!manifest.is_library);
        assert!(Manifest::parse(b"FMLModType: GAMELIBRARY").is_library);
    }
}
