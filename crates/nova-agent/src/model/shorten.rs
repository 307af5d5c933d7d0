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
/// The most tokens that the lines of earlier turns take.
const LINES: u64 = 2_000;

/// One turn as messages, and as the lines that stand for it once it is shortened.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    pub(super) messages: Vec<WireMessage>,
    pub(super) lines: Vec<String>,
}

impl Turn {
    /// Adds a line for when the turn is shortened.
    pub(super) fn line(&mut self, who: &str, text: &str) {
        if !text.trim().is_empty() {
            self.lines.push(format!("{who}: {}", short(text, GIST)));
        }
    }
}

/// The messages of all turns, in about so many tokens.
pub(super) fn fitted(turns: Vec<Turn>, budget: u64) -> Vec<WireMessage> {
    let for_lines = LINES.min(budget / 4);
    let cut = cut(&turns, budget, budget.saturating_sub(for_lines));
    let mut turns = turns.into_iter();
    let earlier: Vec<Turn> = turns.by_ref().take(cut).collect();
    let mut out = gist(&earlier, for_lines);
    let mut rest: Vec<WireMessage> = turns.flat_map(|turn| turn.messages).collect();
    let left = if cut == 0 { budget } else { budget.saturating_sub(for_lines) };
    shorten_answers(&mut rest, left);
    out.extend(rest);
    out
}

/// How many turns are shortened. Looked at as the chat grew, turn by turn: each time it was too long, the older half was cut
/// off. `after` is what fits once there are lines of earlier turns.
fn cut(turns: &[Turn], before: u64, after: u64) -> usize {
    let sizes: Vec<u64> = turns.iter().map(|turn| sum(&turn.messages)).collect();
    let mut cut = 0;
    for end in 1..=turns.len() {
        let whole = |from: usize| sizes.get(from..end).unwrap_or_default().iter().sum::<u64>();
        if whole(cut) <= if cut == 0 { before } else { after } {
            continue;
        }
        while cut + 1 < end && whole(cut) > after / 2 {
            cut += 1;
        }
    }
    cut
}

/// Earlier turns in a few lines: what the player said, what was called, what was decided. The oldest lines go first.
fn gist(turns: &[Turn], budget: u64) -> Vec<WireMessage> {
    if turns.is_empty() {
        return Vec::new();
    }
    let all: Vec<&String> = turns.iter().flat_map(|turn| &turn.lines).collect();
    let mut room = budget;
    let newest = all.iter().rev().take_while(|line| {
        let size = tokens::estimate(line);
        let fits = size <= room;
        room = room.saturating_sub(size);
        fits
    });
    let kept = newest.count();
    let lines: Vec<&str> =
        all.iter().skip(all.len().saturating_sub(kept)).map(|line| line.as_str()).collect();
    let text = format!("[Earlier in this chat, shortened:\n{}]", lines.join("\n"));
    let noted = "[noted]".to_owned();
    let noted = WireMessage::Assistant { text: noted, calls: Vec::new(), kept: Kept::default() };
    vec![WireMessage::User(text), noted]
}

/// In a turn that is too long by itself older answers keep their first lines. Looked at as the turn grew, so that the beginning
/// moves in leaps here too.
fn shorten_answers(messages: &mut [WireMessage], budget: u64) {
    let mut answers: Vec<usize> = Vec::new();
    let (mut done, mut total) = (0_usize, 0_u64);
    for at in 0..messages.len() {
        let Some(message) = messages.get(at) else { return };
        total = total.saturating_add(size(message));
        if matches!(message, WireMessage::Tool { .. }) {
            answers.push(at);
        }
        if total <= budget {
            continue;
        }
        while done.saturating_add(RECENT) < answers.len() && total > budget / 2 {
            let saved = answers.get(done).and_then(|old| messages.get_mut(*old)).map_or(0, shorten);
            total = total.saturating_sub(saved);
            done += 1;
        }
    }
}

/// Cuts an answer and gives the tokens that saves.
fn shorten(message: &mut WireMessage) -> u64 {
    let WireMessage::Tool { text, .. } = message else { return 0 };
    let before = tokens::estimate(text);
    *text = short(text, OLD_ANSWER);
    before.saturating_sub(tokens::estimate(text))
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
