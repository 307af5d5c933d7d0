//! Hostile shapes and chance: nothing panics, nothing runs away, no stack overflows.

use std::{io::Cursor, thread};

use nova_meta::{Installed, Loader, Options, Target, check, read_jar, read_level, read_servers};
use proptest::prelude::*;

use crate::build::{codes, jar, read, read_one};

const NAMES: [&str; 7] = [
    "fabric.mod.json",
    "quilt.mod.json",
    "META-INF/mods.toml",
    "META-INF/neoforge.mods.toml",
    "mcmod.info",
    "litemod.json",
    "META-INF/jarjar/metadata.json",
];

/// On a stack as small as any thread's that will run it.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn deep_nesting_is_refused_on_a_small_stack() {
    on_a_small_stack(|| {
        let brackets = "[".repeat(300_000);
        let objects = "{\"a\":".repeat(200_000);
        let closed = format!("{{\"id\":\"a\",\"custom\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        let near = format!("{{'id':'a','custom':{}{}}}", "[".repeat(120), "]".repeat(120));
        // Closing brackets in strings must not hide what is opened.
        let hidden = format!("{{'id':'a','x':{}{}", "['".repeat(400), "]',".repeat(400));
        for text in [&brackets, &objects, &closed, &near, &hidden] {
            for name in NAMES {
                let facts = read_one(name, text);
                assert!(!facts.problems.is_empty());
            }
        }
        assert!(codes(&read_one("fabric.mod.json", &closed)).contains(&"meta.jar.metadata_deep"));
    });
}

