//! Sections, traces and tables: the input's lines stand inside a crash report, a crash of Java and a log.
#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;

const HEADS: [&[u8]; 4] = [
    b"---- Minecraft Crash Report ----\nDescription: Ticking entity\n\njava.lang.Error: x\n",
    b"#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n# Problematic frame:\n",
    b"[12:00:00] [main/INFO]: Loading 3 mods:\n",
    b"-- System Details --\nDetails:\n\tMod List: \n",
];

fuzz_target!(|bytes: &[u8]| {
    for head in HEADS {
        shared::check(&[("crash-1.txt", &[head, bytes].concat())]);
    }
});
