//! That a conversation only grows: what was sent once is sent again byte for byte, since a provider's cache compares bytes.

use anyhow::Result;
use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use crate::model::ask::role;

/// The bytes of a request that must not change.
#[derive(Deserialize)]
pub(crate) struct Sent<'a> {
    #[serde(borrow, default)]
    messages: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    tools: Option<&'a RawValue>,
}

/// A conversation as it was sent last.
#[derive(Clone, Debug, Default)]
struct Conversation {
    messages: Vec<String>,
    tools: Option<String>,
}

/// Every conversation that the server has answered in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conversations(Vec<Conversation>);

impl<'a> Sent<'a> {
    fn of(body: &'a [u8]) -> Result<Self> {
        Ok(serde_json::from_slice(body)?)
    }

    /// One that was not answered with calls yet has nothing that could have changed.
    fn starts(&self) -> bool {
        self.messages.len() <= 2
    }

    fn first_words(&self) -> Option<&str> {
        self.messages.get(1).map(|message| message.get())
    }
}

impl Conversations {
    /// What of the conversation is not as it was.
    pub(crate) fn fault(&self, body: &[u8]) -> Option<String> {
        let sent = Sent::of(body).ok()?;
        if sent.starts() {
            return None;
        }
        // One that nobody has seen the start of was begun with another server.
        let known: Vec<&Conversation> = self.of(&sent).collect();
        let changed =
            known.iter().map(|known| known.changed(&sent)).max_by_key(|at| at.unwrap_or(usize::MAX))?;
        match changed {
            Some(0) => Some("the system message is not what it was".to_owned()),
            Some(at) => Some(format!("messages[{at}] is not what it was in the request before, or is gone")),
            None => {
                let same = |known: &&&Conversation| known.changed(&sent).is_none();
                let tools = known.iter().filter(same).any(|known| known.same_tools(&sent));
                (!tools).then(|| "the tools are not what they were".to_owned())
            }
        }
    }

    /// Keeps a request that was answered.
    pub(crate) fn keep(&mut self, body: &[u8]) {
        let Ok(sent) = Sent::of(body) else { return };
        let tools = sent.tools.map(|tools| tools.get().to_owned());
        let messages: Vec<String> = sent.messages.iter().map(|message| message.get().to_owned()).collect();
        let grown = |known: &&mut Conversation| {
            known.first_words() == sent.first_words() && known.changed(&sent).is_none()
        };
        match self.0.iter_mut().find(grown) {
            Some(known) => {
                known.messages = messages;
                known.tools = tools.or_else(|| known.tools.take());
            }
            None => self.0.push(Conversation { messages, tools }),
        }
    }

    fn of<'a>(&'a self, sent: &'a Sent<'_>) -> impl Iterator<Item = &'a Conversation> {
        self.0.iter().filter(|known| known.first_words() == sent.first_words())
    }
}

impl Conversation {
    fn first_words(&self) -> Option<&str> {
        self.messages.get(1).map(String::as_str)
    }

    /// The first message that changed.
    fn changed(&self, sent: &Sent<'_>) -> Option<usize> {
        let turn = sent.messages.iter().rposition(|message| is_user(message.get())).unwrap_or(0);
        let same = |(at, kept): (usize, &String)| {
            let now = sent.messages.get(at).map(|message| message.get());
            now.is_some_and(|now| now == kept || (at < turn && only_forgot(kept, now)))
        };
        self.messages.iter().enumerate().position(|(at, kept)| !same((at, kept)))
    }

    /// A last round may leave the tools out.
    fn same_tools(&self, sent: &Sent<'_>) -> bool {
        sent.tools.is_none() || self.tools.is_none() || sent.tools.map(RawValue::get) == self.tools.as_deref()
    }
}

fn is_user(message: &str) -> bool {
    serde_json::from_str::<Value>(message).is_ok_and(|message| role(&message) == "user")
}

/// Whether all that changed is that reasoning is gone: providers say to send it only within its turn.
fn only_forgot(kept: &str, now: &str) -> bool {
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let (mut kept, now) = (read(kept), read(now));
    let Some(map) = kept.as_object_mut() else { return false };
    let before = map.len();
    map.retain(|key, _| !matches!(key.as_str(), "reasoning_content" | "reasoning"));
    map.len() < before && kept == now
}
