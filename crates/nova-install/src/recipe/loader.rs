//! Fabric and Quilt: a version file from the loader's own one, on top of the game's.

use nova_version::loaders::{LoaderBuild, fabric, manifest::GameEntry};
use tokio::try_join;

use super::{Kitchen, Recipe};
use crate::{Ask, InstallError, catalog};

impl Kitchen<'_> {
    /// A version with one of them.
    pub(super) async fn light(
        &self,
        game: &GameEntry,
        build: &LoaderBuild,
        id: &str,
    ) -> Result<Recipe, InstallError> {
        let (base, profile) = try_join!(self.base(game, id), self.profile(game, build))?;
        self.on(&base, id, &profile).await
    }

    /// The version file that the loader's server makes, or the same made from the loader's own file beside its jar.
    async fn profile(&self, game: &GameEntry, build: &LoaderBuild) -> Result<Vec<u8>, InstallError> {
        let flavour = match build.loader {
            nova_model::Loader::Quilt => fabric::Flavour::Quilt,
            _ => catalog::flavour(&game.id),
        };
        let base = catalog::meta_base(flavour);
        let address =
            format!("{base}/versions/loader/{}/{}/profile/json", part(&game.id), part(&build.version));
        let name = format!("{} {}", build.loader, build.version);
        let asked = self.web.get(&Ask::list(address, &name), self.cancel).await;
        match asked {
            Ok(got) => Ok(got.bytes),
            Err(InstallError::Cancelled) => Err(InstallError::Cancelled),
            Err(error) => {
                let address = own_file(flavour, &build.version);
                let own = self.web.get(&Ask::list(address, &name), self.cancel).await.map_err(|_| error)?;
                Ok(fabric::profile(flavour, &game.id, &build.version, &own.bytes)?)
            }
        }
    }
}

/// Where the loader's own file lies: beside its jar.
fn own_file(flavour: fabric::Flavour, version: &str) -> String {
    let (maven, path, name) = match flavour {
        fabric::Flavour::Quilt => {
            ("https://maven.quiltmc.org/repository/release/", "org/quiltmc/quilt-loader", "quilt-loader")
        }
        _ => ("https://maven.fabricmc.net/", "net/fabricmc/fabric-loader", "fabric-loader"),
    };
    let version = part(version);
    format!("{maven}{path}/{version}/{name}-{version}.json")
}

/// A part of an address: game versions have spaces in them (`1.14 Pre-Release 1`).
pub(super) fn part(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    let one = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(one).collect()
}
