//! From what the player typed to a server's API: over redirects and the header that points at it, a few hops, encrypted all the
//! way, and without anything secret.

use nova_net::is_loopback;
use url::Url;

use super::YggdrasilServer;
use crate::{
    AccountError, Result, Services, Step,
    web::{self, Answer, Ask},
};

/// Redirects and pointers together.
const MOST_HOPS: usize = 5;
/// What a page hands over when its server is dragged into a launcher.
const DRAGGED: &str = "authlib-injector:yggdrasil-server:";
const LONGEST: usize = 2_000;

/// Finds the server behind an address: an API itself, a page that points at one, or the text that is dragged from a page.
pub async fn discover(services: &Services, typed: &str) -> Result<YggdrasilServer> {
    let first = address(typed)?;
    let mut url = first.clone();
    for _ in 0..=MOST_HOPS {
        allowed(&first, &url)?;
        let answer = services.ask(Ask::get(Step::Discovery, url.clone()).anything()).await?;
        match next(&answer) {
            Some(next) if next != url => url = next,
            _ => return read(answer, url),
        }
    }
    Err(AccountError::TooManyHops { host: web::host(&first) })
}

/// Asks an API that is known what it says of itself.
pub(crate) async fn describe(services: &Services, api: &Url) -> Result<YggdrasilServer> {
    read(services.ask(Ask::get(Step::Discovery, api.clone())).await?, api.clone())
}

/// Reads an address: https where it says nothing, no login in it, nothing behind the path.
fn address(typed: &str) -> Result<Url> {
    let typed = typed.trim();
    let bad = || AccountError::BadAddress { address: nova_model::clean(typed, 200) };
    let dragged = typed.strip_prefix(DRAGGED).map(decoded);
    let text = dragged.as_deref().unwrap_or(typed);
    if text.is_empty() || text.len() > LONGEST || text.chars().any(|c| nova_model::acts(c) || c == ' ') {
        return Err(bad());
    }
    let full = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let url = Url::parse(&full).map_err(|_| bad())?;
    let plain = url.host().is_some() && url.username().is_empty() && url.password().is_none();
    if plain { Ok(url) } else { Err(bad()) }
}

/// `%3A` and the like, as `encodeURIComponent` makes them.
fn decoded(text: &str) -> String {
    let pair = format!("u={}", text.replace('+', "%2B"));
    url::form_urlencoded::parse(pair.as_bytes())
        .next()
        .map(|(_, value)| value.into_owned())
        .unwrap_or_default()
}

/// A server elsewhere must not point at this machine.
fn allowed(first: &Url, next: &Url) -> Result<()> {
    web::encrypted(next)?;
    if is_loopback(next) && !is_loopback(first) {
        return Err(AccountError::BadAddress { address: web::shown(next) });
    }
    Ok(())
}

/// Where an answer leads: the pointer counts more than a redirect.
fn next(answer: &Answer) -> Option<Url> {
    let redirect = || answer.location.as_ref().filter(|_| (300..400).contains(&answer.status));
    let leads = answer.api_location.as_ref().or_else(redirect)?;
    let mut url = answer.url.join(leads).ok()?;
    url.set_fragment(None);
    Some(url)
}

fn read(answer: Answer, mut url: Url) -> Result<YggdrasilServer> {
    if matches!(answer.status, 408 | 429 | 500..) {
        return Err(answer.fault());
    }
    // What is joined to an address goes below its last slash.
    if !url.path().ends_with('/') {
        let path = format!("{}/", url.path());
        url.set_path(&path);
    }
    url.set_query(None);
    let other = AccountError::NotYggdrasil { host: web::host(&url) };
    if !answer.is_good() {
        return Err(other);
    }
    YggdrasilServer::read(url, answer.body).ok_or(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_https_unless_they_say_otherwise() {
        let of = |typed: &str| address(typed).ok().map(|url| url.to_string());
        assert_eq!(of("skin.example").as_deref(), Some("https://skin.example/"));
        assert_eq!(of(" skin.example/api/ ").as_deref(), Some("https://skin.example/api/"));
        assert_eq!(of("皮肤.example").as_deref(), Some("https://xn--oyym6s.example/"));
        let dragged = "authlib-injector:yggdrasil-server:https%3A%2F%2Fskin.example%2Fapi%2F";
        assert_eq!(of(dragged).as_deref(), Some("https://skin.example/api/"));
        for odd in
            ["", "https://", "a b", "https://u:p@skin.example/", "skin\u{202e}.example", &"a".repeat(3_000)]
        {
            assert_eq!(of(odd), None, "{odd}");
        }
    }

    #[test]
    fn no_hop_is_plain_and_none_leads_from_outside_into_this_machine() {
        let url = |text: &str| Url::parse(text).unwrap();
        let (outside, here) = (url("https://skin.example/"), url("http://127.0.0.1:9/"));
        assert!(allowed(&outside, &url("https://api.example/")).is_ok());
        assert!(allowed(&here, &url("http://localhost:9/api/")).is_ok());
        assert!(matches!(
            allowed(&outside, &url("http://api.example/")),
            Err(AccountError::PlainHttp { .. })
        ));
        assert!(matches!(allowed(&outside, &here), Err(AccountError::BadAddress { .. })));
        assert!(matches!(allowed(&outside, &url("file:///etc")), Err(AccountError::BadAddress { .. })));
    }
}
