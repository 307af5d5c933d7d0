//! Killed in the middle: what was recorded is kept, and nothing goes on without us.
#![expect(clippy::disallowed_methods, reason = "tests look at processes and make files")]

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

use nova_record::FfmpegRecorder;
use nova_tools::recorder::{Heard, Recorder};

use crate::{
    place::{Place, has_pictures, probed, roomy, screen, setup, until},
    server::Server,
};

/// The processes below one, by `/proc`.
fn children(of: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{of}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>())
        .collect()
}

fn name(pid: u32) -> String {
    fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default().trim().to_owned()
}

fn runs(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

fn kill(pid: u32) {
    let pid = rustix::process::Pid::from_raw(pid.try_into().unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
}

/// The ffmpeg below a process that looks at this display: other tests have their own.
fn ffmpeg_of(parent: u32, display: &str) -> u32 {
    let looks = format!("DISPLAY={display}");
    let sees = |environment: Vec<u8>| {
        environment.split(|byte| *byte == 0).any(|variable| variable == looks.as_bytes())
    };
    let ours = |pid: &u32| name(*pid) == "ffmpeg" && fs::read(format!("/proc/{pid}/environ")).is_ok_and(sees);
    children(parent).into_iter().find(ours).unwrap()
}

#[test]
fn a_killed_ffmpeg_leaves_what_it_gave() {
    let Some(server) = Server::start() else { return };
    let place = Place::new(&server);
    place.recorder.start(&screen()).unwrap();
    place.until_pictures();
    kill(ffmpeg_of(std::process::id(), &server.display));
    let Heard::Stopped(recorded) = place.until_over() else { panic!("nothing kept") };
    assert_eq!(recorded.why.unwrap().code, "record.ended.itself");
    assert!(probed(&recorded.path).frames > 0);
    assert_eq!(place.names().len(), 1);
}

/// Not a test by itself: the one below runs this binary again with only this, and kills it.
#[test]
fn records_until_it_is_killed() {
    let Some(data) = env::var_os("NOVA_TEST_RECORD_INTO") else { return };
    let environment = ["PATH", "DISPLAY"].map(|name| (name.to_owned(), env::var_os(name).unwrap()));
    let recorder = FfmpegRecorder::find(setup(Path::new(&data), environment.into(), roomy())).unwrap();
    recorder.start(&screen()).unwrap();
    until("pictures", || recorder.running().is_none_or(|running| has_pictures(&running.part)));
    crate::server::say("recording");
    std::thread::sleep(std::time::Duration::from_mins(10));
}

#[test]
fn a_killed_nova_takes_ffmpeg_with_it_and_the_next_start_keeps_the_recording() {
    let Some(server) = Server::start() else { return };
    let place = Place::new(&server);
    let data = place.folder().parent().unwrap().to_owned();
    let mut nova = Command::new(env::current_exe().unwrap())
        .args(["--exact", "cut_off::records_until_it_is_killed", "--nocapture"])
        .env("NOVA_TEST_RECORD_INTO", &data)
        .env("DISPLAY", &server.display)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let said = BufReader::new(nova.stderr.take().unwrap());
    assert!(said.lines().map_while(Result::ok).any(|line| line.contains("recording")), "it never recorded");
    let ffmpeg = ffmpeg_of(nova.id(), &server.display);
    assert_eq!(place.recorder.start(&screen()).unwrap_err().code(), "record.elsewhere", "the folder is held");
    assert!(place.recorder.recover().is_empty(), "what still grows is left alone");
    nova.kill().unwrap();
    nova.wait().unwrap();
    until("the end of ffmpeg", || !runs(ffmpeg));
    let said = place.recorder.recover();
    assert_eq!(
        said.iter().map(|problem| problem.message.code.as_ref()).collect::<Vec<_>>(),
        ["record.recovered"]
    );
    let names = place.names();
    assert_eq!(names.len(), 1);
    assert!(names[0].ends_with("screen (recovered).mp4"), "{names:?}");
    assert!(probed(&place.folder().join(&names[0])).frames > 0);
    assert!(place.recorder.recover().is_empty(), "once is enough");
}

#[test]
fn what_holds_no_picture_is_removed_and_links_and_files_of_others_are_left_alone() {
    let Some(server) = Server::start() else { return };
    let place = Place::new(&server);
    fs::create_dir_all(place.folder()).unwrap();
    fs::write(place.folder().join(".2026-11-30 screen.part.mp4"), b"\0\0\0\x08ftyp").unwrap();
    fs::write(place.folder().join("mine.mp4"), "mine").unwrap();
    fs::write(place.folder().join(".holiday.part.mp4"), b"\0\0\0\x08ftyp").unwrap();
    std::os::unix::fs::symlink("/etc/passwd", place.folder().join(".2026-11-30 x.part.mp4")).unwrap();
    let said = place.recorder.recover();
    assert_eq!(
        said.iter().map(|problem| problem.message.code.as_ref()).collect::<Vec<_>>(),
        ["record.recover.empty"]
    );
    assert_eq!(place.names(), [".2026-11-30 x.part.mp4", ".holiday.part.mp4", "mine.mp4"]);
}
