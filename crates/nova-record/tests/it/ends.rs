//! How recordings end without being stopped, and how they do not begin.
#![expect(clippy::disallowed_methods, reason = "tests make the programs and folders they need")]

use std::{fs, os::unix::fs::PermissionsExt, process::Command, time::Duration};

use nova_record::{FfmpegRecorder, Limits};
use nova_tools::recorder::{Heard, Recorder, Target, Wanted};

use crate::{
    place::{Place, probed, roomy, screen, setup},
    server::{Server, Shape, program, say},
};

fn why(heard: &Heard) -> String {
    match heard {
        Heard::Stopped(recorded) => {
            recorded.why.as_ref().map_or_else(String::new, |why| why.code.to_string())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_recording_ends_by_itself_at_its_limits() {
    let Some(server) = Server::start() else { return };
    for (limits, code) in [
        (Limits { time: Duration::from_millis(1500), ..roomy() }, "record.ended.long"),
        (Limits { bytes: 3000, ..roomy() }, "record.ended.big"),
        (Limits { keep: u64::MAX, ..roomy() }, "record.ended.space"),
    ] {
        let place = Place::within(&server, limits);
        place.recorder.start(&screen()).unwrap();
        let heard = place.until_over();
        assert_eq!(why(&heard), code);
        assert_eq!(place.recorder.running(), None);
        let Heard::Stopped(recorded) = heard else { return };
        assert!(probed(&recorded.path).frames > 0);
    }
}

#[test]
fn with_too_little_space_it_does_not_begin() {
    let Some(server) = Server::start() else { return };
    let place = Place::within(&server, Limits { begin: u64::MAX, ..roomy() });
    assert_eq!(place.recorder.start(&screen()).unwrap_err().code(), "record.no-space");
    assert!(!place.folder().exists());
}

#[test]
fn a_recording_ends_with_the_games_window() {
    let Some(server) = Server::start() else { return };
    let place = Place::new(&server);
    let class = b"Minecraft\0Minecraft\0";
    let game = server.window(&Shape { title: "Minecraft", class, pid: None, size: (64, 64), colour: 0xff });
    place.recorder.start(&Wanted { target: Target::Game, ..screen() }).unwrap();
    place.until_pictures();
    drop(game);
    let heard = place.until_over();
    assert_eq!(why(&heard), "record.ended.window");
    let Heard::Stopped(recorded) = heard else { return };
    assert!(probed(&recorded.path).frames > 0);
}

/// A file system of 2 MB; taken away with the test.
struct Small(tempfile::TempDir);

impl Small {
    fn mount() -> Option<Self> {
        let temp = tempfile::tempdir().unwrap();
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(temp.path());
        let mounted =
            program("mount").is_some() && command.output().is_ok_and(|mount| mount.status.success());
        if !mounted {
            say("not tested, since nothing can be mounted here");
        }
        mounted.then_some(Self(temp))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).output();
    }
}

#[test]
fn a_full_disk_ends_a_recording_and_keeps_what_fitted() {
    let Some(server) = Server::start() else { return };
    let Some(small) = Small::mount() else { return };
    let data = small.0.path().join("data");
    fs::create_dir_all(&data).unwrap();
    fs::write(data.join("ballast"), vec![0; (2 << 20) - (90 << 10)]).unwrap();
    let recorder = FfmpegRecorder::find(setup(&data, server.environment(), roomy())).unwrap();
    let heard = std::sync::Arc::new(std::sync::Mutex::new(None));
    let sink = std::sync::Arc::clone(&heard);
    recorder.listen(std::sync::Arc::new(move |told| *sink.lock().unwrap() = Some(told.clone())));
    recorder.start(&Wanted { fps: 60, ..screen() }).unwrap();
    crate::place::until("a full disk", || {
        matches!(&*heard.lock().unwrap(), Some(Heard::Stopped(_) | Heard::Lost(_)))
    });
    let told = heard.lock().unwrap().clone().unwrap();
    assert_eq!(why(&told), "record.ended.written");
    let Heard::Stopped(kept) = told else { return };
    assert_eq!(kept.why.unwrap().fields.len(), 1, "it names the cause");
    assert!(probed(&kept.path).frames > 0, "what fitted can be played");
}

/// A recorder whose ffmpeg answers like the real one and records like this.
fn stand_in(server: &Server, script: &str, limits: Limits) -> (tempfile::TempDir, FfmpegRecorder) {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("ffmpeg");
    let lists = "case \"$2\" in -devices) echo ' D  x11grab x'; exit;; -encoders) echo ' V....D libx264 x'; exit;; esac";
    fs::write(&path, format!("#!/bin/sh\n{lists}\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let mut environment = server.environment();
    let both = format!("{}:/usr/bin:/bin", temp.path().display());
    environment.retain(|(name, _)| name != "PATH");
    environment.push(("PATH".to_owned(), both.into()));
    let recorder = FfmpegRecorder::find(setup(&temp.path().join("data"), environment, limits)).unwrap();
    (temp, recorder)
}

#[test]
fn one_that_fails_at_once_says_why_and_leaves_nothing() {
    let Some(server) = Server::start() else { return };
    let (temp, recorder) = stand_in(&server, "echo 'the grabber is on strike' >&2; exit 1", roomy());
    let report = recorder.start(&screen()).unwrap_err();
    assert_eq!(report.code(), "record.not-begun");
    assert!(format!("{:?}", report.message).contains("on strike"));
    assert_eq!(fs::read_dir(temp.path().join("data/recordings")).unwrap().count(), 0);
}

#[test]
fn one_that_never_gives_a_picture_is_given_up() {
    let Some(server) = Server::start() else { return };
    let limits = Limits { first: Duration::from_millis(300), ..roomy() };
    let (temp, recorder) = stand_in(&server, "exec sleep 600", limits);
    assert_eq!(recorder.start(&screen()).unwrap_err().code(), "record.no-pictures");
    assert_eq!(fs::read_dir(temp.path().join("data/recordings")).unwrap().count(), 0);
}

#[test]
fn one_that_does_not_listen_is_interrupted() {
    let Some(server) = Server::start() else { return };
    let (_temp, recorder) = stand_in(&server, "printf 'not a film'; exec sleep 600", roomy());
    recorder.start(&screen()).unwrap();
    let report = recorder.stop().unwrap_err();
    assert_eq!(report.code(), "record.nothing", "it is over, and there was nothing in it");
    assert_eq!(recorder.running(), None);
}
