//! `LiteLoader`: a version file made from what its list says of a build.

use nova_model::Loader;
use nova_version::{
    Coordinate,
    loaders::{LoaderBuild, liteloader::LiteLoaderBuild, manifest::GameEntry},
};
use serde_json::{Value, json};

use super::{Kitchen, Recipe, tweak};
use crate::{InstallError, catalog};

impl Kitchen<'_> {
    /// A version with it.
    pub(super) async fn liteloader(
        &self,
        game: &GameEntry,
        build: &LoaderBuild,
        id: &str,
    ) -> Result<Recipe, InstallError> {
        let all = catalog::liteloader(self.web, &game.id, self.cancel).await?;
        let found = all.into_iter().find(|found| found.build.version == build.version);
        let libraries = found.as_ref().and_then(libraries);
        let (Some(found), Some(libraries)) = (found, libraries) else {
            return Err(InstallError::NoLoader {
                loader: Loader::LiteLoader.to_string(),
                game: game.id.clone(),
                version: Some(build.version.clone()),
                near: Vec::new(),
            });
        };
        let base = self.base(game, id).await?;
        self.on(&base, id, &tweak::version_file(&base.file, &found.tweak_class, &libraries)).await
    }
}

/// Its own jar first.
fn libraries(build: &LiteLoaderBuild) -> Option<Vec<Value>> {
    let name = format!("com.mumfrey:liteloader:{}", build.build.version);
    let path = Coordinate::parse(&name)?.path().as_str().to_owned();
    let own = json!({"name": name, "downloads": {"artifact": {"path": path, "url": build.url}}});
    Some(std::iter::once(own).chain(build.libraries.iter().cloned()).collect())
}
