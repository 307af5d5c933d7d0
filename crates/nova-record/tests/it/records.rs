//! What is recorded.

use nova_tools::recorder::{Audio, Heard, Recorder, Target, Wanted};

use crate::{
    place::{Place, colour, probed, screen},
    server::{Server, Shape},
};

const GAME: Shape = Shape {
    title: "Minecraft 1.20.1",
    class: b"Minecraft 1.20.1\0Minecraft 1.20.1\0",
    pid: None,
    size: (160, 121),
    colour: 0x00c8_2814,
};

#[test]
fn the_screen_is_recorded_until_it_is_stopped() {
    let Some(server) = Server::start() else { return };
    let place = Place::new(&server);
    let plan = place.recorder.prepare(&screen()).unwrap();
    assert!(!place.folder().exists(), "planning makes nothing");
    let running = place.recorder.start(&screen()).unwrap();
    assert_eq!(running.take, plan);
    assert_eq!((plan.width, plan.height), (Some(320), Some(240)), "an odd side loses its last column");
    std::thread::sleep(std::time::Duration::from_secs(2));
    let recorded = place.recorder.stop().unwrap();
    assert_eq!(recorded.path, std::fs::canonicalize(&plan.path).unwrap());
    assert_eq!(recorded.why, None);
    assert!(recorded.took.unwrap() >= 2000);
    let seen = probed(&recorded.path);
    assert_eq!((seen.codec.as_str(), seen.width, seen.height), ("h264", 320, 240));
    assert!((15..=60).contains(&seen.frames), "{seen:?}");
    assert!((1.5..=6.0).contains(&seen.seconds), "{seen:?}");
    assert_eq!(place.names().len(), 1, "nothing but the recording is left");
    let heard = place.heard.lock().unwrap().clone();
    assert_eq!(heard, [Heard::Started(running), Heard::Stopped(recorded.clone())]);
    let listed = place.recorder.recordings().unwrap();
    assert_eq!(listed.items[0].path.file_name(), recorded.path.file_name());
    assert_eq!(listed.items[0].bytes, recorded.bytes);
}

#[test]
fn one_runs_at_a_time_and_a_second_gets_a_name_of_its_own() {
    let Some(server) = Server::start() else { return };
    let place = Place::new(&server);
    let first = place.recorder.start(&screen()).unwrap();
    assert_eq!(place.recorder.start(&screen()).unwrap_err().code(), "record.running");
    assert_eq!(place.recorder.prepare(&screen()).unwrap_err().code(), "record.running");
    place.until_pictures();
    place.recorder.stop().unwrap();
    assert_eq!(place.recorder.stop().unwrap_err().code(), "record.not-running");
    let second = place.recorder.prepare(&screen()).unwrap();
    assert_ne!(second.path, first.take.path);
    assert!(second.path.to_string_lossy().ends_with("screen 2.mp4"), "{}", second.path.display());
}

#[test]
fn the_games_window_is_found_by_its_name_and_recorded_alone() {
    let Some(server) = Server::start() else { return };
    let place = Place::new(&server);
    let wanted = Wanted { target: Target::Game, version: Some("1.20.1-fabric".to_owned()), ..screen() };
    assert_eq!(place.recorder.prepare(&wanted).unwrap_err().code(), "record.no-window");
    let page = Shape {
        title: "Minecraft Wiki",
        class: b"firefox\0firefox\0",
        size: (300, 200),
        colour: 0xff,
        ..GAME
    };
    let (_page, _game) = (server.window(&page), server.window(&GAME));
    let running = place.recorder.start(&wanted).unwrap();
    assert_eq!(running.take.window.as_deref(), Some("Minecraft 1.20.1"));
    assert!(running.take.path.to_string_lossy().ends_with(" 1.20.1-fabric.mp4"));
    place.until_pictures();
    let recorded = place.recorder.stop().unwrap();
    let seen = probed(&recorded.path);
    assert_eq!((seen.width, seen.height), (160, 120));
    let [red, green, blue] = colour(&recorded.path);
    assert!(red > 150 && green < 90 && blue < 90, "{:?}", [red, green, blue]);
}

#[test]
fn a_window_of_a_running_game_needs_no_name() {
    let Some(server) = Server::start() else { return };
    let place = Place::new(&server);
    let shape = Shape { title: "Some modpack", class: b"xyz\0xyz\0", pid: Some(4711), ..GAME };
    let _game = server.window(&shape);
    let wanted = Wanted { target: Target::Game, ..screen() };
    assert_eq!(place.recorder.prepare(&wanted).unwrap_err().code(), "record.no-window");
    let plan = place.recorder.prepare(&Wanted { games: vec![4711], ..wanted }).unwrap();
    assert_eq!(plan.window.as_deref(), Some("Some modpack"));
}

#[test]
fn what_cannot_be_recorded_is_refused_before_anything_is_made() {
    let Some(server) = Server::start() else { return };
    let place = Place::new(&server);
    for (wanted, code) in [
        (Wanted { fps: 4, ..screen() }, "record.bad-fps"),
        (Wanted { fps: 61, ..screen() }, "record.bad-fps"),
        (Wanted { audio: Audio::Speakers, ..screen() }, "record.no-sound"),
    ] {
        assert_eq!(place.recorder.start(&wanted).unwrap_err().code(), code);
    }
    assert!(!place.folder().exists());
}
