//! The game by itself: its version file, libraries, assets.

use nova_model::Millis;
use nova_version::{AssetIndex, FileSet, Merged, VersionFile, loaders::manifest::GameEntry};
use serde_json::Value;

use super::{Aim, Kitchen, Recipe, document};
use crate::{Ask, InstallError, need, web::Got};

impl Kitchen<'_> {
    /// The game alone, under any name.
    pub(super) async fn vanilla(&self, game: &GameEntry, id: &str) -> Result<Recipe, InstallError> {
        let got = self.version_file(game).await?;
        let bytes = if id == game.id { got.bytes } else { of_game(&got.bytes, id, &game.id) };
        let file = VersionFile::parse(id, &bytes)?;
        let mut recipe = self.of_chain(id, &game.id, &[file]).await?;
        recipe.documents.push(document(id, bytes));
        recipe.kept_since = recipe.kept_since.or(got.kept_since);
        Ok(recipe)
    }

    pub(super) async fn version_file(&self, game: &GameEntry) -> Result<Got, InstallError> {
        let ask = Ask::list(&game.url, format!("{}.json", game.id)).hashed(game.sha1.as_ref());
        self.web.get(&ask, self.cancel).await
    }

    /// Everything that a chain of version files needs.
    pub(super) async fn of_chain(
        &self,
        id: &str,
        game: &str,
        chain: &[VersionFile],
    ) -> Result<Recipe, InstallError> {
        self.of_merged(id, game, &Merged::of(chain)?).await
    }

    /// Everything that a version needs, made one.
    pub(super) async fn of_merged(
        &self,
        id: &str,
        game: &str,
        merged: &Merged,
    ) -> Result<Recipe, InstallError> {
        let set = FileSet::of(merged, self.platform);
        let mut needs = need::of_files(&set);
        let (assets, copies, kept_since) = self.assets(&set).await?;
        needs.extend(assets);
        Ok(Recipe {
            id: id.to_owned(),
            game: game.to_owned(),
            aim: Aim::New,
            loader: None,
            goes: Vec::new(),
            api: None,
            client: need::jar_place(&set.client.owner),
            mappings: merged.client_mappings.clone(),
            documents: Vec::new(),
            needs,
            copies,
            installer: None,
            java: merged.java.clone(),
            problems: set.problems,
            kept_since,
        })
    }

    /// The asset objects of a version, what lies under names too, and since when the index was kept.
    async fn assets(&self, set: &FileSet) -> Result<Assets, InstallError> {
        let Some(index) = &set.asset_index else { return Ok(Assets::default()) };
        let Some(remote) = &index.remote else { return self.installed_assets(&index.id) };
        let there = self.there(&need::index_place(&index.id));
        let wanted = remote.sha1.as_ref().and_then(|sha1| crate::Sha1::parse(sha1.as_str()));
        if wanted.is_some() && there.is_some_and(|bytes| Some(crate::Sha1::of(&bytes)) == wanted) {
            return self.installed_assets(&index.id);
        }
        let ask = Ask::list(&remote.url, format!("{}.json", index.id)).hashed(remote.sha1.as_ref());
        let got = self.web.get(&ask, self.cancel).await?;
        let read = AssetIndex::parse(&index.id, &got.bytes)?;
        Ok((need::of_assets(&read), need::named_assets(&index.id, &read), got.kept_since))
    }

    /// An index that nobody serves: what is in the root.
    fn installed_assets(&self, id: &str) -> Result<Assets, InstallError> {
        let Some(bytes) = self.there(&need::index_place(id)) else { return Ok(Assets::default()) };
        let read = AssetIndex::parse(id, &bytes)?;
        Ok((need::of_assets(&read), need::named_assets(id, &read), None))
    }
}

type Assets = (Vec<crate::Need>, Vec<(String, String)>, Option<Millis>);

/// A version file under another id. Its jar goes with it.
pub(super) fn renamed(bytes: &[u8], id: &str) -> Vec<u8> {
    with(bytes, &[("id", id)])
}

/// The game's own file under a name that does not tell which version it is: other launchers read `clientVersion`, too.
fn of_game(bytes: &[u8], id: &str, game: &str) -> Vec<u8> {
    with(bytes, &[("id", id), ("clientVersion", game)])
}

fn with(bytes: &[u8], texts: &[(&str, &str)]) -> Vec<u8> {
    let Ok(Value::Object(mut map)) = serde_json::from_slice::<Value>(bytes) else { return bytes.to_vec() };
    map.extend(texts.iter().map(|(key, text)| ((*key).to_owned(), Value::from(*text))));
    serde_json::to_vec_pretty(&map).unwrap_or_else(|_| bytes.to_vec())
}
