//! The acts that are planned so far, with what each of them does to which path: a look at a path does not go through all.

use std::collections::HashMap;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use crate::act::{Act, Thing};
use crate::disk::Kind;
use crate::moves::Moves;

/// Acts in their order.
#[derive(Default)]
pub(crate) struct Acts {
    list: Vec<Act>,
    /// What happens at a path, oldest first.
    events: HashMap<PathBuf, Vec<Event>>,
}

struct Event {
    /// The number of the act.
    act: usize,
    what: What,
}

enum What {
    /// The thing that had this path before is here now, with all that is in it.
    Came(PathBuf),
    /// Something is here that cannot be looked into yet.
    Prepared,
    /// What was here is gone, with all that was in it.
    Went,
    Made(Kind),
    Removed,
}

/// What the acts say of a path.
pub(super) enum Trace {
    /// Nothing will be there.
    Nothing,
    /// An act makes it.
    Made(Kind),
    /// What will be there has this path now, if it is there.
    Now(PathBuf),
}

impl Deref for Acts {
    type Target = [Act];

    fn deref(&self) -> &[Act] {
        &self.list
    }
}

impl Acts {
    pub(super) fn push(&mut self, act: Act) {
        match &act {
            Act::Move { from, to, thing } => {
                self.event(from.clone(), What::Went);
                let prepared = matches!(thing, Thing::Staged(_));
                let what = if prepared { What::Prepared } else { What::Came(from.clone()) };
                self.event(to.clone(), what);
            }
            Act::MakeDir { path } => self.event(path.clone(), What::Made(Kind::Folder)),
            Act::Put { path, .. } | Act::Note { path, .. } => {
                self.event(path.clone(), What::Made(Kind::File));
            }
            Act::RemoveDir { path } | Act::Unnote { path, .. } => self.event(path.clone(), What::Removed),
            // See `push_all`.
            Act::MoveAll { .. } => {}
        }
        self.list.push(act);
    }

    /// An act that moves what a list says.
    pub(super) fn push_all(&mut self, act: Act, list: &Moves) {
        if let Act::MoveAll { from, to, .. } = &act {
            for folder in &list.make {
                self.event(to.join(folder), What::Made(Kind::Folder));
            }
            for moved in &list.things {
                let old = from.join(&moved.from);
                self.event(old.clone(), What::Went);
                self.event(to.join(&moved.to), What::Came(old));
            }
            for folder in &list.clear {
                self.event(from.join(folder), What::Removed);
            }
        }
        self.list.push(act);
    }

    fn event(&mut self, path: PathBuf, what: What) {
        let act = self.list.len();
        self.events.entry(path).or_default().push(Event { act, what });
    }

    /// Goes back through the acts to where a thing comes from.
    pub(super) fn trace(&self, path: &Path) -> Trace {
        let (mut path, mut before) = (path.to_owned(), self.list.len());
        while let Some((event, place)) = self.latest(&path, before) {
            let rest = path.strip_prefix(place).unwrap_or(Path::new(""));
            match &event.what {
                What::Came(from) if rest.as_os_str().is_empty() => path = from.clone(),
                What::Came(from) => path = from.join(rest),
                What::Prepared => return Trace::Made(Kind::Folder),
                What::Made(kind) => return Trace::Made(*kind),
                What::Went | What::Removed => return Trace::Nothing,
            }
            before = event.act;
        }
        Trace::Now(path)
    }

    /// The last event before an act that says something of a path, and where it is.
    fn latest<'a>(&self, path: &'a Path, before: usize) -> Option<(&Event, &'a Path)> {
        if self.events.is_empty() {
            return None;
        }
        let at = |place: &'a Path| {
            let counts = |event: &&Event| event.act < before && (place == path || event.what.is_of_all());
            Some((self.events.get(place)?.iter().rev().find(counts)?, place))
        };
        // Of one act that took a thing away and brought another, what came counts.
        path.ancestors()
            .filter_map(at)
            .max_by_key(|(event, _)| (event.act, !matches!(event.what, What::Went)))
    }
}

impl What {
    /// Whether it goes for everything below its path too.
    fn is_of_all(&self) -> bool {
        matches!(self, Self::Came(_) | Self::Prepared | Self::Went)
    }
}
