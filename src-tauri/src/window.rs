//! The one window: how it looks before its page is there, and what its page may never do.

use tauri::{
    AppHandle, Manager, Theme, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent, Wry,
    utils::config::Color,
    webview::{NewWindowResponse, PageLoadEvent, PermissionResponse},
};
use url::Url;

use crate::page::Page;

/// Its label, which the capability file names.
pub(crate) const MAIN: &str = "main";

const SIZE: (f64, f64) = (1200.0, 800.0);
const SMALLEST: (f64, f64) = (900.0, 600.0);

/// `--bg` of the page's `theme.css`.
const LIGHT: Color = Color(0xf4, 0xf5, 0xf7, 0xff);
const DARK: Color = Color(0x14, 0x16, 0x1b, 0xff);

/// Opens the window in the colour of its page, so that nothing flashes. `theme` is the player's own choice; without one it is the
/// system's.
pub(crate) fn open(app: &AppHandle, theme: Option<Theme>, page: &Page) -> tauri::Result<()> {
    let window = guarded(app, "index.html")
        .on_page_load(loading(page.clone()))
        .background_color(colour(theme.unwrap_or(Theme::Light)))
        .visible(false)
        .build()?;
    if theme.is_none() {
        window.set_background_color(Some(colour(window.theme().unwrap_or(Theme::Light))))?;
    }
    close_calmly(&window, page.clone());
    window.show()
}

/// A window that shows a page of its own and never anything else: no other address, no other window, no download, no camera.
pub(crate) fn guarded<'a>(app: &'a AppHandle, page: &str) -> WebviewWindowBuilder<'a, Wry, AppHandle> {
    WebviewWindowBuilder::new(app, MAIN, WebviewUrl::App(page.into()))
        .title("Nova")
        .inner_size(SIZE.0, SIZE.1)
        .min_inner_size(SMALLEST.0, SMALLEST.1)
        .disable_drag_drop_handler()
        .on_navigation(is_own)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .on_permission_request(|_, _| PermissionResponse::Deny)
}

/// Shows the window that is there, when the program is started again. One that waits to be closed stays.
pub(crate) fn show(app: &AppHandle) {
    if let Some(page) = app.try_state::<Page>() {
        page.stays();
    }
    let Some(window) = app.get_webview_window(MAIN) else { return };
    // A window manager may refuse any of it.
    for done in [window.unminimize(), window.show(), window.set_focus()] {
        drop(done);
    }
}

/// Whether an address is the page that is built in (on Windows under a name of its own).
fn is_own(address: &Url) -> bool {
    match address.scheme() {
        "tauri" => address.host_str() == Some("localhost"),
        "http" | "https" => cfg!(windows) && address.host_str() == Some("tauri.localhost"),
        _ => false,
    }
}

fn loading(page: Page) -> impl Fn(WebviewWindow, tauri::webview::PageLoadPayload<'_>) + Send + Sync {
    move |_, load| {
        if load.event() == PageLoadEvent::Started {
            page.was_loaded();
        }
    }
}

/// A line of a checklist that is being done ends before the program does. The window goes at once.
fn close_calmly(window: &WebviewWindow, page: Page) {
    let it = window.clone();
    window.on_window_event(move |event| {
        let WindowEvent::CloseRequested { api, .. } = event else { return };
        if !page.is_changing() {
            return;
        }
        api.prevent_close();
        page.closes();
        // One that cannot be hidden is closed a little later.
        drop(it.hide());
        let (it, page) = (it.clone(), page.clone());
        tauri::async_runtime::spawn(async move {
            page.settled().await;
            if page.is_closing() {
                drop(it.destroy());
            }
        });
    });
}

fn colour(theme: Theme) -> Color {
    if theme == Theme::Dark { DARK } else { LIGHT }
}

/// The player's own choice; nothing where the window follows the system.
pub(crate) fn chosen(theme: nova_desk::view::Theme) -> Option<Theme> {
    match theme {
        nova_desk::view::Theme::Dark => Some(Theme::Dark),
        nova_desk::view::Theme::Light => Some(Theme::Light),
        nova_desk::view::Theme::System => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(address: &str) -> bool {
        is_own(&Url::parse(address).unwrap())
    }

    #[test]
    fn the_window_goes_to_its_own_page_only() {
        assert!(own("tauri://localhost/") && own("tauri://localhost/index.html"));
        for other in [
            "tauri://elsewhere/",
            "https://example.com/",
            "http://localhost/",
            "file:///etc/passwd",
            "data:text/html,x",
            "about:blank",
            "javascript:alert(1)",
        ] {
            assert!(!own(other), "{other}");
        }
    }

    #[test]
    fn the_window_has_the_colours_of_its_page_before_the_page_is_there() {
        let css = include_str!("../../ui/src/theme.css");
        for Color(red, green, blue, _) in [LIGHT, DARK] {
            assert!(css.contains(&format!("--bg: #{red:02x}{green:02x}{blue:02x};")));
        }
    }
}
