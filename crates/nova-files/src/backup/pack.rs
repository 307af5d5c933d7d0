//! Zipping: files are cut into pieces, two threads compress them, and one writes them in order.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, mpsc};

use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use nova_model::{Message, Problem};
use sha2::{Digest, Sha256};

use super::Job;
use super::sidecar::Sidecar;
use super::zip::{Head, Sum, Writer};
use crate::disk::{Disk, Kind, Meta, Sink, free_tree, walk, write_new};
use crate::error::At;
use crate::{FilesError, Result};

/// Bytes that are compressed at once. A piece is a deflate stream of its own that ends on a byte.
const PIECE: u64 = 4 << 20;
/// Files of at most this many pieces are held until they are whole, so that their sizes come before them.
const HELD: u64 = 16;
const WORKERS: usize = 2;
/// Pieces that are being compressed or wait for their turn: bounds the memory.
const AHEAD: usize = 6;

/// One entry of the zip to be.
struct Item {
    path: PathBuf,
    name: Vec<u8>,
    meta: Meta,
}

#[derive(Clone, Copy)]
struct Piece {
    item: usize,
    number: u64,
}

struct Packed {
    bytes: Vec<u8>,
    crc: Crc,
}

/// Writes zip and sidecar of a backup under their preliminary names. A file that changes meanwhile is given a second
/// chance; an unreadable one fails the backup. Links and pipes are left out and said.
pub(crate) fn pack(disk: &dyn Disk, job: &Job) -> Result<Vec<Problem>> {
    let (about, problems) = match pack_once(disk, job) {
        Err(FilesError::Changing { .. }) => {
            free_tree(disk, &job.zip).at(&job.zip)?;
            pack_once(disk, job)?
        }
        other => other?,
    };
    let text = serde_json::to_vec_pretty(&about).map_err(io::Error::other).at(&job.sidecar)?;
    write_new(disk, &job.sidecar, &text).at(&job.sidecar)?;
    Ok(problems)
}

fn items(disk: &dyn Disk, job: &Job) -> Result<(Vec<Item>, Vec<Problem>)> {
    let mut items = Vec::new();
    let mut problems = Vec::new();
    for (source, name) in &job.sources {
        let meta =
            disk.look(source).at(source)?.ok_or_else(|| FilesError::Missing { path: source.clone() })?;
        push(source.clone(), name.clone().into_bytes(), meta, &mut items, &mut problems);
        if meta.kind == Kind::Folder {
            for (path, meta) in walk(disk, source).map_err(|error| gone_is_changing(source, error))? {
                let name = [name.as_bytes(), inner_name(source, &path).as_slice()].concat();
                push(path, name, meta, &mut items, &mut problems);
            }
        }
    }
    // Two entries of one name would make a zip that nothing can be taken out of.
    let mut names = BTreeSet::new();
    match items.iter().find(|item| !names.insert(item.name.as_slice())) {
        Some(twice) => Err(FilesError::Taken { path: twice.path.clone() }),
        None => Ok((items, problems)),
    }
}

/// What was listed and is gone is a change of the folder like any other.
fn gone_is_changing(path: &Path, error: io::Error) -> FilesError {
    match error.kind() {
        io::ErrorKind::NotFound => FilesError::Changing { path: path.to_owned() },
        _ => FilesError::io(path, error),
    }
}

/// The name below the source, with a slash before each part. Names that are no text are kept as they are.
fn inner_name(source: &Path, path: &Path) -> Vec<u8> {
    let parts = path.strip_prefix(source).unwrap_or(path).iter();
    parts.flat_map(|part| [b"/", part.as_encoded_bytes()].concat()).collect()
}

fn push(path: PathBuf, mut name: Vec<u8>, meta: Meta, items: &mut Vec<Item>, problems: &mut Vec<Problem>) {
    let skipped =
        |code| Problem::warning(path.display().to_string(), Message::new(code).with("path", path.as_path()));
    match meta.kind {
        Kind::Link => problems.push(skipped("files.backup.skipped-link")),
        Kind::Other => problems.push(skipped("files.backup.skipped-odd")),
        Kind::Folder => {
            name.push(b'/');
            items.push(Item { path, name, meta });
        }
        Kind::File => items.push(Item { path, name, meta }),
    }
}

fn pack_once(disk: &dyn Disk, job: &Job) -> Result<(Sidecar, Vec<Problem>)> {
    let (items, problems) = items(disk, job)?;
    let about = write_zip(disk, job, &items)?;
    // What came, went or changed while others were zipped: the zip is to hold one moment.
    match changed(&items, &self::items(disk, job)?.0) {
        Some(path) => Err(FilesError::Changing { path }),
        None => Ok((about, problems)),
    }
}

