//! How many tokens a text is, roughly. Every model counts differently; this is for budgets and for noticing that a server read
//! much less than it was sent, never for money.

use crate::{Args, RawCall, Reply, Request, Shape, Usage, WireMessage};

/// Thousandths of a token that a character is worth.
const LETTER: u64 = 250;
const DIGIT: u64 = 400;
const MARK: u64 = 550;
const FOREIGN: u64 = 500;
const IDEOGRAPH: u64 = 770;
const PICTURE: u64 = 2000;

/// What a message takes besides its words.
const MESSAGE: u64 = 4;

/// Sizes at which servers on one's own machine cut what they are sent.
const CUT_AT: [u64; 5] = [2048, 4096, 8192, 16384, 32768];

/// About how many tokens a text is: four letters of English, 1.3 Chinese characters, or three characters of JSON each.
pub fn estimate(text: &str) -> u64 {
    text.chars().map(worth).sum::<u64>().div_ceil(1000)
}

fn worth(c: char) -> u64 {
    match c {
        'a'..='z' | 'A'..='Z' | ' ' | '\n' => LETTER,
        '0'..='9' => DIGIT,
        _ if c.is_ascii() => MARK,
        '\u{2e80}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}'
        | '\u{20000}'..='\u{3ffff}' => IDEOGRAPH,
        '\u{1f000}'..='\u{1faff}' => PICTURE,
        _ => FOREIGN,
    }
}

/// About how many tokens a request is, tools and all.
pub fn of_request(request: &Request) -> u64 {
    let messages: u64 = request.messages.iter().map(of_message).sum();
    let tools = request.tools.as_ref().map_or(0, |tools| estimate(&tools.to_string()));
    let shape = match &request.shape {
        Shape::Free => 0,
        Shape::Json(schema) => estimate(&schema.to_string()),
    };
    messages + tools + shape
}

fn of_message(message: &WireMessage) -> u64 {
    let words = match message {
        WireMessage::System(text) | WireMessage::User(text) | WireMessage::Tool { text, .. } => {
            estimate(text)
        }
        WireMessage::Assistant { text, calls, .. } => {
            let arguments = |call: &crate::WireCall| serde_json::to_string(&call.args).unwrap_or_default();
            let of_call = |call| MESSAGE + estimate(&call_name(call)) + estimate(&arguments(call));
            estimate(text) + calls.iter().map(of_call).sum::<u64>()
        }
    };
    MESSAGE + words
}

fn call_name(call: &crate::WireCall) -> String {
    format!("{} {}", call.id, call.name)
}

/// How much of a request the server read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// All of it, as far as one can tell.
    Whole,
    /// The server does not say.
    Unknown,
    /// Much less: it cut the start off, where the prompt and the tools are. Ollama does so at `num_ctx`.
    Cut {
        /// The tokens that it read.
        read: u64,
    },
}

fn of_call(call: &RawCall) -> u64 {
    let arguments = match &call.args {
        Args::Object(args) | Args::Trailing(args) => {
            estimate(&serde_json::to_string(args).unwrap_or_default())
        }
        Args::Unclear(text) => estimate(text),
    };
    MESSAGE + estimate(&call.name) + arguments
}

impl Reply {
    /// About what it cost, for budgets where the server says nothing. Reasoning counts only where it was kept.
    pub fn estimated(&self, request: &Request) -> Usage {
        let reasoning = self.kept.reasoning.as_ref().map_or(0, |(_, text)| estimate(text));
        let calls: u64 = self.calls.iter().map(of_call).sum();
        let completion = estimate(&self.text) + calls + reasoning;
        Usage { prompt: of_request(request), completion, ..Usage::default() }
    }

    /// Whether the server read all of the request that this answers.
    pub fn reading(&self, request: &Request) -> Reading {
        let Some(read) = self.usage.map(|usage| usage.prompt).filter(|read| *read > 0) else {
            return Reading::Unknown;
        };
        let sent = of_request(request);
        let far_below = read.saturating_mul(2) < sent;
        let at_a_limit = CUT_AT.contains(&read) && sent.saturating_mul(10) > read.saturating_mul(9);
        if far_below || at_a_limit { Reading::Cut { read } } else { Reading::Whole }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_near_what_tokenizers_count() {
        let near = |text: &str, tokens: u64| {
            let found = estimate(text);
            assert!(
                found * 10 >= tokens * 7 && found * 10 <= tokens * 13,
                "{text}: {found}, not about {tokens}"
            );
        };
        near("The quick brown fox jumps over the lazy dog and runs into the forest.", 16);
        near("我的游戏崩溃了，帮我看看是哪个模组的问题。", 15);
        near(r#"{"name":"list_mods","arguments":{"version_id":"1.21.4-fabric"}}"#, 22);
        assert_eq!(estimate(""), 0);
    }

    fn request(words: usize) -> Request {
        let messages = vec![WireMessage::User("word ".repeat(words))];
        Request { messages, tools: None, names: Vec::new(), shape: Shape::Free }
    }

    fn reading(read: Option<u64>, words: usize) -> Reading {
        let usage = read.map(|prompt| Usage { prompt, ..Usage::default() });
        Reply { usage, ..Reply::default() }.reading(&request(words))
    }

    #[test]
    fn a_request_that_was_cut_is_noticed() {
        assert_eq!(reading(Some(4096), 20_000), Reading::Cut { read: 4096 });
        assert_eq!(reading(Some(4096), 4000), Reading::Cut { read: 4096 });
        assert_eq!(reading(Some(3000), 10_000), Reading::Cut { read: 3000 });
    }

    #[test]
    fn what_a_reply_cost_is_estimated_from_all_of_it() {
        let args = [("mod".to_owned(), "sodium".into())].into_iter().collect();
        let call = RawCall { name: "disable_mod".to_owned(), args: Args::Object(args) };
        let kept =
            crate::Kept { reasoning: Some(("reasoning".to_owned(), "hm ".repeat(40))), calls: Vec::new() };
        let words = Reply { text: "word ".repeat(100), ..Reply::default() };
        let all = Reply { calls: vec![call], kept, ..words.clone() };
        let (asked, of_words) = (request(1000), words.estimated(&request(1000)));
        assert_eq!((of_words.prompt, of_words.completion), (of_request(&asked), estimate(&words.text)));
        let of_all = all.estimated(&asked).completion;
        assert!(of_all >= of_words.completion + 40 && of_all <= of_words.completion + 60, "{of_all}");
        assert_eq!(of_words.micros, None);
    }

    #[test]
    fn other_requests_are_not() {
        assert_eq!(reading(Some(8), 4), Reading::Whole);
        assert_eq!(reading(Some(4096), 100), Reading::Whole);
        assert_eq!(reading(Some(4000), 4000), Reading::Whole);
        assert_eq!(reading(None, 9000), Reading::Unknown);
        assert_eq!(reading(Some(0), 9000), Reading::Unknown);
    }
}
