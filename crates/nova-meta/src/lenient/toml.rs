//! TOML as `mods.toml` files use it. Not a validator: a line that makes no sense is skipped and the rest is read, a
//! repeated key wins, and tables nest only a few levels, so that no input makes it recurse.

use serde_json::{Map, Value};

use super::{Fault, Parsed, text};

/// Most parts of a dotted key or header; `mods.toml` needs three.
const KEY_PARTS: usize = 8;
/// Most brackets inside one another in a value.
const VALUE_DEPTH: usize = 16;

/// Parses a file.
pub(crate) fn parse(bytes: &[u8]) -> Result<Parsed, Fault> {
    let (text, tidy) = text::decode(bytes);
    if text.trim().is_empty() {
        return Err(Fault::Empty);
    }
    let mut reader = Reader { rest: &text, untidy: tidy == text::Tidy::No };
    let root = reader.document();
    if root.is_empty() {
        return Err(Fault::Unreadable);
    }
    Ok(Parsed { value: Value::Object(root), untidy: reader.untidy })
}

struct Reader<'a> {
    rest: &'a str,
    untidy: bool,
}

/// What a line cannot be made sense of gives.
struct Bad;

impl<'a> Reader<'a> {
    fn document(&mut self) -> Map<String, Value> {
        let mut root = Map::new();
        let mut table = Some(Vec::new());
        loop {
            self.skip_blank();
            if self.rest.is_empty() {
                return root;
            }
            if self.rest.starts_with('[') {
                table = self.header(&mut root).ok();
                self.untidy |= table.is_none();
            } else if self.pair(table.as_deref(), &mut root).is_err() {
                self.untidy = true;
                self.skip_line();
            }
        }
    }

    /// `[a.b]` or `[[a.b]]`: makes the table and gives its path.
    fn header(&mut self, root: &mut Map<String, Value>) -> Result<Vec<String>, Bad> {
        let line = self.skip_line();
        let is_array = line.starts_with("[[");
        let mut inner = Reader { rest: line.trim_start_matches('['), untidy: false };
        let path = inner.key()?;
        if !inner.rest.trim_start().starts_with(']') {
            return Err(Bad);
        }
        if is_array {
            push_table(root, &path).ok_or(Bad)?;
        } else {
            table_at(root, &path).ok_or(Bad)?;
        }
        Ok(path)
    }

    /// `key = value`, into the table of a path; read and dropped where the header was bad.
    fn pair(&mut self, table: Option<&[String]>, root: &mut Map<String, Value>) -> Result<(), Bad> {
        let mut key = self.key()?;
        self.skip_spaces();
        self.expect('=')?;
        self.skip_spaces();
        let value = self.value(0)?;
        let last = key.pop().ok_or(Bad)?;
        let Some(table) = table else { return Ok(()) };
        let path: Vec<String> = table.iter().cloned().chain(key).collect();
        let before = table_at(root, &path).ok_or(Bad)?.insert(last, value);
        self.untidy |= before.is_some();
        Ok(())
    }

    fn key(&mut self) -> Result<Vec<String>, Bad> {
        let mut parts = Vec::new();
        loop {
            self.skip_spaces();
            parts.push(self.key_part()?);
            self.skip_spaces();
            if parts.len() > KEY_PARTS {
                return Err(Bad);
            }
            if self.expect('.').is_err() {
                return Ok(parts);
            }
        }
    }

