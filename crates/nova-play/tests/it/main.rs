//! Games that really run: a script stands where the Java would.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "the builders of the tests are not tests themselves")]

mod game;
mod sounds;

use std::{
    fs,
    io::{Cursor, ErrorKind},
    os::unix::net::UnixStream,
    process::Command,
    thread,
    time::Duration,
};

use nova_play::{
    Commands, Ending, PlayError, Progress, Stopped, Word, ask, kill, read, read_order, runs, stop,
};

use crate::game::Game;

#[test]
fn a_game_that_is_left_ends_clean_and_its_words_are_kept() {
    let game = Game::says("echo \"[12:00:00] [main/INFO]: Setting user: $2\"; echo oops >&2");
    let run = game.watch(&game.order()).unwrap();
    let ended = run.ended.clone().unwrap();
    assert_eq!((ended.ending, ended.progress), (Ending::Clean, Progress::Loading));
    let output = fs::read_to_string(run.output(game.data()).unwrap()).unwrap();
    assert!(output.contains("Setting user: Alex") && output.contains("oops"), "{output}");
    assert_eq!(runs(game.data()), [run]);
}

#[test]
fn a_token_gets_into_no_file() {
    let game = Game::says("echo \"session $4\"; exit 3");
    let run = game.watch(&game.order()).unwrap();
    assert_eq!(run.ending(), Some(Ending::NeverStarted { code: 3 }));
    assert!(run.ended.as_ref().unwrap().last_line.as_ref().unwrap().starts_with("session "));
    for (name, text) in game.files_of_data() {
        assert!(!text.contains(game::TOKEN), "{name}: {text}");
    }
}

#[test]
fn log4j_events_become_plain_lines() {
    let event = r#"printf '%s\n' '<log4j:Event logger="a" timestamp="5" level="INFO" thread="Render thread">' '<log4j:Message><![CDATA[OpenAL initialized]]></log4j:Message>' '</log4j:Event>'"#;
    let game = Game::says(event);
    let run = game.watch(&game.order()).unwrap();
    let output = fs::read_to_string(run.output(game.data()).unwrap()).unwrap();
    assert_eq!(output, "[at 5] [Render thread/INFO]: OpenAL initialized\n");
    assert_eq!(run.ended.unwrap().progress, Progress::Ready);
}

#[test]
fn a_crash_report_is_found_and_escape_characters_are_not_kept() {
    let game = Game::says(
        "mkdir -p crash-reports; echo x > crash-reports/crash-1-client.txt; printf '\\033[31mred\\n'; exit 255",
    );
    let run = game.watch(&game.order()).unwrap();
    assert!(matches!(run.ending(), Some(Ending::CrashReport { .. })), "{run:?}");
    assert_eq!(fs::read_to_string(run.output(game.data()).unwrap()).unwrap(), "[31mred\n");
}

#[test]
fn a_game_that_listens_ends_when_it_is_asked() {
    let game = Game::says("trap 'echo saved; exit 143' TERM; echo ready; while :; do sleep 0.05; done");
    let (run, watching) = game.running();
    assert!(run.is_running());
    assert_eq!(stop(&game.files(), &run, Duration::from_secs(10)).unwrap(), Stopped::Asked);
    watching.join().unwrap();
    let run = read(game.data(), &run.id).unwrap();
    assert_eq!(run.ending(), Some(Ending::Stopped));
    assert!(fs::read_to_string(run.output(game.data()).unwrap()).unwrap().ends_with("saved\n"));
    assert_eq!(stop(&game.files(), &run, Duration::ZERO).unwrap(), Stopped::Before);
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the test makes the moment between two writes of the crate under test"
)]
fn a_game_whose_end_is_not_written_yet_still_runs() {
    let game = Game::says("exit 0");
    let run = game.watch(&game.order()).unwrap();
    let folder = game.data().join("runs").join(&run.id);
    // The moment between the game's end and its record: the watcher, here this very process, is still at it.
    fs::rename(folder.join("end.json"), folder.join("kept")).unwrap();
    let between = read(game.data(), &run.id).unwrap();
    assert_eq!((between.is_running(), between.ending()), (true, None));
    // A watcher that is gone wrote no end.
    let begun = fs::read_to_string(folder.join("run.json")).unwrap();
    let pid = format!("\"pid\": {}", std::process::id());
    assert!(begun.contains(&pid), "{begun}");
    fs::write(folder.join("run.json"), begun.replace(&pid, "\"pid\": 4194303")).unwrap();
    assert_eq!(read(game.data(), &run.id).unwrap().ending(), Some(Ending::Unseen));
    fs::rename(folder.join("kept"), folder.join("end.json")).unwrap();
    assert_eq!(read(game.data(), &run.id).unwrap().ending(), Some(Ending::Clean));
}

#[test]
fn a_game_that_does_not_listen_is_killed() {
    let game = Game::says("trap '' TERM; while :; do sleep 0.05; done");
    let (run, watching) = game.running();
    // The shell needs a moment before it stops listening.
    thread::sleep(Duration::from_millis(200));
    assert_eq!(stop(&game.files(), &run, Duration::from_millis(300)).unwrap(), Stopped::Killed);
    watching.join().unwrap();
    assert_eq!(read(game.data(), &run.id).unwrap().ending(), Some(Ending::Stopped));
}