fn changed(before: &[Item], now: &[Item]) -> Option<PathBuf> {
    let look = |item: &Item| match item.meta.kind {
        Kind::File => (item.path.clone(), item.meta.kind, item.meta.size, item.meta.mtime),
        kind => (item.path.clone(), kind, 0, 0),
    };
    let pair = before.iter().zip(now).find(|(before, now)| look(before) != look(now));
    let more = || before.get(now.len()).or_else(|| now.get(before.len()));
    pair.map(|(before, _)| before).or_else(more).map(|item| item.path.clone())
}

fn write_zip(disk: &dyn Disk, job: &Job, items: &[Item]) -> Result<Sidecar> {
    let sink = disk.create(&job.zip).at(&job.zip)?;
    let out = BufWriter::with_capacity(1 << 20, Hashed { sink, hash: Sha256::new(), bytes: 0 });
    let mut order = Order { disk, items, zip: Writer::new(out), place: &job.zip };
    order.run()?;
    let out = order.zip.finish().at(&job.zip)?;
    let mut hashed = out.into_inner().map_err(io::IntoInnerError::into_error).at(&job.zip)?;
    hashed.sink.sync().at(&job.zip)?;
    let mut about = job.about.clone();
    about.bytes = hashed.bytes;
    about.sha256 = data_encoding::HEXLOWER.encode(&hashed.hash.finalize());
    about.unpacked = items.iter().map(|item| item.meta.size).fold(0, u64::saturating_add);
    about.entries = u64::try_from(items.len()).unwrap_or(u64::MAX);
    Ok(about)
}

/// Counts and hashes what goes to the disk.
struct Hashed {
    sink: Box<dyn Sink>,
    hash: Sha256,
    bytes: u64,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.sink.write(bytes)?;
        self.hash.update(bytes.get(..count).unwrap_or_default());
        self.bytes = self.bytes.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// An empty file has one empty piece.
fn pieces(size: u64) -> u64 {
    size.div_ceil(PIECE).max(1)
}

/// Writes the entries in their order, whatever the order in which their pieces come.
struct Order<'a, W: Write> {
    disk: &'a dyn Disk,
    items: &'a [Item],
    zip: Writer<W>,
    place: &'a Path,
}

type Answer = (usize, Result<Packed>);

impl<W: Write> Order<'_, W> {
    fn run(&mut self) -> Result<()> {
        let (disk, items) = (self.disk, self.items);
        let (asks, asked) = mpsc::channel::<(usize, Piece)>();
        let (answers, answered) = mpsc::channel::<Answer>();
        let asked = Mutex::new(asked);
        std::thread::scope(|scope| {
            for _ in 0..WORKERS {
                let (asked, answers) = (&asked, answers.clone());
                scope.spawn(move || work(disk, items, asked, &answers));
            }
            drop(answers);
            // Dropping the asks ends the workers, whether all went well or not.
            let mut feed =
                Feed { asks, answered, waiting: BTreeMap::new(), todo: todo(items), asked: 0, taken: 0 };
            self.write_all(&mut feed)
        })
    }

    fn write_all(&mut self, feed: &mut Feed<impl Iterator<Item = Piece>>) -> Result<()> {
        for item in self.items {
            let head = Head {
                name: item.name.clone(),
                mtime: item.meta.mtime.div_euclid(1_000_000_000),
                mode: item.meta.mode,
            };
            match (item.meta.kind, item.meta.size) {
                (Kind::Folder, _) => self.zip.entry(head, Sum::default(), &[]).at(self.place)?,
                (_, size) if pieces(size) <= HELD => self.write_held(head, size, feed)?,
                (_, size) => self.write_through(head, size, feed)?,
            }
            self.refuse_changed(item)?;
        }
        Ok(())
    }

    fn write_held(
        &mut self,
        head: Head,
        size: u64,
        feed: &mut Feed<impl Iterator<Item = Piece>>,
    ) -> Result<()> {
        let mut kept = Vec::new();
        let mut crc = Crc::new();
        for _ in 0..pieces(size) {
            let packed = feed.next(self.place)?;
            crc.combine(&packed.crc);
            kept.push(packed.bytes);
        }
        let packed = kept.iter().map(|piece| length(piece)).sum();
        self.zip.entry(head, Sum { crc: crc.sum(), size, packed }, &kept).at(self.place)
    }

    fn write_through(
        &mut self,
        head: Head,
        size: u64,
        feed: &mut Feed<impl Iterator<Item = Piece>>,
    ) -> Result<()> {
        self.zip.begin(head).at(self.place)?;
        let mut crc = Crc::new();
        let mut written = 0_u64;
        for _ in 0..pieces(size) {
            let packed = feed.next(self.place)?;
            crc.combine(&packed.crc);
            written = written.saturating_add(length(&packed.bytes));
            self.zip.data(&packed.bytes).at(self.place)?;
        }
        self.zip.end(Sum { crc: crc.sum(), size, packed: written }).at(self.place)
    }

    fn refuse_changed(&self, item: &Item) -> Result<()> {
        let now = self.disk.look(&item.path).at(&item.path)?;
        let same = now.is_some_and(|now| {
            now.kind == Kind::Folder || (now.size, now.mtime) == (item.meta.size, item.meta.mtime)
        });
        if same { Ok(()) } else { Err(FilesError::Changing { path: item.path.clone() }) }
    }
}

fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

fn todo(items: &[Item]) -> impl Iterator<Item = Piece> {
    let files = items.iter().enumerate().filter(|(_, about)| about.meta.kind == Kind::File);
    files.flat_map(|(item, about)| (0..pieces(about.meta.size)).map(move |number| Piece { item, number }))
}

/// Keeps the workers busy and hands their answers out in order.
struct Feed<I> {
    asks: mpsc::Sender<(usize, Piece)>,
    answered: mpsc::Receiver<Answer>,
    waiting: BTreeMap<usize, Result<Packed>>,
    todo: I,
    asked: usize,
    taken: usize,
}

impl<I: Iterator<Item = Piece>> Feed<I> {
    fn next(&mut self, place: &Path) -> Result<Packed> {
        while self.asked < self.taken.saturating_add(AHEAD) {
            let Some(piece) = self.todo.next() else { break };
            self.asks.send((self.asked, piece)).map_err(io::Error::other).at(place)?;
            self.asked += 1;
        }
        loop {
            if let Some(packed) = self.waiting.remove(&self.taken) {
                self.taken += 1;
                return packed;
            }
            let (number, packed) = self.answered.recv().map_err(io::Error::other).at(place)?;
            self.waiting.insert(number, packed);
        }
    }
}

fn work(
    disk: &dyn Disk,
    items: &[Item],
    asked: &Mutex<mpsc::Receiver<(usize, Piece)>>,
    answers: &mpsc::Sender<Answer>,
) {
    loop {
        let ask = asked.lock().ok().and_then(|asked| asked.recv().ok());
        let Some((number, piece)) = ask else { return };
        let Some(item) = items.get(piece.item) else { return };
        let last = piece.number + 1 == pieces(item.meta.size);
        let packed = read_piece(disk, item, piece.number).and_then(|raw| compress(&raw, last).at(&item.path));
        if answers.send((number, packed)).is_err() {
            return;
        }
    }
}

/// A piece that is shorter than it was when the file was listed means that the file changed.
fn read_piece(disk: &dyn Disk, item: &Item, number: u64) -> Result<Vec<u8>> {
    let path = &item.path;
    let start = number.saturating_mul(PIECE);
    let want = item.meta.size.saturating_sub(start).min(PIECE);
    let mut source = disk.open(path).map_err(|error| gone_is_changing(path, error))?;
    source.seek(SeekFrom::Start(start)).at(path)?;
    let mut raw = Vec::with_capacity(usize::try_from(want).unwrap_or(0));
    source.take(want).read_to_end(&mut raw).at(path)?;
    if length(&raw) == want { Ok(raw) } else { Err(FilesError::Changing { path: path.clone() }) }
}

fn compress(raw: &[u8], last: bool) -> io::Result<Packed> {
    let mut deflate = Compress::new(Compression::fast(), false);
    let mut bytes = Vec::with_capacity(raw.len() / 10 * 9 + 1024);
    let flush = if last { FlushCompress::Finish } else { FlushCompress::Sync };
    loop {
        let read = usize::try_from(deflate.total_in()).map_err(io::Error::other)?;
        let status = deflate.compress_vec(raw.get(read..).unwrap_or_default(), &mut bytes, flush)?;
        let all = deflate.total_in() == length(raw);
        let room = bytes.len() < bytes.capacity();
        if status == Status::StreamEnd || (!last && all && room) {
            break;
        }
        bytes.reserve(64 << 10);
    }
    let mut crc = Crc::new();
    crc.update(raw);
    Ok(Packed { bytes, crc })
}
