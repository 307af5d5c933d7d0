//! Versions that no rule covers: the jokes of the first of April, and the combat tests.
//!
//! Where each one belongs follows from its date in Mojang's manifest (or, for those outside it, the date it was put up);
//! the last column is what Fabric Loader makes of it, which mods compare with.

use super::{Channel, Core, order::Stage};

/// One of them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Odd {
    pub(super) id: &'static str,
    pub(super) channel: Channel,
    /// The release it comes before, and how long before.
    core: [u32; 3],
    pub(super) stage: Stage,
    /// Year, week and place within the week, among snapshots; otherwise a running number.
    pub(super) detail: [u32; 3],
    pub(super) fabric: &'static str,
}

impl Odd {
    pub(super) fn core(&self) -> Core {
        Core::new(self.core)
    }
}

const fn joke(id: &'static str, core: [u32; 3], stage: Stage, detail: [u32; 3], fabric: &'static str) -> Odd {
    Odd { id, channel: Channel::AprilFools, core, stage, detail, fabric }
}

const fn combat(id: &'static str, core: [u32; 3], stage: Stage, number: u32, fabric: &'static str) -> Odd {
    Odd { id, channel: Channel::Snapshot, core, stage, detail: [number, 99, 0], fabric }
}

use Stage::{Experiment, Pre, Snapshot};

/// After every letter of a week.
const LATE: u32 = 999;

const ODD: &[Odd] = &[
    joke("2.0", [1, 6, 0], Experiment, [0, 0, 0], "2.0"),
    joke("15w14a", [1, 8, 4], Snapshot, [15, 14, 1], "1.8.4-alpha.15.14.a+loveandhugs"),
    joke("1.RV-Pre1", [1, 9, 3], Experiment, [0, 0, 0], "1.9.2-rv+trendy"),
    joke("3D Shareware v1.34", [1, 14, 0], Snapshot, [19, 13, LATE], "1.14-alpha.19.13.shareware"),
    joke("20w14infinite", [1, 16, 0], Snapshot, [20, 13, LATE], "1.16-alpha.20.13.inf"),
    joke("20w14~", [1, 16, 0], Snapshot, [20, 13, LATE], "1.16-alpha.20.13.inf"),
    joke("20w14∞", [1, 16, 0], Snapshot, [20, 13, LATE], "1.16-alpha.20.13.inf"),
    joke("22w13oneblockatatime", [1, 19, 0], Snapshot, [22, 13, LATE], "1.18.3-alpha.22.13.oneblockatatime"),
    joke("23w13a_or_b", [1, 20, 0], Snapshot, [23, 13, LATE], "1.20-alpha.23.13.ab"),
    joke("24w14potato", [1, 20, 5], Snapshot, [24, 13, LATE], "1.20.5-alpha.24.12.potato"),
    joke("25w14craftmine", [1, 21, 6], Snapshot, [25, 14, LATE], "1.21.6-alpha.25.14.craftmine"),
    joke("26w14a", [26, 1, 2], Experiment, [0, 0, 0], "26.1.1-alpha.26.14.a"),
    combat("1.14_combat-212796", [1, 14, 3], Pre, 4, "1.14.3-rc.4.combat.1"),
    combat("1.14_combat-0", [1, 14, 5], Experiment, 2, "1.14.5-combat.2"),
    combat("1.14_combat-3", [1, 14, 5], Experiment, 3, "1.14.5-combat.3"),
    combat("1.15_combat-1", [1, 15, 0], Pre, 3, "1.15-rc.3.combat.4"),
    combat("1.15_combat-6", [1, 15, 2], Pre, 2, "1.15.2-rc.2.combat.5"),
    combat("1.16_combat-0", [1, 16, 2], Pre, 3, "1.16.2-beta.3.combat.6"),
    combat("1.16_combat-1", [1, 16, 3], Experiment, 1, "1.16.3-combat.7"),
    combat("1.16_combat-2", [1, 16, 3], Experiment, 2, "1.16.3-combat.7.b"),
    combat("1.16_combat-3", [1, 16, 3], Experiment, 3, "1.16.3-combat.7.c"),
    combat("1.16_combat-4", [1, 16, 3], Experiment, 4, "1.16.3-combat.8"),
    combat("1.16_combat-5", [1, 16, 3], Experiment, 5, "1.16.3-combat.8.b"),
    combat("1.16_combat-6", [1, 16, 3], Experiment, 6, "1.16.3-combat.8.c"),
];

pub(super) fn find(id: &str) -> Option<&'static Odd> {
    ODD.iter().find(|odd| odd.id == id)
}
