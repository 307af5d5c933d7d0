//! What a Java runtime says about itself: its `release` file, or the properties it prints.

use super::JavaKind;

/// What a runtime says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) version: String,
    pub(crate) major: u32,
    pub(crate) vendor: Option<String>,
    pub(crate) arch: Option<String>,
}

/// Facts of a `release` file: lines `KEY="value"`. None without a version in it.
pub(crate) fn of_release(text: &str) -> Option<Facts> {
    let value = |key: &str| text.lines().find_map(|line| quoted(line, key));
    let version = value("JAVA_VERSION").or_else(|| value("JAVA_RUNTIME_VERSION"))?;
    facts(&version, value("IMPLEMENTOR"), value("OS_ARCH"))
}

/// Facts of what `java -XshowSettings:properties -version` prints: lines `name = value`.
pub(crate) fn of_properties(text: &str) -> Option<Facts> {
    let value = |key: &str| {
        let line = |line: &str| {
            line.split_once('=')
                .filter(|(name, _)| name.trim() == key)
                .map(|(_, value)| value.trim().to_owned())
        };
        text.lines().find_map(line)
    };
    facts(&value("java.version")?, value("java.vendor"), value("os.arch"))
}

fn facts(version: &str, vendor: Option<String>, arch: Option<String>) -> Option<Facts> {
    let major = major(version)?;
    let vendor = vendor.filter(|vendor| !vendor.is_empty() && vendor != "N/A");
    Some(Facts {
        version: short(version),
        major,
        vendor: vendor.map(|vendor| short(&vendor)),
        arch: arch.map(|arch| family(&arch)),
    })
}

/// Longer texts are no versions and no names.
fn short(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(80).collect()
}

fn quoted(line: &str, key: &str) -> Option<String> {
    let (name, value) = line.split_once('=')?;
    (name.trim() == key).then(|| value.trim().trim_matches('"').to_owned())
}

/// `8` of `1.8.0_392`, `17` of `17.0.15`, `21` of `21-ea`.
pub(crate) fn major(version: &str) -> Option<u32> {
    let mut numbers = version.split(|letter: char| !letter.is_ascii_digit());
    let first: u32 = numbers.next()?.parse().ok()?;
    let major = if first == 1 { numbers.next()?.parse().ok()? } else { first };
    (1..=999).contains(&major).then_some(major)
}

/// The processor family as Rust names it.
fn family(arch: &str) -> String {
    match arch.to_ascii_lowercase().as_str() {
        "amd64" | "x86_64" | "x64" => "x86_64",
        "x86" | "i386" | "i486" | "i586" | "i686" => "x86",
        "aarch64" | "arm64" => "aarch64",
        "arm" | "arm32" => "arm",
        other => return short(other),
    }
    .to_owned()
}

/// A kit has a compiler beside the runtime.
pub(crate) fn kind(executable: &std::path::Path) -> JavaKind {
    let compiler = ["javac", "javac.exe"].iter().any(|name| executable.with_file_name(name).is_file());
    if compiler { JavaKind::Jdk } else { JavaKind::Jre }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn versions_of_all_ages_give_their_major() {
        for (version, expected) in
            [("1.8.0_392", 8), ("17.0.15", 17), ("21-ea", 21), ("25", 25), ("9", 9), ("11.0.2+9", 11)]
        {
            assert_eq!(major(version), Some(expected), "{version}");
        }
        for version in ["", "1", "abc", "99999999999", "0"] {
            assert_eq!(major(version), None, "{version}");
        }
    }

    #[test]
    fn a_release_file_is_read() {
        let text = "IMPLEMENTOR=\"Eclipse Adoptium\"\r\nJAVA_VERSION=\"17.0.9\"\r\nOS_ARCH=\"x86_64\"\r\n";
        let facts = of_release(text).unwrap();
        assert_eq!((facts.major, facts.version.as_str()), (17, "17.0.9"));
        assert_eq!(
            (facts.vendor.as_deref(), facts.arch.as_deref()),
            (Some("Eclipse Adoptium"), Some("x86_64"))
        );
        assert_eq!(of_release("OS_ARCH=\"amd64\""), None);
    }

    #[test]
    fn printed_properties_are_read() {
        let text = "Property settings:\n    java.vendor = Oracle\n    java.version = 1.8.0_202\n    os.arch = amd64\n";
        let facts = of_properties(text).unwrap();
        assert_eq!((facts.major, facts.arch.as_deref()), (8, Some("x86_64")));
        assert_eq!(of_properties("Error: could not create the Java virtual machine"), None);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_readers_panic(text in "(JAVA_VERSION|java.version|OS_ARCH)?[=\" \n0-9a-zA-Z._é-]{0,80}") {
            let _ = (of_release(&text), of_properties(&text), major(&text));
        }
    }
}
