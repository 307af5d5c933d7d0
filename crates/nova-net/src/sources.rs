//! Which addresses of the game have mirrors, as data. Only what is listed here ever goes to a mirror: files that anybody may
//! have. Signing in, skins, sessions and APIs with keys are not listed, and so always go to their own hosts.
//!
//! The rows are those of BMCLAPI's own description; mirrors of other hosts stand below them.

use url::Url;

use crate::download::{Choose, Probe};

/// The mirror that most Chinese launchers use.
pub const BMCLAPI_HOST: &str = "bmclapi2.bangbang93.com";
/// Names under which other launchers wrote its addresses into version files.
const BMCLAPI_NAMES: [&str; 3] = [BMCLAPI_HOST, "bmclapi.bangbang93.com", "download.mcbbs.net"];

/// Which source comes first. The others follow, so that each stands in for the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SourceOrder {
    /// The official one.
    #[default]
    Official,
    /// The mirror.
    Mirror,
    /// Whichever is faster: official first here, and [`SourceOrder::choose`] lets the fetcher turn it round.
    Auto,
}

impl SourceOrder {
    /// How a fetcher takes lists of this order.
    pub fn choose(self) -> Choose {
        if self == Self::Auto { Choose::Fastest } else { Choose::AsGiven }
    }
}

/// Addresses below one are also below the other. Both are a host and the beginning of a path.
struct Row {
    official: &'static str,
    mirror: &'static str,
    /// What is below the mirror's beginning and belongs to this row rather than to another with the same beginning.
    back: &'static [&'static str],
    place: Place,
}

/// Where a mirror stands in the order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Where the player wants it.
    AsChosen,
    /// Behind the official one, always: it carries load for free that its owner does not want as the rule.
    Last,
}

const fn row(official: &'static str, mirror: &'static str, back: &'static [&'static str]) -> Row {
    Row { official, mirror, back, place: Place::AsChosen }
}

/// The first row that fits counts.
const ROWS: &[Row] = &[
    row(
        "piston-meta.mojang.com/",
        "bmclapi2.bangbang93.com/",
        &["mc/game/", "v1/packages/", "v1/products/java-runtime/"],
    ),
    row("piston-data.mojang.com/", "bmclapi2.bangbang93.com/", &["v1/objects/"]),
    row("launchermeta.mojang.com/", "bmclapi2.bangbang93.com/", &[]),
    row("launcher.mojang.com/", "bmclapi2.bangbang93.com/", &[]),
    row("resources.download.minecraft.net/", "bmclapi2.bangbang93.com/assets/", &[""]),
    row("libraries.minecraft.net/", "bmclapi2.bangbang93.com/libraries/", &[""]),
    row(
        "maven.minecraftforge.net/",
        "bmclapi2.bangbang93.com/maven/",
        &["net/minecraftforge/", "cpw/mods/", "de/oceanlabs/"],
    ),
    row("files.minecraftforge.net/maven/", "bmclapi2.bangbang93.com/maven/", &[]),
    row("maven.neoforged.net/releases/", "bmclapi2.bangbang93.com/maven/", &["net/neoforged/"]),
    row("maven.fabricmc.net/", "bmclapi2.bangbang93.com/maven/", &["net/fabricmc/"]),
    row("maven.quiltmc.org/repository/release/", "bmclapi2.bangbang93.com/maven/", &["org/quiltmc/"]),
    row("meta.fabricmc.net/", "bmclapi2.bangbang93.com/fabric-meta/", &[""]),
    row("meta.quiltmc.org/", "bmclapi2.bangbang93.com/quilt-meta/", &[""]),
    row(
        "dl.liteloader.com/versions/versions.json",
        "bmclapi2.bangbang93.com/maven/com/mumfrey/liteloader/versions.json",
        &[""],
    ),
    row("dl.liteloader.com/versions/", "bmclapi2.bangbang93.com/maven/", &["com/mumfrey/"]),
    row("authlib-injector.yushi.moe/", "bmclapi2.bangbang93.com/mirrors/authlib-injector/", &[""]),
    // Whatever else lies in the mirror's maven is one of the game's libraries.
    row("libraries.minecraft.net/", "bmclapi2.bangbang93.com/maven/", &[""]),
    row("repo1.maven.org/maven2/", "mirrors.cloud.tencent.com/nexus/repository/maven-public/", &[""]),
    Row {
        official: "cdn.modrinth.com/data/",
        mirror: "mod.mcimirror.top/data/",
        back: &[""],
        place: Place::Last,
    },
];

/// Where a file can be had, in the order in which to ask: its own address alone where it has no mirror. An address of a mirror
/// is understood too.
pub fn sources_for(original: &Url, order: SourceOrder) -> Vec<Url> {
    let Some((official, mirror, place)) = pair(original) else { return vec![original.clone()] };
    if order == SourceOrder::Mirror && place == Place::AsChosen {
        vec![mirror, official]
    } else {
        vec![official, mirror]
    }
}

