//! The table of every case and its verdict.

use super::*;

const EFFECTS: [Effect; 3] = [Effect::Read, Effect::Navigate, Effect::Write];

/// Every combination, and the word that the rules give for it, written down a second time as the player would say it.
#[test]
fn every_combination_has_the_verdict_of_the_rules() {
    let steps = [
        Trust::ChatOnly,
        Trust::Read,
        Trust::Confirm,
        Trust::AutoReversible { tools: ["disable_mod".to_owned()].into() },
        Trust::AutoReversible { tools: ["delete_mod".to_owned()].into() },
    ];
    let hosts: [Capabilities; 3] =
        [[].into(), [Capability::Confirm].into(), [Capability::Confirm, Capability::Pages].into()];
    let undo =
        [None, Some(Undo::Reversible(Message::new("x.back"))), Some(Undo::Permanent(Message::new("x.gone")))];
    let mut seen = 0;
    for trust in &steps {
        for host in &hosts {
            for undo in &undo {
                for effect in EFFECTS {
                    for requires in [None, Some(Capability::Pages)] {
                        for source in [Source::Own, Source::Foreign] {
                            for repetition in [Repetition::Fresh, Repetition::TooOften] {
                                let case = Case {
                                    tool: "disable_mod",
                                    effect,
                                    requires,
                                    host,
                                    trust,
                                    source,
                                    undo: undo.as_ref(),
                                    repetition,
                                };
                                assert_eq!(word(&judge(&case)), expected(&case), "{case:?}");
                                seen += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    assert_eq!(seen, 5 * 3 * 3 * 3 * 2 * 2 * 2);
}

fn word(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Run => "run".to_owned(),
        Verdict::Confirm => "confirm".to_owned(),
        Verdict::Forbid(report) => report.code().to_string(),
    }
}

fn expected(case: &Case<'_>) -> &'static str {
    let write = case.effect == Effect::Write;
    let lacking = case.requires.is_some_and(|needed| !case.host.contains(&needed));
    let chosen = matches!(case.trust, Trust::AutoReversible { tools } if tools.contains("disable_mod"));
    let reversible = matches!(case.undo, Some(Undo::Reversible(_)));
    if write && !case.host.contains(&Capability::Confirm) {
        "agent.no-confirm"
    } else if lacking {
        "agent.not-in-this-host"
    } else if *case.trust == Trust::ChatOnly {
        "agent.chat-only"
    } else if write && *case.trust == Trust::Read {
        "agent.read-only"
    } else if case.repetition == Repetition::TooOften {
        "agent.repeated"
    } else if !write {
        // A plan that cannot be undone is only ever a write's; should a read carry one, it asks too.
        if matches!(case.undo, Some(Undo::Permanent(_))) { "confirm" } else { "run" }
    } else if chosen && reversible && case.source == Source::Own {
        "run"
    } else {
        "confirm"
    }
}

#[test]
fn the_default_step_confirms_everything() {
    assert_eq!(Trust::default(), Trust::Confirm);
}
