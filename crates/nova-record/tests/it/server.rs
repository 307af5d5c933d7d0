//! An X server of a test's own, and windows on it.

use std::{
    env,
    ffi::OsString,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use x11rb::{
    connection::Connection,
    protocol::xproto::{
        AtomEnum, ConnectionExt, CreateGCAux, CreateWindowAux, ImageFormat, PropMode, Rectangle, WindowClass,
    },
    rust_connection::RustConnection,
    wrapper::ConnectionExt as _,
};

/// A program on this computer's path.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// An X server on a free number; ended with the test.
pub(crate) struct Server {
    child: Child,
    _noise: RustConnection,
    pub(crate) display: String,
}

impl Server {
    /// None where ffmpeg, ffprobe or Xvfb are missing, which is said.
    pub(crate) fn start() -> Option<Self> {
        let missing: Vec<_> =
            ["Xvfb", "ffmpeg", "ffprobe"].into_iter().filter(|name| program(name).is_none()).collect();
        if !missing.is_empty() {
            say(&format!("not tested, for want of {}", missing.join(", ")));
            return None;
        }
        // It chooses a free number and says which.
        let mut child = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "321x240x24", "-nolisten", "tcp", "-noreset"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let display = format!(":{}", number.trim());
        Some(Self { child, _noise: noise(&display), display })
    }

    /// What a recorder has to know of the environment.
    pub(crate) fn environment(&self) -> Vec<(String, OsString)> {
        vec![
            ("PATH".to_owned(), env::var_os("PATH").unwrap_or_default()),
            ("DISPLAY".to_owned(), OsString::from(&self.display)),
        ]
    }

    /// Opens a window that is of one colour.
    pub(crate) fn window(&self, shape: &Shape) -> Window {
        Window::open(&self.display, shape)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A window as a test wants it.
pub(crate) struct Shape {
    pub(crate) title: &'static str,
    pub(crate) class: &'static [u8],
    pub(crate) pid: Option<u32>,
    pub(crate) size: (u16, u16),
    pub(crate) colour: u32,
}

/// A window; closed when it is dropped.
pub(crate) struct Window {
    _server: RustConnection,
}

impl Window {
    fn open(display: &str, shape: &Shape) -> Self {
        let (server, screen) = x11rb::connect(Some(display)).unwrap();
        let root = server.setup().roots[screen].root;
        let id = server.generate_id().unwrap();
        let (width, height) = shape.size;
        let look = CreateWindowAux::new().background_pixel(shape.colour);
        server
            .create_window(24, id, root, 10, 10, width, height, 0, WindowClass::INPUT_OUTPUT, 0, &look)
            .unwrap();
        let text = |property: AtomEnum, value: &[u8]| {
            server.change_property8(PropMode::REPLACE, id, property, AtomEnum::STRING, value).unwrap();
        };
        text(AtomEnum::WM_NAME, shape.title.as_bytes());
        text(AtomEnum::WM_CLASS, shape.class);
        if let Some(pid) = shape.pid {
            let name = server.intern_atom(false, b"_NET_WM_PID").unwrap().reply().unwrap().atom;
            server.change_property32(PropMode::REPLACE, id, name, AtomEnum::CARDINAL, &[pid]).unwrap();
        }
        server.map_window(id).unwrap();
        // Once this is answered, everything before it is done.
        let gc = server.generate_id().unwrap();
        server.create_gc(gc, id, &CreateGCAux::new().foreground(shape.colour)).unwrap();
        server.poly_fill_rectangle(id, gc, &[Rectangle { x: 0, y: 0, width, height }]).unwrap();
        server.sync().unwrap();
        Self { _server: server }
    }
}

/// A picture that cannot be made small, in a window at the lower right: recordings grow fast.
fn noise(display: &str) -> RustConnection {
    let (server, screen) = x11rb::connect(Some(display)).unwrap();
    let root = server.setup().roots[screen].root;
    let mut seed = 1_u32;
    let mut dots = vec![0_u8; 100 * 100 * 4];
    for dot in &mut dots {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *dot = seed.to_be_bytes()[0];
    }
    let pixmap = server.generate_id().unwrap();
    server.create_pixmap(24, pixmap, root, 100, 100).unwrap();
    let gc = server.generate_id().unwrap();
    server.create_gc(gc, pixmap, &CreateGCAux::new()).unwrap();
    server.put_image(ImageFormat::Z_PIXMAP, pixmap, gc, 100, 100, 0, 0, 0, 24, &dots).unwrap();
    let id = server.generate_id().unwrap();
    let look = CreateWindowAux::new().background_pixmap(pixmap);
    server.create_window(24, id, root, 220, 140, 100, 100, 0, WindowClass::INPUT_OUTPUT, 0, &look).unwrap();
    server.map_window(id).unwrap();
    server.sync().unwrap();
    server
}

/// Why a test did not test anything.
#[expect(clippy::print_stderr, reason = "a test that is left out says so")]
pub(crate) fn say(why: &str) {
    eprintln!("{why}");
}