#[test]
fn jars_in_jars_stop_somewhere() {
    let mut deep = jar(&[("fabric.mod.json", br#"{"schemaVersion":1,"id":"leaf","version":"1"}"#)]);
    for n in 0..30 {
        let text = format!(r#"{{"schemaVersion":1,"id":"n{n}","version":"1","jars":[{{"file":"n.jar"}}]}}"#);
        deep = jar(&[("fabric.mod.json", text.as_bytes()), ("n.jar", &deep)]);
    }
    on_a_small_stack(move || {
        let facts = read(&deep);
        let mut depth = 0;
        let mut at = &facts;
        while let Some((_, inner)) = at.nested.first() {
            (depth, at) = (depth + 1, inner);
        }
        assert_eq!(depth, 8);
        assert_eq!(codes(&facts), ["meta.jar.nested_limit"]);
    });
}

#[test]
fn more_inner_jars_than_allowed_are_told() {
    let leaf = jar(&[("fabric.mod.json", br#"{"schemaVersion":1,"id":"w","version":"1"}"#)]);
    let names: Vec<String> = (0..600).map(|n| format!("{n}.jar")).collect();
    let list = names.iter().map(|name| format!(r#"{{"file":"{name}"}}"#)).collect::<Vec<_>>().join(",");
    let text = format!(r#"{{"schemaVersion":1,"id":"a","version":"1","jars":[{list}]}}"#);
    let mut entries: Vec<(&str, &[u8])> = vec![("fabric.mod.json", text.as_bytes())];
    entries.extend(names.iter().map(|name| (name.as_str(), leaf.as_slice())));
    let facts = read(&jar(&entries));
    assert_eq!((facts.nested.len(), codes(&facts)), (512, vec!["meta.jar.too_many"]));
}

#[test]
fn oversized_metadata_is_refused_before_it_is_unpacked() {
    let text = format!(r#"{{"schemaVersion":1,"id":"a","description":"{}"}}"#, "A".repeat(5 << 20));
    assert_eq!(
        codes(&read_one("fabric.mod.json", &text)),
        ["meta.jar.metadata_packed", "meta.jar.no_metadata"]
    );
}

#[test]
fn floods_are_cut() {
    let many =
        (0..5000).fold(String::new(), |text, n| text + &format!("[[mods]]\nmodId='m{n}'\nversion='1'\n"));
    let facts = read_one("META-INF/mods.toml", &many);
    assert_eq!((facts.mods.len(), codes(&facts)), (512, vec!["meta.jar.too_many"]));
    let depends = (0..9000).map(|n| format!("\"m{n}\":[7]")).collect::<Vec<_>>().join(",");
    let facts =
        read_one("fabric.mod.json", &format!(r#"{{"id":"a","version":"1","depends":{{{depends}}}}}"#));
    assert!(facts.mods[0].dependencies.len() <= 512 && facts.problems.len() <= 25);
    let long = "9".repeat(100_000);
    let facts = read_one(
        "fabric.mod.json",
        &format!(r#"{{"id":"{long}","version":"{long}","depends":{{"a":"{long}"}}}}"#),
    );
    assert!(
        facts.mods[0].id.chars().count() <= 200 && facts.mods[0].dependencies[0].range.chars().count() <= 900
    );
}

/// Valid metadata, one for each name.
const VALID: [&str; 7] = [
    r#"{"schemaVersion":1,"id":"a","version":"1.0","name":"A","depends":{"minecraft":[">=1.20"],"b":"^1"},"breaks":{"c":"*"},"jars":[{"file":"x.jar"}],"icon":{"1":"i"}}"#,
    r#"{"schema_version":1,"quilt_loader":{"id":"a","version":"1","depends":["b",{"id":"c","versions":{"any":["1",{"all":["2","3"]}]},"unless":["d"]}],"jars":["x"]},"mixin":["m"]}"#,
    "modLoader=\"javafml\"\nloaderVersion=\"[47,)\"\n[[mods]]\nmodId=\"a\"\nversion=\"${file.jarVersion}\"\ndescription='''x\ny'''\n[[dependencies.a]]\nmodId=\"b\"\nmandatory=true\nversionRange=\"[1,2),[3,)\"\n",
    "[[mods]]\nmodId='a'\n[[dependencies.a]]\nmodId='b'\ntype='incompatible'\nx = { y = [1, 2, { z = true }] }\n",
    r#"{"modListVersion":2,"modList":[{"modid":"a","version":"1","requiredMods":["Forge@[1,)"],"mcversion":"1.7.10"}]}"#,
    r#"{"name":"a","version":"1","dependsOn":["b"],"mixinConfigs":["c"]}"#,
    r#"{"jars":[{"identifier":{"group":"g","artifact":"a"},"version":{"range":"[1,)"},"path":"x.jar"}]}"#,
];

fn mutated() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let change = (
        any::<prop::sample::Index>(),
        prop::sample::select(b"{}[]\"',:=.\n#\\\0\xff$1aTt-".to_vec()),
        0..3_u8,
    );
    (0..VALID.len(), prop::collection::vec(change, 1..10)).prop_map(|(which, changes)| {
        let mut bytes = VALID[which].as_bytes().to_vec();
        for (at, byte, how) in changes {
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => drop(bytes.splice(at..at, VALID[which].bytes().skip(at).take(20)).collect::<Vec<_>>()),
            }
        }
        (which, bytes)
    })
}

/// A set that holds the mod twice, so that every rule looks at it.
fn check_everywhere(facts: &nova_meta::JarFacts) {
    let mods: Vec<Installed> = ["1.jar", "2.jar"]
        .map(|file| Installed { file: file.to_owned(), enabled: true, facts: facts.clone() })
        .into();
    for loader in Loader::ALL {
        let target = Target { game: "1.20.1".into(), loader: Some((loader, "1.0".into())), java: Some(17) };
        let found = check(&mods, &target);
        assert_eq!(found, check(&mods, &target));
    }
}

proptest! {
    #[test]
    fn mutated_metadata_never_panics((which, bytes) in mutated()) {
        let facts = read(&jar(&[(NAMES[which], &bytes)]));
        prop_assert!(!facts.mods.is_empty() || !facts.problems.is_empty());
        check_everywhere(&facts);
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), which in 0..NAMES.len()) {
        read_jar(Cursor::new(&bytes), "x.jar");
        check_everywhere(&read(&jar(&[(NAMES[which], &bytes), ("META-INF/MANIFEST.MF", &bytes)])));
        let _ = (read_level(&bytes), read_servers(&bytes));
        let options = Options::read(&bytes);
        prop_assert!(options.entries().all(|(key, _)| options.get(key).is_some()));
    }
}
