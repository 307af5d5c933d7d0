//! Holding a crate's codes against the catalogue; each crate that makes messages does so in its tests.

use std::collections::BTreeSet;

use nova_model::CodeDef;

use super::{DOMAINS, Domain, template};

/// What is wrong between the codes of a crate and the sentences of its domain: codes without a sentence, sentences that
/// use a field nobody fills, sentences nobody says. Empty when all is well.
pub fn faults(domain: &str, codes: &[CodeDef]) -> Vec<String> {
    let Some((_, source)) = DOMAINS.iter().find(|(name, _)| *name == domain) else {
        return vec![format!("no texts/{domain}.toml")];
    };
    let sentences: Domain = match toml::from_str(source) {
        Ok(sentences) => sentences,
        Err(error) => return vec![format!("texts/{domain}.toml: {error}")],
    };
    let known: BTreeSet<_> = codes.iter().map(|(code, _)| *code).collect();
    let strays = sentences.keys().filter(|code| !known.contains(code.as_str()));
    let strays = strays.map(|code| format!("{code}: a sentence that nobody says"));
    strays.chain(codes.iter().flat_map(|code| of_code(code, &sentences))).collect()
}

fn of_code((code, fields): &CodeDef, sentences: &Domain) -> Vec<String> {
    let Some(sentence) = sentences.get(*code) else { return vec![format!("{code}: no sentence")] };
    if sentence.zh_window.is_some() != sentence.en_window.is_some() {
        return vec![format!("{code}: a form for a window in one language only")];
    }
    let windows = [sentence.zh_window.as_ref(), sentence.en_window.as_ref()];
    let texts = [Some(&sentence.zh), Some(&sentence.en), sentence.tw.as_ref()];
    let slots = texts.into_iter().chain(windows).flatten().flat_map(|text| template::slots(text));
    slots.filter(|slot| !fields.contains(slot)).map(|slot| format!("{code}: no field `{slot}`")).collect()
}