    fn key_part(&mut self) -> Result<String, Bad> {
        match self.rest.chars().next() {
            Some('"') => self.basic(),
            Some('\'') => self.literal(),
            _ => {
                let is_bare =
                    |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '{' | '}' | ':' | '@');
                let part = self.take_while(is_bare);
                if part.is_empty() { Err(Bad) } else { Ok(part.to_owned()) }
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, Bad> {
        if depth > VALUE_DEPTH {
            return Err(Bad);
        }
        match self.rest.chars().next().ok_or(Bad)? {
            '"' if self.rest.starts_with("\"\"\"") => {
                self.block("\"\"\"").map(|text| Value::String(unescape(text)))
            }
            '\'' if self.rest.starts_with("'''") => {
                self.block("'''").map(|text| Value::String(text.to_owned()))
            }
            '"' => self.basic().map(Value::String),
            '\'' => self.literal().map(Value::String),
            '[' => self.array(depth),
            '{' => self.inline_table(depth),
            _ => self.scalar(),
        }
    }

    fn basic(&mut self) -> Result<String, Bad> {
        let body = self.rest.strip_prefix('"').ok_or(Bad)?;
        let mut escaped = false;
        for (at, c) in body.char_indices() {
            match c {
                '\n' => return Err(Bad),
                '"' if !escaped => {
                    self.rest = body.get(at.saturating_add(1)..).unwrap_or_default();
                    return Ok(unescape(body.get(..at).unwrap_or_default()));
                }
                _ => escaped = c == '\\' && !escaped,
            }
        }
        Err(Bad)
    }

    fn literal(&mut self) -> Result<String, Bad> {
        let body = self.rest.strip_prefix('\'').ok_or(Bad)?;
        let (text, rest) = body.split_once('\'').ok_or(Bad)?;
        if text.contains('\n') {
            return Err(Bad);
        }
        self.rest = rest;
        Ok(text.to_owned())
    }

    /// A string in triple quotes; an unclosed one takes the rest of the file, since everything after it is in it.
    fn block(&mut self, quotes: &str) -> Result<&'a str, Bad> {
        let body = self.rest.strip_prefix(quotes).ok_or(Bad)?;
        let (text, rest) = body.split_once(quotes).unwrap_or_else(|| {
            self.untidy = true;
            (body, "")
        });
        self.rest = rest.trim_start_matches(quotes.get(..1).unwrap_or_default());
        Ok(text.strip_prefix("\r\n").or_else(|| text.strip_prefix('\n')).unwrap_or(text))
    }

    fn array(&mut self, depth: usize) -> Result<Value, Bad> {
        self.expect('[')?;
        let mut values = Vec::new();
        loop {
            self.skip_blank();
            if self.expect(']').is_ok() {
                return Ok(Value::Array(values));
            }
            values.push(self.value(depth.saturating_add(1))?);
            self.skip_blank();
            if self.expect(',').is_err() && !self.rest.starts_with(']') {
                return Err(Bad);
            }
        }
    }

    fn inline_table(&mut self, depth: usize) -> Result<Value, Bad> {
        self.expect('{')?;
        let mut table = Map::new();
        loop {
            self.skip_blank();
            if self.expect('}').is_ok() {
                return Ok(Value::Object(table));
            }
            let key = self.key()?.join(".");
            self.skip_spaces();
            self.expect('=')?;
            self.skip_spaces();
            table.insert(key, self.value(depth.saturating_add(1))?);
            self.skip_blank();
            if self.expect(',').is_err() && !self.rest.starts_with('}') {
                return Err(Bad);
            }
        }
    }

    /// A boolean, a number, or whatever else stands there bare (a date, an unquoted word).
    fn scalar(&mut self) -> Result<Value, Bad> {
        let word = self.take_while(|c| !matches!(c, ',' | ']' | '}' | '#' | '\n' | '\r')).trim();
        match word {
            "" => Err(Bad),
            "true" | "True" | "TRUE" => Ok(Value::Bool(true)),
            "false" | "False" | "FALSE" => Ok(Value::Bool(false)),
            _ => Ok(word.parse::<i64>().map_or_else(|_| Value::String(word.to_owned()), Value::from)),
        }
    }

    fn expect(&mut self, c: char) -> Result<(), Bad> {
        self.rest = self.rest.strip_prefix(c).ok_or(Bad)?;
        Ok(())
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn skip_line(&mut self) -> &'a str {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        line.trim_end()
    }

    /// Blanks, line ends and comments.
    fn skip_blank(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with('#') {
                return;
            }
            self.skip_line();
        }
    }
}

