//! Installing a Java: fetched into a stage of the data folder, unpacked there, asked what it is, and placed as one change.

use std::{path::PathBuf, sync::Arc};

use nova_files::{Batch, Entry as Change, Stage, Step};
use nova_model::Origin;
use nova_net::download::{Digest, DigestKind, Wanted};
use nova_version::loaders::mojang_java::{Entry, Mode};
use tokio_util::sync::CancellationToken;

use super::{Far, Installing, JobState, Listener, Made, Phase, Workshop, install::room, record::OwnJob};
use crate::{
    InstallError,
    runtime::{Contents, JAVA_FOLDER, JavaRecipe, JavaWish, Market, Raw, Unpacking, prove},
};

/// Where packed files lie in the stage.
const PACKED: &str = "packed";

/// One run of it.
#[derive(Clone)]
struct Run {
    shop: Workshop,
    stage: Stage,
    recipe: Arc<JavaRecipe>,
    listener: Arc<dyn Listener>,
    cancel: CancellationToken,
    /// Its place in the end.
    to: PathBuf,
}

impl Workshop {
    /// What installing a Java would come to.
    ///
    /// # Errors
    /// Where no vendor has it for this computer, or cannot be asked.
    pub async fn java_recipe(
        &self,
        wish: &JavaWish,
        cancel: &CancellationToken,
    ) -> Result<JavaRecipe, InstallError> {
        Market { web: &self.web, platform: &self.platform, cancel }.recipe(wish).await
    }

    /// Does a job whose goal is a Java. Its root is the data folder.
    pub(super) async fn install_java(
        &self,
        asked: Installing<'_>,
        wish: &JavaWish,
        job: &mut OwnJob,
    ) -> Result<Made, InstallError> {
        let stage = self.files.stage(asked.root, &job.job.id)?;
        asked.listener.far(&Far::default());
        let recipe = Arc::new(self.java_recipe(wish, asked.cancel).await?);
        job.entitle(recipe.title());
        let run = Run {
            shop: self.clone(),
            to: asked.root.join(JAVA_FOLDER).join(&recipe.name),
            stage,
            recipe,
            listener: Arc::clone(asked.listener),
            cancel: asked.cancel.clone(),
        };
        run.on(job, asked.origin).await
    }
}

impl Run {
    async fn on(&self, job: &mut OwnJob, origin: &Origin) -> Result<Made, InstallError> {
        if self.to.symlink_metadata().is_ok() {
            return Err(InstallError::JavaThere { name: self.recipe.name.clone() });
        }
        job.note(JobState::Running { phase: Phase::Fetching });
        let files = self.fetch().await?;
        job.note(JobState::Running { phase: Phase::Unpacking });
        self.listener.far(&Far { phase: Phase::Unpacking, ..Far::default() });
        let (run, origin) = (self.clone(), origin.clone());
        let unpacked = tokio::task::spawn_blocking(move || run.unpack()).await;
        unpacked.unwrap_or(Err(InstallError::Cancelled))?;
        job.note(JobState::Running { phase: Phase::Placing });
        self.listener.far(&Far { phase: Phase::Placing, ..Far::default() });
        let run = self.clone();
        let placed = tokio::task::spawn_blocking(move || run.place(origin)).await;
        let change = placed.unwrap_or(Err(InstallError::Cancelled))?;
        let (id, bytes, folder) = (self.recipe.name.clone(), self.recipe.download(), self.to.clone());
        Ok(Made { id, change, files, bytes, folder })
    }

    /// Fetches it; gives how many files that are.
    async fn fetch(&self) -> Result<usize, InstallError> {
        self.asked_to_stop()?;
        room(&self.stage, self.recipe.download().saturating_add(self.recipe.size()))?;
        let wanted = self.wanted()?;
        let files = wanted.len();
        self.shop.fetch_into(&self.stage, wanted, (&self.listener, &self.cancel)).await?;
        Ok(files)
    }

