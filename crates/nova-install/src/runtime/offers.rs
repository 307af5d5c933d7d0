//! What the vendors have: Mojang's list of runtimes, Adoptium's releases, Azul's packages. The first that fits is taken; a vendor that
//! cannot be asked is passed over, and is the error only where nobody else has one.

use std::cmp::Reverse;

use nova_model::{Millis, Os};
use nova_version::{
    Platform,
    loaders::{
        Archive, JavaPackage, adoptium, azul,
        mojang_java::{Runtime, RuntimeFiles, runtimes},
    },
};
use tokio_util::sync::CancellationToken;

use super::{Contents, JavaRecipe, JavaWish, Vendor, processors};
use crate::{Ask, InstallError, Web, web::Got};

const MOJANG: &str = "https://piston-meta.mojang.com/v1/products/java-runtime/2ec0cc96c44e5a76b9c8b7c39df7210883d12871/all.json";
const ADOPTIUM: &str = "https://api.adoptium.net/v3/assets/feature_releases";
const AZUL: &str = "https://api.azul.com/metadata/v1/zulu/packages";

/// The vendors, asked for one computer.
pub(crate) struct Market<'a> {
    pub(crate) web: &'a Web,
    pub(crate) platform: &'a Platform,
    pub(crate) cancel: &'a CancellationToken,
}

impl Market<'_> {
    /// The Java that is wanted, from the first vendor that has it.
    pub(crate) async fn recipe(&self, wish: &JavaWish) -> Result<JavaRecipe, InstallError> {
        let mut failed = None;
        for arch in processors(self.platform, wish.major) {
            let platform = Platform { arch, ..self.platform.clone() };
            for vendor in [Vendor::Mojang, Vendor::Adoptium, Vendor::Azul] {
                match self.of(vendor, wish, &platform).await {
                    Ok(Some(recipe)) => return Ok(recipe),
                    Ok(None) => {}
                    Err(InstallError::Cancelled) => return Err(InstallError::Cancelled),
                    Err(error) => drop(failed.get_or_insert(error)),
                }
            }
        }
        let system = format!("{} {}", self.platform.os_name(), self.platform.arch_name());
        Err(failed.unwrap_or(InstallError::NoRuntime { major: wish.major, system }))
    }

    async fn of(
        &self,
        vendor: Vendor,
        wish: &JavaWish,
        platform: &Platform,
    ) -> Result<Option<JavaRecipe>, InstallError> {
        let found = match vendor {
            Vendor::Mojang => self.mojang(wish, platform).await,
            Vendor::Adoptium => self.adoptium(wish, platform).await,
            Vendor::Azul => self.azul(wish, platform).await,
        };
        match found {
            // It does not know the version.
            Err(InstallError::Fetch(error)) if error.is_missing() => Ok(None),
            found => found,
        }
    }

    async fn mojang(&self, wish: &JavaWish, platform: &Platform) -> Result<Option<JavaRecipe>, InstallError> {
        let got = self.ask(&Ask::list(MOJANG, "all.json")).await?;
        let Some(runtime) = pick(runtimes(&got.bytes, platform)?, wish, platform) else { return Ok(None) };
        let name = mojang_name(&runtime, platform);
        let list = Ask::list(runtime.manifest.url.as_str(), "manifest.json");
        let list = self.ask(&list.hashed(runtime.manifest.sha1.as_ref())).await?;
        let files = RuntimeFiles::parse(&list.bytes)?;
        Ok(Some(JavaRecipe {
            name,
            vendor: Vendor::Mojang,
            major: runtime.major().unwrap_or(wish.major),
            version: runtime.version,
            arch: platform.arch_name().to_owned(),
            contents: Contents::Files(files),
            kept_since: older(got.kept_since, list.kept_since),
        }))
    }

    async fn adoptium(
        &self,
        wish: &JavaWish,
        platform: &Platform,
    ) -> Result<Option<JavaRecipe>, InstallError> {
        let (os, arch) = adoptium_names(platform);
        let url = format!(
            "{ADOPTIUM}/{}/ga?architecture={arch}&heap_size=normal&image_type=jre&jvm_impl=hotspot&os={os}\
             &page=0&page_size=20&project=jdk&sort_order=DESC&vendor=eclipse",
            wish.major
        );
        let got = self.ask(&Ask::list(url, "Adoptium")).await?;
        let fitting = adoptium::packages(&got.bytes)?.into_iter();
        let fitting = fitting.filter(|package| package.sha256.is_some());
        Ok(archive(Vendor::Adoptium, fitting, wish, platform, got.kept_since))
    }

    async fn azul(&self, wish: &JavaWish, platform: &Platform) -> Result<Option<JavaRecipe>, InstallError> {
        let os = match platform.os {
            Os::Linux => "linux",
            Os::Windows => "windows",
            Os::MacOs => "macos",
        };
        let url = format!(
            "{AZUL}?java_version={}&os={os}&java_package_type=jre&javafx_bundled=false&release_status=ga\
             &availability_types=CA&page=1&page_size=100",
            wish.major
        );
        let got = self.ask(&Ask::list(url, "Azul")).await?;
        let list = azul::packages(&got.bytes)?;
        let packages = list.iter().map(|zulu| zulu.package.clone());
        let Some(recipe) = archive(Vendor::Azul, packages, wish, platform, got.kept_since) else {
            return Ok(None);
        };
        let Contents::Archive(chosen) = &recipe.contents else { return Ok(None) };
        let Some(zulu) = list.iter().find(|zulu| zulu.package == *chosen) else { return Ok(None) };
        // Only the answer about one package has its digest.
        let one = self.ask(&Ask::list(format!("{AZUL}/{}", zulu.id), "Azul")).await?;
        let package = azul::package(&one.bytes)?.package;
        let fits = package.sha256.is_some() && package.url == chosen.url;
        Ok(fits.then(|| JavaRecipe {
            contents: Contents::Archive(package),
            kept_since: older(recipe.kept_since, one.kept_since),
            ..recipe
        }))
    }

    async fn ask(&self, ask: &Ask) -> Result<Got, InstallError> {
        self.web.get(ask, self.cancel).await
    }
}

