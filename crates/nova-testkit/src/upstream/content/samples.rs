//! The projects that are there where a test names none.

use super::{Build, Offer};

/// A few mods that need each other, one that is had by hand, one that only CurseForge has, and many that fill the pages.
pub(crate) fn samples() -> Vec<Offer> {
    let mut all = vec![
        Offer::new("ember-lib", "Ember Lib")
            .about("Code that other mods stand on")
            .downloads(90_000)
            .build(Build::new("fabric", "2.0.0", "1.20.1"))
            .build(Build::new("forge", "2.0.0", "1.20.1"))
            .build(Build::new("fabric", "2.1.0", "1.20.1").also("1.20.2"))
            .build(Build::new("fabric", "3.0.0", "1.21.1")),
        Offer::new("lantern-map", "Lantern Map")
            .about("A minimap with waypoints")
            .downloads(80_000)
            .build(Build::new("fabric", "1.0.0", "1.20.1").needs("ember-lib", "required"))
            .build(Build::new("forge", "1.0.0", "1.20.1").needs("ember-lib", "required"))
            .build(lantern("1.1.0"))
            .build(lantern("1.2.0-beta").beta()),
        Offer::new("old-map", "Old Map (classic)")
            .about("A map that does not go with Lantern Map")
            .build(Build::new("fabric", "0.9.0", "1.20.1")),
        Offer::new("tidy-chest", "Tidy Chest")
            .about("Sorts chests")
            .downloads(5_000)
            .by_hand()
            .build(Build::new("fabric", "4.0.0", "1.20.1"))
            .build(Build::new("neoforge", "4.0.0", "1.21.1")),
        Offer::new("deep-caves", "Deep Caves")
            .about("Caves for Forge")
            .only_curseforge()
            .build(Build::new("forge", "7.3.0", "1.20.1")),
    ];
    all.extend((1..=60).map(|at| {
        let (slug, title) = (format!("filler-{at:02}"), format!("Filler {at:02}"));
        Offer::new(&slug, &title).downloads(at).build(Build::new("fabric", "1.0.0", "1.20.1"))
    }));
    all
}

fn lantern(number: &str) -> Build {
    Build::new("fabric", number, "1.20.1").needs("ember-lib", "required").needs("old-map", "incompatible")
}