/// Addresses to try when a player asks how the sources are doing: one for each host that an install needs.
pub fn probes() -> Vec<Probe> {
    let addresses = [
        "https://piston-meta.mojang.com/mc/game/version_manifest_v2.json",
        "https://piston-data.mojang.com/",
        "https://resources.download.minecraft.net/",
        "https://libraries.minecraft.net/",
        "https://meta.fabricmc.net/v2/versions/game",
        "https://meta.quiltmc.org/v3/versions/game",
        "https://maven.minecraftforge.net/",
        "https://maven.neoforged.net/",
        "https://bmclapi2.bangbang93.com/mc/game/version_manifest_v2.json",
    ];
    let urls = addresses.iter().filter_map(|address| Url::parse(address).ok());
    urls.map(|url| Probe { name: url.host_str().unwrap_or_default().to_owned(), url }).collect()
}

/// The two addresses of a file that has two.
fn pair(original: &Url) -> Option<(Url, Url, Place)> {
    let plain = matches!(original.scheme(), "https" | "http") && original.port().is_none();
    // What stands in a login or a query may be somebody's alone.
    if !plain
        || original.query().is_some()
        || !original.username().is_empty()
        || original.password().is_some()
    {
        return None;
    }
    let host = original.host_str()?;
    let host = if BMCLAPI_NAMES.contains(&host) { BMCLAPI_HOST } else { host };
    let address = format!("{host}{}", original.path());
    ROWS.iter().find_map(|row| {
        let rest = row.rest(&address)?;
        let url = |begin: &str| Url::parse(&format!("https://{begin}{rest}")).ok();
        Some((url(row.official)?, url(row.mirror)?, row.place))
    })
}

