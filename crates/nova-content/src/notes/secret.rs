//! Whether a note holds what must not leave the machine.

use nova_model::Redactor;
use regex::Regex;

/// The marks of keys and mail addresses. A name, a folder or a server's address may be remembered.
const MARKS: [&str; 4] = ["<token>", "<key>", "<secret>", "<email>"];
/// "My password is …", which has no form of its own.
const TOLD: &str = r"(?i)(?:passw(?:or)?ds?|passphrase|pin code|api[ _-]?key|secret|token|密码|口令|密钥|令牌)\s*(?:is|are|was|就?是|为|[:=：])\s*\S";

pub(super) fn is_in(text: &str, redactor: &Redactor) -> bool {
    let redacted = redactor.redact(text);
    let marked = MARKS.iter().any(|mark| redacted.matches(mark).count() > text.matches(mark).count());
    // A pattern that cannot be built lets nothing through.
    marked || redacted == "<redacted>" || Regex::new(TOLD).map_or(true, |told| told.is_match(text))
}
