//! An X server: the size of its screen, and which of its windows is the game's.

use nova_model::clean;
use x11rb::{
    connection::Connection,
    errors::{ConnectError, ReplyError},
    protocol::xproto::{Atom, AtomEnum, ConnectionExt, MapState, Window},
    rust_connection::RustConnection,
};

use super::Seen;
use crate::{arguments::Source, error::RecordError};

/// More windows than this are not looked at.
const MOST: usize = 2000;
/// Under the root, window managers put frames around windows; deeper there are only parts of windows.
const DEEPEST: u32 = 3;
/// Smaller windows are helpers that nobody sees.
const LEAST: u16 = 32;
/// Words of a property, in units of four bytes.
const LONGEST: u32 = 256;
/// Characters of a title that is shown.
const TITLE: usize = 120;

/// The size of the screen.
pub(crate) fn size(display: &str) -> Result<(u32, u32), RecordError> {
    let (server, root) = connect(display)?;
    let geometry = server.get_geometry(root).map_err(ReplyError::from).and_then(x11rb::cookie::Cookie::reply);
    let geometry = geometry.map_err(|error| said(display, &error))?;
    Ok((u32::from(geometry.width), u32::from(geometry.height)))
}

/// Whether a window is there and shown.
pub(crate) fn is_there(display: &str, window: u32) -> bool {
    connect(display).is_ok_and(|(server, _)| is_shown(&server, window))
}

/// The game's window: one of these processes, or one that says it is Minecraft.
pub(crate) fn window(display: &str, games: &[u32]) -> Result<Seen, RecordError> {
    let (server, root) = connect(display)?;
    let asks = Asks::new(&server, root).map_err(|error| said(display, &error))?;
    let found = asks.windows().into_iter().filter_map(|window| asks.look(window));
    let games = found.filter_map(|found| Some((found.likeness(games)?, found)));
    let best = games.max_by_key(|(likeness, found)| (*likeness, found.area()));
    let (_, found) = best.ok_or(RecordError::NoWindow)?;
    Ok(Seen {
        source: Source::X11Window { display: display.to_owned(), window: found.window },
        size: Some((u32::from(found.width), u32::from(found.height))),
        title: Some(clean(&found.title, TITLE)).filter(|title| !title.is_empty()),
    })
}

fn connect(display: &str) -> Result<(RustConnection, Window), RecordError> {
    let connected = x11rb::connect(Some(display));
    let (server, screen) = connected.map_err(|error: ConnectError| said(display, &error))?;
    let root = server.setup().roots.get(screen).map(|screen| screen.root);
    Ok((server, root.ok_or(RecordError::NoScreen)?))
}

fn said(display: &str, error: &dyn std::error::Error) -> RecordError {
    RecordError::Display { display: clean(display, 60), reason: clean(&error.to_string(), 200) }
}

fn is_shown(server: &RustConnection, window: Window) -> bool {
    let attributes = server.get_window_attributes(window).ok().and_then(|asked| asked.reply().ok());
    attributes.is_some_and(|attributes| attributes.map_state == MapState::VIEWABLE)
}

/// A window as it is judged.
#[derive(Debug)]
struct Found {
    window: Window,
    title: String,
    /// Instance and class of `WM_CLASS`, in small letters.
    class: String,
    pid: Option<u32>,
    width: u16,
    height: u16,
}

/// How sure it is that a window is the game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// Its name is the game's.
    Named,
    /// Its process is one of the games.
    Known,
}

impl Found {
    fn area(&self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    fn likeness(&self, games: &[u32]) -> Option<Likeness> {
        if self.pid.is_some_and(|pid| games.contains(&pid)) {
            return Some(Likeness::Known);
        }
        is_named(&self.class, &self.title).then_some(Likeness::Named)
    }
}

/// The game gives its window its own name as its class. A title alone may be anybody's (a page about the game in a browser), so it
/// counts only for windows of Java and of the game's window library. A launcher is not the game.
fn is_named(class: &str, title: &str) -> bool {
    let title = title.to_lowercase();
    let says_so = |text: &str| text.starts_with("minecraft") && !text.contains("launcher");
    let mut parts = class.split('\n');
    let plain =
        class.trim().is_empty() || ["java", "awt", "glfw", "lwjgl"].iter().any(|name| class.contains(name));
    (parts.any(says_so) && !title.contains("launcher")) || (plain && says_so(&title))
}

/// Asks a server about its windows.
struct Asks<'a> {
    server: &'a RustConnection,
    root: Window,
    clients: Atom,
    name: Atom,
    utf8: Atom,
    pid: Atom,
}

