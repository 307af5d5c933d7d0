//! Providers that people use, so that nobody has to look up an address. Model names change faster than launchers do, so that one
//! stands here only where the provider keeps an alias; else the list of the server itself is asked.

/// Whether a provider wants a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyUse {
    /// Without one nothing works.
    Needed,
    /// Servers on one's own machine.
    NotNeeded,
}

/// A provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name in settings and commands.
    pub id: &'static str,
    /// Its name for people, in Chinese.
    pub zh: &'static str,
    /// Its name for people, in English.
    pub en: &'static str,
    /// The base address.
    pub base: &'static str,
    /// The page where keys are made; none where there is none.
    pub keys: Option<&'static str>,
    /// Whether a key is needed.
    pub key: KeyUse,
    /// Aliases of models that stay.
    pub models: &'static [&'static str],
}

/// A provider with names, address and the page for keys.
const fn cloud(id: &'static str, names: [&'static str; 2], base: &'static str, keys: &'static str) -> Preset {
    let [zh, en] = names;
    Preset { id, zh, en, base, keys: Some(keys), key: KeyUse::Needed, models: &[] }
}

const fn local(id: &'static str, name: &'static str, base: &'static str) -> Preset {
    Preset { id, zh: name, en: name, base, keys: None, key: KeyUse::NotNeeded, models: &[] }
}

/// Every provider, those with servers in China first.
pub const PRESETS: &[Preset] = &[
    Preset {
        models: &["deepseek-chat", "deepseek-reasoner"],
        ..cloud(
            "deepseek",
            ["DeepSeek（深度求索）", "DeepSeek"],
            "https://api.deepseek.com/v1",
            "https://platform.deepseek.com/api_keys",
        )
    },
    cloud(
        "moonshot",
        ["Kimi（月之暗面）", "Kimi (Moonshot, China)"],
        "https://api.moonshot.cn/v1",
        "https://platform.moonshot.cn/console/api-keys",
    ),
    cloud(
        "zhipu",
        ["智谱 GLM", "Zhipu GLM"],
        "https://open.bigmodel.cn/api/paas/v4",
        "https://open.bigmodel.cn/usercenter/apikeys",
    ),
    Preset {
        models: &["qwen-plus", "qwen-max", "qwen-flash"],
        ..cloud(
            "dashscope",
            ["阿里云百炼（通义千问）", "Alibaba Cloud Model Studio (Qwen, China)"],
            "https://dashscope.aliyuncs.com/compatible-mode/v1",
            "https://bailian.console.aliyun.com/?tab=model#/api-key",
        )
    },
    cloud(
        "siliconflow",
        ["硅基流动", "SiliconFlow"],
        "https://api.siliconflow.cn/v1",
        "https://cloud.siliconflow.cn/account/ak",
    ),
    cloud(
        "volcengine",
        ["火山方舟（豆包）", "Volcengine Ark (Doubao)"],
        "https://ark.cn-beijing.volces.com/api/v3",
        "https://console.volcengine.com/ark/region:ark+cn-beijing/apiKey",
    ),
    cloud(
        "minimax",
        ["MiniMax（国内）", "MiniMax (China)"],
        "https://api.minimaxi.com/v1",
        "https://platform.minimaxi.com/user-center/basic-information/interface-key",
    ),
    cloud(
        "openai",
        ["OpenAI", "OpenAI"],
        "https://api.openai.com/v1",
        "https://platform.openai.com/api-keys",
    ),
    cloud(
        "openrouter",
        ["OpenRouter", "OpenRouter"],
        "https://openrouter.ai/api/v1",
        "https://openrouter.ai/settings/keys",
    ),
    Preset {
        models: &["gemini-flash-latest"],
        ..cloud(
            "gemini",
            ["Google Gemini", "Google Gemini"],
            "https://generativelanguage.googleapis.com/v1beta/openai",
            "https://aistudio.google.com/apikey",
        )
    },
    cloud(
        "anthropic",
        ["Anthropic Claude", "Anthropic Claude"],
        "https://api.anthropic.com/v1",
        "https://platform.claude.com/settings/keys",
    ),
    Preset {
        models: &["mistral-small-latest", "mistral-medium-latest", "mistral-large-latest"],
        ..cloud(
            "mistral",
            ["Mistral", "Mistral"],
            "https://api.mistral.ai/v1",
            "https://console.mistral.ai/api-keys",
        )
    },
    cloud("groq", ["Groq", "Groq"], "https://api.groq.com/openai/v1", "https://console.groq.com/keys"),
    cloud("xai", ["xAI Grok", "xAI Grok"], "https://api.x.ai/v1", "https://console.x.ai"),
    cloud(
        "moonshot-intl",
        ["Kimi（国际）", "Kimi (Moonshot, international)"],
        "https://api.moonshot.ai/v1",
        "https://platform.moonshot.ai/console/api-keys",
    ),
    cloud(
        "zai",
        ["Z.ai（智谱国际）", "Z.ai (GLM, international)"],
        "https://api.z.ai/api/paas/v4",
        "https://z.ai/manage-apikey/apikey-list",
    ),
    Preset {
        models: &["qwen-plus", "qwen-max", "qwen-flash"],
        ..cloud(
            "dashscope-intl",
            ["阿里云百炼（国际）", "Alibaba Cloud Model Studio (Qwen, international)"],
            "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
            "https://modelstudio.console.alibabacloud.com/?tab=model#/api-key",
        )
    },
    cloud(
        "minimax-intl",
        ["MiniMax（国际）", "MiniMax (international)"],
        "https://api.minimax.io/v1",
        "https://platform.minimax.io/user-center/basic-information/interface-key",
    ),
    local("ollama", "Ollama", "http://127.0.0.1:11434/v1"),
    local("lm-studio", "LM Studio", "http://127.0.0.1:1234/v1"),
    local("llama-cpp", "llama.cpp", "http://127.0.0.1:8080/v1"),
];

/// The provider of this id.
pub fn preset(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_preset_is_an_address_as_a_player_would_type_it() {
        let ids: BTreeSet<&str> = PRESETS.iter().map(|preset| preset.id).collect();
        let bases: BTreeSet<&str> = PRESETS.iter().map(|preset| preset.base).collect();
        assert_eq!((ids.len(), bases.len()), (PRESETS.len(), PRESETS.len()));
        for preset in PRESETS {
            assert_eq!(crate::base(preset.base).unwrap().as_str(), preset.base);
            assert!(!crate::is_plain(&preset.base.parse().unwrap()), "{}", preset.id);
            assert_eq!(preset.keys.is_some(), preset.key == KeyUse::Needed, "{}", preset.id);
        }
    }

    #[test]
    fn a_preset_is_found_by_its_id() {
        assert_eq!(preset("deepseek").map(|found| found.base), Some("https://api.deepseek.com/v1"));
        assert_eq!(preset("deep"), None);
    }
}
