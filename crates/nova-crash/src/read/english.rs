//! What loaders say of mods in other languages, said again in the words of their English message, so that rules know one form. Fabric's
//! translations keep the order of nothing but always name mods as `'Name' (id)`; Forge's and NeoForge's keep the colours that their
//! messages give to the mod (`§e`), what it wants (`§6`, `§3`) and the versions (`§o`).

/// Fabric's words for `requires`, in the languages it is shipped in.
const REQUIRES: [&str; 9] = [
    "nécessite",
    "требует",
    "потребує",
    "wymaga",
    "necesita",
    "yêu cầu",
    "必要とします",
    "필요하지만",
    "需要",
];
/// For `is incompatible with`.
const BREAKS: [&str; 10] = [
    "est incompatible avec",
    "несовместим",
    "несумісний",
    "nie jest kompatybilny",
    "no es compatible con",
    "không tương thích",
    "互換性がない",
    "호환되지 않는데",
    "不兼容",
    "不相容",
];
/// For `recommends` and `conflicts with`, which are advice.
const ADVICE: [&str; 20] = [
    "recommande",
    "рекомендует",
    "рекомендує",
    "zaleca",
    "recomienda",
    "đề xuất",
    "推奨",
    "권장",
    "建议",
    "建議",
    "conflits avec",
    "конфликтует",
    "конфліктує",
    "konfliktuje",
    "puede dar problemas",
    "xung đột",
    "同時に使用",
    "충돌",
    "冲突",
    "衝突",
];
/// Words beside a version that is the first of those that will do.
const LATER: [&str; 19] = [
    "ou plus tard",
    "après",
    "o posterior",
    "tras",
    "późniejsza",
    "новее",
    "после",
    "пізнішу",
    "після",
    "trở lên",
    "nào sau",
    "以上",
    "より後",
    "이상",
    "이후",
    "초과",
    "大於",
    "höher",
    "выше",
];
/// Words beside a version that is the end of those that will do.
const EARLIER: [&str; 19] = [
    "avant",
    "plus tôt",
    "anterior",
    "przed",
    "wcześniejsza",
    "ранее",
    "до ",
    "ранішу",
    "trước",
    "cũ hơn",
    "以下",
    "より前",
    "未満",
    "이하",
    "이전",
    "미만",
    "低於",
    "niedriger",
    "ниже",
];

/// The words that make a line worth a look for this.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    REQUIRES.into_iter().chain(BREAKS).chain(["§e"])
}

/// A loader's line in the words of the English one; none where it is English or no such line. `line` is the line with its colours,
/// `text` what is left of it without them.
pub(crate) fn in_english(line: &str, text: &str) -> Option<String> {
    if line.is_ascii() {
        return None;
    }
    coloured(line).or_else(|| fabric(text))
}

/// The words between a colour's mark and the next mark.
fn marked(line: &str, colours: &[char]) -> Option<(char, String)> {
    let mut parts = line.split('§').skip(1);
    let part = parts.find(|part| part.starts_with(colours))?;
    let mut chars = part.chars();
    Some((chars.next()?, chars.as_str().trim().to_owned()))
}

fn coloured(line: &str) -> Option<String> {
    const ENGLISH: [&str; 4] = ["requires", "only supports", "Currently,", "incompatible"];
    if !line.contains('§') || ENGLISH.iter().any(|word| line.contains(word)) {
        return None;
    }
    let (colour, other) = marked(line, &['6', '3'])?;
    let (_, versions) = marked(line, &['o'])?;
    if !is_id(&other) {
        return None;
    }
    let Some((_, id)) = marked(line, &['e']) else { return Some(currently(&other, &versions)) };
    let range = range(&versions).unwrap_or_else(|| versions.clone());
    match colour {
        _ if !is_id(&id) || line.contains("§d") => None,
        _ if line.contains("§c") => Some(format!("Mod {id} is incompatible with {other} {range}")),
        '6' => Some(format!("Mod {id} requires {other} {range}")),
        _ => Some(format!("Mod {id} only supports {other} {range}")),
    }
}

/// The second line: which version there is.
fn currently(id: &str, found: &str) -> String {
    let installed = found.starts_with(|c: char| c.is_ascii_digit());
    format!("Currently, {id} is {}", if installed { found } else { "not installed" })
}

/// `1.0 oder höher` as `1.0 or above`; none where the words are not understood.
fn range(words: &str) -> Option<String> {
    let has = |known: &[&str]| known.iter().any(|word| words.contains(word));
    match numbers(words).as_slice() {
        [] => Some("any".to_owned()),
        [only] if has(&LATER) => Some(format!("{only} or above")),
        [only] if has(&EARLIER) => Some(format!("{only} or below")),
        _ => None,
    }
}

/// A mod as Fabric names it, and what stands before and behind it.
struct Named<'a> {
    before: &'a str,
    name: &'a str,
    id: &'a str,
    behind: &'a str,
}

/// The first `'Name' (id)`.
fn named(text: &str) -> Option<Named<'_>> {
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find("' (") {
        let end = from + at;
        let inner = text.get(end + 3..)?;
        let id = inner.split(')').next().filter(|id| is_id(id));
        let open = text.get(..end)?.find('\'');
        if let (Some(id), Some(open)) = (id, open) {
            let behind = inner.get(id.len() + 1..)?;
            return Some(Named { before: text.get(..open)?, name: text.get(open + 1..end)?, id, behind });
        }
        from = end + 3;
    }
    None
}

