//! A key through a real key ring: the acceptance test of that name, which may not be skipped here.

use anyhow::{Result, ensure};

use crate::process::{cargo, done};
use crate::setup::{self, KEY_RING};
use crate::workspace::{self, Profile};

/// Installs what is missing where that may be done, and runs the test.
pub(crate) fn run() -> Result<()> {
    for (program, package) in KEY_RING {
        ensure!(setup::installed(program, package)?, "{program} is missing: install {package}");
    }
    let nova = workspace::nova(Profile::Debug)?;
    let words = ["test", "--package", "nova-acceptance", "--test", "it", "--", "keyring"];
    done(
        cargo()
            .args(words)
            .current_dir(workspace::root())
            .env("NOVA_BIN", nova)
            .env("NOVA_KEYRING", "required"),
    )
}
