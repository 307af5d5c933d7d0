//! `servers.dat`: the multiplayer list (Minecraft Wiki, "Servers.dat format").

use nova_model::{Message, Problem, clean};
use serde::{Deserialize, Serialize};

use crate::nbt::{NbtError, Tag};

/// Longest name or address.
const NAME: usize = 255;
/// Most servers that are listed.
const ITEMS: usize = 4096;

/// One server of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerEntry {
    /// The name the player gave it.
    pub name: String,
    /// Host and port, as written.
    pub address: String,
    /// Whether the list shows it; direct connections are kept hidden.
    pub hidden: bool,
}

/// The list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerList {
    /// The servers, in their order.
    pub servers: Vec<ServerEntry>,
    /// What is odd in it.
    pub problems: Vec<Problem>,
}

/// Reads a `servers.dat`.
///
/// # Errors
/// [`NbtError`], if there is no tree in it at all.
pub fn read_servers(bytes: &[u8]) -> Result<ServerList, NbtError> {
    let root = Tag::read(bytes)?;
    let mut list = ServerList::default();
    let items = match root.get("servers") {
        Some(Tag::List(items)) => items.as_slice(),
        Some(_) => {
            list.wrong("servers");
            &[]
        }
        None => &[],
    };
    for item in items.iter().take(ITEMS) {
        match entry(item) {
            Some(server) => list.servers.push(server),
            None => list.wrong("ip"),
        }
    }
    Ok(list)
}

impl ServerList {
    fn wrong(&mut self, field: &str) {
        let message = Message::new("meta.level.wrong_type").with("field", field.to_owned());
        let problem = Problem::warning("servers.dat", message);
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}

fn entry(tag: &Tag) -> Option<ServerEntry> {
    let text = |field: &str| tag.get(field).and_then(Tag::text).map(|text| clean(text, NAME));
    let hidden = tag.get("hidden").and_then(Tag::int) == Some(1);
    Some(ServerEntry { name: text("name").unwrap_or_default(), address: text("ip")?, hidden })
}
