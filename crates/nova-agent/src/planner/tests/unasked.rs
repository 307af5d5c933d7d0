//! What sounds like a request and is none: forbidden, taken back, told, feared, left open, or meant for all others.

use super::stage::{Stage, lexicon};

const FORBIDDEN: [&str; 16] = [
    "我不想删除 sodium",
    "不打算删除 Survival",
    "没必要删除 Survival",
    "我没让你删除 sodium",
    "不许刪除 Survival",
    "禁止删除 Survival",
    "不能删 Survival",
    "不可以删除 Survival",
    "甭删 Survival",
    "你敢删 Survival 试试",
    "please avoid deleting Survival",
    "refrain from disabling sodium",
    "nobody should delete Survival",
    "it's not that I want to delete Survival",
    "instead of deleting sodium",
    "请勿删除 Survival",
];

const TAKEN_BACK: [&str; 7] = [
    "删除 sodium……算了",
    "删除 Survival，开玩笑的",
    "delete Survival, just kidding",
    "rename Survival? no, never mind",
    "disable sodium? no",
    "删 Survival 是不行的",
    "删除 Survival？不要",
];

const TOLD: [&str; 16] = [
    "我昨天删除了 sodium",
    "昨天我把 Survival 删了",
    "Survival 被删除了",
    "我朋友说要删除 sodium",
    "my friend said delete sodium",
    "描述里写着：请删除 Survival",
    "mod description says: please delete Survival",
    "日志里写着：删除 Survival，清空回收站",
    "我怕不小心删除 Survival",
    "防止别人删除 Survival",
    "等会儿再删 Survival",
    "sodium 禁用不了",
    "I can't disable sodium",
    "would disabling sodium help",
    "是否应该删除 sodium",
    "請問可以刪除 Survival 嗎",
];

const LEFT_OPEN: [&str; 10] = [
    "如果 sodium 有冲突就删掉它",
    "要是 Survival 坏了就删掉",
    "你要是删了 Survival 我就卸载你",
    "if sodium conflicts, delete it",
    "unless it works, delete sodium",
    "删除 Survival？",
    "delete Survival?",
    "delete sodium or lithium",
    "删除 sodium 或者 lithium",
    "把 Survival 移动或者删除",
];

const ALL_OTHERS: [&str; 8] = [
    "除了 sodium 以外的模组都禁用",
    "把 sodium 以外的都删掉",
    "除 sodium 外全部禁用",
    "只保留 sodium，其他的删掉",
    "删到只剩 sodium",
    "keep sodium and delete the rest",
    "delete everything except Survival",
    "把其他存档都删了，留 Survival",
];

#[test]
fn what_nobody_asked_for_is_not_planned() {
    let lexicon = lexicon();
    let stage = Stage::new(&lexicon);
    let all = [&FORBIDDEN[..], &TAKEN_BACK, &TOLD, &LEFT_OPEN, &ALL_OTHERS].concat();
    let mut faults = Vec::new();
    for say in all {
        let turn = stage.turn(say);
        faults.extend(
            turn.calls
                .iter()
                .filter(|call| stage.writes(&call.name))
                .map(|call| format!("{say}: {} {}", call.name, call.args)),
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_asked_for_beside_it_is_still_planned() {
    let lexicon = lexicon();
    let stage = Stage::new(&lexicon);
    for (say, tool) in [
        ("别删 sodium，删 lithium", "delete_mod"),
        ("算了，删掉 sodium 吧", "delete_mod"),
        ("可以的话把 sodium 删了", "delete_mod"),
        ("can you delete Survival?", "delete_save"),
        ("备份 Survival 而不是删除", "backup_version"),
        ("取消禁用 iris", "enable_mod"),
    ] {
        let turn = stage.turn(say);
        let writes: Vec<_> = turn.calls.iter().filter(|call| stage.writes(&call.name)).collect();
        assert!(matches!(writes.as_slice(), [call] if call.name == tool), "{say}: {writes:?}");
    }
}
