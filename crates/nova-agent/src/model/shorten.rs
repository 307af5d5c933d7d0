//! A history that grew too long for a model: earlier turns become a few lines, calls go with their answers. The player's own view
//! keeps everything.
//!
//! Where the cut lies follows from the turns alone, and it moves in leaps: as long as the chat fits, each request begins with the
//! very bytes of the one before.

use nova_llm::{Kept, WireMessage, tokens};

/// Characters of one message in a shortened turn.
const GIST: usize = 200;
/// Characters that an older answer in the present turn keeps.
const OLD_ANSWER: usize = 160;
/// The last answers of the present turn, which stay whole.
const RECENT: usize = 4;

/// One turn as messages.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    pub(super) messages: Vec<WireMessage>,
}

/// The messages of all turns, in about so many tokens.
pub(super) fn fitted(turns: Vec<Turn>, budget: u64) -> Vec<WireMessage> {
    let cut = cut(&turns, budget);
    let mut turns = turns.into_iter();
    let earlier: Vec<Turn> = turns.by_ref().take(cut).collect();
    let mut out = gist(&earlier);
    let mut rest: Vec<WireMessage> = turns.flat_map(|turn| turn.messages).collect();
    let left = budget.saturating_sub(sum(&out));
    shorten_answers(&mut rest, left);
    out.extend(rest);
    out
}

/// How many turns are shortened. Looked at as the chat grew, turn by turn: each time it was too long, the older half was cut off.
fn cut(turns: &[Turn], budget: u64) -> usize {
    let sizes: Vec<u64> = turns.iter().map(|turn| sum(&turn.messages)).collect();
    let mut cut = 0;
    for end in 1..=turns.len() {
        let whole = |from: usize| sizes.get(from..end).unwrap_or_default().iter().sum::<u64>();
        if whole(cut) <= budget {
            continue;
        }
        while cut + 1 < end && whole(cut) > budget / 2 {
            cut += 1;
        }
    }
    cut
}

/// Earlier turns in a few lines: what the player said, what was called, what came of it.
fn gist(turns: &[Turn]) -> Vec<WireMessage> {
    if turns.is_empty() {
        return Vec::new();
    }
    let lines: Vec<String> = turns.iter().flat_map(|turn| turn.messages.iter().filter_map(line)).collect();
    let text = format!("[Earlier in this chat, shortened:\n{}]", lines.join("\n"));
    let noted =
        WireMessage::Assistant { text: "Noted.".to_owned(), calls: Vec::new(), kept: Kept::default() };
    vec![WireMessage::User(text), noted]
}

fn line(message: &WireMessage) -> Option<String> {
    match message {
        WireMessage::User(text) => Some(format!("Player: {}", short(text, GIST))),
        WireMessage::Assistant { text, calls, .. } => {
            let names: Vec<_> = calls.iter().map(|call| call.name.as_str()).collect();
            let called =
                if names.is_empty() { String::new() } else { format!(" (called {})", names.join(", ")) };
            Some(format!("Nova: {}{called}", short(text, GIST)))
        }
        WireMessage::System(_) | WireMessage::Tool { .. } => None,
    }
}

/// In a turn that is too long by itself older answers keep their first lines.
fn shorten_answers(messages: &mut [WireMessage], budget: u64) {
    let mut over = sum(messages).saturating_sub(budget);
    let answers: Vec<usize> = messages
        .iter()
        .enumerate()
        .filter(|(_, message)| matches!(message, WireMessage::Tool { .. }))
        .map(|(at, _)| at)
        .collect();
    let old = answers.len().saturating_sub(RECENT);
    for at in answers.into_iter().take(old) {
        if over == 0 {
            return;
        }
        if let Some(WireMessage::Tool { text, .. }) = messages.get_mut(at) {
            let before = tokens::estimate(text);
            *text = short(text, OLD_ANSWER);
            over = over.saturating_sub(before.saturating_sub(tokens::estimate(text)));
        }
    }
}

/// The beginning of a text on one line.
fn short(text: &str, most: usize) -> String {
    let mut line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((at, _)) = line.char_indices().nth(most) {
        line.truncate(at);
        line.push('…');
    }
    line
}

fn sum(messages: &[WireMessage]) -> u64 {
    messages.iter().map(size).sum()
}

fn size(message: &WireMessage) -> u64 {
    const FRAME: u64 = 6;
    let text = match message {
        WireMessage::System(text) | WireMessage::User(text) | WireMessage::Tool { text, .. } => {
            tokens::estimate(text)
        }
        WireMessage::Assistant { text, calls, kept } => {
            let args = |call: &nova_llm::WireCall| serde_json::to_string(&call.args).unwrap_or_default();
            let calls: u64 = calls.iter().map(|call| tokens::estimate(&args(call)).saturating_add(10)).sum();
            let reasoning = kept.reasoning.as_ref().map_or(0, |(_, text)| tokens::estimate(text));
            tokens::estimate(text).saturating_add(calls).saturating_add(reasoning)
        }
    };
    text.saturating_add(FRAME)
}
