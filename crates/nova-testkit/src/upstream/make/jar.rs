//! Jars of libraries: a manifest, some bytes, and what its artifact owes the game: a main class, native libraries, or the program
//! that stands in for an installer's.

use anyhow::Result;

use super::{class, filler, natives};
use crate::game::Programs;
use crate::jar::zip_bytes;
use crate::upstream::maven;

/// What an artifact owes the game, by its name: the module it is, and the main classes it holds.
struct Owner {
    artifact: &'static str,
    module: &'static str,
    mains: &'static [&'static str],
}

const OWNERS: [Owner; 9] = [
    Owner { artifact: "launchwrapper", module: "", mains: &["net.minecraft.launchwrapper.Launch"] },
    Owner { artifact: "launchwrapper-of", module: "", mains: &["net.minecraft.launchwrapper.Launch"] },
    Owner { artifact: "modlauncher", module: "", mains: &["cpw.mods.modlauncher.Launcher"] },
    Owner {
        artifact: "bootstraplauncher",
        module: "cpw.mods.bootstraplauncher",
        mains: &["cpw.mods.bootstraplauncher.BootstrapLauncher"],
    },
    Owner { artifact: "securejarhandler", module: "cpw.mods.securejarhandler", mains: &[] },
    Owner { artifact: "bootstrap", module: "", mains: &["net.minecraftforge.bootstrap.ForgeBootstrap"] },
    Owner { artifact: "loader", module: "", mains: &["net.neoforged.fml.startup.Client"] },
    Owner {
        artifact: "fabric-loader",
        module: "",
        mains: &[
            "net.fabricmc.loader.impl.launch.knot.KnotClient",
            "net.fabricmc.loader.launch.knot.KnotClient",
        ],
    },
    Owner {
        artifact: "quilt-loader",
        module: "",
        mains: &["org.quiltmc.loader.impl.launch.knot.KnotClient"],
    },
];

/// Whether a library holds this main class, so that the client jar need not.
pub(crate) fn is_owned(main: &str) -> bool {
    OWNERS.iter().any(|owner| owner.mains.contains(&main))
}

/// The bytes of a file in a Maven repository: a jar or zip with something in it, or a filler.
pub(crate) fn artifact(path: &str, programs: Option<&Programs>, is_tool: bool) -> Result<Vec<u8>> {
    if !maven::ends(path, "jar") && !maven::ends(path, "zip") {
        return Ok(filler(path));
    }
    let (full, _) = maven::artifact(path);
    let owner = OWNERS.iter().find(|owner| full.rsplit('/').next() == Some(owner.artifact));
    let mut entries = vec![manifest(owner.map_or("", |owner| owner.module), is_tool)];
    for main in owner.map(|owner| owner.mains).unwrap_or_default() {
        entries.push((class::path(main), class::delegate(main)));
    }
    if natives::is(path) {
        entries.push(("META-INF/LICENSE.txt".to_owned(), b"A text that nobody unpacks.\n".to_vec()));
        entries.extend(natives::entries(path));
    }
    if let (true, Some(programs)) = (is_tool, programs) {
        entries.extend(programs.processor().iter().cloned());
    }
    entries.push((format!("META-INF/{}.bin", full.replace('/', ".")), filler(path)));
    zip_bytes(&entries)
}

/// The module's name is given where the loaders' own arguments name it.
fn manifest(module: &str, is_tool: bool) -> (String, Vec<u8>) {
    let mut lines = vec!["Manifest-Version: 1.0".to_owned()];
    if !module.is_empty() {
        lines.push(format!("Automatic-Module-Name: {module}"));
    }
    if is_tool {
        lines.push("Main-Class: nova.standin.tool.Processor".to_owned());
    }
    ("META-INF/MANIFEST.MF".to_owned(), (lines.join("\r\n") + "\r\n\r\n").into_bytes())
}
