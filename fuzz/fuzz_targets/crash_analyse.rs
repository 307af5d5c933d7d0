//! Whole runs: each byte of the input chooses a line that some rule knows, or is taken as it is; several files at once.
#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;

const LINES: [&str; 16] = [
    "[12:00:00] [main/INFO]: Loading Minecraft 1.20.1 with Fabric Loader 0.15.0\n",
    "[12:00:00] [main/ERROR]: Incompatible mods found!\n",
    " - Mod 'A' (a) 1.0 requires any version of b, which is missing!\n",
    "java.lang.NoSuchMethodError: 'void a.B.c(int)'\n",
    "\tat TRANSFORMER/create@0.5/com.x.Y.z(Y.java:1) ~[create.jar%23!/:0.5] {re:mixin,pl:mixin:APP:foo.mixins.json:M}\n",
    "Caused by: java.lang.OutOfMemoryError: Java heap space\n",
    "\t... 3 more\n",
    "---- Minecraft Crash Report ----\n",
    "Description: Ticking block entity\n",
    "-- Block entity being ticked --\n",
    "\tName: a:b // c.D\n",
    "\tSuspected Mods: A (a), B (b)\n",
    "# C  [atio6axx.dll+0x1]\n",
    "Process exited with code -1073741819\n",
    "[12:00:00] [Render thread/INFO]: Stopping!\n",
    "Mod §ea§r requires §6b§r §o1.0 or above§r\n§7Currently, §6b§r§7 is§o not installed\n",
];

fuzz_target!(|bytes: &[u8]| {
    let mut text = Vec::new();
    for byte in bytes.iter().take(4_000) {
        match LINES.get(usize::from(*byte)) {
            Some(line) => text.extend_from_slice(line.as_bytes()),
            None => text.push(*byte),
        }
    }
    let half = text.len() / 2;
    shared::check(&[("latest.log", &text[..half]), ("crash-1.txt", &text[half..])]);
});
