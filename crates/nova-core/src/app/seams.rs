//! T
use super::App;
impl App {
    pub(super) fn micros_left(&self) -> Option<u64> { None }
    pub(super) fn notes(&self) -> Vec<String> { Vec::new() }
    pub(super) fn known_habits(&self, _e: &nova_llm::Endpoint) -> nova_llm::Habits { nova_llm::Habits::default() }
}
