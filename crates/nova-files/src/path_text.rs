//! Paths in JSON: plain text where they are UTF-8, `{"hex": …}` where they are not (names on Linux are any bytes).

use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Bytes { hex: String },
}

fn written(path: &Path) -> Written {
    match path.to_str() {
        Some(text) => Written::Text(text.to_owned()),
        None => Written::Bytes { hex: data_encoding::HEXLOWER.encode(path.as_os_str().as_encoded_bytes()) },
    }
}

fn read<E: serde::de::Error>(written: Written) -> Result<PathBuf, E> {
    match written {
        Written::Text(text) => Ok(PathBuf::from(text)),
        Written::Bytes { hex } => data_encoding::HEXLOWER
            .decode(hex.as_bytes())
            .map_err(E::custom)
            .and_then(|bytes| from_bytes(bytes).ok_or_else(|| E::custom("not a name of this system"))),
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have bytes that are no name")]
pub(crate) fn from_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Some(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
pub(crate) fn from_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

pub(crate) fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    written(path).serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    read(Written::deserialize(deserializer)?)
}

/// For `Option<PathBuf>`.
pub(crate) mod option {
    use super::{Deserialize, Deserializer, PathBuf, Serialize, Serializer, Written, read, written};

    #[expect(clippy::ref_option, reason = "serde calls it with a reference to the field")]
    pub(crate) fn serialize<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
        path.as_deref().map(written).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<PathBuf>, D::Error> {
        Option::<Written>::deserialize(deserializer)?.map(read).transpose()
    }
}

/// For lists of paths.
pub(crate) mod list {
    use super::{Deserialize, Deserializer, PathBuf, Serializer, Written, read, written};

    pub(crate) fn serialize<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(paths.iter().map(|path| written(path)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
        Vec::<Written>::deserialize(deserializer)?.into_iter().map(read).collect()
    }
}

/// For lists of a path and a text.
pub(crate) mod pairs {
    use super::{Deserialize, Deserializer, PathBuf, Serializer, Written, read, written};

    pub(crate) fn serialize<S: Serializer>(
        pairs: &[(PathBuf, String)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(pairs.iter().map(|(path, text)| (written(path), text)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(PathBuf, String)>, D::Error> {
        let pairs = Vec::<(Written, String)>::deserialize(deserializer)?;
        pairs.into_iter().map(|(path, text)| Ok((read(path)?, text))).collect()
    }
}
