//! The forms in which a secret turns up that went through something else: a link, a header of basic authentication, JSON.

/// Letters of base64 that fewer bytes would give stand in any text.
const SHORTEST: usize = 8;

/// The text itself and its encodings, without repetition.
pub(super) fn forms(text: &str) -> Vec<String> {
    let plain = [text.to_owned(), percent(text), text.replace('/', "\\/")].into_iter();
    let base64 = (0..3).flat_map(|skipped| base64(text.as_bytes().get(skipped..).unwrap_or_default()));
    let mut forms: Vec<String> = plain.chain(base64).collect();
    forms.sort();
    forms.dedup();
    forms
}

fn percent(text: &str) -> String {
    let one = |byte: u8| {
        let plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~');
        if plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    text.bytes().map(one).collect()
}

/// Both alphabets. Only whole triples: what the last one becomes depends on what stands behind.
fn base64(bytes: &[u8]) -> impl Iterator<Item = String> {
    let of = |last: [char; 2]| {
        let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(last).collect::<Vec<_>>();
        let triples = bytes.chunks_exact(3).flat_map(move |triple| {
            let bits = triple.iter().fold(0_usize, |bits, byte| (bits << 8) | usize::from(*byte));
            let letter = |shift: usize| letters.get((bits >> shift) & 63).copied().unwrap_or_default();
            [letter(18), letter(12), letter(6), letter(0)]
        });
        triples.collect::<String>()
    };
    [of(['+', '/']), of(['-', '_'])].into_iter().filter(|text| text.len() >= SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_in_a_link_in_json_and_in_base64_wherever_it_begins() {
        let forms = forms("sk+/5?key");
        for form in ["sk+/5?key", "sk%2B%2F5%3Fkey", "sk+\\/5?key", "c2srLzU/a2V5", "c2srLzU_a2V5"] {
            assert!(forms.iter().any(|known| known == form), "{form}: {forms:?}");
        }
        // "Bearer " and "user:" before it move the triples.
        for whole in ["dXNlcjpzaysvNT9rZXk=", "QmVhcmVyIHNrKy81P2tleQ=="] {
            assert!(forms.iter().any(|known| whole.contains(known.as_str())), "{whole}: {forms:?}");
        }
    }

    #[test]
    fn a_short_secret_makes_no_short_pattern() {
        assert!(forms("abcdef").iter().all(|form| form.len() >= 6));
    }
}
