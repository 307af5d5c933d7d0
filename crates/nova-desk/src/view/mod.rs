//! What a window is shown: plain data in the player's language.

mod changes;
mod chat;
mod checklist;
mod mods;
mod page;
mod problem;
mod result;
mod settings;
mod start;
mod turn;
mod versions;
mod worlds;

pub use chat::{ChatFound, ChatHead, ChatItem, ChatView, SettledLine, Suggestion};
pub use checklist::{ChangeRow, Checklist, Line, LineState, Question, Receipt, UndoNote};
pub use page::{Notice, Open};
pub use problem::ProblemRow;
pub use result::ToolResult;
pub use start::{Look, Start};
pub use turn::{End, RunningTurn, TurnEvent, Turned, Who};