    fn wanted(&self) -> Result<Vec<Wanted>, InstallError> {
        let files = match &self.recipe.contents {
            Contents::Files(files) => files,
            Contents::Archive(package) => {
                let digest = package.sha256.as_deref().and_then(|sum| Digest::parse(DigestKind::Sha256, sum));
                let url = std::slice::from_ref(&package.url);
                return Ok(vec![self.shop.wanted(self.archive_key(), url, package.size, digest)?]);
            }
        };
        let mut wanted = Vec::new();
        for (path, entry) in &files.entries {
            let Entry::File { raw, lzma, .. } = entry else { continue };
            let (key, remote) = match lzma {
                Some(lzma) => (self.packed_key(path.as_str()), lzma),
                None => (self.key(path.as_str()), raw),
            };
            let digest = remote.sha1.as_ref().and_then(|sha1| Digest::sha1(sha1.as_str()));
            let url = std::slice::from_ref(&remote.url);
            wanted.push(self.shop.wanted(key, url, remote.size, digest)?);
        }
        Ok(wanted)
    }

    /// Everything to where it belongs in the stage, and a Java there that runs.
    fn unpack(&self) -> Result<(), InstallError> {
        let unpacking = Unpacking { stage: &self.stage, top: &self.recipe.name, cancel: &self.cancel };
        match &self.recipe.contents {
            Contents::Archive(package) => {
                unpacking.archive(&self.stage.path(&self.archive_key())?, package.archive)?;
            }
            Contents::Files(_) => self.unpack_files(unpacking)?,
        }
        let folder = self.stage.path(&self.recipe.name)?;
        prove(&self.shop.asks, &self.recipe, &folder, self.shop.platform.os).map(|_| ())
    }

    fn unpack_files(&self, unpacking: Unpacking) -> Result<(), InstallError> {
        let Contents::Files(files) = &self.recipe.contents else { return Ok(()) };
        let total = files.entries.len();
        for (done, (path, entry)) in files.entries.iter().enumerate() {
            self.asked_to_stop()?;
            let (path, key) = (path.as_str(), self.key(path.as_str()));
            match entry {
                Entry::Folder => drop(self.stage.make_folder(&key)?),
                Entry::Link { target } => self.stage.link(&key, target)?,
                Entry::File { mode, raw, lzma } => {
                    if lzma.is_some() {
                        let packed = self.stage.path(&self.packed_key(path))?;
                        unpacking.lzma(path, &packed, Raw { sha1: raw.sha1.as_ref(), size: raw.size })?;
                    }
                    if *mode == Mode::Executable {
                        self.stage.make_executable(&key)?;
                    }
                }
            }
            let far = Far { phase: Phase::Unpacking, files: done, files_total: total, ..Far::default() };
            self.listener.far(&far);
        }
        Ok(())
    }

    fn place(&self, origin: Origin) -> Result<Change, InstallError> {
        self.asked_to_stop()?;
        let step = Step::PlaceFolder {
            stage: self.stage.job().to_owned(),
            key: self.recipe.name.clone(),
            to: self.to.clone(),
        };
        let root = self.shop.files.data().to_owned();
        let origin = Origin { title: Some(self.recipe.title()), version: None, ..origin };
        let entry = self.shop.files.apply(Batch { root, steps: vec![step] }, &origin)?;
        // What is left is packed; a stage that stays is found and thrown away later.
        let _ = self.stage.discard();
        Ok(entry)
    }

    fn key(&self, path: &str) -> String {
        format!("{}/{path}", self.recipe.name)
    }

    fn packed_key(&self, path: &str) -> String {
        format!("{PACKED}/{}/{path}", self.recipe.name)
    }

    fn archive_key(&self) -> String {
        format!("{PACKED}/{}.archive", self.recipe.name)
    }

    fn asked_to_stop(&self) -> Result<(), InstallError> {
        if self.cancel.is_cancelled() { Err(InstallError::Cancelled) } else { Ok(()) }
    }
}
