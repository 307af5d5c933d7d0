//! Telling failures apart, by status and words.

use super::{Said, size, words};
use crate::Fault;

/// Whether tools were in the request that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tools {
    Sent,
    NotSent,
}

/// What kind of failure it is. The order of the looks matters: a limit of requests speaks of tokens too, an empty account comes
/// with the status of such a limit, and a missing tools API with any status.
pub(crate) fn kind(status: Option<u16>, said: &Said, tools: Tools) -> Fault {
    let status = status.filter(|status| *status != 200).or(said.status);
    if is_credit(status, said) {
        return Fault::Credit;
    }
    if tools == Tools::Sent && said.has(words::NO_TOOLS) {
        return Fault::NoTools;
    }
    if said.has(words::KEY) {
        return Fault::Key;
    }
    if said.has(words::REGION) {
        return Fault::Refused;
    }
    match status {
        Some(401) => Fault::Key,
        Some(403) if said.has(words::FILTER) => Fault::Blocked,
        Some(403) if !said.has(words::RATE) => Fault::Key,
        Some(404) => Fault::NotFound,
        Some(429) => Fault::Busy,
        Some(408) => Fault::TimedOut,
        _ => by_words(status, said),
    }
}

fn by_words(status: Option<u16>, said: &Said) -> Fault {
    if said.has(words::RATE) {
        return Fault::Busy;
    }
    if said.has(words::LENGTH) || status == Some(413) {
        return Fault::TooLong;
    }
    if said.has(words::NO_MODEL) {
        return Fault::NotFound;
    }
    if said.has(words::FILTER) {
        return Fault::Blocked;
    }
    match status {
        Some(300..=499) if !said.has(words::OVERLOADED) => Fault::Refused,
        _ => Fault::Server,
    }
}

fn is_credit(status: Option<u16>, said: &Said) -> bool {
    let rate = said.has(words::RATE_STATUS);
    status == Some(402) || said.has(words::CREDIT) || (said.has(words::CREDIT_OR_RATE) && !rate)
}

impl Said {
    /// How many tokens fit, where it says so.
    pub(crate) fn limit(&self) -> Option<u64> {
        self.context.or_else(|| size::named(&self.message.to_lowercase()))
    }

    /// The server could not read the call that its model made: the next may be better.
    pub(crate) fn is_failed_call(&self) -> bool {
        self.code == "tool_use_failed" || self.has(&["failed_generation"])
    }

    /// A field is named and refused. Codes are left out: any error of a request is called invalid by some of them.
    pub(crate) fn refuses(&self, fields: &[&str]) -> bool {
        self.tells(fields) && self.tells(words::REFUSES)
    }

    /// A field is named and wanted.
    pub(crate) fn wants(&self, fields: &[&str]) -> bool {
        self.tells(fields) && self.tells(words::WANTS)
    }

    /// An empty text is refused.
    pub(crate) fn refuses_empty(&self) -> bool {
        self.has(&["content", "message", "text"]) && self.has(words::NOT_EMPTY)
    }

    /// `null` in place of a text is refused.
    pub(crate) fn refuses_null(&self) -> bool {
        self.has(&["content"]) && self.has(words::NOT_NULL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(status: u16, message: &str) -> Fault {
        kind(Some(status), &Said::of_text(message), Tools::Sent)
    }

    #[test]
    fn a_status_that_says_it_all_is_enough() {
        let table = [
            (401, Fault::Key),
            (403, Fault::Key),
            (402, Fault::Credit),
            (404, Fault::NotFound),
            (408, Fault::TimedOut),
            (413, Fault::TooLong),
            (422, Fault::Refused),
            (429, Fault::Busy),
            (500, Fault::Server),
            (529, Fault::Server),
            (302, Fault::Refused),
        ];
        for (status, fault) in table {
            assert_eq!(of(status, "{}"), fault, "{status}");
        }
    }

    #[test]
    fn words_tell_more_than_the_status() {
        let table = [
            (
                429,
                r#"{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}"#,
                Fault::Credit,
            ),
            (429, r#"{"error":{"code":"1113","message":"您的账户已欠费，请充值后重试"}}"#, Fault::Credit),
            (403, r#"{"code":30001,"message":"Sorry, your account balance is insufficient"}"#, Fault::Credit),
            (400, r#"{"error":{"code":"Arrearage","message":"Access denied"}}"#, Fault::Credit),
            (
                429,
                r#"[{"error":{"code":429,"message":"You exceeded your current quota","status":"RESOURCE_EXHAUSTED"}}]"#,
                Fault::Busy,
            ),
            (400, r#"[{"error":{"code":400,"message":"API key not valid."}}]"#, Fault::Key),
            (404, r#"{"error":{"message":"No endpoints found that support tool use."}}"#, Fault::NoTools),
            (400, r#"{"error":{"message":"Model Not Exist"}}"#, Fault::NotFound),
            (400, r#"{"error":{"message":"模型不存在，请检查模型代码。","code":"1211"}}"#, Fault::NotFound),
            (400, r#"{"error":{"message":"Too many tokens per minute for this model"}}"#, Fault::Busy),
            (413, r#"{"error":{"message":"Request too large on tokens per minute (TPM)"}}"#, Fault::Busy),
            (400, r#"{"error":{"message":"prompt is too long: 9 > 8 maximum"}}"#, Fault::TooLong),
            (
                500,
                r#"{"error":{"message":"the request exceeds the available context size"}}"#,
                Fault::TooLong,
            ),
            (
                400,
                r#"{"error":{"code":"data_inspection_failed","message":"Input data may contain"}}"#,
                Fault::Blocked,
            ),
            (403, r#"{"error":{"message":"Your input was flagged"}}"#, Fault::Blocked),
            (
                403,
                r#"{"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported"}}"#,
                Fault::Refused,
            ),
            (400, r#"{"error":{"message":"This model does not support tool_choice"}}"#, Fault::Refused),
            (400, r#"{"error":{"message":"The engine is currently overloaded"}}"#, Fault::Server),
            (200, r#"{"error":{"code":502,"message":"Provider is busy"}}"#, Fault::Server),
            (
                400,
                r#"{"error":{"message":"Invalid 'messages[2].tool_calls[0].id': string too long"}}"#,
                Fault::Refused,
            ),
        ];
        for (status, body, fault) in table {
            assert_eq!(of(status, body), fault, "{body}");
        }
    }

    #[test]
    fn a_model_without_tools_is_known_only_where_tools_were_sent() {
        let said = Said::of_text("gemma3 does not support tools");
        assert_eq!(kind(Some(400), &said, Tools::Sent), Fault::NoTools);
        assert_eq!(kind(Some(400), &said, Tools::NotSent), Fault::Refused);
    }

    #[test]
    fn a_refused_tool_choice_says_nothing_about_tools() {
        let body = r#"{"code":20015,"message":"Value error, The `required` option for tool_choice is not yet supported."}"#;
        assert_eq!(of(400, body), Fault::Refused);
        let parallel = r#"{"error":{"message":"Unsupported parameter: 'parallel_tool_calls' is not supported with this model."}}"#;
        assert_eq!(of(400, parallel), Fault::Refused);
    }
}
