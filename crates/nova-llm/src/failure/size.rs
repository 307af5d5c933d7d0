//! How many tokens fit, from the words of an error.

/// After which words the limit stands.
const BEFORE: [&str; 10] = [
    "maximum context length",
    "context length is",
    "maximum allowed input length",
    "available context size",
    "context window of",
    "context size",
    "context length of",
    "maximum of",
    "limit of",
    "maximum",
];

/// What no model has less of: smaller numbers are something else.
const LEAST: u64 = 512;

/// The limit that an error names, in small letters.
pub(super) fn named(text: &str) -> Option<u64> {
    let behind = |words: &str| numbers(text.split_once(words)?.1).next();
    let compared = || numbers(text.split_once(" > ")?.1).next();
    let range = || text.split_once('[').and_then(|(_, rest)| numbers(rest.split_once(']')?.0).next());
    BEFORE.iter().find_map(|words| behind(words)).or_else(compared).or_else(range)
}

/// The numbers of a text that may count tokens; `8,192` is one.
fn numbers(text: &str) -> impl Iterator<Item = u64> {
    text.split(|c: char| !c.is_ascii_digit() && c != ',')
        .filter_map(|digits| digits.trim_matches(',').replace(',', "").parse().ok())
        .filter(|number| *number >= LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_told_from_what_was_asked() {
        let table = [
            (
                "this model's maximum context length is 8192 tokens. however, you requested 9000 tokens",
                Some(8192),
            ),
            ("input length 877338 exceeds the maximum allowed input length of 639968 tokens", Some(639_968)),
            (
                "request (9001 tokens) exceeds the available context size (8,192 tokens), try increasing it",
                Some(8192),
            ),
            ("prompt is too long: 210000 tokens > 200000 maximum", Some(200_000)),
            ("range of input length should be [1, 129024]", Some(129_024)),
            ("requested tokens (5000) exceed context window of 4096", Some(4096)),
            ("the request exceeds the available context size", None),
            ("too many tokens", None),
        ];
        for (text, limit) in table {
            assert_eq!(named(text), limit, "{text}");
        }
    }
}