impl Row {
    /// What follows the beginning of either address.
    fn rest<'a>(&self, address: &'a str) -> Option<&'a str> {
        let back = || {
            let rest = address.strip_prefix(self.mirror)?;
            self.back.iter().any(|begin| rest.starts_with(begin)).then_some(rest)
        };
        address.strip_prefix(self.official).or_else(back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIRROR: &str = "https://bmclapi2.bangbang93.com";

    fn sources(address: &str, order: SourceOrder) -> Vec<String> {
        sources_for(&address.parse().unwrap(), order).iter().map(Url::to_string).collect()
    }

    /// An official address, its mirror's path, and whether the mirror's address leads back.
    const PAIRS: [(&str, &str, bool); 21] = [
        (
            "https://piston-meta.mojang.com/mc/game/version_manifest_v2.json",
            "/mc/game/version_manifest_v2.json",
            true,
        ),
        ("https://piston-meta.mojang.com/v1/packages/ab/1.20.1.json", "/v1/packages/ab/1.20.1.json", true),
        (
            "https://piston-meta.mojang.com/v1/products/java-runtime/2e/all.json",
            "/v1/products/java-runtime/2e/all.json",
            true,
        ),
        ("https://piston-data.mojang.com/v1/objects/ab/client.jar", "/v1/objects/ab/client.jar", true),
        (
            "https://launchermeta.mojang.com/mc/game/version_manifest.json",
            "/mc/game/version_manifest.json",
            false,
        ),
        ("https://launcher.mojang.com/v1/objects/ab/client.jar", "/v1/objects/ab/client.jar", false),
        ("https://resources.download.minecraft.net/ab/abcd", "/assets/ab/abcd", true),
        ("https://libraries.minecraft.net/com/mojang/x/1/x-1.jar", "/libraries/com/mojang/x/1/x-1.jar", true),
        (
            "https://maven.minecraftforge.net/net/minecraftforge/forge/1/f.jar",
            "/maven/net/minecraftforge/forge/1/f.jar",
            true,
        ),
        ("https://maven.minecraftforge.net/cpw/mods/x/1/x.jar", "/maven/cpw/mods/x/1/x.jar", true),
        ("https://maven.minecraftforge.net/de/oceanlabs/mcp/x.zip", "/maven/de/oceanlabs/mcp/x.zip", true),
        (
            "https://files.minecraftforge.net/maven/net/minecraftforge/forge/1/f.jar",
            "/maven/net/minecraftforge/forge/1/f.jar",
            false,
        ),
        (
            "https://maven.neoforged.net/releases/net/neoforged/neoforge/1/n.jar",
            "/maven/net/neoforged/neoforge/1/n.jar",
            true,
        ),
        (
            "https://maven.fabricmc.net/net/fabricmc/loader/1/l.jar",
            "/maven/net/fabricmc/loader/1/l.jar",
            true,
        ),
        (
            "https://maven.quiltmc.org/repository/release/org/quiltmc/l/1/l.jar",
            "/maven/org/quiltmc/l/1/l.jar",
            true,
        ),
        ("https://meta.fabricmc.net/v2/versions/loader", "/fabric-meta/v2/versions/loader", true),
        ("https://meta.quiltmc.org/v3/versions/loader", "/quilt-meta/v3/versions/loader", true),
        (
            "https://dl.liteloader.com/versions/versions.json",
            "/maven/com/mumfrey/liteloader/versions.json",
            true,
        ),
        ("https://dl.liteloader.com/versions/com/mumfrey/l/1/l.jar", "/maven/com/mumfrey/l/1/l.jar", true),
        (
            "https://authlib-injector.yushi.moe/artifact/latest.json",
            "/mirrors/authlib-injector/artifact/latest.json",
            true,
        ),
        ("https://libraries.minecraft.net/org/ow2/asm/1/asm.jar", "/libraries/org/ow2/asm/1/asm.jar", true),
    ];

    #[test]
    fn every_row_goes_there_in_either_order_and_back() {
        for (official, path, back) in PAIRS {
            let mirror = format!("{MIRROR}{path}");
            let both = [official.to_owned(), mirror.clone()];
            assert_eq!(sources(official, SourceOrder::Official), both, "{official}");
            assert_eq!(sources(official, SourceOrder::Auto), both, "{official}");
            assert_eq!(sources(official, SourceOrder::Mirror), [both[1].clone(), both[0].clone()]);
            if back {
                assert_eq!(sources(&mirror, SourceOrder::Official), both, "{mirror}");
            }
        }
        let named = |row: &&Row| {
            PAIRS.iter().any(|(official, ..)| official["https://".len()..].starts_with(row.official))
        };
        let unnamed: Vec<_> = ROWS.iter().filter(|row| !named(row)).map(|row| row.official).collect();
        assert_eq!(unnamed, ["repo1.maven.org/maven2/", "cdn.modrinth.com/data/"], "tested below");
    }

    #[test]
    fn mirrors_of_other_hosts_have_their_own_place() {
        let maven = "https://repo1.maven.org/maven2/org/x/1/x.jar";
        let tencent = "https://mirrors.cloud.tencent.com/nexus/repository/maven-public/org/x/1/x.jar";
        assert_eq!(sources(maven, SourceOrder::Mirror), [tencent, maven]);
        let (modrinth, mcim) =
            ("https://cdn.modrinth.com/data/A/x.jar", "https://mod.mcimirror.top/data/A/x.jar");
        assert_eq!(sources(modrinth, SourceOrder::Mirror), [modrinth, mcim], "as a stand-in only");
    }

    #[test]
    fn old_names_of_the_mirror_and_unencrypted_addresses_are_understood() {
        let both = [
            "https://libraries.minecraft.net/a/b/1/b.jar",
            "https://bmclapi2.bangbang93.com/maven/a/b/1/b.jar",
        ];
        assert_eq!(sources("https://bmclapi.bangbang93.com/maven/a/b/1/b.jar", SourceOrder::Official), both);
        assert_eq!(sources("https://download.mcbbs.net/maven/a/b/1/b.jar", SourceOrder::Official), both);
        assert_eq!(
            sources("http://dl.liteloader.com/versions/x", SourceOrder::Official)[0],
            "https://dl.liteloader.com/versions/x"
        );
    }

    #[test]
    fn what_is_somebodys_alone_never_goes_to_a_mirror() {
        for address in [
            "https://login.microsoftonline.com/consumers/oauth2/v2.0/token",
            "https://user.auth.xboxlive.com/user/authenticate",
            "https://xsts.auth.xboxlive.com/xsts/authorize",
            "https://api.minecraftservices.com/minecraft/profile",
            "https://sessionserver.mojang.com/session/minecraft/profile/0",
            "https://authserver.mojang.com/authenticate",
            "https://api.curseforge.com/v1/mods/1",
            "https://edge.forgecdn.net/files/1/2/x.jar",
            "https://api.modrinth.com/v2/project/x",
            "https://libraries.minecraft.net/x.jar?token=1",
            "https://me:secret@libraries.minecraft.net/x.jar",
            "https://libraries.minecraft.net:8443/x.jar",
            "https://libraries.minecraft.net.evil.example/x.jar",
            "https://bmclapi2.bangbang93.com/optifine/versionList",
            "file:///libraries.minecraft.net/x.jar",
        ] {
            assert_eq!(sources(address, SourceOrder::Mirror), [address], "{address}");
        }
    }

    #[test]
    fn every_probe_is_an_address_of_a_host_of_the_table() {
        assert_eq!(probes().len(), 9);
        for probe in probes() {
            let host = probe.url.host_str().unwrap();
            let listed = |row: &Row| row.official.starts_with(host) || row.mirror.starts_with(host);
            assert!(ROWS.iter().any(listed), "{host}");
        }
    }
}
