//! A second version out of one that is there: its own files under the new id, and what of its game folder goes along.

use std::path::Path;

use nova_files::{Copied, Step, Whose};
use nova_model::{Change, ChangeKind, Message};
use serde_json::Value;

use super::{
    Scene,
    rename::{json_under, refuse_taken},
};
use crate::{
    GamePart, IsolationRule, OwnSettings, Proposal, Result, Sharing, Version,
    disk_usage::weigh,
    parts::{GamePiece, game_pieces},
    read::{is_file, is_folder},
    settings::own_edit,
};

/// Plans a copy. Without `include` what usually goes along: of a version with its own folders all but worlds and
/// screenshots, of one that shares them nothing, so that the copy shares them too.
pub(crate) fn copy(scene: &Scene, version: &Version, new: &str, include: &[GamePart]) -> Result<Proposal> {
    nova_files::safe_name(new)?;
    refuse_taken(version, new, None)?;
    scene.refuse_running(version)?;
    let title = Message::new("game.change.copy").with("from", version.id.as_str()).with("to", new);
    let mut proposal = Proposal::new(&version.root, title, "game.undo.copy");
    proposal.version = Some(version.id.clone());
    let to = version.folder.with_file_name(new);
    let pieces = pieces(version, include);
    let own = isolated(version, !include.is_empty());
    let step = step(scene, version, new, &pieces, own)?;
    lines(version, &to, &pieces, &mut proposal);
    warn(version, own, &pieces, &mut proposal);
    proposal.add([step], &to);
    proposal.watch.push(version.folder.clone());
    Ok(proposal)
}

/// What of the game folder goes along.
fn pieces(version: &Version, include: &[GamePart]) -> Vec<GamePiece> {
    let sharing = if version.isolation.isolated { Sharing::Own } else { Sharing::Shared };
    let wanted = match (sharing, include) {
        (Sharing::Own, []) => &GamePart::USUAL,
        (_, include) => include,
    };
    let (json, jar) = (format!("{}.json", version.id), format!("{}.jar", version.id));
    let mut pieces = game_pieces(&version.instance().dir, sharing, &[&json, &jar]);
    pieces.retain(|piece| wanted.contains(&piece.part));
    pieces
}

/// Whether the copy has to be told that its folders are its own: where only its files say so, or nothing yet.
fn isolated(version: &Version, included: bool) -> bool {
    let said = matches!(version.isolation.rule, IsolationRule::Own | IsolationRule::Default);
    if version.isolation.isolated { !said } else { included }
}

fn step(scene: &Scene, version: &Version, new: &str, pieces: &[GamePiece], own: bool) -> Result<Step> {
    let copied = |from: &Path, name: String| Copied { from: from.to_owned(), name, whose: Whose::Ours };
    let mut sources: Vec<Copied> =
        pieces.iter().map(|piece| copied(&piece.path, piece.name.clone())).collect();
    let jar = version.folder.join(format!("{}.jar", version.id));
    if is_file(&jar) {
        sources.push(copied(&jar, format!("{new}.jar")));
    }
    let json = json_under(version, new)?;
    let mut files = vec![(format!("{new}.json"), json)];
    files.extend(own_settings(scene, version, own).map(|bytes| ("nova.json".to_owned(), bytes)));
    Ok(Step::Copy { sources, files, to: version.folder.with_file_name(new) })
}

/// The version's own settings for the copy. Its commands are in them, and run only once they are allowed for the copy too.
fn own_settings(scene: &Scene, version: &Version, own: bool) -> Option<Vec<u8>> {
    if !own && !is_file(&OwnSettings::file(&version.folder)) {
        return None;
    }
    let mut edit = own_edit(&version.folder);
    if own {
        edit.set(&["isolation"], Some(Value::from(true)));
    }
    edit.steps(scene.now).into_iter().find_map(|step| match step {
        Step::Write { content, .. } => Some(content),
        _ => None,
    })
}

fn lines(version: &Version, to: &Path, pieces: &[GamePiece], proposal: &mut Proposal) {
    let mut line = |what: &Path, bytes: u64| {
        proposal.bytes_written = proposal.bytes_written.saturating_add(bytes);
        let what = what.display().to_string();
        proposal.changes.push(Change { kind: ChangeKind::Create, what, to: None, bytes: Some(bytes) });
    };
    let own = ["json", "jar"].map(|ending| weigh(&version.folder.join(format!("{}.{ending}", version.id))));
    line(to, own.iter().sum());
    for piece in pieces {
        line(&to.join(&piece.name), piece.bytes());
    }
}

fn warn(version: &Version, own: bool, pieces: &[GamePiece], proposal: &mut Proposal) {
    let dir = version.instance().dir;
    let has = |part| pieces.iter().any(|piece| piece.part == part);
    if !version.isolation.isolated && !own {
        let message = Message::new("game.warn.copy-shares");
        proposal.warnings.push(message.with("root", version.root.as_path()));
    } else if is_folder(&dir.join("saves")) && !has(GamePart::Saves) {
        proposal.warnings.push(Message::new("game.warn.copy-without-saves"));
    }
    if !version.own.launch.commands.is_empty() {
        proposal.warnings.push(Message::new("game.warn.copy-commands"));
    }
}
