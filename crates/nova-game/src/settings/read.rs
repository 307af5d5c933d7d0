//! Reading `settings.json`: key by key, so that one odd value spoils no other. What cannot be read falls back to its
//! default and becomes a problem; the file itself is left as it is.

use std::path::{Path, PathBuf};

use nova_model::{Message, Problem};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{LaunchSettings, Limits, ModelEndpoint, Settings, model};
use crate::read::{ReadFault, SMALL_CAP, read_object};

/// The format this program writes and understands.
pub(crate) const FORMAT: u64 = 1;

impl Settings {
    /// The settings of a data folder. A missing file means defaults.
    pub fn read(data: &Path) -> Self {
        let file = Self::file(data);
        match read_object(&file, SMALL_CAP) {
            Ok(map) => Self::of(map, &file),
            Err(ReadFault::Missing) => Self::default(),
            Err(fault) => {
                let why = Message::new("game.settings.unreadable")
                    .with("path", file.as_path())
                    .with("why", fault.message());
                Self::spoilt(&file, why)
            }
        }
    }

    fn spoilt(file: &Path, why: Message) -> Self {
        let problem = Problem::warning(file.display().to_string(), why);
        Self { spoilt: true, problems: vec![problem], ..Self::default() }
    }

    fn of(map: Map<String, Value>, file: &Path) -> Self {
        let format = map.get("format").map_or(Some(FORMAT), Value::as_u64);
        if format.is_none_or(|format| format > FORMAT) {
            let format = map.get("format").map(ToString::to_string).unwrap_or_default();
            let newer = Message::new("game.settings.newer").with("path", file).with("format", format);
            return Self::spoilt(file, newer);
        }
        let mut reader = Reader { map: &map, file, problems: Vec::new() };
        let mut settings = Self {
            roots: reader.value("/roots").unwrap_or_default(),
            current_root: reader.value("/current_root"),
            max_mb: reader.value("/memory/max_mb"),
            java: reader.value::<String>("/java/use").filter(|java| java != "auto"),
            known_java: reader.value::<Vec<PathBuf>>("/java/known").unwrap_or_default(),
            launch: reader.launch(),
            consents: reader.value("/consents").unwrap_or_default(),
            download_source: reader.value("/download_source").unwrap_or_default(),
            isolation: reader.value("/isolation"),
            language: reader.value("/language"),
            appearance: reader.value("/appearance").unwrap_or_default(),
            model: reader.model(),
            client_id: reader.checked("/account/client_id", |text: &String| model::is_client_id(text)),
            trust: reader.value("/trust").unwrap_or_default(),
            trust_tools: reader
                .checked("/trust_tools", |names: &Vec<String>| model::are_tools(names))
                .unwrap_or_default(),
            limits: reader.limits(),
            trash: reader.value("/trash").unwrap_or_default(),
            backups: reader.value("/backups").unwrap_or_default(),
            ..Self::default()
        };
        settings.problems = reader.problems;
        settings.raw = map;
        settings
    }
}

