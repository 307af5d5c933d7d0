//! What ffmpeg is told, as a list of arguments. Nothing goes through a shell, and nothing in it was written by others but a window's
//! number.

use std::ffi::OsString;

use nova_tools::recorder::Audio;

use crate::ffmpeg::Encoder;

/// What is grabbed, by which of ffmpeg's grabbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The whole screen of an X server.
    X11Screen {
        /// Its name (`:0`).
        display: String,
        /// Its size.
        size: (u32, u32),
    },
    /// One window of an X server.
    X11Window {
        /// Its name (`:0`).
        display: String,
        /// The window's number.
        window: u32,
    },
    /// The screen of Windows, by GDI.
    Gdi,
    /// The screen of macOS.
    AvFoundation,
}

/// How it is encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    /// Pictures in a second.
    pub(crate) fps: u32,
    /// The encoder of the pictures.
    pub(crate) encoder: Encoder,
    /// Whether the sound comes too.
    pub(crate) audio: Audio,
}

/// YUV with half the colours needs even sides; a window may have any.
const EVEN: &str = "crop=trunc(iw/2)*2:trunc(ih/2)*2";

/// The whole list.
pub(crate) fn arguments(source: &Source, format: &Format) -> Vec<OsString> {
    let mut list = words(&["-hide_banner", "-nostats", "-loglevel", "error"]);
    list.extend(input(source, format.fps));
    if format.audio == Audio::Speakers {
        // The queue is for pictures: while the sound server starts they wait.
        list.extend(words(&["-thread_queue_size", "1024", "-f", "pulse", "-i", "@DEFAULT_MONITOR@"]));
    }
    list.extend(words(&["-vf", EVEN]));
    list.extend(words(format.encoder.arguments()));
    // A key picture each second: a fragment can only begin with one.
    list.extend(words(&["-pix_fmt", "yuv420p", "-g", &format.fps.to_string()]));
    if format.audio == Audio::Speakers {
        list.extend(words(&["-c:a", "aac", "-b:a", "160k"]));
    }
    list.extend(words(&["-movflags", "+frag_keyframe+empty_moov+default_base_moof"]));
    list.extend(words(&["-flush_packets", "1", "-f", "mp4", "pipe:1"]));
    list
}

fn input(source: &Source, fps: u32) -> Vec<OsString> {
    let fps = fps.to_string();
    match source {
        Source::X11Screen { display, size: (width, height) } => words(&[
            "-thread_queue_size",
            "64",
            "-f",
            "x11grab",
            "-framerate",
            &fps,
            "-video_size",
            &format!("{width}x{height}"),
            "-i",
            display,
        ]),
        Source::X11Window { display, window } => words(&[
            "-thread_queue_size",
            "64",
            "-f",
            "x11grab",
            "-framerate",
            &fps,
            "-window_id",
            &window.to_string(),
            "-i",
            display,
        ]),
        Source::Gdi => words(&["-f", "gdigrab", "-framerate", &fps, "-i", "desktop"]),
        Source::AvFoundation => words(&[
            "-f",
            "avfoundation",
            "-framerate",
            &fps,
            "-capture_cursor",
            "1",
            "-i",
            "Capture screen 0:none",
        ]),
    }
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(source: &Source, audio: Audio) -> String {
        let format = Format { fps: 30, encoder: Encoder::X264, audio };
        let list = arguments(source, &format);
        list.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    const OUT: &str = "-c:v libx264 -preset ultrafast -crf 23 -pix_fmt yuv420p -g 30 -movflags +frag_keyframe+empty_moov+default_base_moof \
        -flush_packets 1 -f mp4 pipe:1";

    #[test]
    fn the_screen_of_an_x_server() {
        let source = Source::X11Screen { display: ":0".to_owned(), size: (1921, 1080) };
        let wanted = format!(
            "-hide_banner -nostats -loglevel error -thread_queue_size 64 -f x11grab -framerate 30 -video_size 1921x1080 -i :0 -vf {EVEN} {OUT}"
        );
        assert_eq!(line(&source, Audio::Off), wanted);
    }

    #[test]
    fn a_window_goes_by_its_number() {
        let source = Source::X11Window { display: ":7.0".to_owned(), window: 0x0140_0003 };
        let line = line(&source, Audio::Off);
        assert!(line.contains("-f x11grab -framerate 30 -window_id 20971523 -i :7.0 -vf"), "{line}");
        assert!(!line.contains("-video_size"));
    }

    #[test]
    fn sound_is_what_the_speakers_play_and_only_if_asked_for() {
        let source = Source::X11Screen { display: ":0".to_owned(), size: (640, 480) };
        let with = line(&source, Audio::Speakers);
        assert!(with.contains("-i :0 -thread_queue_size 1024 -f pulse -i @DEFAULT_MONITOR@ -vf"), "{with}");
        assert!(with.contains("-g 30 -c:a aac -b:a 160k -movflags"), "{with}");
        assert!(!line(&source, Audio::Off).contains("pulse"));
    }

    #[test]
    fn the_screens_of_other_systems() {
        assert!(line(&Source::Gdi, Audio::Off).contains("-f gdigrab -framerate 30 -i desktop -vf"));
        let mac = line(&Source::AvFoundation, Audio::Off);
        assert!(
            mac.contains("-f avfoundation -framerate 30 -capture_cursor 1 -i Capture screen 0:none"),
            "{mac}"
        );
    }

    #[test]
    fn every_encoder_is_named_and_ends_in_the_same_file() {
        let source = Source::Gdi;
        for encoder in Encoder::ALL {
            let format = Format { fps: 60, encoder, audio: Audio::Off };
            let list = arguments(&source, &format);
            assert!(list.contains(&OsString::from(encoder.name())), "{encoder:?}");
            assert_eq!(list.last(), Some(&OsString::from("pipe:1")));
        }
    }
}
