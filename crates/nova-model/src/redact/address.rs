//! Addresses of machines and of mail, and what only looks like one: versions, times, file names.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::Hit;

/// Words before an address. Only words that say what follows; `from` and `to` stand before versions as often.
const ADDRESS_WORDS: [&str; 16] = [
    "ip",
    "addr",
    "address",
    "host",
    "hostname",
    "connect",
    "connecting",
    "connected",
    "login",
    "remote",
    "peer",
    "ping",
    "proxy",
    "bind",
    "listening",
    "resolved",
];
/// Words before a version.
const VERSION_WORDS: [&str; 9] =
    ["version", "ver", "v", "forge", "build", "loader", "update", "updating", "mod"];
/// Words that are looked at before a candidate.
const LOOK_BACK: usize = 5;

/// Four numbers are an address, unless they look more like a version: no version of a mod or a loader begins with 64 or more
/// or has a number of 100 or more in its second or third place; below that, the words and signs around decide.
pub(super) fn is_ipv4(hit: &Hit<'_>) -> bool {
    let Ok(address) = hit.text.parse::<Ipv4Addr>() else { return false };
    if !stands_alone(hit) || address.is_loopback() || address.is_unspecified() || address.is_broadcast() {
        return false;
    }
    let [first, second, third, _] = address.octets();
    match first {
        100.. => true,
        _ if has_version_sign(hit) => false,
        64.. => true,
        _ if second.max(third) >= 100 => true,
        10 => !has_word(hit.before, &VERSION_WORDS) && !names_a_library(hit.before),
        _ => is_called_address(hit),
    }
}

/// No digit, letter or point touches it.
fn stands_alone(hit: &Hit<'_>) -> bool {
    let mut after = hit.after.chars();
    let next = after.next();
    let number_goes_on = next == Some('.') && after.next().is_some_and(|c| c.is_ascii_alphanumeric());
    let before = hit.before.chars().next_back();
    let touches = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    !number_goes_on && !touches(before) && before != Some('.') && !touches(next)
}

fn has_version_sign(hit: &Hit<'_>) -> bool {
    let before = hit.before.chars().next_back();
    let after = hit.after.chars().next();
    before.is_some_and(|c| matches!(c, '-' | '+' | '@' | '~' | '^'))
        || after.is_some_and(|c| matches!(c, '-' | '+'))
}

/// A port behind it, a slash that begins a socket's address, or a word that says so.
fn is_called_address(hit: &Hit<'_>) -> bool {
    let port = hit.after.strip_prefix(':').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let slash = hit.before.strip_suffix('/');
    let socket = slash
        .is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_')));
    let word = has_word(hit.before, &ADDRESS_WORDS) && !has_word(hit.before, &VERSION_WORDS);
    port || (socket && !hit.after.starts_with('/')) || (word && !names_a_library(hit.before))
}

/// Lists of mods and of loaded libraries have a file's name and its version on one line.
fn names_a_library(before: &str) -> bool {
    [".jar", ".dll", ".so", ".dylib"].iter().any(|ending| before.contains(ending))
}

fn has_word(before: &str, words: &[&str]) -> bool {
    let near =
        before.rsplit(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty()).take(LOOK_BACK);
    near.map(str::to_ascii_lowercase).any(|word| words.contains(&word.as_str()))
}

/// Only the blocks that are in use: global unicast, unique local, link local, multicast, and IPv4 inside IPv6. A time of day,
/// a MAC address or `dead::beef` of a source file is none of them.
pub(super) fn is_ipv6(hit: &Hit<'_>) -> bool {
    let touches = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
    let alone = !hit.before.ends_with(touches) && !hit.after.starts_with(touches);
    let Ok(address) = hit.text.parse::<Ipv6Addr>() else { return false };
    let [first, ..] = address.segments();
    let block = (0x2000..0x4000).contains(&first) || first >= 0xfc00 || first == 0x64;
    alone && !address.is_loopback() && (block || address.to_ipv4_mapped().is_some_and(|v4| !v4.is_loopback()))
}

/// What ends in the ending of a file is a file with a version, not mail; so is a Java module with its version behind the `@`.
pub(super) fn is_email(hit: &Hit<'_>) -> bool {
    let endings = [
        "jar", "zip", "json", "toml", "class", "java", "png", "dll", "so", "exe", "disabled", "mrpack",
        "log", "gz", "txt",
    ];
    let mut domain = hit.text.rsplit('@').next().unwrap_or_default().split('.');
    let number = |label: Option<&str>| label.is_some_and(|text| text.bytes().all(|b| b.is_ascii_digit()));
    let version = number(domain.next()) && number(domain.next());
    let ending = hit.text.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    !version && !endings.contains(&ending.as_str())
}
