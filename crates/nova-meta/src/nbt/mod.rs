//! NBT, the game's binary tree: read into memory with caps on bytes, depth and number of tags, and never recursively.
//! Shapes and tag numbers: Minecraft Wiki, "NBT format"; the depth limit of 512 is the game's own.

mod error;
mod mutf8;
mod parse;
mod unpack;

pub use error::NbtError;
pub(crate) use unpack::Unpacked;

/// One tag. Arrays keep only their length: nothing here needs their contents.
#[derive(Clone, Debug, PartialEq)]
pub enum Tag {
    /// Byte, short, int or long.
    Int(i64),
    /// Float or double.
    Float(f64),
    /// Text, with replacement characters where it was damaged.
    Text(String),
    /// A byte, int or long array of this many elements.
    Array(usize),
    /// A list.
    List(Vec<Tag>),
    /// A compound, in the order of the file; of equal names the last one counts.
    Compound(Vec<(String, Tag)>),
}

/// The byte order: Java Edition writes big-endian, Bedrock little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Java Edition.
    Big,
    /// Bedrock Edition.
    Little,
}

impl Tag {
    /// Reads packed (gzip, zlib) or plain NBT of Java Edition.
    ///
    /// # Errors
    /// [`NbtError`]: damage, or more than 64 MiB, 512 levels or a million tags.
    pub fn read(bytes: &[u8]) -> Result<Self, NbtError> {
        Self::parse(&Unpacked::of(bytes)?.bytes, Order::Big)
    }

    /// Reads plain NBT in a byte order.
    pub fn parse(bytes: &[u8], order: Order) -> Result<Self, NbtError> {
        parse::parse(bytes, order)
    }

    /// The tag of a name in a compound.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Compound(entries) => entries.iter().rev().find(|(key, _)| key == name).map(|(_, tag)| tag),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn int(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub fn items(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }
}
