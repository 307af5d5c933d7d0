//! The rules hold their own examples.

#[test]
fn the_rules_have_no_faults() {
    let faults = nova_crash::rule_faults();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_example_of_a_rule_is_answered_as_it_says() {
    let wrong = nova_crash::example_faults();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
