//! Another loader for a version that is there, or none. The version keeps its name and folder; its file is replaced.

use futures_util::{StreamExt, TryStreamExt, stream};
use nova_version::{
    Check,
    loaders::{LoaderBuild, manifest::GameEntry},
};

use super::{Aim, Kitchen, Recipe, tweak};
use crate::{InstallError, LoaderChange, LoaderWish, Need, catalog, need};

/// Digests that are asked for at once.
const AT_ONCE: usize = 16;

impl Kitchen<'_> {
    pub(super) async fn change(&self, change: &LoaderChange) -> Result<Recipe, InstallError> {
        nova_files::safe_name(&change.id)?;
        let manifest = catalog::games(self.web, self.cancel).await?;
        let game = catalog::game(&manifest, &change.game)?;
        let is_game = change.id.eq_ignore_ascii_case(&game.id);
        if is_game && change.loader.is_some() && self.is_game_alone(&game.id) {
            return Err(InstallError::IsTheGame { id: change.id.clone() });
        }
        let mut recipe = match &change.loader {
            None => self.without_loader(game, &change.id).await?,
            Some(wanted) => {
                let build = self.next_build(game, wanted, change).await?;
                let recipe = self.with_loader(game, &build, &change.id).await?;
                let again = change.is_same(build.loader, &build.version);
                Recipe { aim: if again { Aim::Again } else { Aim::Loader }, ..recipe }
            }
        };
        if recipe.aim == Aim::Again {
            recipe.needs = self.with_digests(recipe.needs).await?;
        }
        recipe.goes = self.own_jar(&recipe).into_iter().collect();
        let loader = recipe.loader.as_ref().map(|(loader, _)| *loader);
        self.add_api(&mut recipe, loader, change.api).await?;
        Ok(recipe)
    }

    /// The game under the version's name.
    async fn without_loader(&self, game: &GameEntry, id: &str) -> Result<Recipe, InstallError> {
        if id.eq_ignore_ascii_case(&game.id) {
            return Ok(Recipe { aim: Aim::Loader, ..self.vanilla(game, id).await? });
        }
        let base = self.base(game, id).await?;
        let recipe = self.on(&base, id, &tweak::plain_file(&base.file)).await?;
        Ok(Recipe { aim: Aim::Loader, ..recipe })
    }

    /// The build that was asked for. Where none was, the recommended one, but never one older than the one that is there.
    async fn next_build(
        &self,
        game: &GameEntry,
        wanted: &LoaderWish,
        change: &LoaderChange,
    ) -> Result<LoaderBuild, InstallError> {
        let builds = catalog::builds(self.web, wanted.loader, &game.id, self.cancel).await?;
        let picked = catalog::pick(&builds, wanted.loader, &game.id, wanted.version.as_deref())?;
        let was = change.was.as_ref().filter(|was| was.loader == wanted.loader && wanted.version.is_none());
        let there = was.and_then(|was| was.version.as_deref());
        let at = |build: &LoaderBuild| builds.iter().position(|other| other.version == build.version);
        let known = there.and_then(|there| catalog::of_version(&builds, there));
        Ok(known.filter(|known| at(known) < at(picked)).unwrap_or(picked).clone())
    }

    /// The digests that stand beside files at their repository, so that what is there is held against them too.
    async fn with_digests(&self, needs: Vec<Need>) -> Result<Vec<Need>, InstallError> {
        let asked = |need: Need| async move {
            let url = need.urls.first().filter(|_| need.check == Check::Beside);
            let Some(url) = url else { return Ok(need) };
            let sha1 = self.beside(url).await?;
            let check = sha1.map_or(Check::Beside, Check::Sha1);
            Ok(Need { check, ..need })
        };
        stream::iter(needs.into_iter().map(asked)).buffered(AT_ONCE).try_collect().await
    }

    /// A client jar of the version's own that nothing needs any more: other launchers would start it.
    fn own_jar(&self, recipe: &Recipe) -> Option<String> {
        let place = need::jar_place(&recipe.id);
        let is_needed = recipe.needs.iter().any(|need| need.place == place);
        let is_there = || self.root.join(&place).symlink_metadata().is_ok_and(|file| file.is_file());
        (!is_needed && is_there()).then_some(place)
    }
}