/// The order with a wrapper that stays in front of the game and has something to do after it.
fn wrapped(game: &Game) -> nova_play::Order {
    let wrapper = ["sh", "-c", "\"$@\"; echo wrapped >> order", "wrapper"].map(str::to_owned).to_vec();
    nova_play::Order { commands: Commands { wrapper, ..Commands::default() }, ..game.order() }
}

#[test]
fn a_game_behind_a_wrapper_is_asked_and_what_it_opened_is_left_alone() {
    let game = Game::says(
        "sleep 30 >/dev/null 2>&1 & echo $! > opened; trap 'echo saved >> order; exit 143' TERM; echo ready > up; while :; do sleep 0.05; done",
    );
    let (run, watching) = game.running_as(wrapped(&game));
    let up = game.folder().join("up");
    while !up.is_file() {
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(stop(&game.files(), &run, Duration::from_secs(10)).unwrap(), Stopped::Asked);
    watching.join().unwrap();
    assert_eq!(fs::read_to_string(game.folder().join("order")).unwrap(), "saved\nwrapped\n");
    let opened = fs::read_to_string(game.folder().join("opened")).unwrap();
    let kill = Command::new("kill").arg(opened.trim()).status().unwrap();
    assert!(kill.success(), "what the game opened was ended with it");
}

#[test]
fn a_game_behind_a_wrapper_that_does_not_listen_is_killed_with_it() {
    let game = Game::says("trap '' TERM; echo $$ > pid; while :; do sleep 0.05; done");
    let (run, watching) = game.running_as(wrapped(&game));
    let pid = game.folder().join("pid");
    while fs::read_to_string(&pid).unwrap_or_default().is_empty() {
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(stop(&game.files(), &run, Duration::from_millis(300)).unwrap(), Stopped::Killed);
    watching.join().unwrap();
    assert_eq!(stop(&game.files(), &run, Duration::ZERO).unwrap(), Stopped::Before);
}

#[test]
fn an_order_that_never_comes_is_not_waited_for() {
    let (silent, _open) = UnixStream::pair().unwrap();
    let came = read_order(silent, Duration::from_millis(50));
    assert_eq!(came.unwrap_err().kind(), ErrorKind::TimedOut);
    let order = Game::says("").order();
    let bytes = serde_json::to_vec(&order).unwrap();
    assert!(read_order(Cursor::new(bytes), Duration::from_secs(10)).unwrap() == order);
}

#[test]
fn a_game_that_was_only_asked_goes_on_until_it_is_killed_by_a_word_of_its_own() {
    let game = Game::says("trap '' TERM; while :; do sleep 0.05; done");
    let (run, watching) = game.running();
    thread::sleep(Duration::from_millis(200));
    assert!(!run.was_asked(game.data()));
    assert!(ask(&game.files(), &run));
    assert!(run.was_asked(game.data()) && run.is_running());
    assert!(kill(&game.files(), &run));
    watching.join().unwrap();
    let run = read(game.data(), &run.id).unwrap();
    assert_eq!(run.ending(), Some(Ending::Stopped));
    assert!(!ask(&game.files(), &run) && !kill(&game.files(), &run));
}

#[test]
fn commands_run_around_the_game_and_a_failing_one_keeps_it_from_starting() {
    let game = Game::says("echo game >> order");
    let sh = |line: &str| vec!["sh".to_owned(), "-c".to_owned(), line.to_owned()];
    let commands = Commands {
        before: sh("echo before > order"),
        after: sh("echo after >> order"),
        wrapper: vec!["env".to_owned()],
    };
    game.watch(&nova_play::Order { commands, ..game.order() }).unwrap();
    assert_eq!(fs::read_to_string(game.folder().join("order")).unwrap(), "before\ngame\nafter\n");

    let commands = Commands { before: sh("exit 7"), ..Commands::default() };
    let refused = game.watch(&nova_play::Order { run: "r-00000002".to_owned(), commands, ..game.order() });
    assert!(matches!(refused, Err(PlayError::Before { code: Some(7), .. })), "{refused:?}");
    assert!(read(game.data(), "r-00000002").is_none());
}

#[test]
fn what_does_not_start_is_said_to_whoever_asked() {
    let game = Game::says("true");
    let order = nova_play::Order { java: "/nowhere/java".into(), ..game.order() };
    let mut said = Vec::new();
    let refused = game.watch_telling(&order, &mut said);
    assert!(matches!(refused, Err(PlayError::NoStart { .. })), "{refused:?}");
    let said = String::from_utf8(said).unwrap();
    assert!(said.contains("play.no-start") && said.ends_with('\n'), "{said}");
}

#[test]
fn variables_are_set_and_taken_away() {
    let game = Game::says("echo \"$GIVEN-${HOME:-none}\"");
    let mut order = game.order();
    order.environment.insert("GIVEN".to_owned(), Some("yes".to_owned()));
    order.environment.insert("HOME".to_owned(), None);
    order.words.push(Word::plain("x"));
    let run = game.watch(&order).unwrap();
    assert_eq!(fs::read_to_string(run.output(game.data()).unwrap()).unwrap(), "yes-none\n");
}

#[test]
fn a_flood_of_words_is_cut_and_the_game_goes_on() {
    let game = Game::says("head -c 20000000 /dev/zero | tr '\\0' 'a'; echo; echo last; exit 0");
    let run = game.watch(&game.order()).unwrap();
    assert_eq!(run.ended.clone().unwrap().last_line.as_deref(), Some("last"));
    let size = fs::metadata(run.output(game.data()).unwrap()).unwrap().len();
    assert!(size < 17 << 20, "{size}");
}