impl<'a> Asks<'a> {
    fn new(server: &'a RustConnection, root: Window) -> Result<Self, ReplyError> {
        let atom =
            |name: &str| Ok::<_, ReplyError>(server.intern_atom(false, name.as_bytes())?.reply()?.atom);
        Ok(Self {
            server,
            root,
            clients: atom("_NET_CLIENT_LIST")?,
            name: atom("_NET_WM_NAME")?,
            utf8: atom("UTF8_STRING")?,
            pid: atom("_NET_WM_PID")?,
        })
    }

    /// Those that the window manager knows; without one, those that are there.
    fn windows(&self) -> Vec<Window> {
        let listed = self.numbers(self.root, self.clients, AtomEnum::WINDOW.into());
        let mut windows = if listed.is_empty() { self.below(self.root, DEEPEST) } else { listed };
        windows.truncate(MOST);
        windows
    }

    fn below(&self, top: Window, deep: u32) -> Vec<Window> {
        let Some(deeper) = deep.checked_sub(1) else { return Vec::new() };
        let tree = self.server.query_tree(top).ok().and_then(|asked| asked.reply().ok());
        let children = tree.map(|tree| tree.children).unwrap_or_default();
        let mut all = children.clone();
        for child in children {
            if all.len() > MOST {
                break;
            }
            all.extend(self.below(child, deeper));
        }
        all
    }

    /// A window that is shown and large enough to be played in. One that goes away meanwhile is none.
    fn look(&self, window: Window) -> Option<Found> {
        let geometry = self.server.get_geometry(window).ok()?.reply().ok()?;
        let large = geometry.width >= LEAST && geometry.height >= LEAST;
        if !large || !is_shown(self.server, window) {
            return None;
        }
        let title = self.text(window, self.name, self.utf8);
        let title = title.or_else(|| self.text(window, AtomEnum::WM_NAME.into(), AtomEnum::ANY.into()));
        let class = self.text(window, AtomEnum::WM_CLASS.into(), AtomEnum::STRING.into());
        Some(Found {
            window,
            title: title.unwrap_or_default(),
            class: class.unwrap_or_default().replace('\0', "\n").to_lowercase(),
            pid: self.numbers(window, self.pid, AtomEnum::CARDINAL.into()).first().copied(),
            width: geometry.width,
            height: geometry.height,
        })
    }

    fn text(&self, window: Window, property: Atom, kind: Atom) -> Option<String> {
        let asked = self.server.get_property(false, window, property, kind, 0, LONGEST).ok()?;
        let value = asked.reply().ok()?.value;
        (!value.is_empty()).then(|| String::from_utf8_lossy(&value).into_owned())
    }

    fn numbers(&self, window: Window, property: Atom, kind: Atom) -> Vec<u32> {
        let most = u32::try_from(MOST).unwrap_or(u32::MAX);
        let asked = self.server.get_property(false, window, property, kind, 0, most);
        let reply = asked.ok().and_then(|asked| asked.reply().ok());
        reply.and_then(|reply| reply.value32().map(Iterator::collect)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_own_names_are_known() {
        for (class, title) in [
            ("minecraft 1.20.1\nminecraft 1.20.1\n", "Minecraft 1.20.1 - Singleplayer"),
            ("minecraft* 1.21\n", "Minecraft* 1.21"),
            ("glfw-application\n", "Minecraft NeoForge* 1.21.1"),
            ("sun-awt-x11-xframepeer\n", "Minecraft 1.7.10"),
            ("", "Minecraft 1.12.2"),
        ] {
            assert!(is_named(class, title), "{class:?} {title:?}");
        }
    }

    #[test]
    fn a_page_about_the_game_and_a_launcher_are_not_the_game() {
        for (class, title) in [
            ("navigator\nfirefox\n", "Minecraft 1.20.1 – Minecraft Wiki"),
            ("minecraft-launcher\nminecraft launcher\n", "Minecraft Launcher"),
            ("java\n", "Minecraft Launcher 2"),
            ("nova\nnova\n", "Nova"),
            ("java\n", "Hello Minecraft"),
        ] {
            assert!(!is_named(class, title), "{class:?} {title:?}");
        }
    }

    #[test]
    fn a_process_of_the_game_outweighs_a_name() {
        let found = |class: &str, pid| Found {
            window: 1,
            title: String::new(),
            class: class.to_owned(),
            pid,
            width: 800,
            height: 600,
        };
        assert_eq!(found("firefox", Some(7)).likeness(&[7]), Some(Likeness::Known));
        assert_eq!(found("minecraft", Some(8)).likeness(&[7]), Some(Likeness::Named));
        assert_eq!(found("firefox", None).likeness(&[7]), None);
        assert!(Likeness::Known > Likeness::Named);
    }
}
