//! What is set about models, trust and limits.

use std::fs;

use nova_game::{LimitsChange, LocalConsent, ModelChange, Money, Price, Setting, Settings, Trust};
use serde_json::{Value, json};

use crate::fixture::{Fixture, code};

fn on_disk(fixture: &Fixture) -> Value {
    serde_json::from_slice(&fs::read(fixture.data.join("settings.json")).unwrap()).unwrap()
}

fn to(text: &str) -> Setting<String> {
    Setting::To(text.to_owned())
}

fn deepseek() -> ModelChange {
    let money = |text: &str| text.parse::<Money>().unwrap();
    ModelChange {
        base_url: to("https://api.deepseek.com/v1"),
        model: to("deepseek-chat"),
        provider: to("deepseek"),
        price: Setting::To(Price { input: money("2"), output: money("8.5") }),
        context: Setting::To(65_536),
        proxy: to("direct"),
    }
}

#[test]
fn a_model_is_set_read_back_taken_out_and_undone() {
    let fixture = Fixture::empty();
    fixture.settings(r#"{"format": 1, "model": {"mine": 1}}"#);
    let before = on_disk(&fixture);
    let first = fixture.apply(fixture.game.set_model(&deepseek()).unwrap());
    let set = fixture.game.settings();
    assert_eq!((set.problems.len(), set.model.context), (0, Some(65_536)));
    assert_eq!(set.model.price.unwrap().output, Money::of_micros(8_500_000));
    assert_eq!(on_disk(&fixture)["model"]["mine"], 1);
    assert_eq!(code(fixture.game.set_model(&deepseek())), "game.already");

    let clear = ModelChange { base_url: Setting::Clear, price: Setting::Clear, ..ModelChange::default() };
    let second = fixture.apply(fixture.game.set_model(&clear).unwrap());
    let set = fixture.game.settings().model;
    assert_eq!((set.base_url, set.price, set.model.as_deref()), (None, None, Some("deepseek-chat")));
    fixture.undo(&second);
    fixture.undo(&first);
    assert_eq!(on_disk(&fixture), before);
}

#[test]
fn amounts_are_shown_as_they_are_typed() {
    let money = |text: &str| text.parse::<Money>().unwrap();
    let price = |input, output| Setting::To(Price { input: money(input), output: money(output) });
    let fixture = Fixture::empty();
    for (change, shown) in [(price("100", "100"), "100 / 100"), (price("2", "8.5"), "2 / 8.5")] {
        let change = ModelChange { price: change, ..ModelChange::default() };
        let title = format!("{:?}", fixture.game.set_model(&change).unwrap().title);
        assert!(title.contains(&format!("{shown:?}")), "{title}");
    }
    let change = LimitsChange { money_per_day: Setting::To(money("3")), ..LimitsChange::default() };
    let title = format!("{:?}", fixture.game.set_limits(&change).unwrap().title);
    assert!(title.contains("\"3\""), "{title}");
}

#[test]
fn what_no_model_can_have_is_refused_and_not_repeated() {
    let fixture = Fixture::empty();
    for change in [
        ModelChange { base_url: to("https://u:hunter2@a.example"), ..ModelChange::default() },
        ModelChange { base_url: to("ftp://hunter2"), ..ModelChange::default() },
        ModelChange { model: to("a\u{202e}hunter2"), ..ModelChange::default() },
        ModelChange { provider: to("Hunter2!"), ..ModelChange::default() },
        ModelChange { proxy: to("http://u:hunter2@proxy:1"), ..ModelChange::default() },
    ] {
        let error = fixture.game.set_model(&change).unwrap_err();
        assert!(!format!("{error} {error:?}").to_lowercase().contains("hunter2"));
        assert_eq!(code::<()>(Err(error)), "game.settings.bad-value");
    }
    let change = ModelChange { context: Setting::To(3), ..ModelChange::default() };
    assert_eq!(code(fixture.game.set_model(&change)), "game.settings.bounds");
    assert!(!fixture.data.exists());
}

#[test]
fn a_model_on_this_computer_is_asked_about_once() {
    let fixture = Fixture::empty();
    assert_eq!(fixture.game.settings().model.local, LocalConsent::Ask);
    assert_eq!(code(fixture.game.set_local_model(LocalConsent::Ask)), "game.already");
    fixture.apply(fixture.game.set_local_model(LocalConsent::Yes).unwrap());
    assert_eq!(fixture.game.settings().model.local, LocalConsent::Yes);
}

#[test]
fn limits_have_bounds_and_can_be_taken_out() {
    let fixture = Fixture::empty();
    let money = Setting::To(Money::of_micros(2_500_000));
    let change = LimitsChange { rounds: Setting::To(5), money_per_day: money, ..LimitsChange::default() };
    fixture.apply(fixture.game.set_limits(&change).unwrap());
    let limits = fixture.game.settings().limits;
    assert_eq!((limits.rounds, limits.tokens), (5, 200_000));
    assert_eq!(limits.money_per_day.unwrap().to_string(), "2.5");
    let none = LimitsChange { rounds: Setting::To(0), ..LimitsChange::default() };
    assert_eq!(code(fixture.game.set_limits(&none)), "game.settings.bounds");
    let free = LimitsChange { money_per_day: Setting::To(Money::default()), ..LimitsChange::default() };
    assert_eq!(code(fixture.game.set_limits(&free)), "game.settings.bad-value");
    let clear = LimitsChange { money_per_day: Setting::Clear, ..LimitsChange::default() };
    fixture.apply(fixture.game.set_limits(&clear).unwrap());
    assert_eq!(fixture.game.settings().limits.money_per_day, None);
}

#[test]
fn chosen_tools_come_and_go_with_their_step() {
    let fixture = Fixture::empty();
    let tools = ["enable_mod", "disable_mod", "enable_mod"].map(str::to_owned);
    let change = fixture.apply(fixture.game.set_trust(Trust::Chosen, &tools).unwrap());
    let read = || -> Settings { fixture.game.settings() };
    assert_eq!(
        (read().trust, read().trust_tools),
        (Trust::Chosen, vec!["disable_mod".to_owned(), "enable_mod".to_owned()])
    );
    assert_eq!(code(fixture.game.set_trust(Trust::Chosen, &tools)), "game.already");
    fixture.apply(fixture.game.set_trust(Trust::Read, &[]).unwrap());
    assert_eq!((read().trust, read().trust_tools), (Trust::Read, Vec::new()));
    assert_eq!(on_disk(&fixture), json!({"format": 1, "trust": "read"}));
    assert_eq!(code(fixture.game.set_trust(Trust::Chosen, &[])), "game.settings.bad-value");
    assert_eq!(code(fixture.game.set_trust(Trust::Confirm, &tools)), "game.settings.bad-value");
    assert!(fixture.files().undo(&change, &nova_model::Origin::default()).is_err(), "the file moved on");
}
