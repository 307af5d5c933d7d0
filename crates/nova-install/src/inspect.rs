//! A whole installed version, checked without asking anybody: what of it is not there, what is not what it should be, and what nobody
//! can tell. It changes nothing.

use std::{collections::BTreeMap, path::Path};

use nova_files::Files;
use nova_model::Message;
use nova_version::{AssetIndex, Check, FileSet, Merged, Platform};

use crate::{
    Depth, Expected, Known, Ledger, Mend, Need, Sha1, State, Watch,
    chain::{self, Chain},
    check, need,
};

/// Everything that was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    /// The files, each once.
    pub files: Vec<Looked>,
    /// Why there may be more files than these.
    pub gaps: Vec<Gap>,
}

/// A file that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looked {
    /// Where it lies, below the root, with `/`.
    pub place: String,
    /// Its bytes, where they are known.
    pub bytes: Option<u64>,
    /// What it is.
    pub verdict: Verdict,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// What it should be, by its digest.
    Right,
    /// Not there.
    Missing,
    /// Something else than it should be.
    Wrong(State),
    /// There, and nobody says what it should be.
    Unverified,
}

/// Files that could not be looked at, since nobody knows which they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// A version file is not there, or cannot be read: all that it names.
    Json {
        /// Whose it is.
        id: String,
        /// Why it cannot be read; none where it is not there.
        why: Option<Message>,
    },
    /// The asset index is not there, or not what it should be: the assets.
    Index {
        /// Its id.
        id: String,
    },
    /// What the loader's installer made, beside what the version file names.
    Made {
        /// The version.
        id: String,
    },
}

/// Where a check of a version looks.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Nova's own records.
    pub files: &'a Files,
    /// The game root.
    pub root: &'a Path,
    /// The version.
    pub version: &'a Mend,
    /// What it will be started on.
    pub platform: &'a Platform,
}

/// Checks a version with all that it builds on. What is called off counts as right, so the watch has to be asked afterwards.
pub fn inspect(subject: Subject<'_>, depth: Depth, watch: &dyn Watch) -> Inspection {
    let Subject { files, root, version, .. } = subject;
    let (ledger, known) = (Ledger::read(files, root), Known::read(files, root));
    let mut looking = Looking { subject, ledger, known, depth, watch, found: Inspection::default() };
    let chain = chain::read(root, &version.id, &BTreeMap::new());
    looking.jsons(&chain);
    if chain.broken.is_some() {
        return looking.found;
    }
    match Merged::of(&chain.files) {
        Ok(merged) => looking.all(&FileSet::of(&merged, subject.platform)),
        Err(error) => {
            let why = Some(nova_model::Explain::report(&error).message);
            looking.found.gaps.push(Gap::Json { id: version.id.clone(), why });
        }
    }
    looking.found
}

struct Looking<'a> {
    subject: Subject<'a>,
    ledger: Ledger,
    known: Known,
    depth: Depth,
    watch: &'a dyn Watch,
    found: Inspection,
}

impl Looking<'_> {
    /// Version files are judged by being of use. One that was changed since is the player's or another launcher's doing.
    fn jsons(&mut self, chain: &Chain) {
        for file in &chain.files {
            let place = need::json_place(&file.name);
            let path = self.subject.root.join(&place);
            let bytes = path.metadata().ok().map(|meta| meta.len());
            let kept = self.ledger.digest(&place).filter(|kept| Sha1::of_file(&path).ok() == Some(*kept));
            let verdict = kept.map_or(Verdict::Unverified, |_| Verdict::Right);
            self.found.files.push(Looked { place, bytes, verdict });
        }
        let Some(broken) = &chain.broken else { return };
        let place = need::json_place(&nova_model::clean(&broken.id, 120));
        let verdict = broken.why.as_ref().map_or(Verdict::Missing, |_| Verdict::Wrong(State::Hash));
        self.found.files.push(Looked { place, bytes: None, verdict });
        let why = broken.why.as_ref().map(chain::Why::message);
        self.found.gaps.push(Gap::Json { id: nova_model::clean(&broken.id, 120), why });
    }

    fn all(&mut self, set: &FileSet) {
        let mut needs = need::of_files(set);
        let client = need::jar_place(&set.client.owner);
        if set.client.remote.is_none() {
            needs.push(unsaid(client));
        } else {
            own_client(&mut needs, &client, &self.ledger);
        }
        if let Some(maker) = self.subject.version.maker() {
            match self.ledger.made(&maker) {
                Some(made) => add_made(&mut needs, made),
                None => self.found.gaps.push(Gap::Made { id: self.subject.version.id.clone() }),
            }
        }
        self.check(&needs);
        self.assets(set);
    }

    /// The objects, where there is an index that says which.
    fn assets(&mut self, set: &FileSet) {
        let Some(index) = &set.asset_index else { return };
        let place = need::index_place(&index.id);
        if index.remote.is_none() {
            self.check(&[unsaid(place.clone())]);
        }
        let is_good = |looked: &Looked| matches!(looked.verdict, Verdict::Right | Verdict::Unverified);
        let is_there = self.found.files.iter().any(|looked| looked.place == place && is_good(looked));
        match is_there.then(|| need::read_index(self.subject.root, &index.id)).flatten() {
            Some(read) => self.objects(&index.id, &read),
            None => self.found.gaps.push(Gap::Index { id: index.id.clone() }),
        }
    }

    fn objects(&mut self, id: &str, index: &AssetIndex) {
        let mut needs = need::of_assets(index);
        needs.extend(need::of_named(id, index));
        self.check(&needs);
    }

    fn check(&mut self, needs: &[Need]) {
        let wanted: Vec<Expected> = needs.iter().map(|need| need.expected(&self.ledger)).collect();
        let states = check(self.subject.root, &wanted, self.depth, &mut self.known, self.watch);
        for ((need, wanted), state) in needs.iter().zip(&wanted).zip(states) {
            let verdict = match state {
                State::Right if wanted.sha1s.is_empty() => Verdict::Unverified,
                State::Right => Verdict::Right,
                State::Missing => Verdict::Missing,
                other => Verdict::Wrong(other),
            };
            self.found.files.push(Looked { place: need.place.clone(), bytes: need.size, verdict });
        }
    }
}

/// A file that has to be there, of which nobody says more.
pub(crate) fn unsaid(place: String) -> Need {
    Need { place, urls: Vec::new(), size: None, check: Check::Unknown }
}

/// A client jar that was made from the game's is what it was made, whatever the version file says of the game's.
pub(crate) fn own_client(needs: &mut [Need], client: &str, ledger: &Ledger) {
    let Some(made) = ledger.digest(client) else { return };
    let is_other = |said: &[nova_version::Sha1]| {
        !said.is_empty() && said.iter().all(|sha1| Sha1::parse(sha1.as_str()) != Some(made))
    };
    let said = |need: &&mut Need| need.place == client && is_other(need.sha1s());
    if let Some(need) = needs.iter_mut().find(said) {
        *need = unsaid(client.to_owned());
    }
}

/// What an installer made is needed as well, where nothing else needs it.
pub(crate) fn add_made<'a>(needs: &mut Vec<Need>, made: impl IntoIterator<Item = &'a String>) {
    for place in made {
        if !needs.iter().any(|need| need.place.eq_ignore_ascii_case(place)) {
            needs.push(unsaid(place.clone()));
        }
    }
}
