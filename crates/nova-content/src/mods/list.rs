//! Reads the mods folder. Of each jar only the directory and the metadata entries are read, by two threads.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use nova_game::Instance;
use nova_model::{Message, Problem};

use super::{
    InstalledMod, ModError, ModList,
    folder::{self, ModFile},
    names,
    seen::SeenJars,
};
use crate::{
    facts::{self, JarFacts, Loader, ModFacts},
    hints, regular,
    shown::is_plain,
};

/// Jars are small work; more threads than this only fight over the disk.
const THREADS: usize = 2;

/// The mods of a version: every jar of `mods/` (and `mods/<game version>/` in old Forge), switched on or off. A folder that
/// is not there holds no mods; what is odd in it is a problem of the list. An error only where the folder itself cannot
/// be read. A `mods/` that is a link is read, since nothing is changed; links inside it are not followed.
pub fn list(instance: &Instance) -> Result<ModList, ModError> {
    list_of(instance, None)
}

/// The same list for whoever looks often: of the jars only those are opened that were not seen as they lie there now.
pub fn list_again(instance: &Instance, seen: &SeenJars) -> Result<ModList, ModError> {
    list_of(instance, Some(seen))
}

fn list_of(instance: &Instance, seen: Option<&SeenJars>) -> Result<ModList, ModError> {
    let folder::Folder { files, problems } = folder::of(instance)?;
    let loader = facts::loader(instance);
    let read = read_all(&files, seen);
    let mut mods: Vec<InstalledMod> =
        files.into_iter().zip(read).map(|(file, facts)| installed(file, facts, loader)).collect();
    name_uniquely(&mut mods);
    mods.sort_by(|a, b| a.id.cmp(&b.id).then_with(|| a.file.cmp(&b.file)));
    Ok(ModList { version: instance.id.clone(), mods, problems })
}

/// The facts of each file, in order.
fn read_all(files: &[ModFile], seen: Option<&SeenJars>) -> Vec<JarFacts> {
    let next = AtomicUsize::new(0);
    let read: Vec<(usize, JarFacts)> = thread::scope(|scope| {
        let helpers: Vec<_> = (1..THREADS).map(|_| scope.spawn(|| take_turns(files, &next, seen))).collect();
        let own = take_turns(files, &next, seen);
        helpers.into_iter().filter_map(|helper| helper.join().ok()).flatten().chain(own).collect()
    });
    let mut all = vec![JarFacts::default(); files.len()];
    for (index, facts) in read {
        if let Some(place) = all.get_mut(index) {
            *place = facts;
        }
    }
    all
}

fn take_turns(files: &[ModFile], next: &AtomicUsize, seen: Option<&SeenJars>) -> Vec<(usize, JarFacts)> {
    let indices = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
    indices.map_while(|index| Some((index, read(files.get(index)?, seen)))).collect()
}

fn read(file: &ModFile, seen: Option<&SeenJars>) -> JarFacts {
    if let Some(facts) = seen.and_then(|seen| seen.of(file)) {
        return facts;
    }
    let facts = open(file);
    if let Some(seen) = seen {
        seen.keep(file, &facts);
    }
    facts
}

fn open(file: &ModFile) -> JarFacts {
    match regular::open(&file.path) {
        Ok(opened) => facts::read_jar(opened, &file.file),
        Err(error) => {
            let problem = Problem::error(file.file.as_str(), hints::unreadable_message(&file.path, &error));
            JarFacts { problems: vec![problem], ..JarFacts::default() }
        }
    }
}

fn installed(file: ModFile, facts: JarFacts, loader: Option<Loader>) -> InstalledMod {
    let main = facts::main_mod(&facts, loader);
    let text = |of: fn(&ModFacts) -> &str| main.map(of).filter(|text| !text.is_empty()).map(str::to_owned);
    InstalledMod {
        id: text(|main| &main.id).unwrap_or_else(|| file.file.clone()),
        mod_ids: mod_ids(&facts, main),
        name: text(|main| &main.name).unwrap_or_else(|| names::stem(&file.file).to_owned()),
        version: text(|main| &main.version).unwrap_or_default(),
        loaders: loaders(&facts),
        side: main.map(|main| main.side).unwrap_or_default(),
        enabled: file.enabled,
        size: file.size,
        modified: file.modified,
        nested: nested(&facts),
        problems: problems(&file, &facts),
        file: file.file,
        path: file.path,
        facts,
    }
}

fn mod_ids(facts: &JarFacts, main: Option<&ModFacts>) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for found in main.into_iter().chain(&facts.mods) {
        if !found.id.is_empty() && !ids.contains(&found.id) {
            ids.push(found.id.clone());
        }
    }
    ids
}

fn loaders(facts: &JarFacts) -> Vec<Loader> {
    let mut loaders: Vec<Loader> = facts.mods.iter().map(|found| found.loader).collect();
    loaders.sort_unstable();
    loaders.dedup();
    loaders
}

/// Jars at any depth. The reader caps both depth and count.
fn nested(facts: &JarFacts) -> usize {
    let mut count = 0;
    let mut open: Vec<&JarFacts> = vec![facts];
    while let Some(facts) = open.pop() {
        count += facts.nested.len();
        open.extend(facts.nested.iter().map(|(_, inner)| inner));
    }
    count
}

fn problems(file: &ModFile, facts: &JarFacts) -> Vec<Problem> {
    let odd_name = !file.path.file_name().is_some_and(is_plain);
    let odd = odd_name.then(|| {
        Problem::warning(
            file.file.as_str(),
            Message::new("content.mods.odd-name").with("file", file.file.as_str()),
        )
    });
    facts.problems.iter().cloned().chain(odd).collect()
}

/// Mods whose id another file has too are called by their file.
fn name_uniquely(mods: &mut [InstalledMod]) {
    let mut times: HashMap<String, usize> = HashMap::new();
    for installed in mods.iter() {
        *times.entry(installed.id.clone()).or_default() += 1;
    }
    for installed in
        mods.iter_mut().filter(|installed| times.get(&installed.id).is_some_and(|times| *times > 1))
    {
        installed.id.clone_from(&installed.file);
    }
}
