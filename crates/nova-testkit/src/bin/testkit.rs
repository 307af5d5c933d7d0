//! The `testkit` command: start states for tests, measurements and evaluations, a scripted model server, and the stand-ins of what a
//! launcher installs from and of the services that sign players in.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use jiff::{Timestamp, ZonedDateTime, tz::TimeZone};
use nova_testkit::accounts::{AuthServer, AuthWorld};
use nova_testkit::model::{Listen, ModelServer, Script};
use nova_testkit::upstream::{Upstream, UpstreamSpec};
use nova_testkit::{RequestWorld, RootSpec, pack_folders};

const USAGE: &str = "\
usage: testkit world REQUESTS.json OUT [--now RFC3339]   OUT/game, OUT/data and OUT/java as the set's world says
       testkit jars FOLDER OUT                           a jar for each folder that looks like an unpacked one
       testkit root SPEC.json OUT                        a game root by a description (see the module `spec`)
       testkit model SCRIPT.json [--port N] [--log FILE] a scripted model server (see the module `model`); runs until killed
       testkit upstream [--shared FOLDER] [--port N] [--assets N] [--programs CACHE] [--java PROGRAM] [--sources-out FILE]
                        [--keep FOLDER]                  what a launcher installs from (see the module `upstream`): the recorded
                                                         folder or the small set; runs until its input is closed, and then keeps
                                                         what was asked for, as host and path
       testkit java MAJOR CACHE                          a real Java 11, 17, 21 or 25, fetched by pip into a cache folder; for
                                                         another number a stand-in with one of these behind it
       testkit mill CACHE OUT.jar                        the mod that fails, for a game that ends by `mod-exception:OUT.jar`
       testkit accounts [--port N] [--agree]             the services that sign players in (see the module `accounts`)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(said) => say(&said, ExitCode::SUCCESS),
        Err(error) => say(&format!("testkit: {error:#}"), ExitCode::FAILURE),
    }
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a command speaks on its own streams")]
fn say(text: &str, code: ExitCode) -> ExitCode {
    if code == ExitCode::SUCCESS {
        println!("{text}");
    } else {
        eprintln!("{text}");
    }
    code
}

fn run(arguments: &[String]) -> Result<String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["world", set, out] => world(set, out, &ZonedDateTime::now()),
        ["world", set, out, "--now", now] => world(set, out, &at(now)?),
        ["jars", from, out] => jars(Path::new(from), Path::new(out)),
        ["root", spec, out] => root(spec, Path::new(out)),
        ["model", script, options @ ..] => model(script, &listen(options)?),
        ["upstream", options @ ..] => upstream(options),
        ["mill", cache, out] => mill(Path::new(cache), Path::new(out)),
        ["java", major, cache] => java(major, Path::new(cache)),
        ["accounts", options @ ..] => accounts(options),
        ["help" | "--help" | "-h"] => Ok(USAGE.to_owned()),
        _ => bail!("{USAGE}"),
    }
}

fn world(set: &str, out: &str, now: &ZonedDateTime) -> Result<String> {
    let paths = RequestWorld::of_set(&read(set)?)?.write(Path::new(out), now)?;
    Ok(format!("{}\n{}", paths.game.display(), paths.data.display()))
}

fn jars(from: &Path, out: &Path) -> Result<String> {
    let written: Vec<PathBuf> = pack_folders(from, out)?;
    Ok(format!("{} jars in {}", written.len(), out.display()))
}

fn root(spec: &str, out: &Path) -> Result<String> {
    RootSpec::parse(&read(spec)?).with_context(|| format!("cannot read {spec}"))?.write(out)?;
    Ok(out.display().to_string())
}

fn listen(options: &[&str]) -> Result<Listen> {
    let mut listen = Listen::default();
    for pair in options.chunks(2) {
        match pair {
            ["--port", port] => listen.port = port.parse().with_context(|| format!("{port} is no port"))?,
            ["--log", file] => listen.log = Some(PathBuf::from(file)),
            _ => bail!("{USAGE}"),
        }
    }
    Ok(listen)
}

fn model(script: &str, listen: &Listen) -> Result<String> {
    let script = Script::parse(&read(script)?).with_context(|| format!("cannot read {script}"))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let server = ModelServer::listen(script, listen).await?;
        announce(&server.base())?;
        std::future::pending().await
    })
}

fn upstream(options: &[&str]) -> Result<String> {
    let mut spec = UpstreamSpec::small();
    let (mut sources, mut kept) = (None, None);
    // Which documents there are is said first; everything else is laid over it.
    if let Some([_, folder]) = options.chunks(2).find(|pair| pair.first() == Some(&"--shared")) {
        spec = UpstreamSpec::recorded(Path::new(folder));
    }
    for pair in options.chunks(2) {
        spec = match pair {
            ["--shared", _] => spec,
            ["--port", port] => spec.port(port.parse().with_context(|| format!("{port} is no port"))?),
            ["--assets", count] => {
                spec.assets(count.parse().with_context(|| format!("{count} is no number"))?)
            }
            ["--programs", cache] => spec.programs(&nova_testkit::game::compile(Path::new(cache))?),
            ["--java", program] => spec.java(Path::new(program)),
            ["--sources-out", file] => {
                sources = Some(PathBuf::from(file));
                spec
            }
            ["--keep", folder] => {
                kept = Some(PathBuf::from(folder));
                spec
            }
            _ => bail!("{USAGE}"),
        };
    }
    let server = Upstream::start(spec)?;
    if let Some(file) = sources {
        nova_testkit::write_file(&file, server.sources_json().as_bytes())?;
    }
    announce(&server.base())?;
    std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink())?;
    if let Some(folder) = kept {
        server.keep(&folder)?;
    }
    Ok(format!("{} requests", server.requests().len()))
}

fn mill(cache: &Path, out: &Path) -> Result<String> {
    let name = out.file_name().context("OUT.jar names no file")?.to_string_lossy().into_owned();
    let jar = nova_testkit::game::compile(cache)?.failing_mod(&name);
    nova_testkit::write_file(out, &jar.bytes()?)?;
    Ok(out.display().to_string())
}

fn java(major: &str, cache: &Path) -> Result<String> {
    let major = major.parse().with_context(|| format!("{major} is no number"))?;
    Ok(nova_testkit::javas::any(major, cache)?.display().to_string())
}

fn accounts(options: &[&str]) -> Result<String> {
    let (mut world, mut port) = (AuthWorld { second: Duration::from_secs(1), ..AuthWorld::default() }, 0);
    let mut options = options.iter();
    while let Some(option) = options.next() {
        match *option {
            "--agree" => world.agrees = true,
            "--port" => port = options.next().context(USAGE)?.parse().context("not a port")?,
            _ => bail!("{USAGE}"),
        }
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let server = AuthServer::listen(world, port).await?;
        announce(server.base())?;
        writeln!(std::io::stdout().lock(), "{}", server.sources())?;
        std::future::pending().await
    })
}

/// The first line, at once: whoever started the process waits for it.
fn announce(base: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "listening on {base}")?;
    Ok(out.flush()?)
}

fn at(text: &str) -> Result<ZonedDateTime> {
    let stamp: Timestamp = text.parse().with_context(|| format!("{text} is not RFC 3339"))?;
    Ok(stamp.to_zoned_datetime(TimeZone::system()))
}

fn read(path: &str) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))
}