/// The table at a path, made where it is missing; of an array of tables, the last one.
fn table_at<'m>(root: &'m mut Map<String, Value>, path: &[String]) -> Option<&'m mut Map<String, Value>> {
    path.iter().take(KEY_PARTS).try_fold(root, |table, part| {
        match table.entry(part.as_str()).or_insert_with(|| Value::Object(Map::new())) {
            Value::Object(next) => Some(next),
            Value::Array(tables) => tables.last_mut()?.as_object_mut(),
            _ => None,
        }
    })
}

fn push_table(root: &mut Map<String, Value>, path: &[String]) -> Option<()> {
    let (last, parents) = path.split_last()?;
    let entry = table_at(root, parents)?.entry(last.as_str()).or_insert_with(|| Value::Array(Vec::new()));
    // `[mods]` and then `[[mods]]`: the first one was meant as one of them.
    if entry.is_object() {
        *entry = Value::Array(vec![entry.take()]);
    }
    entry.as_array_mut()?.push(Value::Object(Map::new()));
    Some(())
}

/// The escapes of a basic string; an unknown one stays as it is, a backslash at a line's end eats the break.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('b' | 'f' | 'e') | None => {}
            Some('u') => out.extend(hex(&mut chars, 4)),
            Some('U') => out.extend(hex(&mut chars, 8)),
            Some('\n') => chars = chars.as_str().trim_start().chars(),
            Some(c @ ('"' | '\\')) => out.push(c),
            Some(other) => out.extend(['\\', other]),
        }
    }
    out
}

fn hex(chars: &mut std::str::Chars<'_>, digits: usize) -> Option<char> {
    let text: String = chars.by_ref().take(digits).collect();
    u32::from_str_radix(&text, 16).ok().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::parse;

    fn value(text: &str) -> Value {
        parse(text.as_bytes()).unwrap().value
    }

    #[test]
    fn the_shape_of_mods_toml_is_read() {
        let text = "modLoader=\"javafml\" # c\nlicense='x'\n[[mods]]\n  modId = \"a\"\n description='''\nlong\ntext'''\n\
            [[dependencies.a]]\nmodId=\"b\"\nmandatory=true\r\n[[dependencies.a]]\nmodId=\"c\"\nrange=[1, \"x\",]\n[features.a]\nt={k=1, l='z'}\n";
        assert_eq!(
            value(text),
            json!({"modLoader": "javafml", "license": "x", "mods": [{"modId": "a", "description": "long\ntext"}],
                "dependencies": {"a": [{"modId": "b", "mandatory": true}, {"modId": "c", "range": [1, "x"]}]},
                "features": {"a": {"t": {"k": 1, "l": "z"}}}})
        );
    }

    #[test]
    fn bad_lines_do_not_take_the_rest_with_them() {
        let text = "license=\nwhat is this\nx = \"open\n[[mods]]\nmodId=\"a\"\nmodId=\"b\"\ndate=9999-99-99\n[bad\nlost=1\n[[mods]]\nmodId=\"c\"";
        let parsed = parse(text.as_bytes()).unwrap();
        assert!(parsed.untidy);
        assert_eq!(parsed.value, json!({"mods": [{"modId": "b", "date": "9999-99-99"}, {"modId": "c"}]}));
    }

    #[test]
    fn a_single_table_becomes_the_first_of_many() {
        assert_eq!(
            value("[mods]\nmodId='a'\n[[mods]]\nmodId='b'"),
            json!({"mods": [{"modId": "a"}, {"modId": "b"}]})
        );
    }

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(value(r#"a="x\n\u4e2d\"\q""#), json!({"a": "x\n中\"\\q"}));
        assert_eq!(value("a=\"\"\"x \\\n   y\"\"\""), json!({"a": "x y"}));
    }

    #[test]
    fn depth_is_refused_and_the_rest_read() {
        for deep in ["[".repeat(300_000), "{a=".repeat(100_000), format!("{}c=1", "a.".repeat(50_000))] {
            let text = format!("x={deep}\n{deep}\n[{deep}]\n[[mods]]\nmodId='a'\n");
            assert_eq!(value(&text)["mods"], json!([{"modId": "a"}]));
        }
    }
}