fn fabric(text: &str) -> Option<String> {
    let first = named(text)?;
    let says = |words: &[&str]| words.iter().any(|word| first.behind.contains(word));
    // What is wanted may be there in a version that is called incompatible.
    let breaks = says(&BREAKS) && !says(&REQUIRES);
    if says(&ADVICE) || !(says(&REQUIRES) || says(&BREAKS)) {
        return None;
    }
    let (version, rest) = version(first.behind);
    let (wants, clause) = clauses(rest)?;
    let head = format!("Mod '{}' ({}) {version}", first.name, first.id);
    let other = named(wants);
    let found = numbers(clause).last().map(|found| (*found).to_owned());
    match (other, found) {
        (Some(other), Some(found)) => {
            let range = fabric_range(&format!("{} {}", other.before, other.behind));
            let mod_b = format!("mod '{}' ({})", other.name, other.id);
            Some(if breaks {
                format!(
                    "{head} is incompatible with {range} of {mod_b}, but a matching version is present: {found}!"
                )
            } else {
                format!("{head} requires {range} of {mod_b}, but only the wrong version is present: {found}!")
            })
        }
        (None, _) if says(&REQUIRES) => {
            let missing = wants.split(|c: char| !is_id_char(c)).rfind(|word| is_id(word))?;
            Some(format!("{head} requires {} of {missing}, which is missing!", fabric_range(wants)))
        }
        _ => None,
    }
}

/// The mod's own version, and what stands behind it.
fn version(behind: &str) -> (&str, &str) {
    let start = behind.trim_start_matches([' ', '(']);
    let end = start.find([' ', ')']).unwrap_or(start.len());
    start.split_at_checked(end).unwrap_or(("", start))
}

/// What is wanted, and what is said about it.
fn clauses(text: &str) -> Option<(&str, &str)> {
    let at = text.rfind([',', '，', '、'])?;
    let (wants, rest) = text.split_at_checked(at)?;
    let mut chars = rest.chars();
    chars.next();
    Some((wants, chars.as_str()))
}

fn fabric_range(words: &str) -> String {
    let has = |known: &[&str]| known.iter().any(|word| words.contains(word));
    match numbers(words).as_slice() {
        [] => "any version".to_owned(),
        [only] if only.strip_suffix(".x").is_some() => format!("any {only} version"),
        [only] if has(&LATER) => format!("version {only} or later"),
        [only] if has(&EARLIER) => format!("any version before {only}"),
        [only] => format!("version {only}"),
        [from, to, ..] => format!("any version between {from} (inclusive) and {to} (exclusive)"),
    }
}

/// The versions in a text.
fn numbers(text: &str) -> Vec<&str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
    let words = text.split(|c: char| !plain(c)).map(|word| word.trim_end_matches('.'));
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).collect()
}

fn is_id_char(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-' | '.')
}

fn is_id(word: &str) -> bool {
    word.len() >= 2 && word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(is_id_char)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_of_fabric_becomes_english() {
        let table = [
            (
                "- Mod 'Petit' (petit) 2.1 nécessite version 6.0 ou plus tard de cloth-config, ce qui manque !",
                "Mod 'Petit' (petit) 2.1 requires version 6.0 or later of cloth-config, which is missing!",
            ),
            (
                "- 모드 'Saero' (saero)(1.6 버전)은 모드 'Sodium' (sodium)(0.5.8 이상의 버전)이 필요하지만, 잘못된 버전(0.4.10)이 있습니다!",
                "Mod 'Saero' (saero) 1.6 requires version 0.5.8 or later of mod 'Sodium' (sodium), but only the wrong version is present: 0.4.10!",
            ),
            (
                "- Mod 'Iris' (iris) 1.6 は いずれかのバージョン の Mod 'Canvas' (canvas) と互換性がないのに、そのModが存在します: 1.0.2!",
                "Mod 'Iris' (iris) 1.6 is incompatible with any version of mod 'Canvas' (canvas), but a matching version is present: 1.0.2!",
            ),
            (
                "- 模组 'Foo' (foo) 1.0 需要 fabric-api 的 0.58.0 及以上版本，但没有安装它！",
                "Mod 'Foo' (foo) 1.0 requires version 0.58.0 or later of fabric-api, which is missing!",
            ),
        ];
        for (text, want) in table {
            assert_eq!(in_english(text, text).as_deref(), Some(want), "{text}");
        }
    }

    #[test]
    fn advice_and_other_lines_stay_as_they_are() {
        for text in [
            "- мод 'A' (a) 1.0 рекомендует любая версия версии modmenu, которая отсутствует!",
            "- 你需要安装 模组 'Foo' (foo) 的 任意版本。",
            "需要重新启动游戏",
            "§eIt§r is fine",
            "§e§6§o",
            "' (",
            "'é' (id) nécessite",
        ] {
            assert_eq!(in_english(text, text), None, "{text}");
        }
    }

    #[test]
    fn colours_tell_what_neoforge_says() {
        let table = [
            ("Мод §ea1§r требует §6b1§r §o2.0 или выше§r", "Mod a1 requires b1 2.0 or above"),
            ("模组 §ea1§r 与 §3b1§r §o任一§r §c不兼容§r", "Mod a1 is incompatible with b1 any"),
            ("§7目前 §6b1§r§7 是 §o§n未安装", "Currently, b1 is not installed"),
            ("§3b1§r§7 ist aktuell §o1.2§r", "Currently, b1 is 1.2"),
        ];
        for (line, want) in table {
            assert_eq!(in_english(line, "").as_deref(), Some(want), "{line}");
        }
    }
}
