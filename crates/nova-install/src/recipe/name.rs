//! What a new version is called.

use std::path::Path;

use nova_model::Loader;

use crate::InstallError;

/// The names that tell what a version is, the first one first: game and loader, then the build too.
pub fn usual_names(game: &str, loader: Option<(Loader, &str)>) -> Vec<String> {
    let Some((loader, build)) = loader else { return vec![game.to_owned()] };
    let plain = format!("{game}-{loader}");
    vec![plain.clone(), format!("{plain}-{build}")]
}

/// The wished name, or the first of these that is free in a game root.
///
/// # Errors
/// [`InstallError::Taken`], and what is wrong with a wished name.
pub fn free_name(root: &Path, wished: Option<&str>, names: &[String]) -> Result<String, InstallError> {
    let is_free = |id: &str| root.join("versions").join(id).symlink_metadata().is_err();
    if let Some(name) = wished {
        nova_files::safe_name(name)?;
        return if is_free(name) {
            Ok(name.to_owned())
        } else {
            Err(InstallError::Taken { id: name.to_owned() })
        };
    }
    let free = names.iter().find(|name| is_free(name)).cloned();
    free.ok_or_else(|| InstallError::Taken { id: names.first().cloned().unwrap_or_default() })
}
