//! Is there a screen? GTK ends the program in a panic where there is none; a sentence is better.

use std::ffi::OsString;

use nova_model::{Message, Report};

/// An error that says what is missing, unless a window can be shown.
pub(crate) fn check() -> Result<(), Report> {
    let Some(display) = named(|name| std::env::var_os(name)) else { return Err(missing()) };
    // GTK looks at the same variables, knows their rules and the keys of X.
    gtk::init().map_err(|_| unreachable(&display))
}

/// The screen that the environment names, as the player would look for it.
fn named(variable: impl Fn(&str) -> Option<OsString>) -> Option<String> {
    ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().find_map(|name| {
        let value = variable(name).filter(|value| !value.is_empty())?;
        Some(format!("{name}={}", value.to_string_lossy()))
    })
}

fn missing() -> Report {
    Report::new(Message::new("desktop.display.missing")).hint(Message::new("desktop.display.terminal"))
}

fn unreachable(display: &str) -> Report {
    let said = Message::new("desktop.display.unreachable").with("display", nova_model::clean(display, 120));
    Report::new(said).hint(Message::new("desktop.display.terminal"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(set: &[(&str, &str)]) -> Option<String> {
        named(|wanted| set.iter().find(|(name, _)| *name == wanted).map(|(_, value)| OsString::from(value)))
    }

    #[test]
    fn wayland_is_looked_at_first_as_gtk_does() {
        let both = [("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "wayland-0")];
        assert_eq!(found(&both).as_deref(), Some("WAYLAND_DISPLAY=wayland-0"));
        assert_eq!(found(&both[..1]).as_deref(), Some("DISPLAY=:0"));
    }

    #[test]
    fn an_empty_variable_names_no_screen() {
        assert_eq!(found(&[("DISPLAY", ""), ("WAYLAND_DISPLAY", "")]), None);
    }
}
