//! Running the loader's installer in the stage.

use std::{path::Path, time::Duration};

use nova_version::installer::{InstallStep, Mappings, Output, Processor};

use super::Run;
use crate::{
    Ask, Far, InstallError, Need, Phase, Program, Sha1, Went, environment, main_class,
    recipe::{Installer, entry},
    run, without_meta,
};

/// How long one program may take: the slowest takes a minute on an old computer.
const LIMIT: Duration = Duration::from_mins(15);
const LARGEST_MAPPINGS: u64 = 64 << 20;

impl Run<'_> {
    /// Does all steps of the installer.
    pub(super) async fn process(&self) -> Result<(), InstallError> {
        let Some(installer) = &self.recipe.installer else { return Ok(()) };
        self.stage.write(&installer.lies, &installer.jar)?;
        let jar = &self.recipe.client;
        if let Some(client) = self.recipe.needs.iter().find(|need| need.place == *jar && self.is_right(jar)) {
            self.bring(client)?;
        }
        self.unpack(installer)?;
        if let Some((from, to)) = &installer.strips {
            self.strip(from, to)?;
        }
        self.run_all(installer).await?;
        self.is_all_made(installer)
    }

    /// What the version needs and was not fetched has to be there now, with its bytes where they are known.
    fn is_all_made(&self, installer: &Installer) -> Result<(), InstallError> {
        let brings = |need: &Need| installer.brings.contains_key(&need.place);
        let made = |need: &&Need| self.recipe.is_made(need) || brings(need);
        for need in self.recipe.needs.iter().filter(made).filter(|need| !self.is_right(&need.place)) {
            let path = self.stage.path(&need.place)?;
            // What was made before need not be made alike by another Java: only what its makers say of it counts.
            let wanted: Vec<Sha1> =
                need.sha1s().iter().filter_map(|sha1| Sha1::parse(sha1.as_str())).collect();
            let is_right = match wanted.as_slice() {
                [] => path.is_file(),
                wanted => Sha1::of_file(&path).is_ok_and(|found| wanted.contains(&found)),
            };
            if !is_right {
                return Err(InstallError::NotMade { file: need.place.clone() });
            }
        }
        Ok(())
    }

    /// What the installer brings, and the libraries of the root that it works with.
    fn unpack(&self, installer: &Installer) -> Result<(), InstallError> {
        for (place, from) in &installer.brings {
            self.stage.write(place, &entry(&installer.name, &installer.jar, from)?)?;
        }
        for step in &installer.plan.steps {
            let InstallStep::FetchLibrary { file, .. } = step else { continue };
            let place = format!("libraries/{}", file.path.as_str());
            let known = self.recipe.needs.iter().find(|need| need.place == place && self.is_right(&place));
            if let Some(known) = known {
                self.bring(known)?;
            }
        }
        Ok(())
    }

    /// The client jar of the version's own: the game's without the signatures that the loader's changed classes would break.
    fn strip(&self, from: &str, to: &str) -> Result<(), InstallError> {
        let path = self.stage.path(from)?;
        let jar =
            without_meta(&path).map_err(|source| InstallError::Archive { path: path.clone(), source })?;
        Ok(self.stage.write(to, &jar)?)
    }

    async fn run_all(&self, installer: &Installer) -> Result<(), InstallError> {
        let processors: Vec<&Processor> = installer.plan.processors().collect();
        let done = installer.plan.done(is_made);
        for (at, (processor, done)) in processors.iter().zip(done).enumerate() {
            self.asked_to_stop()?;
            let step = at.saturating_add(1);
            self.asked.listener.far(&Far {
                phase: Phase::Processing,
                done: u64::try_from(at).unwrap_or_default(),
                total: u64::try_from(processors.len()).unwrap_or_default(),
                at: Some(processor.jar.file_name().to_owned()),
                ..Far::default()
            });
            if done {
                continue;
            }
            match &processor.mappings {
                Some(mappings) => self.mappings(mappings).await?,
                None => self.run_one(processor, step).await?,
            }
            if let Some(missing) = processor.outputs.iter().find(|output| !is_made(output)) {
                let file = Path::new(&missing.path).file_name().unwrap_or_default();
                return Err(InstallError::NotMade { file: file.to_string_lossy().into_owned() });
            }
        }
        Ok(())
    }

    /// Fetches what the program would have fetched by itself, with its digest.
    async fn mappings(&self, wanted: &Mappings) -> Result<(), InstallError> {
        let Some(key) = self.key(&wanted.to) else {
            return Err(InstallError::NotMade { file: wanted.to.clone() });
        };
        let download = self.recipe.mappings.as_ref();
        let Some((download, url)) = download.and_then(|download| Some((download, download.url()?))) else {
            return Err(InstallError::NotMade { file: "client_mappings".to_owned() });
        };
        let ask = Ask::list(url, "client_mappings").up_to(LARGEST_MAPPINGS).hashed(download.sha1.as_ref());
        let got = self.shop.web.get(&ask, self.asked.cancel).await?;
        Ok(self.stage.write(&key, &got.bytes)?)
    }

    async fn run_one(&self, processor: &Processor, step: usize) -> Result<(), InstallError> {
        let program = self.program(processor)?;
        let cancel = self.asked.cancel.clone();
        let went = tokio::task::spawn_blocking(move || run(&program, &cancel)).await;
        let failed = |exit, said: &[String]| InstallError::Processor {
            step,
            exit,
            said: said.last().cloned().unwrap_or_default(),
        };
        match went {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(Went::Cancelled)) => Err(InstallError::Cancelled),
            Ok(Err(Went::Failed { code, said })) => Err(failed(code, &said)),
            Ok(Err(Went::TooLong { said })) => Err(failed(None, &said)),
            Ok(Err(Went::NoStart(error))) => Err(failed(None, &[error.to_string()])),
            Err(error) => Err(failed(None, &[error.to_string()])),
        }
    }

    fn program(&self, processor: &Processor) -> Result<Program, InstallError> {
        let java = self.shop.java(&self.recipe).ok_or(InstallError::NoJava)?;
        let at = |path: &str| self.stage.path(&format!("libraries/{path}"));
        let jar = at(processor.jar.as_str())?;
        let main = match &processor.main_class {
            Some(named) => Some(named.clone()),
            None => main_class(&jar).map_err(|source| InstallError::Archive { path: jar.clone(), source })?,
        };
        let Some(main_class) = main else {
            return Err(InstallError::NoEntry {
                installer: processor.jar.file_name().to_owned(),
                entry: "Main-Class".to_owned(),
            });
        };
        for output in processor.outputs.iter().filter_map(|output| self.key(&output.path)) {
            if let Some((folder, _)) = output.rsplit_once('/') {
                self.stage.make_folder(folder)?;
            }
        }
        Ok(Program {
            java,
            classpath: processor.classpath.iter().map(|path| at(path.as_str())).collect::<Result<_, _>>()?,
            main_class,
            args: processor.args.clone(),
            folder: self.stage.make_folder("nova/installer")?,
            environment: environment(self.shop.environment.iter().cloned()).collect(),
            limit: LIMIT,
        })
    }

    /// The key of a path in the stage.
    fn key(&self, path: &str) -> Option<String> {
        let below = Path::new(path).strip_prefix(self.stage.folder()).ok()?;
        let parts: Option<Vec<&str>> = below.iter().map(std::ffi::OsStr::to_str).collect();
        Some(parts?.join("/"))
    }
}

fn is_made(output: &Output) -> bool {
    let path = Path::new(&output.path);
    let wanted = Sha1::parse(output.sha1.as_str());
    wanted.is_some() && Sha1::of_file(path).ok() == wanted
}
