//! Searching and reading Modrinth and CurseForge through the tools.

use anyhow::Result;
use nova_model::{Explain, Secret};
use nova_testkit::upstream::{CURSEFORGE_KEY, Fault, Rule};
use nova_tools::{Decision, ReadScope, ToolError};
use serde_json::{Value, json};

use crate::launcher::{Desk, Word};
