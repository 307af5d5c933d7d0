//! Finding words in chats. Three letters or more go through the index; shorter words, as Chinese has them, are looked for in
//! the texts themselves.

use nova_model::{Millis, clean};
use rusqlite::{Connection, Row, params_from_iter};
use serde::Serialize;

use super::{Result, Store, StoreError, read};

/// Characters of a question that are looked at.
const LONGEST: usize = 200;
/// Words of a question that are looked at.
const MOST_WORDS: usize = 8;
/// Letters that the index needs.
const INDEXED: usize = 3;
/// Characters before the first word that is found.
const BEFORE: usize = 24;
/// Characters of a snippet.
const SNIPPET: usize = 100;

/// A place where the words were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// The chat.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The entry's number in the chat; 0 for the title.
    pub seq: u64,
    /// When it was said.
    pub at: Millis,
    /// Who said it: `player`, `nova`, `result` and so on; `title` for the title.
    pub kind: String,
    /// What stands around the words, on one line.
    pub snippet: String,
}

impl Store {
    /// Where all of these words stand together, the newest first. They are plain words, whatever signs are in them.
    pub fn search(&mut self, words: &str, most: u32) -> std::result::Result<Vec<Hit>, StoreError> {
        let words = split(words);
        let Some(db) = self.reader()?.filter(|_| !words.is_empty()) else { return Ok(Vec::new()) };
        let mut hits = in_entries(db, &words, most)?;
        let titles = in_titles(db, &words, most)?;
        let new: Vec<_> =
            titles.into_iter().filter(|hit| hits.iter().all(|known| known.id != hit.id)).collect();
        hits.extend(new);
        hits.sort_by_key(|hit| std::cmp::Reverse(hit.at));
        hits.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok(hits)
    }
}

fn split(words: &str) -> Vec<String> {
    let words = clean(words, LONGEST);
    words.trim_end_matches('…').split_whitespace().take(MOST_WORDS).map(str::to_owned).collect()
}

fn in_entries(db: &Connection, words: &[String], most: u32) -> Result<Vec<Hit>> {
    let (long, short): (Vec<_>, Vec<_>) = words.iter().partition(|word| word.chars().count() >= INDEXED);
    let select = "SELECT c.id, c.title, e.seq, e.at, e.kind, e.text FROM entries e \
                  JOIN chats c ON c.id = e.chat WHERE c.deleted IS NULL AND e.text <> ''";
    let (mut also, mut values) = (String::new(), Vec::new());
    if !long.is_empty() {
        also.push_str(" AND e.id IN (SELECT rowid FROM words WHERE words MATCH ?)");
        let quoted: Vec<_> = long.iter().map(|word| format!("\"{}\"", word.replace('"', "\"\""))).collect();
        values.push(quoted.join(" AND "));
    }
    for word in short {
        also.push_str(" AND e.text LIKE ? ESCAPE '\\'");
        values.push(like(word));
    }
    let sql = format!("{select}{also} ORDER BY e.at DESC, e.id DESC LIMIT {most}");
    hits(db, &sql, &values, words)
}

fn in_titles(db: &Connection, words: &[String], most: u32) -> Result<Vec<Hit>> {
    let also = " AND title LIKE ? ESCAPE '\\'".repeat(words.len());
    let sql = format!(
        "SELECT id, title, 0, changed, 'title', title FROM chats WHERE deleted IS NULL{also} \
         ORDER BY changed DESC LIMIT {most}"
    );
    let values: Vec<_> = words.iter().map(|word| like(word)).collect();
    hits(db, &sql, &values, words)
}

fn hits(db: &Connection, sql: &str, values: &[String], words: &[String]) -> Result<Vec<Hit>> {
    let mut found = db.prepare(sql)?;
    let found = found.query_map(params_from_iter(values), |row| hit(row, words))?;
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

fn hit(row: &Row<'_>, words: &[String]) -> rusqlite::Result<Hit> {
    let text: String = row.get(5)?;
    Ok(Hit {
        id: row.get(0)?,
        title: row.get(1)?,
        seq: read(row.get(2)?),
        at: row.get(3)?,
        kind: row.get(4)?,
        snippet: snippet(&text, words),
    })
}

fn like(word: &str) -> String {
    let mut pattern = String::from("%");
    for c in word.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// The text around the first word that stands in it.
fn snippet(text: &str, words: &[String]) -> String {
    let folded: Vec<char> = text.chars().map(fold).collect();
    let first = words.iter().filter_map(|word| {
        let word: Vec<char> = word.chars().map(fold).collect();
        folded.windows(word.len().max(1)).position(|at| at == word)
    });
    let from = first.min().unwrap_or_default().saturating_sub(BEFORE);
    let rest: String = text.chars().skip(from).collect();
    let rest = clean(&rest, usize::MAX).split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = clean(&rest, SNIPPET);
    if from > 0 { format!("…{cut}") } else { cut }
}

fn fold(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}
