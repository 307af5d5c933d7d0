//! The assistant: the turn loop, the checklist, trust, and the built-in planner's engine. Knows tools, not Minecraft.

mod brain;

pub use brain::{Brain, Conversation, Entry, Round, Say};