/// The runtime that is wanted: by its own name, else the newest of the major version that is no trial.
fn pick(mut all: Vec<Runtime>, wish: &JavaWish, platform: &Platform) -> Option<Runtime> {
    // Among them are programs that are no Javas.
    all.retain(|runtime| {
        let is_java = runtime.component.starts_with("java-runtime-") || runtime.component.starts_with("jre-");
        is_java && wish.name.as_ref().is_none_or(|name| *name == mojang_name(runtime, platform))
    });
    let named = wish.component.as_deref().and_then(|name| all.iter().find(|one| one.component == name));
    let of_major = all.iter().filter(|runtime| runtime.major() == Some(wish.major));
    let newest = of_major.max_by_key(|runtime| {
        let is_trial = runtime.component.contains("snapshot");
        (!is_trial, numbers(&runtime.version), runtime.component.clone())
    });
    named.or(newest).cloned()
}

fn mojang_name(runtime: &Runtime, platform: &Platform) -> String {
    folder(&["mojang", &runtime.component, &runtime.version, platform.arch_name()])
}

/// The first of a vendor's archives that fits: rather a tar than a zip where there are modes, since it always has them.
fn archive(
    vendor: Vendor,
    packages: impl Iterator<Item = JavaPackage>,
    wish: &JavaWish,
    platform: &Platform,
    kept_since: Option<Millis>,
) -> Option<JavaRecipe> {
    let name = |package: &JavaPackage| folder(&[vendor.id(), &package.version, &package.arch]);
    let fits = |package: &JavaPackage| {
        package.os == platform.os
            && package.arch == platform.arch_name()
            && package.major == wish.major
            && wish.name.as_ref().is_none_or(|wished| *wished == name(package))
    };
    let likes = if platform.os == Os::Windows { Archive::Zip } else { Archive::TarGz };
    let best = |package: &JavaPackage| (Reverse(numbers(&package.version)), package.archive != likes);
    let package = packages.filter(fits).min_by_key(best)?;
    Some(JavaRecipe {
        name: name(&package),
        vendor,
        major: package.major,
        version: package.version.clone(),
        arch: package.arch.clone(),
        contents: Contents::Archive(package),
        kept_since,
    })
}

