//! Each fault does what it says, as often as its rule says.

use std::time::{Duration, Instant};

use anyhow::Result;
use nova_testkit::upstream::{Fault, Rule, Upstream, UpstreamSpec};

use super::web::{Client, Heard};

const JAR: &str = "https://libraries.minecraft.net/com/mojang/brigadier/1.1.8/brigadier-1.1.8.jar";

fn faulty(fault: Fault) -> Result<(Heard, Vec<u8>)> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    upstream.fault(Rule::on("/brigadier/", fault).times(1));
    let heard = Client::new(&upstream)?.ask("GET", JAR, "range: bytes=0-\r\n")?;
    Ok((heard, Client::new(&upstream)?.get(JAR)?))
}

#[test]
fn a_rule_strikes_where_and_as_often_as_it_says() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    upstream.fault(Rule::on("/brigadier/", Fault::Status(503)).after(1).times(2));
    let mut client = Client::new(&upstream)?;
    let mut ask = |url: &str| client.ask("GET", url, "").map(|heard| heard.status);
    let other = "https://libraries.minecraft.net/com/google/guava/guava/21.0/guava-21.0.jar";
    assert_eq!([ask(JAR)?, ask(other)?, ask(JAR)?, ask(JAR)?, ask(JAR)?], [200, 200, 503, 503, 200]);
    upstream.fault(Rule::on("", Fault::Status(500)));
    assert_eq!(ask(other)?, 500);
    upstream.heal();
    assert_eq!(ask(other)?, 200);
    Ok(())
}

#[test]
fn a_cut_answer_is_shorter_than_promised_and_a_short_one_is_not() -> Result<()> {
    let (cut, right) = faulty(Fault::Cut(10))?;
    assert!(!cut.is_whole && cut.body == right[..10]);
    let (short, right) = faulty(Fault::Short(10))?;
    assert!(short.is_whole && short.body == right[..10]);
    Ok(())
}

#[test]
fn a_wrong_byte_keeps_the_size() -> Result<()> {
    let (wrong, right) = faulty(Fault::WrongByte)?;
    assert_eq!(wrong.body.len(), right.len());
    assert_eq!(wrong.body.iter().zip(&right).filter(|(one, other)| one != other).count(), 1);
    Ok(())
}

#[test]
fn other_answers_are_as_they_are_called() -> Result<()> {
    let (later, _) = faulty(Fault::RetryAfter { status: 429, seconds: 7 })?;
    assert_eq!((later.status, later.field("retry-after")), (429, Some("7")));
    let (page, _) = faulty(Fault::Page)?;
    assert_eq!(page.field("content-type"), Some("text/html; charset=utf-8"));
    let (moved, _) = faulty(Fault::Redirect("https://elsewhere.example/x".to_owned()))?;
    assert_eq!((moved.status, moved.field("location")), (302, Some("https://elsewhere.example/x")));
    let (whole, right) = faulty(Fault::IgnoreRange)?;
    assert_eq!((whole.status, whole.body), (200, right));
    assert!(faulty(Fault::Refuse).is_err());
    Ok(())
}

#[test]
fn a_stalled_answer_stays_open_until_the_server_ends() -> Result<()> {
    let upstream = Upstream::start(UpstreamSpec::small())?;
    upstream.fault(Rule::on("/brigadier/", Fault::Stall(5)));
    let mut client = Client::new(&upstream)?;
    client.patience(Duration::from_millis(200))?;
    let begun = Instant::now();
    let heard = client.ask("GET", JAR, "")?;
    assert!(!heard.is_whole && heard.body.len() <= 5 && begun.elapsed() >= Duration::from_millis(190));
    drop(upstream);
    assert!(begun.elapsed() < Duration::from_secs(5));
    Ok(())
}

#[test]
fn slow_and_late_answers_take_their_time() -> Result<()> {
    let begun = Instant::now();
    let (slow, right) = faulty(Fault::Slow(4000))?;
    let wanted = Duration::from_millis(right.len() as u64 / 4 * 8 / 10);
    assert!(slow.is_whole && begun.elapsed() > wanted, "{:?} for {} bytes", begun.elapsed(), right.len());
    let begun = Instant::now();
    assert_eq!(faulty(Fault::Late(Duration::from_millis(150)))?.0.status, 206);
    assert!(begun.elapsed() > Duration::from_millis(150));
    Ok(())
}
