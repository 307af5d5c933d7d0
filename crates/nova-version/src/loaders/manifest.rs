//! Mojang's list of game versions (`version_manifest_v2.json`; the first form, without digests, is read too).

use serde_json::Value;

use super::{CAP, MOST};
use crate::{
    error::VersionError,
    path::is_folder_name,
    read::{is_url, object, str_of, whole},
    sha1::Sha1,
};

/// One game version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEntry {
    /// Its id.
    pub id: String,
    /// `release`, `snapshot`, `old_beta`, `old_alpha`.
    pub kind: String,
    /// Where its json lies.
    pub url: String,
    /// The json's digest.
    pub sha1: Option<Sha1>,
    /// When the json last changed.
    pub time: Option<String>,
    /// When the version came out.
    pub release_time: Option<String>,
    /// 1 where the launcher must keep players' safety settings.
    pub compliance_level: u64,
}

/// The list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The newest release.
    pub latest_release: Option<String>,
    /// The newest version of any kind.
    pub latest_snapshot: Option<String>,
    /// All versions, newest first.
    pub versions: Vec<GameEntry>,
}

impl Manifest {
    /// Reads the list.
    pub fn parse(bytes: &[u8]) -> Result<Self, VersionError> {
        let map = object("version_manifest_v2.json", bytes, CAP)?;
        let latest =
            |kind: &str| map.get("latest").and_then(|latest| str_of(latest, kind)).map(str::to_owned);
        let Some(list) = map.get("versions").and_then(Value::as_array) else {
            return Err(VersionError::Shape { name: "version_manifest_v2.json".to_owned() });
        };
        let mut versions: Vec<GameEntry> = list.iter().take(MOST).filter_map(entry).collect();
        versions.sort_by(|a, b| b.release_time.cmp(&a.release_time));
        Ok(Self { latest_release: latest("release"), latest_snapshot: latest("snapshot"), versions })
    }

    /// The entry of a version.
    pub fn find(&self, id: &str) -> Option<&GameEntry> {
        self.versions.iter().find(|version| version.id == id)
    }
}

fn entry(value: &Value) -> Option<GameEntry> {
    let id = str_of(value, "id").filter(|id| is_folder_name(id))?;
    let text = |key: &str| str_of(value, key).map(str::to_owned);
    Some(GameEntry {
        id: id.to_owned(),
        kind: text("type").unwrap_or_else(|| "release".to_owned()),
        url: text("url").filter(|url| is_url(url))?,
        sha1: text("sha1").and_then(|digest| Sha1::parse(&digest)),
        time: text("time"),
        release_time: text("releaseTime"),
        compliance_level: value.get("complianceLevel").and_then(whole).unwrap_or(0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_come_newest_first_and_what_cannot_be_fetched_is_left_out() {
        let text = r#"{"latest": {"release": "b", "snapshot": "c"}, "versions": [
            {"id": "a", "type": "release", "url": "https://x/a.json", "releaseTime": "2020-01-01T00:00:00+00:00"},
            {"id": "b", "type": "release", "url": "https://x/b.json", "releaseTime": "2021-01-01T00:00:00+00:00", "complianceLevel": 1},
            {"id": "../c", "url": "https://x/c.json"}, {"id": "d", "url": "file:///d"}, 7]}"#;
        let manifest = Manifest::parse(text.as_bytes()).unwrap();
        let ids: Vec<&str> = manifest.versions.iter().map(|version| version.id.as_str()).collect();
        assert_eq!((ids, manifest.latest_release.as_deref()), (vec!["b", "a"], Some("b")));
        assert_eq!(manifest.find("b").map(|version| version.compliance_level), Some(1));
        assert!(Manifest::parse(b"{}").is_err() && Manifest::parse(b"[]").is_err());
    }
}
