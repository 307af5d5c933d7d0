//! Names of versions: what may be looked up, what may be made, and the nearest ones to a mistyped one.

/// Whether a text can be the name of one folder: no path, no control characters. What may be looked up.
pub(crate) fn is_folder_name(name: &str) -> bool {
    let plain = !name.is_empty() && name.len() <= 255 && name != "." && name != "..";
    plain && !name.chars().any(|letter| matches!(letter, '/' | '\\') || letter.is_control())
}

/// The exact name, else the only one that differs in case.
pub(crate) fn pick<'a>(name: &str, names: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    if let Some(exact) = names.clone().find(|candidate| *candidate == name) {
        return Some(exact);
    }
    let wanted = name.to_lowercase();
    let mut alike = names.filter(|candidate| candidate.to_lowercase() == wanted);
    alike.next().filter(|_| alike.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_no_folder_names() {
        for bad in ["", ".", "..", "a/b", "a\\b", "a\nb", "\u{1b}[2J", "a\0"] {
            assert!(!is_folder_name(bad), "{bad:?}");
        }
        assert!(is_folder_name("整合包 1.20.1 (测试)"));
    }

    #[test]
    fn case_is_forgiven_only_where_one_fits() {
        let names = ["Pack", "one", "ONE"];
        assert_eq!(pick("pack", names.into_iter()), Some("Pack"));
        assert_eq!(pick("one", names.into_iter()), Some("one"));
        assert_eq!(pick("One", names.into_iter()), None);
        assert_eq!(pick("two", names.into_iter()), None);
    }
}