/// A folder's name of parts that come from servers: letters, digits and what versions are written with.
fn folder(parts: &[&str]) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._-+".contains(letter);
    let parts = parts.iter().map(|part| part.chars().map(|letter| if plain(letter) { letter } else { '_' }));
    let parts: Vec<String> = parts.map(|part| part.take(60).collect()).collect();
    parts.join("-")
}

/// The numbers of a version, which order those of one vendor.
fn numbers(version: &str) -> Vec<u64> {
    version.split(|letter: char| !letter.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

fn adoptium_names(platform: &Platform) -> (&'static str, &str) {
    let os = match platform.os {
        Os::Linux => "linux",
        Os::Windows => "windows",
        Os::MacOs => "mac",
    };
    let arch = match platform.arch_name() {
        "x86_64" => "x64",
        "x86" => "x32",
        "arm64" => "aarch64",
        "arm32" => "arm",
        other => other,
    };
    (os, arch)
}

fn older(one: Option<Millis>, other: Option<Millis>) -> Option<Millis> {
    one.into_iter().chain(other).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtime(component: &str, version: &str) -> Runtime {
        let manifest = nova_version::Remote { url: "https://x/m.json".to_owned(), sha1: None, size: None };
        Runtime { component: component.to_owned(), version: version.to_owned(), released: None, manifest }
    }

    #[test]
    fn mojangs_newest_that_is_a_java_is_picked_and_a_named_one_before_it() {
        let all = || {
            [
                "java-runtime-beta 17.0.1.12.1",
                "java-runtime-gamma 17.0.8.1",
                "java-runtime-gamma-snapshot 17.0.9",
                "minecraft-java-exe 17",
                "jre-legacy 8u51-cacert462b08",
            ]
            .iter()
            .filter_map(|line| line.split_once(' '))
            .map(|(name, version)| runtime(name, version))
            .collect::<Vec<_>>()
        };
        let platform = Platform::new(Os::Windows, "x86");
        let picked = |wish: &JavaWish| pick(all(), wish, &platform).map(|runtime| runtime.component);
        assert_eq!(picked(&JavaWish::of(17)).as_deref(), Some("java-runtime-gamma"));
        assert_eq!(picked(&JavaWish::of(8)).as_deref(), Some("jre-legacy"));
        assert_eq!(picked(&JavaWish::of(14)), None);
        let named = JavaWish { component: Some("java-runtime-beta".to_owned()), ..JavaWish::of(17) };
        assert_eq!(picked(&named).as_deref(), Some("java-runtime-beta"));
        let settled = JavaWish {
            name: Some("mojang-java-runtime-beta-17.0.1.12.1-x86".to_owned()),
            ..JavaWish::of(17)
        };
        assert_eq!(picked(&settled).as_deref(), Some("java-runtime-beta"));
    }

    #[test]
    fn versions_are_ordered_and_names_are_plain() {
        assert!(numbers("8u74-cacert462b08") < numbers("8u202"));
        assert!(numbers("1.8.0_492-b09") < numbers("1.8.0_502-b07"));
        assert!(numbers("17.0.9+9") < numbers("17.0.10+1"));
        assert!(numbers("").is_empty());
        assert_eq!(folder(&["azul", "../17 0", "x86_64"]), "azul-.._17_0-x86_64");
    }
}
