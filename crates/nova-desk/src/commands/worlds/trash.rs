//! What was put aside.

use std::sync::Arc;

use crate::{
    Desk, Fault, Silent, To,
    blocking::blocking,
    commands::Nothing,
    view::{ProblemRow, TrashPage, TrashRow},
};

/// The trash area, newest first.
pub(super) async fn list(desk: Arc<Desk>, _: Nothing, _: To<Silent>) -> Result<TrashPage, Fault> {
    blocking(&desk, |desk| {
        let (app, names) = (desk.app(), desk.names());
        let files = &app.launcher().files;
        let trash = files.trash();
        Ok(TrashPage {
            items: TrashRow::all(&trash.items, &files.changes().items, &names),
            problems: trash.problems.iter().map(|problem| ProblemRow::of(problem, &names)).collect(),
        })
    })
    .await
}
