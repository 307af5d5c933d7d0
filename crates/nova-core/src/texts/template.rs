//! Filling a sentence: `{name}` inserts a field, `{count|mod|mods}` picks by a number.

use nova_model::{Field, Message};

use super::{Lang, Texts, format};

/// The sentence with the message's fields in place. A field that is missing stays visible as `{name}`.
pub(super) fn fill(template: &str, message: &Message, texts: &Texts) -> String {
    let mut out = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        join(&mut out, before, texts);
        let Some((slot, next)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        join(&mut out, &slot_text(slot, message, texts), texts);
        rest = next;
    }
    join(&mut out, rest, texts);
    out
}

/// Adds a piece. In Chinese a space goes between a Chinese and a Latin character that meet at a field.
fn join(out: &mut String, piece: &str, texts: &Texts) {
    let meeting = (out.chars().next_back(), piece.chars().next());
    if let (Some(left), Some(right)) = meeting {
        let meet =
            is_han(left) && right.is_ascii_alphanumeric() || left.is_ascii_alphanumeric() && is_han(right);
        if meet && texts.lang() != Lang::En {
            out.push(' ');
        }
    }
    out.push_str(piece);
}

fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

fn slot_text(slot: &str, message: &Message, texts: &Texts) -> String {
    let mut parts = slot.split('|');
    let name = parts.next().unwrap_or_default();
    let Some(value) = message.fields.get(name) else { return format!("{{{slot}}}") };
    match (parts.next(), parts.next()) {
        (Some(one), Some(many)) => if is_one(value) { one } else { many }.to_owned(),
        _ => format::field(value, texts),
    }
}

fn is_one(value: &Field) -> bool {
    match value {
        Field::Number(count) => *count == 1,
        Field::List(values) => values.len() == 1,
        _ => false,
    }
}

/// The names of the fields a sentence uses.
pub(super) fn slots(template: &str) -> Vec<&str> {
    let pieces = template.split('{').skip(1);
    pieces.filter_map(|piece| piece.split_once('}')).filter_map(|(slot, _)| slot.split('|').next()).collect()
}
