//! What a model is told: the prompt, which is the same through a whole chat, and the situation, which comes with each thing the
//! player says.

use jiff::{Timestamp, tz::TimeZone};
use nova_model::{Millis, clean};

use crate::texts::Lang;

/// The system prompt. English, short, and without anything that changes.
pub(crate) const PROMPT: &str = include_str!("prompt.md");

/// Characters of a note, and of a version's name.
const LONGEST: usize = 300;

/// What holds at the moment the player speaks.
pub(crate) struct Situation<'a> {
    /// The present.
    pub(crate) now: Millis,
    /// The player's time zone.
    pub(crate) zone: &'a TimeZone,
    /// The language of the player's texts.
    pub(crate) lang: Lang,
    /// The version that is meant where none is named.
    pub(crate) version: Option<&'a str>,
    /// What the player wants remembered; told with the first words of a chat.
    pub(crate) notes: &'a [String],
}

impl Situation<'_> {
    /// One line of English, and a line for each note.
    pub(crate) fn text(&self) -> String {
        let version = self.version.map(|version| format!(" Current version: {}.", quoted(version)));
        let notes = self.notes.iter().map(|note| format!("\nThe player wants remembered: {}", quoted(note)));
        let rest: Vec<String> = version.into_iter().chain(notes).collect();
        format!("Now: {}. Player's language: {}.{}", self.time(), self.lang.tag(), rest.concat())
    }

    fn time(&self) -> String {
        match Timestamp::from_millisecond(self.now) {
            Ok(now) => now.to_zoned_datetime(self.zone.clone()).strftime("%Y-%m-%d %H:%M %A").to_string(),
            Err(_) => "unknown".to_owned(),
        }
    }
}

/// A name or a note that others may have written: one JSON string, so that nothing in it looks like our own words.
fn quoted(text: &str) -> String {
    serde_json::Value::from(clean(text, LONGEST)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prompt_is_short_enough_for_a_small_model() {
        assert!(nova_llm::tokens::estimate(PROMPT) < 600, "{}", nova_llm::tokens::estimate(PROMPT));
    }

    #[test]
    fn the_situation_names_time_language_version_and_notes() {
        let notes = ["plays with\nfriends".to_owned()];
        let situation = Situation {
            now: 0,
            zone: &TimeZone::UTC,
            lang: Lang::ZhTw,
            version: Some("1.20.1-fabric"),
            notes: &notes,
        };
        let text = situation.text();
        assert!(text.starts_with(
            "Now: 1970-01-01 00:00 Thursday. Player's language: zh-TW. Current version: \"1.20.1-fabric\"."
        ));
        assert!(text.ends_with("The player wants remembered: \"plays with friends\""), "{text}");
    }
}
