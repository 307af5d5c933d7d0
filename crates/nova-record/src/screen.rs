//! What there is to grab on this computer: which grabber, the screen's size, the game's window.

#[cfg(target_os = "linux")]
mod x11;

use nova_tools::recorder::{Target, Wanted};

use crate::{arguments::Source, environment::Environment, error::RecordError};

/// The port of the display with the number 0.
const FIRST_PORT: u16 = 6000;

/// The way to the pictures on this computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    /// An X server.
    X11 {
        /// Its name (`:0`).
        display: String,
        /// Whether it stands beside Wayland and sees its own windows only.
        beside_wayland: bool,
    },
    /// Windows.
    Windows,
    /// macOS.
    MacOs,
}

/// What will be grabbed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// For ffmpeg.
    pub(crate) source: Source,
    /// Its size in pixels, where it is known before.
    pub(crate) size: Option<(u32, u32)>,
    /// The title of the window, cleaned.
    pub(crate) title: Option<String>,
}

impl Screen {
    /// What the environment says about it.
    pub(crate) fn of(environment: &Environment) -> Result<Self, RecordError> {
        if cfg!(windows) {
            return Ok(Self::Windows);
        }
        if cfg!(target_os = "macos") {
            return Ok(Self::MacOs);
        }
        let wayland = environment.get("WAYLAND_DISPLAY").is_some()
            || environment.get("XDG_SESSION_TYPE").is_some_and(|kind| kind == "wayland");
        match environment.get("DISPLAY").and_then(|display| display.to_str()) {
            Some(display) if is_display(display) => {
                Ok(Self::X11 { display: display.to_owned(), beside_wayland: wayland })
            }
            Some(display) => Err(RecordError::Display {
                display: nova_model::clean(display, 60),
                reason: "not the name of a display".to_owned(),
            }),
            None if wayland => Err(RecordError::Wayland),
            None => Err(RecordError::NoScreen),
        }
    }

    /// Its grabber's name in ffmpeg.
    pub(crate) fn grabber(&self) -> &'static str {
        match self {
            Self::X11 { .. } => "x11grab",
            Self::Windows => "gdigrab",
            Self::MacOs => "avfoundation",
        }
    }

    /// Whether it answers.
    pub(crate) fn check(&self) -> Result<(), RecordError> {
        match self {
            Self::X11 { display, .. } => x11_size(display).map(drop),
            Self::Windows | Self::MacOs => Ok(()),
        }
    }

    /// Looks for what is wanted.
    pub(crate) fn see(&self, wanted: &Wanted) -> Result<Seen, RecordError> {
        match (self, wanted.target) {
            (Self::X11 { beside_wayland: true, .. }, Target::Screen) => Err(RecordError::WaylandScreen),
            (Self::X11 { display, .. }, Target::Screen) => {
                let size = x11_size(display)?;
                let source = Source::X11Screen { display: display.clone(), size };
                Ok(Seen { source, size: Some(size), title: None })
            }
            (Self::X11 { display, .. }, Target::Game) => x11_window(display, &wanted.games),
            (Self::Windows, Target::Screen) => Ok(Seen { source: Source::Gdi, size: None, title: None }),
            (Self::MacOs, Target::Screen) => {
                Ok(Seen { source: Source::AvFoundation, size: None, title: None })
            }
            (Self::Windows | Self::MacOs, Target::Game) => Err(RecordError::NoWindowHere),
        }
    }
}

/// `host:number.screen`. A number that leads to no port is refused here: the library behind would count beyond the last port.
fn is_display(name: &str) -> bool {
    let number = name.rsplit_once(':').and_then(|(_, number)| number.split('.').next()?.parse::<u16>().ok());
    number.is_some_and(|number| number.checked_add(FIRST_PORT).is_some())
}

impl Source {
    /// Whether it can still be seen: a window may be closed or hidden.
    pub(crate) fn is_there(&self) -> bool {
        match self {
            Self::X11Window { display, window } => x11_is_there(display, *window),
            _ => true,
        }
    }
}

#[cfg(target_os = "linux")]
use x11::{is_there as x11_is_there, size as x11_size, window as x11_window};

#[cfg(not(target_os = "linux"))]
fn x11_size(_: &str) -> Result<(u32, u32), RecordError> {
    Err(RecordError::NoScreen)
}

#[cfg(not(target_os = "linux"))]
fn x11_window(_: &str, _: &[u32]) -> Result<Seen, RecordError> {
    Err(RecordError::NoWindowHere)
}

#[cfg(not(target_os = "linux"))]
fn x11_is_there(_: &str, _: u32) -> bool {
    true
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::ffi::OsString;

    use super::*;

    fn screen(variables: &[(&str, &str)]) -> Result<Screen, RecordError> {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), OsString::from(value)));
        Screen::of(&Environment::new(variables.collect()))
    }

    #[test]
    fn wayland_alone_is_told_from_no_screen_at_all() {
        assert!(matches!(screen(&[]), Err(RecordError::NoScreen)));
        assert!(matches!(screen(&[("WAYLAND_DISPLAY", "wayland-0")]), Err(RecordError::Wayland)));
        assert!(matches!(
            screen(&[("XDG_SESSION_TYPE", "wayland"), ("DISPLAY", "")]),
            Err(RecordError::Wayland)
        ));
        let plain = screen(&[("DISPLAY", ":0"), ("XDG_SESSION_TYPE", "x11")]).unwrap();
        assert_eq!(plain, Screen::X11 { display: ":0".to_owned(), beside_wayland: false });
    }

    #[test]
    fn what_names_no_display_is_refused() {
        for name in ["0", ":", ":x", ":65535", ":-1"] {
            assert!(matches!(screen(&[("DISPLAY", name)]), Err(RecordError::Display { .. })), "{name}");
        }
        assert!(screen(&[("DISPLAY", "unix:12.1")]).is_ok());
    }

    #[test]
    fn beside_wayland_the_whole_screen_is_refused() {
        let beside = screen(&[("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "wayland-0")]).unwrap();
        let wanted = Wanted { target: Target::Screen, ..Wanted::default() };
        assert!(matches!(beside.see(&wanted), Err(RecordError::WaylandScreen)));
    }
}
