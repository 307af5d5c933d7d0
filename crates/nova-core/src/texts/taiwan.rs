//! From zh-CN to Chinese as written in Taiwan: `OpenCC` with Taiwanese phrases, then the terms of `texts/zh-tw.toml`.

use ferrous_opencc::{OpenCC, config::BuiltinConfig};
use serde::Deserialize;

const TERMS: &str = include_str!("../../texts/zh-tw.toml");

#[derive(Default, Deserialize)]
struct Terms {
    terms: Vec<(String, String)>,
}

/// The conversion, with its dictionaries loaded.
pub(super) struct Taiwan {
    script: Option<OpenCC>,
    terms: Terms,
}

impl Default for Taiwan {
    fn default() -> Self {
        let script = OpenCC::from_config(BuiltinConfig::S2twp).ok();
        Self { script, terms: toml::from_str(TERMS).unwrap_or_default() }
    }
}

impl Taiwan {
    /// A sentence without names in it.
    pub(super) fn convert(&self, zh: &str) -> String {
        let text = self.script.as_ref().map_or_else(|| zh.to_owned(), |script| script.convert(zh));
        self.terms.terms.iter().fold(text, |text, (from, to)| text.replace(from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_can_be_read() {
        let terms: Terms = toml::from_str(TERMS).unwrap();
        assert!(terms.terms.len() > 20);
    }

    #[test]
    fn mainland_words_and_wrong_conversions_are_mended() {
        let taiwan = Taiwan::default();
        let cases = [
            ("“{name}”没有权限", "「{name}」沒有權限"),
            ("游戏目录里的存档文件夹", "遊戲資料夾裡的存檔資料夾"),
            ("不能撤销的项目", "不能復原的項目"),
            ("这台电脑的内存", "這台電腦的記憶體"),
            ("打开账号页面", "開啟帳號頁面"),
        ];
        for (zh, tw) in cases {
            assert_eq!(taiwan.convert(zh), tw);
        }
    }
}
