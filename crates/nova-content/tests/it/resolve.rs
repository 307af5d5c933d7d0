//! Conflicts, and the change that mends one.

use nova_content::mods::{self, ModList};
use nova_files::Step;
use nova_meta::{Finding, FindingKind};
use nova_testkit::{GameFolder, Jar};

use crate::{
    mods::fabric,
    scene::{Scene, code, codes, refusal},
};

struct Checked {
    scene: Scene,
    list: ModList,
    findings: Vec<Finding>,
}

fn check(folder: &GameFolder) -> Checked {
    let scene = Scene::new(folder);
    let list = mods::list(&fabric(&scene)).unwrap();
    let findings = mods::conflicts(&fabric(&scene), &list);
    Checked { scene, list, findings }
}

impl Checked {
    fn id(&self, kind: FindingKind) -> &str {
        let found = self.findings.iter().find(|found| found.kind == kind);
        found.map_or_else(|| panic!("{kind:?} is not in {:?}", self.findings), |found| found.id.as_str())
    }

    fn steps(&self, kind: FindingKind) -> Vec<Step> {
        mods::resolve(&fabric(&self.scene), &self.list, self.id(kind)).unwrap().batch.steps
    }

    fn rename(&self, from: &str, to: &str) -> Vec<Step> {
        vec![Step::Rename { from: self.scene.path(from), to: self.scene.path(to) }]
    }
}

#[test]
fn a_healthy_set_has_no_findings() {
    let checked = check(&GameFolder::new().jar(Jar::fabric("a").depends("b", "*")).jar(Jar::fabric("b")));
    assert_eq!(checked.findings, []);
}

#[test]
fn the_loser_of_a_conflict_is_switched_off() {
    let checked = check(
        &GameFolder::new()
            .jar(Jar::fabric("a").version("1.0").file("a-1.jar"))
            .jar(Jar::fabric("a").version("2.0").file("a-2.jar")),
    );
    assert_eq!(
        checked.steps(FindingKind::DuplicateId),
        checked.rename("mods/a-1.jar", "mods/a-1.jar.disabled")
    );
}

#[test]
fn a_file_that_is_off_and_fits_is_switched_on() {
    let checked =
        check(&GameFolder::new().jar(Jar::fabric("a").depends("b", "*")).disabled(Jar::fabric("b")));
    assert_eq!(
        checked.steps(FindingKind::MissingDependency),
        checked.rename("mods/b.jar.disabled", "mods/b.jar")
    );
}

#[test]
fn what_has_to_be_installed_is_said() {
    let checked = check(&GameFolder::new().jar(Jar::fabric("a").depends("absent", ">=2")));
    let id = checked.id(FindingKind::MissingDependency);
    let report = refusal(mods::resolve(&fabric(&checked.scene), &checked.list, id));
    assert_eq!(report.message.code, "content.mods.needs-more");
    assert_eq!(codes(&report.hints), ["content.mods.needs.install"]);
}

#[test]
fn a_stale_finding_is_refused_with_those_that_are_there() {
    let checked = check(&GameFolder::new().jar(Jar::fabric("a").depends("absent", "*")));
    let report = refusal(mods::resolve(&fabric(&checked.scene), &checked.list, "f-00000000"));
    assert_eq!(report.message.code, "content.mods.no-finding");
    let id = checked.id(FindingKind::MissingDependency).to_owned();
    assert_eq!(report.hints[0].fields["names"], vec![id].into());
    let healthy = check(&GameFolder::new());
    assert_eq!(
        code(mods::resolve(&fabric(&healthy.scene), &healthy.list, "f-00000000")),
        "content.mods.no-finding"
    );
}
