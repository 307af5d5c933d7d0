//! Jars of libraries: a manifest, some bytes, and what its artifact owes the game: a main class, native libraries, or the program
//! that stands in for an installer's.

use anyhow::Result;

use super::{class, filler, natives};
use crate::game::Programs;
use crate::jar::zip_bytes;
use crate::upstream::maven;

/// Which artifact holds which main class.
const OWNERS: [(&str, &[&str]); 8] = [
    ("net/minecraft/launchwrapper", &["net.minecraft.launchwrapper.Launch"]),
    ("cpw/mods/modlauncher", &["cpw.mods.modlauncher.Launcher"]),
    ("cpw/mods/bootstraplauncher", &["cpw.mods.bootstraplauncher.BootstrapLauncher"]),
    ("net/minecraftforge/bootstrap", &["net.minecraftforge.bootstrap.ForgeBootstrap"]),
    ("net/neoforged/fancymodloader/loader", &["net.neoforged.fml.startup.Client"]),
    (
        "net/fabricmc/fabric-loader",
        &["net.fabricmc.loader.impl.launch.knot.KnotClient", "net.fabricmc.loader.launch.knot.KnotClient"],
    ),
    ("org/quiltmc/quilt-loader", &["org.quiltmc.loader.impl.launch.knot.KnotClient"]),
    ("cpw/mods/securejarhandler", &[]),
];

/// Whether a library holds this main class, so that the client jar need not.
pub(crate) fn is_owned(main: &str) -> bool {
    OWNERS.iter().any(|(_, mains)| mains.contains(&main))
}

/// The bytes of a file in a Maven repository: a jar or zip with something in it, or a filler.
pub(crate) fn artifact(path: &str, programs: Option<&Programs>, is_tool: bool) -> Result<Vec<u8>> {
    if !path.ends_with(".jar") && !path.ends_with(".zip") {
        return Ok(filler(path));
    }
    let (owner, _) = maven::artifact(path);
    let mains = OWNERS.iter().find(|(artifact, _)| *artifact == owner).map(|(_, mains)| *mains);
    let mut entries = vec![manifest(owner, mains.is_some(), is_tool)];
    for main in mains.unwrap_or_default() {
        entries.push((class::path(main), class::delegate(main)));
    }
    if natives::is(path) {
        entries.push(("META-INF/LICENSE.txt".to_owned(), b"A text that nobody unpacks.\n".to_vec()));
        entries.extend(natives::entries(path));
    }
    if let (true, Some(programs)) = (is_tool, programs) {
        entries.extend(programs.processor().iter().cloned());
    }
    entries.push((format!("META-INF/{}.bin", owner.replace('/', ".")), filler(path)));
    zip_bytes(&entries)
}

/// The module's name is given where the loaders' own arguments name it.
fn manifest(artifact: &str, named: bool, is_tool: bool) -> (String, Vec<u8>) {
    let mut text = "Manifest-Version: 1.0\r\n".to_owned();
    if named && artifact.starts_with("cpw/mods/") {
        text += &format!("Automatic-Module-Name: {}\r\n", artifact.replace('/', "."));
    }
    if is_tool {
        text += "Main-Class: nova.standin.tool.Processor\r\n";
    }
    ("META-INF/MANIFEST.MF".to_owned(), format!("{text}\r\n").into_bytes())
}
