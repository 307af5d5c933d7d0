//! The assistant: the turn loop, the checklist, trust, the built-in planner's engine, the chats on disk. Knows tools, not Minecraft.

mod brain;
mod chain;
mod checklist;
mod codes;
mod model;
pub mod planner;
pub mod store;
mod trust;
mod turn;

pub use brain::{Brain, Broke, Conversation, Entry, Falls, Keep, Round, Say, Settled};
pub use chain::{Chain, Cost, Found, Link, Who};
pub use checklist::{Checklist, Doing, Done, Fresh, Line, Settlement, World, execute};
pub use codes::CODES;
pub use model::{Calls, ModelBrain, ModelSetup, Price, Voice};
pub use trust::{Case, Ear, NoEar, Repetition, Source, Trust, Verdict, judge};
pub use turn::{MadeCall, Mode, TurnInput, TurnLimits, TurnResult, run_turn};
