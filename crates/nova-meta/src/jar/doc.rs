//! Taking fields out of a metadata file: wrong types are a problem, not the end, and foreign strings are cut and cleaned.

use nova_archive::safe_entry_path;
use nova_model::{Message, Problem, Severity, clean};
use serde_json::{Map, Value};

/// A JSON or TOML object.
pub(crate) type Object = Map<String, Value>;

/// Longest id, version, range and the like, in characters.
pub(crate) const SHORT: usize = 200;
/// Longest range: alternatives of many versions are honest.
pub(crate) const RANGE: usize = 900;
/// Longest description.
pub(crate) const LONG: usize = 2000;
/// Most items of any list that is read.
pub(crate) const ITEMS: usize = 512;
/// Most problems that are told of one jar.
const PROBLEMS: usize = 24;

/// Collects the problems of one jar.
pub(crate) struct Sink {
    about: String,
    problems: Vec<Problem>,
    more: usize,
}

impl Sink {
    pub(crate) fn new(about: &str) -> Self {
        Self { about: clean(about, LONG), problems: Vec::new(), more: 0 }
    }

    pub(crate) fn add(&mut self, severity: Severity, message: Message) {
        let problem = Problem { severity, message, about: Some(self.about.clone()) };
        if self.problems.contains(&problem) {
            return;
        }
        if self.problems.len() < PROBLEMS {
            self.problems.push(problem);
        } else {
            self.more = self.more.saturating_add(1);
        }
    }

    pub(crate) fn finish(mut self) -> Vec<Problem> {
        if self.more > 0 {
            let message = Message::new("meta.jar.more_problems").with("count", self.more);
            self.problems.push(Problem { severity: Severity::Note, message, about: Some(self.about) });
        }
        self.problems
    }
}

/// One metadata file while it is read.
pub(crate) struct Doc<'a> {
    pub(crate) entry: &'a str,
    pub(crate) sink: &'a mut Sink,
}

impl Doc<'_> {
    pub(crate) fn warn(&mut self, message: Message) {
        self.sink.add(Severity::Warning, message.with("entry", self.entry));
    }

    pub(crate) fn error(&mut self, message: Message) {
        self.sink.add(Severity::Error, message.with("entry", self.entry));
    }

    pub(crate) fn wrong_type(&mut self, field: &str) {
        self.warn(Message::new("meta.jar.wrong_type").with("field", clean(field, SHORT)));
    }

    /// A string; numbers and booleans are taken as written, since authors forget quotes.
    pub(crate) fn text(&mut self, object: &Object, key: &str, cap: usize) -> Option<String> {
        match object.get(key)? {
            Value::String(text) => Some(clean(text.trim(), cap)),
            Value::Number(number) => {
                self.wrong_type(key);
                Some(number.to_string())
            }
            Value::Null => None,
            _ => {
                self.wrong_type(key);
                None
            }
        }
    }

    /// A string that has to be there and hold something.
    pub(crate) fn required(&mut self, object: &Object, key: &str) -> Option<String> {
        let text = self.text(object, key, SHORT).filter(|text| !text.is_empty());
        if text.is_none() {
            self.error(Message::new("meta.jar.missing").with("field", key.to_owned()));
        }
        text
    }

    /// An id that has to be there; an odd one is kept and told.
    pub(crate) fn id(&mut self, object: &Object, key: &str) -> Option<String> {
        let id = self.required(object, key)?;
        if is_template(&id) {
            self.template(key, &id);
        } else if !is_usual_id(&id) {
            self.warn(Message::new("meta.jar.bad_id").with("id", id.as_str()));
        }
        Some(id)
    }

    /// A version that has to be there; a template that the build did not fill is kept and told.
    pub(crate) fn version(&mut self, object: &Object, key: &str) -> String {
        let version = self.required(object, key).unwrap_or_default();
        if is_template(&version) {
            self.template(key, &version);
        }
        version
    }

    pub(crate) fn template(&mut self, field: &str, value: &str) {
        let message = Message::new("meta.jar.placeholder").with("field", field.to_owned());
        self.warn(message.with("value", value));
    }

    /// The items of a list, or the one value that stands where a list belongs; none where the key is missing.
    pub(crate) fn list<'v>(&mut self, object: &'v Object, key: &str) -> Vec<&'v Value> {
        match object.get(key) {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Array(items)) => self.capped(items.iter(), key),
            Some(single) => vec![single],
        }
    }

    /// As many items as are read, and a problem if there are more.
    pub(crate) fn capped<T>(&mut self, items: impl ExactSizeIterator<Item = T>, field: &str) -> Vec<T> {
        let count = items.len();
        if count > ITEMS {
            let message = Message::new("meta.jar.too_many").with("field", field.to_owned());
            self.warn(message.with("count", count).with("cap", ITEMS));
        }
        items.take(ITEMS).collect()
    }

    pub(crate) fn object<'v>(&mut self, object: &'v Object, key: &str) -> Option<&'v Object> {
        match object.get(key)? {
            Value::Object(inner) => Some(inner),
            Value::Null => None,
            _ => {
                self.wrong_type(key);
                None
            }
        }
    }

    /// Strings of a list, each either a string or an object that has it under a key.
    pub(crate) fn names(&mut self, object: &Object, key: &str, inner: &str) -> Vec<String> {
        let items = self.list(object, key);
        let names = items.into_iter().filter_map(|item| self.name(item, key, inner));
        names.filter(|name| !name.is_empty()).collect()
    }

    fn name(&mut self, item: &Value, key: &str, inner: &str) -> Option<String> {
        match item {
            Value::String(text) => Some(clean(text, SHORT)),
            Value::Object(object) => self.text(object, inner, SHORT),
            _ => {
                self.wrong_type(key);
                None
            }
        }
    }

    /// An address that may become a link.
    pub(crate) fn link(&mut self, object: &Object, key: &str) -> Option<String> {
        let text = self.text(object, key, LONG)?;
        let is_web = text.starts_with("https://") || text.starts_with("http://");
        (is_web && !text.contains(' ')).then_some(text)
    }
}

/// A path inside the jar, if it is one.
pub(crate) fn inner_path(text: &str) -> Option<String> {
    let text = text.trim_start_matches('/');
    safe_entry_path(text).ok().map(|parts| parts.join("/"))
}

/// What a build script should have filled in: `${version}`, `@VERSION@`.
pub(crate) fn is_template(text: &str) -> bool {
    text.contains("${") || (text.len() > 2 && text.starts_with('@') && text.ends_with('@'))
}

/// Loaders ask for less than this; what does not even pass here was never meant as an id.
fn is_usual_id(id: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '+' | '|' | ' ');
    id.len() <= 64 && id.chars().all(fits)
}
