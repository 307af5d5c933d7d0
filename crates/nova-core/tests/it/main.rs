//! The launcher as a host sees it, over game folders made for the purpose.

mod accounts;
mod attached;
mod care;
mod chats;
mod content;
mod crashes;
mod gate;
mod imports;
mod installing;
mod javas;
mod launcher;
mod model;
mod recording;
mod registry;
mod results;
mod starts;
mod suggestions;
