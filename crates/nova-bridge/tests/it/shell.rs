//! What tests ask about the desktop that is not there.

use anyhow::Result;

use crate::rig::Rig;

#[test]
fn the_shell_tells_what_was_opened_and_takes_the_folder_that_is_chosen_next() -> Result<()> {
    let rig = Rig::new()?;
    let (host, token) = (rig.host(), rig.token.clone());
    let headers = [("host", host.as_str()), ("x-nova-token", &token), ("content-type", "application/json")];
    assert_eq!(rig.ask("GET /shell", &headers, b"")?.text()?, "[]");
    assert_eq!(rig.ask("POST /shell", &headers, b"\"/somewhere/else\"")?.status, 204);
    assert_eq!(rig.ask("POST /shell", &headers, b"7")?.status, 422);
    Ok(())
}
