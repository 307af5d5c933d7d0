//! Every fault of the faulty server that lies beside the clone, where it lies there: each download ends as its list says, right
//! or as a clear error, and never with something wrong under the final name.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use futures_util::future::join_all;
use nova_model::Explain;
use nova_net::download::{FetchError, FetchOptions, Fetched, Times, Tries};
use url::Url;

use crate::scene::{MS, Scene, bytes, quick, wanted};

/// The script, unless it or what runs it is not there.
#[expect(clippy::disallowed_methods, reason = "where the data lies is said in the environment")]
fn script() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var("NOVA_SHARED").map_or(beside, PathBuf::from);
    let script = shared.join("hostile/faulty_upstream.py");
    script.is_file().then_some(script)
}

fn python(script: &Path) -> Command {
    let mut command = Command::new("python3");
    command.arg(script).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// The name of each fault with its argument, and how a download must end.
fn faults(script: &Path) -> Option<Vec<(String, String)>> {
    let output = python(script).arg("--list").output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let row = |line: &str| {
        let mut words = line.split_whitespace();
        Some((words.next()?.to_owned(), words.next()?.to_owned()))
    };
    Some(text.lines().filter_map(row).collect())
}

struct Upstream {
    child: Child,
    base: String,
}

impl Drop for Upstream {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(script: &Path, root: &Path) -> Upstream {
    let mut child = python(script).arg("--root").arg(root).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let base = line.trim().strip_prefix("listening on ").unwrap().to_owned();
    Upstream { child, base }
}

/// Short, but longer than what the slow and right ones need.
fn options() -> FetchOptions {
    FetchOptions {
        times: Times {
            connect: Duration::from_secs(1),
            answer: Duration::from_secs(6),
            silence: Duration::from_secs(2),
            window: Duration::from_secs(3),
            patience: Duration::from_secs(5),
            ..Times::default()
        },
        tries: Tries { per_source: 5, rest: 100 * MS, ..quick().tries },
        resume_from: 64 * 1024,
        ..quick()
    }
}

async fn fetch(base: &str, name: &str, fault: &str, body: &[u8]) -> Result<Fetched, FetchError> {
    let url: Url = format!("{base}/files.example/{name}?fault={fault}").parse().unwrap();
    Scene::new(options()).one(wanted("x.bin", vec![url], body)).await
}

/// One size below and one above what is gone on with.
const SIZES: [(&str, usize); 2] = [("small.bin", 20_000), ("large.bin", 120_000)];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::disallowed_methods, reason = "the upstream serves a folder")]
async fn every_fault_of_the_shared_list_ends_as_it_says() {
    let Some((script, faults)) = script().and_then(|script| Some((script.clone(), faults(&script)?))) else {
        println!("skipped: no shared faulty upstream, or no python3");
        return;
    };
    assert!(faults.len() > 50);
    let root = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(root.path().join("files.example")).unwrap();
    for (name, size) in SIZES {
        std::fs::write(root.path().join("files.example").join(name), bytes(size)).unwrap();
    }
    // Making a bomb keeps a server from everything else.
    let (upstream, bombs) = (start(&script, root.path()), start(&script, root.path()));
    let runs = faults
        .iter()
        .flat_map(|(fault, end)| SIZES.iter().map(move |(name, size)| (fault, end, *name, bytes(*size))));
    let ended = join_all(runs.map(|(fault, end, name, body)| {
        let base = if fault.contains("bomb") { &bombs.base } else { &upstream.base };
        async move { (fault, end, name, fetch(base, name, fault, &body).await) }
    }));
    let wrong: Vec<String> = ended
        .await
        .into_iter()
        .filter_map(|(fault, end, name, outcome)| {
            let said = match &outcome {
                Ok(_) => "right".to_owned(),
                Err(error) => format!("{} {error}", error.report().code()),
            };
            println!("{fault:<24}{name:<10} {said}");
            let as_told = match end.as_str() {
                "right" => outcome.is_ok(),
                "error" => outcome.is_err(),
                _ => true,
            };
            (!as_told).then(|| format!("{fault} {name}: {said}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
