//! What a version builds on: the game as it is installed under its own name, or will be. Where that name is taken by something else, the
//! version holds the game itself.

use nova_model::Millis;
use nova_version::{VersionFile, loaders::manifest::GameEntry};
use serde_json::{Map, Value};

use super::{Kitchen, Recipe, document, flat::flat, vanilla::renamed};
use crate::{InstallError, need};

/// Packages of the game's own main classes.
const GAME: [&str; 2] = ["net.minecraft.", "com.mojang."];
/// `LaunchWrapper`'s own tweak classes, which the game's old versions are started with.
const PLAIN_TWEAKS: &str = "net.minecraft.launchwrapper.";

/// A game version to build on.
pub(super) struct Base {
    id: String,
    pub(super) file: VersionFile,
    bytes: Vec<u8>,
    lies: Lies,
    kept_since: Option<Millis>,
}

/// Where it lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lies {
    /// Under its own name.
    There,
    /// There too, once this install has put it there.
    Written,
    /// Nowhere: its name is taken.
    Inside,
}

impl Base {
    /// The version whose jar is the client.
    pub(super) fn owner<'a>(&'a self, id: &'a str) -> &'a str {
        if self.lies == Lies::Inside { id } else { &self.id }
    }
}

impl Kitchen<'_> {
    /// Whether a game version lies under its own name without any loader: other versions build on it.
    pub(super) fn is_game_alone(&self, game: &str) -> bool {
        let bytes = self.there(&need::json_place(game));
        bytes.and_then(|bytes| VersionFile::parse(game, &bytes).ok()).is_some_and(|file| is_plain(&file))
    }

    /// The game for a version of this id: what is installed under the game's own name counts, if it can be read and is the game alone.
    pub(super) async fn base(&self, game: &GameEntry, id: &str) -> Result<Base, InstallError> {
        // Some file systems do not tell the two apart.
        let is_game = id.eq_ignore_ascii_case(&game.id);
        let there = self.there(&need::json_place(&game.id)).filter(|_| !is_game);
        let read = there.and_then(|bytes| Some((VersionFile::parse(&game.id, &bytes).ok()?, bytes)));
        let lies = match read {
            Some((file, bytes)) if is_plain(&file) => {
                return Ok(Base { id: game.id.clone(), file, bytes, lies: Lies::There, kept_since: None });
            }
            Some(_) => Lies::Inside,
            None if is_game => Lies::Inside,
            None => Lies::Written,
        };
        let got = self.version_file(game).await?;
        let file = VersionFile::parse(&game.id, &got.bytes)?;
        Ok(Base { id: game.id.clone(), file, bytes: got.bytes, lies, kept_since: got.kept_since })
    }

    /// A version from its own file and the game's.
    pub(super) async fn on(&self, base: &Base, id: &str, own: &[u8]) -> Result<Recipe, InstallError> {
        let (bytes, chain) = match base.lies {
            Lies::Inside => {
                let mut whole = flat(&object(own), &object(&base.bytes), id);
                // Nothing else in it tells which game version it is.
                whole.insert("clientVersion".to_owned(), Value::from(base.id.as_str()));
                let bytes = serde_json::to_vec_pretty(&whole).unwrap_or_default();
                let file = VersionFile::parse(id, &bytes)?;
                (bytes, vec![file])
            }
            Lies::There | Lies::Written => {
                let bytes = renamed(own, id);
                let file = VersionFile::parse(id, &bytes)?;
                (bytes, vec![file, base.file.clone()])
            }
        };
        let mut recipe = self.of_chain(id, &base.id, &chain).await?;
        recipe.kept_since = recipe.kept_since.or(base.kept_since);
        if base.lies == Lies::Written {
            recipe.documents.push(document(&base.id, base.bytes.clone()));
        }
        recipe.documents.push(document(id, bytes));
        Ok(recipe)
    }
}

/// What could not be parsed was refused before.
fn object(bytes: &[u8]) -> Map<String, Value> {
    serde_json::from_slice(bytes).unwrap_or_default()
}

/// Whether a version file is the game's alone: other launchers put loaders into the file of the game's own name.
fn is_plain(file: &VersionFile) -> bool {
    let main = file.main_class.as_deref().unwrap_or_default();
    let line = file.minecraft_arguments.as_deref().unwrap_or_default().split_ascii_whitespace();
    let listed = file.arguments.game.iter().flatten().flat_map(|argument| &argument.values);
    let words: Vec<&str> = line.chain(listed.map(String::as_str)).collect();
    let tweaks = words.windows(2).filter(|pair| pair.first() == Some(&"--tweakClass"));
    let mut tweaks = tweaks.filter_map(|pair| pair.last());
    file.inherits_from.is_none()
        && GAME.iter().any(|package| main.starts_with(package))
        && tweaks.all(|class| class.starts_with(PLAIN_TWEAKS))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn plain(value: &Value) -> bool {
        is_plain(&VersionFile::parse("a", value.to_string().as_bytes()).unwrap())
    }

    #[test]
    fn what_holds_a_loader_is_not_the_game_alone() {
        let line = "--username x --tweakClass net.minecraft.launchwrapper.AlphaVanillaTweaker";
        assert!(plain(&json!({"mainClass": "net.minecraft.client.main.Main"})));
        assert!(plain(
            &json!({"mainClass": "net.minecraft.launchwrapper.Launch", "minecraftArguments": line})
        ));
        assert!(!plain(&json!({"mainClass": "net.fabricmc.loader.impl.launch.knot.KnotClient"})));
        assert!(!plain(&json!({"mainClass": "net.minecraftforge.bootstrap.ForgeBootstrap"})));
        assert!(!plain(&json!({"mainClass": "net.minecraft.launchwrapper.Launch",
            "arguments": {"game": ["--tweakClass", "optifine.OptiFineTweaker"]}})));
        assert!(!plain(&json!({"mainClass": "net.minecraft.client.main.Main", "inheritsFrom": "b"})));
    }
}
