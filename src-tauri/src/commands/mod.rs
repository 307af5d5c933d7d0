//! The commands of the page: each one forwards to the desk's command of the same name. They are listed once, in `names.rs`; the build
//! makes a permission of each, and the capability file gives those to the one window.

#[macro_use]
mod names;
mod sink;

use std::sync::Arc;

use nova_desk::{Desk, Fault};
use serde_json::Value;
use tauri::{
    State, Wry,
    ipc::{Channel, Invoke},
};

use crate::page::Page;
use sink::PageSink;

macro_rules! forward {
    ($($name:ident)*) => { $(
        #[tauri::command]
        async fn $name(
            desk: State<'_, Arc<Desk>>,
            page: State<'_, Page>,
            args: Value,
            events: Channel<Value>,
        ) -> Result<Value, Fault> {
            desk.call(stringify!($name), args, Arc::new(PageSink::new(events, &page))).await
        }
    )* };
}
commands!(forward);

macro_rules! handler {
    ($($name:ident)*) => { tauri::generate_handler![$($name),*] };
}

/// Answers the page.
pub(crate) fn handler() -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
    commands!(handler)
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! listed {
        ($($name:ident)*) => { [$(stringify!($name)),*] };
    }

    #[test]
    fn the_page_may_call_what_the_desk_offers_and_nothing_else() {
        let names = commands!(listed);
        assert_eq!(names.as_slice(), nova_desk::names(), "run `cargo xtask gen`");
        let capability: Value = serde_json::from_str(include_str!("../../capabilities/main.json")).unwrap();
        let allowed: Vec<_> = names.iter().map(|name| format!("allow-{}", name.replace('_', "-"))).collect();
        assert_eq!(capability["permissions"], serde_json::json!(allowed), "run `cargo xtask gen`");
    }
}
