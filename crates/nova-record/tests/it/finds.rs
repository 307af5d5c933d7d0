//! Where nothing can be recorded, and why.
#![expect(clippy::disallowed_methods, reason = "tests make the programs that are found")]

use std::{ffi::OsString, fs, os::unix::fs::PermissionsExt, path::Path};

use nova_model::Explain;
use nova_record::{FfmpegRecorder, RecordError};

use crate::{
    place::{roomy, setup},
    server::Server,
};

fn found(environment: Vec<(String, OsString)>) -> Result<FfmpegRecorder, RecordError> {
    FfmpegRecorder::find(setup(Path::new("/nowhere-at-all"), environment, roomy()))
}

fn with(server: &Server, name: &str, value: &str) -> Vec<(String, OsString)> {
    let mut environment = server.environment();
    environment.retain(|(known, _)| known != name);
    environment.push((name.to_owned(), OsString::from(value)));
    environment
}

/// A folder with an ffmpeg that answers like this.
fn stand_in(script: &str) -> tempfile::TempDir {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("ffmpeg");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    temp
}

fn with_stand_in(server: &Server, script: &str) -> Result<FfmpegRecorder, RecordError> {
    let temp = stand_in(script);
    found(with(server, "PATH", temp.path().to_str().unwrap()))
}

#[test]
fn without_ffmpeg_on_the_path_there_is_no_recorder() {
    let Some(server) = Server::start() else { return };
    let error = found(with(&server, "PATH", "/nowhere-at-all")).err().unwrap();
    assert!(matches!(error, RecordError::NoFfmpeg));
    assert_eq!(error.report().hints[0].code, "record.hint.install");
}

#[test]
fn a_screen_that_does_not_answer_is_told_by_its_name() {
    let Some(server) = Server::start() else { return };
    let error = found(with(&server, "DISPLAY", ":59000")).err().unwrap();
    assert!(matches!(error, RecordError::Display { display, .. } if display == ":59000"));
    let mut none = server.environment();
    none.retain(|(name, _)| name != "DISPLAY");
    assert!(matches!(found(none.clone()).err(), Some(RecordError::NoScreen)));
    none.push(("WAYLAND_DISPLAY".to_owned(), OsString::from("wayland-0")));
    assert!(matches!(found(none).err(), Some(RecordError::Wayland)));
}

#[test]
fn an_ffmpeg_without_the_grabber_or_an_encoder_is_no_recorder() {
    let Some(server) = Server::start() else { return };
    let bare = with_stand_in(&server, "echo ' DE alsa x'; echo ' V....D libx264 x'");
    assert!(matches!(bare.err(), Some(RecordError::NoGrabber { grabber: "x11grab", .. })));
    let mute = with_stand_in(&server, "echo ' D  x11grab x'");
    assert!(matches!(mute.err(), Some(RecordError::NoEncoder { .. })));
    let broken = with_stand_in(&server, "exit 1");
    assert!(matches!(broken.err(), Some(RecordError::NoGrabber { .. })));
}
