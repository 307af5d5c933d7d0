//! Who may call: the page that was opened with the printed token, under the printed address.

use std::{hint::black_box, net::SocketAddr};

use axum::http::{HeaderMap, header};
use data_encoding::HEXLOWER;
use nova_model::Random;

/// The header that carries the token.
const TOKEN: &str = "x-nova-token";

/// What a browser says about where a call comes from; older ones and programs say nothing.
const SITE: &str = "sec-fetch-site";

/// The token and the address.
pub(crate) struct Gate {
    address: SocketAddr,
    token: String,
}

impl Gate {
    pub(crate) fn new(address: SocketAddr, random: &dyn Random) -> Self {
        let mut bytes = [0; 32];
        random.fill(&mut bytes);
        Self { address, token: HEXLOWER.encode(&bytes) }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// The name that a browser was told: another one that leads here is somebody's trick.
    pub(crate) fn is_home(&self, headers: &HeaderMap) -> bool {
        only(headers, header::HOST.as_str()) == Some(self.address.to_string().as_bytes())
    }

    /// Whether a call comes from the page.
    pub(crate) fn lets(&self, headers: &HeaderMap) -> bool {
        let known = only(headers, TOKEN).is_some_and(|token| same(token, self.token.as_bytes()));
        self.is_home(headers) && self.is_from_page(headers) && known
    }

    fn is_from_page(&self, headers: &HeaderMap) -> bool {
        let own = format!("http://{}", self.address);
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let mut sites = headers.get_all(SITE).iter();
        origins.all(|origin| origin.as_bytes() == own.as_bytes())
            && sites.all(|site| site.as_bytes() == b"same-origin")
    }
}

/// The value of a header that stands there once.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a [u8]> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    values.next().is_none().then_some(first.as_bytes())
}

/// Compares in a time that says nothing about where two texts of one length differ.
fn same(given: &[u8], wanted: &[u8]) -> bool {
    let differ =
        given.iter().zip(wanted).fold(0, |differ, (given, wanted)| black_box(differ | (given ^ wanted)));
    given.len() == wanted.len() && black_box(differ) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sevens;

    impl Random for Sevens {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(7);
        }
    }

    fn gate() -> Gate {
        Gate::new(SocketAddr::from(([127, 0, 0, 1], 4000)), &Sevens)
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn texts_are_the_same_in_length_and_in_every_byte() {
        assert!(same(b"abc", b"abc"));
        for other in ["", "ab", "abcd", "abx", "xbc"] {
            assert!(!same(other.as_bytes(), b"abc"), "{other}");
        }
    }

    #[test]
    fn the_token_is_all_of_the_randomness_and_opens() {
        let gate = gate();
        assert_eq!(gate.token(), "07".repeat(32));
        assert!(gate.lets(&headers(&[("host", "127.0.0.1:4000"), (TOKEN, &"07".repeat(32))])));
    }

    #[test]
    fn a_header_that_stands_there_twice_is_nobodys_word() {
        let token = "07".repeat(32);
        let mut twice = headers(&[("host", "127.0.0.1:4000"), (TOKEN, &token)]);
        twice.append(TOKEN, "x".parse().unwrap());
        assert!(!gate().lets(&twice));
        let mut twice = headers(&[("host", "127.0.0.1:4000"), (TOKEN, &token)]);
        twice.append("host", "127.0.0.1:4000".parse().unwrap());
        assert!(!gate().lets(&twice));
    }
}
