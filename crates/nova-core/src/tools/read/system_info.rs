//! `system_info`: the machine: system, processor, memory, graphics, disk.

use std::sync::Arc;

use nova_model::{Field, Message};
use nova_tools::{Answer, Call, NoParams, Read, SpecDraft, Title, ToolError};

use crate::{
    launcher::Launcher,
    tools::common::{answer, draft_read, size, value},
};

/// The machine: system, processor, memory, graphics, disk.
pub(super) struct SystemInfo(pub(super) Arc<Launcher>);

impl Read for SystemInfo {
    type Params = NoParams;

    fn spec(&self) -> SpecDraft {
        draft_read(
            "system_info",
            Title { zh: "查看系统信息", en: "System info" },
            "Reads operating system, CPU, GPU, memory and disk of this computer.\n\
                 Use for what the machine has; check_environment for what a version needs.",
        )
    }

    fn run(&self, _params: NoParams, _call: &Call) -> Result<Answer, ToolError> {
        let info = self.0.game.system();
        let cpu = info.cpu.as_deref().unwrap_or("unknown CPU");
        let lines = [
            format!("{} {}, {cpu}, {} cores", info.os, info.arch, info.cores),
            format!("Memory: {} total, {} free", size(info.memory_total), size(info.memory_available)),
            format!(
                "GPU: {}",
                if info.gpus.is_empty() { "unknown".to_owned() } else { info.gpus.join(", ") }
            ),
        ];
        let said = Message::new("core.system")
            .with("os", info.os.as_str())
            .with("cpu", cpu)
            .with("cores", info.cores)
            .with("total", Field::Bytes(info.memory_total))
            .with("free", Field::Bytes(info.memory_available));
        Ok(answer(&lines, None, value(&info), vec![said]))
    }
}
