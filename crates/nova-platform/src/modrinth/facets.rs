//! A search's conditions in Modrinth's form: a list of lists, of which every inner one must hold in one of its words.

use serde_json::json;

use super::read;
use crate::{Kind, Search};

/// The facets of a search; none where it has no condition.
pub(super) fn of(search: &Search) -> Option<String> {
    let mut all: Vec<Vec<String>> = Vec::new();
    if let Some(kind) = search.kind {
        all.push(vec![format!("project_type:{}", kind_name(kind))]);
    }
    let has_loader = search.kind.is_none_or(Kind::has_loader);
    if has_loader && !search.loaders.is_empty() {
        let words = search.loaders.iter().flat_map(|loader| read::spelled(*loader));
        all.push(words.map(|word| format!("categories:{word}")).collect());
    }
    all.extend(search.game_version.iter().map(|game| vec![format!("versions:{game}")]));
    all.extend(search.categories.iter().map(|name| vec![format!("categories:{name}")]));
    if all.is_empty() { None } else { Some(json!(all).to_string()) }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Mod => "mod",
        Kind::ResourcePack => "resourcepack",
        Kind::Shader => "shader",
        Kind::DataPack => "datapack",
        Kind::Modpack => "modpack",
        // Modrinth has none, and says so by finding nothing.
        Kind::World => "world",
    }
}

#[cfg(test)]
mod tests {
    use nova_model::Loader;

    use super::*;

    #[test]
    fn every_condition_is_a_facet_and_loaders_are_one_of_several() {
        let search = Search {
            kind: Some(Kind::Mod),
            loaders: vec![Loader::Quilt, Loader::Fabric],
            game_version: Some("1.20.1".to_owned()),
            categories: vec!["storage".to_owned()],
            ..Search::default()
        };
        assert_eq!(
            of(&search).unwrap(),
            r#"[["project_type:mod"],["categories:quilt","categories:fabric"],["versions:1.20.1"],["categories:storage"]]"#
        );
        let shader = Search { kind: Some(Kind::Shader), ..search };
        assert!(!of(&shader).unwrap().contains("quilt"), "no loader loads a shader pack");
        assert_eq!(of(&Search::default()), None);
    }
}
