//! The parser: a stack of open compounds and lists instead of recursion.

use super::{NbtError, Order, Tag, mutf8};

/// The game's own limit.
const DEPTH: usize = 512;
/// Enough for the registries of the largest packs, and 40 MB of memory.
const TAGS: usize = 1_000_000;

/// Parses one tree. Bytes behind it are left alone.
pub(crate) fn parse(bytes: &[u8], order: Order) -> Result<Tag, NbtError> {
    let mut parser = Parser { bytes, at: 0, order, tags: 0, open: Vec::new() };
    match parser.u8()? {
        10 => {}
        kind => return Err(NbtError::BadTag { kind, at: 0 }),
    }
    parser.text()?;
    parser.open(Open::Compound { name: String::new(), entries: Vec::new() })?;
    loop {
        if let Some(tree) = parser.step()? {
            return Ok(tree);
        }
    }
}

/// A compound or list that is not closed yet, with the name it has in its parent.
enum Open {
    Compound { name: String, entries: Vec<(String, Tag)> },
    List { name: String, kind: u8, left: usize, items: Vec<Tag> },
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    order: Order,
    tags: usize,
    open: Vec<Open>,
}

impl Parser<'_> {
    /// Reads one tag or closes one; gives the tree when the last one is closed.
    fn step(&mut self) -> Result<Option<Tag>, NbtError> {
        match self.open.last() {
            Some(Open::Compound { .. }) => match self.u8()? {
                0 => Ok(self.close()),
                kind => {
                    let name = self.text()?;
                    self.tag(kind, name).map(|()| None)
                }
            },
            Some(Open::List { left: 0, .. }) => Ok(self.close()),
            Some(Open::List { kind, .. }) => {
                let kind = *kind;
                self.tag(kind, String::new()).map(|()| None)
            }
            None => Err(self.truncated()),
        }
    }

    /// Reads a tag of a type and puts it into what is open.
    fn tag(&mut self, kind: u8, name: String) -> Result<(), NbtError> {
        self.tags = self.tags.saturating_add(1);
        if self.tags > TAGS {
            return Err(NbtError::TooLarge { cap: TAGS });
        }
        let tag = match kind {
            1 => Tag::Int(i64::from(self.u8()?.cast_signed())),
            2 => Tag::Int(i64::from(i16::from_be_bytes(self.number()?))),
            3 => Tag::Int(i64::from(i32::from_be_bytes(self.number()?))),
            4 => Tag::Int(i64::from_be_bytes(self.number()?)),
            5 => Tag::Float(f64::from(f32::from_be_bytes(self.number()?))),
            6 => Tag::Float(f64::from_be_bytes(self.number()?)),
            7 => self.array(1)?,
            8 => Tag::Text(self.text()?),
            9 => return self.open_list(name),
            10 => return self.open(Open::Compound { name, entries: Vec::new() }),
            11 => self.array(4)?,
            12 => self.array(8)?,
            _ => return Err(NbtError::BadTag { kind, at: self.at }),
        };
        self.put(name, tag);
        Ok(())
    }

    fn open_list(&mut self, name: String) -> Result<(), NbtError> {
        let kind = self.u8()?;
        let left = self.count()?;
        let left = match kind {
            // An empty list may have no type; one that claims items of no type has no end.
            0 if left > 0 => return Err(NbtError::BadTag { kind, at: self.at }),
            _ => left,
        };
        // Each item takes at least one byte.
        if left > self.bytes.len().saturating_sub(self.at) {
            return Err(self.truncated());
        }
        self.open(Open::List { name, kind, left, items: Vec::new() })
    }

    fn open(&mut self, open: Open) -> Result<(), NbtError> {
        if self.open.len() >= DEPTH {
            return Err(NbtError::TooDeep { cap: DEPTH });
        }
        self.open.push(open);
        Ok(())
    }

    fn close(&mut self) -> Option<Tag> {
        let (name, tag) = match self.open.pop()? {
            Open::Compound { name, entries } => (name, Tag::Compound(entries)),
            Open::List { name, items, .. } => (name, Tag::List(items)),
        };
        if self.open.is_empty() {
            return Some(tag);
        }
        self.put(name, tag);
        None
    }

    fn put(&mut self, name: String, tag: Tag) {
        match self.open.last_mut() {
            Some(Open::Compound { entries, .. }) => entries.push((name, tag)),
            Some(Open::List { left, items, .. }) => {
                *left = left.saturating_sub(1);
                items.push(tag);
            }
            None => {}
        }
    }

    fn array(&mut self, size: usize) -> Result<Tag, NbtError> {
        let count = self.count()?;
        self.take(count.saturating_mul(size))?;
        Ok(Tag::Array(count))
    }

    /// A count; negative ones are taken for zero, as the game does.
    fn count(&mut self) -> Result<usize, NbtError> {
        Ok(usize::try_from(i32::from_be_bytes(self.number()?)).unwrap_or(0))
    }

    fn text(&mut self) -> Result<String, NbtError> {
        let len = u16::from_be_bytes(self.number()?);
        self.take(len.into()).map(mutf8::decode)
    }

    fn u8(&mut self) -> Result<u8, NbtError> {
        self.number().map(|[byte]| byte)
    }

    /// The bytes of a number, in big-endian order whatever the file's.
    fn number<const N: usize>(&mut self) -> Result<[u8; N], NbtError> {
        let order = self.order;
        let mut bytes = [0; N];
        for (to, from) in bytes.iter_mut().zip(self.take(N)?) {
            *to = *from;
        }
        if order == Order::Little {
            bytes.reverse();
        }
        Ok(bytes)
    }

    fn take(&mut self, len: usize) -> Result<&[u8], NbtError> {
        let end = self.at.checked_add(len).filter(|end| *end <= self.bytes.len());
        let Some(end) = end else { return Err(self.truncated()) };
        let taken = self.bytes.get(self.at..end).unwrap_or_default();
        self.at = end;
        Ok(taken)
    }

    fn truncated(&self) -> NbtError {
        NbtError::Truncated { read: self.bytes.len() }
    }
}