struct Reader<'a> {
    map: &'a Map<String, Value>,
    file: &'a Path,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    /// The value at a pointer such as `/memory/max_mb`; none where it is absent or null. One of the wrong type is a
    /// problem.
    fn value<T: DeserializeOwned>(&mut self, pointer: &'static str) -> Option<T> {
        let mut parts = pointer.split('/').skip(1);
        let mut value = self.map.get(parts.next()?)?;
        for part in parts {
            match value {
                Value::Object(map) => value = map.get(part)?,
                Value::Null => return None,
                _ => return self.odd(pointer),
            }
        }
        if value.is_null() {
            return None;
        }
        T::deserialize(value).ok().or_else(|| self.odd(pointer))
    }

    /// The same, where it also has to be right.
    fn checked<T: DeserializeOwned>(
        &mut self,
        pointer: &'static str,
        is_right: impl Fn(&T) -> bool,
    ) -> Option<T> {
        self.value(pointer).and_then(|value| if is_right(&value) { Some(value) } else { self.odd(pointer) })
    }

    fn launch(&mut self) -> LaunchSettings {
        let (launch, odd) = LaunchSettings::of(self.map);
        for key in odd {
            let _: Option<()> = self.odd(key);
        }
        launch
    }

    fn model(&mut self) -> ModelEndpoint {
        ModelEndpoint {
            base_url: self.checked("/model/base_url", |text: &String| model::is_address(text)),
            model: self.checked("/model/model", |text: &String| model::is_name(text)),
            provider: self.checked("/model/provider", |text: &String| model::is_id(text)),
            local: self.value("/model/local").unwrap_or_default(),
            price: self.value("/model/price"),
            context: self.checked("/model/context", |tokens| model::is_context(*tokens)),
            proxy: self.checked("/model/proxy", |text: &String| model::is_proxy(text)),
        }
    }

    fn limits(&mut self) -> Limits {
        let usual = Limits::default();
        Limits {
            rounds: self.checked("/limits/rounds", |n| model::is_rounds(*n)).unwrap_or(usual.rounds),
            repeats: self.checked("/limits/repeats", |n| model::is_repeats(*n)).unwrap_or(usual.repeats),
            tokens: self.checked("/limits/tokens", |n| model::is_tokens(*n)).unwrap_or(usual.tokens),
            money_per_day: self.checked("/limits/money_per_day", |money| model::is_budget(*money)),
        }
    }

    fn odd<T>(&mut self, pointer: &str) -> Option<T> {
        let key = pointer.trim_start_matches('/').replace('/', ".");
        let message = Message::new("game.settings.odd-value").with("path", self.file).with("key", key);
        self.problems.push(Problem::warning(self.file.display().to_string(), message));
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{DownloadSource, Theme};

    fn of(value: Value) -> Settings {
        let Value::Object(map) = value else { panic!("not an object") };
        Settings::of(map, Path::new("settings.json"))
    }

    #[test]
    fn every_section_is_read() {
        let settings = of(
            json!({"format": 1, "roots": {"/game": {"current": "1.20.1"}}, "memory": {"max_mb": 4096},
            "java": {"use": "/j/bin/java", "known": ["/k/bin/java"]}, "download_source": "bmclapi", "isolation": true,
            "language": "zh-TW", "appearance": {"theme": "dark", "font_scale": 120}, "limits": {"rounds": 5}}),
        );
        assert!(settings.problems.is_empty());
        assert_eq!(settings.current_in(Path::new("/game")), Some("1.20.1"));
        assert_eq!(settings.max_mb, Some(4096));
        assert_eq!(settings.java.as_deref(), Some("/j/bin/java"));
        assert_eq!(settings.download_source, DownloadSource::Bmclapi);
        assert_eq!(settings.appearance.theme, Theme::Dark);
        assert_eq!((settings.limits.rounds, settings.limits.repeats), (5, 3));
    }

    #[test]
    fn one_odd_value_is_a_problem_and_the_others_count() {
        let settings =
            of(json!({"memory": "much", "download_source": "nowhere", "isolation": false, "trust": null}));
        assert_eq!(settings.problems.len(), 2);
        assert_eq!(settings.isolation, Some(false));
        assert_eq!(settings.download_source, DownloadSource::Auto);
        assert!(!settings.spoilt);
    }

    #[test]
    fn what_no_model_can_have_is_a_problem_each_and_defaults_hold() {
        let settings = of(json!({
            "model": {"base_url": "ftp://x", "model": "", "provider": "A B", "local": "maybe", "context": 3,
                "price": {"input": -1, "output": 2}, "proxy": "http://u:p@h"},
            "trust": "all", "trust_tools": ["Disable Mod"],
            "limits": {"rounds": 0, "repeats": "many", "tokens": -5, "money_per_day": 0},
        }));
        assert_eq!(settings.problems.len(), 13);
        assert_eq!((settings.model, settings.limits), (ModelEndpoint::default(), Limits::default()));
        assert_eq!((settings.trust, settings.trust_tools.len()), (crate::Trust::Confirm, 0));
        let settings = of(json!({"model": "gpt", "limits": 7, "trust": "chosen", "trust_tools": null}));
        assert!(settings.problems.iter().all(|problem| problem.message.code == "game.settings.odd-value"));
        assert_eq!(settings.model, ModelEndpoint::default());
    }

    #[test]
    fn a_newer_format_is_not_guessed_at() {
        for format in [json!(2), json!("1"), json!(-1)] {
            let settings = of(json!({"format": format, "memory": {"max_mb": 1024}}));
            assert!(settings.spoilt);
            assert_eq!(settings.max_mb, None);
        }
    }
}
