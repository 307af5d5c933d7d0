//! From an error to a habit: what a server did not like about a request, and what to do about it.

use crate::{Fault, Habits, Request, WireMessage, failure::Said};

/// The names of the field in which reasoning goes back.
const REASONING: [&str; 3] = ["reasoning_content", "reasoning", "thinking"];
/// Fields of a call that are no part of the protocol.
const CALL_FIELDS: [&str; 3] = ["thought_signature", "extra_content", "tool_calls"];

/// What is worth to remember of a failure; the same habits where it is nothing.
pub(crate) fn learnt(habits: Habits, fault: Fault, said: &Said, request: &Request) -> Habits {
    match fault {
        Fault::NoTools => Habits { no_tools: true, ..habits },
        Fault::TooLong => Habits { context: said.limit().or(habits.context), ..habits },
        Fault::Refused | Fault::Server => field(habits, said, request),
        _ => habits,
    }
}

/// One field that is named and refused, or named and wanted. The special ones are looked for first: an error about any of them
/// may also speak of content.
fn field(habits: Habits, said: &Said, request: &Request) -> Habits {
    if said.has(&["stream_options", "include_usage"]) {
        return Habits { no_stream_options: true, ..habits };
    }
    if said.has(&["response_format", "json_schema", "json_object", "structured output", "guided_json"]) {
        return shape(habits);
    }
    if said.wants(&["thought_signature"]) {
        return Habits { no_call_fields: false, ..habits };
    }
    if said.wants(&REASONING) && !said.refuses(&["unrecognized", "extra"]) {
        return Habits { no_reasoning: false, ..habits };
    }
    if said.refuses(&REASONING) {
        return Habits { no_reasoning: true, ..habits };
    }
    if said.refuses(&CALL_FIELDS) || names_kept(said, request) {
        return Habits { no_call_fields: true, ..habits };
    }
    content(habits, said)
}

/// The next weaker way to ask for an object.
fn shape(habits: Habits) -> Habits {
    let weaker = habits.no_json_schema;
    Habits { no_json_schema: true, no_json_object: weaker || habits.no_json_object, ..habits }
}

/// `null` and `""` in place of words: each is refused somewhere.
fn content(habits: Habits, said: &Said) -> Habits {
    if habits.null_content && said.refuses_null() {
        return Habits { null_content: false, ..habits };
    }
    if said.refuses_empty() {
        return Habits { null_content: true, ..habits };
    }
    habits
}

/// Whether the error names a field that a call carries because this server sent it.
fn names_kept(said: &Said, request: &Request) -> bool {
    let kept = request.messages.iter().filter_map(|message| match message {
        WireMessage::Assistant { kept, .. } => Some(&kept.calls),
        _ => None,
    });
    kept.flatten().flat_map(|fields| fields.keys()).any(|key| said.refuses(&[key.to_lowercase().as_str()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn after(habits: Habits, message: &str) -> Habits {
        let request = Request { messages: Vec::new(), tools: None, names: Vec::new(), shape: Shape::Free };
        learnt(habits, Fault::Refused, &Said::of_text(message), &request)
    }

    #[test]
    fn each_error_changes_the_habit_that_it_names() {
        let plain = Habits::default();
        let table = [
            (
                "Unrecognized request argument supplied: stream_options",
                Habits { no_stream_options: true, ..plain },
            ),
            ("This response_format type is unavailable now", Habits { no_json_schema: true, ..plain }),
            (
                "Unrecognized request argument supplied: reasoning_content",
                Habits { no_reasoning: true, ..plain },
            ),
            (
                "messages.2.reasoning_content: Extra inputs are not permitted",
                Habits { no_reasoning: true, ..plain },
            ),
            ("messages: text content blocks must be non-empty", Habits { null_content: true, ..plain }),
            ("Unknown name \"extra_content\" at 'messages[1]'", Habits { no_call_fields: true, ..plain }),
            ("bad request", plain),
        ];
        for (message, habits) in table {
            assert_eq!(after(plain, message), habits, "{message}");
        }
    }

    #[test]
    fn a_learnt_habit_can_turn_out_wrong() {
        let learnt =
            Habits { null_content: true, no_reasoning: true, no_call_fields: true, ..Habits::default() };
        let nil = after(learnt, "invalid message content type: <nil>");
        assert!(!nil.null_content);
        let back =
            after(learnt, "The reasoning_content in the thinking mode must be passed back to the API.");
        assert!(!back.no_reasoning);
        let signature = after(learnt, "Function call is missing a thought_signature in functionCall parts.");
        assert!(!signature.no_call_fields);
    }

    #[test]
    fn an_object_is_asked_for_ever_more_weakly() {
        let first = after(Habits::default(), "response_format is not supported");
        assert!(first.no_json_schema && !first.no_json_object);
        assert!(after(first, "response_format is not supported").no_json_object);
    }
}
