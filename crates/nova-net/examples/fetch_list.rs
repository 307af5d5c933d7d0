//! Fetches a list of files, to be measured: `fetch_list LIST FOLDER`. Each line of the list is an address, a path, a SHA-1 and a
//! size, with tabs between them. `FILES_AT_ONCE` is how many are fetched at once.
#![expect(clippy::disallowed_methods, reason = "a measured program is its own host and has its own folder")]
#![expect(clippy::print_stdout, reason = "the figures are its output")]

use std::{
    error::Error,
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Instant, SystemTime},
};

use nova_model::{Clock, Explain, Message, Millis, Random, Report};
use nova_net::download::{Digest, FetchOptions, Fetcher, Landed, Landing, LandingError, LandingFile, Wanted};
use tokio_util::sync::CancellationToken;

struct Now;

impl Clock for Now {
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
    }
}

struct Half;

impl Random for Half {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.fill(0x7f);
    }
}

/// A folder: `<path>.part` until a file is whole.
struct Folder {
    root: PathBuf,
    made: Mutex<Vec<PathBuf>>,
}

struct Part {
    file: File,
    len: u64,
    partial: PathBuf,
    path: PathBuf,
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Disk(io::Error);

impl Explain for Disk {
    fn report(&self) -> Report {
        Report::new(Message::new("files.io"))
    }
}

fn disk(error: io::Error) -> LandingError {
    LandingError::new(Disk(error))
}

impl Folder {
    fn make(&self, folder: &Path) -> io::Result<()> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if !made.iter().any(|one| one == folder) {
            fs::create_dir_all(folder)?;
            made.push(folder.to_owned());
        }
        Ok(())
    }
}

impl Landing for Folder {
    fn has(&self, wanted: &Wanted) -> Landed<bool> {
        Ok(fs::metadata(self.root.join(&wanted.key)).is_ok_and(|meta| Some(meta.len()) == wanted.size))
    }

    fn open(&self, wanted: &Wanted) -> Landed<Box<dyn LandingFile>> {
        let path = self.root.join(&wanted.key);
        let mut part = path.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        self.make(path.parent().unwrap_or(&self.root)).map_err(disk)?;
        let file = OpenOptions::new().create(true).append(true).open(&part).map_err(disk)?;
        let len = file.metadata().map_err(disk)?.len();
        Ok(Box::new(Part { file, len, partial: part, path }))
    }
}

impl LandingFile for Part {
    fn len(&self) -> u64 {
        self.len
    }

    fn noted(&self) -> Option<String> {
        None
    }

    fn note(&mut self, _: Option<&str>) -> Landed<()> {
        Ok(())
    }

    fn read_back(&mut self, each: &mut dyn FnMut(&[u8])) -> Landed<()> {
        let mut bytes = Vec::new();
        File::open(&self.partial).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(disk)?;
        each(&bytes);
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Landed<()> {
        self.len += bytes.len() as u64;
        self.file.write_all(bytes).map_err(disk)
    }

    fn truncate(&mut self, len: u64) -> Landed<()> {
        self.len = len;
        self.file.set_len(len).map_err(disk)
    }

    fn finish(self: Box<Self>) -> Landed<()> {
        fs::rename(&self.partial, &self.path).map_err(disk)
    }

    fn discard(self: Box<Self>) -> Landed<()> {
        fs::remove_file(&self.partial).map_err(disk)
    }
}

fn wanted(line: &str) -> Option<Wanted> {
    let mut columns = line.split('\t');
    let (url, path, sha1) = (columns.next()?.parse().ok()?, columns.next()?, Digest::sha1(columns.next()?)?);
    let size = columns.next()?.parse().ok()?;
    Some(Wanted::new(path, vec![url], size).sized(size).hashed(sha1))
}

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().collect();
    let [_, list, folder] = words.as_slice() else { return Err("fetch_list LIST FOLDER".into()) };
    let files: Vec<_> = fs::read_to_string(list)?.lines().filter_map(wanted).collect();
    let defaults = FetchOptions::default();
    let files_at_once = number("FILES_AT_ONCE", defaults.files_at_once);
    let options = FetchOptions { files_at_once, per_host: files_at_once, ..defaults };
    let mut builder = match number("THREADS", 2) {
        1 => tokio::runtime::Builder::new_current_thread(),
        _ => tokio::runtime::Builder::new_multi_thread(),
    };
    let runtime = builder.worker_threads(number("THREADS", 2)).enable_all().build()?;
    let landing: Arc<dyn Landing> = Arc::new(Folder { root: folder.into(), made: Mutex::default() });
    let fetcher = Fetcher::new(options, Arc::new(Now), Arc::new(Half));
    let (began, count, cancel) = (Instant::now(), files.len(), CancellationToken::new());
    let report = runtime.block_on(fetcher.fetch(files, &landing, &|_: &_| (), &cancel));
    if let Some(error) = report.error() {
        return Err(error.to_string().into());
    }
    println!("{count} files in {:.2} s", began.elapsed().as_secs_f64());
    Ok(())
}
