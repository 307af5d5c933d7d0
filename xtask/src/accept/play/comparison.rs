//! stub
use anyhow::Result;
use super::super::{Options, Place};
pub(super) fn run(_: &Place, _: &Options) -> Result<()> { Ok(()) }
