//! Generates the permission of each command, so that the capability file decides what the page may call.

fn main() {
    tauri_build::build();
}
